// Runs everything that tests the extension: types, unit tests, grammars, packaging, and the editor itself.
// Usage: run.mjs [--pictures] [NAME…]   (names choose tests in the editor that contain one; --pictures keeps some as
// pictures of the README). Variables: LANG_EDITOR_TOOLS, LANG_PROGRAM, LANG_VSCODE_SCREENSHOTS.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CodeServer } from "./editor/code_server.mjs";
import { Editor } from "./editor/editor.mjs";
import { keepPictures, PICTURES } from "./editor/pictures.mjs";

const extension = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const root = resolve(extension, "../..");
const tools = process.env.LANG_EDITOR_TOOLS ?? join(homedir(), ".cache/lang-editor-tools");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const lang = process.env.LANG_PROGRAM ?? join(target, "release/lang");
const screenshots = process.env.LANG_VSCODE_SCREENSHOTS ?? join(target, "vscode-screenshots");
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const wanted = (name) => chosen.length === 0 || chosen.some((part) => name.includes(part));

/** No test of the editor may take longer; the whole run must end. */
const LONGEST_TEST = 180_000;

let passed = 0;
const failed = [];

/**
 * Runs a test. Where `again` is given, one that fails is run a second time after it, and says so: a browser on a machine
 * that others use loses a click or a frame now and then. What fails twice has failed.
 */
async function check(name, run, again) {
  const start = Date.now();
  try {
    await run();
    passed += 1;
    console.log(`ok      ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    const reason = String(error?.message ?? error).trim().replaceAll("\n", "\n        ");
    if (again !== undefined) {
      console.log(`again   ${name}\n        ${reason}`);
      await again();
      return check(name, run);
    }
    failed.push(name);
    console.log(`FAILED  ${name}\n        ${reason}`);
    return false;
  }
}

function command(program, ...args) {
  const result = spawnSync("nice", [program, ...args], { cwd: extension, encoding: "utf8" });
  if (result.status !== 0) {
    throw new Error(`${result.stdout ?? ""}${result.stderr ?? ""}`.slice(-4000));
  }
  return result.stdout;
}

const bin = (name) => join(extension, "node_modules/.bin", name);

async function withoutEditor() {
  await check("types: the extension is well typed", () => command(bin("tsc"), "--noEmit", "-p", "."));
  command(process.execPath, "esbuild.mjs", "--tests");
  for (const file of readdirSync(join(extension, "dist/unit"))) {
    await check(`unit: ${file.replace(".test.js", "")}`, () => command(process.execPath, "--test", join("dist/unit", file)));
  }
  for (const file of readdirSync(join(extension, "test/grammar")).filter((name) => name.includes(".test."))) {
    await check(`grammar: ${file}`, () => command(bin("vscode-tmgrammar-test"), join("test/grammar", file)));
  }
  await check("grammar: the whole corpus", () => command(process.execPath, "test/grammar/corpus.mjs", lang));
}

/** The tests by their surroundings: those of files that want an editor of their own, and all others. */
async function loadTests() {
  const folder = join(extension, "test/editor/tests");
  const common = { asksForTrust: false, extensions: [], tests: [] };
  const groups = [common];
  for (const file of readdirSync(folder).sort()) {
    const { tests, surroundings } = await import(join(folder, file));
    const chosenTests = Object.entries(tests).map(([name, run]) => ({ name, run })).filter(({ name }) => wanted(name));
    if (surroundings?.needs !== undefined && spawnSync("which", [surroundings.needs]).status !== 0) {
      console.log(`skipped: ${file}, since ${surroundings.needs} is not installed`);
    } else if (surroundings === undefined) {
      common.tests.push(...chosenTests);
    } else {
      groups.push({ ...surroundings, tests: chosenTests });
    }
  }
  return groups.filter((group) => group.tests.length > 0);
}

/** Packs an extension that only tests have: one that stands in for a native debugger, or writes down what sessions do. */
function packHelper(name) {
  const folder = join(extension, "test/editor", name);
  const out = join(target, `lang-test-${name}.vsix`);
  const vsce = join(extension, "node_modules/@vscode/vsce/vsce");
  const options = { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };
  execFileSync(process.execPath, [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--skip-license", "-o", out], options);
  return out;
}

/** Whether the worker of LLVM is there and understands this `lang`. */
function hasLlvm(path) {
  const file = join(extension, "test/editor/workspace/squiggle.lang");
  const options = { env: { ...process.env, PATH: `${path}:${process.env.PATH}` }, stdio: "ignore" };
  return spawnSync(lang, ["build", "--no-cache", "--emit", "llvm-ir", file], options).status === 0;
}

function withLimit(promise) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("the test takes too long")), LONGEST_TEST);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

async function inEditor(vsix, { asksForTrust, extensions, tests }) {
  const { chromium } = createRequire(join(tools, "playwright/"))("playwright-core");
  const packages = [vsix, ...extensions.map(packHelper)];
  // The bundled `lang` finds the worker of LLVM on the PATH.
  const server = await CodeServer.start({ tools, packages, path: [dirname(lang)], asksForTrust });
  const browser = await chromium.launch({
    executablePath: execFileSync("which", ["chromium"], { encoding: "utf8" }).trim(),
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    const workspace = join(server.folder, "workspace");
    const fresh = () => cpSync(join(extension, "test/editor/workspace"), workspace, { recursive: true, force: true });
    fresh();
    const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
    const editor = new Editor(page, server, workspace, screenshots);
    await editor.start();
    editor.hasLlvm = hasLlvm(dirname(lang));
    if (!editor.hasLlvm) {
      console.log("skipped: what shows LLVM's code, since lang-llvm is not beside lang or is of another version");
    }
    for (const { name, run } of tests) {
      // What a failed test left behind is nobody else's trouble.
      const recover = async () => {
        // What the extension complained of may be hidden by now.
        await editor.command("Notifications: Show Notifications").catch(() => undefined);
        await editor.picture(`failed_${name.replaceAll(/\W+/g, "_")}`).catch(() => undefined);
        console.log(`the extension's log:\n${server.log()}`);
        fresh();
        await editor.start();
      };
      fresh();
      const isGood = await check(`editor: ${name}`, () => withLimit(run(editor)), recover);
      if (!isGood) {
        await recover();
      }
    }
  } finally {
    await browser.close();
    server.stop();
  }
}

if (chosen.length === 0) {
  await withoutEditor();
}
const vsix = join(target, "lang.vsix");
const isPacked = await check("package: the .vsix is made", () => {
  command(bin("tsc"), "--noEmit", "-p", ".");
  command(process.execPath, "esbuild.mjs");
  command(process.execPath, "package.mjs", "--server", lang, "--pictures", PICTURES, "--out", vsix);
});
if (isPacked) {
  if (chosen.length === 0) {
    rmSync(screenshots, { recursive: true, force: true });
  }
  mkdirSync(screenshots, { recursive: true });
  for (const group of await loadTests()) {
    await inEditor(vsix, group);
  }
  console.log(`screenshots: ${screenshots}`);
  if (process.argv.includes("--pictures")) {
    await keepPictures(screenshots, join(extension, "pictures"));
  }
}
console.log(`${passed} passed, ${failed.length} failed`);
for (const name of failed) {
  console.log(`  ${name}`);
}
process.exit(failed.length === 0 ? 0 : 1);
