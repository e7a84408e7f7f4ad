// Where a check fails, a debugger stops in the runtime, which has no lines: the frame whose check it was comes to the front.

import * as vscode from "vscode";
import { failedFrame, type Frame } from "./debuggers";

/** `isOurs` says whether a session debugs what this extension built. */
export function showFailedChecks(isOurs: (session: vscode.DebugSession) => boolean): vscode.Disposable {
  /** Whoever goes back to the runtime's frames wants to see them. */
  const shown = new Set<string>();
  return vscode.Disposable.from(
    vscode.debug.onDidTerminateDebugSession((session) => shown.delete(session.id)),
    vscode.debug.onDidChangeActiveStackItem(async (item) => {
      if (!(item instanceof vscode.DebugStackFrame) || !isOurs(item.session) || shown.has(item.session.id)) {
        return;
      }
      const { session, threadId, frameId } = item;
      const range = { threadId, startFrame: 0, levels: 20 };
      const frames = await session.customRequest("stackTrace", range).then(
        (answer: { stackFrames: Frame[] }) => answer.stackFrames,
        // It runs on already.
        (): Frame[] => [],
      );
      const wanted = frames[0]?.id === frameId ? failedFrame(frames) : undefined;
      if (wanted === undefined || shown.has(session.id)) {
        return;
      }
      shown.add(session.id);
      for (let left = frames.length; left > 0 && !isActive(wanted); left -= 1) {
        await vscode.commands.executeCommand("workbench.action.debug.callStackDown");
      }
    }),
  );
}

function isActive(frame: Frame): boolean {
  const item = vscode.debug.activeStackItem;
  return !(item instanceof vscode.DebugStackFrame) || item.frameId === frame.id;
}
