// What the editor shows of a program: hovers, hints, definitions.
import assert from "node:assert/strict";

export const tests = {
  async "a hover over a type shows where its values travel"(editor) {
    await editor.open("shapes/geometry.lang");
    const hover = await editor.hover("pub type copy Vec3", "Vec3", "aarch64");
    const text = await hover.innerText();
    assert.match(text, /A point in space/);
    assert.match(text, /24/, "its size");
    assert.match(text, /x86-64/);
    assert.match(text, /\b(v|d)0/, "registers of the other target");
    const news = (await hover.locator(".monaco-tokenized-source").first().innerText()).replaceAll("\u00a0", " ");
    assert.match(news, /^Vec3 · 24 bytes · align 8/, "the news first");
    assert.match(news, /16 +z +f64/, "a line for each field");
    assert.ok((await hover.locator("a", { hasText: "Picture" }).count()) === 1, "details behind links");
    await editor.pictures("hover_type", () => editor.hover("pub type copy Vec3", "Vec3", "aarch64"));
  },

  async "a hover over a function shows each parameter where it lands"(editor) {
    await editor.open("shapes/geometry.lang");
    const hover = await editor.hover("pub fn energy(particle", "energy", "particle");
    const text = await hover.innerText();
    assert.match(text, /speed/);
    assert.match(text, /xmm0/);
    assert.match(text, /stack/);
    await editor.picture("hover_function_dark");
  },

  async "a hover over a call shows the copies made there"(editor) {
    await editor.open("hints.lang");
    const hover = await editor.hover("let trace = scaled(matrix", "scaled", "128");
    const text = await hover.innerText();
    assert.match(text, /cop(y|ies)/i);
    assert.match(text, /128/);
    const fates = editor.hasLlvm ? /aarch64:\smatrix.*-O2:\s(still|loads)/s : "128";
    await editor.pictures("hover_copies", () => editor.hover("let trace = scaled(matrix", "scaled", fates));
  },

  async "inlay hints show types, parameters and the copies that survive"(editor) {
    await editor.open("hints.lang");
    await editor.until(editor.hasLlvm ? "hint with a copy of 128 bytes" : "hint with a type", async () => {
      editor.seen = await editor.text();
      return (editor.hasLlvm ? /copy 128 B/ : /trace: f64/).test(editor.seen);
    });
    const text = await editor.text();
    assert.doesNotMatch(text, /first\(.*copy 16 B/, "what is inlined copies nothing");
    assert.match(text, /let trace: f64 = scaled/);
    assert.match(text, /by: ?2\.0/);
    assert.match(text, /padding/);
    await editor.pictures("inlay_hints");
  },

  async "go to definition opens the other file at the type"(editor) {
    await editor.open("shapes/main.lang");
    await editor.until("a definition to go to", async () => {
      await editor.click("sum += energy(sample", "energy");
      await editor.page.keyboard.press("F12");
      await editor.page.waitForTimeout(700);
      return (await editor.page.locator('.tab.active[data-resource-name="geometry.lang"]').count()) > 0;
    });
    const position = editor.page.locator(".statusbar-item", { hasText: "Ln 19" });
    await position.waitFor({ timeout: 10_000 });
    await editor.picture("definition_dark");
  },

  async "go to definition of what the compiler knows opens its page"(editor) {
    await editor.open("shapes/main.lang");
    await editor.until("a page", async () => {
      await editor.click("println(", "println");
      await editor.page.keyboard.press("F12");
      await editor.page.waitForTimeout(700);
      return (await editor.page.locator('.tab.active[data-resource-name="builtins.md"]').count()) > 0;
    });
    await editor.until("its line", async () => {
      editor.seen = await editor.text();
      return /## println/.test(editor.seen);
    });
    await editor.picture("definition_builtin_dark");
  },

  async "a hover proposes a better order of fields, and its link makes it"(editor) {
    await editor.open("shapes/geometry.lang");
    await editor.hover("pub type copy Particle", "Particle", "! at, mass, charge, kind: 40 bytes");
    await editor.pictures("hover_reorder", () => editor.hover("pub type copy Particle", "Particle", "! at, mass"));
    const again = await editor.hover("pub type copy Particle", "Particle", "! at, mass");
    await again.locator("a", { hasText: "Reorder" }).click();
    await editor.until("fields in another order", async () => {
      editor.seen = await editor.text();
      return /pub let @at: Vec3[^]*pub let @mass: f64[^]*pub let @charge: i16[^]*pub let @kind: u8/.test(editor.seen);
    });
  },

  async "tokens have the colours that only the server knows"(editor) {
    await editor.open("shapes/main.lang");
    await editor.click("sum += energy(sample", "energy");
    await editor.command("Developer: Inspect Editor Tokens and Scopes");
    const inspector = editor.page.locator(".token-inspect-widget");
    await editor.until("semantic token", async () => {
      editor.seen = (await inspector.count()) > 0 ? await inspector.innerText() : "no inspector";
      return /semantic token type\s*function/.test(editor.seen);
    });
    await editor.picture("semantic_tokens_dark");
    await editor.page.keyboard.press("Escape");
  },
};
