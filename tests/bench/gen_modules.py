#!/usr/bin/env python3
"""The program of gen_program.py in several modules, in the language and in C, for benchmarks of linking.

    gen_modules.py [--lines 10000] [--modules 20] [--seed 1] [--rounds 1] DIR

Writes DIR/lang (a project) and DIR/c (m0.c, m1.c, …, main.c and program.h). The functions stand in the modules in the order
of the program, so that each calls into its own module and those before it. Both print the same number, after so many rounds of
the whole, which each go on from the one before.
"""
import argparse
import os
import sys

import gen_program as gen


class LangModule(gen.LangEmitter):
    """A module of the language: what others use is public."""

    rounds = 1

    def drive(self, program):
        self.w("for _ in 0..%d {" % self.rounds)
        gen.LangEmitter.drive(self, program)
        self.w("}")

    def struct(self, name, fields):
        self.w("pub type copy %s {" % name)
        for field, ty in fields:
            self.w("  pub let @%s: %s" % (field, ty))
        self.w("}")
        self.w("")

    def head(self, function):
        return "pub " + gen.LangEmitter.head(self, function)


class CModule(gen.CEmitter):
    """A translation unit: what others use is not static."""

    rounds = 1

    def drive(self, program):
        self.w("for (int round = 0; round < %d; round += 1) {" % self.rounds)
        gen.CEmitter.drive(self, program)
        self.w("}")

    def head(self, function):
        return gen.CEmitter.head(self, function)[len("static "):]


def nodes(value):
    """Everything below a node of the program."""
    if isinstance(value, (list, tuple)):
        for inner in value:
            yield from nodes(inner)
    elif isinstance(value, gen.Node):
        yield value
        for slot in value.__slots__:
            yield from nodes(getattr(value, slot))


def used(functions):
    """The functions and structures that some functions name."""
    calls, types = {}, set()
    for function in functions:
        types.update(ty for _, ty in function.params)
        types.add(function.ret)
        for node in nodes(function.body):
            if isinstance(node, gen.Call):
                calls[node.fn.name] = node.fn
            types.add(getattr(node, "ty", None))
    return calls, sorted(ty for ty in types if ty in gen.STRUCTS)


def split(program, count):
    """The functions in so many parts; what drives them stands with `main`."""
    size = -(-len(program.fns) // count)
    return [program.fns[start:start + size] for start in range(0, len(program.fns), size)]


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def lang(program, parts, rounds, folder):
    """A project with a module for each part."""
    home = {function.name: number for number, part in enumerate(parts) for function in part}

    def imports(emitter, functions, own):
        calls, types = used(functions)
        by_module = {}
        for name in calls:
            if home.get(name, own) != own:
                by_module.setdefault(home[name], []).append(name)
        if types:
            emitter.w("import types (%s)" % ", ".join(types))
        for number, names in sorted(by_module.items()):
            emitter.w("import m%d (%s)" % (number, ", ".join(sorted(names))))
        emitter.w("")

    write(os.path.join(folder, "lang.toml"), 'name = "program"\nversion = "0.1.0"\n')
    emitter = LangModule()
    for name, fields in gen.STRUCTS.items():
        emitter.struct(name, fields)
    write(os.path.join(folder, "types.lang"), "\n".join(emitter.o) + "\n")
    for number, part in enumerate(parts):
        emitter = LangModule()
        imports(emitter, part, number)
        for function in part:
            emitter.function(function)
        write(os.path.join(folder, "m%d.lang" % number), "\n".join(emitter.o) + "\n")
    emitter = LangModule()
    imports(emitter, program.drivers, None)
    emitter.prelude()
    for function in program.drivers:
        emitter.function(function)
    emitter.rounds = rounds
    emitter.main(program)
    write(os.path.join(folder, "main.lang"), "\n".join(emitter.o) + "\n")


def c(program, parts, rounds, folder):
    """A translation unit for each part."""
    header = CModule()
    header.w("#pragma once")
    header.prelude()
    for name, fields in gen.STRUCTS.items():
        header.struct(name, fields)
    for part in parts:
        for function in part:
            header.w(header.head(function)[:-len(" {")] + ";")
    write(os.path.join(folder, "program.h"), "\n".join(header.o) + "\n")
    for number, part in enumerate(parts):
        emitter = CModule()
        emitter.w('#include "program.h"')
        for function in part:
            emitter.function(function)
        write(os.path.join(folder, "m%d.c" % number), "\n".join(emitter.o) + "\n")
    emitter = CModule()
    emitter.w('#include "program.h"')
    for function in program.drivers:
        emitter.function(function)
    emitter.rounds = rounds
    emitter.main(program)
    write(os.path.join(folder, "main.c"), "\n".join(emitter.o) + "\n")


def generate(lines, count, seed, folder, rounds=1):
    """Both programs."""
    sys.setrecursionlimit(10000)
    program = gen.Program(lines, seed)
    parts = split(program, count)
    lang(program, parts, rounds, os.path.join(folder, "lang"))
    c(program, parts, rounds, os.path.join(folder, "c"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=10000)
    parser.add_argument("--modules", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("folder")
    arguments = parser.parse_args()
    generate(arguments.lines, arguments.modules, arguments.seed, arguments.folder, arguments.rounds)


if __name__ == "__main__":
    main()
