// Tasks, their problems, and the test explorer.
import assert from "node:assert/strict";

async function runTask(editor, name) {
  await editor.command("Tasks: Run Task");
  const input = editor.page.locator(".quick-input-widget input").first();
  await input.waitFor();
  await editor.page.waitForTimeout(400);
  await input.fill(name);
  await editor.page.locator(`.quick-input-widget .monaco-list-row[aria-label*="${name}"]`).first().click({ timeout: 30_000 });
}

async function problem(editor, text) {
  await editor.command("View: Focus Problems").catch(() => undefined);
  const row = editor.page.locator(".markers-panel .monaco-list-row", { hasText: text });
  await editor.until(`problem with ${text}`, async () => {
    const rows = editor.page.locator(".markers-panel .monaco-list-row");
    editor.seen = (await rows.allInnerTexts()).join(" | ");
    return (await row.count()) > 0;
  });
  return (await row.first().innerText()).replaceAll("\n", " ");
}

export const tests = {
  async "problems that a task prints are in the problems view"(editor) {
    await editor.open("squiggle.lang");
    await runTask(editor, "check the broken one");
    await editor.page.locator(".terminal-wrapper.active, .terminal-group").first().waitFor({ timeout: 30_000 });
    await editor.page.waitForTimeout(2500);
    await editor.picture("task_dark");
    const text = await problem(editor, "lang task");
    assert.match(text, /expected `i32`|unknown name/);
    assert.match(text, /lang task\s*\(?E0/);
    await editor.picture("task_problems_dark");
  },

  async "a panic of a program is a problem at its place"(editor) {
    await editor.open("squiggle.lang");
    await runTask(editor, "run the panicking one");
    await editor.page.locator(".terminal-wrapper.active, .terminal-group").first().waitFor({ timeout: 30_000 });
    const text = await problem(editor, "lang panic");
    assert.match(text, /index out of bounds/);
    await editor.picture("panic_problem_dark");
  },

  async "tasks of each project are offered"(editor) {
    await editor.open("shapes/main.lang");
    await editor.command("Tasks: Run Task");
    const input = editor.page.locator(".quick-input-widget input").first();
    await input.waitFor();
    await editor.page.waitForTimeout(400);
    await editor.page.locator('.quick-input-widget .monaco-list-row[aria-label^="lang"]').first().click({ timeout: 30_000 });
    for (const name of ["check shapes", "build shapes", "run shapes", "test shapes"]) {
      await editor.page.locator(`.quick-input-widget .monaco-list-row[aria-label*="${name}"]`).first().waitFor({ timeout: 30_000 });
    }
    await editor.picture("tasks_dark");
    await editor.page.keyboard.press("Escape");
  },

  async "the test explorer finds tests, runs them and shows where they fail"(editor) {
    await editor.open("tested.lang");
    await editor.page.locator(".monaco-editor .testing-run-glyph").first().waitFor({ timeout: 60_000 });
    await editor.command("Test: Run All Tests");
    await editor.page.locator(".testing-run-glyph.codicon-testing-failed-icon").first().waitFor({ timeout: 60_000 });
    await editor.page.locator(".testing-run-glyph.codicon-testing-passed-icon").first().waitFor({ timeout: 60_000 });
    await editor.command("Testing: Focus on Test Explorer View");
    await editor.picture("test_explorer_dark");
    assert.match(await editor.text(), /assertion failed/);
  },

  async "Run above main runs the program"(editor) {
    await editor.open("squiggle.lang");
    const lens = editor.page.locator(".codelens-decoration a", { hasText: "Run" }).first();
    await lens.click({ timeout: 60_000 });
    await editor.until("42 in the terminal", async () => {
      editor.seen = (await editor.page.locator(".terminal-wrapper .xterm-accessibility-tree, .terminal-wrapper .xterm-rows").allInnerTexts()).join("\n");
      return /\b42\b/.test(editor.seen);
    });
    await editor.picture("run_lens_dark");
  },
};
