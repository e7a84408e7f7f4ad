#!/usr/bin/env python3
"""How long an editor waits, beside the peers in one run: any language server over stdio.

    tests/bench/editor_speed.py [--quick] [--edits 60] [--sizes 5000,50000] [--files 1000] [--lang PATH] [--only lang,clangd,ty]

The generated program of 5,000 and 50,000 lines in one file beside clangd on the same program in C, and a workspace of
1,000 files (41,000 lines, each importing up to three others) beside clangd and `ty` on the same workspace in C and in
typed Python. Times are from writing the message to the last byte of the answer, in milliseconds: median and 95th
percentile of at least 50 edits of each of three kinds. Every second edit makes a mistake and the next one mends it, and
what the server says must follow, so that nothing is measured that did not happen.

- inside a body: a line of the middle function becomes right or wrong
- a signature used 100 times: `hub` gets one more parameter, or loses it
- a line inserted at the top of the file, or removed

Run it on an idle machine. A server that is not installed is named and left out. clangd waits before it rebuilds, by
design (at least 50 ms); that is part of what its users wait for, and so it is counted.
"""
import argparse
import fcntl
import json
import os
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
sys.path.insert(0, HERE)
import gen_program  # noqa: E402
import gen_workspace  # noqa: E402

LIMIT = 120.0


class Gone(Exception):
    """The server ended or did not answer in time."""


class Unknown(Exception):
    """The server does not know the method."""


# ---------------------------------------------------------------- 1. the client
class Client:
    """One server. Answers are stamped when their last byte arrives and read as JSON only afterwards."""

    def __init__(self, command, folder, settings, pull=False):
        self.settings = settings
        self.started = time.perf_counter()
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, cwd=folder)
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.input, False)
        os.set_blocking(self.output, False)
        for pipe in (self.input, self.output):
            try:
                fcntl.fcntl(pipe, 1031, 1 << 20)  # F_SETPIPE_SZ: a long list of problems in one piece
            except OSError:
                pass
        self.buffer = bytearray()
        self.is_sending, self.replies = False, []
        self.next_id = 0
        self.answers = {}  # id -> (time, answer)
        self.published = {}  # uri -> (time, version, diagnostics)
        self.versions = {}
        root = Path(folder).absolute().as_uri()
        text_document = {
            "synchronization": {"didSave": True},
            "publishDiagnostics": {"relatedInformation": True, "versionSupport": True, "codeDescriptionSupport": True},
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}},
        }
        if pull:
            text_document["diagnostic"] = {"relatedDocumentSupport": True}
        capabilities = {
            "textDocument": text_document,
            "workspace": {
                "configuration": True,
                "workspaceFolders": True,
                "diagnostics": {"refreshSupport": False},
                # Else the server looks at the files again and again.
                "didChangeWatchedFiles": {"dynamicRegistration": True},
            },
            "window": {"workDoneProgress": True},
            "general": {"positionEncodings": ["utf-8", "utf-16"]},
        }
        answer = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": root,
                "workspaceFolders": [{"uri": root, "name": "bench"}],
                "capabilities": capabilities,
                "initializationOptions": settings,
            },
        )[1]
        self.capabilities = answer["capabilities"]
        self.name = answer.get("serverInfo", {}).get("version", "")
        self.notify("initialized", {})

    # -- messages
    def send(self, message):
        """Writes a message, and returns when that began."""
        if self.is_sending:
            # A question of the server came while a long message is on its way.
            self.replies.append(message)
            return None
        self.is_sending = True
        body = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode()
        start = time.perf_counter()
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body, start)
        self.is_sending = False
        while self.replies:
            self.send(self.replies.pop(0))
        return start

    def write(self, data, start):
        data = memoryview(data)
        while data:
            if select.select([self.output], [self.input], [], LIMIT)[1]:
                try:
                    data = data[os.write(self.input, data) :]
                except BlockingIOError:
                    pass
                except BrokenPipeError:
                    raise Gone(self.last_words())
            if data:
                self.receive(0)
            if time.perf_counter() - start > LIMIT:
                raise Gone("it reads nothing")

    def notify(self, method, params):
        return self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.next_id += 1
        return self.next_id, self.send({"id": self.next_id, "method": method, "params": params})

    def request(self, method, params, since=None):
        """Seconds until the answer, since the question or an earlier time, and the answer."""
        while True:
            number, start = self.ask(method, params)
            since = since or start
            self.wait(lambda: number in self.answers, method)
            arrived, message = self.answers.pop(number)
            if "error" not in message:
                return arrived - since, message["result"]
            if message["error"]["code"] == -32601:
                raise Unknown(method)
            # 'Content modified' and 'server cancelled': an editor asks again.
            if message["error"]["code"] not in (-32801, -32802):
                raise Gone("an error: %s" % json.dumps(message["error"])[:200])

    def receive(self, seconds):
        """Reads what has arrived, waiting at most this long for something."""
        if not select.select([self.output], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.output, 1 << 20)
        except BlockingIOError:
            return False
        if not data:
            raise Gone(self.last_words())
        self.buffer += data
        while True:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return True
            head = bytes(self.buffer[:end]).lower()
            length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
            if len(self.buffer) < end + 4 + length:
                return True
            arrived = time.perf_counter()
            body = bytes(self.buffer[end + 4 : end + 4 + length])
            del self.buffer[: end + 4 + length]
            self.take(arrived, json.loads(body))

    def take(self, arrived, message):
        method = message.get("method")
        if method is None:
            self.answers[message["id"]] = (arrived, message)
        elif method == "textDocument/publishDiagnostics":
            params = message["params"]
            self.published[params["uri"]] = (arrived, params.get("version"), params["diagnostics"])
        elif "id" in message:
            result = None
            if method == "workspace/configuration":
                result = [self.section(item.get("section") or "") for item in message["params"]["items"]]
            self.send({"id": message["id"], "result": result})

    def section(self, name):
        value = self.settings
        for part in name.split(".")[1:]:
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def wait(self, ready, what, limit=LIMIT):
        end = time.perf_counter() + limit
        while not ready():
            left = end - time.perf_counter()
            if left <= 0:
                raise Gone("no answer to %s in %d s" % (what, limit))
            self.receive(left)

    def settle(self, seconds=0.03):
        """Reads until nothing arrives for a while."""
        while self.receive(seconds):
            pass

    def last_words(self):
        self.log.seek(0)
        return "it ended: " + self.log.read()[-500:].decode(errors="replace")

    # -- documents
    def open(self, path, text, language):
        uri = Path(path).absolute().as_uri()
        self.versions[uri] = 1
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        return uri, self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, uri, line, start, end, new):
        """Replaces characters of a line; `new` may hold lines."""
        self.versions[uri] += 1
        place = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
        document = {"uri": uri, "version": self.versions[uri]}
        return self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": place, "text": new}]})

    def remove_line(self, uri, line):
        self.versions[uri] += 1
        place = {"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}}
        document = {"uri": uri, "version": self.versions[uri]}
        return self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": place, "text": ""}]})

    def diagnostics(self, uri, since, fits=lambda found: True, limit=LIMIT):
        """Seconds since `since` until the problems of the current version that fit, and the problems."""

        def ready():
            known = self.published.get(uri)
            return known and known[0] > since and known[1] in (None, self.versions[uri]) and fits(known[2])

        self.wait(ready, "diagnostics", limit)
        arrived, _, found = self.published[uri]
        return arrived - since, found

    def memory(self):
        """Megabytes of the server and of the processes it started."""
        total, todo = 0, [self.process.pid]
        while todo:
            pid = todo.pop()
            try:
                status = open("/proc/%d/status" % pid).read()
                todo += map(int, open("/proc/%d/task/%d/children" % (pid, pid)).read().split())
            except OSError:
                continue
            total += int(status.split("VmRSS:")[1].split()[0]) if "VmRSS:" in status else 0
        return total / 1024

    def close(self):
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self.process.wait(10)
        except (Gone, subprocess.TimeoutExpired, OSError):
            self.process.kill()
            self.process.wait()


# ---------------------------------------------------------------- 2. what is edited
class Lang:
    server, identifier = "lang", "lang"
    comment, hub, more, line = "# above\n", "fn hub(value: i64", ", extra: i64", "  assert(0 < %s)"

    def is_head(self, line):
        return line.startswith(("fn ", "pub fn ")) and line.endswith("{")


class C:
    server, identifier = "clangd", "c"
    comment, hub, more, line = "// above\n", "int64_t hub(int64_t value", ", int64_t extra", "    (void)(0 < %s);"

    def is_head(self, line):
        return line.endswith(") {") and not line.startswith(" ")


class Python:
    server, identifier = "ty", "python"
    comment, hub, more, line = "# above\n", "def hub(value: int", ", extra: int", "    assert 0 < %s"

    def is_head(self, line):
        return line.startswith("def ")


class Program:
    """Files of one language: the one that is edited, the one that declares `hub`, and another that uses it."""

    def __init__(self, language, folder, path, hub=None, user=None):
        self.language, self.folder, self.path = language, folder, path
        self.hub, self.user = hub or path, user or path
        self.is_workspace = self.hub != path


# ---------------------------------------------------------------- 3. measuring
class Times(list):
    """Seconds of one kind of question."""

    def median(self):
        return statistics.median(self) * 1e3

    def high(self):
        return sorted(self)[min(len(self) - 1, int(len(self) * 0.95))] * 1e3


def errors(found):
    return [each for each in found if each.get("severity", 1) == 1]


class Session:
    """One server on one program."""

    def __init__(self, command, settings, program, options):
        self.command, self.settings, self.program, self.options = command, settings, program, options
        self.language = program.language
        self.times = {}

    def run(self):
        self.client = Client(self.command, self.program.folder, self.settings)
        try:
            self.open()
            self.body()
            self.questions()
            self.signature()
            self.top()
            self.times["memory, MB"] = self.client.memory()
        except Gone as fault:
            print("  %s: %s" % (self.language.server, fault), file=sys.stderr)
        finally:
            self.client.close()
        return self.times

    def add(self, name, seconds):
        self.times.setdefault(name, Times()).append(seconds)

    def open_file(self, path, name):
        text = open(path).read()
        uri, since = self.client.open(path, text, self.language.identifier)
        seconds, found = self.client.diagnostics(uri, since)
        if name:
            self.add(name, seconds)
        if errors(found):
            raise Gone("%s has errors: %s" % (path, errors(found)[0]["message"]))
        return uri, text.splitlines()

    def open(self):
        program = self.program
        self.uri, self.lines = self.open_file(program.path, "open to diagnostics")
        self.add("start to diagnostics", time.perf_counter() - self.client.started)
        self.hub_uri, self.hub_lines, self.user_uri = self.uri, self.lines, self.uri
        if program.is_workspace:
            self.hub_uri, self.hub_lines = self.open_file(program.hub, None)
            self.user_uri, _ = self.open_file(program.user, "open another file")
        # Servers go on with the rest of the workspace.
        self.client.settle(self.options.settle)

    def edits(self, name, edit, fits):
        """`edit(wrong)` changes the text; `fits(wrong, problems)` says whether the problems follow."""
        count = self.options.edits + 4
        for number in range(count):
            wrong = number % 2 == 0
            since = edit(wrong)
            uri, fit = fits(wrong)
            seconds, found = self.client.diagnostics(uri, since)
            if not fit(found):
                raise Gone("%s: the problems do not follow the text: %s" % (name, json.dumps(found)[:300]))
            if number >= 4:
                self.add(name, seconds)
            self.client.settle()

    def body(self):
        """A line of the middle function, and what is asked right behind it."""
        language, lines = self.language, self.lines
        at = next(k for k in range(len(lines) // 2, len(lines)) if language.is_head(lines[k])) + 1
        lines.insert(at, language.line % "1")
        since = self.client.change(self.uri, at, 0, 0, lines[at] + "\n")
        self.client.diagnostics(self.uri, since)
        self.client.settle()
        column = language.line.index("%s")
        self.value, self.round = "1", 0

        def edit(wrong):
            old = self.value
            self.round += 1
            self.value = "missing" if wrong else "%d" % (self.round % 9 + 1)
            return self.client.change(self.uri, at, column, column + len(old), self.value)

        self.edits("edit: inside a body", edit, lambda wrong: (self.uri, lambda found: bool(errors(found)) == wrong))
        place = self.place_of_use()
        for _ in range(self.options.edits):
            since = edit(False)
            try:
                seconds, answer = self.client.request("textDocument/hover", place, since)
            except Unknown:
                break
            if not answer:
                raise Gone("hover says nothing")
            self.add("hover right after an edit", seconds)
            self.client.diagnostics(self.uri, since)
            self.client.settle()
        # A word that somebody has begun to write.
        self.client.change(self.uri, at, column, column + len(self.value), "hu")
        self.begun = {"textDocument": {"uri": self.uri}, "position": {"line": at, "character": column + 2}}
        self.client.settle(0.5)
        self.end_word = lambda: self.client.change(self.uri, at, column, column + 2, "1")

    def place_of_use(self):
        line = next(k for k, text in enumerate(self.lines) if "hub(3)" in text)
        return {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": self.lines[line].index("hub(3)") + 1}}

    def questions(self):
        place = self.place_of_use()
        asked = [
            ("hover", "textDocument/hover", place),
            ("completion", "textDocument/completion", self.begun),
            ("workspace symbols", "workspace/symbol", {"query": "hub"}),
            ("references", "textDocument/references", {**place, "context": {"includeDeclaration": True}}),
        ]
        for name, method, params in asked:
            try:
                self.question(name, method, params)
            except Unknown:
                print("  %s does not know %s" % (self.language.server, method), file=sys.stderr)
        self.client.diagnostics(self.uri, self.end_word())
        self.client.settle()

    def question(self, name, method, params):
        for number in range(self.options.edits // 2 + 2):
            seconds, answer = self.client.request(method, params)
            if not answer:
                raise Gone("%s says nothing" % name)
            if number >= 2:
                self.add(name, seconds)
        if name != "hover":
            self.times["found: " + name] = len(answer if isinstance(answer, list) else answer["items"])

    def signature(self):
        language = self.language
        line = next(k for k, text in enumerate(self.hub_lines) if language.hub in text)
        column = self.hub_lines[line].index(language.hub) + len(language.hub)

        def edit(wrong):
            end = column if wrong else column + len(language.more)
            return self.client.change(self.hub_uri, line, column, end, language.more if wrong else "")

        name = "edit: signature used 100 times"
        in_place = not self.program.is_workspace or language.identifier == "c"
        fits = (lambda found, wrong: bool(errors(found)) == wrong) if in_place else (lambda found, wrong: not errors(found))
        self.edits(name, edit, lambda wrong: (self.hub_uri, lambda found: fits(found, wrong)))
        if in_place:
            return
        for number in range(self.options.edits + 4):
            wrong = number % 2 == 0
            since = edit(wrong)
            try:
                seconds, _ = self.client.diagnostics(self.user_uri, since, lambda found: bool(errors(found)) == wrong, 3.0)
            except Gone:
                # It does not tell of other files; the sessions that ask for them measure it.
                if wrong:
                    edit(False)
                break
            if number >= 4:
                self.add("  … in another open file", seconds)
            self.client.settle()
        self.client.settle()

    def top(self):
        def edit(wrong):
            if wrong:
                return self.client.change(self.uri, 0, 0, 0, self.language.comment)
            return self.client.remove_line(self.uri, 0)

        self.edits("edit: line at the top", edit, lambda wrong: (self.uri, lambda found: not errors(found)))


class PullSession(Session):
    """The problems of a whole workspace, asked for after each edit of `hub`."""

    def run(self):
        self.client = Client(self.command, self.program.folder, self.settings, pull=True)
        try:
            provider = self.client.capabilities.get("diagnosticProvider")
            if not provider or not provider.get("workspaceDiagnostics"):
                raise Gone("it has no problems of the workspace to ask for")
            self.pull(provider.get("identifier"))
        except Gone as fault:
            print("  %s: %s" % (self.language.server, fault), file=sys.stderr)
        finally:
            self.client.close()
        return self.times

    def pull(self, identifier):
        language, program, client = self.language, self.program, self.client
        text = open(program.hub).read()
        uri, _ = client.open(program.hub, text, language.identifier)
        self.known, self.pending, self.identifier = {}, None, identifier
        first = self.ask_workspace(limit=10.0)
        if first:
            self.add("whole workspace, first time", first[0] - first[1])
        lines = text.splitlines()
        line = next(k for k, each in enumerate(lines) if language.hub in each)
        column = lines[line].index(language.hub) + len(language.hub)
        for number in range(self.options.edits + 2):
            wrong = number % 2 == 0
            end = column if wrong else column + len(language.more)
            since = client.change(uri, line, column, end, language.more if wrong else "")
            arrived = self.follow(wrong)
            if number >= 2:
                self.add("signature to the whole workspace", arrived - since)
            client.settle()

    def follow(self, wrong):
        """When the server has told of the problems of all users of `hub`, or that they are gone."""
        told = set()
        users = min(gen_workspace.USERS, self.options.files - 1)
        while len(told) < users * 9 // 10:
            answer = self.ask_workspace(LIMIT)
            if not answer:
                raise Gone("it tells of %d files only" % len(told))
            told |= {report["uri"] for report in answer[2]["items"] if "items" in report and bool(errors(report["items"])) == wrong}
        return answer[0]

    def ask_workspace(self, limit):
        """When the answer came, when it was asked for, and the answer; nothing if the server waits for something to tell."""
        client = self.client
        if self.pending is None:
            params = {"previousResultIds": [{"uri": uri, "value": value} for uri, value in self.known.items() if value]}
            if self.identifier:
                params["identifier"] = self.identifier
            self.pending = client.ask("workspace/diagnostic", params)
        number, asked = self.pending
        try:
            client.wait(lambda: number in client.answers, "workspace/diagnostic", limit)
        except Gone:
            if client.process.poll() is not None:
                raise
            return None
        self.pending = None
        arrived, message = client.answers.pop(number)
        if "error" in message:
            return self.ask_workspace(limit)
        for report in message["result"]["items"]:
            self.known[report["uri"]] = report.get("resultId")
        return arrived, asked, message["result"]


# ---------------------------------------------------------------- 4. the table
def versions(commands):
    for name, command in commands.items():
        done = subprocess.run([command[0], "--version"], capture_output=True, text=True)
        print("%-7s %s" % (name, " ".join((done.stdout or done.stderr).split())[:100]))
    model = [line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    print("%d cores of %s, load %s" % (os.cpu_count(), model[0] if model else "?", "%.1f %.1f %.1f" % os.getloadavg()))


def shown(value):
    if isinstance(value, Times):
        if len(value) < 5:
            return "%.1f" % value.median()
        return "%.1f (%.1f)" % (value.median(), value.high())
    return "%.0f" % value if isinstance(value, float) else str(value)


def table(title, results):
    """One line for each thing measured, ours first, with how many times longer the peers take."""
    print("\n%s: milliseconds, median (95th percentile)" % title)
    names = [name for name in ("lang", "clangd", "ty") if name in results]
    rows = []
    for name in names:
        rows += [row for row in results[name] if row not in rows]
    ratios = [name for name in names if name != "lang" and "lang" in results]
    print("| %-34s |%s%s" % ("", "".join(" %16s |" % name for name in names), "".join(" %8s |" % (name + "/lang") for name in ratios)))
    print("| %s |%s%s" % ("-" * 34, (" " + "-" * 16 + " |") * len(names), (" " + "-" * 8 + " |") * len(ratios)))
    for row in rows:
        line = "| %-34s |" % row
        for name in names:
            line += " %16s |" % (shown(results[name][row]) if row in results[name] else "–")
        for name in ratios:
            ours, theirs = results["lang"].get(row), results[name].get(row)
            if row.startswith("found") or ours is None or theirs is None:
                line += " %8s |" % ""
                continue
            number = lambda value: value.median() if isinstance(value, Times) else float(value)
            line += " %8.1f |" % (number(theirs) / max(number(ours), 1e-9))
        print(line)
    sys.stdout.flush()


def first_of(*names):
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    return None


def servers(options):
    """The command of each server that is here."""
    found = {
        "lang": [options.lang, "lsp"] if os.path.exists(options.lang) else None,
        "clangd": [options.clangd or first_of("clangd-19", "clangd")],
        "ty": [options.ty or first_of("ty"), "server"],
    }
    commands = {}
    for name, command in found.items():
        if options.only and name not in options.only.split(","):
            continue
        if command and command[0]:
            commands[name] = command
        else:
            print("%s is not here, and is left out" % name)
    return commands


SETTINGS = {"lang": {}, "clangd": {}, "ty": {"diagnosticMode": "openFilesOnly"}}
WORKSPACE_SETTINGS = {"lang": {}, "clangd": {}, "ty": {"diagnosticMode": "workspace"}}


def one_file(commands, folder, size, options):
    results = {}
    for language in (Lang(), C()):
        if language.server not in commands:
            continue
        inside = os.path.join(folder, "%s-%d" % (language.server, size))
        os.makedirs(inside)
        emitter, extension = gen_program.EMITTERS[language.identifier]
        path = os.path.join(inside, "program." + extension)
        with open(path, "w") as file:
            file.write(emitter().emit(gen_program.Program(size, hub=100)))
        program = Program(language, inside, path)
        results[language.server] = Session(commands[language.server], SETTINGS[language.server], program, options).run()
    table("one file of %d lines" % size, results)


def workspace(commands, folder, options):
    results = {}
    for language in (Lang(), C(), Python()):
        name = language.server
        if name not in commands:
            continue
        inside = os.path.join(folder, "workspace-" + name)
        made = gen_workspace.generate(language.identifier, inside, options.files)
        users = [path for module, path in made if module.uses_hub]
        middle = len(users) // 2
        program = Program(language, inside, users[middle], made[0][1], users[middle + 1])
        results[name] = Session(commands[name], SETTINGS[name], program, options).run()
        if language.identifier != "c":
            results[name].update(PullSession(commands[name], WORKSPACE_SETTINGS[name], program, options).run())
    table("a workspace of %d files" % options.files, results)


def main():
    parser = argparse.ArgumentParser(description="how long an editor waits, beside the peers in one run")
    parser.add_argument("--quick", action="store_true", help="few edits of small programs, to see that it works")
    parser.add_argument("--edits", type=int, default=60, help="of each kind")
    parser.add_argument("--sizes", default="5000,50000", help="lines of the single files; empty for none")
    parser.add_argument("--files", type=int, default=1000, help="of the workspace; 0 for none")
    parser.add_argument("--settle", type=float, default=3.0, help="seconds of silence to wait for after opening")
    parser.add_argument("--lang", type=os.path.abspath, default=os.path.join(TARGET, "release", "lang"))
    parser.add_argument("--clangd")
    parser.add_argument("--ty")
    parser.add_argument("--only", help="servers, joined by commas")
    options = parser.parse_args()
    if options.quick:
        options.edits, options.sizes, options.files, options.settle = 10, "5000", min(options.files, 150), 1.0
    sys.setrecursionlimit(10000)
    commands = servers(options)
    versions(commands)
    with tempfile.TemporaryDirectory(prefix="editor-speed-") as folder:
        for size in filter(None, options.sizes.split(",")):
            one_file(commands, folder, int(size), options)
        if options.files:
            workspace(commands, folder, options)


if __name__ == "__main__":
    main()
