// What is suggested while somebody types letters, and nothing else: no key that asks for suggestions.
import assert from "node:assert/strict";

/** Opens the file and puts the cursor on a new line behind the one that holds `line`. */
async function newLineBehind(editor, line) {
  await editor.open("shapes/typing.lang");
  await editor.click(line, line.trim().split(/\W/u)[0]);
  await editor.page.keyboard.press("End");
  await editor.page.keyboard.press("Enter");
}

function suggestions(editor) {
  return editor.page.locator(".suggest-widget.visible .monaco-list-row .label-name");
}

/** Types as a person does, waits for `name` in the list, and takes it with `key`. */
async function typed(editor, text, name, key = "Tab") {
  await editor.page.keyboard.type(text, { delay: 70 });
  let asked = Date.now();
  await editor.until(`\`${name}\` among the suggestions after \`${text}\` was typed`, async () => {
    const names = await suggestions(editor).allInnerTexts();
    editor.seen = names.join(", ");
    if (!names.includes(name) && Date.now() - asked > 10_000) {
      // On a busy machine the editor may have taken words of the text before the server answered: the last letter again.
      await editor.page.keyboard.press("Escape");
      await editor.page.keyboard.press("Backspace");
      await editor.page.keyboard.type(text.at(-1));
      asked = Date.now();
    }
    return names.includes(name);
  });
  // The one wanted need not be the first.
  for (let row = 0; row < 40; row += 1) {
    const focused = await editor.page.locator(".suggest-widget.visible .monaco-list-row.focused .label-name").first().innerText();
    if (focused === name) {
      break;
    }
    await editor.page.keyboard.press("ArrowDown");
  }
  await editor.page.keyboard.press(key);
  await suggestions(editor).first().waitFor({ state: "detached", timeout: 20_000 }).catch(() => undefined);
}

async function hasLine(editor, wanted) {
  await editor.until(`line matching ${wanted}`, async () => {
    const lines = await editor.lines();
    editor.seen = lines.join("\n");
    return lines.some((line) => wanted.test(line));
  });
  await editor.page.keyboard.press("Escape");
}

export const tests = {
  async "letters of a local bring its name"(editor) {
    await newLineBehind(editor, "let total = counter");
    await typed(editor, "let other = cou", "counter");
    await hasLine(editor, /let other.* = counter$/);
    await editor.picture("typing_local_dark");
  },

  async "letters of a function bring it, and Enter takes it"(editor) {
    await newLineBehind(editor, "let total = counter");
    await typed(editor, "pri", "println", "Enter");
    await hasLine(editor, /^\s*println\(/);
  },

  async "letters behind a dot bring fields and methods"(editor) {
    await newLineBehind(editor, "let total = counter");
    await typed(editor, "let far = strecke.do", "dot");
    await hasLine(editor, /let far.* = strecke\.dot\(/);
  },

  async "a name with other letters than English ones is suggested whole"(editor) {
    await newLineBehind(editor, "let total = counter");
    await typed(editor, "let again = grö", "größe");
    await hasLine(editor, /let again.* = größe\(/);
  },

  async "letters inside an interpolation bring names, those of the text around it none"(editor) {
    await newLineBehind(editor, "let total = counter");
    await typed(editor, 'println("now ${cou', "counter");
    await editor.page.keyboard.type("} times");
    await hasLine(editor, /println\("now \$\{counter\} times"\)/);
    await newLineBehind(editor, "let total = counter");
    await editor.page.keyboard.type('println("cou', { delay: 70 });
    await editor.page.waitForTimeout(1500);
    assert.equal(await suggestions(editor).count(), 0);
  },

  async "letters of a module bring it behind `import`"(editor) {
    await editor.open("shapes/typing.lang");
    await editor.click("import geometry (Vec3)", "geometry");
    await editor.page.keyboard.press("Home");
    await editor.page.keyboard.press("Enter");
    await editor.page.keyboard.press("ArrowUp");
    await typed(editor, "import geo", "geometry");
    await hasLine(editor, /^import geometry$/);
  },

  async "a name of another module brings its import along"(editor) {
    await newLineBehind(editor, "let total = counter");
    await typed(editor, "let much = ener", "energy");
    await hasLine(editor, /let much.* = energy\(/);
    await hasLine(editor, /^import geometry \(Vec3, energy\)$/);
  },

  async "letters behind @ bring fields"(editor) {
    await editor.open("shapes/typing.lang");
    await editor.click("let @material: i64", "material");
    await editor.page.keyboard.press("End");
    await editor.page.keyboard.press("Enter");
    await typed(editor, "fn twice() -> i64 { 2 * @mat", "material");
    await hasLine(editor, /fn twice\(\) -> i64 \{ 2 \* @material/);
  },

  async "digits, comments and new names bring no list"(editor) {
    await newLineBehind(editor, "let total = counter");
    for (const text of ["let fresh = 12", "\n# counter cou", "\nlet cou"]) {
      await editor.page.keyboard.type(text, { delay: 70 });
      await editor.page.waitForTimeout(1200);
      assert.deepEqual(await suggestions(editor).allInnerTexts(), [], text);
      await editor.page.keyboard.press("Escape");
    }
  },
};
