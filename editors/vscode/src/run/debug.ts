// Debugging with whatever native debugger is installed: CodeLLDB or the C/C++ extension. This extension has none.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { serverEnvironment, type Server } from "../server";

const ENGINES = ["vadimcn.vscode-lldb", "ms-vscode.cpptools"] as const;
type Engine = (typeof ENGINES)[number];

/** Whether some debugger is there. */
export function canDebug(): boolean {
  return engine() !== undefined;
}

function engine(): Engine | undefined {
  const wanted = vscode.workspace.getConfiguration("lang").get<string>("debug.engine", "auto");
  return ENGINES.filter((id) => wanted === "auto" || wanted === id).find(
    (id) => vscode.extensions.getExtension(id) !== undefined,
  );
}

/** The launch configuration of a program for a debugger. */
export function launchConfiguration(
  chosen: Engine,
  program: string,
  programArguments: string[],
  cwd: string,
): vscode.DebugConfiguration {
  const common = { request: "launch", name: `lang: ${path.basename(program)}`, program, args: programArguments, cwd };
  switch (chosen) {
    case "vadimcn.vscode-lldb":
      return { type: "lldb", ...common };
    case "ms-vscode.cpptools":
      return { type: "cppdbg", MIMode: "gdb", ...common };
  }
}

/** Builds the program of `input` into a folder of its own, and starts it in the debugger. */
export async function debugProgram(
  server: Server,
  input: string,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<void> {
  const chosen = engine();
  if (chosen === undefined) {
    void vscode.window.showErrorMessage("Install CodeLLDB or the C/C++ extension to debug.");
    return;
  }
  const location = server.location();
  if ("problem" in location) {
    void vscode.window.showErrorMessage(location.problem);
    return;
  }
  const built = mkdtempSync(path.join(tmpdir(), "lang-debug-"));
  const remove = (): void => rmSync(built, { recursive: true, force: true });
  const program = path.join(built, path.basename(input, ".lang"));
  const env = { ...process.env, ...serverEnvironment() };
  try {
    const options = { location: vscode.ProgressLocation.Notification, title: "Building for the debugger" };
    await vscode.window.withProgress(options, () =>
      promisify(execFile)(location.path, ["build", input, "-o", program], { env }),
    );
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    void vscode.window.showErrorMessage(`The program cannot be built: ${said || String(error)}`);
    remove();
    return;
  }
  const programArguments = vscode.workspace.getConfiguration("lang").get<string[]>("run.arguments", []);
  const cwd = folder?.uri.fsPath ?? path.dirname(input);
  const ended = vscode.debug.onDidTerminateDebugSession((session) => {
    if (session.configuration["program"] === program) {
      ended.dispose();
      remove();
    }
  });
  const configuration = launchConfiguration(chosen, program, programArguments, cwd);
  if (!(await vscode.debug.startDebugging(folder, configuration))) {
    ended.dispose();
    remove();
  }
}
