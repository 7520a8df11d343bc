"""One run through the program, C, Python and C#: the same bytes.

Usage: embedding_test.py PROGRAM LIBRARY SOURCE
"""

import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, LIBRARY, SOURCE = (pathlib.Path(path).resolve() for path in (sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)))
os.environ["SCRUTINEER_LIBRARY"] = str(LIBRARY)
sys.path.insert(0, str(SOURCE / "python"))
import scrutineer as sc  # noqa: E402

try:
    import pandas
except ImportError:
    pandas = None

MAP = "examples/maps/town.xodr"
RUNS = [f"examples/runs/{name}/run.csv" for name in ("departure", "crosswalk", "motorway", "overtaking", "teleport")]
RUNS.append("examples/runs/town.csv")


def output_of(*words, codes=(0,)):
    environment = {**os.environ, "LD_LIBRARY_PATH": str(LIBRARY.parent), "PYTHONPATH": str(SOURCE / "python")}
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, env=environment)
    if done.returncode not in codes:
        raise AssertionError(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def of_program(run):
    return output_of(PROGRAM, "check", "--map", MAP, run, "--format", "json", codes=(0, 1))


def without_names(text):
    """What names the input, in the text itself: everything else is compared byte by byte."""
    data = json.loads(text)
    for name in ("file", "format"):
        own = f'"{name}": {json.dumps(data["trace"][name])}'
        before, after = text.split('"trace": {', 1)
        assert own in after, own
        text = before + '"trace": {' + after.replace(own, f'"{name}": ""', 1)
    return text


class OneRun(unittest.TestCase):
    def setUp(self):
        os.chdir(SOURCE)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def each(self, found):
        for run in RUNS:
            with self.subTest(run):
                self.assertEqual(without_names(found(run)), without_names(of_program(run)))

    def test_python_check_of_the_file_is_the_same_to_the_byte(self):
        for run in RUNS:
            with self.subTest(run):
                self.assertEqual(sc.check(run, map=MAP).json, of_program(run))

    def test_manifest_with_lights(self):
        run = "examples/runs/red_light/run.json"
        self.assertEqual(sc.check(run).json, output_of(PROGRAM, "check", run, "--format", "json", codes=(0, 1)))

    def test_python_session(self):
        self.each(lambda run: output_of(sys.executable, SOURCE / "examples/embedding/replay.py", json.dumps({"map": MAP}), run))

    def test_c(self):
        program = self.folder / "replay"
        output_of("cc", "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{SOURCE / 'src/capi'}",
                  SOURCE / "examples/embedding/replay.c", f"-L{LIBRARY.parent}", "-lscrutineer", "-lm", "-o", program)  # fmt: skip
        self.each(lambda run: output_of(program, json.dumps({"map": MAP}), run))

    @unittest.skipUnless(shutil.which("mcs") and shutil.which("mono"), "no mono: apt install mono-mcs mono-runtime")
    def test_csharp(self):
        program = self.folder / "Replay.exe"
        output_of("mcs", f"-out:{program}", SOURCE / "bindings/csharp/Scrutineer.cs", SOURCE / "examples/embedding/Replay.cs")
        self.each(lambda run: output_of("mono", program, json.dumps({"map": MAP}), run))

    @unittest.skipUnless(pandas, "no pandas: apt install python3-pandas")
    def test_dataframe(self):
        self.each(lambda run: sc.check(pandas.read_csv(run), map=MAP).json)

    @unittest.skipUnless(pandas, "no pandas: apt install python3-pandas")
    def test_dataframe_with_lights_and_other_names(self):
        folder = "examples/runs/red_light"
        frame = pandas.read_csv(f"{folder}/run.csv").rename(columns={"x": "pos_x", "id": "who"})
        info = json.loads(pathlib.Path(folder, "run.json").read_text())["info"]
        found = sc.check(frame, map=f"{folder}/../../maps/town.xodr", columns={"x": "pos_x", "id": "who"},
                         lights=pandas.read_csv(f"{folder}/lights.csv"), info=info)  # fmt: skip
        expected = output_of(PROGRAM, "check", f"{folder}/run.json", "--format", "json", codes=(0, 1))
        self.assertEqual(without_names(found.json), without_names(expected))

    @unittest.skipUnless(shutil.which("sumo") and shutil.which("netconvert"), "no SUMO: apt install sumo sumo-tools")
    def test_teleporter_chooses_as_live_sumo_does(self):
        config = "examples/teleporter/loop.json"

        def choices(text):
            rows = csv.DictReader(text[text.index("timestamp,"):].split("\n\n")[0].splitlines())
            return [(row["spawn_lane"], row["sample_index"], row["target_time"], row["spawn_x"]) for row in rows][:3]

        log = self.folder / "teleports.csv"
        output_of(PROGRAM, "live", "sumo", "--map", MAP, "--teleporter", config, "--episodes", "3", "--vehicles", "5", "--teleport-log", log,
                  codes=(0, 1))  # fmt: skip
        ours = output_of(sys.executable, "examples/embedding/teleport_sumo.py", MAP, config, "--episodes", "3", "--seed", "7")
        self.assertEqual(choices(ours), choices(log.read_text()))
        self.assertEqual(len(choices(ours)), 3)

    def test_columns_of_a_session(self):
        """Frames as columns, with numpy or without it."""
        run = RUNS[0]
        with open(run, newline="", encoding="utf-8") as opened:
            rows = list(csv.DictReader(opened))
        times = sorted({float(row["time"]) for row in rows})
        with sc.Session(map=MAP) as session:
            for time in times:
                frame = [row for row in rows if float(row["time"]) == time]
                words = {name: [row[name] or None for row in frame] for name in ("id", "type", "role")}
                numbers = {name: [float(row[name]) for row in frame]
                           for name in ("x", "y", "z", "yaw", "vx", "vy", "vz", "length", "width", "height") if name in rows[0]}  # fmt: skip
                session.step(time, {**words, **numbers})
        self.assertEqual(without_names(session.result.json), without_names(of_program(run)))


if __name__ == "__main__":
    unittest.main()
