// The command that checks one function on all engines against each other and against C.

import * as vscode from "vscode";
import type { Server } from "./server";
import { argumentPlace } from "./place";

interface Verdict {
  /** Begins with `agreement` or `difference`. */
  verdict: string;
  text: string;
}

export function registerCrosscheck(server: Server): vscode.Disposable {
  const output = vscode.window.createOutputChannel("lang cross-check");
  const run = async (argument?: unknown): Promise<void> => {
    const place = await argumentPlace(argument);
    if (place === undefined) {
      void vscode.window.showInformationMessage("Put the cursor into a function of lang first.");
      return;
    }
    const options = { location: vscode.ProgressLocation.Notification, title: "Cross-checking", cancellable: true };
    try {
      const answer = await vscode.window.withProgress(options, (_progress, token) =>
        server.command<Verdict | null>("lang.crosscheck", server.place(place.uri, place.position), token),
      );
      if (!answer) {
        void vscode.window.showInformationMessage("Put the cursor into a function to cross-check it.");
        return;
      }
      output.replace(answer.text);
      await report(answer.verdict);
    } catch (error) {
      if (!(error instanceof vscode.CancellationError)) {
        void vscode.window.showErrorMessage(`Cross-check: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const report = async (verdict: string): Promise<void> => {
    const show = "Show Report";
    const chosen = verdict.startsWith("agreement")
      ? await vscode.window.showInformationMessage(`Cross-check: ${verdict}`, show)
      : await vscode.window.showWarningMessage(`Cross-check: ${verdict}`, show);
    if (chosen === show) {
      output.show(true);
    }
  };
  return vscode.Disposable.from(output, vscode.commands.registerCommand("lang.crosscheckFunction", run));
}
