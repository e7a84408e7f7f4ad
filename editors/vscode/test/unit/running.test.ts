import assert from "node:assert/strict";
import { test } from "node:test";
import { asWanted, commandLine, projectFolder } from "../../src/run/command_line";
import { readFailures, readResult } from "../../src/run/test_output";
import { locateServer, type Surroundings } from "../../src/server_location";

test("command lines of tasks", () => {
  assert.deepEqual(commandLine({ command: "check" }), ["check"]);
  assert.deepEqual(commandLine({ command: "run", input: "a b.lang", args: ["--release"], programArgs: ["-x"] }), [
    "run",
    "a b.lang",
    "--release",
    "--",
    "-x",
  ]);
  assert.deepEqual(commandLine({ command: "test", input: "p", programArgs: ["-x"] }), ["test", "p"]);
});

test("task definitions that anybody wrote", () => {
  assert.equal(asWanted({ type: "lang", command: "rm" }), undefined);
  assert.deepEqual(asWanted({ command: "build", input: 3, args: ["-O2", 4] }), {
    command: "build",
    input: undefined,
    args: ["-O2"],
    programArgs: undefined,
  });
});

test("the project of a file is the nearest manifest's folder", () => {
  const exists = (path: string): boolean => ["/w/lang.toml", "/w/lib/lang.toml", "/lang.toml"].includes(path);
  assert.equal(projectFolder("/w/src/a.lang", exists), "/w");
  assert.equal(projectFolder("/w/lib/deep/er/a.lang", exists), "/w/lib");
  assert.equal(projectFolder("/other/a.lang", exists), "/");
  assert.equal(projectFolder("/other/a.lang", () => false), undefined);
});

const OUTPUT = `running 2 tests
test dot product ... ok
test a.b: -y: z ... FAILED

failures:

---- a.b: -y: z ----
before
a/b.lang:2:16: assertion failed
exit code 101

failures:
    a.b: -y: z

test result: FAILED. 1 passed; 1 failed; 0 filtered out`;

test("results of tests are read line by line", () => {
  const results = OUTPUT.split("\n").map(readResult).filter((result) => result !== undefined);
  assert.deepEqual(results, [
    { name: "dot product", passed: true },
    { name: "a.b: -y: z", passed: false },
  ]);
});

test("a failure tells where it panicked", () => {
  assert.deepEqual(readFailures(OUTPUT), [
    {
      name: "a.b: -y: z",
      text: "before\na/b.lang:2:16: assertion failed\nexit code 101",
      at: { file: "a/b.lang", line: 2, column: 16, message: "assertion failed" },
    },
  ]);
  assert.deepEqual(readFailures("running 0 tests"), []);
});

function around(programs: string[], more: Partial<Surroundings> = {}): Surroundings {
  return {
    setting: "",
    extensionFolder: "/ext",
    workspaceFolder: "/w",
    home: "/home/me",
    path: "/bin:/usr/bin/",
    windows: false,
    isProgram: (path) => programs.includes(path),
    ...more,
  };
}

test("the server is the setting's, then the bundled one, then the PATH's", () => {
  const all = ["/ext/server/lang", "/usr/bin/lang", "/home/me/lang", "/w/lang"];
  assert.deepEqual(locateServer(around(all, { setting: "~/lang" })), { path: "/home/me/lang", origin: "setting" });
  assert.deepEqual(locateServer(around(all, { setting: "${workspaceFolder}/lang" })), {
    path: "/w/lang",
    origin: "setting",
  });
  assert.deepEqual(locateServer(around(all, { setting: "lang" })), { path: "/usr/bin/lang", origin: "setting" });
  assert.deepEqual(locateServer(around(all)), { path: "/ext/server/lang", origin: "bundled" });
  assert.deepEqual(locateServer(around(["/usr/bin/lang"])), { path: "/usr/bin/lang", origin: "PATH" });
});

test("a server that is missing is told with what to do", () => {
  const wrong = locateServer(around(["/ext/server/lang"], { setting: "/no/lang" }));
  assert.ok("problem" in wrong && wrong.problem.includes("lang.server.path names /no/lang"));
  const none = locateServer(around([]));
  assert.ok("problem" in none && none.problem.includes("cargo build"));
});
