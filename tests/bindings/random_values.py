"""Calls each function of a random program that ctypes can call with numbers, and compares what comes back and what callbacks get."""

import ctypes
import random
import sys

import program

random.seed(int(sys.argv[1]))


def fill(of):
    """A value of a type in which each number is another."""
    value = of()
    if isinstance(value, ctypes.Array):
        for at in range(len(value)):
            value[at] = fill(of._type_)
    elif isinstance(value, ctypes.Union):
        # The last case is one that is there.
        name, inner = of._fields_[-1]
        setattr(value, name, fill(inner))
    elif isinstance(value, ctypes.Structure):
        for name, inner in of._fields_:
            if isinstance(inner(), (ctypes.Structure, ctypes.Union, ctypes.Array)):
                setattr(value, name, fill(inner))
            elif name == "tag":
                value.tag = len(dict(of._fields_)["as_"]._fields_) if "as_" in dict(of._fields_) else 0
            elif name != "nothing":
                setattr(value, name, number(inner))
    else:
        return number(of)
    return value


def number(of):
    return bool(random.randrange(2)) if of is ctypes.c_bool else random.randrange(1, 120)


def leaves(value):
    if isinstance(value, ctypes.Array):
        return [leaves(element) for element in value]
    if isinstance(value, ctypes.Union):
        return leaves(getattr(value, type(value)._fields_[-1][0]))
    if isinstance(value, ctypes.Structure):
        return [leaves(getattr(value, name)) for name, _ in type(value)._fields_ if name != "nothing"]
    return value


passed = 0
for name, function in list(vars(program).items()):
    if not name.startswith(("give", "call")):
        continue
    for _ in range(3):
        if name.startswith("give"):
            arguments = [fill(of) for of in function.argtypes]
            want = leaves(arguments[int(function.__doc__.split("\n\n")[1])])
            got = leaves(function(*arguments))
        elif function.argtypes[0] is ctypes.c_void_p:
            # The callback takes what ctypes passes wrongly.
            continue
        else:
            arguments = [fill(of) for of in function.argtypes[1:]]
            told = []
            answer = function(function.argtypes[0](lambda *given: told.extend(map(leaves, given)) or 42), *arguments)
            want, got = [*map(leaves, arguments), 42], [*told, answer]
        assert want == got, (name, function.__doc__, want, got)
        passed += 1
print(passed, len(program._refused))
