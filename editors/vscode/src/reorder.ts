// Puts the fields of a type into the order that makes it smaller: a link of hovers. Which order that is, and what else has
// to change with it, is the server's business.

import * as vscode from "vscode";
import { argumentPlace } from "./place";
import type { Server } from "./server";

export function registerReordering(server: Server): vscode.Disposable {
  return vscode.commands.registerCommand("lang.reorderFields", async (argument?: unknown) => {
    const place = await argumentPlace(argument);
    if (place === undefined) {
      return;
    }
    try {
      const found = await server.command<{ edit: unknown } | null>("lang.fieldOrder", server.place(place.uri, place.position));
      const edit = found && (await server.edit(found.edit));
      if (!edit) {
        void vscode.window.showInformationMessage("The fields of this type stand in the best order already.");
      } else if (!(await vscode.workspace.applyEdit(edit))) {
        void vscode.window.showErrorMessage("The text has changed meanwhile; ask again.");
      }
    } catch (error) {
      void vscode.window.showErrorMessage(`Reorder fields: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}
