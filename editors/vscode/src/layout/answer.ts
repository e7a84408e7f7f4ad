// Reads the server's answer to `lang.layout`. Fields it leaves out become what a reader would assume. It knows no editor.

import { withPadding, type Layout, type Part, type Shape } from "./model";

interface AnsweredPart {
  name?: string;
  type?: string;
  kind?: string;
  owner?: boolean;
  offset: number;
  size: number;
  align?: number;
  parts?: AnsweredPart[] | null;
}

interface AnsweredShape {
  name?: string;
  parts: AnsweredPart[];
}

interface AnsweredLayout {
  name: string;
  kind?: string;
  targets?: string[];
  target?: string;
  size: number;
  align: number;
  pointer?: number | null;
  padding?: number;
  /** Of an enum one for each case; nothing of what is read in one way. */
  shapes?: AnsweredShape[] | null;
  parts?: AnsweredPart[];
  notes?: string[];
  travels?: { target: string; argument: string; result: string }[];
}

export interface LayoutAnswer {
  layouts: AnsweredLayout[];
  text: string;
}

export function readLayouts(answer: LayoutAnswer): Layout[] {
  return answer.layouts.map((layout) => {
    const shapes = layout.shapes ?? shapesOf(layout);
    return {
      name: layout.name,
      kind: kindOf(layout.kind),
      targets: layout.targets ?? (layout.target === undefined ? [] : [layout.target]),
      size: layout.size,
      align: layout.align,
      pointer: layout.pointer ?? undefined,
      padding: layout.padding ?? 0,
      shapes: shapes.map((shape) => readShape(shape, layout.size)),
      notes: layout.notes ?? [],
      travels: layout.travels ?? [],
    };
  });
}

/** The members of a union lie over each other: each is a way of its own to read the bytes. */
function shapesOf({ kind, parts }: AnsweredLayout): AnsweredShape[] {
  return kind === "union"
    ? (parts ?? []).map((part) => ({ name: part.name ?? "", parts: [part] }))
    : [{ name: "", parts: parts ?? [] }];
}

/** The words before `type` in the source; what is no such type says by itself what it is. */
const TYPE_WORDS = ["heap", "inline", "copy", "view", "counted"];

function kindOf(kind: string | undefined): string {
  return kind === undefined ? "type" : TYPE_WORDS.includes(kind) ? `${kind} type` : kind;
}

function readShape(shape: AnsweredShape, size: number): Shape {
  const parts = shape.parts.filter((part) => part.kind !== "padding").map(readPart);
  return { name: shape.name ?? "", parts: withPadding(parts, 0, size) };
}

function readPart(part: AnsweredPart): Part {
  return {
    name: part.name ?? "",
    type: part.type ?? "",
    kind: part.kind === "tag" ? "tag" : "field",
    isOwner: part.owner ?? false,
    offset: part.offset,
    size: part.size,
    align: part.align ?? 1,
    parts: (part.parts ?? []).filter((inner) => inner.kind !== "padding").map(readPart),
  };
}
