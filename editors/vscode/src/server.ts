// The language server as the extension sees it: finding it, starting, stopping, asking. It knows no feature.

import { accessSync, constants, statSync } from "node:fs";
import { delimiter } from "node:path";
import * as vscode from "vscode";
import {
  ExecuteCommandRequest,
  LanguageClient,
  RevealOutputChannelOn,
  State,
  type LanguageClientOptions,
  type WorkspaceEdit,
} from "vscode-languageclient/node";
import { locateServer, type Location } from "./server_location";
import type { LlvmStatus } from "./llvm";
import type { ServerStatus } from "./status";

/** Commands that a link in a hover may name: they show something, or edit what undoing takes back; they run nothing. */
export const HOVER_COMMANDS = [
  "lang.reorderFields",
  "lang.show.abi",
  "lang.show.layout",
  "lang.show.layoutText",
  "lang.show.mirSource",
  "lang.show.mir",
  "lang.show.clif",
  "lang.show.llvmIr",
  "lang.show.asmCranelift",
  "lang.show.asmLlvm",
  "lang.show.bothAssemblies",
];

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly log: vscode.LogOutputChannel;
  private readonly statusChanged = new vscode.EventEmitter<ServerStatus>();
  private readonly llvmChanged = new vscode.EventEmitter<LlvmStatus>();
  private readonly started = new vscode.EventEmitter<void>();
  private turn: Promise<void> = Promise.resolve();

  /** Health and activity. */
  readonly onStatus = this.statusChanged.event;
  /** Whether there is an optimiser, and how it is. */
  readonly onLlvm = this.llvmChanged.event;
  /** The server answers, for the first time or again. */
  readonly onStart = this.started.event;

  constructor(private readonly context: vscode.ExtensionContext) {
    this.log = vscode.window.createOutputChannel("lang", { log: true });
  }

  get isRunning(): boolean {
    return this.client?.state === State.Running;
  }

  /** Name and version, as the server gave them. */
  get version(): string | undefined {
    const info = this.client?.initializeResult?.serverInfo;
    return info && `${info.name} ${info.version ?? ""}`.trim();
  }

  showLog(): void {
    this.log.show(true);
  }

  /** Where the program is, or why not. */
  location(): Location {
    const configuration = vscode.workspace.getConfiguration("lang");
    return locateServer({
      setting: configuration.get<string>("server.path", ""),
      extensionFolder: this.context.extensionPath,
      workspaceFolder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
      home: process.env["HOME"] ?? process.env["USERPROFILE"],
      path: process.env["PATH"],
      windows: delimiter === ";",
      isProgram,
    });
  }

  /** Starts, or stops and starts. Calls one after the other never overlap. */
  restart(): Promise<void> {
    this.turn = this.turn.then(() => this.stopAndStart());
    return this.turn;
  }

  private async stopAndStart(): Promise<void> {
    await this.stop();
    const location = this.location();
    if ("problem" in location) {
      this.statusChanged.fire({ health: "error", quiescent: true, message: location.problem });
      void offerHelp(location.problem);
      return;
    }
    this.log.info(`starting ${location.path} (${location.origin})`);
    this.statusChanged.fire({ health: "ok", quiescent: false, message: "starting" });
    const client = new LanguageClient(
      "lang",
      "lang",
      {
        command: location.path,
        args: ["lsp"],
        options: { env: { ...process.env, ...serverEnvironment() } },
      },
      this.options(),
    );
    this.client = client;
    client.onNotification("lang/serverStatus", (status: ServerStatus) => this.statusChanged.fire(status));
    client.onNotification("lang/llvmStatus", (status: LlvmStatus) => this.llvmChanged.fire(status));
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        // Until it says more about itself.
        this.statusChanged.fire({ health: "ok", quiescent: true, message: "" });
        this.started.fire();
      } else if (newState === State.Stopped && this.client === client) {
        this.statusChanged.fire({ health: "error", quiescent: true, message: "the server has stopped" });
      }
    });
    try {
      await client.start();
    } catch (error) {
      const message = `the server did not start: ${String(error)}`;
      this.log.error(message);
      this.statusChanged.fire({ health: "error", quiescent: true, message });
    }
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [
        { scheme: "file", language: "lang" },
        { scheme: "untitled", language: "lang" },
      ],
      diagnosticCollectionName: "lang",
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: withAbilities(vscode.workspace.getConfiguration("lang")),
      markdown: { isTrusted: { enabledCommands: HOVER_COMMANDS }, supportHtml: false },
      middleware: {
        workspace: {
          // What the editor can do is no setting, yet all that the server is told, sent or asked for, says it. The server
          // registers for changes itself.
          didChangeConfiguration: async () => this.settingsChanged(),
          configuration: async (params, token, next) => {
            const answers = await next(params, token);
            if (!Array.isArray(answers)) {
              return answers;
            }
            return params.items.map((item, index) =>
              item.section === "lang" ? withAbilities(answers[index] as Record<string, unknown> | null) : answers[index],
            );
          },
        },
      },
    };
  }

  /** Says again what is set. */
  private async settingsChanged(): Promise<void> {
    if (this.isRunning) {
      const settings = { lang: withAbilities(vscode.workspace.getConfiguration("lang")) };
      await this.client?.sendNotification("workspace/didChangeConfiguration", { settings });
    }
  }

  /** Asks the server to run one of its commands. Throws what the server answers when it refuses. */
  async command<Answer>(command: string, argument?: unknown, token?: vscode.CancellationToken): Promise<Answer> {
    await this.turn;
    const client = this.client;
    if (client === undefined || client.state !== State.Running) {
      throw new Error("the server of lang is not running (see the output channel lang)");
    }
    const params = { command, arguments: argument === undefined ? [] : [argument] };
    return (await client.sendRequest(ExecuteCommandRequest.type, params, token)) as Answer;
  }

  /** A position of the editor in the protocol's words. */
  place(uri: vscode.Uri, position: vscode.Position): { uri: string; position: { line: number; character: number } } {
    const text = this.client?.code2ProtocolConverter.asUri(uri) ?? uri.toString();
    return { uri: text, position: { line: position.line, character: position.character } };
  }

  /** An edit in the protocol's words as the editor's. */
  async edit(edit: unknown): Promise<vscode.WorkspaceEdit | undefined> {
    return this.client?.protocol2CodeConverter.asWorkspaceEdit(edit as WorkspaceEdit);
  }

  uri(text: string): vscode.Uri {
    return this.client?.protocol2CodeConverter.asUri(text) ?? vscode.Uri.parse(text);
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client === undefined) {
      return;
    }
    try {
      await client.dispose(2000);
    } catch (error) {
      this.log.warn(`stopping the server: ${String(error)}`);
    }
  }

  dispose(): void {
    void this.stop();
    this.statusChanged.dispose();
    this.llvmChanged.dispose();
    this.started.dispose();
    this.log.dispose();
  }
}

/** The variables that the setting adds for the server and for tasks. */
export function serverEnvironment(): Record<string, string> {
  const extra = vscode.workspace.getConfiguration("lang").get<Record<string, unknown>>("server.extraEnv", {});
  return Object.fromEntries(Object.entries(extra).map(([name, value]) => [name, String(value)]));
}

/** Settings, and what the editor can do: debug, and follow links to commands in hovers. */
function withAbilities(settings: object | null): Record<string, unknown> {
  const plain = JSON.parse(JSON.stringify(settings ?? {})) as Record<string, unknown>;
  return { ...plain, debug: true, commandLinks: true };
}

/** Whether a file can be started. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function offerHelp(problem: string): Promise<void> {
  const settings = "Open Settings";
  if ((await vscode.window.showErrorMessage(problem, settings)) === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "lang.server.path");
  }
}
