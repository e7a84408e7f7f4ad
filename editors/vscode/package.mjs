// Makes the .vsix for one platform: the bundled extension with the programs `lang` and, if it is built, `lang-llvm` in
// server/. The editor's page of an extension loads pictures from https addresses only: they become absolute if it is
// known where the folder `pictures` lies, else the page does without (the walkthrough has them).
// Options: --pictures URL (of that folder), --server FILE (the program; by default target/release/lang of the workspace),
// --worker FILE (by default `lang-llvm` beside the server; `none` leaves it out), --out FILE.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const platform = option("--target") ?? "linux-x64";
const server = option("--server") ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release/lang");
const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const out = resolve(option("--out") ?? join(here, `lang-${platform}-${version}.vsix`));

if (!existsSync(server)) {
  console.error(`there is no ${server}: build it with \`cargo build --release -p lang\`, or name it with --server FILE`);
  process.exit(1);
}
rmSync(join(here, "server"), { recursive: true, force: true });
mkdirSync(join(here, "server"));
bundle(server, "lang");
const worker = locateWorker();
if (worker === undefined) {
  console.warn("the package carries no lang-llvm: build it with `cargo build --release -p backend-llvm`, or name it with --worker FILE");
} else {
  bundle(worker, "lang-llvm");
}
for (const license of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  copyFileSync(join(root, license), join(here, license));
}
const vsce = join(here, "node_modules/@vscode/vsce/vsce");
mkdirSync(join(here, "dist"), { recursive: true });
const readme = join(here, "dist/README.md");
writeFileSync(readme, forThePage(readFileSync(join(here, "README.md"), "utf8")));
execFileSync(process.execPath, [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links", "--readme-path", "dist/README.md", "--target", platform, "-o", out], {
  cwd: here,
  stdio: ["ignore", "inherit", "inherit"],
});

/** The program of LLVM's workers, if there is one to pack. */
function locateWorker() {
  const named = option("--worker");
  if (named === "none") {
    return undefined;
  }
  if (named !== undefined && !existsSync(named)) {
    console.error(`there is no ${named}: build it with \`cargo build --release -p backend-llvm\``);
    process.exit(1);
  }
  const beside = join(dirname(server), "lang-llvm");
  return named ?? (existsSync(beside) ? beside : undefined);
}

/** Copies a program into the package, without its symbols. */
function bundle(program, name) {
  const bundled = join(here, "server", name);
  copyFileSync(program, bundled);
  chmodSync(bundled, 0o755);
  try {
    execFileSync("strip", [bundled]);
  } catch {
    console.warn(`the bundled ${name} keeps its symbols: \`strip\` is not installed`);
  }
}

/** The README for the editor's page of the extension. */
function forThePage(text) {
  const folder = option("--pictures")?.replace(/\/?$/, "/");
  return text.replaceAll(/!\[([^\]]*)\]\(pictures\/([\w.-]+\.png)\)\n\n?/g, (_, title, name) =>
    folder === undefined ? "" : `![${title}](${new URL(name, folder)})\n\n`,
  );
}
