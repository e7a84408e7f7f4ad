import assert from "node:assert/strict";
import { test } from "node:test";
import { asWanted, buildLine, chooseDebugger, failedFrame, launchConfiguration, testArguments, type Surroundings } from "../../src/run/debuggers";

function around(installed: string[], programs: string[], more: Partial<Surroundings> = {}): Surroundings {
  return {
    wanted: "auto",
    adapter: "",
    path: "/bin:/usr/bin/",
    isInstalled: (extension) => installed.includes(extension),
    isProgram: (path) => programs.includes(path),
    files: (folder) => programs.filter((path) => path.startsWith(folder)).map((path) => path.slice(path.lastIndexOf("/") + 1)),
    ...more,
  };
}

test("an extension that is installed debugs, the first of them, or the one that was chosen", () => {
  const both = ["ms-vscode.cpptools", "vadimcn.vscode-lldb"];
  assert.deepEqual(chooseDebugger(around(both, ["/bin/lldb-dap"])), { extension: "vadimcn.vscode-lldb" });
  assert.deepEqual(chooseDebugger(around(both, [], { wanted: "ms-vscode.cpptools" })), { extension: "ms-vscode.cpptools" });
  assert.deepEqual(chooseDebugger(around(["llvm-vs-code-extensions.lldb-dap"], [])), { extension: "llvm-vs-code-extensions.lldb-dap" });
});

test("without an extension the adapter does, the newest on the PATH, or the one that is set", () => {
  const versions = ["/usr/bin/lldb-dap-9", "/bin/lldb-dap-19", "/usr/bin/lldb-dap-22", "/usr/bin/lldb-dap-x"];
  assert.deepEqual(chooseDebugger(around([], versions)), { adapter: "/usr/bin/lldb-dap-22" });
  assert.deepEqual(chooseDebugger(around([], [...versions, "/bin/lldb-dap"])), { adapter: "/bin/lldb-dap" });
  const installed = ["vadimcn.vscode-lldb"];
  assert.deepEqual(chooseDebugger(around(installed, versions, { wanted: "lldb-dap" })), { adapter: "/usr/bin/lldb-dap-22" });
  assert.deepEqual(chooseDebugger(around(installed, ["/my/dap"], { adapter: "/my/dap" })), { adapter: "/my/dap" });
  assert.deepEqual(chooseDebugger(around([], versions, { adapter: "lldb-dap-19" })), { adapter: "/bin/lldb-dap-19" });
  assert.deepEqual(chooseDebugger(around(installed, ["/my/dap"], { adapter: "/my/dap", wanted: "vadimcn.vscode-lldb" })), {
    extension: "vadimcn.vscode-lldb",
  });
});

test("a debugger that is missing is told with what to do", () => {
  const problem = (surroundings: Surroundings): { problem: string; install?: string } => {
    const chosen = chooseDebugger(surroundings);
    assert.ok("problem" in chosen);
    return chosen;
  };
  const none = problem(around([], ["/bin/ls"]));
  assert.match(none.problem, /apt install lldb-22/);
  assert.equal(none.install, "vadimcn.vscode-lldb");
  const chosen = problem(around(["vadimcn.vscode-lldb"], [], { wanted: "ms-vscode.cpptools" }));
  assert.equal(chosen.install, "ms-vscode.cpptools");
  const wrong = problem(around([], ["/bin/lldb-dap"], { adapter: "/no/dap" }));
  assert.match(wrong.problem, /lang\.debug\.adapter names \/no\/dap/);
  assert.match(problem(around([], [], { wanted: "gdb" })).problem, /no debugger gdb: choose auto, /);
});

test("each debugger is told in its own words", () => {
  const started = { program: "/b/p", args: ["3"], cwd: "/w", env: { A: "1" } };
  const further = { name: "Debug", stopOnEntry: true, preRunCommands: ["mine"] };
  const adapter = launchConfiguration({ adapter: "/bin/lldb-dap" }, started, further);
  assert.deepEqual(adapter, {
    ...started,
    type: "lang",
    name: "Debug",
    enableAutoVariableSummaries: true,
    stopOnEntry: true,
    preRunCommands: ["breakpoint set --name std.runtime.end_failed", "mine"],
  });
  assert.deepEqual(launchConfiguration({ extension: "vadimcn.vscode-lldb" }, started, further), {
    ...started,
    type: "lldb",
    name: "Debug",
    stopOnEntry: true,
    preRunCommands: adapter["preRunCommands"],
  });
  const told = launchConfiguration({ adapter: "/bin/lldb-dap" }, started, { enableAutoVariableSummaries: false });
  assert.equal(told["enableAutoVariableSummaries"], false, "what somebody wrote holds");
  assert.deepEqual(launchConfiguration({ extension: "llvm-vs-code-extensions.lldb-dap" }, started, further), { ...adapter, type: "lldb-dap" });
  const gdb = launchConfiguration({ extension: "ms-vscode.cpptools" }, started, {});
  assert.equal(gdb.type, "cppdbg");
  assert.deepEqual(gdb["environment"], [{ name: "A", value: "1" }]);
  assert.deepEqual((gdb["setupCommands"] as { text: string }[])[0], { text: "-break-insert -f std.runtime.end_failed", ignoreFailures: true });
});

test("configurations that anybody wrote", () => {
  assert.equal(asWanted({ type: "lang", program: 3 }), undefined);
  assert.deepEqual(asWanted({ type: "lang", name: "n", program: "a.lang", test: "", args: [1], env: { A: 2 }, cwd: "/c", debugger: "auto" }), {
    program: "a.lang",
    test: undefined,
    args: ["1"],
    cwd: "/c",
    env: { A: "2" },
    debugger: "auto",
    further: { name: "n" },
  });
});

test("a test is built with all others and started by its number", () => {
  assert.deepEqual(buildLine("-x: y", "/b/p"), { command: "test", args: ["-g", "--no-run", "-o", "/b/p", "--exact", "--", "-x: y"] });
  assert.equal(buildLine(undefined, "/b/p").command, "build");
  assert.deepEqual(testArguments("12 a.b: 3 -y: z\n"), ["12"]);
  assert.equal(testArguments(""), undefined);
});

test("the frame whose check failed is the first of the program below the runtime's", () => {
  const frame = (id: number, name: string, path?: string): { id: number; name: string; source?: { path: string } } => ({
    id,
    name,
    ...(path === undefined ? {} : { source: { path } }),
  });
  const own = [frame(3, "bank::Bank::carry_out", "/w/bank.lang"), frame(4, "main", "/w/bank.lang")];
  for (const name of ["end_failed", "std.runtime.end_failed", "std::runtime::end_failed()"]) {
    assert.equal(failedFrame([frame(1, name, "/b/bank`std.runtime.end_failed"), frame(2, "panic_index"), ...own])?.id, 3, name);
  }
  assert.equal(failedFrame([frame(1, "puts"), ...own]), undefined, "somewhere in C");
  assert.equal(failedFrame([frame(1, "bank::end_failed", "/w/bank.lang"), ...own]), undefined, "a function of the program");
  assert.equal(failedFrame([]), undefined);
});
