// Cuts the bytes of a type into rows of the picture. Pure data.

import type { Leaf } from "./model";

/** A stretch of one leaf within one row. */
export interface Cell {
  leaf: Leaf;
  /** The first byte's column. */
  column: number;
  bytes: number;
  /** Whether the leaf begins and ends in this row. */
  begins: boolean;
  ends: boolean;
}

export type Row =
  | { kind: "bytes"; offset: number; cells: Cell[] }
  /** Rows left out, because one leaf fills them all. */
  | { kind: "gap"; offset: number; bytes: number; leaf: Leaf };

/** Fewer equal rows than this are all shown. */
const FEWEST_LEFT_OUT = 3;

/** Eight bytes a row, a register's worth, unless that makes the picture endless. */
export function bytesPerRow(size: number): number {
  return size > 512 ? 16 : 8;
}

export function rows(leaves: readonly Leaf[], size: number, width: number): Row[] {
  const all: Row[] = [];
  for (let offset = 0; offset < size; offset += width) {
    all.push({ kind: "bytes", offset, cells: cellsOf(leaves, offset, Math.min(offset + width, size)) });
  }
  return withoutRepetition(all, width);
}

function cellsOf(leaves: readonly Leaf[], begin: number, end: number): Cell[] {
  const cells: Cell[] = [];
  for (const leaf of leaves) {
    const first = Math.max(leaf.offset, begin);
    const last = Math.min(leaf.offset + leaf.size, end);
    if (first < last) {
      const begins = leaf.offset >= begin;
      const ends = leaf.offset + leaf.size <= end;
      cells.push({ leaf, column: first - begin, bytes: last - first, begins, ends });
    }
  }
  return cells;
}

/** The leaf that fills a row and goes on beyond both its ends. */
function filling(row: Row | undefined): Leaf | undefined {
  if (row?.kind !== "bytes" || row.cells.length !== 1) {
    return undefined;
  }
  const [cell] = row.cells;
  return cell !== undefined && !cell.begins && !cell.ends ? cell.leaf : undefined;
}

function withoutRepetition(all: readonly Row[], width: number): Row[] {
  const kept: Row[] = [];
  let at = 0;
  while (at < all.length) {
    const row = all[at];
    if (row === undefined) {
      break;
    }
    const leaf = filling(row);
    let end = at + 1;
    while (leaf !== undefined && filling(all[end]) === leaf) {
      end += 1;
    }
    if (leaf !== undefined && end - at >= FEWEST_LEFT_OUT) {
      kept.push({ kind: "gap", offset: row.offset, bytes: (end - at) * width, leaf });
    } else {
      kept.push(...all.slice(at, end));
    }
    at = end;
  }
  return kept;
}
