"""What gdb says of who called whom where a check has failed: `gdb -batch -x callers_gdb.py PROGRAM` prints a line `NAME:LINE` for
each frame, innermost first, without the runtime's and down to C's `main`. Functions that were built into others are not
counted, but their lines are, as in the line table. Line 0 is none, and a frame in a library is `-`."""

import gdb


def plain(name):
    """A name as the language writes it: without the types of the parameters."""
    depth = 0
    for place, letter in enumerate(name):
        if letter == "(" and depth == 0 and place > 0 and name[place - 1] not in ".[, ":
            name = name[:place]
            break
        depth += (letter == "[") - (letter == "]")
    return name.replace("::", ".")


gdb.execute("set pagination off")
gdb.Breakpoint("std.runtime.end_failed")
gdb.execute("run")
frame, innermost, lines = gdb.newest_frame(), None, []
while frame is not None:
    innermost = innermost or frame
    if frame.type() == gdb.INLINE_FRAME:
        frame = frame.older()
        continue
    name = plain(frame.name() or "??")
    if name == "main" and frame.find_sal().symtab is None:
        break
    if gdb.solib_name(frame.pc()) is not None:
        lines.append("FRAME -")
    elif lines or not name.startswith("std.runtime."):
        lines.append(f"FRAME {name}:{innermost.find_sal().line}")
    frame, innermost = frame.older(), None
print("\n".join(lines))
