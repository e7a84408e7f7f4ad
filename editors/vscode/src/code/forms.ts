// The forms of a function on its way to the machine, and how documents name them. Pure data; it knows no editor.

/** What the server's command `lang.showCode` can be asked for, and the layout as text. */
export type Form = "abi" | "mir" | "mir-source" | "llvm-ir" | "clif" | "asm-llvm" | "asm-cranelift" | "layout-text";

interface FormFacts {
  /** Of the tab. */
  title: string;
  /** Of the document; its end decides which of this extension's languages colours it. */
  extension: string;
}

export const FORMS: Record<Form, FormFacts> = {
  abi: { title: "ABI", extension: "abi.lang-abi" },
  mir: { title: "MIR", extension: "mir.lang-mir" },
  "mir-source": { title: "MIR before the ABI pass", extension: "source.lang-mir" },
  "llvm-ir": { title: "LLVM IR", extension: "llvm.lang-ll" },
  clif: { title: "Cranelift IR", extension: "cranelift.lang-clif" },
  "asm-llvm": { title: "assembly (LLVM)", extension: "llvm.lang-asm" },
  "asm-cranelift": { title: "assembly (Cranelift)", extension: "cranelift.lang-asm" },
  "layout-text": { title: "layout", extension: "layout.lang-abi" },
};

/** What a virtual document shows: a form of what stands at a place. */
export interface Request {
  form: Form;
  /** Of the source. */
  uri: string;
  line: number;
  character: number;
}

/** The query of a virtual document's address. */
export function encode(request: Request): string {
  return JSON.stringify([request.form, request.uri, request.line, request.character]);
}

/** The request in an address, or nothing if it is none of ours. */
export function decode(query: string): Request | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(query);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) {
    return undefined;
  }
  const [form, uri, line, character] = parts as unknown[];
  if (typeof form !== "string" || !(form in FORMS) || typeof uri !== "string") {
    return undefined;
  }
  if (!Number.isInteger(line) || !Number.isInteger(character)) {
    return undefined;
  }
  return { form: form as Form, uri, line: line as number, character: character as number };
}

/** The path of a virtual document, which names its tab: `scaled.cranelift.lang-asm`. */
export function pathOf(form: Form, name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}_.]+/gu, "_").replaceAll(/^_+|_+$/g, "");
  return `/${plain === "" ? "code" : plain}.${FORMS[form].extension}`;
}

/** A change of a text: the lines from `first` to `last` became `lines` line breaks and an end. */
export interface Change {
  start: { line: number; character: number };
  end: { line: number; character: number };
  text: string;
}

/** Where a place is after a change of the text. A place inside of what was replaced goes to its beginning. */
export function moved(place: { line: number; character: number }, change: Change): { line: number; character: number } {
  if (isBefore(place, change.start) || isSame(place, change.start)) {
    return place;
  }
  if (isBefore(place, change.end)) {
    return change.start;
  }
  const inserted = change.text.split("\n");
  const lastLine = inserted.at(-1) ?? "";
  const line = place.line - change.end.line + change.start.line + inserted.length - 1;
  if (place.line !== change.end.line) {
    return { line, character: place.character };
  }
  const begin = inserted.length === 1 ? change.start.character : 0;
  return { line, character: begin + lastLine.length + place.character - change.end.character };
}

function isBefore(a: { line: number; character: number }, b: { line: number; character: number }): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

function isSame(a: { line: number; character: number }, b: { line: number; character: number }): boolean {
  return a.line === b.line && a.character === b.character;
}
