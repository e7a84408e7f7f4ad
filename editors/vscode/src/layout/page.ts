// The page around the picture: facts, picture, table, and how the type travels. It holds no script; its colours are the
// editor's own. Pure: text out of data.

import { leaves, paddingOf, type Layout, type Leaf, type Shape } from "./model";
import { COLOURS, draw, escape } from "./svg";

// Themes have their own orange, which some of them make half transparent: it is mixed from its neighbours here.
const FIELD_COLOURS = [
  ...["blue", "green", "yellow", "purple", "red"].map((name) => `var(--vscode-charts-${name})`),
  "color-mix(in srgb, var(--vscode-charts-red), var(--vscode-charts-yellow))",
];

export function page(layouts: readonly Layout[]): string {
  const body = layouts.map(section).join("\n");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Memory layout</title>
<style>${style()}</style>
</head>
<body>
${body}
</body>
</html>`;
}

/** A page that only says something. */
export function note(text: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>${style()}</style></head><body><p class="note">${escape(text)}</p></body></html>`;
}

function section(layout: Layout): string {
  const shapes = layout.shapes.map((shape) => drawShape(layout, shape)).join("\n");
  return `<section>
<h1><span class="kind">${escape(layout.kind)}</span> ${escape(layout.name)}</h1>
<p class="facts">${fact(layout.size, "bytes")}${fact(layout.align, "alignment")}${fact(layout.padding, "padding")}<span class="target">${layout.targets.map(escape).join(", ")}</span></p>
${owner(layout)}${notes(layout)}${shapes}
${travels(layout)}
</section>`;
}

/** What is drawn is the object; a value of a heap type is less. */
function owner({ pointer }: Layout): string {
  return pointer === undefined
    ? ""
    : `<p class="owner">A value is an owner: a pointer of <b>${pointer}</b> bytes to these, which come from <code>malloc</code>.</p>\n`;
}

function notes({ notes }: Layout): string {
  return notes.map((note) => `<p class="note">${escape(note)}</p>\n`).join("");
}

function fact(value: number, what: string): string {
  return `<span class="fact"><b>${value}</b> ${what}</span>`;
}

function drawShape(layout: Layout, shape: Shape): string {
  const heading = shape.name === "" ? "" : `<h2>${escape(shape.name)}</h2>`;
  if (layout.size === 0) {
    return `${heading}<p class="note">It takes no room.</p>`;
  }
  const label = `${layout.name} ${shape.name}: ${layout.size} bytes, ${paddingOf(shape)} of padding`;
  return `${heading}${draw(shape, layout.size, label)}${table(shape)}`;
}

function table(shape: Shape): string {
  const lines = leaves(shape).map(line).join("");
  return `<table><thead><tr><th class="number">offset</th><th class="number">bytes</th><th class="number">align</th><th>field</th><th>type</th></tr></thead><tbody>${lines}</tbody></table>`;
}

function line(leaf: Leaf): string {
  const swatch = leaf.kind === "field" ? `swatch colour${leaf.colour % COLOURS}` : `swatch ${leaf.kind}`;
  const align = leaf.kind === "padding" ? "" : String(leaf.align);
  return `<tr class="${leaf.kind}"><td class="number">${leaf.offset}</td><td class="number">${leaf.size}</td><td class="number">${align}</td><td><span class="${swatch}"></span>${escape(leaf.path)}</td><td>${escape(leaf.type)}${leaf.isOwner ? ", a pointer" : ""}</td></tr>`;
}

function travels(layout: Layout): string {
  if (layout.travels.length === 0) {
    return "";
  }
  const lines = layout.travels
    .map(({ target, argument, result }) => `<tr><td>${escape(target)}</td><td>${escape(argument)}</td><td>${escape(result)}</td></tr>`)
    .join("");
  return `<h2>How it travels</h2><table class="travels"><thead><tr><th>target</th><th>lone argument</th><th>result</th></tr></thead><tbody>${lines}</tbody></table>`;
}

function style(): string {
  const colours = FIELD_COLOURS.map(
    (colour, number) =>
      `.colour${number} { fill: color-mix(in srgb, ${colour} 26%, var(--vscode-editor-background)); stroke: ${colour}; background: ${colour}; }`,
  ).join("\n");
  return `
body { font-family: var(--vscode-font-family); color: var(--vscode-foreground); background: var(--vscode-editor-background); padding: 8px 20px 24px; max-width: 760px; }
h1 { font-size: 1.5em; font-weight: 600; margin: 0.6em 0 0.3em; }
h2 { font-size: 1.1em; font-weight: 600; margin: 1.4em 0 0.4em; }
.kind { color: var(--vscode-descriptionForeground); font-weight: 400; }
.facts { display: flex; flex-wrap: wrap; gap: 8px; align-items: baseline; margin: 0 0 14px; }
.fact { border: 1px solid var(--vscode-panel-border, var(--vscode-widget-border, transparent)); border-radius: 4px; padding: 2px 8px; }
.target, .note { color: var(--vscode-descriptionForeground); }
svg.layout { display: block; max-width: 100%; height: auto; font-family: var(--vscode-editor-font-family, monospace); font-size: 12px; }
svg text { fill: var(--vscode-foreground); }
svg text.ruler, svg text.offset, svg .type, svg text.more, svg text.padding-name { fill: var(--vscode-descriptionForeground); }
svg text.name { font-weight: 600; }
svg .type { font-weight: 400; }
svg rect { stroke-width: 1; }
svg g:hover rect { stroke-width: 2.5; }
${colours}
rect.tag { fill: color-mix(in srgb, var(--vscode-foreground) 18%, var(--vscode-editor-background)); stroke: var(--vscode-foreground); }
rect.padding { fill: url(#hatching); stroke: var(--vscode-descriptionForeground); stroke-dasharray: 3 3; }
rect.gap { fill-opacity: 0.5; stroke-dasharray: 2 4; }
.hatching-ground { fill: var(--vscode-editor-background); }
.hatching-line { fill: color-mix(in srgb, var(--vscode-descriptionForeground) 38%, var(--vscode-editor-background)); }
.tick { stroke: var(--vscode-descriptionForeground); opacity: 0.6; }
table { border-collapse: collapse; margin: 14px 0 0; font-family: var(--vscode-editor-font-family, monospace); font-size: 0.92em; }
th { text-align: left; font-weight: 600; color: var(--vscode-descriptionForeground); border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-descriptionForeground)); }
th, td { padding: 3px 16px 3px 0; white-space: nowrap; }
.travels td { white-space: normal; vertical-align: top; }
.travels td:first-child { white-space: nowrap; }
td.number, th.number { text-align: right; }
tr.padding td { color: var(--vscode-descriptionForeground); font-style: italic; }
.swatch { display: inline-block; width: 9px; height: 9px; border-radius: 2px; margin-right: 8px; }
.swatch.padding { background: var(--vscode-descriptionForeground); opacity: 0.4; }
.swatch.tag { background: var(--vscode-foreground); }
`;
}
