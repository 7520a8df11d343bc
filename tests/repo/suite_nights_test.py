"""Ten nights of a made-up suite and an eleventh of another version of the driver, from traces to answers: diff, flaky, ages
and rules find exactly what the generator planted.

Usage: suite_nights_test.py PROGRAM [RUNS]
"""

import json
import pathlib
import subprocess
import sys
import tempfile

NIGHTS = 10


class Nights:
    def __init__(self, program, runs, folder):
        self.program, self.runs, self.folder = program, runs, pathlib.Path(folder)
        self.store = str(self.folder / "nights.db")
        self.problems = []

    def run(self, *words, codes=(0,)):
        done = subprocess.run([self.program, "suite", *words], text=True, capture_output=True, check=False, timeout=600)
        if done.returncode not in codes:
            sys.exit(f"suite {' '.join(words)}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def ask(self, *words, codes=(0,)):
        return json.loads(self.run(*words, "--store", self.store, "--format", "json", codes=codes))

    def evaluate(self, night, sut):
        """The night's runs in the store as night-N; what was planted, by key."""
        folder = self.folder / f"night{night}"
        self.run("generate", str(folder), "--runs", str(self.runs), "--night", str(night), "--sut", str(sut))
        self.run("run", str(folder), "--store", self.store, "--name", f"night-{night}", "--label", f"sut={sut}", "--label", f"night={night}",
                 "--jobs", "2", codes=(0, 1))
        planted = json.loads((folder / "planted.json").read_text())
        return {run["key"]: run for run in (planted["runs"] if isinstance(planted, dict) else planted)}

    def expect(self, what, found, wanted):
        if found == wanted:
            print(f"ok: {what}: {len(wanted)}")
            return
        self.problems.append(what)
        print(f"WRONG: {what}\n  not planted: {sorted(found - wanted)}\n  not found: {sorted(wanted - found)}")


def check(nights):
    first = nights.evaluate(1, 1)
    nights.run("baseline", "ignore-labels", "night,sut", "--store", nights.store)
    for night in range(2, NIGHTS + 1):
        tenth = nights.evaluate(night, 1)
    flaky = {key for key, run in first.items() if run["flaky"]}
    steady_faults = {key for key, run in first.items() if run["fault"] != "none" and key not in flaky}

    # Ages over ten nights.
    issues = nights.ask("issues", f"night-{NIGHTS}", "--by", "run", "--top", "0")["issues"]
    ages = {row["run"]: (row["age"], row["first_seen"]) for row in issues}
    nights.expect("issues that are ten nights old", {key for key in steady_faults if ages.get(key) == (NIGHTS, "night-1")}, steady_faults)
    fresh = {key for key in flaky if tenth[key]["fault"] != "none"}
    nights.expect("issues of flaky tests that are new", {key for key in fresh if ages.get(key) == (1, f"night-{NIGHTS}")}, fresh)

    # A rule, made before the eleventh night.
    nights.run("triage", "add", "--kind", "road_departure", "--mark", "not_an_issue", "--link", "BUG-1", "--by", "ada", "--store", nights.store)
    eleventh = nights.evaluate(NIGHTS + 1, 2)
    touched = nights.ask("triage", "touched", f"night-{NIGHTS + 1}", "--top", "0")["touched"]
    departing = {key for key, run in eleventh.items() if run["fault"] == "departure"}
    nights.expect("runs that the rule touches", {row["run"] for row in touched}, departing)
    nights.expect("runs of earlier nights that it touches", {row["run"] for row in nights.ask("triage", "touched", f"night-{NIGHTS}")["touched"]}, set())

    # Differences. A flaky test differs, too, whatever the version.
    diff = nights.ask("diff", f"night-{NIGHTS}", f"night-{NIGHTS + 1}", "--top", "0", "--as-evaluated")
    changed = {change: {key for key, run in eleventh.items() if run["change"] == change} for change in ("added", "mended", "worse", "moved")}
    status = {what: {row["run"] for row in diff["issues"] if row["status"] == what} for what in ("new", "gone", "changed")}
    turned = {key for key in flaky if tenth[key]["fault"] != eleventh[key]["fault"]}
    appeared = {key for key in turned if eleventh[key]["fault"] != "none"}
    nights.expect("runs with new issues", status["new"] - changed["worse"], changed["added"] | appeared)
    nights.expect("runs whose issues are gone", status["gone"] - changed["worse"], changed["mended"] | (turned - appeared))
    nights.expect("runs whose issues are graver", (status["changed"] | status["new"] | status["gone"]) & changed["worse"], changed["worse"])
    nights.expect("runs with changed issues that nobody planted", status["changed"] - changed["worse"], set())
    moved = {row["run"] for row in diff["metrics"]}
    planted = changed["added"] | changed["mended"] | changed["worse"] | changed["moved"] | turned
    nights.expect("runs whose metrics moved though nobody planted it", moved - planted, set())
    nights.expect("runs that drive faster", moved & changed["moved"], changed["moved"])
    unlearned = [row for row in diff["metrics"] if row["before"] is not None and row["learned_from"] < 5]
    if unlearned:
        nights.problems.append("noise")
        print("WRONG: noise was not learned:", unlearned)

    # Flaky tests.
    found = nights.ask("flaky", "--same", "sut")["flaky"]
    nights.expect("flaky tests", {row["run"] for row in found}, flaky)


def main():
    with tempfile.TemporaryDirectory() as folder:
        nights = Nights(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 150, folder)
        check(nights)
        return 1 if nights.problems else 0


if __name__ == "__main__":
    sys.exit(main())
