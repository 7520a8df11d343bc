"""One run through the program, C, Python and C#: the same bytes.

Usage: embedding_test.py PROGRAM LIBRARY SOURCE
"""

import csv
import doctest
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
    import numpy
except ImportError:
    numpy = None
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

    @unittest.skipUnless(shutil.which("mcs") and shutil.which("mono"), "no mono: apt install mono-mcs mono-runtime")
    def test_csharp_takes_no_map_that_is_disposed(self):
        source, program = self.folder / "Closed.cs", self.folder / "Closed.exe"
        source.write_text("""
            using System;
            static class Closed {
                static void Refused(Action use) {
                    try { use(); Console.WriteLine("taken"); } catch (ObjectDisposedException e) { Console.WriteLine(e.ObjectName); }
                }
                static void Main(string[] files) {
                    var map = new Scrutineer.Map(files[0]);
                    new Scrutineer.Session("{}", map: map).Dispose();
                    map.Dispose();
                    Refused(() => new Scrutineer.Session("{}", map: map));
                    Refused(() => new Scrutineer.Teleporter(map, "{}"));
                    Refused(() => map.Locate(new double[] {0, 0, 0}));
                }
            }""")
        output_of("mcs", f"-out:{program}", SOURCE / "bindings/csharp/Scrutineer.cs", source)
        self.assertEqual(output_of("mono", program, MAP).split(), ["Map", "Map", "Map"])

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

    @unittest.skipUnless(pandas, "no pandas: apt install python3-pandas")
    def test_dates_of_run_and_lights_are_on_one_clock(self):
        folder = "examples/runs/red_light"
        frame, lights = pandas.read_csv(f"{folder}/run.csv"), pandas.read_csv(f"{folder}/lights.csv")
        lights["time"] -= 2.0  # so that the two do not begin together
        expected = sc.check(frame, map=MAP, lights=lights).json
        for table in (frame, lights):
            table["time"] = pandas.Timestamp("2026-01-01") + pandas.to_timedelta(table["time"], unit="s").round("ns")
        self.assertEqual(sc.check(frame, map=MAP, lights=lights).json, expected)

    @unittest.skipUnless(pandas, "no pandas: apt install python3-pandas")
    def test_lights_of_a_rounded_clock_hold_in_the_frame_of_their_time(self):
        folder = "examples/runs/red_light"
        frame, lights = pandas.read_csv(f"{folder}/run.csv"), pandas.read_csv(f"{folder}/lights.csv")
        expected = sc.check(frame, map=MAP, lights=lights).json
        lights["time"] += 1e-6
        self.assertEqual(sc.check(frame, map=MAP, lights=lights).json, expected)

    def test_osi_and_csv_of_one_run_agree(self):
        """Through the program, a pipe, Python and a session of it."""

        def numbers(value, path=""):
            if isinstance(value, dict):
                return [found for key in sorted(value) for found in numbers(value[key], f"{path}.{key}")]
            if isinstance(value, list):
                return [found for i, item in enumerate(value) for found in numbers(item, f"{path}[{i}]")]
            return [(path, value)] if isinstance(value, (int, float)) else []

        def values(text):
            data = json.loads(text)
            return [issue["kind"] for issue in data["issues"]], numbers([data["issues"], data["intervals"], data["metrics"]])

        osi, table, out = "examples/runs/departure/run.osi", self.folder / "run.csv", self.folder / "out"
        output_of(PROGRAM, "trace", "convert", osi, table)
        with open(osi, "rb") as opened:
            subprocess.run([str(PROGRAM), "live", "osi", "--stdin", "--map", MAP, "--out", str(out)], stdin=opened, capture_output=True, check=False)
        kinds, expected = values(of_program(osi))
        self.assertEqual(kinds.count("road_departure"), 1)
        self.assertGreater(len(expected), 200)
        for name, text in [
            ("the pipe", (out / "coverage/runtime_data.json").read_text()),
            ("Python", sc.check(osi, map=MAP).json),
            ("the table", of_program(table)),
            ("the table in Python", sc.check(table, map=MAP).json),
            ("a session", output_of(sys.executable, SOURCE / "examples/embedding/replay.py", json.dumps({"map": MAP}), table)),
        ]:
            with self.subTest(name):
                found_kinds, found = values(text)
                self.assertEqual(found_kinds, kinds)
                self.assertEqual([path for path, _ in found], [path for path, _ in expected])
                for (path, one), (_, other) in zip(found, expected):
                    self.assertAlmostEqual(one, other, delta=1e-9 * max(1.0, abs(other)), msg=path)

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


class Stores(unittest.TestCase):
    """What suites found, asked from Python and of the program."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chdir(folder.name)
        self.addCleanup(os.chdir, SOURCE)
        runs = [SOURCE / f"examples/runs/{name}/run.json" for name in ("clean", "departure")]
        for night in ("night-1", "night-2"):
            if night == "night-2":
                runs.append(SOURCE / "examples/runs/crosswalk/run.json")
            output_of(PROGRAM, "suite", "run", *runs, "--store", f"{night}.db", "--name", "night-1", codes=(0, 1))
            output_of(PROGRAM, "suite", "run", *runs, "--store", "nights.db", "--name", night, codes=(0, 1))
        self.one, self.two = sc.Store("night-1.db"), sc.Store("nights.db")
        self.addCleanup(self.one.close)
        self.addCleanup(self.two.close)

    def test_answers_are_those_of_the_program(self):
        store = self.two
        metric = "scenario_relevance.union_total_zone_duration"
        questions = [
            ("list", store.list()),
            ("list --last 1", store.list(last=1)),
            ("show night-2 --attribute map", store.show("night-2", attributes=["map"])),
            ("issues night-2 --by kind --top 1", store.issues("night-2", by="kind", top=1)),
            ("issues night-2 --new", store.issues("night-2", new=True)),
            (f"worst night-2 {metric}", store.worst("night-2", metric)),
            (f"hist night-2 {metric} --bins 3", store.hist("night-2", metric, bins=3)),
            ("trend pass_rate", store.trend("pass_rate")),
            ("diff night-1 night-2 --no-metrics", store.diff("night-1", "night-2", metrics=False)),
            ("flaky --last 2", store.flaky(last=2)),
            ("gate night-2 --max-new-errors 0", store.gate("night-2", {"max_new_errors": 0})),
        ]
        for command, answer in questions:
            with self.subTest(command):
                told = json.loads(output_of(PROGRAM, "suite", *command.split(), "--store", "nights.db", "--format", "json", codes=(0, 1)))
                self.assertEqual({**answer.facts, **answer.tables, "notes": answer.notes}, told)
                self.assertEqual(len(answer.frame()), len(answer))
                for name, rows in answer.tables.items():
                    for row in rows:
                        self.assertEqual([*row], answer.columns[name])
        self.assertFalse(store.gate("night-2", {"max_errors": 0})["holds"])
        self.assertEqual((len(store.rules()), len(store.touched("night-2")), len(store.baselines())), (0, 0, 0))
        if numpy:
            self.assertEqual(len(store.issues("night-2", by="kind", top=numpy.int64(1))), 1)
        empty = store.issues("night-2", kind="nothing").frame()
        self.assertEqual(len(empty), 0)
        if pandas:
            self.assertIn("kind", empty.columns)

    def test_what_cannot_be_answered_is_an_error(self):
        for ask, message in [
            (lambda: sc.Store("nowhere.db"), "nowhere.db"),
            (lambda: sc.Store(SOURCE / "README.md"), "README.md"),
            (lambda: self.one.show("night-7"), "night-1"),
            (lambda: self.one.issues("night-1", sevrity="error"), "did you mean"),
            (lambda: self.one.issues("night-1", by="day"), "cluster, kind, run"),
            (lambda: self.one.worst("night-1", "no such metric"), "no such metric"),
            (lambda: self.one.ask("everything"), "there is no question"),
            (lambda: self.one.trend("pass_rate", last=float("nan")), "the question cannot be written as JSON"),
            (lambda: self.one.list(labels="branch"), "branch"),
            (lambda: self.one.show("night-1").frame("isues"), "has no table isues"),
            (lambda: self.one.show("\0"), "there is no suite"),
            (lambda: sc.Store("\0"), "zero character"),
        ]:
            with self.assertRaises(sc.Error) as raised:
                ask()
            self.assertIn(message, str(raised.exception))
        self.one.close()
        with self.assertRaises(sc.Error) as raised:
            self.one.list()
        self.assertIn("the store is closed", str(raised.exception))

    def test_examples_in_the_documentation(self):
        shutil.copy("night-1.db", "nights.db")
        failed, tried = doctest.testmod(sys.modules["scrutineer._store"])
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 3)


if __name__ == "__main__":
    unittest.main()
