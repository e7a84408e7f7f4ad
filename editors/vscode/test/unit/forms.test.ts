import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode, moved, pathOf, type Request } from "../../src/code/forms";

test("addresses of virtual documents read back", () => {
  const request: Request = { form: "asm-llvm", uri: "file:///a%20b/c%3Fd.lang", line: 3, character: 17 };
  assert.deepEqual(decode(encode(request)), request);
});

test("addresses that are not ours name nothing", () => {
  for (const query of ["", "{}", "null", "[1,2]", '["exe","file:///a",0,0]', '["mir","file:///a",0.5,0]', '["mir","file:///a"]']) {
    assert.equal(decode(query), undefined, query);
  }
});

test("a tab is named after the function and the form", () => {
  assert.equal(pathOf("clif", "vec.Vec3.plus"), "/vec.Vec3.plus.cranelift.lang-clif");
  assert.equal(pathOf("mir", "Array[i64]:Show.show"), "/Array_i64_Show.show.mir.lang-mir");
  assert.equal(pathOf("abi", "///"), "/code.abi.lang-abi");
});

test("a place moves with the text above and before it", () => {
  const place = { line: 5, character: 8 };
  const at = (line: number, character: number): { line: number; character: number } => ({ line, character });
  assert.deepEqual(moved(place, { start: at(0, 0), end: at(0, 0), text: "a\nb\n" }), at(7, 8));
  assert.deepEqual(moved(place, { start: at(1, 0), end: at(3, 0), text: "" }), at(3, 8));
  assert.deepEqual(moved(place, { start: at(5, 2), end: at(5, 4), text: "xyz" }), at(5, 9));
  assert.deepEqual(moved(place, { start: at(5, 2), end: at(5, 4), text: "x\nyz" }), at(6, 6));
  assert.deepEqual(moved(place, { start: at(5, 9), end: at(6, 0), text: "q" }), place);
  assert.deepEqual(moved(place, { start: at(5, 8), end: at(5, 8), text: "q" }), place);
  assert.deepEqual(moved(place, { start: at(4, 0), end: at(9, 0), text: "q" }), at(4, 0));
});

test("moving agrees with editing the text itself, for random changes", () => {
  let seed = 7;
  const random = (limit: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % limit;
  };
  const position = (text: string, offset: number): { line: number; character: number } => {
    const before = text.slice(0, offset).split("\n");
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  };
  for (let round = 0; round < 500; round += 1) {
    const text = Array.from({ length: 30 }, () => "ab\n"[random(3)]).join("");
    const begin = random(31);
    const end = begin + random(31 - begin);
    const inserted = Array.from({ length: random(6) }, () => "x\n"[random(2)]).join("");
    const mark = random(31);
    if (mark > begin && mark < end) {
      continue;
    }
    const edited = text.slice(0, begin) + inserted + text.slice(end);
    const expected = mark <= begin ? mark : mark - (end - begin) + inserted.length;
    const change = { start: position(text, begin), end: position(text, end), text: inserted };
    assert.deepEqual(moved(position(text, mark), change), position(edited, expected), `round ${round}`);
  }
});
