// Writes down each stop of each debug session: frames, and the variables that the first frame of a program has.
const { appendFileSync } = require("node:fs");
const { join } = require("node:path");
const vscode = require("vscode");

async function variables(session, reference, depth) {
  const { variables: found } = await session.customRequest("variables", { variablesReference: reference });
  const told = {};
  for (const { name, value, type, variablesReference } of found) {
    const parts = variablesReference > 0 && depth > 0 ? await variables(session, variablesReference, depth - 1) : undefined;
    told[name] = { value, type, parts };
  }
  return told;
}

async function look(session, threadId) {
  const { stackFrames } = await session.customRequest("stackTrace", { threadId });
  const own = stackFrames.find((frame) => frame.source?.path?.endsWith(".lang"));
  const { scopes } = own === undefined ? { scopes: [] } : await session.customRequest("scopes", { frameId: own.id });
  const locals = scopes.find((scope) => scope.name === "Locals");
  return {
    frames: stackFrames.map(({ name, line, source }) => ({ name, line, file: source?.path })),
    variables: locals === undefined ? {} : await variables(session, locals.variablesReference, 2),
  };
}

exports.activate = (context) => {
  const write = (what) => appendFileSync(join(vscode.workspace.workspaceFolders[0].uri.fsPath, "stops.jsonl"), `${JSON.stringify(what)}\n`);
  const createDebugAdapterTracker = (session) => ({
    onDidSendMessage: (message) => {
      if (message.type === "event" && message.event === "stopped") {
        const { reason, threadId } = message.body;
        look(session, threadId).then(
          (seen) => write({ id: session.id, type: session.type, reason, ...seen }),
          (error) => write({ id: session.id, problem: String(error) }),
        );
      } else if (message.type === "event" && message.event === "exited") {
        write({ id: session.id, type: session.type, exitCode: message.body.exitCode });
      }
    },
  });
  context.subscriptions.push(vscode.debug.registerDebugAdapterTrackerFactory("*", { createDebugAdapterTracker }));
};
