// Run, Test, Measure and Debug: what lenses and the play button start.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Server } from "../server";
import { currentEditor } from "../place";
import { configurationOf } from "./debug";
import { inputOf, makeTask } from "./tasks";

/** What a lens names: the file, what of it runs, and of tests and benches the name. */
interface Target {
  uri: string | vscode.Uri;
  kind?: "program" | "test" | "bench";
  name?: string;
}

export function registerRunning(server: Server): vscode.Disposable {
  const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("lang");
  const release = (): string[] => (configuration().get<boolean>("run.release", false) ? ["--release"] : []);

  const start = async (target: Target | undefined, command: "run" | "test"): Promise<void> => {
    const uri = await uriOf(target);
    if (uri === undefined || !(await saved(uri))) {
      return;
    }
    const input = inputOf(uri);
    const name = command === "test" ? target?.name : undefined;
    const isBench = target?.kind === "bench";
    const wanted = {
      command,
      input,
      args: [...(isBench ? ["--bench"] : release()), ...(name === undefined ? [] : ["--exact", name])],
      programArgs: configuration().get<string[]>("run.arguments", []),
    };
    // A folder of the workspace has no path within it.
    const relative = vscode.workspace.asRelativePath(input);
    const title = name === undefined ? `${command} ${relative === input ? path.basename(input) : relative}` : `${isBench ? "bench" : "test"} ${name}`;
    const scope = vscode.workspace.getWorkspaceFolder(uri) ?? vscode.TaskScope.Workspace;
    const task = makeTask(server, { type: "lang", ...wanted }, wanted, scope, title);
    await vscode.tasks.executeTask(task);
  };

  const debug = async (target: Target | undefined): Promise<void> => {
    const uri = await uriOf(target);
    if (uri !== undefined && (await saved(uri))) {
      const configuration = configurationOf(uri.fsPath, target?.kind === "test" ? target.name : undefined);
      await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(uri), configuration);
    }
  };

  return vscode.Disposable.from(
    vscode.commands.registerCommand("lang.run", (target?: Target) => start(target, "run")),
    vscode.commands.registerCommand("lang.test", (target?: Target) => start(target, "test")),
    vscode.commands.registerCommand("lang.bench", (target?: Target) => start(target, "test")),
    vscode.commands.registerCommand("lang.debug", (target?: Target) => debug(target)),
    vscode.commands.registerCommand("lang.runFile", (uri?: vscode.Uri) => start(uri && { uri }, "run")),
    vscode.commands.registerCommand("lang.testFile", (uri?: vscode.Uri) => start(uri && { uri }, "test")),
    vscode.commands.registerCommand("lang.debugFile", (uri?: vscode.Uri) => debug(uri && { uri })),
  );
}

async function uriOf(target: Target | undefined): Promise<vscode.Uri | undefined> {
  if (target?.uri !== undefined) {
    return typeof target.uri === "string" ? vscode.Uri.parse(target.uri) : target.uri;
  }
  const editor = await currentEditor();
  if (editor === undefined) {
    void vscode.window.showInformationMessage("Open a file of lang first.");
  }
  return editor?.document.uri;
}

/** Programs are read from the disk. */
async function saved(uri: vscode.Uri): Promise<boolean> {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (document?.isUntitled) {
    void vscode.window.showInformationMessage("Save the file first.");
    return false;
  }
  return vscode.workspace.saveAll(false);
}
