#!/usr/bin/env python3
"""The tools for modules beside LLVM's, in one run: the same generated program as MIR and as LLVM's IR.

    tests/bench/ir_speed.py [--lines 10000,100000,1000000] [--parts 20] [--runs 3] [--lang PATH]

A module of about so many lines of MIR is made of the generated program, and LLVM's IR as the LLVM backend has it of the same
program, unoptimised; to be linked it is split into as many parts as there are modules.
Measured are `lang ir print TEXT -o X.mirb` beside `llvm-as`, `lang ir print X.mirb -o TEXT` beside `llvm-dis`, `lang ir verify
X.mirb` beside `opt -passes=verify`, and `lang ir link` of parts beside `llvm-link`, in the binary forms; every command of `lang
ir` verifies what it reads. Prints Markdown: CPU seconds (least of the runs, which come in turn), LLVM's time as a multiple of
ours, the same without what each program takes to say its version, and the exponents of growth between the two largest sizes.
"""
import argparse
import glob
import math
import os
import subprocess
import sys
import tempfile

import gen_modules
from compile_speed import LANG, measure

# About so many lines of MIR stand for a line of the generated program.
LINES_OF_MIR = 13.0


def lines_of(paths):
    total = 0
    for path in paths:
        with open(path, "rb") as file:
            total += sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
    return total


def prepare(lang, folder, lines, parts):
    """Both forms of the program, whole and in parts; how many lines each has."""
    gen_modules.generate(int(lines / LINES_OF_MIR), parts, 1, folder)
    os.makedirs(folder + "/mir")
    os.makedirs(folder + "/ll")
    made = [[lang, "ir", "from", folder + "/lang", "-o", folder + "/whole.mir"],
            [lang, "ir", "from", folder + "/lang", "--per-module", folder + "/mir"]]
    for command in made:
        measure(command, None)
    for path in glob.glob(folder + "/mir/*.mir"):
        measure([lang, "ir", "print", path, "-o", path + "b"], None)
    measure([lang, "build", "--no-cache", "--backend", "llvm", "-O0", "-g0", "--allow", "warnings", "--emit", "llvm-bc",
             folder + "/lang", "-o", folder + "/all.bc"], None)
    # Splitting by functions keeps what each part names, as a unit of a compiler has it.
    measure(["llvm-split-22", "-j", str(parts), "-o", folder + "/ll/part", folder + "/all.bc"], None)
    for path in glob.glob(folder + "/ll/part*"):
        os.rename(path, path + ".bc")
    measure(["llvm-dis-22", folder + "/all.bc", "-o", folder + "/whole.ll"], None)
    return lines_of([folder + "/whole.mir"]), lines_of([folder + "/whole.ll"])


def commands(lang, folder):
    """Name, our command and LLVM's; each step makes what the next ones read."""
    mirb, bc = sorted(glob.glob(folder + "/mir/*.mirb")), sorted(glob.glob(folder + "/ll/*.bc"))
    whole = folder + "/whole"
    ir = [lang, "ir"]
    return [
        ("read text", ir + ["print", whole + ".mir", "-o", whole + ".mirb"], ["llvm-as-22", whole + ".ll", "-o", whole + ".bc"]),
        ("verify", ir + ["verify", whole + ".mirb"], ["opt-22", "-passes=verify", "-disable-output", whole + ".bc"]),
        ("print", ir + ["print", whole + ".mirb", "-o", folder + "/again.mir"], ["llvm-dis-22", whole + ".bc", "-o", folder + "/again.ll"]),
        ("link", ir + ["link"] + mirb + ["-o", folder + "/linked.mirb"], ["llvm-link-22"] + bc + ["-o", folder + "/linked.bc"]),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", default="10000,100000,1000000")
    parser.add_argument("--parts", type=int, default=20)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--lang", default=LANG)
    arguments = parser.parse_args()
    sizes = [int(number) for number in arguments.lines.split(",")]
    times = {}
    starts = [min(measure([program, "--version"], None)[0] for _ in range(20)) for program in (arguments.lang, "llvm-as-22")]
    print("To start: %.4f CPU s, LLVM's tools %.4f\n" % tuple(starts))
    print("| what | lines of MIR | CPU s | lines of LLVM's IR | CPU s | LLVM to ours | without the start |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            own, llvm = prepare(arguments.lang, folder, size, arguments.parts)
            for _ in range(arguments.runs):
                for name, ours, theirs in commands(arguments.lang, folder):
                    for who, command in (("own", ours), ("llvm", theirs)):
                        times.setdefault((name, size, who), []).append(measure(command, None)[0])
            for name, *_ in commands(arguments.lang, folder):
                a, b = min(times[name, size, "own"]), min(times[name, size, "llvm"])
                net = (b - starts[1]) / (a - starts[0])
                print("| %s | %d | %.4f | %d | %.4f | %.1f | %.1f |" % (name, own, a, llvm, b, b / a, net))
                sys.stdout.flush()
    if len(sizes) > 1:
        print("\n| what | growth of ours | of LLVM's |\n| --- | ---: | ---: |")
        for name in dict.fromkeys(name for name, *_ in times):
            def exponent(who):
                return math.log(min(times[name, sizes[-1], who]) / min(times[name, sizes[-2], who])) / math.log(sizes[-1] / sizes[-2])
            print("| %s | %.2f | %.2f |" % (name, exponent("own"), exponent("llvm")))


if __name__ == "__main__":
    main()
