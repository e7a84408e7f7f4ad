// What somebody meets first: a new project, the walkthrough, snippets, code in Markdown.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

import { PICTURES } from "../pictures.mjs";

const extension = resolve(import.meta.dirname, "../../..");
const { contributes } = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));

/** The commands that links of a step run. */
function commandsOf(step) {
  return [...step.description.matchAll(/\(command:([\w.-]+)/g)].map(([, command]) => command);
}

/** How wide the pictures are that have been loaded, in the page and in the pages within it; 0 for those that were not. */
async function pictureWidths(editor) {
  const widths = [];
  for (const frame of editor.page.frames()) {
    widths.push(...(await frame.evaluate(() => [...document.querySelectorAll("img:not(.icon)")].map((image) => image.naturalWidth)).catch(() => [])));
  }
  return widths;
}

export const tests = {
  async "New Project makes a project that runs, and opens it"(editor) {
    await editor.open("squiggle.lang");
    const folder = join(editor.workspace, "fresh");
    try {
      await editor.command("lang: New Project");
      const input = editor.page.locator(".quick-input-widget input").first();
      await editor.until("a folder to choose", async () => (await input.inputValue()).includes("workspace"));
      await editor.page.keyboard.press("Enter");
      await editor.page.locator(".quick-input-widget", { hasText: "name of the project" }).waitFor({ timeout: 20_000 });
      await input.fill("Not A Name");
      await editor.page.locator(".quick-input-widget", { hasText: "lower-case letters" }).waitFor({ timeout: 20_000 });
      await input.fill("fresh");
      await editor.picture("new_project_dark");
      await editor.page.keyboard.press("Enter");
      // The page of the new folder.
      await editor.page.waitForURL(/fresh/, { timeout: 60_000 });
      await editor.page.locator(".monaco-workbench").waitFor({ timeout: 120_000 });
      assert.ok(existsSync(join(folder, "lang.toml")));
      assert.match(readFileSync(join(folder, "main.lang"), "utf8"), /fn main/);
      await editor.openBeside("main.lang");
      await editor.page.locator(".codelens-decoration a", { hasText: "Run" }).first().click({ timeout: 60_000 });
      await editor.until("a greeting in the terminal", async () => {
        editor.seen = (await editor.page.locator(".terminal-wrapper .xterm-rows").allInnerTexts()).join("\n");
        return /hello/i.test(editor.seen);
      });
      await editor.picture("fresh_project_dark");
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await editor.start();
    }
  },

  async "the walkthrough opens, and its steps do what they say"(editor) {
    const [walkthrough] = contributes.walkthroughs;
    const known = new Set(contributes.commands.map(({ command }) => command));
    for (const step of walkthrough.steps) {
      for (const command of commandsOf(step).filter((name) => name.startsWith("lang."))) {
        assert.ok(known.has(command), `${step.id} names ${command}`);
      }
      assert.ok(existsSync(join(extension, step.media.markdown)), step.media.markdown);
    }
    await editor.open("shapes/geometry.lang");
    await editor.click("pub type copy Particle", "Particle");
    await editor.command("lang: Open Walkthrough");
    const page = editor.page.locator(".gettingStartedContainer");
    for (const step of walkthrough.steps) {
      await page.locator(".step-title", { hasText: step.title }).first().waitFor({ timeout: 30_000 });
    }
    const button = async (step, name) => {
      await page.locator(".step-title", { hasText: step }).first().click();
      const found = page.locator(".monaco-button", { hasText: name }).first();
      await found.waitFor({ timeout: 20_000 });
      return found;
    };
    const layout = await button("See the memory", "Show Memory Layout");
    // The text beside the step comes later.
    await editor.page.waitForTimeout(1500);
    await editor.picture("walkthrough_dark");
    await editor.until("picture beside the step", async () => (await pictureWidths(editor)).some((width) => width > 100));
    // The walkthrough is in front; the type is the one that the cursor was on.
    await layout.click();
    await editor.page.locator(".tab", { hasText: "Layout of Particle" }).first().waitFor({ timeout: 60_000 });
    await editor.command("lang: Open Walkthrough");
    await (await button("Make it yours", "Open Settings")).click();
    await editor.page.locator(".settings-editor .setting-item-label", { hasText: "Targets" }).first().waitFor({ timeout: 60_000 });
    await editor.picture("settings_dark");
  },

  async "the extension's page shows its pictures"(editor) {
    await editor.page.route(`${PICTURES}/**`, (route) => route.fulfill({ path: join(extension, "pictures", new URL(route.request().url()).pathname) }));
    await editor.open("squiggle.lang");
    await editor.command("Extensions: Show Installed Extensions");
    const row = editor.page.locator(".extensions-list .extension-list-item", { has: editor.page.locator(".name", { hasText: /^lang$/ }) }).first();
    await row.click({ timeout: 60_000 });
    await editor.page.locator(".extension-editor").waitFor({ timeout: 30_000 });
    const wanted = [...readFileSync(join(extension, "README.md"), "utf8").matchAll(/!\[[^\]]*\]\(/g)].length;
    await editor.until(`page with ${wanted} pictures`, async () => {
      const widths = await pictureWidths(editor);
      editor.seen = widths.join(", ");
      return widths.filter((width) => width > 100).length >= wanted;
    });
    await editor.picture("extension_page_dark");
    await editor.page.unroute(`${PICTURES}/**`);
  },

  async "code in a Markdown fence has its colours"(editor) {
    await editor.open("notes.md");
    const scopes = async (line, word) => {
      await editor.click(line, word);
      await editor.command("Developer: Inspect Editor Tokens and Scopes");
      const inspector = editor.page.locator(".token-inspect-widget");
      await inspector.waitFor({ timeout: 30_000 });
      const text = await inspector.innerText();
      await editor.page.keyboard.press("Escape");
      return text;
    };
    const text = await editor.until("colours in the fence", async () => {
      const found = await scopes("fn twice(number", "fn");
      return found.includes("source.lang") || found.includes("meta.embedded.block.lang") ? found : undefined;
    });
    assert.match(text, /language\s+lang\b/);
    assert.match(text, /storage\.type|keyword/);
    assert.doesNotMatch(await scopes("Text of no language", "Text"), /embedded/);
    assert.doesNotMatch(await scopes("fn other", "fn"), /embedded\.block\.lang/);
    await editor.picture("markdown_dark");
  },

  async "a snippet is offered once, and leaves places to fill in"(editor) {
    await editor.open("empty.lang");
    await editor.page.keyboard.type("main");
    const rows = editor.page.locator(".suggest-widget .monaco-list-row");
    await editor.until("`main` among the suggestions", async () => {
      if ((await rows.filter({ hasText: "main" }).count()) > 0) {
        return true;
      }
      await editor.page.keyboard.press("Control+Space");
      await editor.page.waitForTimeout(800);
      return false;
    });
    const labels = await rows.locator(".label-name").allInnerTexts();
    assert.equal(labels.filter((label) => label === "main").length, 1, labels.join(", "));
    await editor.picture("snippet_dark");
    await editor.page.keyboard.press("Tab");
    await editor.page.keyboard.type("println(1)");
    await editor.until("the function", async () => {
      editor.seen = await editor.text();
      return /^fn main(\(\))? \{\n {2}println\(1\)\n\}/m.test(editor.seen);
    });
  },
};
