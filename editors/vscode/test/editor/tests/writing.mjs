// What happens while somebody writes: squiggles, renames, fixes, formatting, completion.
import assert from "node:assert/strict";

export const tests = {
  async "a squiggle appears and goes away"(editor) {
    await editor.open("squiggle.lang");
    assert.equal(await editor.squiggles().count(), 0);
    await editor.click("println(width * 7)", "width");
    await editor.page.keyboard.press("End");
    await editor.page.keyboard.type("\nlet wrong: i32 = unknown_thing");
    await editor.squiggles().first().waitFor({ timeout: 30_000 });
    await editor.picture("squiggle_dark");
    const hover = await editor.hover("let wrong: i32 = unknown_thing", "unknown_thing", "unknown_thing");
    assert.match(await hover.innerText(), /E0101/);
    await editor.picture("squiggle_hover_dark");
    await editor.page.keyboard.press("Escape");
    await editor.page.keyboard.press("Home");
    await editor.page.keyboard.press("Shift+End");
    await editor.page.keyboard.type("let wrong: i32 = 7 as i32");
    await editor.page.locator(".squiggly-error").first().waitFor({ state: "detached", timeout: 30_000 });
  },

  async "rename changes the name in every file"(editor) {
    await editor.open("shapes/geometry.lang");
    const field = editor.page.locator(".rename-box input");
    await editor.until("a box for the new name", async () => {
      await editor.click("pub fn energy(particle", "energy");
      await editor.page.keyboard.press("F2");
      try {
        await field.waitFor({ timeout: 3000 });
        return true;
      } catch {
        return false;
      }
    });
    await field.fill("kinetic");
    await editor.picture("rename_dark");
    await editor.page.keyboard.press("Enter");
    await editor.until("the new name", async () => /pub fn kinetic\(/.test(await editor.text()));
    await editor.command("File: Save All");
    await editor.until("the new name in both files", () => {
      const other = editor.saved("shapes/main.lang");
      return /import geometry \(Particle, Vec3, kinetic\)/.test(other) && /sum \+= kinetic\(/.test(other);
    });
    assert.match(editor.saved("shapes/geometry.lang"), /pub fn kinetic\(/);
    assert.doesNotMatch(editor.saved("shapes/main.lang"), /\benergy\(/);
  },

  async "a quick fix is applied"(editor) {
    await editor.open("fixable.lang");
    await editor.squiggles().first().waitFor({ timeout: 30_000 });
    await editor.click("count += 1", "count");
    await editor.until("the fix in the menu", async () => {
      await editor.page.keyboard.press("Control+.");
      try {
        await editor.page.locator(".action-widget", { hasText: "let mut" }).first().waitFor({ timeout: 4000 });
        return true;
      } catch {
        await editor.page.keyboard.press("Escape");
        return false;
      }
    });
    await editor.picture("quick_fix_dark");
    await editor.page.locator(".action-widget .monaco-list-row", { hasText: "let mut" }).first().click();
    await editor.until("`let mut count`", async () => /let mut count/.test(await editor.text()));
    await editor.page.locator(".squiggly-error").first().waitFor({ state: "detached", timeout: 30_000 });
  },

  async "a file is formatted when it is saved"(editor) {
    await editor.open("untidy.lang");
    await editor.click("let answer=6*7", "answer");
    await editor.page.keyboard.press("End");
    await editor.page.keyboard.type(" ");
    await editor.page.keyboard.press("Control+s");
    await editor.until("the tidy file", () => {
      editor.seen = editor.saved("untidy.lang");
      return editor.seen === "fn main() {\n  let answer = 6 * 7\n  println(answer)\n}\n";
    });
    await editor.picture("formatted_dark");
  },

  async "completion offers names of the program with their signatures"(editor) {
    await editor.open("shapes/geometry.lang");
    await editor.click("0.5 * particle.mass * speed", "speed");
    await editor.page.keyboard.press("End");
    await editor.page.keyboard.type(" + speed.");
    const row = editor.page.locator(".suggest-widget .monaco-list-row", { hasText: "dot" });
    await editor.until("`dot` among the suggestions", async () => {
      if ((await row.count()) > 0) {
        return true;
      }
      await editor.page.keyboard.press("Escape");
      await editor.page.keyboard.press("Control+Space");
      await editor.page.waitForTimeout(800);
      return false;
    });
    // Before what can be done with any value.
    assert.deepEqual(await editor.page.locator(".suggest-widget .monaco-list-row .label-name").allInnerTexts(), ["x", "y", "z", "dot", "mut", "ref"]);
    await editor.picture("completion_dark");
    await editor.page.keyboard.press("Escape");
  },
};
