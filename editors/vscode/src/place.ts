// The place a command is about: its argument's, from a hover or a lens, or the cursor.

import * as vscode from "vscode";

export interface Place {
  uri: vscode.Uri;
  position: vscode.Position;
  column: vscode.ViewColumn | undefined;
}

/** Where the cursor was last in a program. */
let last: { uri: vscode.Uri; position: vscode.Position } | undefined;

/** Keeps in mind where the cursor is, for when something else is in front, like the walkthrough. */
export function rememberPlaces(): vscode.Disposable {
  const remember = (editor: vscode.TextEditor | undefined): void => {
    if (editor?.document.languageId === "lang") {
      last = { uri: editor.document.uri, position: editor.selection.active };
    }
  };
  remember(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(remember),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => remember(textEditor)),
  );
}

/** The editor that a command without an argument is about; it is brought to the front if nothing of it is seen. */
export async function currentEditor(): Promise<vscode.TextEditor | undefined> {
  const seen = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
  const editor = seen.find((each) => each?.document.languageId === "lang");
  if (editor !== undefined || last === undefined) {
    return editor;
  }
  const { uri, position } = last;
  try {
    return await vscode.window.showTextDocument(uri, { selection: new vscode.Range(position, position) });
  } catch {
    // The file is gone.
    return undefined;
  }
}

export async function argumentPlace(argument: unknown): Promise<Place | undefined> {
  if (typeof argument === "object" && argument !== null && "uri" in argument && "position" in argument) {
    const { uri, position } = argument as { uri: string | vscode.Uri; position: { line: number; character: number } };
    return {
      uri: typeof uri === "string" ? vscode.Uri.parse(uri) : uri,
      position: new vscode.Position(position.line, position.character),
      column: vscode.window.activeTextEditor?.viewColumn,
    };
  }
  const editor = await currentEditor();
  return editor && { uri: editor.document.uri, position: editor.selection.active, column: editor.viewColumn };
}
