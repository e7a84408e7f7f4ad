#!/usr/bin/env python3
"""Run time of the standard library beside Rust's and C++'s, in one run: small programs, each in three languages.

    tests/bench/library.py [--rounds 5] [--only sort,map] [--least] [--lang PATH]

Sorting, tables, texts built, lines counted, trees made and given back: what each language's own library has for it (the
C++ library is GNU's). JSON is Rust's `serde_json`, which cargo has to have fetched or to be able to, and C++'s `nlohmann/json`
(Debian: nlohmann-json3-dev); what is not there is left out and said. All builds of a program must print the same, and run
in turn. Prints Markdown: medians of the CPU seconds as the system counts them (with `--least` the least of them), then ratios,
above 1 is slower, with their geometric means. `release` checks arithmetic and bounds; Rust's `-O` checks bounds, C++ nothing.
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
# What programs in Rust need that its own library does not have.
CRATES = {"json": 'serde_json = "1"'}
MANIFEST = """[package]
name = "%s"
version = "0.0.0"
edition = "2021"
[workspace]
[dependencies]
%s
[profile.dev]
debug = false
panic = "abort"
[profile.release]
panic = "abort"
"""

RATIOS = [
    ("release", "rustc -O"),
    ("release", "clang++ -O2"),
    ("debug", "rustc debug"),
    ("debug", "clang++ -O0"),
]


def programs():
    """All that stand in the three languages."""
    return sorted(os.path.splitext(os.path.basename(path))[0] for path in glob.glob(os.path.join(FOLDER, "*.lang")))


def build_crate(program, is_optimised, path):
    """Builds a program in Rust that needs crates; gives nothing, or why it could not be built."""
    if shutil.which("cargo") is None:
        return "there is no cargo"
    folder = os.path.join(os.path.dirname(path), program + "-crate")
    os.makedirs(os.path.join(folder, "src"), exist_ok=True)
    shutil.copy(os.path.join(FOLDER, program + ".rs"), os.path.join(folder, "src", "main.rs"))
    with open(os.path.join(folder, "Cargo.toml"), "w") as manifest:
        manifest.write(MANIFEST % (program, CRATES[program]))
    target = os.path.join(folder, "target")
    command = ["cargo", "build", "--quiet", "--target-dir", target] + (["--release"] if is_optimised else [])
    for words in (command + ["--offline"], command):
        done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode == 0:
            shutil.copy(os.path.join(target, "release" if is_optimised else "debug", program), path)
            return None
    return (done.stderr.strip() or "cargo failed").splitlines()[0]


def build(program, ending, words, path, lang):
    """Builds a program; gives nothing, or why it could not be built. Ends if that is no library that is missing."""
    if ending == ".rs" and program in CRATES:
        return build_crate(program, "-O" in words, path)
    command = [word.format(lang=lang) for word in words] + [os.path.join(FOLDER, program + ending), "-o", path]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode == 0:
        return None
    if ending == ".cpp" and "file not found" in done.stderr:
        return done.stderr.splitlines()[0]
    sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))


def measured(program, folder, options):
    """The seconds of each build of a program, and why others are missing."""
    paths, missing = {}, {}
    for number, (name, ending, words) in enumerate(COLUMNS):
        path = os.path.join(folder, "%s-%d" % (program, number))
        reason = build(program, ending, words, path, options.lang)
        if reason is None:
            paths[name] = path
        else:
            missing[name] = reason
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
    return {name: choose(values) for name, values in samples.items()}, missing


def report(chosen, seconds):
    """Prints the tables."""
    names = [name for name, _, _ in COLUMNS]
    figure = lambda value, form: "–" if value is None else form % value
    run_time.table(["program"] + names, [[program] + [figure(seconds[program].get(name), "%.3f") for name in names] for program in chosen])
    print("Ratios, above 1 is slower:\n")
    quotient = lambda of, pair: of[pair[0]] / of[pair[1]] if pair[0] in of and pair[1] in of else None
    ratios = {program: [quotient(seconds[program], pair) for pair in RATIOS] for program in chosen}
    rows = [[program] + [figure(value, "%.2f") for value in ratios[program]] for program in chosen]
    columns = [[value for value in column if value is not None] for column in zip(*ratios.values())]
    rows.append(["geometric mean"] + [run_time.mean(column) for column in columns])
    run_time.table(["program"] + ["%s / %s" % pair for pair in RATIOS], rows)


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
    seconds, missing = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for program in chosen:
            seconds[program], missing[program] = measured(program, folder, options)
            print("%s done" % program, file=sys.stderr)
    print("%d processors, load %.1f at the end; %d rounds.\n" % (os.cpu_count(), os.getloadavg()[0], options.rounds))
    print("CPU seconds, %s:\n" % ("the least of each" if options.least else "medians"))
    report(chosen, seconds)
    for program, reasons in missing.items():
        for name, reason in reasons.items():
            print("missing: %s, %s: %s" % (program, name, reason))


if __name__ == "__main__":
    main()
