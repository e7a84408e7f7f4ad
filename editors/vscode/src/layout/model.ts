// The layout of a type as the picture needs it. Pure data; it knows neither the editor nor the protocol.

/** Bytes of a type that belong together: a field, a tag, or padding. */
export interface Part {
  /** Empty for padding. */
  name: string;
  /** As the source writes it; empty for padding. */
  type: string;
  kind: "field" | "tag" | "padding";
  /** Whether it is a pointer to what it owns. */
  isOwner: boolean;
  offset: number;
  size: number;
  align: number;
  /** The parts of a field that is a struct itself, with offsets from the beginning of the whole. */
  parts: Part[];
}

/** One way the bytes can be read: a struct has one, an enum or union has one for each case. */
export interface Shape {
  /** The case; empty for a struct. */
  name: string;
  parts: Part[];
}

/** A type on one or more targets that agree about it. */
export interface Layout {
  name: string;
  /** `copy type`, `enum`, … */
  kind: string;
  targets: string[];
  size: number;
  align: number;
  /** Of a heap type the bytes of a value itself, which is the pointer to what is drawn. */
  pointer: number | undefined;
  /** Bytes of padding, in all. */
  padding: number;
  shapes: Shape[];
  /** What the bytes do not show: which case null is, where what a word leads to lies. */
  notes: string[];
  /** Lines about how it travels. */
  travels: { target: string; argument: string; result: string }[];
}

/** A part without parts of its own, with the path of names that leads to it. */
export interface Leaf {
  path: string;
  type: string;
  kind: Part["kind"];
  offset: number;
  size: number;
  align: number;
  isOwner: boolean;
  /** Its number among those that are no padding: neighbours differ. */
  colour: number;
}

/** The parts that hold bytes themselves, in the order of their offsets. */
export function leaves(shape: Shape): Leaf[] {
  const found: Leaf[] = [];
  const visit = (part: Part, path: string): void => {
    const name = path === "" || part.name === "" ? path + part.name : `${path}.${part.name}`;
    if (part.parts.length > 0) {
      for (const inner of part.parts) {
        visit(inner, name);
      }
    } else if (part.size > 0) {
      const { type, kind, offset, size, align, isOwner } = part;
      found.push({ path: kind === "padding" ? "padding" : name, type, kind, offset, size, align, isOwner, colour: 0 });
    }
  };
  for (const part of shape.parts) {
    visit(part, "");
  }
  found.sort((a, b) => a.offset - b.offset);
  found.filter(({ kind }) => kind === "field").forEach((leaf, number) => (leaf.colour = number));
  return found;
}

/** Bytes of padding in a shape. */
export function paddingOf(shape: Shape): number {
  return leaves(shape)
    .filter(({ kind }) => kind === "padding")
    .reduce((sum, { size }) => sum + size, 0);
}

/** Adds the padding that the offsets leave open, where the data has none. */
export function withPadding(parts: readonly Part[], begin: number, end: number): Part[] {
  const filled: Part[] = [];
  let at = begin;
  const pad = (to: number): void => {
    if (to > at) {
      filled.push({ name: "", type: "", kind: "padding", isOwner: false, offset: at, size: to - at, align: 1, parts: [] });
    }
  };
  for (const part of [...parts].sort((a, b) => a.offset - b.offset)) {
    pad(part.offset);
    const inner = part.parts.length === 0 ? [] : withPadding(part.parts, part.offset, part.offset + part.size);
    filled.push({ ...part, parts: inner });
    at = Math.max(at, part.offset + part.size);
  }
  pad(end);
  return filled;
}
