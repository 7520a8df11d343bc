"""The Python package by itself: what it gives, what it refuses, and the examples in its documentation.

Usage: package_test.py LIBRARY SOURCE
"""

import ast
import doctest
import fractions
import inspect
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

LIBRARY, SOURCE = (pathlib.Path(path).resolve() for path in (sys.argv.pop(1), sys.argv.pop(1)))
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

MAP = SOURCE / "examples/maps/town.xodr"
LOOP = SOURCE / "examples/teleporter/loop.json"


def drive(session, frames=20, jump_at=10):
    events = []
    for frame in range(frames):
        x = float(frame) + (300.0 if frame >= jump_at else 0.0)
        events += session.step(0.1 * frame, [sc.Actor("hero", x, 0.0, yaw=0.0, role="ego")])
    return events


class Sessions(unittest.TestCase):
    def test_events_and_result(self):
        with sc.Session() as session:
            events = drive(session)
            self.assertEqual(session.event_lines(), "")
        issues = [event for event in events if event.kind == "issue" and event.issue_kind == "teleportation"]
        self.assertEqual(len(issues), 1)
        self.assertAlmostEqual(issues[0].start, 1.0)
        self.assertLess(issues[0].time, 1.9)  # while it drives
        self.assertEqual((issues[0].actor, issues[0].category), ("hero", "sut"))
        self.assertIn(issues[0].message, [issue.message for issue in session.result.issues])
        self.assertTrue(session.result.is_complete)
        self.assertIn(session.result.verdict, repr(session.result))
        rows = session.result.issues_frame()
        self.assertEqual(len(rows), len(session.result.issues))
        self.assertIn(issues[0].message.split()[0], session.result._repr_html_())

    def test_relocation(self):
        with sc.Session() as session:
            for frame in range(20):
                if frame == 10:
                    session.relocate()
                session.step(0.1 * frame, [sc.Actor("hero", frame + (300.0 if frame >= 10 else 0.0), 0.0, yaw=0.0)])
        self.assertFalse([issue for issue in session.result.issues if issue.kind == "teleportation"])

    def test_refused_frames_leave_it_as_it_was(self):
        session = sc.Session()
        session.step(0.0, [sc.Actor("hero", 0.0, 0.0)])
        refused = [
            (0.0, [sc.Actor("hero", 1.0, 0.0)], "is that of the frame before"),
            (1.0, [sc.Actor("hero", math.nan, 0.0)], "x must be a number"),
            (1.0, [sc.Actor("hero", "left", 0.0)], "x must be a number"),
            (1.0, [sc.Actor("hero", 0.0, 0.0, type="carr")], "did you mean car"),
            (1.0, [sc.Actor("hero", 0.0, 0.0, indicator="lef")], "did you mean left"),
            (1.0, [{"id": "hero", "x": 0.0, "y": 0.0, "yawrate": 1.0}], "did you mean yaw_rate"),
            (1.0, {"id": ["hero"], "x": [0.0]}, "has no column y"),
            (1.0, {"id": ["hero"], "x": [0.0], "y": [0.0], "yaww": [0.0]}, "did you mean yaw"),
            (1.0, {"id": ["hero"], "x": [0.0, 1.0], "y": [0.0]}, "column x has 2 rows, but id has 1"),
            (1.0, [sc.Actor("he\0ro", 0.0, 0.0)], "zero character"),
            (1.0, [sc.Actor("he\ud800ro", 0.0, 0.0)], "UTF-8"),
            (math.nan, [], "a time must be a number"),
            (1e300, [], "a time must be"),
            (1e10, [], "absurd"),
            (-1e10, [], "absurd"),
            (1.0, {"id": ["hero"], "x": [0.0], "y": object()}, "column y must hold numbers|y must be a number"),
            (1.0, {"id": "hero", "x": [0.0, 1.0], "y": [0.0, 1.0]}, "column x has 2 rows, but id has 1"),
            ("soon", [], "a time must be a number"),
        ]
        for time, actors, words in refused:
            with self.subTest(words), self.assertRaisesRegex(sc.Error, words):
                session.step(time, actors)
        session.step(2.0, [sc.Actor("hero", 1.0, 0.0)])
        self.assertEqual(session.finish().data["trace"]["frames"], 2)
        with self.assertRaisesRegex(sc.Error, "finished"):
            session.step(3.0, [])
        self.assertIs(session.finish(), session.result)

    def test_one_value_for_all(self):
        values = [("int", 5), ("float", 5.0), ("fraction", fractions.Fraction(5))]
        if numpy:
            values += [("float32", numpy.float32(5)), ("float64", numpy.float64(5)), ("int64", numpy.int64(5)),
                       ("an array without an axis", numpy.array(5.0))]  # fmt: skip
        for name, y in values:
            with self.subTest(name), sc.Session(ego="1") as session:
                for frame in range(3):
                    session.step(0.1 * frame, {"id": [1, 2], "x": [0.0, 50.0], "y": y, "length": y, "type": "car"})
                self.assertEqual(session.finish().data["trace"]["actors"], 2)
        ids = [("text", "hero"), ("number", 7)] + ([("int64", numpy.int64(7)), ("an array without an axis", numpy.array("hero"))] if numpy else [])
        for name, one in ids:
            with self.subTest(f"id: {name}"), sc.Session() as session:
                session.step(0.0, {"id": one, "x": 0.0, "y": [1.0]})
                self.assertEqual(session.finish().data["trace"]["actors"], 1)

    @unittest.skipUnless(numpy, "no numpy: apt install python3-numpy")
    def test_what_is_masked_is_not_reported(self):
        with sc.Session() as session:
            session.step(0.0, {"id": ["a"], "x": [0.0], "y": [0.0], "length": numpy.ma.array([9000.0], mask=[True])})
            with self.assertRaisesRegex(sc.Error, "x must be a number"):
                session.step(0.1, {"id": ["a"], "x": numpy.ma.array([7], mask=[True]), "y": [0.0]})
            with self.assertRaisesRegex(sc.Error, "column x has more than one value for a row"):
                session.step(0.1, {"id": ["a", "b"], "x": numpy.zeros((2, 2)), "y": [0.0, 9.0]})
        self.assertIn("a has no (complete) size", " ".join(session.result.notes))

    @unittest.skipUnless(numpy, "no numpy: apt install python3-numpy")
    def test_arrays_of_all_kinds(self):
        frame = {"id": numpy.array([b"hero", b"b"]), "x": [-100.0, -80.0], "y": -1.75, "type": numpy.array([b"car", b"bus"])}
        with sc.Session(map=MAP, ego="hero") as session:  # texts as HDF5 has them
            session.step(0.0, frame)
            session.step(0.1, [sc.Actor(b"hero", -100.0, -1.75), {"id": "b", "x": -80.0, "y": -1.75, "type": b"bus"}])
        self.assertEqual((session.result.data["trace"]["ego"], session.result.data["trace"]["actors"]), ("hero", 2))
        refused = {
            "dates": numpy.array(["2020-01-01", "2020-01-02"], dtype="M8[s]"),
            "durations": numpy.array([1, 2], dtype="m8[s]"),
            "complex numbers": numpy.array([1 + 2j, 3]),
            "dates in a list": [numpy.datetime64("2020-01-01"), numpy.datetime64("2020-01-02")],
            "durations among others": [numpy.timedelta64(1, "s"), None],
            "beyond doubles": [10**400, 1],
        }
        for name, values in refused.items():
            with self.subTest(name), sc.Session() as session:
                with self.assertRaisesRegex(sc.Error, "column x must hold numbers"):
                    session.step(0.0, {**frame, "x": values})
        with sc.Session() as session, self.assertRaisesRegex(sc.Error, "is no text in UTF-8"):
            session.step(0.0, {**frame, "id": [b"\xff", b"b"]})
        with sc.Session() as session, self.assertRaisesRegex(sc.Error, "x must be a number"):
            session.step(0.0, [sc.Actor("a", 10**400, 0)])

    @unittest.skipUnless(numpy, "no numpy: apt install python3-numpy")
    def test_points_of_all_kinds(self):
        town, place = sc.Map(MAP), [-100.0, -1.75]
        lane = town.locate([place])["lane_index"][0]
        cases = {
            "big-endian": (numpy.array([place], dtype=">f8"), lane),
            "every other column": (numpy.array([[-100.0, 0.0, -1.75, 0.0]])[:, ::2], lane),
            "masked y": (numpy.ma.array([place], mask=[[False, True]]), -1),
            "masked z, so any level": (numpy.ma.array([[*place, 500.0]], mask=[[False, False, True]]), lane),
        }
        for name, (points, expected) in cases.items():
            with self.subTest(name):
                self.assertEqual(town.locate(points)["lane_index"][0], expected)
        self.assertTrue(math.isnan(town.surface_distance(cases["masked y"][0])[0]))
        refused = {
            "dates": numpy.array([["2020", "2021"]], dtype="M8[Y]"),
            "a date among others": [(numpy.datetime64("2020"), None)],
            "complex": numpy.array([[1j, 2]]),
            "huge": [(10**400, 1)],
        }
        for name, points in refused.items():
            with self.subTest(name), self.assertRaisesRegex(sc.Error, "points must be rows of numbers"):
                town.locate(points)

    @unittest.skipUnless(numpy, "no numpy: apt install python3-numpy")
    def test_what_describes_a_run_may_be_of_numpy(self):
        seed = {"run": {"seed": numpy.int64(17), "test_name": numpy.str_("cut_in")}}
        sizes = {"hero": {"length": numpy.float32(4.5)}}
        with sc.Session(map=pathlib.Path(MAP), info=seed, actors=sizes, offset=numpy.array([0.0, 0.0])) as session:
            session.step(0.0, [sc.Actor("hero", -100.0, -1.75)])
        self.assertEqual(session.result.data["info"]["run"]["seed"], 17)
        for name, value in {"a set": {1, 2}, "NaN": math.nan, "half a number": 1j}.items():
            with self.subTest(name), self.assertRaisesRegex(sc.Error, "what describes the run cannot be written as JSON"):
                sc.Session(map=MAP, info={"run": {"seed": value}})

    @unittest.skipUnless(pandas, "no pandas: apt install python3-pandas")
    def test_a_column_that_comes_twice(self):
        with sc.Session() as session, self.assertRaisesRegex(sc.Error, "more than one column x"):
            session.step(0.0, pandas.DataFrame([["a", 1, 2, 3]], columns=["id", "x", "y", "x"]))

    def test_nobody_is_no_id(self):
        session = sc.Session()
        for actor in ({"id": None, "x": 0, "y": 0}, {"id": math.nan, "x": 0, "y": 0}):
            with self.subTest(actor), self.assertRaisesRegex(sc.Error, "id is empty"):
                session.step(0.0, [actor])

    def test_whole_nanoseconds(self):
        session = sc.Session()
        for time, words in ((5.5, "must be a whole number"), ("soon", "must be a whole number"), (1 << 63, "absurd"), (-(1 << 63) - 1, "absurd")):
            with self.subTest(time), self.assertRaisesRegex(sc.Error, words):
                session.step_ns(time, [])
        session.step_ns(numpy.int64(5) if numpy else 5, [])

    def test_a_closed_map_is_not_no_map(self):
        town = sc.Map(MAP)
        town.close()
        run = SOURCE / "examples/runs/departure/run.csv"
        uses = [("session", lambda: sc.Session(map=town)), ("check", lambda: sc.check(run, map=town)),
                ("Teleporter", lambda: sc.Teleporter(map=town, config=LOOP))]  # fmt: skip
        if pandas:
            uses.append(("DataFrame", lambda: sc.check(pandas.read_csv(run), map=town)))
        for name, use in uses:
            with self.subTest(name), self.assertRaisesRegex(sc.Error, "^the map is closed$") as caught:
                use()
            self.assertEqual(caught.exception.code, sc.Error.STATE)

    def test_a_map_that_is_closed_while_a_session_uses_it(self):
        with sc.Map(MAP) as town:
            session = sc.Session(map=town, ego="hero")
        session.step(0.0, [sc.Actor("hero", -110.0, -1.75, yaw=0.0)])
        self.assertIsNotNone(session.finish().data["map"])

    def test_lights(self):
        with sc.Session(map=MAP) as session:
            session.step(0, [sc.Actor("hero", -110, -1.75, yaw=0)], [sc.Light("light_mill_road", "red", road="mill_road")])
            with self.assertRaisesRegex(sc.Error, "did you mean red"):
                session.step(1, [], [{"signal": "x", "colour": "redd"}])
            with self.assertRaisesRegex(sc.Error, "has no column colour"):
                session.step(1, [], [{"signal": "x", "color": "red"}])

    def test_closed_and_abandoned(self):
        session = sc.Session()
        session.step(0.0, [])
        with self.assertRaisesRegex(sc.Error, "not finished"):
            session.result
        session.close()
        with self.assertRaisesRegex(sc.Error, "closed"):
            session.step(1.0, [])
        with self.assertRaises(KeyError), sc.Session() as other:
            raise KeyError
        self.assertTrue(other.is_over)

    def test_errors_have_file_and_line(self):
        with self.assertRaises(sc.Error) as caught:
            sc.Session(map="nowhere.xodr")
        self.assertEqual(caught.exception.file, "nowhere.xodr")
        with self.assertRaisesRegex(sc.Error, "did you mean"):
            sc.Session(settings={"policy.max_sped": "130kph"})
        with self.assertRaisesRegex(sc.Error, "did you mean profile"):
            sc.Session(profil="modern")

    def test_four_threads(self):
        town, results = sc.Map(MAP), []

        def work():
            with sc.Session(map=town) as session:
                drive(session)
            results.append(session.result.json)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(results), 4)
        self.assertEqual(len(set(results)), 1)

    def test_files_of_the_result(self):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "result"
            result = sc.check(SOURCE / "examples/runs/departure/run.json", out=out)
            self.assertEqual((out / "coverage/runtime_data.json").read_text(), result.json)


    def test_the_result_stays_if_its_files_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as folder:
            session = sc.Session(out=f"{folder}/result")
            session.step(0.0, [sc.Actor("ego", 0.0, 0.0)])
            shutil.rmtree(f"{folder}/result.recording")
            with self.assertRaisesRegex(sc.Error, "cannot write"):
                session.finish()
            self.assertEqual(session.result.data["trace"]["frames"], 1)
            self.assertIs(session.finish(), session.result)

    def test_paths_of_keywords_count_from_here_wherever_the_manifest_is(self):
        for name in ("map", "lights", "planned_path", "environment", "odd"):
            for value in ("nowhere", pathlib.Path("nowhere")):
                with self.subTest(f"{name}: {value!r}"), self.assertRaises(sc.Error) as caught:
                    sc.check(SOURCE / "examples/runs/departure/run.json", **{name: value})
                self.assertEqual(caught.exception.file, os.path.abspath("nowhere"))


class Tables(unittest.TestCase):
    def test_columns_of_a_file(self):
        columns = {"time": "stamp:ms", "id": "who", "x": "px", "y": "py"}
        text = ",".join(f"{name}={column}" for name, column in columns.items())
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "mine.csv"
            file.write_text("stamp;who;px;py;case\n0;a;0;0;3\n100;a;1,5;0;3\n200;b;9;9;4\n", encoding="utf-8")
            self.assertEqual(sc.check(file, columns=columns).data["trace"]["end"], 0.2)
            self.assertEqual(sc.check(file, columns=text).data["trace"]["end"], 0.2)
            self.assertEqual(sc.check(file, columns=f"{text},case==3").data["trace"]["end"], 0.1)


@unittest.skipUnless(pandas, "no pandas: apt install python3-pandas")
class DataFrames(unittest.TestCase):
    def frame(self, **more):
        return pandas.DataFrame({"time": [0.0, 0.1], "id": [1, 1], "type": "car", "x": [0.0, 1.0], "y": 0.0, **more})

    def lights(self, time):
        return pandas.DataFrame({"time": time, "signal": "S", "colour": "red"})

    def test_times_of_pandas(self):
        frame = self.frame()
        frame["time"] = pandas.to_datetime(frame["time"], unit="s")
        self.assertEqual(sc.check(frame).data["trace"]["end"], 0.1)

    def test_what_is_missing_is_not_reported(self):
        plain = sc.check(self.frame()).json
        for name, values in {
            "yaw": pandas.array([None, None], dtype="Float64"),
            "length": pandas.array([None, None], dtype="Int64"),
            "parent": pandas.array([None, None], dtype="string"),
            "indicator": pandas.Categorical([None, None], categories=["left"]),
            "type": pandas.array(["car", None], dtype="string"),
        }.items():
            with self.subTest(name):
                self.assertEqual(sc.check(self.frame().assign(**{name: values})).json, plain)

    def test_another_map_is_a_result(self):
        far = pandas.DataFrame({"time": [0.1 * i for i in range(60)], "id": "1", "type": "car", "x": 5e5, "y": 5e5})
        result = sc.check(far, map=MAP)
        self.assertEqual((result.is_complete, result.verdict), (False, "incomplete"))
        self.assertIn("do not belong together", result.data["incomplete_reason"])

    def test_what_is_missing_or_misnamed(self):
        cases = [
            (self.frame().drop(columns="x").assign(pos_x=0.0), {}, "has no column x .did you mean pos_x"),
            (self.frame().rename(columns={"time": "timee"}), {}, "has no column time .did you mean timee"),
            (self.frame(yaww=0.0), {}, "column yaww is unknown .did you mean yaw"),
            (self.frame(), {"columns": {"x": "nowhere"}}, "has no column nowhere"),
            (self.frame(), {"columns": {"ex": "x"}}, "ex is unknown"),
            (self.frame(), {"columns": "x=pos_x"}, "must be a dictionary"),
            (self.frame().iloc[::-1], {}, "time goes back in row 1"),
            (self.frame().assign(time=[0.0, math.nan]), {}, "has no number in row 1"),
            (self.frame().assign(time="now"), {}, "must hold seconds"),
            (self.frame().assign(time=[1.7e12, 1.7e12 + 100]), {}, "time is absurd in row 0"),
            (self.frame().assign(x="left"), {}, "column x must hold numbers"),
            (self.frame(x=[math.nan, 0.0]), {}, "x must be a number"),
            (self.frame().assign(x=pandas.array([None, 0], dtype="Int64")), {}, "x must be a number"),
            (pandas.concat([self.frame(), self.frame()[["x"]]], axis=1), {}, "has more than one column x"),
            (self.frame(), {"lights": "lights.csv"}, "must be a DataFrame, too"),
            (self.frame(), {"lights": pandas.DataFrame({"time": [0], "signal": ["S"], "color": ["red"]})}, "no column colour .did you mean color"),
            (self.frame(), {"lights": self.lights(time=[1.0, 0.0])}, "lights: column time goes back in row 1"),
            (self.frame(), {"lights": self.lights(time=pandas.to_datetime([0, 1], unit="s"))}, "lights: column time must be on the run's clock"),
            (self.frame().assign(time=pandas.to_datetime(["2026-01-01", None])), {}, "has no number in row 1"),
        ]  # fmt: skip
        for frame, more, words in cases:
            with self.subTest(words), self.assertRaisesRegex(sc.Error, words):
                sc.check(frame, **more)


class Maps(unittest.TestCase):
    def setUp(self):
        self.map = sc.Map(MAP)

    def test_one_place(self):
        here = self.map.locate_one(-100.0, -1.75)
        self.assertEqual((here.road, here.lane), ("mill_road", 1))
        self.assertIsNone(self.map.locate_one(5000.0, 0.0))
        x, y, _, heading = self.map.point(here)
        self.assertAlmostEqual(x, -100.0, 6)
        self.assertAlmostEqual(y, -1.75, 6)
        ahead = self.map.locate_one(-80.0, -1.75)
        self.assertAlmostEqual(self.map.road_distance(here, 0.0, ahead)[0], 20.0, 3)
        self.assertAlmostEqual(self.map.legal_speed(here) * 3.6, 50.0)
        self.assertEqual(self.map.find_lane("mill_road", 1, here.s).lane_index, here.lane_index)
        self.assertGreater(len(self.map.signals_ahead(here, 300.0)), 0)
        length, lanes = self.map.route(here, self.map.locate_one(1.75, 60.0))
        self.assertGreater(length, 100.0)
        self.assertEqual(lanes[0].road, "mill_road")
        self.assertIn("mill_road", self.map.nearest(-100.0, 40.0)[0].road)
        with self.assertRaisesRegex(sc.Error, "there is no road"):
            self.map.find_lane("nowhere", 1, 0.0)
        for lane, words in (((1 << 32) + 1, "lane 4294967297 is absurd"), (-(1 << 31) - 1, "absurd"), (1.5, "lane must be a whole number")):
            with self.subTest(lane), self.assertRaisesRegex(sc.Error, words):
                self.map.find_lane("mill_road", lane, here.s)

    def test_closed(self):
        here = self.map.locate_one(-100.0, -1.75)
        self.map.close()
        self.map.close()
        uses = [
            ("locate", lambda: self.map.locate([(-100.0, -1.75)])),
            ("locate nothing", lambda: self.map.locate([])),
            ("locate_one", lambda: self.map.locate_one(-100.0, -1.75)),
            ("nearest", lambda: self.map.nearest(-100.0, -1.75)),
            ("find_lane", lambda: self.map.find_lane("mill_road", 1, 0.0)),
            ("point", lambda: self.map.point(here)),
            ("road_distance", lambda: self.map.road_distance(here, 0.0, here)),
            ("surface_distance", lambda: self.map.surface_distance([(-100.0, -1.75)])),
            ("legal_speed", lambda: self.map.legal_speed(here)),
            ("route", lambda: self.map.route(here, here)),
            ("signals_ahead", lambda: self.map.signals_ahead(here, 100.0)),
        ]
        for name, use in uses:
            with self.subTest(name), self.assertRaisesRegex(sc.Error, "^the map is closed$") as caught:
                use()
            self.assertEqual(caught.exception.code, sc.Error.STATE)

    @unittest.skipUnless(numpy, "no numpy: apt install python3-numpy")
    def test_places_outlive_their_map(self):
        # In a process of its own, where freed memory is overwritten.
        code = (
            "import pickle, sys, scrutineer as sc\n"
            "with sc.Map(sys.argv[1]) as town: found = town.locate([[-100.0, -1.75], [5000.0, 0.0], [-50.0, 1.75]])\n"
            "part, copied, none = found[1:], found.copy(), pickle.loads(pickle.dumps(found))\n"
            "print(found.road.tolist(), part.road.tolist(), copied.road.tolist())\n"
            "del found\n"
            "print(part.road.tolist())\n"
            "try: none.road\n"
            "except sc.Error as error: print(error.code == sc.Error.STATE)\n"
        )
        done = subprocess.run([sys.executable, "-c", code, str(MAP)], capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": str(SOURCE / "python"), "MALLOC_PERTURB_": "165"})  # fmt: skip
        all_of_it, rest = "['mill_road', '', 'mill_road']", "['', 'mill_road']"
        self.assertEqual((done.stdout, done.stderr), (f"{all_of_it} {rest} {all_of_it}\n{rest}\nTrue\n", ""))

    @unittest.skipUnless(numpy, "no numpy: apt install python3-numpy")
    def test_many_places(self):
        found = self.map.locate(numpy.array([[-100.0, -1.75], [5000.0, 0.0], [-100.0, 1.75]]))
        self.assertEqual(found.road.tolist(), ["mill_road", "", "mill_road"])
        self.assertEqual(found["lane"].tolist()[::2], [1, -1])
        self.assertEqual(found.is_on_road.tolist(), [True, False, True])
        self.assertEqual(len(self.map.locate([])), 0)
        self.assertEqual(self.map.locate(numpy.asfortranarray(numpy.zeros((4, 3)))).shape, (4,))
        self.assertGreater(self.map.surface_distance([[-100.0, 50.0]])[0], 30.0)
        for points in (numpy.zeros(3), numpy.zeros((2, 4)), [["a", "b"]]):
            with self.assertRaisesRegex(sc.Error, "points must be rows"):
                self.map.locate(points)

    def test_from_text(self):
        with sc.Map.from_text(MAP.read_text()) as town:
            self.assertEqual(town.locate_one(-100.0, -1.75).road, "mill_road")
        with self.assertRaises(sc.Error):
            sc.Map.from_text("no map")


class Teleporters(unittest.TestCase):
    def test_a_teleport(self):
        kinds, x, y = [], 1.75, 80.0
        with sc.Teleporter(map=MAP, config=LOOP, seed=7) as teleporter:
            for frame in range(40):
                for command in teleporter.step(0.1 * frame, (x, y), [sc.Actor("other", 400.0, 0.0)]):
                    kinds.append(command.kind)
                    if command.kind == "place":
                        self.assertEqual(command.way[0], (command.x, command.y))
                        x, y = command.x, command.y
                y += 1.0 if "place" not in kinds else 0.0
            self.assertEqual([kind for kind in kinds if kind != "wait"], ["place", "done"])
            self.assertEqual(len(teleporter.log().splitlines()), 2)
            self.assertEqual(len(teleporter.arrivals().splitlines()), 2)

    def test_what_it_refuses(self):
        for seed, words in ((1.5, "the seed must be a whole number"), (-1, r"0 to 2\^63"), (1 << 70, r"0 to 2\^63")):
            with self.subTest(seed), self.assertRaisesRegex(sc.Error, words):
                sc.Teleporter(map=MAP, config=LOOP, seed=seed)
        for config, words in (("nowhere.json", "cannot be read"), ({"seeed": 1}, "did you mean seed")):
            with self.assertRaisesRegex(sc.Error, words):
                sc.Teleporter(map=MAP, config=config)
        teleporter = sc.Teleporter(map=MAP, config=LOOP)
        with self.assertRaisesRegex(sc.Error, "x, y or x, y, z"):
            teleporter.step(0.0, (1.0,))
        for time, words in ((1.7e12, "absurd"), (-1.7e12, "absurd"), (math.nan, "a time must be a number"), ("soon", "a time must be")):
            with self.subTest(time), self.assertRaisesRegex(sc.Error, words):
                teleporter.step(time, (1.75, 60.0), [])
        teleporter.close()
        for name, use in (("step", lambda: teleporter.step(0.0, None)), ("log", teleporter.log), ("arrivals", teleporter.arrivals)):
            with self.subTest(name), self.assertRaisesRegex(sc.Error, "the Teleporter is closed"):
                use()


class Package(unittest.TestCase):
    def test_works_without_numpy(self):
        """The same tests once more, where numpy and pandas cannot be imported."""
        if os.environ.get("SCRUTINEER_TEST_WITHOUT_NUMPY"):
            self.assertIsNone(numpy)
            return
        code = "import sys; sys.modules['numpy'] = sys.modules['pandas'] = None; sys.argv = sys.argv[1:]; import runpy; runpy.run_path(sys.argv[0], run_name='__main__')"
        done = subprocess.run([sys.executable, "-c", code, __file__, str(LIBRARY), str(SOURCE)], capture_output=True, text=True,
                              check=False, env={**os.environ, "SCRUTINEER_TEST_WITHOUT_NUMPY": "1"})  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_examples_of_the_documentation(self):
        os.chdir(SOURCE)
        ran = 0
        for module in [sc, *(sys.modules[name] for name in sorted(sys.modules) if name.startswith("scrutineer."))]:
            if module.__name__ == "scrutineer._store":
                continue  # its examples need a store: embedding_test.py has one
            failed, tried = doctest.testmod(module)
            self.assertEqual(failed, 0, module.__name__)
            ran += tried
        self.assertGreater(ran, 15)

    def test_is_typed_and_documented(self):
        folder = SOURCE / "python/scrutineer"
        self.assertTrue((folder / "py.typed").exists())
        for name in sc.__all__:
            self.assertTrue(inspect.getdoc(getattr(sc, name)), name)
        for file in folder.glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("__array"):
                    self.assertIsNotNone(node.returns, f"{file.name}: {node.name}")

    def test_prints_nothing(self):
        code = (
            "import scrutineer as sc\n"
            f"with sc.Session(map={str(MAP)!r}) as session:\n"
            "    for frame in range(20): session.step(0.1 * frame, [sc.Actor('hero', 300.0 * frame, 0.0)])\n"
            "for call in (lambda: sc.Map('nowhere'), lambda: sc.check('nowhere.osi')):\n"
            "    try: call()\n"
            "    except sc.Error: pass\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": str(SOURCE / "python")})  # fmt: skip
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_a_library_that_is_not_there(self):
        done = subprocess.run([sys.executable, "-c", "import scrutineer"], capture_output=True, text=True, check=False,
                              env={**os.environ, "SCRUTINEER_LIBRARY": "nowhere.so", "PYTHONPATH": str(SOURCE / "python")})  # fmt: skip
        self.assertIn("SCRUTINEER_LIBRARY name the file", done.stderr)

    def test_a_library_that_is_another(self):
        done = subprocess.run([sys.executable, "-c", "import scrutineer"], capture_output=True, text=True, check=False,
                              env={**os.environ, "SCRUTINEER_LIBRARY": "libm.so.6", "PYTHONPATH": str(SOURCE / "python")})  # fmt: skip
        self.assertIn("libm.so.6 has no scr_", done.stderr)
        self.assertIn("ImportError", done.stderr)


if __name__ == "__main__":
    unittest.main()
