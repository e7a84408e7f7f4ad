// Debugs one test of the test explorer, and tells how it ended.

import * as vscode from "vscode";
import { configurationOf } from "./debug";

/** The exit code of the test's process; none if it did not come to its end, or was not built. */
export async function debugTest(uri: vscode.Uri, name: string, token: vscode.CancellationToken): Promise<number | undefined> {
  const configuration = configurationOf(uri.fsPath, name);
  let exitCode: number | undefined;
  let session: vscode.DebugSession | undefined;
  let ended: () => void = () => undefined;
  const end = new Promise<void>((resolve) => (ended = resolve));
  // The session may be of another type: it is known by its name.
  const isIts = (other: vscode.DebugSession): boolean => other.name === configuration.name;
  const watch = vscode.Disposable.from(
    vscode.debug.registerDebugAdapterTrackerFactory("*", {
      createDebugAdapterTracker: (other) => ({
        onDidSendMessage: (message: { event?: string; body?: { exitCode?: number } }) => {
          if (isIts(other) && message.event === "exited") {
            exitCode = message.body?.exitCode;
          }
        },
      }),
    }),
    vscode.debug.onDidStartDebugSession((other) => {
      session = isIts(other) ? other : session;
    }),
    vscode.debug.onDidTerminateDebugSession((other) => {
      if (isIts(other)) {
        ended();
      }
    }),
    token.onCancellationRequested(() => void (session && vscode.debug.stopDebugging(session))),
  );
  try {
    await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(uri), configuration);
    if (session !== undefined) {
      await end;
    }
  } finally {
    watch.dispose();
  }
  return exitCode;
}
