// Tasks, their problems, and the test explorer.
import assert from "node:assert/strict";

/** Opens the list of tasks; an editor that is still busy with the task before drops the command now and then. */
async function openTasks(editor) {
  const input = editor.page.locator(".quick-input-widget input").first();
  await editor.until("list of tasks", async () => {
    await editor.command("Tasks: Run Task");
    return input.waitFor({ timeout: 5000 }).then(() => true, () => undefined);
  });
  await editor.page.waitForTimeout(400);
  return input;
}

async function runTask(editor, name) {
  const input = await openTasks(editor);
  await input.fill(name);
  await editor.page.locator(`.quick-input-widget .monaco-list-row[aria-label*="${name}"]`).first().click({ timeout: 30_000 });
}

/** Opens the list of the tasks that the extension offers; the list keeps only rows that are seen. */
async function offeredTasks(editor) {
  const input = await openTasks(editor);
  // The tasks of a kind are listed behind it.
  await input.fill("lang");
  const rows = editor.page.locator(".quick-input-widget .monaco-list-row");
  await rows.filter({ has: editor.page.locator(".codicon-folder"), hasText: "lang" }).first().click({ timeout: 30_000 });
  await editor.page.waitForTimeout(1500);
  const row = async (name) => {
    await input.fill(name);
    const found = editor.page.locator(`.quick-input-widget .monaco-list-row[aria-label*="lang: ${name}"]`).first();
    await found.waitFor({ timeout: 30_000 });
    return found;
  };
  return row;
}

/**
 * Runs a task until a problem with `text` is in the problems view. The editor stops reading a task's output 100 ms after
 * its end, read or not, so that on a busy machine one run may not be enough.
 */
async function problemOfTask(editor, task, text, picture) {
  const rows = editor.page.locator(".markers-panel .monaco-list-row");
  const row = editor.page.locator(".markers-panel .monaco-list-row", { hasText: text });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await runTask(editor, task);
    await editor.page.locator(".terminal-tab-status, .terminal-wrapper", { hasText: /terminated|exit code|press any key/i }).first().waitFor({ timeout: 5000 }).catch(() => undefined);
    if (picture !== undefined && attempt === 0) {
      await editor.picture(picture);
    }
    await editor.command("View: Focus Problems");
    await row.first().waitFor({ timeout: 5000 }).catch(() => undefined);
    if ((await row.count()) > 0) {
      return (await row.first().innerText()).replaceAll("\n", " ");
    }
  }
  throw new Error(`no problem with ${text}; seen: ${(await rows.allInnerTexts()).join(" | ")}`);
}

export const tests = {
  // First, because the problems that the workspace's own tasks find stay in the view.
  async "a task that the extension offers repeats no problems"(editor) {
    await editor.open("squiggle.lang");
    const row = await offeredTasks(editor);
    // The workspace's own task stands for the offered one that checks.
    await (await row("build broken")).click();
    await editor.until("the end of the task", async () => {
      editor.seen = (await editor.page.locator(".terminal-wrapper .xterm-rows").allInnerTexts()).join("\n");
      return /2 errors/.test(editor.seen);
    });
    await editor.command("View: Focus Problems");
    const rows = editor.page.locator(".markers-panel .monaco-list-row");
    await rows.filter({ hasText: "E0201" }).first().waitFor({ timeout: 20_000 });
    await editor.page.waitForTimeout(1000);
    assert.equal(await rows.filter({ hasText: "E0201" }).count(), 1, (await rows.allInnerTexts()).join(" | "));
  },

  async "problems that a task prints are in the problems view"(editor) {
    await editor.open("squiggle.lang");
    const text = await problemOfTask(editor, "check the broken one", "lang task", "task_dark");
    assert.match(text, /expected `i32`|unknown name/);
    assert.match(text, /lang task\s*\(?E0/);
    await editor.picture("task_problems_dark");
    // It leads to its place.
    await editor.page.locator(".markers-panel .monaco-list-row", { hasText: "lang task" }).first().dblclick();
    await editor.page.locator('.tab.active[data-resource-name="main.lang"]').waitFor({ timeout: 20_000 });
    await editor.page.locator(".statusbar-item", { hasText: "Ln 2, Col 19" }).waitFor({ timeout: 20_000 });
  },

  async "a task whose output has one line for each problem"(editor) {
    await editor.open("squiggle.lang");
    const text = await problemOfTask(editor, "check the broken one in short", "lang task");
    assert.match(text, /lang task\s*\(?E0201\)?\s*\[Ln 2, Col 19\]/);
  },

  async "a panic of a program is a problem at its place"(editor) {
    await editor.open("squiggle.lang");
    const text = await problemOfTask(editor, "run the panicking one", "lang panic");
    assert.match(text, /index \d+ out of bounds.*\[Ln 1, Col 47\]/);
    await editor.picture("panic_problem_dark");
  },

  async "tasks of each project are offered"(editor) {
    await editor.open("shapes/main.lang");
    const row = await offeredTasks(editor);
    await editor.picture("tasks_dark");
    for (const name of ["check shapes", "build shapes", "run shapes", "test shapes"]) {
      await row(name);
    }
    await editor.page.keyboard.press("Escape");
  },

  async "the test explorer finds tests, runs them and shows where they fail"(editor) {
    await editor.open("tested.lang");
    await editor.page.locator(".monaco-editor .testing-run-glyph").first().waitFor({ timeout: 60_000 });
    await editor.command("Test: Run All Tests");
    await editor.page.locator(".testing-run-glyph.codicon-testing-failed-icon").first().waitFor({ timeout: 60_000 });
    await editor.page.locator(".testing-run-glyph.codicon-testing-passed-icon").first().waitFor({ timeout: 60_000 });
    await editor.command("Testing: Focus on Test Explorer View");
    await editor.page.locator(".monaco-list-row", { hasText: "it does not" }).first().waitFor({ timeout: 20_000 });
    await editor.pictures("test_explorer");
  },

  async "Run above main runs the program"(editor) {
    await editor.open("squiggle.lang");
    const lens = editor.page.locator(".codelens-decoration a", { hasText: "Run" }).first();
    await lens.waitFor({ timeout: 60_000 });
    await lens.click();
    await editor.until("42 in the terminal", async () => {
      editor.seen = (await editor.page.locator(".terminal-wrapper .xterm-rows").allInnerTexts()).join("\n");
      return /\b42\b/.test(editor.seen);
    });
    await editor.picture("run_lens_dark");
  },
};
