// How the optimiser is: an entry among those of the language in the status bar, with the command that helps.

import * as vscode from "vscode";
import type { Server } from "./server";

/** What the server tells in `lang/llvmStatus`. */
export interface LlvmStatus {
  state: "missing" | "installed" | "ready" | "failed";
  message?: string | null;
}

/** What brings the shared library that a `lang-llvm` of this package needs. */
const LIBRARY = "sudo apt install libllvm22";

export function showLlvm(server: Server): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem("lang.llvm", { language: "lang" });
  item.name = "lang: LLVM";
  let last: LlvmStatus | undefined;
  const show = (status: LlvmStatus): void => {
    last = status;
    const { text, detail, severity, help } = words(status);
    item.text = text;
    item.detail = detail;
    item.severity = severity;
    item.command = help ? { title: "Set Up LLVM", command: "lang.llvm.setUp" } : undefined;
  };
  item.text = "LLVM";
  item.detail = "the server has not said yet";
  return vscode.Disposable.from(
    item,
    server.onLlvm(show),
    vscode.commands.registerCommand("lang.llvm.setUp", () => setUp(server, last)),
  );
}

interface Words {
  text: string;
  detail: string;
  severity: vscode.LanguageStatusSeverity;
  help: boolean;
}

function words({ state, message }: LlvmStatus): Words {
  const { Information, Warning } = vscode.LanguageStatusSeverity;
  switch (state) {
    case "missing":
      return { text: "LLVM: not installed", detail: "optimised code and the fate of copies are not shown", severity: Information, help: true };
    case "installed":
      return { text: "LLVM: installed", detail: "not used yet", severity: Information, help: false };
    case "ready":
      return { text: "LLVM: ready", detail: "lang-llvm answers", severity: Information, help: false };
    case "failed":
      return { text: "LLVM: failed", detail: firstLine(message), severity: Warning, help: true };
  }
}

function firstLine(text: string | null | undefined): string {
  return (text ?? "").split("\n", 1)[0] ?? "";
}

/** Says what is missing; the command that brings it is typed into a terminal, and run by whoever presses Enter there. */
async function setUp(server: Server, status: LlvmStatus | undefined): Promise<void> {
  if (status === undefined || status.state === "ready" || status.state === "installed") {
    void vscode.window.showInformationMessage("The program lang-llvm is there; it starts when something asks for optimised code.");
    return;
  }
  const needsLibrary = /libLLVM/.test(status.message ?? "");
  const [inTerminal, restart, log] = ["Type the Command", "Restart Server", "Show Log"];
  const choices = needsLibrary ? [inTerminal, restart, log] : [restart, log];
  const answer = await vscode.window.showWarningMessage(status.message ?? "lang-llvm does not answer", ...choices);
  switch (answer) {
    case inTerminal: {
      const terminal = vscode.window.createTerminal("LLVM for lang");
      terminal.show();
      terminal.sendText(LIBRARY, false);
      break;
    }
    case restart:
      await server.restart();
      break;
    case log:
      server.showLog();
      break;
  }
}
