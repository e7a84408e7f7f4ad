// Command lines of `lang` for tasks, runs and tests. Pure data; it knows no editor.

export type Command = "check" | "build" | "run" | "test";

export const COMMANDS: readonly Command[] = ["check", "build", "run", "test"];

/** What a task of the type `lang` says. */
export interface Wanted {
  command: Command;
  input?: string | undefined;
  args?: readonly string[] | undefined;
  programArgs?: readonly string[] | undefined;
}

/** The arguments behind the program's name. */
export function commandLine(wanted: Wanted): string[] {
  const line: string[] = [wanted.command];
  if (wanted.input !== undefined && wanted.input !== "") {
    line.push(wanted.input);
  }
  line.push(...(wanted.args ?? []));
  const programArgs = wanted.programArgs ?? [];
  if (wanted.command === "run" && programArgs.length > 0) {
    line.push("--", ...programArgs);
  }
  return line;
}

/** Whether a task's definition, which anybody may have written, is one of ours. */
export function asWanted(definition: Record<string, unknown>): Wanted | undefined {
  const command = COMMANDS.find((known) => known === definition["command"]);
  if (command === undefined) {
    return undefined;
  }
  const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  const texts = (value: unknown): string[] | undefined =>
    Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : undefined;
  return {
    command,
    input: text(definition["input"]),
    args: texts(definition["args"]),
    programArgs: texts(definition["programArgs"]),
  };
}

/** The folder of the nearest manifest at or above a file's folder; `exists` is asked for each. */
export function projectFolder(file: string, exists: (path: string) => boolean): string | undefined {
  let folder = parent(file);
  while (folder !== undefined) {
    if (exists(`${folder === "/" ? "" : folder}/lang.toml`)) {
      return folder;
    }
    folder = parent(folder);
  }
  return undefined;
}

function parent(path: string): string | undefined {
  const plain = path.replaceAll("\\", "/");
  const at = plain.lastIndexOf("/");
  if (at < 0 || plain === "/") {
    return undefined;
  }
  return at === 0 ? "/" : plain.slice(0, at);
}
