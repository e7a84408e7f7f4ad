// Draws the bytes of a type: a row for each register's worth, a block for each field, hatching for padding. Colours are
// classes, so that the page's style decides them for dark and light. Pure: text out of data.

import { leaves, type Leaf, type Shape } from "./model";
import { bytesPerRow, rows, type Cell, type Row } from "./rows";

/** How many colours the page's style has for fields. */
export const COLOURS = 6;

const ROW_HEIGHT = 38;
const GAP_HEIGHT = 26;
const RULER_HEIGHT = 20;
const MARGIN_LEFT = 56;
const MARGIN_RIGHT = 8;
const PICTURE_WIDTH = 640;
const LETTER_WIDTH = 7.3;

export function draw(shape: Shape, size: number, label: string): string {
  const width = bytesPerRow(size);
  const byteWidth = (PICTURE_WIDTH - MARGIN_LEFT - MARGIN_RIGHT) / width;
  const all = rows(leaves(shape), size, width);
  const body: string[] = [ruler(width, byteWidth)];
  let top = RULER_HEIGHT;
  for (const row of all) {
    body.push(drawRow(row, top, byteWidth, width));
    top += row.kind === "gap" ? GAP_HEIGHT : ROW_HEIGHT;
  }
  const height = top + 2;
  return [
    `<svg class="layout" role="img" aria-label="${escape(label)}" viewBox="0 0 ${PICTURE_WIDTH} ${height}" width="${PICTURE_WIDTH}" height="${height}" xmlns="http://www.w3.org/2000/svg">`,
    '<defs><pattern id="hatching" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatching-ground" width="7" height="7"/><rect class="hatching-line" width="2" height="7"/></pattern></defs>',
    ...body,
    "</svg>",
  ].join("\n");
}

function ruler(width: number, byteWidth: number): string {
  const marks: string[] = [];
  for (let byte = 0; byte < width; byte += 1) {
    const x = MARGIN_LEFT + (byte + 0.5) * byteWidth;
    marks.push(`<text class="ruler" x="${round(x)}" y="${RULER_HEIGHT - 7}" text-anchor="middle">${byte}</text>`);
  }
  return marks.join("");
}

function drawRow(row: Row, top: number, byteWidth: number, width: number): string {
  const height = row.kind === "gap" ? GAP_HEIGHT : ROW_HEIGHT;
  const offset = `<text class="offset" x="${MARGIN_LEFT - 10}" y="${top + height / 2 + 4}" text-anchor="end">${row.offset}</text>`;
  if (row.kind === "gap") {
    const x = MARGIN_LEFT + (width * byteWidth) / 2;
    const block = rectangle(row.leaf, MARGIN_LEFT, top, width * byteWidth, height, " gap");
    return `${offset}<g>${title(row.leaf)}${block}<text class="more" x="${round(x)}" y="${top + height / 2 + 4}" text-anchor="middle">⋮ ${row.bytes} bytes more</text></g>`;
  }
  return offset + row.cells.map((cell) => drawCell(cell, top, byteWidth)).join("");
}

function drawCell(cell: Cell, top: number, byteWidth: number): string {
  const x = MARGIN_LEFT + cell.column * byteWidth;
  const width = cell.bytes * byteWidth;
  // A leaf that goes on in the next row has no gap there.
  const block = rectangle(cell.leaf, x + 1, top + (cell.begins ? 1 : 0), width - 2, ROW_HEIGHT - (cell.begins ? 1 : 0) - (cell.ends ? 1 : 0), "");
  const ticks: string[] = [];
  for (let byte = 1; byte < cell.bytes; byte += 1) {
    const at = round(x + byte * byteWidth);
    ticks.push(`<path class="tick" d="M${at} ${top + ROW_HEIGHT - 6}v5"/>`);
  }
  return `<g>${title(cell.leaf)}${block}${ticks.join("")}${cell.begins ? words(cell, x, width, top) : ""}</g>`;
}

function rectangle(leaf: Leaf, x: number, y: number, width: number, height: number, extra: string): string {
  const style = leaf.kind === "field" ? `field colour${leaf.colour % COLOURS}` : leaf.kind;
  return `<rect class="${style}${extra}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="3"/>`;
}

function words(cell: Cell, x: number, width: number, top: number): string {
  const { leaf } = cell;
  const room = Math.floor((width - 14) / LETTER_WIDTH);
  const middle = top + ROW_HEIGHT / 2 + 4;
  const at = round(x + 8);
  if (leaf.kind === "padding") {
    const text = `padding ${leaf.size}`;
    const shown = text.length <= room ? text : `${leaf.size}`;
    return `<text class="padding-name" x="${round(x + width / 2)}" y="${middle}" text-anchor="middle">${shown}</text>`;
  }
  const both = `${leaf.path}: ${leaf.type}`;
  if (leaf.type !== "" && both.length <= room) {
    return `<text class="name" x="${at}" y="${middle}">${escape(leaf.path)}<tspan class="type">: ${escape(leaf.type)}</tspan></text>`;
  }
  const middleOfBlock = `<text class="name" x="${round(x + width / 2)}" y="${middle}" text-anchor="middle">`;
  return `${middleOfBlock}${escape(shortened(leaf.path, Math.max(room, 1)))}</text>`;
}

/** The end of a path tells more than its beginning. */
function shortened(path: string, room: number): string {
  if (path.length <= room) {
    return path;
  }
  const last = path.slice(path.lastIndexOf(".") + 1);
  return last.length <= room ? last : `${last.slice(0, Math.max(room - 1, 1))}…`;
}

function title(leaf: Leaf): string {
  const owner = leaf.isOwner ? ", a pointer to what it owns" : "";
  const what = leaf.kind === "padding" ? "padding" : `${leaf.path}: ${leaf.type}${owner}`;
  const align = leaf.kind === "padding" ? "" : `, aligned to ${leaf.align}`;
  return `<title>${escape(what)}\noffset ${leaf.offset}, ${leaf.size} ${leaf.size === 1 ? "byte" : "bytes"}${align}</title>`;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
