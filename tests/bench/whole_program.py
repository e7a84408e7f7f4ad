#!/usr/bin/env python3
"""Whole-program builds beside clang's, in one run: the generated program in twenty modules, in the language and in C.

    tests/bench/whole_program.py [--lines 10000,50000] [--modules 20] [--runs 3] [--rounds 10000] [--lang PATH]

`lang build --release` and the same with `--lto=thin` and `--lto`, beside `clang-22 -O2` and the same with `-flto=thin` and
`-flto` (linked by lld). All print the same number. Prints Markdown: CPU seconds to build (medians of the runs, which come in
turn; all processes are counted), CPU seconds to run, and kilobytes of code; then what whole-program building costs and gives,
each beside the build without it.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

import gen_modules
from compile_speed import LANG, measure

KINDS = ["plain", "thin", "full"]


def builds(compiler, folder, modules):
    """Name, command and program of each build."""
    sources = [os.path.join(folder, "c", "m%d.c" % number) for number in range(modules)]
    sources = [path for path in sources if os.path.exists(path)] + [os.path.join(folder, "c", "main.c")]
    found = []
    for kind, ours, theirs in zip(KINDS, ([], ["--lto=thin"], ["--lto"]), ([], ["-flto=thin"], ["-flto"])):
        out = os.path.join(folder, "lang-" + kind)
        command = [compiler, "build", "--no-cache", "--release", "--allow", "warnings", os.path.join(folder, "lang")]
        found.append((("lang", kind), command + ours + ["-o", out], out))
        out = os.path.join(folder, "c-" + kind)
        found.append((("clang", kind), ["clang-22", "-w", "-O2", "-fuse-ld=lld"] + theirs + sources + ["-o", out], out))
    return found


def code_kilobytes(program):
    """What `size` calls text."""
    return int(subprocess.check_output(["size", program], text=True).splitlines()[1].split()[0]) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", default="10000,50000")
    parser.add_argument("--modules", type=int, default=20)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=10000, help="of the whole program, so that running it takes time")
    parser.add_argument("--lang", default=LANG)
    arguments = parser.parse_args()
    for lines in [int(number) for number in arguments.lines.split(",")]:
        with tempfile.TemporaryDirectory() as folder:
            gen_modules.generate(lines, arguments.modules, 1, folder, arguments.rounds)
            all_builds = builds(arguments.lang, folder, arguments.modules)
            build_times, run_times, printed = {}, {}, set()
            for _ in range(arguments.runs):
                for name, command, out in all_builds:
                    build_times.setdefault(name, []).append(measure(command, None)[0])
                    printed.add(subprocess.check_output([out]))
                    run_times.setdefault(name, []).append(measure([out], None)[0])
            if len(printed) != 1:
                sys.exit("the programs do not print the same: %s" % printed)
            print("\n%d lines in %d modules\n" % (lines, arguments.modules))
            print("| build | CPU s to build | to run | KB of code | building, to plain | running, to plain | code, to plain |")
            print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
            plain = {}
            for name, _, out in all_builds:
                built, run = statistics.median(build_times[name]), statistics.median(run_times[name])
                size = code_kilobytes(out)
                alone = plain.setdefault(name[0], (built, run, size))
                print("| %s %s | %.2f | %.3f | %.0f | %.2f | %.2f | %.2f |" % (
                    name[0], name[1], built, run, size, built / alone[0], run / alone[1], size / alone[2]))


if __name__ == "__main__":
    main()
