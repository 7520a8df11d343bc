"""Breaks one recipe at a time in a made-up tree and expects scripts/check-recipes to name it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-recipes"

KINDS = ["checker in C++", "trace format", "result format", "command", "simulator", "language builtin", "fact"]
TREE = {
    "CONTRIBUTING.md": "<!-- recipes -->\n" + "".join(f"| {kind} | {4 if kind == 'simulator' else 2} | a, b |\n" for kind in KINDS) + "<!-- end of recipes -->\n",
    "src/checks/road/lane.cpp": "watch::Check lane() {\n",
    "src/trace/detail/a_reader.cpp": "TraceFormat a_format() {\n",
    "src/results/detail/a.cpp": "ResultFormat a_result_format() {\n",
    "src/app/commands/a.cpp": "Command a_command() {\n",
    "src/live/a/a.cpp": "SimulatorRow a_simulator() {\n",
    "src/lang/vm/builtins/run.cpp": '    {.owner = "top", .declaration = "def ticks(period: time) -> bool",\n     ...},\nBuiltinRows run_builtins() {\n',
    "src/lang/library/domain.osc": "struct any_watcher_data:\n    var start_time: time\n",
    "src/scene/facts.h": '    Fact{"speed", FactType::number, ...},\n',
}


def run_on(files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {**TREE, **files}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        return subprocess.run([sys.executable, SCRIPT, "--root", root], capture_output=True, text=True, check=False)


class CheckRecipes(unittest.TestCase):
    def test_allows(self):
        cases = {
            "parts that nobody lists": {},
            "a test of one": {"src/checks/road/lane_test.cpp": "lane();\n"},
            "a comment about one": {"src/watch/check.h": "// Check lane() ...\n"},
        }
        for name, files in cases.items():
            with self.subTest(name):
                result = run_on(files)
                self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)

    def test_catches(self):
        cases = {
            "a list of checkers": ({"src/checks/all.cpp": "return {lane()};\n"}, "src/checks/all.cpp: names lane()"),
            "a list of formats": ({"src/trace/formats.cpp": "rows = {a_format()};\n"}, "one more trace format"),
            "a list of commands": ({"src/app/detail/commands.cpp": "Command a_command();\n"}, "names a_command()"),
            "another number": ({"CONTRIBUTING.md": TREE["CONTRIBUTING.md"].replace("command | 2", "command | 3")}, "2 files"),
            "a simulator without its command": ({"CONTRIBUTING.md": TREE["CONTRIBUTING.md"].replace("simulator | 4", "simulator | 2")}, "4 files"),
            "a declaration beside its row": (
                {"src/lang/library/domain.osc": "    def ticks(period: time) -> bool is external builtin()\n"}, "declares ticks"),
            "a fact that is declared again": ({"src/lang/library/domain.osc": "    var speed: speed\n"}, "declares speed"),
            "a list of builtins": ({"src/lang/vm/builtins.cpp": "rows = {run_builtins()};\n"}, "names run_builtins()"),
            "no recipe": ({"CONTRIBUTING.md": "none\n"}, "no recipe for one more fact"),
            "parts that moved": ({"src/live/a/a.cpp": "\n"}, "gives no simulator"),
        }
        for name, (files, expected) in cases.items():
            with self.subTest(name):
                result = run_on(files)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(expected, result.stdout)


if __name__ == "__main__":
    unittest.main()
