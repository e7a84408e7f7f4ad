// The place a command is about: its argument's, from a hover or a lens, or the cursor.

import * as vscode from "vscode";

export interface Place {
  uri: vscode.Uri;
  position: vscode.Position;
  column: vscode.ViewColumn | undefined;
}

export function argumentPlace(argument: unknown): Place | undefined {
  const editor = vscode.window.activeTextEditor;
  if (typeof argument === "object" && argument !== null && "uri" in argument && "position" in argument) {
    const { uri, position } = argument as { uri: string | vscode.Uri; position: { line: number; character: number } };
    return {
      uri: typeof uri === "string" ? vscode.Uri.parse(uri) : uri,
      position: new vscode.Position(position.line, position.character),
      column: editor?.viewColumn,
    };
  }
  if (editor === undefined || editor.document.languageId !== "lang") {
    return undefined;
  }
  return { uri: editor.document.uri, position: editor.selection.active, column: editor.viewColumn };
}
