// The panel with the picture of a type's memory. It follows edits of the source, as the documents with code do.

import * as vscode from "vscode";
import type { Server } from "../server";
import { argumentPlace } from "../place";
import { moved } from "../code/forms";
import { readLayouts, type LayoutAnswer } from "./answer";
import { note, page } from "./page";

const VIEW = "lang.layout";

export function registerLayout(server: Server): vscode.Disposable {
  let panel: LayoutPanel | undefined;
  return vscode.Disposable.from(
    vscode.commands.registerCommand("lang.show.layout", async (argument?: unknown) => {
      const place = await argumentPlace(argument);
      if (place === undefined) {
        void vscode.window.showInformationMessage("Put the cursor on a type of lang first.");
        return;
      }
      if (panel === undefined || panel.isClosed) {
        const column = (place.column ?? vscode.ViewColumn.One) + 1;
        panel = new LayoutPanel(server, column);
      }
      await panel.show(place.uri, place.position);
    }),
    { dispose: () => panel?.dispose() },
  );
}

class LayoutPanel implements vscode.Disposable {
  isClosed = false;
  private readonly panel: vscode.WebviewPanel;
  private readonly subscriptions: vscode.Disposable[];
  private place: { uri: vscode.Uri; position: vscode.Position } | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly server: Server,
    column: vscode.ViewColumn,
  ) {
    const where = { viewColumn: column, preserveFocus: true };
    this.panel = vscode.window.createWebviewPanel(VIEW, "Memory layout", where, { enableFindWidget: true });
    this.subscriptions = [
      this.panel.onDidDispose(() => this.dispose()),
      vscode.workspace.onDidChangeTextDocument((event) => this.sourceChanged(event)),
      server.onStart(() => this.refreshLater(0)),
    ];
  }

  async show(uri: vscode.Uri, position: vscode.Position): Promise<void> {
    this.place = { uri, position };
    this.panel.reveal(undefined, true);
    await this.refresh();
  }

  private async refresh(): Promise<void> {
    if (this.place === undefined || this.isClosed) {
      return;
    }
    const html = await this.make(this.place.uri, this.place.position);
    // It may have been closed meanwhile.
    if (!this.isClosed) {
      this.panel.webview.html = html;
    }
  }

  private async make(uri: vscode.Uri, position: vscode.Position): Promise<string> {
    try {
      const answer = await this.server.command<LayoutAnswer | null>("lang.layout", this.server.place(uri, position));
      const layouts = answer === null ? [] : readLayouts(answer);
      const [first] = layouts;
      if (first === undefined) {
        return note("There is no type at the cursor. Put it on the name of a type, or on a value, and ask again.");
      }
      if (!this.isClosed) {
        this.panel.title = `Layout of ${first.name}`;
      }
      return page(layouts);
    } catch (error) {
      return note(error instanceof Error ? error.message : String(error));
    }
  }

  private sourceChanged(event: vscode.TextDocumentChangeEvent): void {
    if (this.place === undefined || event.contentChanges.length === 0 || event.document.languageId !== "lang") {
      return;
    }
    // A type's fields may come from another file, so that any edit counts; only its own moves the place.
    if (event.document.uri.toString() === this.place.uri.toString()) {
      let at = { line: this.place.position.line, character: this.place.position.character };
      for (const change of event.contentChanges) {
        at = moved(at, { start: change.range.start, end: change.range.end, text: change.text });
      }
      this.place.position = new vscode.Position(at.line, at.character);
    }
    this.refreshLater(vscode.workspace.getConfiguration("lang").get<number>("code.refreshDelay", 300));
  }

  private refreshLater(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), delay);
  }

  dispose(): void {
    if (!this.isClosed) {
      this.isClosed = true;
      clearTimeout(this.timer);
      vscode.Disposable.from(...this.subscriptions).dispose();
      this.panel.dispose();
    }
  }
}
