"""The Teleporter beside any simulator."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass, field
from typing import Any, List, Mapping, Optional, Sequence, Tuple, Union

from ._frames import ActorBuffer, Actors, nanoseconds
from ._library import CommandStruct, Error, call, decoded, encoded, json_of, lib, taken_text, whole_number
from ._map import Map

_KINDS = {1: "remove", 2: "clear", 3: "wait", 4: "place", 5: "done", 6: "arrived", 7: "warning"}


@dataclass(frozen=True)
class Command:
    """What the simulator is to do before the next frame, or what it should know."""

    kind: str  #: "remove", "clear", "wait", "place", "done", "arrived" or "warning"
    actor: str = ""  #: of remove: whom
    text: str = ""  #: of done: the row of the log; of warning: for people
    x: float = 0.0  #: of clear, remove and place
    y: float = 0.0
    z: float = 0.0
    heading: float = 0.0
    radius: float = 0.0  #: of clear and remove
    seconds: float = 0.0  #: of wait: that are left; of arrived: since the episode began
    way: List[Tuple[float, float]] = field(default_factory=list)  #: of place: the lanes' centres to drive along
    spawn_lane: str = ""  #: of place and done
    target_time: float = 0.0
    estimated_time: float = 0.0


def _command(struct: CommandStruct) -> Command:
    way = [(struct.way[2 * i], struct.way[2 * i + 1]) for i in range(struct.way_count)]
    return Command(
        kind=_KINDS[struct.kind], actor=decoded(struct.actor), text=decoded(struct.text), x=struct.x, y=struct.y,
        z=struct.z, heading=struct.heading, radius=struct.radius, seconds=struct.seconds, way=way,
        spawn_lane=decoded(struct.spawn_lane), target_time=struct.target_time, estimated_time=struct.estimated_time,
    )  # fmt: skip


class Teleporter:
    """Relocates the ego whenever it drives into the trigger box. It decides; the simulator carries out.

    >>> import scrutineer as sc
    >>> teleporter = sc.Teleporter(map="examples/maps/town.xodr", config="examples/teleporter/loop.json", seed=7)
    >>> x, y = 1.75, 85.0
    >>> for frame in range(20):                                    # your simulator's loop
    ...     y += 1.0                                               # it drives into the box
    ...     for command in teleporter.step(0.1 * frame, (x, y), others=[]):
    ...         if command.kind == "remove":
    ...             pass                                           # take command.actor out of the simulation
    ...         elif command.kind == "place":
    ...             x, y = command.x, command.y                    # with command.heading, standing still
    ...         elif command.kind == "done":
    ...             print("an episode begins at", command.spawn_lane)
    an episode begins at park_lane/0/1

    If a `Session` judges the run, call its `relocate()` when "place" was carried out: then this is no teleportation.

    `config` is the Teleporter's file (docs/teleporter.md) or a dictionary of the same; `seed` wins over the file's.
    """

    def __init__(self, map: Union[str, "os.PathLike[str]", Map], config: Union[str, "os.PathLike[str]", Mapping[str, Any]],
                 seed: Optional[int] = None) -> None:  # fmt: skip
        self._handle: Optional[int] = None
        self._map = map if isinstance(map, Map) else Map(map)
        self._others = ActorBuffer()
        text = json_of(config, "the configuration") if isinstance(config, Mapping) else encoded(_read(os.fspath(config)))
        if seed is not None and not 0 <= whole_number(seed, 128, "the seed") < 1 << 63:
            raise Error(f"the seed must be 0 to 2^63 - 1, found {seed}")
        number = -1 if seed is None else whole_number(seed, 64, "the seed")
        self._handle = call("scr_teleporter_open", self._map.open_handle(), text, number)

    def step(self, t: float, ego: Optional[Sequence[float]], others: Optional[Actors] = None) -> List[Command]:
        """Every frame, at `t` seconds, with the ego's centre as x, y or x, y, z; None: there is no ego.

        `others` are all other vehicles, as a Session takes actors: then "remove" names them. Without them "clear" gives the
        area to be cleared.
        """
        handle, time_ns = self._open_handle(), nanoseconds(t)
        centre = None
        if ego is not None:
            if len(ego) not in (2, 3):
                raise Error(f"the ego's centre must be x, y or x, y, z; found {ego!r}")
            centre = (ctypes.c_double * 3)(*ego, *([float("nan")] if len(ego) == 2 else []))
        count = 0 if others is None else self._others.fill(others)
        call("scr_teleporter_step", handle, time_ns, centre, None if others is None else self._others.array, count)
        commands, found = ctypes.POINTER(CommandStruct)(), ctypes.c_int64()
        call("scr_teleporter_commands", handle, ctypes.byref(commands), ctypes.byref(found))
        return [_command(commands[i]) for i in range(found.value)]

    def log(self) -> str:
        """All teleports so far as CSV, which `check --relocations` reads."""
        return taken_text(call("scr_teleporter_log", self._open_handle()))

    def arrivals(self) -> str:
        """Target, estimated and achieved arrival times of the episodes so far, as CSV."""
        return taken_text(call("scr_teleporter_arrivals", self._open_handle()))

    def _open_handle(self) -> int:
        if self._handle is None:
            raise Error("the Teleporter is closed", code=Error.STATE)
        return self._handle

    def close(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            lib.scr_teleporter_close(handle)

    def __enter__(self) -> "Teleporter":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()


def _read(file: str) -> str:
    try:
        with open(file, encoding="utf-8") as opened:
            return opened.read()
    except OSError as problem:
        raise Error(f"cannot be read: {problem.strerror}", file, code=Error.INPUT) from None


__all__ = ["Command", "Teleporter"]
