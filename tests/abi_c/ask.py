"""Asks the ABI library from Python: the lines with which clang would declare a function on every target."""
import ctypes
import sys


class Field(ctypes.Structure):
    _fields_ = [("ty", ctypes.c_uint32), ("align", ctypes.c_uint32), ("packed", ctypes.c_bool),
                ("is_bit_field", ctypes.c_bool), ("bit_width", ctypes.c_uint16), ("unnamed", ctypes.c_bool)]


class Record(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("is_union", ctypes.c_bool), ("packed", ctypes.c_bool),
                ("pack", ctypes.c_uint32), ("align", ctypes.c_uint32)]


class Signature(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("result", ctypes.c_uint32), ("parameters", ctypes.POINTER(ctypes.c_uint32)),
                ("count", ctypes.c_size_t), ("is_variadic", ctypes.c_bool), ("fixed", ctypes.c_size_t)]


VOID, I32, F32, POINTER = 0, 6, 13, 17

library = ctypes.CDLL(sys.argv[1])
library.lang_abi_target.restype = ctypes.c_char_p
library.lang_abi_types_new.restype = ctypes.c_void_p
library.lang_abi_error.restype = ctypes.c_char_p
library.lang_abi_llvm.restype = ctypes.c_char_p
for name in ("lang_abi_types_free", "lang_abi_function_free", "lang_abi_error", "lang_abi_llvm"):
    getattr(library, name).argtypes = [ctypes.c_void_p]


def declared(target):
    types = ctypes.c_void_p(library.lang_abi_types_new(target))
    pair = ctypes.c_uint32()
    fields = (Field * 2)(Field(ty=I32), Field(ty=F32))
    if library.lang_abi_record(types, ctypes.byref(Record(name=b"pair")), fields, ctypes.c_size_t(2), ctypes.byref(pair)):
        sys.exit(library.lang_abi_error(types))
    parameters = (ctypes.c_uint32 * 2)(pair.value, POINTER)
    signature = Signature(name=b"take", result=pair.value, parameters=parameters, count=2)
    function = ctypes.c_void_p()
    if library.lang_abi_lower(types, ctypes.byref(signature), ctypes.byref(function)):
        sys.exit(library.lang_abi_error(types))
    line = library.lang_abi_llvm(function).decode()
    library.lang_abi_types_free(types)
    library.lang_abi_function_free(function)
    return line


number = 0
while target := library.lang_abi_target(ctypes.c_size_t(number)):
    print(target.decode(), declared(target))
    number += 1
