"""Actors and lights of a frame, from objects, columns or DataFrames to the structs of the C library."""

from __future__ import annotations

import ctypes
import difflib
import math
from dataclasses import dataclass, fields
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ._library import ACTOR_CHOICES, ACTOR_NUMBERS, NAN, ActorStruct, Error, LightStruct, encoded, whole_number
from ._optional import is_frame, numpy

TYPES = (
    "car", "truck", "bus", "van", "trailer", "semitrailer", "motorcycle", "bicycle", "train", "tram", "wheelchair",
    "scooter", "work_machine", "other_vehicle", "person", "animal", "object", "bridge", "overhead_structure", "speed_bump",
    "vegetation", "curbstone",
)  # fmt: skip
# Their place is their number in C; the first is "not reported".
CHOICES: Dict[str, Tuple[str, ...]] = {
    "role": ("", "ego"),
    "driver": ("", "sut_driver", "ftx_driver", "hybrid_driver", "external_driver"),
    "av_state": ("", "active", "inactive"),
    "indicator": ("", "off", "left", "right", "hazard"),
    "brake_light": ("", "off", "on"),
}
COLOURS = ("unknown", "off", "green", "yellow", "red", "red_yellow")
MODES = ("regular", "flashing_red", "flashing_yellow", "off", "malfunctioning", "unknown")

REQUIRED = ("id", "x", "y")
COLUMNS = ("id", "type", "parent", *ACTOR_CHOICES, *ACTOR_NUMBERS)


@dataclass
class Actor:
    """An actor in one frame. NaN and "" are "not reported".

    x and y are the centre of its box in the plane, z its lowest point; without z it lies on the road, without sizes it is
    as large as its type usually is, and without yaw it heads where it moves to.
    """

    id: str
    x: float
    y: float
    z: float = NAN
    yaw: float = NAN
    pitch: float = NAN
    roll: float = NAN
    vx: float = NAN
    vy: float = NAN
    vz: float = NAN
    ax: float = NAN
    ay: float = NAN
    az: float = NAN
    yaw_rate: float = NAN
    length: float = NAN
    width: float = NAN
    height: float = NAN
    type: str = "car"
    parent: str = ""  #: the actor that it is a part of, as a trailer is of a truck
    role: str = ""  #: "ego", if nobody else says who that is
    driver: str = ""
    av_state: str = ""
    indicator: str = ""
    brake_light: str = ""


@dataclass
class Light:
    """What a signal of the map shows from now on: colours unknown, off, green, yellow, red, red_yellow."""

    signal: str
    colour: str
    road: str = ""
    mode: str = "regular"


Columns = Mapping[str, Any]
Actors = Union[Iterable[Union[Actor, Mapping[str, Any]]], Columns, Any]


def suggestion(word: str, known: Iterable[str]) -> str:
    """What the word was probably meant to be, for the end of a sentence."""
    close = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return f" (did you mean {close[0]}?)" if close else ""


def check_columns(present: Sequence[str], required: Sequence[str], known: Sequence[str], what: str) -> None:
    """A column that is missing, or has a name that nobody knows, is an error that says which it might be."""
    unknown = [name for name in present if name not in known]
    for name in required:
        if name not in present:
            close = suggestion(name, unknown) if unknown else ""
            if not close:  # for people "pos_x" is close to "x", for difflib it is not
                alike = [other for other in unknown if name in other.lower().replace("-", "_").split("_")]
                close = f" (did you mean {alike[0]}?)" if alike else ""
            there = ", ".join(map(str, present)) or "none"
            raise Error(f"{what} has no column {name}{close}; it has {there}. columns={{'{name}': ...}} names another")
    for name in unknown:
        raise Error(f"{what}: column {name} is unknown{suggestion(str(name), known)}; known are {', '.join(known)}")


def number_of(word: Any, words: Sequence[str], name: str, of: str) -> int:
    """The place of a word; nothing at all is the first."""
    if isinstance(word, bytes):
        word = as_text(word)
    if isinstance(word, str):
        if word in words:
            return words.index(word)
    elif word is None or (isinstance(word, float) and math.isnan(word)):
        return 0
    known = ", ".join(w for w in words if w)
    raise Error(f"{of}{name} {word!r} is unknown{suggestion(str(word), words)}; known are {known}")


class Texts:
    """Bytes for C, each made once, that live as long as this."""

    def __init__(self) -> None:
        self._kept: Dict[Any, Tuple[ctypes.c_char_p, int]] = {}

    def address(self, text: Any) -> int:
        known = self._kept.get(text)
        if known is None:
            if text is None or (isinstance(text, float) and math.isnan(text)):
                return 0
            held = ctypes.c_char_p(encoded(as_text(text)))
            known = self._kept[text] = (held, ctypes.cast(held, ctypes.c_void_p).value or 0)
        return known[1]


class ActorBuffer:
    """The array of structs that is handed to C, used again for every frame."""

    def __init__(self) -> None:
        self._texts = Texts()
        self._capacity = 0
        self._columns_of_last: Dict[str, Any] = {}
        self._grow(64)

    def _grow(self, capacity: int) -> None:
        if capacity <= self._capacity:
            return
        self._capacity = max(capacity, 2 * self._capacity)
        self.array = (ActorStruct * self._capacity)()
        self._columns_of_last = {}
        self._view: Any = None
        if numpy is not None:
            self._view = numpy.frombuffer(self.array, dtype=numpy.dtype(ActorStruct))
            # One member each, fetched once: numpy takes a microsecond to find it.
            self._members = {name: self._view[name] for name in (*COLUMNS, "size")}

    def fill(self, actors: Actors) -> int:
        """Writes the actors; how many there are."""
        if is_frame(actors):
            return self.fill_columns(columns_of(actors), "the DataFrame")
        if numpy is not None and isinstance(actors, numpy.ndarray) and actors.dtype.names:
            return self.fill_columns({name: actors[name] for name in actors.dtype.names}, "the array")
        if isinstance(actors, Mapping):
            return self.fill_columns(actors, "the frame")
        return self._fill_objects(actors)

    def _fill_objects(self, actors: Iterable[Union[Actor, Mapping[str, Any]]]) -> int:
        given = [actor if isinstance(actor, Actor) else actor_of(actor) for actor in actors]
        self._grow(len(given))
        self._columns_of_last = {}
        for place, actor in enumerate(given):
            struct, of = self.array[place], f"actor {actor.id}: "
            struct.size = ctypes.sizeof(ActorStruct)
            struct.id = self._texts.address(actor.id)
            struct.parent = self._texts.address(actor.parent)
            struct.type = number_of(actor.type, TYPES, "type", of)
            for name in ACTOR_CHOICES:
                setattr(struct, name, number_of(getattr(actor, name), CHOICES[name], name, of))
            for name in ACTOR_NUMBERS:
                setattr(struct, name, as_number(getattr(actor, name), name, of))
        return len(given)

    def fill_columns(self, columns: Columns, what: str) -> int:
        """Writes columns: arrays or lists of the same length, or one value for all."""
        names = list(columns)
        check_columns(names, REQUIRED, COLUMNS, what)
        count = 1 if is_one(columns["id"]) else len(columns["id"])
        for name in names:
            if not is_one(columns[name]) and len(columns[name]) != count:
                raise Error(f"{what}: column {name} has {len(columns[name])} rows, but id has {count}")
        self._grow(count)
        if self._view is None:
            return self._fill_objects(rows_of(columns, count))
        members, last = self._members, self._columns_of_last
        if last.get("count", -1) != count:
            last.clear()
            last["count"] = count
            members["size"][:count] = ctypes.sizeof(ActorStruct)
        for name in ACTOR_NUMBERS:
            given = columns.get(name, NAN)
            if given is not NAN:
                members[name][:count] = as_numbers(given, name, what)
                last.pop(name, None)
            elif name not in last:
                members[name][:count] = NAN
                last[name] = True
        for name in ("id", "type", "parent", *ACTOR_CHOICES):
            self._fill_words(name, columns.get(name), count, what)
        return count

    def _fill_words(self, name: str, given: Any, count: int, what: str) -> None:
        # Ids, types and roles mostly stay the same: comparing is quicker than looking them up.
        if hasattr(given, "tolist"):
            given = given.tolist()
        known = self._columns_of_last.get(name, self)
        if known is not self and type(known) is type(given) and known == given:
            return
        values = [given] * count if is_one(given) else given
        if name in ("id", "parent"):
            numbers = [self._texts.address(value) for value in values]
        elif name == "type":
            numbers = [number_of("car" if value is None else value, TYPES, name, f"{what}: ") for value in values]
        else:
            numbers = [number_of(value, CHOICES[name], name, f"{what}: ") for value in values]
        self._members[name][:count] = numbers
        self._columns_of_last[name] = list(given) if isinstance(given, list) else given


def is_one(value: Any) -> bool:
    """One value for all rows: also a scalar of numpy, or an array of it without an axis, which has a len() that throws."""
    if value is None or isinstance(value, (str, int, float)):
        return True
    return getattr(value, "ndim", None) == 0 or not hasattr(value, "__len__")


def as_number(value: Any, name: str, of: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise Error(f"{of}{name} must be a number, found {value!r}") from None


def as_doubles(values: Any) -> Any:
    """An array of doubles; what is masked is NaN. numpy itself would make them of dates, and of half a complex number."""
    if not hasattr(values, "dtype"):
        values = numpy.asarray(values)
    kinds = {_kind(values)}
    if "O" in kinds:
        kinds = {_kind(value) for value in numpy.asarray(values).flat}
    if not kinds.isdisjoint("cmM"):
        raise TypeError
    if isinstance(values, numpy.ma.MaskedArray):
        values = values.astype(numpy.float64).filled(NAN)
    return numpy.asarray(values, dtype=numpy.float64)


def _kind(value: Any) -> str:
    return str(getattr(getattr(value, "dtype", None), "kind", ""))


def as_numbers(values: Any, name: str, what: str) -> Any:
    try:
        array = as_doubles(values)
    except (TypeError, ValueError, OverflowError):
        raise Error(f"{what}: column {name} must hold numbers") from None
    if array.ndim > 1:
        raise Error(f"{what}: column {name} has more than one value for a row")
    return array


def columns_of(frame: Any) -> Columns:
    """Of a DataFrame, as arrays."""
    for name in frame.columns:
        if getattr(frame[name], "ndim", 1) != 1:
            raise Error(f"the DataFrame has more than one column {name}")
    return {name: column_of(frame[name]) for name in frame.columns}


def column_of(series: Any) -> Any:
    """Of pandas, as an array. What is missing is NaN or None: nothing can be done with pandas' own NA."""
    if not hasattr(series.dtype, "na_value") or not bool(series.isna().to_numpy().any()):
        return series.to_numpy()
    if series.dtype.kind in "iuf":
        return series.to_numpy(dtype="float64", na_value=NAN)
    return series.to_numpy(dtype=object, na_value=None)


def rows_of(columns: Columns, count: int) -> List[Actor]:
    """The actors of columns, one by one."""
    wide = {name: [values] * count if is_one(values) else values for name, values in columns.items()}
    return [actor_of({name: values[row] for name, values in wide.items()}) for row in range(count)]


def actor_of(row: Mapping[str, Any]) -> Actor:
    check_columns(list(row), REQUIRED, COLUMNS, "the actor")
    values = {name: ("" if value is None else value) if name not in ACTOR_NUMBERS else (NAN if value is None else value)
              for name, value in row.items()}  # fmt: skip
    return Actor(**{**values, "id": as_text(row["id"]), "type": values.get("type") or "car"})


def light_structs(lights: Optional[Iterable[Union[Light, Mapping[str, Any]]]]) -> "ctypes.Array[LightStruct]":
    given = [light if isinstance(light, Light) else light_of(light) for light in lights or ()]
    array = (LightStruct * len(given))()
    for place, light in enumerate(given):
        array[place] = LightStruct(
            colour=number_of(light.colour, COLOURS, "colour", f"signal {light.signal}: "),
            mode=number_of(light.mode or "regular", MODES, "mode", f"signal {light.signal}: "),
            road=encoded(light.road),
            signal=encoded(light.signal),
        )
    return array


def light_of(row: Mapping[str, Any]) -> Light:
    known = [field.name for field in fields(Light)]
    check_columns(list(row), ("signal", "colour"), known, "the light")
    return Light(**{name: as_text(value) for name, value in row.items()})


def as_text(value: Any) -> str:
    """Of a cell: nothing is "", a whole number that pandas made a float is one again, and bytes, as HDF5 has them, are UTF-8."""
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise Error(f"{value!r} is no text in UTF-8") from None
    if value is None or value != value:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def nanoseconds(seconds: Any) -> int:
    """Of a time in seconds, to the nearest."""
    try:
        time_ns = round(float(seconds) * 1e9)
    except (TypeError, ValueError, OverflowError):
        raise Error(f"a time must be a number of seconds, found {seconds!r}") from None
    return checked_time(time_ns)


def checked_time(time_ns: Any) -> int:
    return whole_number(time_ns, 64, "time in nanoseconds")
