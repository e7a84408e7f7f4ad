#!/usr/bin/env python3
"""How the work of `lang` grows with its input: programs of each kind, doubled until the largest takes about two seconds.

    tests/bench/growth.py [--seconds 2] [--actions check,build,editor] [--kinds types,loans] [--lang PATH] [--inputs PATH] [--all]

The kinds are those of the suite `growth` (`cargo build --release -p lang -p tests --examples` first). For each kind and
action: the largest size, its CPU seconds (of the program; what the kernel spends on giving memory is the machine's, and
stands beside it as memory), the most memory, and the exponent of growth: 1 is linear, 2 quadratic; taken
over the last two doublings, from the CPU time above that of a program of size 1. The aim is 1.1; a line is marked above
1.2, since caches and noise add a little. An action that ends by a signal, or hangs, is told of whatever its exponent.

Actions are commands of `lang` (check, build, abi, fmt, …) and `editor`: the server opens the file, answers what editors
ask (colours, symbols, hover, completion, references, highlights, hints, lenses, folding, formatting), and the file is
edited five times.

On a machine that others use, `--instructions` counts what valgrind sees executed instead of measuring time (in billions,
some 30 times slower, so sizes stay smaller; LLVM's worker counts, too, by doing its recorded jobs once more): of `editor` each action by itself, between two
sizes, one four times the other, whatever is above 1.1 there and between four times these sizes marked (`--apart` all of
them, else only those of groups that grow; `--larger N` begins at N times the size, where what all programs cost is less of it). `--beside-clang` compiles functions that one
function calls with `clang -O2`, too, and prints the ratio of both at each size.
"""
import argparse
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
sys.path.insert(0, HERE)
import editor_growth  # noqa: E402
import editor_speed  # noqa: E402

HANGS = 60.0
MEMORY = 5 << 30
LARGEST = 1 << 22
ACTIONS = {
    "check": ["check"],
    "sarif": ["check", "--message-format", "sarif"],
    "build": ["build", "--emit", "obj", "-o", "out.o"],
    "release": ["build", "--release", "--emit", "obj", "-o", "out.o"],
    "mir": ["build", "--emit", "mir", "-o", "out.mir"],
    "abi": ["abi"],
    "header": ["header"],
    "fmt": ["fmt", "--check"],
    "editor": None,
}
COMMON = ["check", "build", "editor"]


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Run:
    """What one run took, and how it went wrong, if so."""

    def __init__(self, seconds, megabytes, fault=""):
        self.seconds, self.megabytes, self.fault = seconds, megabytes, fault


def counted(folder):
    """The instructions of all processes that left their count here, in billions."""
    total = 0
    for path in Path(folder).glob("count.*"):
        for line in path.read_text().splitlines():
            if line.startswith("summary:"):
                total += int(line.split()[1])
    return total / 1e9


def counting(folder):
    """The words before a command whose instructions are counted."""
    out = "--cachegrind-out-file=" + os.path.join(folder, "count.%p")
    return ["valgrind", "--tool=cachegrind", "--cache-sim=no", "-q", out]


def recording(lang, folder):
    """A worker in the place of LLVM's, which writes down what it is asked. Workers are ended by a signal, after which nothing
    is left that could tell what they did, so their jobs are counted afterwards."""
    worker = os.environ.get("LANG_LLVM") or os.path.join(os.path.dirname(os.path.abspath(lang)), "lang-llvm")
    path = Path(folder, "recording-worker")
    path.write_text('#!/bin/sh\ncase "$1" in --worker) tee "%s/job.$$" | "%s" "$@" ;; *) "%s" "$@" ;; esac\n' % (folder, worker, worker))
    path.chmod(0o700)
    return worker, str(path)


def count_jobs(worker, folder):
    for job in sorted(Path(folder).glob("job.*")):
        with open(job, "rb") as asked:
            words = [*counting(folder), worker, "--worker"]
            subprocess.run(words, stdin=asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=HANGS * 30)


def command(lang, action, folder, environment, instructions=False):
    arguments = ACTIONS[action]
    prefix = []
    if instructions:
        prefix = counting(folder)
        worker, environment = recording(lang, folder), dict(environment)
        environment["LANG_LLVM"] = worker[1]
    process = subprocess.Popen(
        [*prefix, lang, arguments[0], "main.lang", *arguments[1:], "--threads", "1"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=None if instructions else limits,
    )
    end = time.monotonic() + HANGS * (30 if instructions else 1)
    fault = ""
    while True:
        done, status, usage = os.wait4(process.pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() > end and not fault:
            fault = "no end after %d s" % HANGS
            process.kill()
        time.sleep(0.001)
    process.returncode = status
    if os.WIFSIGNALED(status):
        fault = fault or "ended by signal %d" % os.WTERMSIG(status)
    elif os.WEXITSTATUS(status) not in (0, 1):
        fault = "ended with %d" % os.WEXITSTATUS(status)
    if instructions and not fault:
        count_jobs(worker[0], folder)
    spent = counted(folder) if instructions else usage.ru_utime
    return Run(spent, usage.ru_maxrss / 1024, fault)


def server_seconds(pid):
    fields = open("/proc/%d/stat" % pid).read().rsplit(") ", 1)[1].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def places(text):
    """Some positions inside of the text: where words are, at the beginning, in the middle and at the end."""
    lines = text.split("\n")
    found = []
    for number in (0, 1, len(lines) // 2, max(0, len(lines) - 2)):
        if number < len(lines):
            words = [at for at, letter in enumerate(lines[number][:200]) if letter.isalpha()]
            found += [{"line": number, "character": at} for at in words[: 8 : 3]]
    return found


def questions(client, uri, text):
    document = {"textDocument": {"uri": uri}}
    last = text.count("\n")
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": last, "character": 0}}
    yield "textDocument/semanticTokens/full", document
    yield "textDocument/documentSymbol", document
    yield "textDocument/foldingRange", document
    yield "textDocument/inlayHint", {**document, "range": whole}
    yield "textDocument/codeLens", document
    yield "textDocument/formatting", {**document, "options": {"tabSize": 2, "insertSpaces": True}}
    yield "textDocument/codeAction", {**document, "range": whole, "context": {"diagnostics": []}}
    yield "workspace/symbol", {"query": "f"}
    for position in places(text):
        at = {**document, "position": position}
        yield "textDocument/hover", at
        yield "textDocument/definition", at
        yield "textDocument/documentHighlight", at
        yield "textDocument/references", {**at, "context": {"includeDeclaration": True}}
        yield "textDocument/completion", at
        yield "textDocument/signatureHelp", at
        yield "textDocument/rename", {**at, "newName": "renamed"}
        yield "textDocument/selectionRange", {**document, "positions": [position]}


def watch(client):
    while client.process.poll() is None:
        if client.memory() * (1 << 20) > MEMORY:
            client.process.kill()
        time.sleep(0.05)


def editor(lang, folder, environment, slow=None):
    path = Path(folder) / "main.lang"
    text = path.read_text()
    client = editor_growth.converse([lang, "lsp"], folder, environment)
    editor_speed.LIMIT = HANGS
    # A limit of address space would count the stacks that threads reserve, so what is used is watched instead.
    threading.Thread(target=watch, args=(client,), daemon=True).start()
    asked = "opening"
    try:
        uri, since = client.open(path, text, "lang")
        client.diagnostics(uri, since, limit=HANGS)
        spent = server_seconds(client.process.pid)
        if slow is not None:
            slow["open"] = spent
        def edit(number):
            since = client.change(uri, 0, 0, 0, "# %d\n" % number)
            client.diagnostics(uri, since, limit=HANGS)
        for method, params in questions(client, uri, text):
            asked = method
            editor_growth.ask(client, method, params)
            now = server_seconds(client.process.pid)
            if slow is not None:
                slow[method] = slow.get(method, 0) + now - spent
            spent = now
        for number in range(5):
            asked = "an edit"
            edit(number)
        now = server_seconds(client.process.pid)
        if slow is not None:
            slow["edits"] = now - spent
        return Run(now, client.memory())
    except editor_speed.Gone as gone:
        return Run(HANGS, 0, "%s: %s" % (asked, str(gone).replace("\n", " ")[:160]))
    finally:
        if client.process.poll() is None:
            client.process.kill()
        client.process.wait()


class Script:
    def __init__(self, options):
        self.options = options
        self.work = tempfile.mkdtemp(prefix="growth")
        self.bases = {}
        self.environment = {**os.environ, "LANG_CACHE_DIR": os.path.join(self.work, "cache"), "NO_COLOR": "1"}

    def once(self, action, kind, size):
        folder = os.path.join(self.work, "input")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(self.environment["LANG_CACHE_DIR"], ignore_errors=True)
        os.mkdir(folder)
        subprocess.run([self.options.inputs, kind, str(size), folder], check=True)
        if action == "editor":
            slow = {}
            run = editor(self.options.lang, folder, self.environment, slow)
            run.slow = slow
        else:
            run = command(self.options.lang, action, folder, self.environment, self.options.instructions)
            run.slow = {}
        return run

    def counted(self, kind, size, apart):
        folder = os.path.join(self.work, "input")
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        subprocess.run([self.options.inputs, kind, str(size), folder], check=True)
        return editor_growth.measure(self.options.lang, folder, self.environment, apart)

    def editor_lines(self, kind, start, apart, doubted=None):
        """A line for each action of an editor, or for each group of them and then the actions of those that grow. Which
        still grow between four times these sizes is marked: what happens once at some size is no growth."""
        if apart not in self.bases:
            self.bases[apart] = self.counted("functions", 1, apart)[0]
        base, size = self.bases[apart], 4 * start
        less, fault = self.counted(kind, start, apart)
        more, later = self.counted(kind, size, apart)
        marked = []
        for action, count in more.items():
            if doubted and action not in doubted:
                continue
            small, large = (counts.get(action, 0) - base.get(action, 0) for counts in (less, more))
            exponent = math.log(large / small) / math.log(4) if 0 < small and 0 < large else 0.0
            # What is so little is the server's own.
            if large > editor_growth.WORTH_TELLING and exponent > (1.1 if apart else 1.06):
                marked.append(action)
            mark = "  <<<" if doubted and action in marked else ""
            print("%-22s %-24s %8d %9.4f G %6.2f%s" % (kind, action, size, count / 1e9, exponent, mark), flush=True)
        if fault or later:
            print("%-22s %s" % (kind, fault or later))
            return len(marked) + 1
        if marked and not doubted:
            return self.editor_lines(kind, size if apart else start, True, marked if apart else None)
        return len(marked)

    def measure(self, action, kind, start):
        """The sizes and runs of a kind, the first of size 1."""
        base = self.once(action, kind, 1)
        runs = [(1, base)]
        size = start
        while size <= LARGEST:
            run = self.once(action, kind, size)
            runs.append((size, run))
            if run.fault or run.seconds > self.options.seconds * 0.7 or run.megabytes > 3000:
                break
            # Far below the limit larger steps do.
            size *= 8 if run.seconds < self.options.seconds / 40 else 2
        return runs

    def line(self, action, kind, start):
        runs = self.measure(action, kind, start)
        base = runs[0][1].seconds
        size, last = runs[-1]
        exponent = 0.0
        earlier = [(n, run) for n, run in runs[1:-1] if run.seconds - base > 0.02][-2:]
        if earlier and last.seconds > base:
            n, run = earlier[0]
            exponent = math.log((last.seconds - base) / (run.seconds - base)) / math.log(size / n)
        mark = "  <<<" if exponent > 1.2 or last.fault else ""
        slow = ""
        if mark and last.slow:
            most = sorted(last.slow.items(), key=lambda each: -each[1])[:3]
            slow = "  " + ", ".join("%s %.2f" % (name.split("/")[-1], seconds) for name, seconds in most)
        print(
            "%-22s %-7s %8d %7.2f s %6.0f MB  %5.2f%s  %s%s"
            % (kind, action, size, last.seconds, last.megabytes, exponent, mark, last.fault, slow),
            flush=True,
        )
        return bool(mark)

    def run(self):
        listed = subprocess.run([self.options.inputs], check=True, capture_output=True, text=True).stdout
        kinds = [line.split("\t") for line in listed.splitlines()]
        wanted = self.options.kinds.split(",") if self.options.kinds else [kind[0] for kind in kinds]
        actions = list(ACTIONS) if self.options.all else self.options.actions.split(",")
        print("%-22s %-7s %8s %9s %9s  %s" % ("kind", "action", "largest", "CPU", "memory", "exponent"))
        marked = 0
        for name, start, _what in kinds:
            if name in wanted:
                for action in actions:
                    if action == "editor" and self.options.instructions:
                        marked += self.editor_lines(name, int(start) * self.options.larger, self.options.apart)
                        continue
                    marked += self.line(action, name, int(start) * self.options.larger)
        print("%d marked" % marked)
        shutil.rmtree(self.work, ignore_errors=True)


def beside_clang(lang, sizes):
    """Small functions that one function calls once each: an optimised build, beside the same in C."""
    print("%-22s %8s %9s %9s  %s" % ("calls", "size", "lang", "clang -O2", "ratio"))
    seconds = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            ours = "".join("fn call%d(a: i64) -> i64 { a * %d + %d }\n" % (i, i % 7 + 1, i) for i in range(size))
            calls = "".join("  t += call%d(t %% 9)\n" % i for i in range(size))
            ours += "fn main() {\n  let mut t = 0\n%s  println(t)\n}\n" % calls
            theirs = "#include <stdio.h>\n" + "".join(
                "long call%d(long a) { return a * %d + %d; }\n" % (i, i % 7 + 1, i) for i in range(size)
            )
            calls = "".join("  t += call%d(t %% 9);\n" % i for i in range(size))
            theirs += 'int main(void) {\n  long t = 0;\n%s  printf("%%ld\\n", t);\n}\n' % calls
            Path(folder, "main.lang").write_text(ours)
            Path(folder, "main.c").write_text(theirs)
            spent = []
            for words in (
                [lang, "build", "main.lang", "--release", "--emit", "obj", "-o", "out.o", "--threads", "1"],
                ["clang-22", "-O2", "-ftrapv", "-c", "main.c", "-o", "c.o"],
            ):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                environment = {**os.environ, "LANG_CACHE_DIR": os.path.join(folder, "cache")}
                subprocess.run(words, cwd=folder, env=environment, check=True, capture_output=True)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            seconds.append(spent)
            print("%-22s %8d %7.2f s %7.2f s  %5.2f" % ("functions", size, *spent, spent[0] / spent[1]), flush=True)
    for name, column in (("lang", 0), ("clang", 1)):
        first, last = seconds[0][column], seconds[-1][column]
        print("exponent of %s: %.2f" % (name, math.log(last / first) / math.log(sizes[-1] / sizes[0])))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds at which doubling ends")
    parser.add_argument("--actions", default=",".join(COMMON))
    parser.add_argument("--all", action="store_true", help="all actions: " + ", ".join(ACTIONS))
    parser.add_argument("--kinds", default="", help="names of kinds, with commas; by default all")
    parser.add_argument("--lang", type=os.path.abspath, default=os.path.join(TARGET, "release", "lang"))
    parser.add_argument("--inputs", type=os.path.abspath, default=os.path.join(TARGET, "release", "examples", "growth_input"))
    parser.add_argument("--instructions", action="store_true", help="count instructions (valgrind) instead of time")
    parser.add_argument("--apart", action="store_true", help="with --instructions: each action of the editor by itself")
    parser.add_argument("--larger", type=int, default=1, help="begin at so many times the first size of a kind")
    parser.add_argument("--beside-clang", action="store_true", help="only compare called functions with clang")
    options = parser.parse_args()
    if options.beside_clang:
        beside_clang(options.lang, [500, 1000, 2000, 4000])
    else:
        Script(options).run()


if __name__ == "__main__":
    main()
