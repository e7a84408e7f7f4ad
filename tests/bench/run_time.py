#!/usr/bin/env python3
"""Run time of the eight programs beside C, in one run: each program in the language and in C, built in several ways.

    tests/bench/run_time.py [--rounds 5] [--only nbody,matvec] [--columns NAME,...] [--least] [--lang PATH]

Every build must print what `clang-22 -O2` prints. The builds run in turn, round by round, so that a machine whose speed
drifts is unkind to all of them. Prints Markdown: medians of the CPU seconds of each program as the system counts them
(with `--least` the least of them, which other work on the machine disturbs least), then the ratios of interest with their geometric means, of all programs and without fannkuch. Columns whose compiler is
not installed are said to be missing.
"""
import argparse
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
LANG = os.path.join(TARGET, "release", "lang")
PROGRAMS = ["nbody", "spectral_norm", "fannkuch", "mandelbrot", "binary_trees", "hashmap", "matvec", "raytrace"]
# Its inner loops are bounds checks and little else, which LLVM cannot hoist in C either: reported apart.
APART = "fannkuch"
# The nearest that C comes to the language's checks. Unsigned overflow is no error in C: its hashes rely on it.
CHECKS = [
    "-fsanitize=signed-integer-overflow,bounds,integer-divide-by-zero,shift-exponent",
    "-fsanitize-trap=all",
]
CLANG = ["clang-22", "-w"]

# Name of the column, words before the file, options of the compiler.
COLUMNS = [
    ("clang -O2", "c", CLANG + ["-O2"]),
    ("clang -O2 checked", "c", CLANG + ["-O2"] + CHECKS),
    ("clang -O0", "c", CLANG + ["-O0"]),
    ("clang -O0 checked", "c", CLANG + ["-O0"] + CHECKS),
    ("debug", "lang", ["--backend", "cranelift"]),
    ("llvm -O0", "lang", ["--backend", "llvm"]),
    ("release", "lang", ["--release"]),
    ("release unchecked", "lang", ["--release", "--unchecked"]),
]

# Which columns are divided by which.
RATIOS = [
    ("release unchecked", "clang -O2"),
    ("release", "clang -O2"),
    ("clang -O2 checked", "clang -O2"),
    ("debug", "clang -O0"),
    ("clang -O0 checked", "clang -O0"),
    ("llvm -O0", "clang -O0"),
]


def sources(program):
    """The program in C and in the language."""
    return (
        os.path.join(HERE, "runtime", program + ".c"),
        os.path.join(ROOT, "tests", "run", "bench", program + ".lang"),
    )


def build(program, language, words, lang, path):
    """Builds a program; gives nothing, or why it could not be built."""
    c_file, lang_file = sources(program)
    if language == "c":
        command = words + [c_file, "-o", path, "-lm"]
    else:
        command = [lang, "build", "--no-cache", "--allow", "warnings", *words, lang_file, "-o", path]
    if shutil.which(command[0]) is None:
        return "%s is not installed" % command[0]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode == 0:
        return None
    lines = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    return lines[0] if lines else "exit code %d" % done.returncode


def run(path):
    """What a program prints, and its CPU seconds."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen([path], stdin=subprocess.DEVNULL, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit("%s ended with %d" % (path, process.returncode))
        output.seek(0)
        return output.read(), usage.ru_utime + usage.ru_stime


def table(heading, rows):
    """A Markdown table; the first cell of each row is text, the others are set to the right."""
    cells = [heading] + rows
    widths = [max(len(row[index]) for row in cells) for index in range(len(heading))]
    for position, row in enumerate(cells):
        padded = [cell.ljust(width) if index == 0 else cell.rjust(width) for index, (cell, width) in enumerate(zip(row, widths))]
        print("| " + " | ".join(padded) + " |")
        if position == 0:
            print("|" + "|".join("-" * (width + 2) if index == 0 else "-" * (width + 1) + ":" for index, width in enumerate(widths)) + "|")
    print()


def mean(ratios):
    """The geometric mean as text."""
    return "%.2f" % math.exp(statistics.fmean(map(math.log, ratios))) if ratios else "–"


def report(programs, columns, medians, missing, least):
    """Prints the tables."""
    print("CPU seconds, %s:\n" % ("the least of each" if least else "medians"))
    rows = []
    for program in programs:
        rows.append([program] + ["%.3f" % medians[program, name] if (program, name) in medians else "–" for name, _, _ in columns])
    table(["program"] + [name for name, _, _ in columns], rows)
    names = {name for name, _, _ in columns}
    ratios = [(ours, theirs) for ours, theirs in RATIOS if ours in names and theirs in names]
    quotient = lambda program, pair: (
        medians[program, pair[0]] / medians[program, pair[1]] if all((program, name) in medians for name in pair) else None
    )
    print("Ratios, above 1 is slower:\n")
    rows = []
    for program in programs:
        values = [quotient(program, pair) for pair in ratios]
        rows.append([program] + ["–" if value is None else "%.2f" % value for value in values])
    for title, chosen in (
        ("geometric mean of all", programs),
        ("without " + APART, [program for program in programs if program != APART]),
    ):
        rows.append([title] + [mean([value for value in (quotient(program, pair) for program in chosen) if value]) for pair in ratios])
    table(["program"] + ["%s / %s" % pair for pair in ratios], rows)
    for (program, name), reason in missing.items():
        print("missing: %s, %s: %s" % (name, program, reason))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="runs of each build")
    parser.add_argument("--only", default=",".join(PROGRAMS), help="programs, separated by commas")
    parser.add_argument("--columns", help="builds, separated by commas: " + ", ".join(name for name, _, _ in COLUMNS))
    parser.add_argument("--least", action="store_true", help="the least CPU seconds, not the median")
    parser.add_argument("--lang", default=LANG, help="the compiler")
    options = parser.parse_args()
    programs = options.only.split(",")
    wanted = options.columns.split(",") if options.columns else [name for name, _, _ in COLUMNS]
    unknown = [name for name in programs if name not in PROGRAMS]
    unknown += [name for name in wanted if name not in [column[0] for column in COLUMNS]]
    if unknown:
        parser.error("unknown: " + ", ".join(unknown))
    columns = [column for column in COLUMNS if column[0] in wanted]
    if shutil.which(options.lang) is None:
        sys.exit("there is no %s: build it with `cargo build --release`, or name it with --lang" % options.lang)
    medians, missing = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            built = []
            for number, (name, language, words) in enumerate(columns):
                path = "%s/%s-%d" % (folder, program, number)
                reason = build(program, language, words, options.lang, path)
                if reason is None:
                    built.append((name, path))
                else:
                    missing[program, name] = reason
            expected, samples = None, {name: [] for name, _ in built}
            # The first round is not counted: it reads the programs from the disk.
            for turn in range(options.rounds + 1):
                for name, path in built:
                    output, seconds = run(path)
                    expected = output if expected is None else expected
                    if output != expected:
                        sys.exit("%s, built as %s, prints %r, not %r" % (program, name, output, expected))
                    if turn > 0:
                        samples[name].append(seconds)
            for name, values in samples.items():
                medians[program, name] = (min if options.least else statistics.median)(values)
            print("%s done" % program, file=sys.stderr)
    load = os.getloadavg()
    print("%d processors, load %.1f at the end; %d rounds.\n" % (os.cpu_count(), load[0], options.rounds))
    for name, _, _ in columns:
        reasons = {missing.get((program, name)) for program in programs}
        if len(reasons) == 1 and None not in reasons:
            print("missing: the column %s: %s" % (name, reasons.pop()))
            for program in programs:
                del missing[program, name]
    report(programs, [column for column in columns if any((program, column[0]) in medians for program in programs)], medians, missing, options.least)


if __name__ == "__main__":
    main()
