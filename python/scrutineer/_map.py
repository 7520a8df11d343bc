"""Maps, and questions about many places at once."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from typing import Any, Iterable, List, Optional, Sequence, Tuple, Union

from ._frames import as_doubles
from ._library import (
    NAN,
    Error,
    PointStruct,
    PositionStruct,
    RouteLaneStruct,
    SignalStruct,
    call,
    decoded,
    encoded,
    lib,
    whole_number,
)
from ._optional import numpy


@dataclass(frozen=True)
class Position:
    """A place on a lane, in metres and radians. Left is positive in the sense of the road's s."""

    road: str
    lane: int  #: OpenDRIVE's number
    s: float
    t: float
    offset: float  #: from the lane's centre line
    width: float  #: of the lane here
    heading: float  #: of the road's reference line here
    height: float  #: of the road's surface here
    lane_count: int  #: how many lanes contain the point
    is_along_s: bool  #: traffic on the lane runs along s
    lane_index: int
    road_index: int

    def _struct(self) -> PositionStruct:
        return PositionStruct(lane_index=self.lane_index, road_index=self.road_index, s=self.s, offset=self.offset)


@dataclass(frozen=True)
class RouteLane:
    road: str
    lane: int
    is_along_s: bool
    s_begin: float
    s_end: float
    lane_index: int


@dataclass(frozen=True)
class Signal:
    id: str
    road: str
    kind: str
    s: float
    t: float
    distance: float
    lane_index: int


def _position(struct: PositionStruct) -> Optional[Position]:
    if struct.road is None:
        return None
    return Position(
        road=decoded(struct.road), lane=struct.lane, s=struct.s, t=struct.t, offset=struct.offset, width=struct.width,
        heading=struct.heading, height=struct.height, lane_count=struct.lane_count, is_along_s=bool(struct.is_along_s),
        lane_index=struct.lane_index, road_index=struct.road_index,
    )  # fmt: skip


class _Held:
    """One more reference to a map: its memory stays until this is gone, even if the map is closed before."""

    def __init__(self, handle: int) -> None:
        self.handle = lib.scr_map_share(handle)

    def __del__(self) -> None:
        lib.scr_map_close(self.handle)


if numpy is not None:
    _DTYPE = numpy.dtype(
        {
            "names": ["size", "lane", "road_address", "road_index", "lane_index", "lane_count", "is_along_s", "s", "t",
                      "offset", "width", "heading", "height"],
            "formats": ["u4", "i4", "u8", "i4", "i4", "i4", "i4", "f8", "f8", "f8", "f8", "f8", "f8"],
        }
    )  # fmt: skip
    assert _DTYPE.itemsize == ctypes.sizeof(PositionStruct)

    class Positions(numpy.ndarray):
        """A structured array: lane, s, t, offset, width, heading, height, lane_count, is_along_s, lane_index (-1: on no lane).

        `road` is the array of the roads' ids ("" on no lane), made when it is asked for, which may be after the map was
        closed.
        """

        _held: Optional[_Held] = None  # whose memory the roads' names are

        def __array_finalize__(self, source: Any) -> None:
            self._held = getattr(source, "_held", None)

        @property
        def road(self) -> Any:
            if self._held is None:  # such as after pickle, in whose process there is no such memory
                raise Error("these positions are of no map of this process, so the names of their roads are not known", code=Error.STATE)
            known = {}
            indices, inverse = numpy.unique(self["road_index"], return_inverse=True)
            addresses = self["road_address"].ravel()
            for place, index in enumerate(indices):
                first = int(numpy.argmax(inverse == place))
                known[place] = ctypes.string_at(int(addresses[first])).decode() if index >= 0 else ""
            names = numpy.array([known[place] for place in range(len(indices))], dtype=object)
            return names[inverse] if len(names) else numpy.empty(0, dtype=object)

        @property
        def is_on_road(self) -> Any:
            return numpy.asarray(self["lane_index"]) >= 0

else:

    class Positions(list):  # type: ignore[no-redef]
        """A list of `Position`, or None for points on no lane."""


class Map:
    """A road map: OpenDRIVE, or a run that carries one.

    >>> import scrutineer as sc
    >>> town = sc.Map("examples/maps/town.xodr")
    >>> here = town.locate_one(-100.0, -1.75)                     # a Position, or None
    >>> here.road, here.lane, round(here.t, 2)
    ('mill_road', 1, 1.75)
    >>> round(town.legal_speed(here) * 3.6)
    50
    >>> found = town.locate([(-100.0, -1.75), (4000.0, 0.0)])     # numpy in, structured numpy out
    >>> len(found)
    2

    It never changes, and may be used from any number of threads. Once it is closed, any use of it is an `Error`; what it
    found before stays good.
    """

    def __init__(self, file: Union[str, "os.PathLike[str]"]) -> None:
        self.handle: Optional[int] = None
        self.file = os.fspath(file)
        self.handle = call("scr_map_open", encoded(self.file))

    @classmethod
    def from_text(cls, content: Union[str, bytes], name: str = "map.xodr") -> "Map":
        """Of OpenDRIVE that is in memory; `name` is what errors call it."""
        made = cls.__new__(cls)
        made.handle, made.file = None, name
        data = content.encode() if isinstance(content, str) else content
        made.handle = call("scr_map_read", data, len(data), encoded(name))
        return made

    def locate(self, points: Any) -> Positions:
        """The nearest lane that contains each point: rows of x, y, or of x, y, z where levels lie over each other."""
        if numpy is None:
            return Positions(_position(struct) for struct in self._locate_structs(_point_list(points)))
        held, xyz = _Held(self.open_handle()), _points(points)
        out = numpy.empty(len(xyz), dtype=_DTYPE)
        if len(xyz):
            out["size"][0] = _DTYPE.itemsize
        call("scr_map_locate", held.handle, len(xyz), xyz.ctypes.data, out.ctypes.data)
        found = out.view(Positions)
        found._held = held
        return found

    def _locate_structs(self, points: List[Tuple[float, float, float]]) -> Iterable[PositionStruct]:
        xyz = (ctypes.c_double * (3 * len(points)))(*[value for point in points for value in point])
        out = (PositionStruct * len(points))()
        if points:
            out[0].size = ctypes.sizeof(PositionStruct)
        call("scr_map_locate", self.open_handle(), len(points), xyz, out)
        return out

    def locate_one(self, x: float, y: float, z: float = NAN) -> Optional[Position]:
        """Where one point is; None: on no lane."""
        return _position(list(self._locate_structs([(float(x), float(y), float(z))]))[0])

    def nearest(self, x: float, y: float, z: float = NAN, radius: float = 100.0) -> Optional[Tuple[Position, float]]:
        """The nearest lane within the radius, and how far it is away; None: there is none."""
        out, distance = PositionStruct(), ctypes.c_double()
        xyz = (ctypes.c_double * 3)(x, y, z)
        call("scr_map_nearest", self.open_handle(), 1, xyz, radius, ctypes.byref(out), ctypes.byref(distance))
        found = _position(out)
        return None if found is None else (found, distance.value)

    def find_lane(self, road: str, lane: int, s: float) -> Position:
        """The centre of a lane that is named by its road, its number and s."""
        out = PositionStruct()
        number = whole_number(lane, 32, "lane")
        call("scr_map_find_lane", self.open_handle(), encoded(str(road)), s, number, ctypes.byref(out))
        found = _position(out)
        assert found is not None
        return found

    def point(self, at: Position, offset: Optional[float] = None) -> Tuple[float, float, float, float]:
        """x, y, z and heading along s of a place; with `offset` so far to the left of its lane's centre instead."""
        place, out = at._struct(), PointStruct()
        if offset is not None:
            place.offset = offset
        call("scr_map_point", self.open_handle(), 1, ctypes.byref(place), ctypes.byref(out))
        return out.x, out.y, out.z, out.heading

    def road_distance(self, ego: Position, heading: float, place: Position) -> Optional[Tuple[float, float]]:
        """How far the place is ahead and to the left along the roads, as somebody at `ego` sees it; None: too far."""
        from_struct, to_struct, out = ego._struct(), place._struct(), (ctypes.c_double * 2)()
        call("scr_map_road_distance", self.open_handle(), ctypes.byref(from_struct), heading, 1, ctypes.byref(to_struct), out)
        return None if out[0] != out[0] else (out[0], out[1])

    def surface_distance(self, points: Any, max_distance: float = 100.0) -> Any:
        """Metres from each point to the road's surface, 0 on it."""
        if numpy is None:
            rows = _point_list(points)
            xyz = (ctypes.c_double * (3 * len(rows)))(*[value for row in rows for value in row])
            found = (ctypes.c_double * len(rows))()
            call("scr_map_surface_distance", self.open_handle(), len(rows), xyz, max_distance, found)
            return list(found)
        array = _points(points)
        out = numpy.empty(len(array))
        call("scr_map_surface_distance", self.open_handle(), len(array), array.ctypes.data, max_distance, out.ctypes.data)
        return out

    def legal_speed(self, at: Position) -> float:
        """m/s; infinity: no limit; NaN: the map does not say."""
        place, out = at._struct(), ctypes.c_double()
        call("scr_map_legal_speed", self.open_handle(), 1, ctypes.byref(place), ctypes.byref(out))
        return out.value

    def route(self, start: Position, end: Position) -> Optional[Tuple[float, List[RouteLane]]]:
        """The shortest way over lanes: its length and its lanes; None: there is none."""
        begin, goal = start._struct(), end._struct()
        count, length, capacity = ctypes.c_int64(), ctypes.c_double(), 64
        while True:
            out = (RouteLaneStruct * capacity)()
            out[0].size = ctypes.sizeof(RouteLaneStruct)
            call("scr_map_route", self.open_handle(), ctypes.byref(begin), ctypes.byref(goal), out, capacity,
                 ctypes.byref(count), ctypes.byref(length))  # fmt: skip
            if count.value <= capacity:
                break
            capacity = count.value
        if count.value == 0:
            return None
        lanes = [RouteLane(decoded(lane.road), lane.lane, bool(lane.is_along_s), lane.s_begin, lane.s_end, lane.lane_index)
                 for lane in out[: count.value]]  # fmt: skip
        return length.value, lanes

    def signals_ahead(self, at: Position, distance: float) -> List[Signal]:
        """What holds for traffic that goes on from here, nearest first."""
        place, count, capacity = at._struct(), ctypes.c_int64(), 64
        while True:
            out = (SignalStruct * capacity)()
            out[0].size = ctypes.sizeof(SignalStruct)
            call("scr_map_signals_ahead", self.open_handle(), ctypes.byref(place), distance, out, capacity, ctypes.byref(count))
            if count.value <= capacity:
                break
            capacity = count.value
        return [Signal(decoded(one.id), decoded(one.road), decoded(one.kind), one.s, one.t, one.distance, one.lane_index)
                for one in out[: count.value]]  # fmt: skip

    def open_handle(self) -> int:
        """What C knows the map by; an `Error` once it is closed."""
        if self.handle is None:
            raise Error("the map is closed", code=Error.STATE)
        return self.handle

    def close(self) -> None:
        """Gives the memory back, once nobody uses the map any more."""
        handle, self.handle = self.handle, None
        if handle is not None:
            lib.scr_map_close(handle)

    def __enter__(self) -> "Map":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "handle", None) is not None:
            self.close()

    def __repr__(self) -> str:
        return f"<scrutineer.Map {self.file}>"


def _points(points: Any) -> Any:
    """n rows of x, y, z as C wants them."""
    try:
        given = as_doubles(points)
    except (TypeError, ValueError, OverflowError):
        raise Error("points must be rows of numbers: x, y, or x, y, z") from None
    if given.size == 0:
        return numpy.empty((0, 3))
    if given.ndim != 2 or given.shape[1] not in (2, 3):
        raise Error(f"points must be rows of x, y, or of x, y, z; found an array of shape {given.shape}")
    if given.shape[1] == 3:
        return numpy.ascontiguousarray(given)
    xyz = numpy.empty((len(given), 3))
    xyz[:, :2] = given
    xyz[:, 2] = NAN
    return xyz


def _point_list(points: Sequence[Sequence[float]]) -> List[Tuple[float, float, float]]:
    rows = []
    for point in points:
        if len(point) not in (2, 3):
            raise Error(f"a point must be x, y, or x, y, z; found {point!r}")
        rows.append((float(point[0]), float(point[1]), float(point[2]) if len(point) == 3 else NAN))
    return rows
