// The commands that open generated code beside the source.

import * as vscode from "vscode";
import type { CodeDocuments } from "./documents";
import { FORMS, type Form } from "./forms";
import { argumentPlace, type Place } from "../place";

const COMMANDS: readonly (readonly [command: string, form: Form])[] = [
  ["lang.show.abi", "abi"],
  ["lang.show.mirSource", "mir-source"],
  ["lang.show.mir", "mir"],
  ["lang.show.llvmIr", "llvm-ir"],
  ["lang.show.clif", "clif"],
  ["lang.show.asmCranelift", "asm-cranelift"],
  ["lang.show.asmLlvm", "asm-llvm"],
  ["lang.show.layoutText", "layout-text"],
];

export function registerCodeCommands(documents: CodeDocuments): vscode.Disposable {
  const show = async (form: Form, place: Place, column: vscode.ViewColumn): Promise<void> => {
    const document = await documents.open(form, place.uri, place.position);
    await vscode.window.showTextDocument(document, { viewColumn: column, preserveFocus: true, preview: false });
  };

  const guarded = async (forms: readonly Form[], argument: unknown): Promise<void> => {
    const place = await argumentPlace(argument);
    if (place === undefined) {
      void vscode.window.showInformationMessage("Put the cursor into a file of lang first.");
      return;
    }
    // Beside the source, each further form beside the one before.
    let column = (place.column ?? vscode.ViewColumn.One) + 1;
    for (const form of forms) {
      const title = FORMS[form].title;
      try {
        const location = vscode.ProgressLocation.Window;
        await vscode.window.withProgress({ location, title: `lang: ${title}` }, () => show(form, place, column));
        column += 1;
      } catch (error) {
        void vscode.window.showErrorMessage(`${title}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };

  return vscode.Disposable.from(
    ...COMMANDS.map(([command, form]) =>
      vscode.commands.registerCommand(command, (argument?: unknown) => guarded([form], argument)),
    ),
    vscode.commands.registerCommand("lang.show.bothAssemblies", (argument?: unknown) =>
      guarded(["asm-cranelift", "asm-llvm"], argument),
    ),
  );
}
