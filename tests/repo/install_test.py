"""Installs the build into an empty folder, and builds and runs a program of somebody else with what is there.

Usage: install_test.py BUILD SOURCE     a built tree, and the project's sources
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE = (pathlib.Path(path).resolve() for path in (sys.argv.pop(1), sys.argv.pop(1)))
RUN = SOURCE / "examples/runs/departure"


def run(*words, code=0):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode != code:
        raise AssertionError(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.prefix, self.work = pathlib.Path(folder.name) / "prefix", pathlib.Path(folder.name) / "work"
        run("cmake", "--install", BUILD, "--prefix", self.prefix)

    def test_program_runs_where_it_was_installed(self):
        out = run(self.prefix / "bin/scrutineer", "check", RUN / "run.json", "--out", self.work, "--format", "text", code=1)
        self.assertIn("FAIL", out)
        for plugin in (BUILD / "lib/scrutineer").glob("*.so"):
            self.assertTrue((self.prefix / "lib/scrutineer" / plugin.name).exists(), plugin.name)

    def test_libraries_serve_other_programs(self):
        run("cmake", "-S", SOURCE / "tests/install", "-B", self.work, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", self.work)
        issues = run(self.work / "check_run", RUN / "run.json", code=1).splitlines()
        self.assertEqual(len(issues), 5, issues)
        self.assertTrue(any("is allowed" in issue for issue in issues), issues)
        result = json.loads(run(self.work / "check_in_c", RUN, (RUN / "run.json").read_text()))
        self.assertEqual(len(result["issues"]), 5)


if __name__ == "__main__":
    unittest.main()
