// Virtual documents `lang-code:` with a form of the function or type at a place of the source. They follow edits: the
// place moves with the text, and the text is made anew. How the forms are made is the server's business.

import * as vscode from "vscode";
import type { Server } from "../server";
import { decode, encode, moved, pathOf, type Form, type Request } from "./forms";
import { LineMap, type LineEntry } from "./line_map";

export const SCHEME = "lang-code";

/** The server's answer to `lang.showCode`. */
interface ShownCode {
  title: string;
  /** Code generator and level. */
  level?: string;
  /** The same for all places of a function. */
  symbol?: string;
  /** The first and the last line of the function in the source. */
  source?: readonly [first: number, last: number];
  text: string;
  lines?: LineEntry[] | null;
}

/** The server's answer to `lang.layout`, as far as the text form needs it. */
interface ShownLayout {
  name?: string;
  title?: string;
  text: string;
}

interface Living {
  /** Its place moves with the source's text. */
  request: Request;
  map: LineMap;
  /** What it shows, if that has a name. */
  symbol: string | undefined;
  /** The lines of that in the source, as of the last answer. */
  lines: readonly [first: number, last: number] | undefined;
  /** The first answer is asked before the document exists, because it names it. */
  fresh: ShownCode | undefined;
}

export class CodeDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly living = new Map<string, Living>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly mapped = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscriptions: vscode.Disposable[];

  readonly onDidChange = this.changed.event;
  /** The line map of a document is new. */
  readonly onDidMap = this.mapped.event;

  constructor(private readonly server: Server) {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidChangeTextDocument((event) => this.sourceChanged(event)),
      vscode.workspace.onDidCloseTextDocument((document) => this.closed(document)),
      server.onStart(() => this.refreshAll()),
    ];
  }

  /** Opens a form of what stands at a place. Throws the server's words if there is nothing. */
  async open(form: Form, source: vscode.Uri, position: vscode.Position): Promise<vscode.TextDocument> {
    const request: Request = { form, uri: source.toString(), line: position.line, character: position.character };
    const fresh = await this.ask(request);
    const name = fresh.level === undefined ? fresh.title : `${fresh.title} ${fresh.level}`;
    const made = vscode.Uri.from({ scheme: SCHEME, path: pathOf(form, name), query: encode(request) });
    // A function has one document of a form, from wherever in it that was asked for.
    const key = this.openOf(form, request.uri, fresh.symbol) ?? made.toString();
    const uri = vscode.Uri.parse(key);
    const isOpen = this.living.has(key);
    this.living.set(key, { request, map: new LineMap(fresh.lines ?? []), symbol: fresh.symbol, lines: fresh.source, fresh });
    const document = await vscode.workspace.openTextDocument(uri);
    if (isOpen) {
      this.changed.fire(uri);
    }
    this.mapped.fire(uri);
    return document;
  }

  private openOf(form: Form, source: string, symbol: string | undefined): string | undefined {
    for (const [key, { request, symbol: known }] of this.living) {
      if (symbol !== undefined && known === symbol && request.form === form && request.uri === source) {
        return key;
      }
    }
    return undefined;
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const living = this.find(uri);
    if (living === undefined) {
      return "; This address names nothing.\n";
    }
    try {
      const code = living.fresh ?? (await this.ask(living.request, token));
      living.fresh = undefined;
      living.symbol = code.symbol;
      living.lines = code.source;
      living.map = new LineMap(code.lines ?? []);
      // The editor takes the text over after this function.
      setTimeout(() => this.mapped.fire(uri), 50);
      return code.text.endsWith("\n") ? code.text : `${code.text}\n`;
    } catch (error) {
      living.map = new LineMap([]);
      this.mapped.fire(uri);
      return `; ${error instanceof Error ? error.message : String(error)}\n`;
    }
  }

  /** The source of a virtual document and the map between them. */
  link(uri: vscode.Uri): { source: string; map: LineMap } | undefined {
    const living = uri.scheme === SCHEME ? this.find(uri) : undefined;
    return living && { source: living.request.uri, map: living.map };
  }

  /** The form that a document shows of a function of a source, if a line lies outside of that function. */
  leftBy(uri: vscode.Uri, source: vscode.Uri, line: number): Form | undefined {
    const living = uri.scheme === SCHEME ? this.find(uri) : undefined;
    if (living?.lines === undefined || living.request.uri !== source.toString()) {
      return undefined;
    }
    const [first, last] = living.lines;
    return line < first || line > last ? living.request.form : undefined;
  }

  /** Documents of an earlier session are known by their address alone. */
  private find(uri: vscode.Uri): Living | undefined {
    const known = this.living.get(uri.toString());
    if (known !== undefined) {
      return known;
    }
    const request = decode(uri.query);
    if (request === undefined) {
      return undefined;
    }
    const living: Living = { request, map: new LineMap([]), symbol: undefined, lines: undefined, fresh: undefined };
    this.living.set(uri.toString(), living);
    return living;
  }

  private async ask(request: Request, token?: vscode.CancellationToken): Promise<ShownCode> {
    const position = new vscode.Position(request.line, request.character);
    const place = this.server.place(vscode.Uri.parse(request.uri), position);
    if (request.form === "layout-text") {
      const layout = await this.server.command<ShownLayout | null>("lang.layout", place, token);
      if (!layout) {
        throw new Error("Put the cursor on a type to see its layout.");
      }
      return { title: layout.name ?? layout.title ?? "layout", text: layout.text };
    }
    const code = await this.server.command<ShownCode | null>("lang.showCode", { ...place, form: request.form }, token);
    if (!code) {
      throw new Error("Put the cursor into a function to see its code.");
    }
    return code;
  }

  private sourceChanged(event: vscode.TextDocumentChangeEvent): void {
    if (event.document.languageId !== "lang" || event.contentChanges.length === 0) {
      return;
    }
    const source = event.document.uri.toString();
    for (const [key, living] of this.living) {
      if (living.request.uri !== source) {
        continue;
      }
      let place = { line: living.request.line, character: living.request.character };
      for (const change of event.contentChanges) {
        place = moved(place, { start: change.range.start, end: change.range.end, text: change.text });
      }
      living.request = { ...living.request, ...place };
      this.refreshLater(key);
    }
  }

  private refreshLater(key: string): void {
    clearTimeout(this.timers.get(key));
    const delay = vscode.workspace.getConfiguration("lang").get<number>("code.refreshDelay", 300);
    const refresh = (): void => {
      this.timers.delete(key);
      this.changed.fire(vscode.Uri.parse(key));
    };
    this.timers.set(key, setTimeout(refresh, delay));
  }

  private refreshAll(): void {
    for (const key of this.living.keys()) {
      this.changed.fire(vscode.Uri.parse(key));
    }
  }

  private closed(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    this.living.delete(key);
  }

  dispose(): void {
    for (const timer of this.timers.values()) {
      clearTimeout(timer);
    }
    vscode.Disposable.from(...this.subscriptions).dispose();
    this.changed.dispose();
    this.mapped.dispose();
  }
}
