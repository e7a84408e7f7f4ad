"""Asks gdb at marked lines: `gdb -batch -x ask_gdb.py PROGRAM`, with ASKED (what to ask, as JSON) and ANSWERS (where the
answers go, one JSON list of line, question and answer to a line) in the environment."""

import json
import os
import shlex

import gdb

ASKED = json.load(open(os.environ["ASKED"]))
ANSWERS = open(os.environ["ANSWERS"], "w")


def text(value):
    """A value as the language's programmers read it."""
    ty = value.type.strip_typedefs()
    if ty.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        return text(value.referenced_value())
    if ty.code == gdb.TYPE_CODE_PTR:
        if int(value) == 0:
            return "null"
        target = ty.target().strip_typedefs()
        if target.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
            return "-> " + text(value.dereference())
        return "pointer"
    if ty.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        if ty.name == "String":
            start = value["text"].address.cast(gdb.lookup_type("char").pointer())
            return json.dumps(start.string(length=int(value["length"])))
        fields = [f"{field.name or ''}: {text(value[field])}".removeprefix(": ") for field in ty.fields()
                  if not field.is_base_class]
        return "{" + ", ".join(fields) + "}"
    if ty.code == gdb.TYPE_CODE_ARRAY:
        low, high = ty.range()
        return "[" + ", ".join(text(value[index]) for index in range(low, high + 1)) + "]"
    if ty.code == gdb.TYPE_CODE_INT:
        return str(value) if ty.sizeof > 8 else str(int(value))
    if ty.code == gdb.TYPE_CODE_ENUM:
        return str(value).split("::")[-1]
    return str(value)


def name(frame):
    """A function's name without its module, for lldb leaves that away."""
    full = (frame.name() or "?").split("(")[0]
    return full.removeprefix(ASKED["file"].removesuffix(".lang") + "::")


def frames():
    """The names of the program's own functions with their lines, innermost first."""
    frame, found = gdb.newest_frame(), []
    while frame is not None:
        place = frame.find_sal()
        if place.symtab is not None and place.symtab.filename.endswith(".lang"):
            found.append(f"{name(frame)}:{place.line}")
        frame = frame.older()
    return ", ".join(found)


def names(wanted):
    """The visible variables, or the arguments, innermost block first, each name once."""
    frame = gdb.selected_frame()
    block, found = frame.block(), []
    while block is not None:
        here = [symbol for symbol in block if (symbol.is_argument if wanted == "args" else
                                               symbol.is_variable and not symbol.is_argument)]
        found += [symbol.name for symbol in here if symbol.name not in found]
        if block.function is not None:
            break
        block = block.superblock
    return ", ".join(sorted(found))


def answer(question):
    try:
        if question == "bt":
            return frames()
        if question in ("args", "locals"):
            return names(question)
        if question.startswith("type "):
            return str(gdb.parse_and_eval(question[5:]).type)
        if question.startswith("print "):
            shown = gdb.execute(question, to_string=True).strip()
            return shown.split(" = ", 1)[1]
        if question.startswith("set "):
            gdb.execute(question.replace("set ", "set var ", 1))
            return "done"
        return text(gdb.parse_and_eval(question))
    except (gdb.error, RuntimeError) as error:
        return f"error: {error}"


def tell(line, question, told):
    ANSWERS.write(json.dumps([line, question, told]) + "\n")


# Whoever gets arguments makes the code that is asked about when it runs.
PENDING = "on" if ASKED["arguments"] else "off"
for setting in ("style enabled off", "width 0", "confirm off", f"breakpoint pending {PENDING}", "print thread-events off",
                "debuginfod enabled off", "disable-randomization on"):
    gdb.execute("set " + setting)
if "EMULATOR" in os.environ:
    gdb.execute("set sysroot /usr/aarch64-linux-gnu")
    gdb.execute("target remote " + os.environ["EMULATOR"], to_string=True)
for line in ASKED["lines"]:
    gdb.Breakpoint(f"{ASKED['file']}:{line}", temporary=True)
for function in ASKED["functions"]:
    gdb.Breakpoint(function, temporary=True)
if "EMULATOR" in os.environ:
    gdb.execute("continue")
else:
    gdb.execute(f"run {shlex.join(ASKED['arguments'])} > /dev/null 2> /dev/null")
while gdb.selected_inferior().pid != 0:
    frame = gdb.newest_frame()
    place = frame.find_sal()
    line = place.line
    is_own = place.symtab is not None and place.symtab.filename.endswith(".lang")
    stopped = ASKED["lines"].get(str(line)) if is_own else None
    if stopped is None:
        stopped = next((asked for function, asked in ASKED["functions"].items()
                        if function in name(frame)), [])
        line = 0
    for question in stopped:
        if question == "next":
            gdb.execute("next", to_string=True)
            tell(line, question, str(gdb.newest_frame().find_sal().line))
        elif question == "step":
            gdb.execute("step", to_string=True)
            tell(line, question, frames().split(", ")[0])
        elif question == "finish":
            gdb.execute("print \"nothing\"", to_string=True)
            gdb.execute("finish", to_string=True)
            tell(line, question, text(gdb.history(0)))
        else:
            tell(line, question, answer(question))
    gdb.execute("continue", to_string=True)
ANSWERS.close()
