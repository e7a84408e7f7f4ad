// The test explorer: tests as the server finds them, run by `lang test`.

import { spawn } from "node:child_process";
import * as path from "node:path";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import { serverEnvironment, type Server } from "../server";
import { groupBy } from "../group";
import { debugTest } from "./debug_tests";
import { inputOf } from "./tasks";
import { readFailures, readResult } from "./test_output";

/** The server's answer to `lang.tests`, one per test. */
interface FoundTest {
  /** As `lang test --exact` takes it. */
  name: string;
  uri: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
}

interface Known {
  name: string;
  input: string;
}

export function registerTestExplorer(server: Server): vscode.Disposable {
  const controller = vscode.tests.createTestController("lang", "lang");
  const known = new WeakMap<vscode.TestItem, Known>();

  const refresh = async (only?: vscode.Uri): Promise<void> => {
    const argument = only === undefined ? {} : { uri: only.toString() };
    const found = (await server.command<FoundTest[] | null>("lang.tests", argument)) ?? [];
    const byFile = groupBy(found, (test) => server.uri(test.uri).toString());
    if (only !== undefined) {
      placeFile(only, byFile.get(only.toString()) ?? []);
      return;
    }
    for (const [id] of controller.items) {
      if (!byFile.has(id)) {
        controller.items.delete(id);
      }
    }
    for (const [id, tests] of byFile) {
      placeFile(vscode.Uri.parse(id), tests);
    }
  };

  const placeFile = (uri: vscode.Uri, tests: FoundTest[]): void => {
    const id = uri.toString();
    if (tests.length === 0) {
      controller.items.delete(id);
      return;
    }
    const file = controller.items.get(id) ?? controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
    const input = inputOf(uri);
    const items = tests.map((test) => {
      const item = controller.createTestItem(`${id}#${test.name}`, shortName(test.name), uri);
      const { start, end } = test.range;
      item.range = new vscode.Range(start.line, start.character, end.line, end.character);
      known.set(item, { name: test.name, input });
      return item;
    });
    file.children.replace(items);
    controller.items.add(file);
  };

  controller.refreshHandler = () => refresh();
  controller.resolveHandler = async (item) => {
    if (item === undefined) {
      await refresh();
    }
  };

  const run = async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => {
    await vscode.workspace.saveAll(false);
    const testRun = controller.createTestRun(request);
    const chosen = wantedItems(controller, request).flatMap((item) => {
      const test = known.get(item);
      return test === undefined ? [] : [{ item, test }];
    });
    for (const { item } of chosen) {
      testRun.enqueued(item);
    }
    for (const [input, tests] of groupBy(chosen, ({ test }) => test.input)) {
      const items = new Map(tests.map(({ item, test }) => [test.name, item]));
      await runInput(server, testRun, input, items, token);
    }
    testRun.end();
  };
  controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, run, true);

  const debug = async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => {
    const testRun = controller.createTestRun(request);
    for (const item of wantedItems(controller, request)) {
      const test = known.get(item);
      if (test === undefined || item.uri === undefined || token.isCancellationRequested) {
        continue;
      }
      testRun.started(item);
      const code = await debugTest(item.uri, test.name, token);
      if (code === 0) {
        testRun.passed(item);
      } else if (code === undefined) {
        testRun.skipped(item);
      } else {
        testRun.failed(item, new vscode.TestMessage(`exit code ${code}: the debug console says why`));
      }
    }
    testRun.end();
  };
  controller.createRunProfile("Debug", vscode.TestRunProfileKind.Debug, debug, true);

  let timer: NodeJS.Timeout | undefined;
  const refreshLater = (document: vscode.TextDocument): void => {
    if (document.languageId === "lang" && document.uri.scheme === "file" && server.isRunning) {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(document.uri).catch(() => undefined), 500);
    }
  };
  return vscode.Disposable.from(
    controller,
    // A server without this command has no tests to show, and says so in its log.
    server.onStart(() => void refresh().catch(() => undefined)),
    vscode.workspace.onDidOpenTextDocument(refreshLater),
    vscode.workspace.onDidChangeTextDocument((event) => refreshLater(event.document)),
    { dispose: () => clearTimeout(timer) },
  );
}

/** A test's name within its module. */
function shortName(name: string): string {
  return name.replace(/^[\p{L}\p{N}_.]+: /u, "");
}

function wantedItems(controller: vscode.TestController, request: vscode.TestRunRequest): vscode.TestItem[] {
  const items: vscode.TestItem[] = [];
  const excluded = new Set(request.exclude ?? []);
  const add = (item: vscode.TestItem): void => {
    if (excluded.has(item)) {
      return;
    }
    if (item.children.size === 0) {
      items.push(item);
    }
    item.children.forEach(add);
  };
  if (request.include === undefined) {
    controller.items.forEach(add);
  } else {
    request.include.forEach(add);
  }
  return items;
}

async function runInput(
  server: Server,
  run: vscode.TestRun,
  input: string,
  items: Map<string, vscode.TestItem>,
  token: vscode.CancellationToken,
): Promise<void> {
  const location = server.location();
  if ("problem" in location) {
    for (const item of items.values()) {
      run.errored(item, new vscode.TestMessage(location.problem));
    }
    return;
  }
  const release = vscode.workspace.getConfiguration("lang").get<boolean>("run.release", false) ? ["--release"] : [];
  const names = [...items.keys()];
  const line = ["test", input, "--exact", "--color", "never", ...release, "--", ...names];
  const isFolder = !input.endsWith(".lang");
  const child = spawn(location.path, line, {
    cwd: isFolder ? input : path.dirname(input),
    env: { ...process.env, ...serverEnvironment() },
  });
  const cancelled = token.onCancellationRequested(() => child.kill());
  for (const item of items.values()) {
    run.started(item);
  }
  const output: string[] = [];
  const failed = new Set<vscode.TestItem>();
  const seen = new Set<vscode.TestItem>();
  const take = (text: string): void => {
    output.push(text);
    run.appendOutput(`${text}\r\n`);
    const result = readResult(text);
    const item = result && items.get(result.name);
    if (result === undefined || item === undefined) {
      return;
    }
    seen.add(item);
    if (result.passed) {
      run.passed(item);
    } else {
      failed.add(item);
    }
  };
  createInterface({ input: child.stdout }).on("line", take);
  createInterface({ input: child.stderr }).on("line", take);
  const problem = await new Promise<string | undefined>((resolve) => {
    child.on("error", (error) => resolve(String(error)));
    child.on("close", () => resolve(undefined));
  });
  cancelled.dispose();
  const failures = new Map(readFailures(output.join("\n")).map((failure) => [failure.name, failure]));
  for (const [name, item] of items) {
    if (failed.has(item)) {
      run.failed(item, message(input, failures.get(name)));
    } else if (token.isCancellationRequested) {
      run.skipped(item);
    } else if (!seen.has(item)) {
      // It was not built: the output says why.
      run.errored(item, new vscode.TestMessage(problem ?? output.join("\n")));
    }
  }
}

function message(input: string, failure: ReturnType<typeof readFailures>[number] | undefined): vscode.TestMessage {
  if (failure?.at === undefined) {
    return new vscode.TestMessage(failure?.text ?? "the test failed");
  }
  const { file, line, column, message: text } = failure.at;
  const folder = input.endsWith(".lang") ? path.dirname(input) : input;
  const result = new vscode.TestMessage(`${text}\n\n${failure.text}`.trim());
  const uri = vscode.Uri.file(path.isAbsolute(file) ? file : path.join(folder, file));
  result.location = new vscode.Location(uri, new vscode.Position(line - 1, column - 1));
  return result;
}
