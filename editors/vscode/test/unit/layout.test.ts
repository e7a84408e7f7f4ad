import assert from "node:assert/strict";
import { test } from "node:test";
import { readLayouts } from "../../src/layout/answer";
import { leaves, paddingOf } from "../../src/layout/model";
import { page } from "../../src/layout/page";
import { rows } from "../../src/layout/rows";
import { draw } from "../../src/layout/svg";

const [mixed] = readLayouts({
  text: "",
  layouts: [
    {
      name: "Mixed",
      size: 24,
      align: 8,
      padding: 10,
      target: "x86_64-linux-gnu",
      parts: [
        { name: "flag", type: "bool", offset: 0, size: 1, align: 1 },
        {
          name: "at",
          type: "Point",
          offset: 8,
          size: 8,
          align: 4,
          parts: [
            { name: "x", type: "f32", offset: 8, size: 4, align: 4 },
            { name: "y", type: "i16", offset: 12, size: 2, align: 2 },
          ],
        },
        { name: "low", type: "u64", offset: 16, size: 8, align: 8 },
      ],
    },
  ],
});

test("padding between and inside of fields becomes parts of its own", () => {
  assert.ok(mixed);
  const found = mixed.shapes.flatMap(leaves).map(({ path, offset, size, kind, colour }) => [path, offset, size, kind === "padding" ? undefined : colour]);
  assert.deepEqual(found, [
    ["flag", 0, 1, 0],
    ["padding", 1, 7, undefined],
    ["at.x", 8, 4, 1],
    ["at.y", 12, 2, 2],
    ["padding", 14, 2, undefined],
    ["low", 16, 8, 3],
  ]);
  assert.equal(paddingOf(mixed.shapes[0]!), 9);
});

test("every byte is in exactly one cell", () => {
  const cells = rows(leaves(mixed!.shapes[0]!), 24, 8).flatMap((row) =>
    row.kind === "bytes" ? row.cells.map((cell) => [row.offset + cell.column, cell.bytes]) : [],
  );
  let at = 0;
  for (const [begin, bytes] of cells) {
    assert.equal(begin, at);
    at += bytes!;
  }
  assert.equal(at, 24);
});

test("rows that one field fills are left out, but not few of them", () => {
  const large = (size: number): number[] => {
    const leaf = { path: "a", type: "", kind: "field" as const, isOwner: false, offset: 0, size, align: 1, colour: 0 };
    return rows([leaf], size, 8).map((row) => (row.kind === "gap" ? row.bytes : -row.offset));
  };
  assert.deepEqual(large(32), [-0, -8, -16, -24]);
  assert.deepEqual(large(40), [-0, 24, -32]);
  assert.deepEqual(large(4096), [-0, 4080, -4088]);
});

test("the picture names fields and hatches padding, and holds no markup of names", () => {
  const svg = draw(mixed!.shapes[0]!, 24, "Mixed <b>");
  assert.match(svg, /class="padding"/);
  assert.match(svg, />low<tspan class="type">: u64</);
  assert.match(svg, /aria-label="Mixed &lt;b&gt;"/);
  assert.equal(svg.match(/<g>/g)?.length, 6);
  assert.equal(svg.match(/<g>/g)?.length, svg.match(/<\/g>/g)?.length);
});

test("an enum has a picture for each case", () => {
  const shape = (name: string, type: string) => ({
    name,
    parts: [
      { name: "tag", type: "u8", kind: "tag", offset: 0, size: 1 },
      { name: "0", type, offset: 8, size: 8 },
    ],
  });
  const html = page(
    readLayouts({
      text: "",
      layouts: [{ name: "E", size: 16, align: 8, shapes: [shape("Left", "f64"), shape("Right", "Array[i64]")] }],
    }),
  );
  assert.equal(html.match(/<svg /g)?.length, 2);
  assert.match(html, /<h2>Left<\/h2>/);
  assert.match(html, /class="tag"/);
  assert.match(html, /default-src 'none'/);
});

test("what the bytes do not show is said, and what is no declared type is not called one", () => {
  const word = (name: string, offset: number) => ({ name, type: "Pointer[()]", kind: "field", offset, size: 8, align: 8 });
  const html = page(
    readLayouts({
      text: "",
      layouts: [
        { name: "fn ()", kind: "closure", size: 16, align: 8, shapes: null, parts: [word("code", 0), word("environment", 8)] },
        { name: "environment", kind: "captures", size: 8, align: 8, notes: ["n: <copied>"], parts: [word("drop", 0)] },
        { name: "Mode", kind: "copy enum", size: 1, align: 1, notes: ["Read is 0"], parts: [{ name: "tag", type: "u8", kind: "tag", offset: 0, size: 1 }] },
      ],
    }),
  );
  assert.match(html, /<span class="kind">closure<\/span> fn \(\)/);
  assert.match(html, /<span class="kind">copy enum<\/span> Mode/);
  assert.match(html, /<p class="note">n: &lt;copied&gt;<\/p>/);
  assert.match(html, /class="tag"/);
  assert.equal(html.match(/<section>/g)?.length, 3);
});

test("a type without bytes is said to take no room", () => {
  const html = page(readLayouts({ text: "", layouts: [{ name: "Nothing", size: 0, align: 1, parts: [] }] }));
  assert.match(html, /takes no room/);
});

test("each member of a union is a picture of its own", () => {
  const [bits] = readLayouts({
    text: "",
    layouts: [
      {
        name: "Bits",
        kind: "union",
        size: 8,
        align: 8,
        parts: [
          { name: "i", type: "u64", offset: 0, size: 8, align: 8 },
          { name: "f", type: "f32", offset: 0, size: 4, align: 4 },
        ],
      },
    ],
  });
  assert.deepEqual(
    bits?.shapes.map((shape) => [shape.name, leaves(shape).map(({ path, size }) => [path, size])]),
    [
      ["i", [["i", 8]]],
      ["f", [["f", 4], ["padding", 4]]],
    ],
  );
});

test("neighbours have different colours, parts of one field too, and owners say that they are pointers", () => {
  const [node] = readLayouts({
    text: "",
    layouts: [
      {
        name: "Node",
        kind: "heap",
        size: 24,
        align: 8,
        pointer: 8,
        parts: [
          { name: "pair", type: "(i64, i64)", offset: 0, size: 16, parts: [{ name: "0", type: "i64", offset: 0, size: 8 }, { name: "1", type: "i64", offset: 8, size: 8 }] },
          { name: "name", type: "String", owner: true, offset: 16, size: 8 },
        ],
      },
    ],
  });
  const colours = leaves(node!.shapes[0]!).map(({ colour }) => colour);
  assert.deepEqual(colours, [0, 1, 2]);
  const html = page([node!]);
  assert.match(html, /a pointer of <b>8<\/b> bytes to these, which come from <code>malloc<\/code>/);
  assert.match(html, /String, a pointer</);
  assert.doesNotMatch(page([{ ...node!, pointer: undefined }]), /malloc/);
});
