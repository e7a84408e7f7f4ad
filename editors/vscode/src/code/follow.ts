// Code beside the source goes along when the cursor goes to another function: a view shows the same form of that one.

import * as vscode from "vscode";
import { SCHEME, type CodeDocuments } from "./documents";

export function followCursor(documents: CodeDocuments): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  /** Counts the places where the cursor rested: what was asked for an earlier one is not shown any more. */
  let turn = 0;

  /** Puts the code of the function around the cursor in the place of what a tab shows. */
  const follow = async (tab: vscode.Tab, editor: vscode.TextEditor, thisTurn: number): Promise<void> => {
    if (!(tab.input instanceof vscode.TabInputText) || tab.input.uri.scheme !== SCHEME) {
      return;
    }
    const shown = tab.input.uri;
    const cursor = editor.selection.active;
    const form = documents.leftBy(shown, editor.document.uri, cursor.line);
    if (form === undefined) {
      return;
    }
    let document: vscode.TextDocument;
    try {
      document = await documents.open(form, editor.document.uri, cursor);
    } catch {
      // There is no code of what the cursor is in: the view keeps what it shows.
      return;
    }
    if (thisTurn !== turn || document.uri.toString() === shown.toString()) {
      return;
    }
    const viewColumn = tab.group.viewColumn;
    await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: false });
    await vscode.window.tabGroups.close(tab, true);
  };

  const rested = async (editor: vscode.TextEditor): Promise<void> => {
    turn += 1;
    const thisTurn = turn;
    for (const tab of vscode.window.tabGroups.all.map((group) => group.activeTab)) {
      if (tab !== undefined) {
        await follow(tab, editor, thisTurn);
      }
    }
  };

  const moved = vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
    const configuration = vscode.workspace.getConfiguration("lang");
    if (textEditor.document.languageId !== "lang" || !configuration.get<boolean>("code.followCursor", true)) {
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => void rested(textEditor), configuration.get<number>("code.refreshDelay", 300));
  });
  return vscode.Disposable.from(moved, { dispose: () => clearTimeout(timer) });
}
