// A debug adapter that launches nothing: it notes what it was asked for, and whether the program is there, and ends.
const { existsSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const vscode = require("vscode");

class Adapter {
  constructor() {
    this.sent = new vscode.EventEmitter();
    this.onDidSendMessage = this.sent.event;
    this.count = 0;
  }

  send(message) {
    this.count += 1;
    this.sent.fire({ seq: this.count, ...message });
  }

  handleMessage(request) {
    if (request.type !== "request") {
      return;
    }
    this.send({ type: "response", request_seq: request.seq, command: request.command, success: true, body: {} });
    if (request.command === "initialize") {
      this.send({ type: "event", event: "initialized" });
    } else if (request.command === "launch") {
      const { type, program, args, cwd } = request.arguments;
      writeFileSync(join(cwd, "launched.json"), JSON.stringify({ type, program, args, isThere: existsSync(program) }));
      this.send({ type: "event", event: "terminated" });
    }
  }

  dispose() {
    this.sent.dispose();
  }
}

exports.activate = (context) => {
  const factory = { createDebugAdapterDescriptor: () => new vscode.DebugAdapterInlineImplementation(new Adapter()) };
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory("lldb", factory));
};
