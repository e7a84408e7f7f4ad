// Makes the .vsix for one platform: the bundled extension with the program `lang` in server/.
// Options: --server FILE (the program; by default target/release/lang of the workspace), --out FILE.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
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
const bundled = join(here, "server/lang");
copyFileSync(server, bundled);
chmodSync(bundled, 0o755);
try {
  execFileSync("strip", [bundled]);
} catch {
  console.warn("the bundled program keeps its symbols: `strip` is not installed");
}
for (const license of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  copyFileSync(join(root, license), join(here, license));
}
const vsce = join(here, "node_modules/@vscode/vsce/vsce");
execFileSync(process.execPath, [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links", "--target", platform, "-o", out], {
  cwd: here,
  stdio: ["ignore", "inherit", "inherit"],
});
