#!/usr/bin/env python3
"""What debug information costs and how much of it is left of optimised code, beside clang, in one run.

    tests/bench/debug_information.py [--lines 10000] [--runs 5] [--lang PATH]

Cost: CPU seconds (median of the runs, interleaved) and bytes of the object of the same generated program in the language
and in C, without debug information, with lines, with everything, each as a ratio to none.

Coverage: for each program of `tests/bench/runtime` and its twin in the language, optimised: in how much of the code of the
block that it is declared in each variable has a value that a debugger can show; code that LLVM made only.
"""
import argparse
import glob
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
from compile_speed import LANG, measure  # noqa: E402  (it stands beside this file)


def cost(compiler, lines, runs, folder):
    """Prints CPU seconds and bytes for each way to build the same program."""
    sources = {}
    for language, ending in (("lang", "lang"), ("c", "c")):
        sources[language] = os.path.join(folder, "p." + ending)
        generator = os.path.join(HERE, "gen_program.py")
        subprocess.run([sys.executable, generator, "--lang", language, "--lines", str(lines), "--seed", "1",
                        "-o", sources[language]], check=True, stdout=subprocess.DEVNULL)
    output = os.path.join(folder, "p.o")
    build = [compiler, "build", "--no-cache", "--allow", "warnings", "--threads", "1", "--emit", "obj", "-o", output]
    clang = ["clang-22", "-w", "-c", "-o", output]
    ways = {
        "lang, Cranelift": build + [sources["lang"]],
        "lang, LLVM -O0": build + ["--backend", "llvm", sources["lang"]],
        "clang -O0": clang + ["-O0", sources["c"]],
        "lang --release": build + ["--release", sources["lang"]],
        "clang -O2": clang + ["-O2", sources["c"]],
    }
    levels = ["-g0", "-g1", "-g"]
    times, sizes = {}, {}
    for _ in range(runs):
        for name, command in ways.items():
            for level in levels:
                times.setdefault((name, level), []).append(measure(command + [level], os.environ)[0])
                sizes[name, level] = os.path.getsize(output)
    print(f"{lines} lines: CPU seconds and MB of the object, median of {runs}, ratios to none")
    for name in ways:
        base = statistics.median(times[name, "-g0"])
        cells = []
        for level in levels:
            seconds, size = statistics.median(times[name, level]), sizes[name, level]
            cells.append(f"{level} {seconds:6.2f} s x{seconds / base:.3f} {size / 1e6:6.2f} MB")
        print(f"  {name:<16}", "   ".join(cells))


ENTRY = re.compile(r"\n(?=0x[0-9a-f]+:)")
HEAD = re.compile(r"0x[0-9a-f]+:( +)(DW_TAG_\w+)")
RANGE = re.compile(r"\[(0x[0-9a-f]+), (0x[0-9a-f]+)\)")


def attribute(entry, name):
    """What an entry says of an attribute, up to the next one."""
    found = re.search(r"\n\s+DW_AT_%s\s+(.*?)(?=\n\s+DW_AT_|\Z)" % name, entry, re.S)
    return found.group(1) if found else None


def code(entry):
    """The code of an entry as pairs of numbers; nothing if it says nothing of code."""
    low, high, ranges = attribute(entry, "low_pc"), attribute(entry, "high_pc"), attribute(entry, "ranges")
    if low and high:
        return [tuple(int(end.strip().strip("()"), 16) for end in (low, high))]
    return pairs(ranges) if ranges else None


def pairs(text):
    return [(int(low, 16), int(high, 16)) for low, high in RANGE.findall(text)]


def coverage(path):
    """Bytes of the blocks of all variables, and those of them in which the variable has a value."""
    shown = subprocess.run(["llvm-dwarfdump-22", "--debug-info", path], capture_output=True, text=True, check=True).stdout
    total = covered = 0
    for unit in re.split(r"\n(?=0x[0-9a-f]+: Compile Unit)", shown):
        # Only LLVM says this.
        if "DW_AT_call_all_calls" not in unit:
            continue
        around = []
        for entry in ENTRY.split(unit):
            head = HEAD.match(entry)
            if not head:
                continue
            depth, tag = len(head.group(1)), head.group(2)
            while around and around[-1][0] >= depth:
                around.pop()
            if tag in ("DW_TAG_variable", "DW_TAG_formal_parameter"):
                block = next((block for _, block in reversed(around) if block), None)
                if block:
                    total += sum(high - low for low, high in block)
                    covered += known(entry, block)
            # What a unit has is no block of what was built in everywhere.
            around.append((depth, None if tag == "DW_TAG_compile_unit" else code(entry)))
    return total, covered


def known(entry, block):
    """In how much of a block a variable has a value."""
    location = attribute(entry, "location")
    if location is None:
        return sum(high - low for low, high in block) if attribute(entry, "const_value") else 0
    listed = pairs(location)
    if not listed:
        return sum(high - low for low, high in block)
    return sum(max(0, min(high, end) - max(low, begin)) for low, high in listed for begin, end in block)


def coverages(compiler, folder):
    all_ours, all_theirs = [0, 0], [0, 0]
    print("how much of the code of their blocks variables are known in, optimised")
    for source in sorted(glob.glob(os.path.join(HERE, "runtime", "*.c"))):
        name = os.path.splitext(os.path.basename(source))[0]
        twin = os.path.join(ROOT, "tests", "run", "bench", name + ".lang")
        ours, theirs = os.path.join(folder, "ours.o"), os.path.join(folder, "theirs.o")
        subprocess.run([compiler, "build", "--no-cache", "--allow", "warnings", "--release", "-g", "--emit", "obj",
                        "-o", ours, twin], check=True)
        subprocess.run(["clang-22", "-w", "-O2", "-g", "-c", "-o", theirs, source], check=True)
        found = []
        for path, everything in ((ours, all_ours), (theirs, all_theirs)):
            total, covered = coverage(path)
            everything[0] += total
            everything[1] += covered
            found.append(covered / max(1, total))
        print(f"  {name:<16} {found[0]:.3f}   clang {found[1]:.3f}")
    ours, theirs = (covered / total for total, covered in (all_ours, all_theirs))
    print(f"  {'all':<16} {ours:.3f}   clang {theirs:.3f}   ratio {ours / theirs:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=10000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--lang", default=LANG)
    options = parser.parse_args()
    for tool in ("clang-22", "llvm-dwarfdump-22"):
        if not shutil.which(tool):
            sys.exit(tool + " is not installed")
    with tempfile.TemporaryDirectory() as folder:
        coverages(options.lang, folder)
        cost(options.lang, options.lines, options.runs, folder)


if __name__ == "__main__":
    main()
