"""A user of the library in Python: `python3 main.py ./liborbit.so`."""

import ctypes
import sys
from ctypes import POINTER, Structure, c_double, c_int, c_int64, c_void_p


class Vector(Structure):
    _fields_ = [("x", c_double), ("y", c_double)]


class Body(Structure):
    _fields_ = [("place", Vector), ("velocity", Vector), ("mass", c_double)]


class Totals(Structure):
    _fields_ = [("energy", c_double), ("momentum", Vector), ("count", c_int)]


Tell = ctypes.CFUNCTYPE(None, c_void_p, c_int64, Totals)
orbit = ctypes.CDLL(sys.argv[1])
orbit.orbit_new.restype = c_void_p
orbit.orbit_free.argtypes = [c_void_p]
orbit.orbit_add.argtypes = [c_void_p, Body]
orbit.orbit_body.argtypes = [c_void_p, c_int]
orbit.orbit_body.restype = Body
orbit.orbit_run.argtypes = [c_void_p, c_double, c_int64, Tell, c_void_p]
orbit.orbit_run.restype = c_double
orbit.orbit_totals.argtypes = [c_void_p]
orbit.orbit_totals.restype = Totals

told = []


@Tell
def tell(_user, steps, totals):
    told.append(steps)
    print(f"{steps}: energy {totals.energy:.9f}, momentum {totals.momentum.x:.3g} {totals.momentum.y:.3g}", flush=True)


system = orbit.orbit_new()
orbit.orbit_add(system, Body(Vector(0, 0), Vector(0, 0), 1))
planet = orbit.orbit_add(system, Body(Vector(1, 0), Vector(0, 1), 0.001))
time = orbit.orbit_run(system, 0.01, 314, tell, None)
body = orbit.orbit_body(system, planet)
count = orbit.orbit_totals(system).count
print(f"{time:.2f}: {body.place.x:.6f} {body.place.y:.6f}, told {len(told)} times of {count} bodies")
orbit.orbit_free(system)
