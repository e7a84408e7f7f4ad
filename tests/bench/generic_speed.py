#!/usr/bin/env python3
"""Compile speed of a program that is half generic, beside rustc, in one run: the same program in the language and in Rust.

    tests/bench/generic_speed.py [--sizes 1000,10000,50000,100000] [--runs 5] [--instances 10000] [--seed 1] [--lang PATH]

The program is that of gen_generic.py. Prints what compile_speed.py does: CPU seconds (median of the runs, interleaved,
children included), wall seconds, peak memory, thousand lines per CPU second; then the ratios of `lang check` to
`rustc --emit=metadata` and of `lang build` to `rustc -O0` (both link an executable, with checks of overflow and
indices), the instances per thousand lines, and the growth exponents. Both programs have to print the same checksum. Last comes the
memory of a build of a program with `--instances` instances of one generic type, its method and a generic function.
"""
import argparse
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

from compile_speed import HERE, LANG, measure

CHECK, BUILD, METADATA, RUST_DEBUG = "lang check", "lang build", "rustc --emit=metadata", "rustc -O0"
RATIOS = [(CHECK, METADATA), (BUILD, RUST_DEBUG)]


def commands(compiler, lang_file, rust_file, out):
    """Name and command for everything that is compared."""
    lang = lambda command, *rest: [compiler, command, "--allow", "warnings", *rest]
    rust = lambda *rest: ["rustc", "--edition", "2021", *rest, rust_file]
    return [
        (CHECK, lang("check", lang_file)),
        (CHECK + ", 1 thread", lang("check", "--threads", "1", lang_file)),
        (BUILD, lang("build", "--no-cache", lang_file, "-o", out + "/lang")),
    ] + ([
        (METADATA, rust("--emit=metadata", "-o", out + "/rust.rmeta")),
        (RUST_DEBUG, rust("-C", "opt-level=0", "-o", out + "/rust")),
    ] if shutil.which("rustc") else [])


def checksums(out):
    """The executables of the last build must print the same number."""
    printed = [subprocess.run([out + name], capture_output=True, check=True).stdout for name in ("/lang", "/rust")]
    if printed[0] != printed[1]:
        sys.exit("checksums differ: %r in the language, %r in Rust" % tuple(printed))
    return printed[0].decode().strip()


def instances(compiler, lang_file, out):
    """How many instances a build of a program makes."""
    command = [compiler, "build", "--no-cache", "--timings", "--allow", "warnings", lang_file, "-o", out + "/counted"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    return int(re.search(r"(\d+) instances", told).group(1))


def many_instances(count):
    """A program with `count` instances of a generic type, of its method and of a generic function, all reached."""
    numbers = range(count)
    return "".join(
        ["type inline Box[T] { let @value: T  fn move out -> T { @value } }\nfn keep[T](x: T) -> T { let y = x  y }\n"]
        + ["type inline W%d { let @a: i64 }\nfn use%d() -> i64 { Box(keep(W%d(%d))).out().a }\n" % (n, n, n, n) for n in numbers]
        + ["fn main() {\n  let mut sum = 0\n"]
        + ["  sum += use%d()\n" % n for n in numbers]
        + ["  println(sum)\n}\n"]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="1000,10000,50000,100000")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--instances", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lang", default=LANG, help="the compiler")
    options = parser.parse_args()
    if shutil.which(options.lang) is None:
        sys.exit("there is no %s: build it with `cargo build --release`, or name it with --lang" % options.lang)
    if not shutil.which("rustc"):
        print("missing: rustc\n")
    sizes = [int(size) for size in options.sizes.split(",") if size]
    environment, cpu = dict(os.environ, NO_COLOR="1"), {}
    with tempfile.TemporaryDirectory() as out:
        for size in sizes:
            generator = [sys.executable, os.path.join(HERE, "gen_generic.py"), "--all", "--lines", str(size), "--seed", str(options.seed), "--dir", out]
            subprocess.run(generator, check=True, stdout=subprocess.DEVNULL)
            lang_file, rust_file = "%s/g%d.lang" % (out, size), "%s/g%d.rs" % (out, size)
            lines = {name: sum(1 for _ in open(path)) for name, path in (("lang", lang_file), ("rustc", rust_file))}
            table = commands(options.lang, lang_file, rust_file, out)
            samples = {name: [] for name, _ in table}
            for _ in range(options.runs):
                for name, command in table:
                    samples[name].append(measure(command, environment))
            print("%-26s %9s %9s %9s %12s" % ("%d lines" % size, "cpu s", "wall s", "peak MB", "k lines/cpu s"))
            for name, _ in table:
                figures = [statistics.median(column) for column in zip(*samples[name])]
                cpu[name, size] = figures[0]
                print("%-26s %9.3f %9.3f %9.0f %12.0f" % (name, *figures, lines[name.split()[0]] / figures[0] / 1000))
            for ours, theirs in RATIOS:
                if theirs in samples:
                    print("%-42s 1/%.1f of the CPU seconds" % (ours + " / " + theirs, cpu[theirs, size] / cpu[ours, size]))
            per_line = instances(options.lang, lang_file, out) * 1000 / lines["lang"]
            same = "checksum %s in both" % checksums(out) if RUST_DEBUG in samples else "no checksum"
            print("%.0f instances per thousand lines, %s\n" % (per_line, same), flush=True)
        if len(sizes) > 1:
            first, last = (10000, sizes[-1]) if 10000 in sizes[:-1] else sizes[-2:]
            for name, _ in table:
                exponent = math.log(cpu[name, last] / cpu[name, first]) / math.log(last / first)
                print("growth exponent of %s, %d to %d lines: %.3f" % (name, first, last, exponent))
        if options.instances:
            path = out + "/instances.lang"
            with open(path, "w") as file:
                file.write(many_instances(options.instances))
            runs = [measure([options.lang, "build", "--no-cache", path, "-o", out + "/instances"], environment) for _ in range(min(options.runs, 3))]
            seconds, _, megabytes = (statistics.median(column) for column in zip(*runs))
            print("%d instances of one generic: a build takes %.0f MB and %.2f CPU seconds" % (options.instances, megabytes, seconds))


if __name__ == "__main__":
    main()
