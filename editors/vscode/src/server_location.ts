// Finds the program `lang`: the setting, then the one in the extension, then the PATH. It must not start anything.

/** What is looked at, so that tests need no disk. */
export interface Surroundings {
  setting: string;
  extensionFolder: string;
  workspaceFolder: string | undefined;
  home: string | undefined;
  path: string | undefined;
  windows: boolean;
  isProgram(path: string): boolean;
}

export type Location = { path: string; origin: "setting" | "bundled" | "PATH" } | { problem: string };

/** Where the server is, or what to do about it. */
export function locateServer(around: Surroundings): Location {
  const name = around.windows ? "lang.exe" : "lang";
  const separator = around.windows ? "\\" : "/";
  const setting = around.setting.trim();
  if (setting !== "") {
    const expanded = expand(setting, around);
    // A bare name is looked up as a shell would.
    const path = /[\\/]/.test(expanded) ? expanded : (onPath(expanded, around) ?? expanded);
    return around.isProgram(path)
      ? { path, origin: "setting" }
      : { problem: `The setting lang.server.path names ${path}, which is no program. Correct it, or empty it to use the program that came with the extension.` };
  }
  const bundled = [around.extensionFolder, "server", name].join(separator);
  if (around.isProgram(bundled)) {
    return { path: bundled, origin: "bundled" };
  }
  const found = onPath(name, around);
  if (found !== undefined) {
    return { path: found, origin: "PATH" };
  }
  return {
    problem: "The program lang was not found: this package of the extension carries none, and there is none on the PATH. Build it with `cargo build --release -p lang`, and put it on the PATH or name it in the setting lang.server.path.",
  };
}

function expand(path: string, around: Surroundings): string {
  let expanded = path;
  if (around.home !== undefined && (expanded === "~" || expanded.startsWith("~/"))) {
    expanded = around.home + expanded.slice(1);
  }
  return expanded.replaceAll("${workspaceFolder}", around.workspaceFolder ?? ".");
}

function onPath(name: string, around: Surroundings): string | undefined {
  const separator = around.windows ? "\\" : "/";
  return (around.path ?? "")
    .split(around.windows ? ";" : ":")
    .filter((folder) => folder !== "")
    .map((folder) => folder.replace(/[\\/]$/, "") + separator + name)
    .find((path) => around.isProgram(path));
}
