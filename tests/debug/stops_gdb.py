"""Stops a program in gdb and writes what is seen there: `gdb -batch -x stops_gdb.py PROGRAM`, with AT_LINES (numbers of lines of
FILE, separated by commas), MOST (how often each may stop) and STOPS (where the answers go, one JSON object to a stop) in the
environment. The words for values are those of `tests/suites/stops.rs`."""

import json
import os
import struct

import gdb

FILE = os.environ["FILE"]
MOST = int(os.environ["MOST"])
STOPS = open(os.environ["STOPS"], "w")
ELEMENTS = 8
DEEPEST = 3


def text(value, depth=0):
    """A value in words."""
    if value.is_optimized_out:
        return "gone"
    ty = value.type.strip_typedefs()
    if ty.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        return text(value.referenced_value(), depth + 1) if depth < DEEPEST else "…"
    if ty.code == gdb.TYPE_CODE_PTR:
        return "null" if int(value) == 0 else "pointer"
    if ty.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        if ty.code == gdb.TYPE_CODE_STRUCT and ty.name == "String":
            length = int(value["length"])
            start = value["text"].address.cast(gdb.lookup_type("unsigned char").pointer())
            return "\"" + bytes(int(start[index]) for index in range(length)).hex() + "\""
        fields = ty.fields()
        if fields and fields[0].name == "tag" and fields[0].type.strip_typedefs().code == gdb.TYPE_CODE_ENUM:
            name = str(value["tag"]).split("::")[-1]
            for inner in fields[1].type.fields() if len(fields) > 1 else []:
                if inner.name == name:
                    return name + text(value[fields[1]][inner], depth)
            return name + "{}"
        if ty.code == gdb.TYPE_CODE_UNION:
            return "union"
        # The seed of a map is another one in each run.
        shown = [(field.name, "random" if field.name == "seed" else text(value[field], depth)) for field in fields]
        return "{" + ", ".join(f"{name}: {words}" for name, words in shown) + "}"
    if ty.code == gdb.TYPE_CODE_ARRAY:
        if ty.target().strip_typedefs().sizeof == 0:
            # gdb has no elements of what has no bytes.
            return "[nothing]"
        low, high = ty.range()
        shown = [text(value[index], depth) for index in range(low, min(high, low + ELEMENTS - 1) + 1)]
        return "[" + ", ".join(shown) + "]"
    if ty.code == gdb.TYPE_CODE_BOOL:
        return "true" if int(value) else "false"
    if ty.code == gdb.TYPE_CODE_INT:
        return str(value) if ty.sizeof > 8 else str(int(value))
    if ty.code == gdb.TYPE_CODE_FLT:
        number = float(value)
        return "nan" if number != number else struct.pack(">d", number).hex()
    if ty.code == gdb.TYPE_CODE_ENUM:
        return str(value).split("::")[-1]
    return f"type {ty.code}"


def variables(frame):
    """The visible variables with their values, the innermost of each name."""
    try:
        block = frame.block()
    except RuntimeError:
        return {}
    found = {}
    while block is not None:
        for symbol in block:
            if (symbol.is_variable or symbol.is_argument) and symbol.name not in found:
                try:
                    found[symbol.name] = text(frame.read_var(symbol, block))
                except (gdb.error, RuntimeError) as error:
                    found[symbol.name] = f"error: {error}"
        if block.function is not None:
            break
        block = block.superblock
    return found


for setting in ("style enabled off", "width 0", "confirm off", "print thread-events off", "debuginfod enabled off",
                "disable-randomization on", "pagination off", "print repeats unlimited"):
    gdb.execute("set " + setting)
points = {}
for line in map(int, os.environ["AT_LINES"].split(",")):
    point = gdb.Breakpoint(f"{FILE}:{line}")
    if point.pending or any(place.source[1] != line for place in point.locations):
        # Without code of its own there; gdb takes the next line that has some.
        point.delete()
    else:
        points[line] = point
left = {line: MOST for line in points}
gdb.execute("run > /dev/null 2> /dev/null", to_string=True)
while gdb.selected_inferior().pid != 0:
    frame = gdb.newest_frame()
    line = frame.find_sal().line
    if line not in points:
        # Stopped for another reason: a signal.
        break
    left[line] -= 1
    STOPS.write(json.dumps({"line": line, "variables": variables(frame)}) + "\n")
    if left[line] == 0:
        points[line].enabled = False
        if not any(left.values()):
            break
    gdb.execute("continue", to_string=True)
STOPS.close()
if gdb.selected_inferior().pid != 0:
    gdb.execute("kill", to_string=True)
