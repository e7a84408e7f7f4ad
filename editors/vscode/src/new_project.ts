// The command that makes a project with `lang new` and opens it.

import { execFile } from "node:child_process";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { serverEnvironment, type Server } from "./server";

export function registerNewProject(server: Server): vscode.Disposable {
  return vscode.commands.registerCommand("lang.newProject", async () => {
    const location = server.location();
    if ("problem" in location) {
      void vscode.window.showErrorMessage(location.problem);
      return;
    }
    const around = await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: "Make the Project Here",
      ...(vscode.workspace.workspaceFolders?.[0] && { defaultUri: vscode.workspace.workspaceFolders[0].uri }),
    });
    const name = around && (await askName());
    if (around?.[0] === undefined || name === undefined) {
      return;
    }
    const folder = path.join(around[0].fsPath, name);
    try {
      const env = { ...process.env, ...serverEnvironment() };
      await promisify(execFile)(location.path, ["new", folder], { env });
    } catch (error) {
      const said = (error as { stderr?: string }).stderr?.trim();
      void vscode.window.showErrorMessage(said || String(error));
      return;
    }
    await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.file(folder));
  });
}

function askName(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: "New Project",
    prompt: "The name of the project and of its folder",
    value: "hello",
    validateInput: (name) =>
      /^[a-z_][a-z0-9_]*$/.test(name) ? undefined : "Write lower-case letters, digits and _, beginning with a letter.",
  });
}
