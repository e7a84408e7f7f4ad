// An extension that debugs is there. The folder is trusted from the first moment: whether an editor keeps what was trusted a second
// before its page is loaded anew is not this extension's doing.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export const surroundings = { asksForTrust: false, extensions: ["debugger"] };

export const tests = {
  async "Debug above main hands the built program to the debugger"(editor) {
    await editor.open("squiggle.lang");
    await editor.page.locator(".codelens-decoration a", { hasText: "Run" }).first().waitFor({ timeout: 60_000 });
    const lens = editor.page.locator(".codelens-decoration a", { hasText: "Debug" }).first();
    await lens.waitFor({ timeout: 60_000 });
    await editor.picture("debug_lens_dark");
    await lens.click();
    const launched = join(editor.workspace, "launched.json");
    await editor.until("launch", () => existsSync(launched) && readFileSync(launched, "utf8") !== "");
    const { type, program, args, isThere } = JSON.parse(readFileSync(launched, "utf8"));
    assert.equal(type, "lldb");
    assert.match(program, /\/squiggle$/);
    assert.deepEqual(args, []);
    assert.ok(isThere, "the program was built");
    rmSync(launched);
  },

  async "Debug above a test hands over the tests' executable and the test's number"(editor) {
    await editor.open("tested.lang");
    const lenses = editor.page.locator(".codelens-decoration a", { hasText: "Debug" });
    await editor.until("three lenses", async () => (await lenses.count()) === 3);
    await lenses.nth(1).click();
    const launched = join(editor.workspace, "launched.json");
    await editor.until("launch", () => existsSync(launched) && readFileSync(launched, "utf8") !== "");
    const { program, args, isThere } = JSON.parse(readFileSync(launched, "utf8"));
    assert.match(program, /\/tested$/);
    assert.deepEqual(args, ["1"], "the second test");
    assert.ok(isThere, "the tests were built");
    rmSync(launched);
  },
};
