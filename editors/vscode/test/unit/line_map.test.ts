import assert from "node:assert/strict";
import { test } from "node:test";
import { LineMap } from "../../src/code/line_map";

test("runs of one source line that touch are one", () => {
  const map = new LineMap([
    [3, 0, 1],
    [3, 2, 4],
    [4, 5, 5],
    [3, 6, 7],
  ]);
  assert.deepEqual(map.codeOf(3), [
    { first: 0, last: 4 },
    { first: 6, last: 7 },
  ]);
  assert.deepEqual(map.codeOf(4), [{ first: 5, last: 5 }]);
  assert.deepEqual(map.codeOf(5), []);
});

test("the order of entries does not matter", () => {
  const map = new LineMap([
    [9, 8, 9],
    [1, 2, 3],
    [9, 0, 1],
  ]);
  assert.deepEqual(map.codeOf(9), [
    { first: 0, last: 1 },
    { first: 8, last: 9 },
  ]);
  assert.deepEqual(map.sources(), [1, 9]);
});

test("a line of code leads to the narrowest run around it", () => {
  const map = new LineMap([
    [1, 0, 9],
    [2, 4, 5],
  ]);
  assert.equal(map.sourceOf(0), 1);
  assert.equal(map.sourceOf(4), 2);
  assert.equal(map.sourceOf(9), 1);
  assert.equal(map.sourceOf(10), undefined);
});

test("entries that end before they begin are dropped", () => {
  const map = new LineMap([[1, 5, 4]]);
  assert.equal(map.sourceOf(4), undefined);
  assert.deepEqual(map.sources(), []);
});

test("every line of code agrees with the way back, for random maps", () => {
  let seed = 20260711;
  const random = (limit: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % limit;
  };
  for (let round = 0; round < 200; round += 1) {
    const entries: [number, number, number][] = [];
    let line = 0;
    while (line < 40) {
      const length = 1 + random(4);
      if (random(4) > 0) {
        entries.push([random(10), line, line + length - 1]);
      }
      line += length;
    }
    const map = new LineMap(entries);
    for (let code = 0; code < 45; code += 1) {
      const source = map.sourceOf(code);
      const back = entries.filter(([, first, last]) => first <= code && code <= last).map(([from]) => from);
      assert.deepEqual(source === undefined ? [] : [source], back, `round ${round}, line ${code}`);
      if (source !== undefined) {
        assert.ok(map.codeOf(source).some(({ first, last }) => first <= code && code <= last));
      }
    }
  }
});
