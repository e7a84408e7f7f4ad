"""Asks lldb what `ask_gdb.py` asks gdb, and answers in the same words: `python3 ask_lldb.py PROGRAM`."""

import json
import os
import sys

import lldb

ASKED = json.load(open(os.environ["ASKED"]))
ANSWERS = open(os.environ["ANSWERS"], "w")


def text(value):
    """A value as the language's programmers read it."""
    value = value.GetNonSyntheticValue()
    ty = value.GetType().GetCanonicalType()
    kind = ty.GetTypeClass()
    if ty.IsReferenceType():
        return text(value.Dereference())
    if ty.IsPointerType():
        if value.GetValueAsUnsigned() == 0:
            return "null"
        if ty.GetPointeeType().GetCanonicalType().GetTypeClass() in (lldb.eTypeClassStruct, lldb.eTypeClassUnion):
            return "-> " + text(value.Dereference())
        return "pointer"
    if kind in (lldb.eTypeClassStruct, lldb.eTypeClassUnion, lldb.eTypeClassClass):
        if value.GetType().GetName() == "String":
            length = value.GetChildMemberWithName("length").GetValueAsUnsigned()
            start = value.GetChildMemberWithName("text").GetLoadAddress()
            error = lldb.SBError()
            read = value.GetProcess().ReadMemory(start, length, error) if length > 0 else b""
            return json.dumps(read.decode())
        children = [value.GetChildAtIndex(index) for index in range(value.GetNumChildren())]
        return "{" + ", ".join(f"{child.GetName() or ''}: {text(child)}".removeprefix(": ") for child in children) + "}"
    if kind == lldb.eTypeClassArray:
        return "[" + ", ".join(text(value.GetChildAtIndex(index)) for index in range(value.GetNumChildren())) + "]"
    if ty.GetBasicType() in (lldb.eBasicTypeChar, lldb.eBasicTypeSignedChar):
        return str(value.GetValueAsSigned())
    if ty.GetBasicType() == lldb.eBasicTypeUnsignedChar:
        return str(value.GetValueAsUnsigned())
    if value.GetError().Fail():
        return f"error: {value.GetError()}"
    return value.GetValue() or "none"


def name(frame):
    full = (frame.GetFunctionName() or "?").split("(")[0]
    return full.removeprefix(ASKED["file"].removesuffix(".lang") + "::")


def frames(thread):
    """The names of the program's own functions with their lines, innermost first."""
    found = []
    for frame in thread:
        place = frame.GetLineEntry()
        if place.IsValid() and (place.GetFileSpec().GetFilename() or "").endswith(".lang"):
            found.append(f"{name(frame)}:{place.GetLine()}")
    return ", ".join(found)


def seen(frame, path):
    """What a path leads to from a variable that the frame sees, or from a global of any file by its name in its module."""
    value = frame.GetValueForVariablePath(path)
    if value.IsValid() and value.GetError().Success():
        return value
    other = frame.EvaluateExpression(path)
    return other if other.IsValid() and other.GetError().Success() else value


def answer(thread, question):
    frame = thread.GetFrameAtIndex(0)
    if question == "bt":
        return frames(thread)
    if question in ("args", "locals"):
        is_args = question == "args"
        return ", ".join(sorted({variable.GetName() for variable in frame.GetVariables(is_args, not is_args, False, True)}))
    if question.startswith("summary "):
        return seen(frame, question[8:]).GetSummary() or "none"
    if question.startswith("type "):
        return seen(frame, question[5:]).GetType().GetName() or "error: no such variable"
    if question.startswith("set "):
        place, value = question[4:].split(" = ", 1)
        error = lldb.SBError()
        done = seen(frame, place).SetValueFromCString(value, error)
        return "done" if done else f"error: {error}"
    value = seen(frame, question)
    return text(value) if value.IsValid() else "error: no such variable"


def tell(line, question, told):
    ANSWERS.write(json.dumps([line, question, told]) + "\n")


debugger = lldb.SBDebugger.Create()
debugger.SetAsync(False)
target = debugger.CreateTarget(sys.argv[1])
places = {}
for line in ASKED["lines"]:
    point = target.BreakpointCreateByLocation(ASKED["file"], int(line))
    point.SetOneShot(True)
    places[point.GetID()] = int(line)
functions = {}
for function in ASKED["functions"]:
    point = target.BreakpointCreateByName(function)
    point.SetOneShot(True)
    functions[point.GetID()] = function
debugger.HandleCommand("settings set plugin.jit-loader.gdb.enable on")
quiet = lldb.SBLaunchInfo(ASKED["arguments"])
quiet.AddOpenFileAction(1, "/dev/null", False, True)
quiet.AddOpenFileAction(2, "/dev/null", False, True)
error = lldb.SBError()
process = target.Launch(quiet, error)
while process.GetState() == lldb.eStateStopped:
    thread = process.GetSelectedThread()
    hit = thread.GetStopReasonDataAtIndex(0)
    line = places.get(hit)
    asked = ASKED["lines"].get(str(line)) if line is not None else ASKED["functions"].get(functions.get(hit, ""), [])
    if line is not None and thread.GetFrameAtIndex(0).GetLineEntry().GetLine() != line:
        # A line without code: it stopped behind it.
        asked = []
    for question in asked or []:
        if question == "next":
            thread.StepOver()
            tell(line or 0, question, str(thread.GetFrameAtIndex(0).GetLineEntry().GetLine()))
        elif question == "step":
            thread.StepInto()
            tell(line or 0, question, frames(thread).split(", ")[0])
        elif question == "finish":
            thread.StepOut()
            given = thread.GetStopReturnValue()
            tell(line or 0, question, text(given) if given.IsValid() else "nothing")
        else:
            tell(line or 0, question, answer(thread, question))
    process.Continue()
ANSWERS.close()
