#!/usr/bin/env python3
"""How fast `abi` lowers signatures on one core, and its share of a debug build.

usage: abi_speed.py [LINES]

The share is an upper bound: signatures of all functions and calls that the ABI pass of a generated program sees, as
`lang build --emit mir-source` counts them, times the slowest signature rate of this machine's convention, divided by the
CPU seconds of the build. Numbers are medians of CPU time, so other programs on the machine matter little.
"""
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
LANG = TARGET / "release" / "lang"


def rates():
    """Signatures per second by target."""
    run = ["cargo", "run", "-q", "--release", "-p", "abi", "--example", "abi_speed"]
    text = subprocess.run(run, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {line.split()[0]: float(line.split()[1]) for line in text.splitlines()}


def cpu_seconds(command, folder):
    """CPU seconds of a command that succeeds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    lines = sys.argv[1] if len(sys.argv) > 1 else "20000"
    found = rates()
    for target, rate in found.items():
        print(f"{target:<26} {rate / 1e6:6.2f} million signatures per second")
    host = next(iter(found))
    with tempfile.TemporaryDirectory() as folder:
        generator = [sys.executable, str(ROOT / "tests" / "bench" / "gen_program.py"), "--lines", lines]
        program = Path(folder) / "program.lang"
        made = subprocess.run(generator + ["--lang", "lang"], check=True, capture_output=True, text=True).stdout
        program.write_text(made)
        build = [str(LANG), "build", "--no-cache", "--allow", "warnings", "--emit", "obj", "program.lang", "-o", "program.o"]
        seconds = sorted(cpu_seconds(build, folder) for _ in range(3))[1]
        source = [str(LANG), "build", "--allow", "warnings", "--emit", "mir-source", "program.lang"]
        text = subprocess.run(source, cwd=folder, check=True, capture_output=True, text=True).stdout
        signatures = len(re.findall(r"^(?:import )?function |^  .*\bcall ", text, re.M))
        share = signatures / found[host] / seconds
        print(f"debug build of {lines} lines: {seconds:.2f} CPU seconds, {signatures} signatures and calls,")
        print(f"lowering them takes at most {100 * share:.2f} % of it")


if __name__ == "__main__":
    main()
