#!/usr/bin/env python3
"""Compile speed beside the peers, in one run: the same generated program in the language and in C.

    tests/bench/compile_speed.py [--sizes 1000,10000,100000,500000] [--runs 5] [--optimised 10000] [--lang PATH]

Prints CPU seconds (median of the runs, interleaved; all processes that the compiler starts are counted), peak memory,
thousand lines per CPU second, the growth exponent between the two largest sizes, and the wall time of one and of two
threads. Programs of up to `--optimised` lines are also built with LLVM: for debugging, for release, and for release
without overflow checks. `lang` links an executable, C compilers stop at the object. What is not installed is named.
"""
import argparse
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
LANG = os.path.join(TARGET, "release", "lang")
LLVM_DEBUG, RELEASE, UNCHECKED = "lang build, llvm -O0", "lang build --release", "lang build --unchecked"
CLANG_O2 = "clang-22 -O2 -c"
# Which are divided by which, where both were measured.
OPTIMISED_RATIOS = [(UNCHECKED, CLANG_O2), (RELEASE, CLANG_O2), (LLVM_DEBUG, "lang build")]


def measure(command, environment):
    """CPU seconds, wall seconds and peak megabytes of one run of a command, its children included."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("%s failed:\n%s" % (" ".join(command), errors.decode(errors="replace")[:2000]))
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


def missing_llvm(compiler):
    """Why the compiler cannot build with LLVM here, or nothing."""
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, "p.lang")
        with open(path, "w") as file:
            file.write("fn main() { }\n")
        command = [compiler, "build", "--no-cache", "--backend", "llvm", path, "-o", out + "/p"]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode == 0:
        return None
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return lines[0] if lines else "exit code %d" % done.returncode


def commands(compiler, lang_file, c_file, out, optimised):
    """Name and command for everything that is compared."""
    # Warnings are switched off, as for the peers: the generated program earns hundreds.
    lang = lambda command, *rest: [compiler, command, "--allow", "warnings", *rest]
    build = lambda output, *rest: lang("build", "--no-cache", *rest, lang_file, "-o", os.path.join(out, output))
    table = [
        ("lang check", lang("check", lang_file)),
        ("lang check, 1 thread", lang("check", "--threads", "1", lang_file)),
        ("lang build", build("lang")),
        ("lang build, 1 thread", build("lang1", "--threads", "1")),
    ]
    if optimised:
        table += [
            (LLVM_DEBUG, build("llvm0", "--backend", "llvm")),
            (RELEASE, build("release", "--release")),
            (UNCHECKED, build("unchecked", "--release", "--unchecked")),
        ]
        if shutil.which("clang-22"):
            table += [(CLANG_O2, ["clang-22", "-w", "-O2", "-c", c_file, "-o", out + "/clang2.o"])]
    if shutil.which("clang-22"):
        table += [
            ("clang-22 -fsyntax-only", ["clang-22", "-w", "-fsyntax-only", c_file]),
            ("clang-22 -O0 -c", ["clang-22", "-w", "-O0", "-c", c_file, "-o", out + "/clang.o"]),
        ]
    if shutil.which("tcc"):
        table += [("tcc -c", ["tcc", "-w", "-c", c_file, "-o", out + "/tcc.o"])]
    return table


def checksums(compiler, lang_file, c_file, out):
    """The program must print the same number in both languages."""
    subprocess.run([compiler, "build", "--allow", "warnings", lang_file, "-o", out + "/check-lang"], check=True)
    subprocess.run(["cc", "-w", "-O1", c_file, "-o", out + "/check-c"], check=True)
    ours = subprocess.run([out + "/check-lang"], capture_output=True, check=True).stdout
    theirs = subprocess.run([out + "/check-c"], capture_output=True, check=True).stdout
    if ours != theirs:
        sys.exit("checksums differ: %r in the language, %r in C" % (ours, theirs))
    return ours.decode().strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="1000,10000,100000,500000")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--optimised", type=int, default=10000, help="largest program to build with LLVM too")
    parser.add_argument("--lang", default=LANG, help="the compiler")
    options = parser.parse_args()
    if shutil.which(options.lang) is None:
        sys.exit("there is no %s: build it with `cargo build --release`, or name it with --lang" % options.lang)
    missing = missing_llvm(options.lang)
    if missing:
        print("missing: builds with LLVM: %s\n" % missing)
    sizes = [int(size) for size in options.sizes.split(",")]
    cpu = {}
    with tempfile.TemporaryDirectory() as out:
        environment = dict(os.environ, NO_COLOR="1")
        for size in sizes:
            subprocess.run([sys.executable, os.path.join(HERE, "gen_program.py"), "--all", "--lines", str(size), "--dir", out],
                           check=True, stdout=subprocess.DEVNULL)
            lang_file, c_file = "%s/p%d.lang" % (out, size), "%s/p%d.c" % (out, size)
            lines = sum(1 for _ in open(lang_file))
            if size <= 100000:
                print("%d lines: checksum %s in the language and in C" % (size, checksums(options.lang, lang_file, c_file, out)))
            table = commands(options.lang, lang_file, c_file, out, size <= options.optimised and not missing)
            samples = {name: [] for name, _ in table}
            for _ in range(options.runs if size <= 100000 else min(options.runs, 3)):
                for name, command in table:
                    samples[name].append(measure(command, environment))
            print("%-26s %9s %9s %9s %12s" % ("%d lines" % size, "cpu s", "wall s", "peak MB", "k lines/cpu s"))
            for name, _ in table:
                figures = [statistics.median(column) for column in zip(*samples[name])]
                cpu[name, size] = figures[0]
                print("%-26s %9.3f %9.3f %9.0f %12.0f" % (name, *figures, lines / figures[0] / 1000))
            for name in ("check", "build"):
                one, two = (statistics.median(sample[1] for sample in samples["lang " + name + suffix]) for suffix in (", 1 thread", ""))
                print("%-26s %9.2f" % ("wall, 1 thread / all: " + name, one / two))
                for peer in ("clang-22 -fsyntax-only", "clang-22 -O0 -c", "tcc -c"):
                    if (peer, size) in cpu:
                        print("%-26s %9.2f" % ("%s / %s" % (name, peer), cpu["lang " + name, size] / cpu[peer, size]))
            for ours, theirs in OPTIMISED_RATIOS:
                if ours in samples and theirs in samples:
                    walls = [statistics.median(sample[1] for sample in samples[name]) for name in (ours, theirs)]
                    ratios = (cpu[ours, size] / cpu[theirs, size], walls[0] / walls[1])
                    print("%-42s %9.2f of the CPU seconds, %.2f of the wall time" % ((ours + " / " + theirs,) + ratios))
            print()
    if len(sizes) > 1:
        first, last = (10000, sizes[-1]) if 10000 in sizes[:-1] else sizes[-2:]
        for name in ("lang check", "lang build"):
            exponent = math.log(cpu[name, last] / cpu[name, first]) / math.log(last / first)
            print("growth exponent of %s, %d to %d lines: %.3f" % (name, first, last, exponent))


if __name__ == "__main__":
    main()
