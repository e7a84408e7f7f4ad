// The status bar item: what the server says about its health. A click opens the log, the tooltip offers more.

import * as vscode from "vscode";
import type { Server } from "./server";

/** What the server tells in `lang/serverStatus`. */
export interface ServerStatus {
  health: "ok" | "warning" | "error";
  quiescent: boolean;
  message?: string | null;
}

export function showStatus(server: Server): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("lang.status", vscode.StatusBarAlignment.Left, 0);
  item.name = "lang";
  item.command = "lang.server.log";
  const listener = server.onStatus((status) => {
    item.text = `${icon(status)} lang`;
    item.tooltip = tooltip(status, server.version);
    item.backgroundColor = background(status);
    item.show();
  });
  return vscode.Disposable.from(item, listener);
}

function icon(status: ServerStatus): string {
  switch (status.health) {
    case "error":
      return "$(error)";
    case "warning":
      return "$(warning)";
    case "ok":
      return status.quiescent ? "$(check)" : "$(sync~spin)";
  }
}

function background(status: ServerStatus): vscode.ThemeColor | undefined {
  switch (status.health) {
    case "error":
      return new vscode.ThemeColor("statusBarItem.errorBackground");
    case "warning":
      return new vscode.ThemeColor("statusBarItem.warningBackground");
    case "ok":
      return undefined;
  }
}

function tooltip(status: ServerStatus, version: string | undefined): vscode.MarkdownString {
  const text = new vscode.MarkdownString(undefined, true);
  text.isTrusted = { enabledCommands: ["lang.server.restart", "lang.server.log"] };
  text.appendMarkdown(`**${version ?? "lang"}**\n\n`);
  text.appendText(status.message || (status.quiescent ? "ready" : "working"));
  text.appendMarkdown("\n\n---\n\n[$(refresh) Restart Server](command:lang.server.restart)\n\n[$(output) Show Log](command:lang.server.log)");
  return text;
}
