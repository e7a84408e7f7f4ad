#!/usr/bin/env python3
"""A workspace of many small files that import each other, the same in several languages, for benchmarks of editors.

    gen_workspace.py --lang lang|c|python [--files 1000] [--seed 1] DIR

Each file has 41 lines and imports up to three others that come before it: one structure and four functions that call
into the imported files. `hub` of file 0 is called by `USERS` other files: the signature that benchmarks edit. There
is nothing wrong in the files. C comes as `.h` and `.c` with a `compile_commands.json`, ours with a `lang.toml`.
"""
import argparse
import json
import os
import random

LINES = 41
USERS = 100


class Module:
    """What a file imports; everything else follows from its number."""

    def __init__(self, number, imports, uses_hub):
        self.number, self.imports, self.uses_hub = number, imports, uses_hub
        self.id = "%04d" % number

    def name(self):
        return "m" + self.id


def modules(count, seed):
    """The files; file 0 declares `hub`."""
    rng = random.Random(seed)
    made = [Module(0, [], False)]
    users = set(range(1, count)) if count <= USERS else {1 + k * (count - 1) // USERS for k in range(USERS)}
    for number in range(1, count):
        uses_hub = number in users
        room = 2 if uses_hub else 3
        # Mostly neighbours, as in programs that people write.
        near = range(max(1, number - 40), number)
        wanted = min(rng.randint(1, room) if number > 3 else number - 1, len(near))
        made.append(Module(number, [made[k] for k in sorted(rng.sample(near, wanted))], uses_hub))
    return made


class Lang:
    """Our language: `lang.toml`, `main.lang` is the last file."""

    def path(self, module, last):
        return ("main" if last else module.name()) + ".lang"

    def finish(self, folder, made):
        write(folder, "lang.toml", 'name = "workspace"\nversion = "0.1.0"\n')

    def text(self, module, last):
        i = module.id
        lines = ["# File %d of the workspace." % module.number]
        if module.uses_hub:
            lines.append("import m0000 (hub)")
        lines += ["import %s (Record%s, scale_%s, total_%s)" % (m.name(), m.id, m.id, m.id) for m in module.imports]
        lines += ["", "# A thing with a weight.", "pub type copy Record%s {" % i, "  pub let @id: i64", "  pub let @weight: f64", "}", ""]
        if module.number == 0:
            lines += ["pub fn hub(value: i64) -> i64 {", "  return value + 1", "}", ""]
        lines += ["pub fn make_%s(id: i64) -> Record%s {" % (i, i), "  return Record%s(id: id, weight: (id as f64) * 0.5)" % i, "}", ""]
        lines += ["pub fn scale_%s(record: Record%s, by: f64) -> Record%s {" % (i, i, i)]
        lines += ["  return Record%s(id: record.id, weight: record.weight * by)" % i, "}", ""]
        lines += ["pub fn total_%s(limit: i64) -> i64 {" % i, "  let mut sum: i64 = 0", "  for step in 0..limit {"]
        lines += ["    sum = (sum + step * 3) & 0xFFFF"] + ["    sum = (sum + total_%s(step & 1)) & 0xFFFF" % m.id for m in module.imports]
        if module.uses_hub:
            lines += ["    sum = (sum + hub(3)) & 0xFFFF"]
        lines += ["  }", "  return sum", "}", ""]
        lines += ["pub fn run_%s(seed: i64) -> f64 {" % i, "  let mut weight: f64 = 0.25"]
        for m in module.imports:
            lines += ["  weight += scale_%s(Record%s(id: seed, weight: 1.5), weight).weight" % (m.id, m.id)]
        lines += ["  weight += scale_%s(make_%s(seed), weight).weight" % (i, i)]
        tail = ["  return weight", "}"] + (["", "fn main() { println(run_%s(total_%s(4))) }" % (i, i)] if last else [])
        padding = ["  weight = weight * 0.5 + %d.25" % k for k in range(LINES - len(lines) - len(tail))]
        return lines + padding + tail


class Python:
    """Typed Python, one module per file."""

    def path(self, module, last):
        return module.name() + ".py"

    def finish(self, folder, made):
        write(folder, "pyproject.toml", '[project]\nname = "workspace"\nversion = "0.1.0"\nrequires-python = ">=3.11"\n')

    def text(self, module, last):
        i = module.id
        lines = ["# File %d of the workspace." % module.number, "from dataclasses import dataclass"]
        if module.uses_hub:
            lines.append("from m0000 import hub")
        lines += ["from %s import Record%s, scale_%s, total_%s" % (m.name(), m.id, m.id, m.id) for m in module.imports]
        lines += ["", "@dataclass", "class Record%s:" % i, "    id: int", "    weight: float", ""]
        if module.number == 0:
            lines += ["def hub(value: int) -> int:", "    return value + 1", ""]
        lines += ["def make_%s(id: int) -> Record%s:" % (i, i), "    return Record%s(id=id, weight=float(id) * 0.5)" % i, ""]
        lines += ["def scale_%s(record: Record%s, by: float) -> Record%s:" % (i, i, i)]
        lines += ["    return Record%s(id=record.id, weight=record.weight * by)" % i, ""]
        lines += ["def total_%s(limit: int) -> int:" % i, "    sum: int = 0", "    for step in range(limit):"]
        lines += ["        sum = (sum + step * 3) & 0xFFFF"]
        lines += ["        sum = (sum + total_%s(step & 1)) & 0xFFFF" % m.id for m in module.imports]
        if module.uses_hub:
            lines += ["        sum = (sum + hub(3)) & 0xFFFF"]
        lines += ["    return sum", ""]
        lines += ["def run_%s(seed: int) -> float:" % i, "    weight: float = 0.25"]
        for m in module.imports:
            lines += ["    weight += scale_%s(Record%s(id=seed, weight=1.5), weight).weight" % (m.id, m.id)]
        lines += ["    weight += scale_%s(make_%s(seed), weight).weight" % (i, i)]
        tail = ["    return weight"]
        padding = ["    weight = weight * 0.5 + %d.25" % k for k in range(LINES - len(lines) - len(tail))]
        return lines + padding + tail


class C:
    """C: the bodies in `.c` of 41 lines, structure and prototypes in `.h`."""

    def path(self, module, last):
        return module.name() + ".c"

    def finish(self, folder, made):
        for m in made:
            hub = ["int64_t hub(int64_t value);"] if m.number == 0 else []
            lines = ["#pragma once", "#include <stdint.h>", "typedef struct { int64_t id; double weight; } Record%s;" % m.id] + hub
            lines += ["Record%s make_%s(int64_t id);" % (m.id, m.id), "Record%s scale_%s(Record%s record, double by);" % (m.id, m.id, m.id)]
            lines += ["int64_t total_%s(int64_t limit);" % m.id, "double run_%s(int64_t seed);" % m.id]
            write(folder, m.name() + ".h", "\n".join(lines) + "\n")
        folder = os.path.abspath(folder)
        commands = [{"directory": folder, "file": m.name() + ".c", "arguments": ["cc", "-c", m.name() + ".c"]} for m in made]
        write(folder, "compile_commands.json", json.dumps(commands, indent=0))

    def text(self, module, last):
        i = module.id
        lines = ["// File %d of the workspace." % module.number, '#include "%s.h"' % module.name()]
        if module.uses_hub:
            lines.append('#include "m0000.h"')
        lines += ['#include "%s.h"' % m.name() for m in module.imports]
        lines += [""]
        if module.number == 0:
            lines += ["int64_t hub(int64_t value) {", "    return value + 1;", "}", ""]
        lines += ["Record%s make_%s(int64_t id) {" % (i, i), "    return (Record%s){id, (double)id * 0.5};" % i, "}", ""]
        lines += ["Record%s scale_%s(Record%s record, double by) {" % (i, i, i)]
        lines += ["    return (Record%s){record.id, record.weight * by};" % i, "}", ""]
        lines += ["int64_t total_%s(int64_t limit) {" % i, "    int64_t sum = 0;", "    for (int64_t step = 0; step < limit; step += 1) {"]
        lines += ["        sum = (sum + step * 3) & 0xFFFF;"] + ["        sum = (sum + total_%s(step & 1)) & 0xFFFF;" % m.id for m in module.imports]
        if module.uses_hub:
            lines += ["        sum = (sum + hub(3)) & 0xFFFF;"]
        lines += ["    }", "    return sum;", "}", ""]
        lines += ["double run_%s(int64_t seed) {" % i, "    double weight = 0.25;"]
        for m in module.imports:
            lines += ["    weight += scale_%s((Record%s){seed, 1.5}, weight).weight;" % (m.id, m.id)]
        lines += ["    weight += scale_%s(make_%s(seed), weight).weight;" % (i, i)]
        tail = ["    return weight;", "}"]
        padding = ["    weight = weight * 0.5 + %d.25;" % k for k in range(LINES - len(lines) - len(tail))]
        return lines + padding + tail


LANGUAGES = {"lang": Lang, "c": C, "python": Python}


def write(folder, name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def generate(language, folder, count=1000, seed=1):
    """Writes the workspace and returns its modules with the paths of their files, file 0 first."""
    os.makedirs(folder, exist_ok=True)
    emitter, made = LANGUAGES[language](), modules(count, seed)
    files = []
    for module in made:
        last = module is made[-1]
        lines = emitter.text(module, last)
        path = emitter.path(module, last)
        write(folder, path, "\n".join(lines) + "\n")
        files.append((module, os.path.join(folder, path)))
    emitter.finish(folder, made)
    return files


def main():
    parser = argparse.ArgumentParser(description="a workspace of small files that import each other")
    parser.add_argument("--lang", choices=sorted(LANGUAGES), required=True)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("dir")
    options = parser.parse_args()
    files = generate(options.lang, options.dir, options.files, options.seed)
    lines = sum(open(path).read().count("\n") for _, path in files)
    print("%d files, %d lines" % (len(files), lines))


if __name__ == "__main__":
    main()
