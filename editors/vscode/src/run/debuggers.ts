// Which debugger is taken, and what it is told. Pure data; it knows no editor and starts nothing.

/** Extensions that debug native programs, in the order in which they are taken. */
export const EXTENSIONS = ["vadimcn.vscode-lldb", "ms-vscode.cpptools", "llvm-vs-code-extensions.lldb-dap"] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** What people call them. */
export const TITLES: Record<Extension, string> = {
  "vadimcn.vscode-lldb": "CodeLLDB",
  "ms-vscode.cpptools": "C/C++",
  "llvm-vs-code-extensions.lldb-dap": "LLDB DAP",
};

/** What debugs: an extension, or LLVM's debug adapter by itself. */
export type Debugger = { extension: Extension } | { adapter: string };

/** The word for the debug adapter in the setting and in launch configurations. */
const ADAPTER = "lldb-dap";

/** What is looked at, so that tests need neither editor nor disk. */
export interface Surroundings {
  /** `auto`, the name of an extension, or `lldb-dap`. */
  wanted: string;
  /** The path that the setting names, or nothing. */
  adapter: string;
  path: string | undefined;
  isInstalled(extension: Extension): boolean;
  isProgram(path: string): boolean;
  /** The names of the files in a folder; none if it cannot be read. */
  files(folder: string): string[];
}

/** The debugger, or what to do about there being none, and which extension would help. */
export function chooseDebugger(around: Surroundings): Debugger | { problem: string; install?: Extension } {
  const { wanted } = around;
  const setting = around.adapter.trim();
  if (setting !== "" && (wanted === "auto" || wanted === ADAPTER)) {
    // A bare name is looked up as a shell would.
    const folders = setting.includes("/") ? [""] : onPath(around);
    const adapter = folders.map((folder) => folder + setting).find((path) => around.isProgram(path));
    return adapter !== undefined
      ? { adapter }
      : { problem: `The setting lang.debug.adapter names ${setting}, which is no program. Correct it, or empty it.` };
  }
  const extension = EXTENSIONS.find((each) => (wanted === "auto" || wanted === each) && around.isInstalled(each));
  if (extension !== undefined) {
    return { extension };
  }
  const missing = EXTENSIONS.find((each) => each === wanted);
  if (missing !== undefined) {
    return { problem: `${missing} was chosen to debug, and is not installed. Install it, or choose another debugger.`, install: missing };
  }
  if (wanted !== "auto" && wanted !== ADAPTER) {
    return { problem: `There is no debugger ${wanted}: choose auto, ${EXTENSIONS.join(", ")} or ${ADAPTER}.` };
  }
  const adapter = adapterOnPath(around);
  if (adapter !== undefined) {
    return { adapter };
  }
  const program = "the program lldb-dap (on Debian `apt install lldb-22`), on the PATH or named by the setting lang.debug.adapter";
  return wanted === ADAPTER
    ? { problem: `lldb-dap was not found. Install ${program}.` }
    : { problem: `There is no debugger. Install the extension CodeLLDB, C/C++ or LLDB DAP, or ${program}.`, install: EXTENSIONS[0] };
}

/** `lldb-dap`, else the newest that has its version in its name, as on Debian. */
function adapterOnPath(around: Surroundings): string | undefined {
  const found = onPath(around).flatMap((folder) =>
    around.files(folder).flatMap((name) => {
      const match = /^lldb-dap(?:-(\d+))?$/.exec(name);
      return match === null ? [] : [{ path: folder + name, version: match[1] === undefined ? Infinity : Number(match[1]) }];
    }),
  );
  const newestFirst = found.sort((a, b) => (a.version === b.version ? 0 : b.version - a.version));
  return newestFirst.find(({ path }) => around.isProgram(path))?.path;
}

/** The folders of the PATH, each with a slash behind it. */
function onPath(around: Surroundings): string[] {
  const folders = (around.path ?? "").split(":").filter((folder) => folder !== "");
  return folders.map((folder) => (folder.endsWith("/") ? folder : `${folder}/`));
}

/** What is started, built already. */
export interface Started {
  program: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

/** Where a program ends when one of its checks has failed and it has said so: the failed line is among the callers. */
const END = "std.runtime.end_failed";

/** What the protocol says of a frame. */
export interface Frame {
  id: number;
  name: string;
  source?: { path?: string };
}

/** The frame whose check failed, if the innermost one is where programs end. */
export function failedFrame(frames: readonly Frame[]): Frame | undefined {
  const isProgram = (frame: Frame): boolean => frame.source?.path?.endsWith(".lang") === true;
  const innermost = frames[0];
  // Debuggers write the full name or its end, with dots or as C++ does, some with parameters.
  const plain = innermost?.name.replace(/\(.*$/, "").split(/::|\./).at(-1);
  return innermost === undefined || isProgram(innermost) || !END.endsWith(`.${plain}`) ? undefined : frames.find(isProgram);
}

/** The launch configuration for a debugger; `further` are attributes that it is to be given as they are. */
export function launchConfiguration(chosen: Debugger, started: Started, further: Record<string, unknown>): Record<string, unknown> & { type: string } {
  const { program, args, cwd, env } = started;
  const lldb = { program, args, cwd, env, preRunCommands: [`breakpoint set --name ${END}`, ...list(further["preRunCommands"])] };
  // What has parts shows them in its own line.
  const summaries = { enableAutoVariableSummaries: true };
  if ("adapter" in chosen) {
    return { ...summaries, ...further, type: "lang", ...lldb };
  }
  switch (chosen.extension) {
    case "vadimcn.vscode-lldb":
      return { ...further, type: "lldb", ...lldb };
    case "llvm-vs-code-extensions.lldb-dap":
      return { ...summaries, ...further, type: "lldb-dap", ...lldb };
    case "ms-vscode.cpptools": {
      const setupCommands = [{ text: `-break-insert -f ${END}`, ignoreFailures: true }, ...list(further["setupCommands"])];
      const environment = Object.entries(env).map(([name, value]) => ({ name, value }));
      return { ...further, type: "cppdbg", MIMode: "gdb", program, args, cwd, environment, setupCommands };
    }
  }
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What a configuration of the type `lang`, which anybody may have written, says of itself. */
export interface Wanted {
  /** A file, or a folder with `lang.toml`. */
  program: string;
  test: string | undefined;
  args: string[] | undefined;
  cwd: string | undefined;
  env: Record<string, string>;
  debugger: string | undefined;
  /** For the debugger itself. */
  further: Record<string, unknown>;
}

/** Reads a configuration; none without a program. */
export function asWanted(configuration: Record<string, unknown>): Wanted | undefined {
  const { type: _type, program, test, args, cwd, env, debugger: chosen, ...further } = configuration;
  const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
  const named = text(program);
  const variables = typeof env === "object" && env !== null ? Object.entries(env) : [];
  return named === undefined
    ? undefined
    : {
        program: named,
        test: text(test),
        args: Array.isArray(args) ? args.map(String) : undefined,
        cwd: text(cwd),
        env: Object.fromEntries(variables.map(([name, value]) => [name, String(value)])),
        debugger: text(chosen),
        further,
      };
}

/** The command line that builds what is debugged. */
export function buildLine(test: string | undefined, program: string): { command: "build" | "test"; args: string[] } {
  return test === undefined
    ? { command: "build", args: ["-g", "--emit", "exe", "-o", program] }
    : { command: "test", args: ["-g", "--no-run", "-o", program, "--exact", "--", test] };
}

/** What the executable of tests takes to run the one that was asked for: `lang test --no-run` prints its number first. */
export function testArguments(printed: string): string[] | undefined {
  const number = /^\d+(?= )/.exec(printed);
  return number === null ? undefined : [number[0]];
}
