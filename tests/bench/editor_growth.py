"""What the answers of `lang lsp` cost in instructions: `growth.py --instructions` counts each action of an editor by itself.

The server runs under callgrind, which tells its counters while it runs (through vgdb), so one conversation suffices: the
counters are read when the server is quiet, before and after each action.
"""
import os
import subprocess
import time
from pathlib import Path

import editor_speed

# What the server's waiting threads execute between two looks.
NOISE = 50_000
# It is idle if so many looks in a row find nothing: on a busy machine it may wait for a processor at one of them.
LOOKS = 4
# Less than this above the answers about an empty program is not judged.
WORTH_TELLING = 5_000_000
PATIENCE = 900.0


def converse(command, folder, environment):
    """A conversation with a server that is started in an environment."""
    old = dict(os.environ)
    os.environ.clear()
    os.environ.update(environment)
    try:
        return editor_speed.Client(command, folder, {}, pull=False)
    finally:
        os.environ.clear()
        os.environ.update(old)


def ask(client, method, params):
    """Waits for an answer; that the server does not know the method, or answers with an error, is one too."""
    try:
        client.request(method, params)
    except editor_speed.Unknown:
        pass
    except editor_speed.Gone as gone:
        if "an error" not in str(gone):
            raise


class Counted:
    """The instructions of a server that runs under callgrind."""

    def __init__(self, lang, folder, environment):
        command = ["valgrind", "--tool=callgrind", "-q", "--callgrind-out-file=" + os.path.join(folder, "profile.%p")]
        self.client = converse([*command, lang, "lsp"], folder, environment)

    def read(self):
        words = ["vgdb", "--pid=%d" % self.client.process.pid, "status", "internal"]
        told = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE).stdout
        fields = (line.split(": ") for line in told.splitlines() if line.startswith("events-"))
        return sum(int(value) for name, value in fields if name.count("-") == 1)

    def quiet(self):
        """The instructions so far, when the server has nothing more to do."""
        before, idle = -NOISE, 0
        while True:
            self.client.settle(0.02)
            now = self.read()
            if now == 0:
                raise editor_speed.Gone(self.client.last_words())
            idle = idle + 1 if now - before < NOISE else 0
            if idle == LOOKS:
                return now
            before = now
            time.sleep(0.02)

    def end(self):
        if self.client.process.poll() is None:
            self.client.process.kill()
        self.client.process.wait()


def words_of(text):
    """Positions of words: at the beginning, the middle and the end of the first, second, middle and last lines."""
    lines = text.split("\n")
    for number in sorted({0, 1, len(lines) // 2, max(0, len(lines) - 3)} & set(range(len(lines)))):
        line = lines[number]
        starts = [at for at in range(len(line)) if line[at].isalpha() and not (at and (line[at - 1].isalnum() or line[at - 1] in "_."))]
        for at in sorted({starts[0], starts[len(starts) // 2], starts[-1]} if starts else ()):
            yield {"line": number, "character": at}


AT = ["hover", "definition", "documentHighlight", "references", "completion", "signatureHelp", "prepareRename", "rename"]
WHOLE = ["semanticTokens/full", "documentSymbol", "foldingRange", "codeLens"]


def actions(uri, text):
    """Names of actions, each with the questions that it asks."""
    document = {"textDocument": {"uri": uri}}
    lines = text.split("\n")
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
    first = {"start": {"line": 0, "character": 0}, "end": {"line": min(40, len(lines) - 1), "character": 0}}
    for name in WHOLE:
        yield name, [("textDocument/" + name, document)]
    yield "semanticTokens/range", [("textDocument/semanticTokens/range", {**document, "range": first})]
    yield "inlayHint", [("textDocument/inlayHint", {**document, "range": whole})]
    yield "formatting", [("textDocument/formatting", {**document, "options": {"tabSize": 2, "insertSpaces": True}})]
    yield "codeAction", [("textDocument/codeAction", {**document, "range": first, "context": {"diagnostics": []}})]
    yield "workspace/symbol", [("workspace/symbol", {"query": "f"})]
    places = list(words_of(text))
    for name in AT:
        more = {"references": {"context": {"includeDeclaration": True}}, "rename": {"newName": "renamed"}}.get(name, {})
        yield name, [("textDocument/" + name, {**document, "position": place, **more}) for place in places]
    yield "selectionRange", [("textDocument/selectionRange", {**document, "positions": places})]


def body_edit(text):
    """A place in a body, in the middle if there is one: the column behind the last line that is indented."""
    lines = text.split("\n")
    middle = len(lines) // 2
    order = sorted(range(len(lines)), key=lambda number: abs(number - middle))
    for number in order:
        if lines[number].startswith("  ") and not lines[number].lstrip().startswith(("}", "let @", "#")):
            return number, len(lines[number])
    return None


# What is counted together where that is enough.
EDITS = ["edit at the top", "edit in a body", "mistake in a body", "tokens after an edit", "completion after an edit"]


def group_of(action):
    return {"open": "opening"}.get(action, "edits" if action in EDITS else "places" if action in AT else "whole file")


def measure(lang, folder, environment, apart=True):
    """The instructions of each action, by name, or of groups of them; an action that fails ends it, with its name and why."""
    path = Path(folder) / "main.lang"
    text = path.read_text()
    server = Counted(lang, folder, environment)
    client = server.client
    counts, asked = {}, "open"
    editor_speed.LIMIT = PATIENCE
    try:
        since = server.quiet()

        group = None

        def take(name):
            nonlocal since
            now = server.quiet()
            counts[name] = counts.get(name, 0) + now - since
            since = now

        def begin(name):
            """Ends what was counted if the next action is not counted with it."""
            nonlocal group
            new = name if apart or not name else group_of(name)
            if group and group != new:
                take(group)
            group = new

        begin("open")
        uri, start = client.open(path, text, "lang")
        client.diagnostics(uri, start, limit=PATIENCE)
        for asked, questions in actions(uri, text):
            begin(asked)
            for method, params in questions:
                ask(client, method, params)
        begin(asked := "edit at the top")
        client.diagnostics(uri, client.change(uri, 0, 0, 0, "# above\n"), limit=PATIENCE)
        place = body_edit("# above\n" + text)
        if place:
            line, column = place
            begin(asked := "edit in a body")
            client.diagnostics(uri, client.change(uri, line, column, column, " # in it"), limit=PATIENCE)
            begin(asked := "mistake in a body")
            client.diagnostics(uri, client.change(uri, line, column, column, "\n  wrong()"), limit=PATIENCE)
            begin(asked := "tokens after an edit")
            client.request("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})
            begin(asked := "completion after an edit")
            client.change(uri, line + 1, 2, 9, "w")
            begun = {"textDocument": {"uri": uri}, "position": {"line": line + 1, "character": 3}}
            client.request("textDocument/completion", begun)
        begin("")
        return counts, ""
    except (editor_speed.Gone, subprocess.TimeoutExpired) as gone:
        return counts, "%s: %s" % (asked, str(gone).replace("\n", " ")[:160])
    finally:
        server.end()
