"""Runs the quick variants of scripts/sumo-campaign and scripts/every-ego, and expects no verdict that cannot be true, nor one that their
judges do not confirm; and scripts/rush-hour, whose planted issues must be on the first screen.

Usage: verdicts_test.py PROGRAM SumoCampaign|EveryEgo|RushHour     exit code 77 where SUMO or the data folder is absent
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from recorded_runs import actors_of, input_runs, run  # noqa: E402
DATA = pathlib.Path(os.environ.get("SCRUTINEER_DATA", ROOT.parent / "shared" / "data"))
PROGRAM = sys.argv[1]
# Who heeds lights and lanes gives no reason for these; signs are not on the quick variant's maps.
IMPOSSIBLE = {"run_red_light", "run_yellow_light", "about_to_run_red_light", "stop_at_sign", "stop_at_flashing_red", "stop_at_turn_on_red",
              "stop_at_tl_not_working", "speed_limit", "off_planned_path"}
# With steps of 1 s SUMO's vehicles stop in less than physics needs, so they may approach red faster than they could stop.
SUMO_ONLY = {("about_to_run_red_light", "1.0")}


def script(name, *options):
    return subprocess.run([sys.executable, ROOT / "scripts" / name, "--program", PROGRAM, "--quick", *options], capture_output=True, text=True, check=False)


def judge(folder):
    command = [sys.executable, ROOT / "scripts" / "judge-campaign", "--out", folder]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def total(table):
    """Numbers of issues: raised, confirmed, explained, false."""
    return [int(cell) for cell in table.splitlines()[-1].split("|")[1:]]


def tell_later(file, seconds):
    with open(file, newline="", encoding="utf-8") as read:
        rows = list(csv.DictReader(read))
    for row in rows:
        numbers = json.loads(row["numbers"])
        if "decision_time" in numbers:
            numbers["decision_time"] += seconds
        row.update({name: float(row[name]) + seconds for name in ("time", "start", "end")}, numbers=json.dumps(numbers))
    with open(file, "w", newline="", encoding="utf-8") as write:
        table = csv.DictWriter(write, rows[0].keys())
        table.writeheader()
        table.writerows(rows)


class SumoCampaign(unittest.TestCase):
    def test_law_abiding_drivers_break_no_law_and_the_same_runs_come_again(self):
        with tempfile.TemporaryDirectory() as folder:
            first, second = pathlib.Path(folder) / "first", pathlib.Path(folder) / "second"
            done = script("sumo-campaign", "--out", str(first))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"(?m)^issues per km .*Town01 0.1 s.*Town01 1 s")
            script("sumo-campaign", "--out", str(second))
            self.assertEqual((first / "issues.csv").read_bytes(), (second / "issues.csv").read_bytes())
            with open(first / "issues.csv", encoding="utf-8") as file:
                rows = [row for row in csv.DictReader(file) if row["kind"] in IMPOSSIBLE and (row["kind"], row["step"]) not in SUMO_ONLY]
            self.assertEqual([" ".join([row["map"], row["step"], row["message"]]) for row in rows], [])

    def test_how_many_frames_a_run_has_decides_no_verdict_at_a_junction(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(script("sumo-campaign", "--out", folder).returncode, 0)
            for keep, code, said in (("5", 0, r"(?m)^[1-9]\d+ verdicts, 0 differ"), ("500", 1, r"only with all frames: passed")):
                with self.subTest(keep):
                    command = [sys.executable, ROOT / "scripts" / "thin-campaign", "--program", PROGRAM, "--out", folder, "--keep", keep]
                    done = subprocess.run(command, capture_output=True, text=True, check=False)
                    self.assertRegex(done.stdout, said)
                    self.assertEqual(done.returncode, code, done.stdout + done.stderr)

    def test_a_run_told_otherwise_has_the_same_issues(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(script("sumo-campaign", "--out", folder).returncode, 0)
            for clock, code, said in (("0.00000001", 0, r"(?m)^[1-9]\d+ issues, .* 0 differ"), ("0.02", 1, r"a rounded clock: only there: ")):
                with self.subTest(clock):
                    command = [sys.executable, ROOT / "scripts" / "twin-campaign", "--program", PROGRAM, "--out", folder, "--clock", clock]
                    done = subprocess.run(command, capture_output=True, text=True, check=False)
                    self.assertRegex(done.stdout, said)
                    self.assertEqual(done.returncode, code, done.stdout[-2000:] + done.stderr)

    def test_a_second_computation_confirms_what_is_true_and_nothing_else(self):
        for profile in ("classic", "modern"):
            with self.subTest(profile):
                self.expect_confirmed(profile)

    def expect_confirmed(self, profile):
        with tempfile.TemporaryDirectory() as folder:
            done = script("sumo-campaign", "--out", folder, "--map", "Town07", "--step", "0.1", "--km", "1", "--profile", profile)
            self.assertEqual(done.returncode, 0, done.stderr)
            judged = judge(folder)
            self.assertEqual(judged.returncode, 0, judged.stdout + judged.stderr)
            raised, confirmed, explained, false = total(judged.stdout)
            self.assertGreater(raised, 20)
            self.assertEqual((confirmed, explained, false), (raised, raised, 0))
            # The same issues, told of other times: a judge who confirms these confirms anything.
            tell_later(pathlib.Path(folder) / "issues.csv", 5.0)
            judged = judge(folder)
            self.assertEqual(judged.returncode, 1, judged.stderr)
            raised, _, _, false = total(judged.stdout)
            self.assertGreater(false, 0.95 * raised, judged.stdout)

    def test_says_what_went_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            done = script("sumo-campaign", "--out", folder, "--map", "no_such_map")
            self.assertEqual(done.returncode, 2)
            self.assertIn("no_such_map", done.stderr)


class EveryEgo(unittest.TestCase):
    def test_fails_only_egos_that_did_something(self):
        done = script("every-ego")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^\d+ evaluations: ")
        self.assertNotIn(" 0 issues of the ego", done.stdout)

    def test_fails_only_whom_a_look_at_the_samples_confirmed(self):
        # CARLA's heroes drive up to 66 km/h where the map allows 25 mph, and the second is steered to and fro by hand, beside its lane;
        # the boxes of the invented tracks overlap.
        confirmed = {
            ("DistanceBetweenVehicles_2020.log", "269"): {"speed_limit"},
            ("DistanceToLaneCenter_2021.log", "234"): {"speed_limit", "off_lane", "turn_physical", "jitter_policy"},
            ("highD_layout_01_tracks.csv", "1"): {"collision_in_sut_control"},
            ("highD_layout_01_tracks.csv", "2"): {"collision_in_sut_control"},
            ("inD_layout_00_tracks.csv", "0"): {"collision_in_sut_control"},
            ("inD_layout_00_tracks.csv", "1"): {"collision_in_sut_control"},
            ("inD_layout_00_tracks.csv", "3"): {"collision_in_sut_control"},
        }
        found = {}
        for file, options in input_runs():
            for ego in actors_of(PROGRAM, str(file)):
                _, out, err = run(PROGRAM, ["check", *options, "--ego", ego, "--format", "json"])
                self.assertTrue(out.startswith("{"), f"{file.name}, ego {ego}: {err}")
                result = json.loads(out)
                if result["summary"]["verdict"] == "fail":
                    own = {issue["kind"] for issue in result["issues"] if issue["category"] == "sut" and issue["severity"].startswith("error")}
                    found[(file.name, ego)] = own
        self.assertEqual(found, confirmed)

    def test_a_second_computation_confirms_every_failing_drive(self):
        command = [sys.executable, ROOT / "scripts" / "judge-drives", "--program", PROGRAM]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"(?m)^[1-9]\d* failing drives, \d+ issues of their egos, 0 false$")


class RushHour(unittest.TestCase):
    def test_shows_what_matters_on_the_first_screen(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, ROOT / "scripts" / "rush-hour", "--program", PROGRAM, "--out", folder]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            text = (pathlib.Path(folder) / "text.txt").read_text(encoding="utf-8")
            for columns in (80, 100, 120):
                shown = [line[start:start + columns] for line in text.splitlines() for start in range(0, max(1, len(line)), columns)]
                first = "\n".join(shown[:24])
                self.assertRegex(first, r"  collision +1: veh\d+ car, planted car at \d+\.\d+ s", f"{columns} columns")
                self.assertRegex(first, r"  run_red_light +1: veh31 car at \d+\.\d+ s", f"{columns} columns")
            self.assertRegex(first, r"error +\d+\.\d+ s .*planted.* collision")
            self.assertRegex(first, r"error_continue +\d+\.\d+ s .*veh31 .* run_red_light")
            # Each kind that many share is one line.
            self.assertLess(len(text.splitlines()), 60)
            result = json.loads((pathlib.Path(folder) / "result" / "coverage" / "runtime_data.json").read_text(encoding="utf-8"))
            self.assertGreater(len(result["issues"]), 100)
            times = [issue["time"] for issue in result["issues"]]
            self.assertEqual(times, sorted(times), "programs get them in the order of the result")


def missing():
    if not DATA.exists():
        return "no folder with data; SCRUTINEER_DATA may name it"
    if sys.argv[2] in ("SumoCampaign", "RushHour") and not (shutil.which("sumo") and shutil.which("netconvert")):
        return "no programs sumo and netconvert; scripts/install-deps live"
    return None


if __name__ == "__main__":
    if missing():
        print(f"{sys.argv[0]}:1: Skipped\n{missing()}\n")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], sys.argv[2]])
