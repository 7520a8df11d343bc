"""A run that is being driven."""

from __future__ import annotations

import contextlib
import ctypes
import os
from dataclasses import dataclass
from typing import Any, Iterable, List, Mapping, Optional, Union

from ._frames import Actor, ActorBuffer, Actors, Light, checked_time, light_structs, nanoseconds
from ._library import Error, EventStruct, call, decoded, encoded, lib, taken_text
from ._manifest import Run, run_options
from ._map import Map
from ._result import Result

__all__ = ["Actor", "Event", "Light", "Session"]

_KINDS = {1: "interval_start", 2: "interval_end", 3: "issue", 4: "message"}
_SEVERITIES = ("", "info", "warning", "error_continue", "error")
_CATEGORIES = ("sut", "other", "tool")


@dataclass(frozen=True)
class Event:
    """Something that happened in a frame. Times are seconds from the first frame."""

    kind: str  #: "interval_start", "interval_end", "issue" or "message": what a configuration's code says
    time: float
    check: str  #: of a message who says it, "" if it is no check
    actor: str  #: of a message "": it is about nobody
    start: float
    other_actor: Optional[str] = None
    end: Optional[float] = None
    ended_by: str = ""  #: of an interval: "condition", "actor_gone", "relocation" ...
    issue_kind: str = ""  #: these are of an issue
    severity: str = ""  #: of a message "info", "warning" or "": for debugging
    category: str = ""
    message: str = ""  #: also of a message


def _event(struct: EventStruct) -> Event:
    kind = _KINDS[struct.kind]
    is_issue = kind == "issue"
    return Event(
        kind=kind,
        time=struct.time_ns / 1e9,
        check=decoded(struct.check),
        actor=decoded(struct.actor),
        start=struct.start_ns / 1e9,
        other_actor=None if struct.other_actor is None else decoded(struct.other_actor),
        end=None if kind == "interval_start" else struct.end_ns / 1e9,
        ended_by=decoded(struct.ended_by),
        issue_kind=decoded(struct.issue_kind),
        severity=_SEVERITIES[struct.severity],
        category=_CATEGORIES[struct.category] if is_issue else "",
        message=decoded(struct.message),
    )


class Session:
    """A run that is evaluated while it is driven, beside any simulator.

    >>> import scrutineer as sc
    >>> with sc.Session(map="examples/maps/town.xodr", ego="hero") as session:
    ...     for frame in range(50):                                # your simulator's loop
    ...         x = -110.0 + 0.5 * frame
    ...         for event in session.step(0.1 * frame, [sc.Actor("hero", x, -1.75, yaw=0.0, vx=5.0, vy=0.0)]):
    ...             print(event.message)
    >>> session.result.verdict
    'pass'

    It takes what a manifest (run.json, docs/traces.md) does: map, ego, config, settings, profile, info ... `out` is a
    folder for the result's files. A session is for one thread at a time; any number of them may run side by side.
    """

    def __init__(self, map: Union[str, "os.PathLike[str]", Map, None] = None, **manifest: Any) -> None:
        self._handle: Optional[int] = None
        self._result: Optional[Result] = None
        self._buffer = ActorBuffer()
        self._error = ctypes.c_void_p()
        run = Run.of(map=map, **manifest)
        with run_options(run) as options:
            self._handle = call("scr_session_open", run.json(), ctypes.byref(options))

    def step(self, t: float, actors: Actors, lights: Optional[Iterable[Union[Light, Mapping[str, Any]]]] = None) -> List[Event]:
        """Evaluates the frame at `t` seconds; what happened in it.

        `actors` are `Actor` objects or dictionaries; or columns: a dictionary of numpy arrays (or lists, or one value for
        all), a DataFrame or a structured array with the columns id, x, y, and perhaps type, yaw, vx, vy ... `lights` are
        those signals that changed.

        A frame that cannot be used is an `Error`, and as if it had never been: the next may be good.
        """
        return self.step_ns(nanoseconds(t), actors, lights)

    def step_ns(self, time_ns: int, actors: Actors, lights: Optional[Iterable[Union[Light, Mapping[str, Any]]]] = None) -> List[Event]:
        """The same with a whole number of nanoseconds."""
        handle = self._open_handle()
        time_ns = checked_time(time_ns)
        count = self._buffer.fill(actors)
        signals = light_structs(lights) if lights else None
        call("scr_session_step", handle, time_ns, self._buffer.array, count, signals, len(signals) if signals else 0)
        return self._events(handle)

    def _events(self, handle: int) -> List[Event]:
        events, count = ctypes.POINTER(EventStruct)(), ctypes.c_int64()
        call("scr_session_events", handle, ctypes.byref(events), ctypes.byref(count))
        return [_event(events[i]) for i in range(count.value)]

    def event_lines(self) -> str:
        """What happened in the last frame as lines of JSON."""
        return decoded(call("scr_session_event_lines", self._open_handle()))

    def relocate(self, actor: Optional[str] = None, is_on_its_way: bool = False) -> None:
        """In the next frame the actor (the ego, unless one is named) is somewhere else on purpose: that is no teleportation.

        With `is_on_its_way` it is not there yet in that frame, and not judged.
        """
        call("scr_session_relocate", self._open_handle(), None if actor is None else encoded(actor), is_on_its_way)

    @property
    def is_over(self) -> bool:
        """The run ended, as settings may want it at the first error. It is to be finished."""
        return self._handle is None or bool(lib.scr_session_is_over(self._handle))

    def finish(self) -> Result:
        """Ends the run; its result. A second call gives the same.

        If files of `out` cannot be written that is raised, and `result` and a second call give what was found.
        """
        if self._result is None:
            try:
                self._take_result()
            except Error as error:
                if error.code != Error.BUSY:
                    with contextlib.suppress(Error):  # there is no result
                        self._take_result()
                raise
        assert self._result is not None
        return self._result

    def _take_result(self) -> None:
        self._result = Result(taken_text(call("scr_session_finish", self._open_handle())))
        self.close()

    @property
    def result(self) -> Result:
        """Of a finished session."""
        if self._result is None:
            raise Error("the session is not finished, so there is no result yet", code=Error.STATE)
        return self._result

    def close(self) -> None:
        """Abandons the run, unless it is finished."""
        handle, self._handle = self._handle, None
        if handle is not None:
            lib.scr_session_close(handle)

    def _open_handle(self) -> int:
        if self._handle is None:
            raise Error("the session is finished" if self._result else "the session is closed", code=Error.STATE)
        return self._handle

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        if kind is None and self._handle is not None:
            self.finish()
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()
