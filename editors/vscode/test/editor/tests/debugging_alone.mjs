// LLVM's debug adapter, and no extension that debugs: this one starts the adapter itself. What the editor was told of each
// stop, a second extension writes down.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export const surroundings = { asksForTrust: false, extensions: ["witness"], needs: "lldb-dap-22" };

/** The dot beside a line. */
const BREAKPOINT = ".monaco-editor .codicon-debug-breakpoint, .monaco-editor .codicon-debug-breakpoint-unverified";

/** Opens a file, without breakpoints, and forgets earlier stops. */
async function begin(editor, file) {
  await editor.page.keyboard.press("Control+Alt+Shift+F5");
  await editor.open(file);
  await editor.page.locator(".debug-toolbar").waitFor({ state: "hidden", timeout: 20_000 });
  await editor.page.locator(BREAKPOINT).first().waitFor({ state: "detached", timeout: 10_000 });
  // Lenses push lines down.
  await editor.page.locator(".codelens-decoration a", { hasText: "Debug" }).first().waitFor({ timeout: 60_000 });
  // Where it was scrolled to before is of no interest.
  await editor.page.keyboard.press("Control+Home");
  for (const { id } of stops(editor)) {
    over.add(id);
  }
  rmSync(join(editor.workspace, "stops.jsonl"), { force: true });
}

/** Sets a breakpoint as people do: the cursor in the line, and F9. */
async function breakAt(editor, line, number) {
  const place = editor.page.locator(".statusbar-item", { hasText: new RegExp(`Ln ${number},`) });
  await editor.until(`cursor in line ${number}`, async () => {
    // Lenses and hints may come in between and push the line away.
    await editor.click(line, line);
    await editor.page.waitForTimeout(200);
    return (await place.count()) > 0;
  });
  await editor.page.keyboard.press("F9");
  await editor.page.locator(BREAKPOINT).first().waitFor({ timeout: 10_000 });
}

/** Sessions of earlier tests, whose last words may come late. */
const over = new Set();

/** What was written down. */
function stops(editor) {
  const file = join(editor.workspace, "stops.jsonl");
  // A line that has no end yet is still being written.
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line)).filter(({ id }) => !over.has(id));
}

/** What was written down `number`th, from 0. */
async function stop(editor, number) {
  return editor.until(`stop ${number}`, () => {
    const written = stops(editor);
    editor.seen = JSON.stringify(written.at(-1));
    return written[number];
  });
}

/** The places in the program, innermost first. */
function places({ frames }) {
  return frames.filter(({ file }) => file?.endsWith(".lang")).map(({ name, line }) => `${name.replace(/\(.*/, "")}:${line}`);
}

/** Unfolds a row of the variables until another one is seen below it. */
async function unfold(editor, row, seen) {
  const rows = editor.page.locator(".debug-variables .monaco-list-row");
  const shown = async (text) => {
    const texts = (await rows.allInnerTexts()).map((each) => each.replace(/\s+/g, " ").trim());
    editor.seen = texts.join(" | ");
    return texts.findIndex((each) => text.test(each));
  };
  await editor.until(`row ${seen}`, async () => {
    if ((await shown(seen)) >= 0) {
      return true;
    }
    const at = await shown(row);
    if (at >= 0) {
      await rows.nth(at).click({ timeout: 5000 });
      await editor.page.keyboard.press("ArrowRight");
      await editor.page.waitForTimeout(1000);
    }
    return undefined;
  });
}

/** The lens above the `nth` thing that runs. */
async function debugLens(editor, nth, count) {
  const lenses = editor.page.locator(".codelens-decoration a", { hasText: "Debug" });
  await editor.until(`${count} lenses`, async () => (await lenses.count()) === count);
  await lenses.nth(nth).click();
}

export const tests = {
  async "Debug above main stops at a breakpoint, steps, and stops where a check fails"(editor) {
    await begin(editor, "bank.lang");
    await breakAt(editor, "let part", 12);
    await debugLens(editor, 2, 3);
    const first = await stop(editor, 0);
    assert.equal(first.type, "lang");
    assert.equal(first.reason, "breakpoint");
    assert.deepEqual(places(first), ["bank::Bank::carry_out:12", "main:31"]);
    const { self, transfer } = first.variables;
    assert.equal(self.type, "bank::Bank &");
    assert.equal(self.parts.name.type, "String &");
    assert.equal(self.parts.balances.type, "std::array::Array[i64]");
    assert.equal(transfer.type, "bank::Transfer");
    assert.equal(transfer.value, "{from:0, to:2, amount:40}");
    assert.deepEqual(transfer.parts, {
      from: { value: "0", type: "i64" },
      to: { value: "2", type: "i64" },
      amount: { value: "40", type: "i64" },
    });
    // The editor's own views.
    await editor.page.locator(".debug-top-stack-frame-line").first().waitFor({ timeout: 20_000 });
    await unfold(editor, /^Locals/, /^transfer/);
    await unfold(editor, /^transfer/, /^amount.*40/);
    await editor.pictures("debugging");

    await editor.command("Debug: Step Over");
    const second = await stop(editor, 1);
    assert.equal(second.reason, "step");
    assert.equal(places(second)[0], "bank::Bank::carry_out:13");
    assert.deepEqual(second.variables.part, { value: "20", type: "i64" });

    await editor.command("Debug: Continue");
    const third = await stop(editor, 2);
    assert.equal(third.variables.transfer.parts.amount.value, "5");
    await editor.command("Debug: Continue");
    const failed = await stop(editor, 3);
    assert.deepEqual(places(failed), ["bank::Bank::carry_out:14", "main:32"], JSON.stringify(failed));
    assert.match(failed.frames[0].name, /end_failed/);
    assert.equal(failed.variables.part.value, "2");
    await editor.page.locator(".debug-focused-stack-frame-line, .debug-top-stack-frame-line").first().waitFor({ timeout: 20_000 });
    await editor.page.locator(".statusbar-item", { hasText: /Ln 14,/ }).waitFor({ timeout: 20_000 });
    const said = editor.page.locator(".repl .monaco-list-row", { hasText: "bank.lang:14:5: index 3 out of bounds of 3 elements" });
    await said.first().waitFor({ timeout: 20_000 });
    await editor.picture("debugging_failed_check_dark");
    await editor.command("Debug: Continue");
    assert.equal((await stop(editor, 4)).exitCode, 101);
  },

  async "a file is debugged without a launch.json"(editor) {
    await begin(editor, "bank.lang");
    await breakAt(editor, "bank.carry_out(Transfer(1, 3, 5))", 32);
    await editor.command("Debug: Start Debugging");
    const { type, variables, ...told } = await stop(editor, 0);
    assert.equal(type, "lang");
    assert.deepEqual(places(told), ["main:32"]);
    assert.equal(variables.bank.type, "bank::Bank &");
    await editor.command("Debug: Stop");
  },

  async "Debug above a test debugs that test"(editor) {
    await begin(editor, "bank.lang");
    await breakAt(editor, "number * 2", 19);
    await debugLens(editor, 1, 3);
    const stopped = await stop(editor, 0);
    assert.equal(places(stopped)[0], "doubled:19");
    assert.deepEqual(stopped.variables.number, { value: "7", type: "i64" });
    await editor.command("Debug: Continue");
    assert.equal((await stop(editor, 1)).exitCode, 0);
  },

  async "the test explorer debugs the test at the cursor, and tells how it ended"(editor) {
    await begin(editor, "bank.lang");
    await editor.page.locator(".monaco-editor .testing-run-glyph").nth(1).waitFor({ timeout: 60_000 });
    await breakAt(editor, "number * 2", 19);
    await editor.click("let seven", "seven");
    await editor.command("Test: Debug Test at Cursor");
    const stopped = await stop(editor, 0);
    assert.deepEqual(stopped.variables.number, { value: "7", type: "i64" });
    await editor.command("Debug: Continue");
    assert.equal((await stop(editor, 1)).exitCode, 0);
    // The whole file is seen again.
    await editor.page.keyboard.press("Control+Alt+Shift+F7");
    await editor.page.locator(".testing-run-glyph.codicon-testing-passed-icon").first().waitFor({ timeout: 30_000 });
    assert.equal(await editor.page.locator(".testing-run-glyph.codicon-testing-passed-icon").count(), 1);
  },

  async "what cannot be built is told in the terminal, and nothing starts"(editor) {
    await begin(editor, "broken/main.lang");
    await debugLens(editor, 0, 1);
    await editor.until("the errors", async () => {
      editor.seen = (await editor.page.locator(".terminal-wrapper .xterm-rows").allInnerTexts()).join("\n");
      return /2 errors/.test(editor.seen);
    });
    assert.ok(!existsSync(join(editor.workspace, "stops.jsonl")));
  },
};
