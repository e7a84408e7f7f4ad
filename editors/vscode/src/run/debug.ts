// Debug configurations of the type `lang`: builds what they name, and hands it to whatever debugger is installed.

import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { isProgram, serverEnvironment, type Server } from "../server";
import { TITLES, asWanted, buildLine, chooseDebugger, launchConfiguration, testArguments, type Debugger, type Extension, type Wanted } from "./debuggers";
import { showFailedChecks } from "./failed_checks";
import { inputOf, makeTask } from "./tasks";

const TYPE = "lang";

export function registerDebugging(server: Server): vscode.Disposable {
  const builds = new Builds(server);
  return vscode.Disposable.from(
    builds,
    showFailedChecks((session) => builds.made(session.configuration["program"])),
    vscode.debug.registerDebugConfigurationProvider(TYPE, new Configurations(builds)),
    vscode.debug.registerDebugConfigurationProvider(
      TYPE,
      { provideDebugConfigurations: () => offered(server) },
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, {
      createDebugAdapterDescriptor: (session) => {
        const chosen = currentDebugger(session.configuration["debugger"]);
        return "adapter" in chosen ? new vscode.DebugAdapterExecutable(chosen.adapter) : undefined;
      },
    }),
  );
}

/** The configuration that debugs the program of a file, or one of its tests. */
export function configurationOf(file: string, test: string | undefined): vscode.DebugConfiguration {
  const name = test === undefined ? `Debug ${path.basename(file)}` : `Debug test ${test}`;
  return { type: TYPE, request: "launch", name, program: file, ...(test === undefined ? {} : { test }) };
}

/** What can be debugged of the open file. */
async function offered(server: Server): Promise<vscode.DebugConfiguration[]> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "lang" || document.uri.scheme !== "file") {
    return [];
  }
  const tests = await server.command<{ name: string }[] | null>("lang.tests", { uri: document.uri.toString() });
  const file = document.uri.fsPath;
  return [configurationOf(file, undefined), ...(tests ?? []).map((test) => configurationOf(file, test.name))];
}

class Configurations implements vscode.DebugConfigurationProvider {
  constructor(private readonly builds: Builds) {}

  provideDebugConfigurations(): vscode.DebugConfiguration[] {
    return [{ type: TYPE, request: "launch", name: "Debug", program: "${file}" }];
  }

  resolveDebugConfiguration(_: unknown, configuration: vscode.DebugConfiguration): vscode.DebugConfiguration {
    // Without a launch.json there is nothing in it.
    return { ...configuration, type: TYPE, request: configuration.request || "launch", name: configuration.name || "Debug", program: configuration["program"] ?? "${file}" };
  }

  async resolveDebugConfigurationWithSubstitutedVariables(
    folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined> {
    const wanted = asWanted(configuration);
    if (wanted === undefined) {
      void vscode.window.showErrorMessage("The configuration names no program: a file, or a folder with lang.toml.");
      return undefined;
    }
    const chosen = currentDebugger(wanted.debugger);
    if ("problem" in chosen) {
      void offerDebuggers(chosen);
      return undefined;
    }
    const native = await this.builds.configuration(chosen, wanted, folder);
    if (native === undefined || native.type === TYPE) {
      return native;
    }
    // Another type has providers of its own, which the editor would not ask from here.
    await vscode.debug.startDebugging(folder, native, { noDebug: configuration["noDebug"] === true });
    return undefined;
  }
}

/** What is built for debuggers: one executable for each program and test, until the window closes. */
class Builds implements vscode.Disposable {
  private readonly folders = new Map<string, string>();

  constructor(private readonly server: Server) {}

  /** Builds, and says how the debugger starts what was built; tells the user if nothing was. */
  async configuration(
    chosen: Debugger,
    wanted: Wanted,
    folder: vscode.WorkspaceFolder | undefined,
  ): Promise<vscode.DebugConfiguration | undefined> {
    if (!(await vscode.workspace.saveAll(false))) {
      return undefined;
    }
    const input = wanted.program.endsWith(".lang") ? inputOf(vscode.Uri.file(wanted.program)) : wanted.program;
    const built = await this.build(input, wanted.test, folder);
    if (built === undefined) {
      return undefined;
    }
    const given = wanted.args ?? vscode.workspace.getConfiguration("lang").get<string[]>("run.arguments", []);
    const started = {
      program: built.program,
      args: built.args ?? given,
      cwd: wanted.cwd ?? folder?.uri.fsPath ?? path.dirname(input),
      env: wanted.env,
    };
    const configuration = launchConfiguration(chosen, started, wanted.further);
    const name = String(wanted.further["name"] ?? "Debug");
    // A debugger that was chosen must be the one that is started.
    const again = "adapter" in chosen && wanted.debugger !== undefined ? { debugger: wanted.debugger } : {};
    return { ...configuration, ...again, request: "launch", name };
  }

  private async build(
    input: string,
    test: string | undefined,
    folder: vscode.WorkspaceFolder | undefined,
  ): Promise<{ program: string; args?: string[] } | undefined> {
    const location = this.server.location();
    if ("problem" in location) {
      void vscode.window.showErrorMessage(location.problem);
      return undefined;
    }
    const program = path.join(this.folder(JSON.stringify([input, test])), path.basename(input, ".lang"));
    const { command, args } = buildLine(test, program);
    const cwd = folder?.uri.fsPath ?? path.dirname(input);
    const env = { ...process.env, ...serverEnvironment() };
    const options = { location: vscode.ProgressLocation.Notification, title: "Building for the debugger" };
    try {
      const { stdout } = await vscode.window.withProgress(options, () =>
        promisify(execFile)(location.path, [command, input, ...args], { cwd, env }),
      );
      if (test === undefined) {
        return { program };
      }
      const numbered = testArguments(stdout);
      if (numbered === undefined) {
        void vscode.window.showErrorMessage(`${input} has no test \`${test}\`.`);
        return undefined;
      }
      return { program, args: numbered };
    } catch (error) {
      if (typeof (error as { code?: unknown }).code !== "number") {
        void vscode.window.showErrorMessage(`${location.path} cannot be started: ${String(error)}`);
        return undefined;
      }
      // The same as a task shows what is wrong where Run and Test show it.
      const wanted = { command, input, args };
      const scope = folder ?? vscode.TaskScope.Workspace;
      await vscode.tasks.executeTask(makeTask(this.server, { type: TYPE, ...wanted }, wanted, scope, "build for the debugger"));
      return undefined;
    }
  }

  /** Whether this is the path of something that was built here. */
  made(program: unknown): boolean {
    return typeof program === "string" && [...this.folders.values()].includes(path.dirname(program));
  }

  /** A new folder; what was built before under the same key goes, even while it still runs. */
  private folder(key: string): string {
    const before = this.folders.get(key);
    if (before !== undefined) {
      rmSync(before, { recursive: true, force: true });
    }
    const folder = mkdtempSync(path.join(tmpdir(), "lang-debug-"));
    this.folders.set(key, folder);
    return folder;
  }

  dispose(): void {
    for (const folder of this.folders.values()) {
      rmSync(folder, { recursive: true, force: true });
    }
    this.folders.clear();
  }
}

function currentDebugger(named: unknown): ReturnType<typeof chooseDebugger> {
  const configuration = vscode.workspace.getConfiguration("lang.debug");
  return chooseDebugger({
    wanted: typeof named === "string" ? named : configuration.get<string>("engine", "auto"),
    adapter: configuration.get<string>("adapter", ""),
    path: process.env["PATH"],
    isInstalled: (extension) => vscode.extensions.getExtension(extension) !== undefined,
    isProgram,
    files,
  });
}

function files(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function offerDebuggers({ problem, install }: { problem: string; install?: Extension }): Promise<void> {
  const button = install && `Install ${TITLES[install]}`;
  const settings = "Open Settings";
  const answer = await vscode.window.showErrorMessage(problem, ...(button === undefined ? [] : [button]), settings);
  if (answer === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "lang.debug");
  } else if (answer !== undefined) {
    await vscode.commands.executeCommand("workbench.extensions.installExtension", install);
  }
}
