"""scripts/bench: figures are held against their bounds, and the page is made of the figures that are kept."""
import importlib.machinery
import importlib.util
import json
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LOADER = importlib.machinery.SourceFileLoader("bench", str(ROOT / "scripts/bench"))
bench = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench", LOADER))
LOADER.exec_module(bench)


class Judging(unittest.TestCase):
    def test_holds(self):
        figures = {"a": {"value": 9.0, "unit": "ns"}, "floor": {"value": 3.0, "unit": "ns"}}
        for name, row, holds in [
            ("below its bound", {"name": "a", "bound": 10}, True),
            ("just at it", {"name": "a", "bound": 9}, True),
            ("above it", {"name": "a", "bound": 8.9}, False),
            ("at least, and more", {"name": "a", "bound": 8, "at_least": True}, True),
            ("at least, and less", {"name": "a", "bound": 9.1, "at_least": True}, False),
            ("so many times its floor", {"name": "a", "floor": "floor", "times_floor": 3}, True),
            ("more times its floor", {"name": "a", "floor": "floor", "times_floor": 2.9}, False),
            ("its floor was not measured", {"name": "a", "floor": "none", "times_floor": 3}, None),
            ("it was not measured", {"name": "none", "bound": 10}, None),
            ("without a bound", {"name": "a"}, None),
        ]:
            with self.subTest(name):
                [section] = bench.judged(dict(figures), [{"section": "s", "for": "f", "rows": [{"what": "w", "unit": "ns", **row}]}])
                self.assertIs(section["rows"][0]["holds"], holds)
                self.assertIn("| w |", bench.markdown([section]))

    def test_growth_is_of_the_most_and_the_fewest_actors(self):
        figures = {"eval/check/grid/10": {"value": 100.0, "unit": "ns"}, "eval/check/grid/1000": {"value": 150.0, "unit": "ns"}}
        bench.judged(figures, [])
        self.assertEqual(figures["eval/growth"]["value"], 1.5)

    def test_reads_google_reports(self):
        report = {"benchmarks": [{"name": "cold/Town10HD", "op": 2e-7, "positions": 2.0, "cpu_time": 1}, {"name": "load/Town10HD", "op": 5e-3, "cpu_time": 1}]}
        figures = bench.google_figures("map_bench", report)
        self.assertAlmostEqual(figures["map/cold/Town10HD"]["value"], 200.0)
        self.assertAlmostEqual(figures["map/cold_per_position/Town10HD"]["value"], 100.0)
        self.assertEqual((round(figures["map/load/Town10HD"]["value"], 6), figures["map/load/Town10HD"]["unit"]), (5.0, "ms"))


class Bounds(unittest.TestCase):
    def test_every_row_was_measured_and_says_what_for(self):
        kept = json.loads((ROOT / "docs/figures.json").read_text())
        names = [row["name"] for section in json.loads((ROOT / "bench/bounds.json").read_text()) for row in section["rows"]]
        self.assertEqual(len(names), len(set(names)), "a figure stands twice")
        self.assertEqual([name for name in names if name not in kept and name != "eval/growth"], [])

    def test_the_page_is_made_of_the_figures(self):
        done = subprocess.run([str(ROOT / "scripts/bench"), "--check-page"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
