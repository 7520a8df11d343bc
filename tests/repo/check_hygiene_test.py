"""Plants one blemish at a time in a made-up repository and expects scripts/check-hygiene to name it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-hygiene"


def run_on(text):
    """Runs the check on a repository that tracks one file with this text; {root} in it is the repository's path."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve() / "project"
        subprocess.run(["git", "init", "-q", root], check=True)
        (root / "notes.txt").write_text(text.replace("{root}", str(root)))
        (root / "untracked.txt").write_text("FIX" + "ME")
        subprocess.run(["git", "-C", root, "add", "notes.txt"], check=True)
        return subprocess.run([sys.executable, SCRIPT, "--root", root], capture_output=True, text=True, check=False)


class CheckHygiene(unittest.TestCase):
    def test_allows(self):
        cases = {
            "plain text": "The road ahead.\n",
            "relative folder": "see ../shared/data/maps and src/home/ann.h\n",
            "variable before the path": "${DIR}/home/ann\n",
            "just 1 MiB": "x" * (1 << 20),
        }
        for name, text in cases.items():
            with self.subTest(name):
                result = run_on(text)
                self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)

    def test_catches(self):
        cases = {
            "home folder": ("\nsee /ho" + "me/ann/map.xodr\n", "notes.txt:2: path of one machine"),
            "root's home": ('open("/ro' + 'ot/map.xodr")\n', "notes.txt:1: path of one machine"),
            "this checkout": ("see {root}/map.xodr\n", "notes.txt:1: path of one machine"),
            "unfinished": ("// TO" + "DO later\n", "notes.txt:1: mark of unfinished work"),
            "large file": ("x" * ((1 << 20) + 1), "notes.txt: 1048577 bytes"),
        }
        for name, (text, expected) in cases.items():
            with self.subTest(name):
                result = run_on(text)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(expected, result.stdout)


if __name__ == "__main__":
    unittest.main()
