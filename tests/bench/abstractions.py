#!/usr/bin/env python3
"""Run time of abstractions beside Rust, in one run: small programs, each in the language and in Rust.

    tests/bench/abstractions.py [--rounds 5] [--only match_enum,closures] [--least] [--lang PATH] [--keep FOLDER]

Rust is asked for the same checks: `-O -C overflow-checks=on -C panic=abort`. Both builds must print the same, and run in turn.
Prints Markdown: medians of the CPU seconds as the system counts them (with `--least` the least of them), the ratios, above 1
is slower, and their geometric mean. With `--keep` the executables stay in a folder, to be disassembled.
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

FOLDER = os.path.join(run_time.HERE, "abstractions")
RUSTC = ["rustc", "--edition", "2021", "-O", "-C", "overflow-checks=on", "-C", "panic=abort", "-A", "warnings"]


def programs():
    """All that stand in both languages."""
    names = (os.path.splitext(os.path.basename(path))[0] for path in glob.glob(os.path.join(FOLDER, "*.lang")))
    return sorted(names)


def built(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="runs of each build")
    parser.add_argument("--only", default=",".join(programs()), help="programs, separated by commas")
    parser.add_argument("--least", action="store_true", help="the least CPU seconds, not the median")
    parser.add_argument("--lang", default=run_time.LANG, help="the compiler")
    parser.add_argument("--keep", help="where the executables stay")
    options = parser.parse_args()
    chosen = options.only.split(",")
    unknown = [name for name in chosen if name not in programs()]
    if unknown:
        parser.error("unknown: " + ", ".join(unknown))
    for program in (options.lang, "rustc"):
        if shutil.which(program) is None:
            sys.exit("there is no %s" % program)
    choose = min if options.least else statistics.median
    rows, ratios = [], []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for name in chosen:
            paths = [os.path.join(folder, name + ending) for ending in (".ours", ".rust")]
            source = os.path.join(FOLDER, name)
            built([options.lang, "build", "--no-cache", "--release", source + ".lang", "-o", paths[0]])
            built([*RUSTC, source + ".rs", "-o", paths[1]])
            samples = {path: [] for path in paths}
            # The first round is not counted: it reads the programs from the disk.
            for turn in range(options.rounds + 1):
                outputs = []
                for path in paths:
                    output, seconds = run_time.run(path)
                    outputs.append(output)
                    if turn > 0:
                        samples[path].append(seconds)
                if outputs[0] != outputs[1]:
                    sys.exit("%s prints %r, in Rust %r" % (name, *outputs))
            ours, theirs = (choose(samples[path]) for path in paths)
            ratios.append(ours / theirs)
            rows.append([name, "%.3f" % ours, "%.3f" % theirs, "%.2f" % ratios[-1]])
            print("%s done" % name, file=sys.stderr)
    print("%d processors, load %.1f at the end; %d rounds.\n" % (os.cpu_count(), os.getloadavg()[0], options.rounds))
    rows.append(["geometric mean", "", "", run_time.mean(ratios)])
    run_time.table(["program", "seconds", "Rust", "ratio"], rows)


if __name__ == "__main__":
    main()
