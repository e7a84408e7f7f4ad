// Generated code and memory beside the source, the server's status, themes.
import assert from "node:assert/strict";

/** The page inside the webview. */
async function layoutPage(editor, wanted) {
  return editor.until(`picture of ${wanted}`, async () => {
    for (const frame of editor.page.frames()) {
      const text = await frame
        .locator("body")
        .innerText({ timeout: 1000 })
        .catch(() => "");
      if (frame !== editor.page.mainFrame() && text.includes(wanted)) {
        return frame;
      }
    }
    return undefined;
  });
}

async function showLayout(editor) {
  await editor.open("shapes/geometry.lang");
  await editor.click("pub type copy Particle", "Particle");
  await editor.command("lang: Show Memory Layout");
  return layoutPage(editor, "Particle");
}

/** The colours of each line that is seen of the code beside the source, from top to bottom. */
function colours(extension) {
  const editors = [...document.querySelectorAll(".editor-group-container")];
  const shown = editors.find((group) => group.querySelector(`.tab.active[data-resource-name$="${extension}"]`));
  const lines = [...(shown?.querySelectorAll(".view-line") ?? [])].filter((line) => line.textContent.trim() !== "");
  const ordered = lines.sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top));
  return ordered.map((line) => [...line.querySelectorAll("span > span")].map((span) => getComputedStyle(span).color));
}

export const tests = {
  async "the picture of a type's memory, dark"(editor) {
    const page = await showLayout(editor);
    assert.equal(await page.locator("svg.layout rect.padding").count(), 2);
    const text = await page.locator("body").innerText();
    assert.match(text, /48 bytes/);
    assert.match(text, /13 padding/);
    assert.match(text, /at\.y/);
    await editor.picture("layout_dark");
  },

  async "the picture follows an edit"(editor) {
    await showLayout(editor);
    await editor.click("pub let @charge: i16", "i16");
    await editor.page.keyboard.press("End");
    await editor.page.keyboard.press("Shift+Home");
    await editor.page.keyboard.type("  pub let @charge: i64");
    // The frame may be another one after an update.
    await layoutPage(editor, "7 padding");
  },

  async "the picture of a type's memory, light"(editor) {
    await editor.theme("light");
    try {
      await showLayout(editor);
      await editor.picture("layout_light");
    } finally {
      await editor.theme("dark");
    }
  },

  async "the layout as text"(editor) {
    await editor.open("shapes/geometry.lang");
    await editor.click("pub type copy Particle", "Particle");
    await editor.command("lang: Show Memory Layout as Text");
    await editor.page.locator('.tab[data-resource-name$=".lang-abi"]').waitFor({ timeout: 60_000 });
    await editor.picture("layout_text_dark");
  },

  async "assembly of both backends beside the source, lines marked"(editor) {
    await editor.open("shapes/geometry.lang");
    await editor.click("0.5 * particle.mass", "mass");
    await editor.command("lang: Show Assembly of Both Backends Side by Side");
    await editor.page.locator('.tab[data-resource-name*="cranelift"]').waitFor({ timeout: 60_000 });
    if (editor.hasLlvm) {
      await editor.page.locator('.tab[data-resource-name*="llvm"]').waitFor({ timeout: 60_000 });
    }
    for (const backend of editor.hasLlvm ? ["cranelift", "llvm"] : ["cranelift"]) {
      const tab = editor.page.locator(`.tab[data-resource-name*="${backend}"]`);
      const group = editor.page.locator(".editor-group-container").filter({ has: tab });
      const marked = group.locator(".monaco-editor .view-overlays [class*='ced-']");
      await editor.until(`marked lines of ${backend}`, async () => (await marked.count()) > 0);
    }
    await editor.pictures("assembly");
  },

  async "code beside the source follows the cursor to another function"(editor) {
    await editor.open("shapes/geometry.lang");
    await editor.click("0.5 * particle.mass", "mass");
    await editor.command("lang: Show MIR");
    const tab = (name) => editor.page.locator(`.tab[data-resource-name^="${name}"][data-resource-name$=".lang-mir"]`);
    await tab("energy").waitFor({ timeout: 60_000 });
    await editor.click("pub fn dot(other", "dot");
    await tab("dot").waitFor({ timeout: 60_000 });
    await editor.until("one view only", async () => (await tab("energy").count()) === 0);
    // Where there is no function the view stays, and within a function too.
    await editor.click("pub let @charge: i16", "charge");
    await editor.page.waitForTimeout(1500);
    assert.equal(await tab("dot").count(), 1);
    await editor.click("0.5 * particle.mass", "mass");
    await tab("energy").waitFor({ timeout: 60_000 });
    await editor.until("one view only", async () => (await tab("dot").count()) === 0);
    await editor.picture("code_follows_dark");
  },

  async "MIR, Cranelift IR and the ABI report open and are coloured"(editor) {
    const forms = [
      ["lang: Show MIR", ".lang-mir", "mir"],
      ["lang: Show Cranelift IR", ".lang-clif", "clif"],
      ["lang: Show How Values Travel", ".lang-abi", "abi"],
      ...(editor.hasLlvm ? [["lang: Show LLVM IR", ".lang-ll", "llvm_ir"]] : []),
    ];
    for (const [command, extension, picture] of forms) {
      await editor.open("shapes/geometry.lang");
      await editor.click("0.5 * particle.mass", "mass");
      await editor.command(command);
      await editor.page.locator(`.tab[data-resource-name$="${extension}"]`).waitFor({ timeout: 60_000 });
      // Colours of words, comments and numbers at least, in the last line that is seen too.
      editor.seen = "no text";
      await editor.until(`colours of ${extension}`, async () => {
        const lines = await editor.page.evaluate(colours, extension);
        editor.seen = JSON.stringify(lines);
        return new Set(lines.flat()).size >= 4 && new Set(lines.slice(-6).flat()).size >= 2;
      });
      await editor.picture(`${picture}_dark`);
    }
  },

  async "a function is cross-checked on all engines"(editor) {
    await editor.open("shapes/geometry.lang");
    await editor.click("0.5 * particle.mass", "mass");
    await editor.command("lang: Cross-Check This Function");
    const verdict = editor.page.locator(".notification-toast", { hasText: "Cross-check: agreement" }).first();
    await verdict.waitFor({ timeout: 150_000 });
    await editor.picture("crosscheck_dark");
    await verdict.getByRole("button", { name: "Show Report" }).click();
    await editor.until("the report", async () => {
      editor.seen = (await editor.page.locator(".panel .view-lines").allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
      return /cranelift/i.test(editor.seen);
    });
    await editor.picture("crosscheck_report_dark");
  },

  async "the status item tells the server's health, and the server restarts"(editor) {
    await editor.open("squiggle.lang");
    const status = editor.page.locator(".statusbar-item", { hasText: "lang" }).filter({ has: editor.page.locator(".codicon-check") });
    await status.first().waitFor({ timeout: 60_000 });
    await editor.command("lang: Restart Server");
    await editor.page.waitForTimeout(500);
    await status.first().waitFor({ timeout: 60_000 });
    await editor.click("let width = 6", "width");
    await editor.page.keyboard.press("End");
    await editor.page.keyboard.type("\nlet again: i32 = unknown_thing");
    await editor.squiggles().first().waitFor({ timeout: 30_000 });
    await editor.command("lang: Show Server Version");
    await editor.page.locator(".notification-toast", { hasText: "bundled" }).first().waitFor({ timeout: 30_000 });
    await editor.picture("status_dark");
  },
};
