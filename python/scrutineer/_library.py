"""libscrutineer.so through ctypes: where it is, its structs, and its errors as exceptions."""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import operator
import os
import pathlib
from ctypes import POINTER, c_char, c_char_p, c_double, c_int32, c_int64, c_uint32, c_void_p
from typing import Any, List, Optional

ABI = 1
NAN = float("nan")


class Error(Exception):
    """What went wrong, in words for people; with `file` and `line` where it is about one, else "" and 0."""

    ARGUMENT, INPUT, STATE, BUSY, MEMORY, INTERNAL = range(1, 7)

    def __init__(self, message: str, file: str = "", line: int = 0, code: int = ARGUMENT) -> None:
        place = file + (f":{line}" if line else "") + ": " if file else ""
        super().__init__(place + message)
        self.message, self.file, self.line, self.code = message, file, line, code


class Versioned(ctypes.Structure):
    """A struct that begins with its own size."""

    def __init__(self, **values: Any) -> None:
        super().__init__(size=ctypes.sizeof(self), **values)


class PositionStruct(Versioned):
    _fields_ = [
        ("size", c_uint32), ("lane", c_int32), ("road", c_char_p), ("road_index", c_int32), ("lane_index", c_int32),
        ("lane_count", c_int32), ("is_along_s", c_int32), ("s", c_double), ("t", c_double), ("offset", c_double),
        ("width", c_double), ("heading", c_double), ("height", c_double),
    ]  # fmt: skip


class PointStruct(Versioned):
    _fields_ = [("size", c_uint32), ("reserved", c_uint32), ("x", c_double), ("y", c_double), ("z", c_double),
                ("heading", c_double), ("curvature", c_double)]  # fmt: skip


class RouteLaneStruct(Versioned):
    _fields_ = [("size", c_uint32), ("lane", c_int32), ("road", c_char_p), ("road_index", c_int32),
                ("lane_index", c_int32), ("is_along_s", c_int32), ("reserved", c_int32), ("s_begin", c_double),
                ("s_end", c_double)]  # fmt: skip


class SignalStruct(Versioned):
    _fields_ = [("size", c_uint32), ("lane_index", c_int32), ("id", c_char_p), ("road", c_char_p), ("kind", c_char_p),
                ("s", c_double), ("t", c_double), ("distance", c_double)]  # fmt: skip


class RunOptionsStruct(Versioned):
    _fields_ = [("size", c_uint32), ("reserved", c_uint32), ("folder", c_char_p), ("out", c_char_p), ("map", c_void_p)]


ACTOR_NUMBERS = ("x", "y", "z", "yaw", "pitch", "roll", "vx", "vy", "vz", "ax", "ay", "az", "yaw_rate", "length",
                 "width", "height")  # fmt: skip
ACTOR_CHOICES = ("role", "driver", "av_state", "indicator", "brake_light")


class ActorStruct(ctypes.Structure):
    # The texts are addresses: numpy fills them in, too.
    _fields_ = [
        ("size", c_uint32), ("type", c_int32), ("id", c_void_p), ("parent", c_void_p),
        *[(name, c_int32) for name in ACTOR_CHOICES], ("reserved", c_int32), *[(name, c_double) for name in ACTOR_NUMBERS],
    ]  # fmt: skip


class LightStruct(Versioned):
    _fields_ = [("size", c_uint32), ("colour", c_int32), ("mode", c_int32), ("reserved", c_int32), ("road", c_char_p),
                ("signal", c_char_p)]  # fmt: skip


class EventStruct(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("kind", c_int32), ("severity", c_int32), ("category", c_int32), ("time_ns", c_int64),
        ("start_ns", c_int64), ("end_ns", c_int64), ("check", c_char_p), ("actor", c_char_p), ("other_actor", c_char_p),
        ("issue_kind", c_char_p), ("message", c_char_p), ("ended_by", c_char_p),
    ]  # fmt: skip


class CommandStruct(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("kind", c_int32), ("actor", c_char_p), ("text", c_char_p), ("x", c_double), ("y", c_double),
        ("z", c_double), ("heading", c_double), ("vx", c_double), ("vy", c_double), ("vz", c_double),
        ("yaw_rate", c_double), ("radius", c_double), ("seconds", c_double), ("way", POINTER(c_double)),
        ("way_count", c_int64), ("spawn_lane", c_char_p), ("target_time", c_double), ("estimated_time", c_double),
    ]  # fmt: skip


# What each function takes before its scr_error**, and what it gives.
_WITH_ERROR = {
    "scr_map_open": ([c_char_p], c_void_p),
    "scr_map_read": ([c_char_p, c_int64, c_char_p], c_void_p),
    "scr_map_locate": ([c_void_p, c_int64, c_void_p, c_void_p], c_int32),
    "scr_map_nearest": ([c_void_p, c_int64, c_void_p, c_double, c_void_p, c_void_p], c_int32),
    "scr_map_find_lane": ([c_void_p, c_char_p, c_double, c_int32, c_void_p], c_int32),
    "scr_map_point": ([c_void_p, c_int64, c_void_p, c_void_p], c_int32),
    "scr_map_road_distance": ([c_void_p, c_void_p, c_double, c_int64, c_void_p, c_void_p], c_int32),
    "scr_map_surface_distance": ([c_void_p, c_int64, c_void_p, c_double, c_void_p], c_int32),
    "scr_map_legal_speed": ([c_void_p, c_int64, c_void_p, c_void_p], c_int32),
    "scr_map_route": ([c_void_p, c_void_p, c_void_p, c_void_p, c_int64, POINTER(c_int64), POINTER(c_double)], c_int32),
    "scr_map_signals_ahead": ([c_void_p, c_void_p, c_double, c_void_p, c_int64, POINTER(c_int64)], c_int32),
    "scr_check": ([c_char_p, c_void_p], c_void_p),
    "scr_session_open": ([c_char_p, c_void_p], c_void_p),
    "scr_session_step": ([c_void_p, c_int64, c_void_p, c_int64, c_void_p, c_int64], c_int32),
    "scr_session_relocate": ([c_void_p, c_char_p, c_int32], c_int32),
    "scr_session_events": ([c_void_p, POINTER(POINTER(EventStruct)), POINTER(c_int64)], c_int32),
    "scr_session_event_lines": ([c_void_p], c_char_p),
    "scr_session_finish": ([c_void_p], c_void_p),
    "scr_store_open": ([c_char_p], c_void_p),
    "scr_store_ask": ([c_void_p, c_char_p], c_void_p),
    "scr_teleporter_open": ([c_void_p, c_char_p, c_int64], c_void_p),
    "scr_teleporter_step": ([c_void_p, c_int64, c_void_p, c_void_p, c_int64], c_int32),
    "scr_teleporter_commands": ([c_void_p, POINTER(POINTER(CommandStruct)), POINTER(c_int64)], c_int32),
    "scr_teleporter_log": ([c_void_p], c_void_p),
    "scr_teleporter_arrivals": ([c_void_p], c_void_p),
}
_PLAIN = {
    "scr_version": ([], c_char_p),
    "scr_abi_version": ([], c_int32),
    "scr_error_code": ([c_void_p], c_int32),
    "scr_error_message": ([c_void_p], c_char_p),
    "scr_error_file": ([c_void_p], c_char_p),
    "scr_error_line": ([c_void_p], c_int64),
    "scr_error_free": ([c_void_p], None),
    "scr_free": ([c_void_p], None),
    "scr_map_share": ([c_void_p], c_void_p),
    "scr_map_close": ([c_void_p], None),
    "scr_session_is_over": ([c_void_p], c_int32),
    "scr_session_close": ([c_void_p], None),
    "scr_store_close": ([c_void_p], None),
    "scr_teleporter_close": ([c_void_p], None),
}


def _candidates() -> List[str]:
    named = os.environ.get("SCRUTINEER_LIBRARY")
    if named:
        return [named]
    here = pathlib.Path(__file__).resolve().parent
    found = [str(path) for path in sorted((here / "lib").glob(f"libscrutineer.so.{ABI}*"))]  # a wheel brings it along
    return [*found, f"libscrutineer.so.{ABI}"]


def _load() -> "tuple[ctypes.CDLL, str]":
    tried = []
    for path in _candidates():
        try:
            return ctypes.CDLL(path), path
        except OSError as problem:
            tried.append(f"{path} ({problem})")
    raise ImportError(
        f"libscrutineer.so.{ABI} cannot be loaded: {'; '.join(tried)}. Install Scrutineer's library, or let the "
        "environment variable SCRUTINEER_LIBRARY name the file"
    )


def _function_of(library: ctypes.CDLL, path: str, name: str) -> Any:
    try:
        return getattr(library, name)
    except AttributeError:
        raise ImportError(f"{path} has no {name}: it is no libscrutineer, or an older one than this package is for") from None


lib, _path = _load()
for _name, (_arguments, _gives) in _WITH_ERROR.items():
    _function = _function_of(lib, _path, _name)
    _function.argtypes, _function.restype = [*_arguments, POINTER(c_void_p)], _gives
for _name, (_arguments, _gives) in _PLAIN.items():
    _function = _function_of(lib, _path, _name)
    _function.argtypes, _function.restype = _arguments, _gives
if lib.scr_abi_version() != ABI:
    raise ImportError(f"{_path} has the ABI version {lib.scr_abi_version()}, but this package is for {ABI}")


def version() -> str:
    """Of the library that was loaded: "0.1.0"."""
    return lib.scr_version().decode()


def library_path() -> str:
    """The file that was loaded, or the name under which the system found it."""
    return _path


def _raise(error: c_void_p) -> None:
    message, file = lib.scr_error_message(error).decode(), lib.scr_error_file(error).decode()
    line, code = lib.scr_error_line(error), lib.scr_error_code(error)
    lib.scr_error_free(error)
    raise Error(message, file, line, code)


def call(name: str, *arguments: Any) -> Any:
    """Calls a function that takes a scr_error**; raises its error."""
    error = c_void_p()
    given = getattr(lib, name)(*arguments, ctypes.byref(error))
    if error:
        _raise(error)
    return given


def taken_text(address: Optional[int]) -> str:
    """The text of a char* that is ours, which is freed."""
    assert address is not None
    try:
        return ctypes.string_at(address).decode()
    finally:
        lib.scr_free(address)


def encoded(text: str) -> bytes:
    """For C: UTF-8 that ends at its first zero."""
    if "\0" in text:
        raise Error(f"{text!r} holds a zero character, which no text of C can")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise Error(f"{text!r} cannot be written as UTF-8") from None


def whole_number(value: Any, bits: int, what: str) -> int:
    """For C, whose whole numbers have so many bits: ctypes would cut off the others without a word."""
    try:
        number = operator.index(value)
    except TypeError:
        raise Error(f"{what} must be a whole number, found {value!r}") from None
    if not -(1 << bits - 1) <= number < 1 << bits - 1:
        raise Error(f"{what} {number} is absurd")
    return number


def json_of(values: Any, what: str) -> bytes:
    """JSON for C. numpy's numbers and arrays are what they hold, and paths are their texts."""
    try:
        return encoded(json.dumps(values, ensure_ascii=False, allow_nan=False, default=_plain))
    except (TypeError, ValueError) as problem:
        raise Error(f"{what} cannot be written as JSON: {problem}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"there is no JSON of a {type(value).__name__}")


def decoded(text: Optional[bytes]) -> str:
    return "" if text is None else text.decode()


def buffer_of(count: int) -> "ctypes.Array[c_char]":
    return (c_char * max(count, 1))()
