// What a person does in the editor, through the page: open files, put the mouse on words, type, run commands, look.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Busy machines are slow; nothing that works waits so long. */
export const PATIENCE = 60_000;

export class Editor {
  constructor(page, server, workspace, screenshots) {
    this.page = page;
    this.server = server;
    this.workspace = workspace;
    this.screenshots = screenshots;
    mkdirSync(screenshots, { recursive: true });
  }

  /** Opens the workspace anew, with one file. */
  async start() {
    await this.page.goto(this.server.page(this.workspace, "squiggle.lang"));
    await this.page.locator(".monaco-editor .view-line").first().waitFor({ timeout: 120_000 });
  }

  /** Opens a file of the workspace, alone. */
  async open(file) {
    await this.reset();
    await this.openBeside(file);
  }

  /** Opens a file of the workspace; what is open stays. */
  async openBeside(file) {
    await this.page.keyboard.press("Control+p");
    const input = this.page.locator(".quick-input-widget input").first();
    await input.waitFor({ timeout: PATIENCE });
    await input.fill(file);
    const name = file.split("/").at(-1);
    await this.page.locator(`.quick-input-widget .monaco-list-row[aria-label^="${name}"]`).first().click({ timeout: PATIENCE });
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor({ timeout: PATIENCE });
    await this.page.locator(".editor-group-container.active .monaco-editor .view-line").first().waitFor({ timeout: PATIENCE });
    await this.page.locator(".editor-group-container.active .monaco-editor textarea, .editor-group-container.active .monaco-editor .native-edit-context").first().focus();
  }

  /** Closes whatever an earlier test left open; changed files go back to what is on the disk. */
  async reset() {
    for (let times = 0; times < 3; times += 1) {
      await this.page.keyboard.press("Escape");
    }
    await this.page.mouse.move(600, 3);
    await this.page.keyboard.press("Control+Alt+Shift+F7");
    await this.until("way to close all editors", async () => {
      if ((await this.page.locator(".tab").count()) === 0) {
        return true;
      }
      await this.page.keyboard.press("Control+Alt+Shift+F6");
      await this.page.waitForTimeout(150);
      return false;
    });
  }

  /** Runs a command by its name in the palette. */
  async command(name, { mayBeMissing = false } = {}) {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget input").first();
    await input.waitFor({ timeout: PATIENCE });
    await input.fill(`>${name}`);
    const row = this.page.locator(".quick-input-widget .monaco-list-row").first();
    const wanted = this.page.locator(`.quick-input-widget .monaco-list-row[aria-label^="${name}"]`).first();
    if (mayBeMissing) {
      await row.waitFor({ timeout: PATIENCE });
      await this.page.waitForTimeout(150);
      if ((await wanted.count()) === 0) {
        await this.page.keyboard.press("Escape");
        return;
      }
    }
    await wanted.waitFor({ timeout: PATIENCE });
    if (/\bfocused\b/.test((await wanted.getAttribute("class")) ?? "")) {
      await this.page.keyboard.press("Enter");
    } else {
      await wanted.click({ timeout: 5000 });
    }
    await input.waitFor({ state: "hidden", timeout: 3000 }).catch(() => undefined);
  }

  /** The lines of the text in the active editor, hints included, as they are seen. */
  async lines() {
    const texts = await this.page.locator(".editor-group-container.active .monaco-editor .view-line").evaluateAll((lines) =>
      lines
        .map((line) => [parseFloat(line.style.top), line.textContent.replaceAll("\u00a0", " ")])
        .sort((a, b) => a[0] - b[0])
        .map(([, text]) => text),
    );
    return texts;
  }

  text() {
    return this.lines().then((lines) => lines.join("\n"));
  }

  /** The file as it is on the disk. */
  saved(file) {
    return readFileSync(join(this.workspace, file), "utf8");
  }

  /** The rectangle of a word: the `nth` place of `word` in the first line that holds `line`. Hints are skipped. */
  async rectangle(line, word, nth = 0) {
    const find = ([lineText, wordText, number]) => {
      const plain = (text) => text.replaceAll("\u00a0", " ");
      const rows = [...document.querySelectorAll(".editor-group-container.active .monaco-editor .view-line")];
      for (const row of rows.sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))) {
        const spans = [...row.querySelectorAll("span > span")].filter((span) => !/ced-|dyn-rule|inlay|codicon/.test(span.className) && span.childNodes.length === 1 && span.firstChild.nodeType === 3);
        const pieces = spans.map((span) => ({ node: span.firstChild, text: plain(span.textContent) }));
        const text = pieces.map((piece) => piece.text).join("");
        if (!text.includes(lineText)) {
          continue;
        }
        let at = text.indexOf(lineText) + lineText.indexOf(wordText);
        for (let times = 0; times < number; times += 1) {
          at = text.indexOf(wordText, at + 1);
        }
        const ends = [at, at + wordText.length];
        const range = document.createRange();
        let offset = 0;
        for (const { node, text: piece } of pieces) {
          if (ends[0] >= offset && ends[0] < offset + piece.length) {
            range.setStart(node, ends[0] - offset);
          }
          if (ends[1] > offset && ends[1] <= offset + piece.length) {
            range.setEnd(node, ends[1] - offset);
          }
          offset += piece.length;
        }
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x, y, width, height };
      }
      return undefined;
    };
    return this.until(`the text \`${line}\` with \`${word}\``, () => this.page.evaluate(find, [line, word, nth]));
  }

  async mouseTo(line, word, nth = 0) {
    const { x, y, width, height } = await this.rectangle(line, word, nth);
    const at = { x: x + width / 2, y: y + height / 2 };
    await this.page.mouse.move(at.x + 90, at.y + 60);
    await this.page.mouse.move(at.x + 3, at.y, { steps: 4 });
    await this.page.mouse.move(at.x, at.y, { steps: 2 });
    return at;
  }

  /** Clicks a word, so that the cursor is in it. */
  async click(line, word, nth = 0) {
    const { x, y, width, height } = await this.rectangle(line, word, nth);
    await this.page.mouse.click(x + Math.min(width / 2, 6), y + height / 2);
  }

  /** The hover over a word that has `wanted` in it. Hovers come in parts, and first tries may be too early. */
  async hover(line, word, wanted, nth = 0) {
    const popup = this.page.locator(".monaco-hover:not(.hidden) .hover-contents").first();
    return this.until(`a hover over \`${word}\` with ${wanted}`, async () => {
      await this.mouseTo(line, word, nth);
      try {
        await popup.waitFor({ timeout: 4000 });
        await this.page.locator(".monaco-hover:not(.hidden)", { hasText: wanted }).first().waitFor({ timeout: 4000 });
        return this.page.locator(".monaco-hover:not(.hidden)", { hasText: wanted }).first();
      } catch {
        this.seen = (await popup.count()) > 0 ? await popup.innerText() : "no hover";
        await this.page.mouse.move(600, 3);
        await this.page.waitForTimeout(300);
        return undefined;
      }
    });
  }

  squiggles(kind = "error") {
    return this.page.locator(`.monaco-editor .squiggly-${kind}`);
  }

  /** Asks again and again until the answer is something. */
  async until(what, ask) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const answer = await ask();
      if (answer !== undefined && answer !== null && answer !== false) {
        return answer;
      }
      if (Date.now() > end) {
        const last = this.seen === undefined ? "" : `; seen last: ${this.seen}`;
        throw new Error(`there was no ${what}${last}`);
      }
      await this.page.waitForTimeout(100);
    }
  }

  /** Keeps a picture: of the page, or of a rectangle of it. */
  async picture(name, clip) {
    await this.page.waitForTimeout(250);
    const path = join(this.screenshots, `${name}.png`);
    await this.page.screenshot({ path, ...(clip === undefined ? {} : { clip }) });
    return path;
  }

  /** Keeps two pictures, in the dark theme and in the light one, each of what `show` has brought to the screen. */
  async pictures(name, show = async () => undefined) {
    await show();
    await this.picture(`${name}_dark`);
    await this.theme("light");
    try {
      await show();
      await this.picture(`${name}_light`);
    } finally {
      await this.theme("dark");
    }
  }

  async theme(kind) {
    const name = kind === "dark" ? ".monaco-workbench.vs-dark" : ".monaco-workbench.vs";
    const wanted = this.page.locator(name);
    await this.until(`${kind} theme`, async () => {
      if ((await wanted.count()) === 0) {
        await this.page.keyboard.press("Control+Alt+Shift+F8");
        await wanted.waitFor({ timeout: 5000 }).catch(() => undefined);
      }
      // While the editor starts, it may go back to the theme it began with.
      await this.page.waitForTimeout(1000);
      return (await wanted.count()) > 0;
    });
  }
}
