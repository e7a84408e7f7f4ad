// Marks in generated code what belongs to the cursor's line in the source, and the other way round.

import * as vscode from "vscode";
import { SCHEME, type CodeDocuments } from "./documents";
import type { LineRange } from "./line_map";

export function syncCursors(documents: CodeDocuments): vscode.Disposable {
  const marked = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.selectionHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.selectionHighlightForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });

  const mark = (editor: vscode.TextEditor, lines: LineRange[], reveal: boolean): void => {
    const ranges = lines.map(({ first, last }) => new vscode.Range(first, 0, last, 0));
    editor.setDecorations(marked, ranges);
    const [top] = ranges;
    const isVisible = ranges.some((range) => editor.visibleRanges.some((visible) => visible.intersection(range)));
    if (reveal && top !== undefined && !isVisible) {
      editor.revealRange(top, vscode.TextEditorRevealType.InCenter);
    }
  };

  const follow = (from: vscode.TextEditor, reveal: boolean): void => {
    const isOn = vscode.workspace.getConfiguration("lang").get<boolean>("code.syncCursor", true);
    const line = from.selection.active.line;
    const link = documents.link(from.document.uri);
    // The line in the source, whichever side the cursor is on.
    const source = link === undefined ? from.document.uri.toString() : link.source;
    const sourceLine = link === undefined ? line : link.map.sourceOf(line);
    for (const editor of vscode.window.visibleTextEditors) {
      const other = documents.link(editor.document.uri);
      if (other !== undefined && other.source === source) {
        const lines = isOn && sourceLine !== undefined ? other.map.codeOf(sourceLine) : [];
        mark(editor, lines, reveal && editor !== from);
      } else if (other === undefined && editor.document.uri.toString() === source) {
        const isCodeSide = link !== undefined;
        const lines = isOn && isCodeSide && sourceLine !== undefined ? [{ first: sourceLine, last: sourceLine }] : [];
        mark(editor, lines, reveal && isCodeSide);
      }
    }
  };

  const isOurs = (editor: vscode.TextEditor): boolean =>
    editor.document.languageId === "lang" || editor.document.uri.scheme === SCHEME;

  /** Views that were seen before: a new one scrolls to its marks. */
  let seen = new Set<string>();
  const keyOf = (editor: vscode.TextEditor): string => `${editor.viewColumn ?? 0} ${editor.document.uri.toString()}`;

  /** The cursor that was moved last leads when code is made anew. */
  let leader: vscode.TextEditor | undefined;
  return vscode.Disposable.from(
    marked,
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (isOurs(textEditor)) {
        leader = textEditor;
        follow(textEditor, true);
      }
    }),
    vscode.window.onDidChangeVisibleTextEditors(() => {
      // No cursor was moved since the start if code is all that was asked for.
      const active = leader ?? vscode.window.activeTextEditor;
      if (active !== undefined && isOurs(active) && vscode.window.visibleTextEditors.includes(active)) {
        const isNew = vscode.window.visibleTextEditors.some((editor) => !seen.has(keyOf(editor)));
        follow(active, leader === undefined || isNew);
      }
      seen = new Set(vscode.window.visibleTextEditors.map(keyOf));
    }),
    documents.onDidMap(() => {
      const active = leader ?? vscode.window.activeTextEditor;
      if (active !== undefined && isOurs(active)) {
        follow(active, true);
      }
    }),
  );
}
