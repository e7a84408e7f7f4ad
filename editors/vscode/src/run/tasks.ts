// Tasks of the type `lang`: check, build, run and test of each project in the workspace, and of the open file.

import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { serverEnvironment, type Server } from "../server";
import { COMMANDS, asWanted, commandLine, projectFolder, type Command, type Wanted } from "./command_line";

const TYPE = "lang";

interface Definition extends vscode.TaskDefinition {
  command: Command;
  input?: string;
  args?: string[];
  programArgs?: string[];
  cwd?: string;
  env?: Record<string, string>;
}

export function registerTasks(server: Server): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(TYPE, {
    provideTasks: () => offered(server),
    resolveTask: (task) => {
      const wanted = asWanted(task.definition);
      const scope = task.scope ?? vscode.TaskScope.Workspace;
      // The definition must stay the very object that the editor asked with.
      return wanted && makeTask(server, task.definition as Definition, wanted, scope, task.name);
    },
  });
}

async function offered(server: Server): Promise<vscode.Task[]> {
  const tasks: vscode.Task[] = [];
  const manifests = await vscode.workspace.findFiles("**/lang.toml", "**/{node_modules,target,.git}/**", 50);
  for (const manifest of manifests.sort((a, b) => a.path.localeCompare(b.path))) {
    const folder = vscode.workspace.getWorkspaceFolder(manifest);
    if (folder === undefined) {
      continue;
    }
    const inside = path.relative(folder.uri.fsPath, path.dirname(manifest.fsPath));
    for (const command of COMMANDS) {
      const definition: Definition = { type: TYPE, command, ...(inside === "" ? {} : { input: inside }) };
      const name = inside === "" ? command : `${command} ${inside}`;
      tasks.push(makeTask(server, definition, definition, folder, name));
    }
  }
  const file = vscode.window.activeTextEditor?.document;
  if (file !== undefined && file.languageId === "lang" && file.uri.scheme === "file" && inputOf(file.uri) === file.uri.fsPath) {
    const folder = vscode.workspace.getWorkspaceFolder(file.uri);
    const input = folder === undefined ? file.uri.fsPath : path.relative(folder.uri.fsPath, file.uri.fsPath);
    for (const command of COMMANDS) {
      const definition: Definition = { type: TYPE, command, input };
      tasks.push(makeTask(server, definition, definition, folder ?? vscode.TaskScope.Workspace, `${command} ${input}`));
    }
  }
  return tasks;
}

/** The project of a file, or the file itself where there is no project around it. */
export function inputOf(uri: vscode.Uri): string {
  return projectFolder(uri.fsPath, existsSync) ?? uri.fsPath;
}

/** A task; its problems are found in what it prints. */
export function makeTask(
  server: Server,
  definition: Definition,
  wanted: Wanted,
  scope: vscode.WorkspaceFolder | vscode.TaskScope,
  name: string,
): vscode.Task {
  const location = server.location();
  const program = "problem" in location ? "lang" : location.path;
  const folder = typeof scope === "object" ? scope.uri.fsPath : vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const cwd = definition.cwd ?? folder;
  const execution = new vscode.ProcessExecution(program, commandLine(wanted), {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...serverEnvironment(), ...definition.env },
  });
  // What is wrong with the program the server has told already.
  const matchers = server.isRunning ? ["$lang-panic"] : ["$lang", "$lang-panic"];
  const task = new vscode.Task(definition, scope, name, "lang", execution, matchers);
  const group = groupOf(wanted.command);
  if (group !== undefined) {
    task.group = group;
  }
  task.detail = ["lang", ...commandLine(wanted)].join(" ");
  task.presentationOptions = { clear: true, showReuseMessage: false };
  return task;
}

function groupOf(command: Command): vscode.TaskGroup | undefined {
  switch (command) {
    case "check":
    case "build":
      return vscode.TaskGroup.Build;
    case "test":
      return vscode.TaskGroup.Test;
    case "run":
      return undefined;
  }
}
