"""What Python costs over the C library: a session's step with numpy arrays, and Map.locate of a million points.

    SCRUTINEER_LIBRARY=build/release/lib/libscrutineer.so PYTHONPATH=python /usr/bin/python3 bench/embedding.py MAP.xodr [LOOP]

LOOP is what `capi_bench` tells of the loop in C++, in ns per point: then the ratio is printed, too. docs/performance.md holds the figures
against their bounds.
"""

import ctypes
import sys
import time

import numpy as np
import scrutineer as sc
from scrutineer._library import lib

ACTORS, FRAMES, POINTS, TURNS = 50, 600, 1_000_000, 5


def frames(town, rng):
    """Cars that drive straight on, from places on lanes."""
    spread = rng.uniform(-300.0, 300.0, (200_000, 2))
    found = town.locate(spread)
    start = spread[found.is_on_road][:ACTORS]
    heading = found["heading"][found.is_on_road][:ACTORS] + np.where(found["is_along_s"][found.is_on_road][:ACTORS] == 1, 0.0, np.pi)
    speed = rng.uniform(3.0, 10.0, ACTORS)
    vx, vy = speed * np.cos(heading), speed * np.sin(heading)
    ids = [f"car {i}" for i in range(ACTORS)]
    for frame in range(FRAMES):
        t = 0.05 * frame
        yield t, {"id": ids, "type": "car", "x": start[:, 0] + vx * t, "y": start[:, 1] + vy * t, "yaw": heading, "vx": vx, "vy": vy}


def step(town):
    """Seconds per step in Python, and of these in the library."""
    made = list(frames(town, np.random.default_rng(7)))
    best, inside = np.inf, np.inf
    for _ in range(TURNS):
        with sc.Session(map=town) as session:
            began = time.perf_counter()
            for t, actors in made:
                session.step(t, actors)
            best = min(best, time.perf_counter() - began)
        # The same frames once more, already as structs: what the library itself takes.
        session = sc.Session(map=town)
        structs = []
        for t, actors in made:
            count = session._buffer.fill(actors)
            structs.append((round(t * 1e9), bytes(memoryview(session._buffer.array).cast("B")[: count * ctypes.sizeof(session._buffer.array._type_)]), count))
        error = ctypes.c_void_p()
        began = time.perf_counter()
        for t, content, count in structs:
            lib.scr_session_step(session._handle, t, content, count, None, 0, ctypes.byref(error))
        inside = min(inside, time.perf_counter() - began)
        session.close()
    return best / FRAMES, inside / FRAMES


def locate(town):
    rng = np.random.default_rng(7)
    spread = rng.uniform(-300.0, 300.0, (8 * POINTS, 2))
    on_road = spread[town.locate(spread).is_on_road]
    points = np.resize(on_road, (POINTS, 2))
    best, inside = np.inf, np.inf
    xyz = np.column_stack([points, np.full(POINTS, np.nan)])
    out = np.zeros(POINTS, dtype=town.locate(points[:1]).dtype)
    out["size"][0] = out.dtype.itemsize
    for _ in range(TURNS):
        began = time.perf_counter()
        town.locate(points)
        best = min(best, time.perf_counter() - began)
        error = ctypes.c_void_p()
        began = time.perf_counter()
        lib.scr_map_locate(town.handle, POINTS, xyz.ctypes.data, out.ctypes.data, ctypes.byref(error))
        inside = min(inside, time.perf_counter() - began)
    return best / POINTS, inside / POINTS


def main():
    town = sc.Map(sys.argv[1])
    all_of_it, inside = step(town)
    print(f"step of {ACTORS} actors: {1e6 * all_of_it:.0f} us, of which the library {1e6 * inside:.0f}: Python adds {1e6 * (all_of_it - inside):.0f} us (bound 100)")
    all_of_it, inside = locate(town)
    print(f"locate: {1e9 * all_of_it:.0f} ns, of which the library {1e9 * inside:.0f}: ratio {all_of_it / inside:.2f}", end="")
    print(f", to the loop in C++ {1e9 * all_of_it / float(sys.argv[2]):.2f} (bound 1.3)" if len(sys.argv) > 2 else "")


if __name__ == "__main__":
    main()
