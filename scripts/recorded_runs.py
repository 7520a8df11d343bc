"""The recorded runs of the data folder, for the scripts that evaluate them."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(os.environ.get("SCRUTINEER_DATA", ROOT.parent / "shared" / "data"))
# Which map a recorded run was driven on; others have none.
MAPS = {"acc-test.osi": "straight_500m.xodr", "highway_merge.osi": "soderleden.xodr", "pedestrian.osi": "fabriksgatan.xodr"}


def run(program, arguments):
    done = subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    return done.returncode, done.stdout, done.stderr


def actors_of(program, file):
    """Ids of all actors; none where the run cannot be read to its end."""
    code, out, _ = run(program, ["trace", "info", file, "--format", "json"])
    try:
        return [actor["id"] for actor in json.loads(out).get("actors", [])] if code == 0 else []
    except (ValueError, TypeError, KeyError):
        return []


def recorded_runs():
    """Every run in a format that the program reads, with what `check` needs for it."""
    for file in sorted(path for path in DATA.glob("runs/*/*") if path.suffix in (".osi", ".mcap")):
        arguments = ["--trace", str(file)]
        if file.name in MAPS:
            arguments += ["--map", str(DATA / "maps" / MAPS[file.name])]
        yield file, arguments


def input_runs():
    """The samples of other formats: CARLA's recordings, omega-prime with its own map, tracks."""
    maps, merging = DATA / "maps", DATA / "inputs" / "tracks" / "DR_DEU_Merging_MT_v01_shifted.xodr"
    for file in sorted((DATA / "inputs" / "carla").glob("*.log")):
        yield file, ["--trace", str(file), "--map-dir", str(maps)]
    for file in sorted((DATA / "inputs" / "omega-prime").glob("*.mcap")):
        yield file, ["--trace", str(file)]
    for file in sorted((DATA / "inputs" / "tracks").glob("*track*.csv")):
        if "Meta" in file.name:
            continue
        lights = DATA / "inputs" / "tracks" / "sind_xian_traffic_lights.csv"
        yield file, ["--trace", str(file), *(["--map", str(merging)] if "DEU" in file.name else []), *(["--lights", str(lights)] if "sind" in file.name else [])]
