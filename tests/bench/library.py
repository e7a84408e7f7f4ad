#!/usr/bin/env python3
"""Run time of the standard library beside Rust's and C++'s, in one run: small programs, each in three languages.

    tests/bench/library.py [--rounds 5] [--only sort,map] [--least] [--lang PATH]

Sorting, tables, texts built, lines counted, trees made and given back: what each language's own library has for it (the
C++ library is GNU's). All builds of a program must print the same, and run in turn. Prints Markdown: medians of the CPU
seconds as the system counts them (with `--least` the least of them), then ratios, above 1 is slower, with their geometric
means. `release` checks arithmetic and bounds; Rust's `-O` checks bounds, C++ nothing.
"""
import argparse
import glob
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

import run_time

FOLDER = os.path.join(run_time.HERE, "library")
RUST = ["rustc", "--edition", "2021", "-A", "warnings", "-C", "panic=abort"]
CPP = ["clang++-22", "-std=c++17", "-w"]

# Name of the column, ending of the sources, the compiler with its options; `{lang}` is the compiler that is measured.
COLUMNS = [
    ("release", ".lang", ["{lang}", "build", "--no-cache", "--release"]),
    ("rustc -O", ".rs", RUST + ["-O"]),
    ("clang++ -O2", ".cpp", CPP + ["-O2"]),
    ("debug", ".lang", ["{lang}", "build", "--no-cache", "--backend", "cranelift"]),
    ("rustc debug", ".rs", RUST + ["-C", "debuginfo=0"]),
    ("clang++ -O0", ".cpp", CPP + ["-O0"]),
]
RATIOS = [
    ("release", "rustc -O"),
    ("release", "clang++ -O2"),
    ("debug", "rustc debug"),
    ("debug", "clang++ -O0"),
]


def programs():
    """All that stand in the three languages."""
    return sorted(os.path.splitext(os.path.basename(path))[0] for path in glob.glob(os.path.join(FOLDER, "*.lang")))


def build(words, source, path, lang):
    """Builds a program, or ends with what the compiler says."""
    command = [word.format(lang=lang) for word in words] + [source, "-o", path]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))


def measured(program, folder, options):
    """The seconds of each build of a program."""
    paths = {}
    for number, (name, ending, words) in enumerate(COLUMNS):
        paths[name] = os.path.join(folder, "%s-%d" % (program, number))
        build(words, os.path.join(FOLDER, program + ending), paths[name], options.lang)
    expected, samples = None, {name: [] for name in paths}
    # The first round is not counted: it reads the programs from the disk.
    for turn in range(options.rounds + 1):
        for name, path in paths.items():
            output, seconds = run_time.run(path)
            expected = output if expected is None else expected
            if output != expected:
                sys.exit("%s, built as %s, prints %r, not %r" % (program, name, output, expected))
            if turn > 0:
                samples[name].append(seconds)
    choose = min if options.least else statistics.median
    return {name: choose(values) for name, values in samples.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="runs of each build")
    parser.add_argument("--only", default=",".join(programs()), help="programs, separated by commas")
    parser.add_argument("--least", action="store_true", help="the least CPU seconds, not the median")
    parser.add_argument("--lang", default=run_time.LANG, help="the compiler")
    options = parser.parse_args()
    chosen = options.only.split(",")
    unknown = [name for name in chosen if name not in programs()]
    if unknown:
        parser.error("unknown: " + ", ".join(unknown))
    for program in (options.lang, RUST[0], CPP[0]):
        if shutil.which(program) is None:
            sys.exit("there is no %s" % program)
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        for program in chosen:
            seconds[program] = measured(program, folder, options)
            print("%s done" % program, file=sys.stderr)
    print("%d processors, load %.1f at the end; %d rounds.\n" % (os.cpu_count(), os.getloadavg()[0], options.rounds))
    print("CPU seconds, %s:\n" % ("the least of each" if options.least else "medians"))
    names = [name for name, _, _ in COLUMNS]
    run_time.table(["program"] + names, [[program] + ["%.3f" % seconds[program][name] for name in names] for program in chosen])
    print("Ratios, above 1 is slower:\n")
    quotient = lambda program, pair: seconds[program][pair[0]] / seconds[program][pair[1]]
    rows = [[program] + ["%.2f" % quotient(program, pair) for pair in RATIOS] for program in chosen]
    rows.append(["geometric mean"] + [run_time.mean([quotient(program, pair) for program in chosen]) for pair in RATIOS])
    run_time.table(["program"] + ["%s / %s" % pair for pair in RATIOS], rows)


if __name__ == "__main__":
    main()
