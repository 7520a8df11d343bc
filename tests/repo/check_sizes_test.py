"""Plants one thing that is too long at a time in a made-up tree and expects scripts/check-sizes to name it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-sizes"


def run_on(text, name="src/map/a.cpp", options=()):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
        return subprocess.run([sys.executable, SCRIPT, "--root", folder, *options], capture_output=True, text=True, check=False)


def function(lines, before="", opens="int f(int a) {"):
    return before + opens + "\n" + "  ++a;\n" * (lines - 2) + "}\n"


class CheckSizes(unittest.TestCase):
    def test_allows(self):
        cases = {
            "a function of 80 lines": function(80),
            "a long one with a reason": function(120, "// long: a case for each word\n"),
            "a long table in a function": "int f() {\n  const int rows[] = {\n" + "      1,\n" * 200 + "  };\n}\n",
            "a file of 700 lines": "\n" * 700,
            "a file that a script writes": "// Written by scripts/schema-table\n" + "\n" * 900,
            "a long type": "struct A {\n" + "  int a;\n" * 100 + "};\n",
        }
        for name, text in cases.items():
            with self.subTest(name):
                result = run_on(text)
                self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)

    def test_catches(self):
        cases = {
            "a function of 81 lines": (function(81), "src/map/a.cpp:1: f has 81 lines"),
            "a method": ("struct A {\n" + function(100, opens="int g(int a) const {").replace("}\n", "") + "}\n};\n", "has"),
            "a test": (function(90, opens="TEST(Map, IsRead) {"), "TEST has 90 lines"),
            "a signature over two lines": (function(90, "Result read(int a,\n", "            int b) {"), "has 90 lines"),
            "a file of 701 lines": ("\n" * 701, "src/map/a.cpp: 701 lines"),
        }
        for name, (text, expected) in cases.items():
            with self.subTest(name):
                result = run_on(text)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(expected, result.stdout)

    def test_lists_what_is_not_too_long_as_well(self):
        listed = run_on(function(81) + function(3), options=["--all"])
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertEqual(listed.stdout.splitlines(), ["src/map/a.cpp: 84 lines", "src/map/a.cpp:1: f has 81 lines, over 80", "src/map/a.cpp:82: f has 3 lines"])


if __name__ == "__main__":
    unittest.main()
