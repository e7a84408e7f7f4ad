import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Pattern {
  name: string;
  regexp?: string;
  patterns?: { regexp: string }[];
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { contributes: { problemPatterns: Pattern[] } };

function expressions(name: string): RegExp[] {
  const pattern = manifest.contributes.problemPatterns.find((known) => known.name === name);
  assert.ok(pattern, name);
  return (pattern.patterns ?? [{ regexp: pattern.regexp ?? "" }]).map(({ regexp }) => new RegExp(regexp));
}

test("$lang reads what people read", () => {
  const [first, second] = expressions("lang");
  assert.deepEqual(first!.exec("error[E0201]: expected `i32`, found `String`")?.slice(1), [
    "error",
    "E0201",
    "expected `i32`, found `String`",
  ]);
  assert.deepEqual(second!.exec("  --> dir/bad one.lang:2:16")?.slice(1), ["dir/bad one.lang", "2", "16"]);
  assert.equal(first!.exec("2 errors"), null);
});

test("$lang-short reads one line each", () => {
  const [only] = expressions("lang-short");
  assert.deepEqual(only!.exec("vec.lang:20:7: warning[W0401]: `unused` is never used")?.slice(1), [
    "vec.lang",
    "20",
    "7",
    "warning",
    "W0401",
    "`unused` is never used",
  ]);
});

test("$lang-panic reads panics only", () => {
  const [only] = expressions("lang-panic");
  assert.deepEqual(only!.exec("/w/vec.lang:11:21: index out of bounds")?.slice(1), [
    "/w/vec.lang",
    "11",
    "21",
    "index out of bounds",
  ]);
  assert.equal(only!.exec("vec.lang:20:7: warning[W0401]: `unused` is never used"), null);
});
