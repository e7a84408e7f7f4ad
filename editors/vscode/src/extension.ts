// The extension's beginning: makes the parts and wires them together. Every part owns its commands.

import * as vscode from "vscode";
import { registerCodeCommands } from "./code/commands";
import { CodeDocuments } from "./code/documents";
import { followCursor } from "./code/follow";
import { syncCursors } from "./code/sync";
import { registerCrosscheck } from "./crosscheck";
import { showLlvm } from "./llvm";
import { registerLayout } from "./layout/panel";
import { registerNewProject } from "./new_project";
import { rememberPlaces } from "./place";
import { registerDebugging } from "./run/debug";
import { registerRunning } from "./run/run";
import { registerTasks } from "./run/tasks";
import { registerTestExplorer } from "./run/test_explorer";
import { registerReordering } from "./reorder";
import { Server } from "./server";
import { showStatus } from "./status";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const started = new Server(context);
  server = started;
  const documents = new CodeDocuments(started);
  context.subscriptions.push(
    started,
    documents,
    rememberPlaces(),
    showStatus(started),
    showLlvm(started),
    syncCursors(documents),
    followCursor(documents),
    registerReordering(started),
    registerCodeCommands(documents),
    registerLayout(started),
    registerCrosscheck(started),
    registerTasks(started),
    registerRunning(started),
    registerDebugging(started),
    registerTestExplorer(started),
    registerNewProject(started),
    ...serverCommands(started),
  );
  await started.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function serverCommands(started: Server): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand("lang.server.restart", () => started.restart()),
    vscode.commands.registerCommand("lang.server.log", () => started.showLog()),
    vscode.commands.registerCommand("lang.server.version", () => {
      const location = started.location();
      const where = "problem" in location ? location.problem : `${location.path} (${location.origin})`;
      void vscode.window.showInformationMessage(`${started.version ?? "The server is not running"}: ${where}`);
    }),
    vscode.commands.registerCommand("lang.openWalkthrough", () =>
      vscode.commands.executeCommand("workbench.action.openWalkthrough", "lang.lang#start", false),
    ),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("lang.server.path") || event.affectsConfiguration("lang.server.extraEnv")) {
        await started.restart();
      }
    }),
    // Programs named by a workspace count from the moment it is trusted.
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart()),
  ];
}
