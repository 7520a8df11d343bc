"""Runs that were recorded, and runs in tables."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

from ._frames import COLUMNS, REQUIRED, Light, check_columns, column_of, light_of
from ._library import Error, call, taken_text
from ._manifest import PathLike, Run, run_options
from ._map import Map
from ._optional import is_frame, numpy
from ._result import Result
from ._session import Session

# Nanoseconds: a light that changes so little after a frame has changed in it, as in src/base/clock_rounding.h.
_CLOCK_ROUNDING = 50_000


def check(run: Any, map: Union[PathLike, Map, None] = None, *, columns: Union[Mapping[str, str], str, None] = None, **manifest: Any) -> Result:
    """Evaluates a run.

    >>> import scrutineer as sc
    >>> sc.check("examples/runs/clean/run.json")                       # a manifest that names all of it
    <scrutineer.Result pass: no issues>
    >>> sc.check("examples/runs/departure/run.csv", map="examples/maps/town.xodr").verdict    # any format that Scrutineer reads
    'fail'

    Or a pandas DataFrame with columns as Scrutineer CSV has them (time, id, type, x, y ...), or others:

        sc.check(dataframe, map="town.xodr", columns={"x": "pos_x", "y": "pos_y"})

    The columns of a CSV file of your own may also be a text, as after `--columns`: "x=pos_x,yaw=heading:deg,case==3".

    Beside that it takes what a manifest does (docs/traces.md): config=["my.osc"], profile="modern",
    settings={"policy.max_speed": "130kph"}, disable=["jerk_policy"], lights="lights.csv", info={...} ... Of a DataFrame
    `lights` is another one, with time, signal, colour and perhaps road and mode. `out` is a folder for the result's files.

    What cannot be evaluated at all is an `Error`; a run that broke off has a result with `is_complete` False.
    """
    if is_frame(run):
        if isinstance(columns, str):
            raise Error("columns: those of a DataFrame must be a dictionary, such as {'x': 'pos_x'}")
        return _check_frame(run, columns or {}, map, manifest)
    if columns is not None:
        manifest["columns"] = columns if isinstance(columns, str) else dict(columns)
    path = os.fspath(run)
    is_manifest = path.endswith(".json")
    made = Run.of(manifest=path if is_manifest else None, map=map, **({} if is_manifest else {"trace": path}), **manifest)
    with run_options(made) as options:
        return Result(taken_text(call("scr_check", made.json(), ctypes.byref(options))))


def _check_frame(frame: Any, columns: Mapping[str, str], map: Union[PathLike, Map, None], manifest: Dict[str, Any]) -> Result:
    lights = manifest.pop("lights", None)
    clock, table = _table(frame, columns)
    times = _nanoseconds(clock, "the DataFrame", _beginning(clock))
    signals = _light_rows(lights, clock) if lights is not None else []
    with Session(map=map, **{"trace": "DataFrame", **manifest}) as session:
        lit = 0
        for begin, end in _stretches(times):
            changed: List[Light] = []
            while lit < len(signals) and signals[lit][0] <= times[begin] + _CLOCK_ROUNDING:
                changed.append(signals[lit][1])
                lit += 1
            try:
                session.step_ns(int(times[begin]), {name: column[begin:end] for name, column in table.items()}, changed)
            except Error:
                if not session.is_over:
                    raise
            if session.is_over:  # why, the result says
                break
    return session.result


def _table(frame: Any, columns: Mapping[str, str]) -> Tuple[Any, Dict[str, Any]]:
    """The column of times, and the other columns under our names."""
    known = ("time", *COLUMNS)
    for name, column in columns.items():
        if name not in known:
            raise Error(f"columns: {name} is unknown; known are {', '.join(known)}")
        if column not in frame.columns:
            raise Error(f"columns: the DataFrame has no column {column}; it has {', '.join(map_text(frame.columns))}")
    chosen = {name: columns.get(name, name) for name in known if columns.get(name, name) in frame.columns}
    taken = set(chosen.values())
    left = [str(column) for column in frame.columns if column not in taken] if not columns else []
    check_columns([*chosen, *left], ("time", *REQUIRED), known, "the DataFrame")
    for name, column in chosen.items():
        if getattr(frame[column], "ndim", 1) != 1:
            raise Error(f"the DataFrame has more than one column {column}")
    table = {name: column_of(frame[column]) for name, column in chosen.items() if name != "time"}
    return frame[chosen["time"]], table


def map_text(values: Any) -> List[str]:
    return [str(value) for value in values]


def _beginning(clock: Any) -> Any:
    """From when dates are counted: the first one. None: the clock has no dates, and counts as it is."""
    return clock.iloc[0] if clock.dtype.kind == "M" and len(clock) else None


def _nanoseconds(column: Any, what: str, beginning: Any = None) -> Any:
    kind = column.dtype.kind
    if kind not in "iufmM":
        raise Error(f"{what}: column time must hold seconds, or times of pandas")
    missing = column.isna().to_numpy()
    if missing.any():
        raise Error(f"{what}: column time has no number in row {int(numpy.argmax(missing))}")
    if kind == "M":
        column = column - (column if beginning is None else beginning)
    if kind in "mM":
        return column.to_numpy().astype("timedelta64[ns]").astype("int64")
    values = column.to_numpy(dtype="float64")
    absurd = ~(numpy.abs(values) < 2.0**63 / 1e9)  # beyond what C can hold
    if absurd.any():
        row = int(numpy.argmax(absurd))
        raise Error(f"{what}: column time is absurd in row {row}: {values[row]} s; is it in other units than seconds?")
    return numpy.rint(values * 1e9).astype("int64")


def _check_order(times: Any, what: str) -> None:
    falls = numpy.flatnonzero(numpy.diff(times) < 0)
    if len(falls):
        raise Error(
            f"{what}: column time goes back in row {int(falls[0]) + 1}: sort it first, "
            "dataframe.sort_values('time', kind='stable')"
        )


def _stretches(times: Any) -> Iterator[Tuple[int, int]]:
    """From row to row where the time stays the same."""
    if len(times) == 0:
        return
    _check_order(times, "the DataFrame")
    bounds = [0, *(numpy.flatnonzero(numpy.diff(times)) + 1).tolist(), len(times)]
    yield from zip(bounds, bounds[1:])


def _light_rows(lights: Any, clock: Any) -> List[Tuple[int, Light]]:
    """The rows with their times on the run's clock."""
    if not is_frame(lights):
        raise Error("the lights of a DataFrame must be a DataFrame, too: time, signal, colour and perhaps road and mode")
    names = ("time", "road", "signal", "colour", "mode")
    what = "the DataFrame of lights"
    check_columns(list(map_text(lights.columns)), ("time", "signal", "colour"), names, what)
    column = lights["time"]
    if len(lights) and (column.dtype.kind == "M") != (clock.dtype.kind == "M"):
        raise Error(f"{what}: column time must be on the run's clock: dates for both, or seconds for both")
    try:
        times = _nanoseconds(column, what, _beginning(clock))
    except TypeError as error:  # with a time zone and without
        raise Error(f"{what}: column time cannot be compared with the run's: {error}") from None
    _check_order(times, what)
    rows = lights[[name for name in names[1:] if name in lights.columns]].astype(object).to_dict("records")
    return [(int(time), light_of(row)) for time, row in zip(times, rows)]


__all__ = ["check"]
