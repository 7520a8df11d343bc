"""Runs scripts/fuzz with made-up fuzzers, and expects its table and its verdict."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "fuzz"

QUIET = """#2	INITED cov: 100 ft: 120 corp: 1/1b exec/s: 0 rss: 30Mb
#9000	DONE   cov: 500 ft: 900 corp: 12/1Kb lim: 4096 exec/s: 4500 rss: 40Mb
Done 9000 runs in 2 second(s)
stat::number_of_executed_units: 9000
"""
CRASH = """#7	NEW    cov: 90 ft: 95 corp: 2/2b lim: 4096 exec/s: 0 rss: 30Mb
==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1
artifact_prefix='x'; Test unit written to findings/bad-crash-1
"""


def run_with(fuzzers, *words):
    """What scripts/fuzz prints and writes, with fuzzers that print these texts and end with these codes."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in ("scripts", "fuzz", "build/fuzz/bin"):
            (root / name).mkdir(parents=True)
        shutil.copy(SCRIPT, root / "scripts")
        for name, (text, code) in fuzzers.items():
            (root / f"fuzz/{name}_fuzz.cpp").touch()
            program = root / f"build/fuzz/bin/{name}_fuzz"
            program.write_text(f"#!{sys.executable}\nimport sys\nprint({text!r})\nsys.exit({code})\n")
            program.chmod(0o755)
        done = subprocess.run([sys.executable, root / "scripts/fuzz", *words], capture_output=True, text=True, check=False)
        written = root / "build/fuzz/table.json"
        return done, json.loads(written.read_text()) if written.exists() else None


class Fuzz(unittest.TestCase):
    def test_tells_what_each_did(self):
        done, written = run_with({"good": (QUIET, 0)})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| `good` | 2 | 9,000 | 500 | 900 | 0 |", done.stdout)
        self.assertEqual(written[0]["executions"], 9000)

    def test_a_finding_fails_and_others_still_run(self):
        done, _ = run_with({"bad": (CRASH, 77), "good": (QUIET, 0)})
        self.assertEqual(done.returncode, 1)
        self.assertIn("| `bad` | 0 | 7 | 90 | 95 | 1 |", done.stdout)
        self.assertIn("bad: ==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 (findings/bad-crash-1)", done.stdout)
        self.assertIn("| `good` | 2 |", done.stdout)

    def test_runs_only_what_is_named(self):
        done, _ = run_with({"bad": (CRASH, 77), "good": (QUIET, 0)}, "good")
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("bad", done.stdout)

    def test_knows_its_targets(self):
        done, _ = run_with({"good": (QUIET, 0)}, "god")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no target god; there are good", done.stderr)


if __name__ == "__main__":
    unittest.main()
