"""What a run is made of, as a manifest (run.json) says it."""

from __future__ import annotations

import contextlib
import json
import os
from typing import Any, Dict, Iterator, List, Mapping, Optional, Union

from ._library import Error, RunOptionsStruct, encoded, json_of
from ._map import Map

_PATHS = ("map", "map_dir", "trace", "lights", "sumo_net", "vehicle_types", "planned_path", "relocations", "odd")
_PATHS_OR_VALUES = ("environment", "cod")
_PATH_LISTS = ("config", "lang_path")
_SETTING_LISTS = ("enable", "disable", "severity")

PathLike = Union[str, "os.PathLike[str]"]


class Run:
    """A manifest in the making."""

    def __init__(self, values: Dict[str, Any], folder: Optional[str] = None) -> None:
        self.values, self.folder = values, folder
        self.out: Optional[str] = None
        self.map: Optional[Map] = None

    @classmethod
    def of(cls, manifest: Optional[PathLike] = None, **given: Any) -> "Run":
        """What the keywords say, over what a manifest's file says."""
        run = cls({})
        if manifest is not None:
            run = cls(_read(os.fspath(manifest)), os.path.dirname(os.fspath(manifest)))
        out = given.pop("out", None)
        run.out = None if out is None else os.fspath(out)
        if isinstance(given.get("map"), Map):
            run.map = given.pop("map")
        settings = _settings(given.pop("settings", None), {name: given.pop(name, None) for name in _SETTING_LISTS})
        if settings:
            run.values["settings"] = [*run.values.get("settings", []), *settings]
        for name, value in given.items():
            if value is not None:
                run.values[name] = run._resolved(name, value)
        return run

    def _resolved(self, name: str, value: Any) -> Any:
        if name in _PATH_LISTS:
            listed = [value] if isinstance(value, (str, os.PathLike)) else value
            return [*self.values.get(name, []), *(self.path(item) for item in listed)]
        is_path = name in _PATHS or (name in _PATHS_OR_VALUES and isinstance(value, (str, os.PathLike)))
        return self.path(value) if is_path else value

    def path(self, value: PathLike) -> str:
        """Paths that a program gives count from its own folder, wherever the manifest is."""
        text = os.fspath(value)
        return os.path.abspath(text) if self.folder else text

    def json(self) -> bytes:
        return json_of(self.values, "what describes the run")


def _read(file: str) -> Dict[str, Any]:
    try:
        with open(file, encoding="utf-8") as opened:
            values = json.load(opened)
    except OSError as problem:
        raise Error(f"cannot be read: {problem.strerror}", file, code=Error.INPUT) from None
    except ValueError as problem:
        raise Error(f"is no JSON: {problem}", file, getattr(problem, "lineno", 0), Error.INPUT) from None
    if not isinstance(values, dict):
        raise Error("a manifest must be an object", file, 1, Error.INPUT)
    return values


def _settings(settings: Any, listed: Mapping[str, Any]) -> List[Dict[str, str]]:
    """{"policy.max_speed": "130kph"}, or what a manifest has: [{"set": "policy.max_speed=130kph"}]."""
    found: List[Dict[str, str]] = []
    if isinstance(settings, Mapping):
        for name, value in settings.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            found.append({"set": f"{name}={text}"})
    elif settings is not None:
        found += list(settings)
    for kind, values in listed.items():
        for value in [values] if isinstance(values, str) else values or ():
            found.append({kind: value})
    return found


@contextlib.contextmanager
def run_options(run: Run) -> Iterator[RunOptionsStruct]:
    options = RunOptionsStruct()
    options.folder = encoded(run.folder) if run.folder else None
    options.out = encoded(run.out) if run.out else None
    options.map = run.map.open_handle() if run.map is not None else None
    yield options
