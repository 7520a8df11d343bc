"""The guides about embedding, followed from nothing: their files are written into an empty folder, their commands run there.

A block of Python, C or C# whose first line names a file (`# drive.py`) is that file; a block of sh is commands, each of which has
to succeed. The notebook's cells run one after the other.

Usage: guides_test.py LIBRARY SOURCE
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

LIBRARY, SOURCE = (pathlib.Path(path).resolve() for path in (sys.argv.pop(1), sys.argv.pop(1)))
BLOCK = re.compile(r"^```(python|c|csharp|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"^(?:#|//|/\*) ?(\w+\.(?:py|c|cs))\b")
NEEDS = {"mcs": "mcs", "mono": "mono", "columns.py": "numpy", "evaluate.py": "pandas", "places.py": "numpy"}


def has(what):
    if what in ("numpy", "pandas"):
        return subprocess.run([sys.executable, "-c", f"import {what}"], capture_output=True, check=False).returncode == 0
    return shutil.which(what) is not None


class Guides(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "examples").symlink_to(SOURCE / "examples")
        shutil.copy(SOURCE / "bindings/csharp/Scrutineer.cs", self.folder)
        # As if the library, its header and the package were installed.
        (self.folder / "bin").mkdir()
        (self.folder / "bin/python3").symlink_to(sys.executable)
        self.environment = {
            **os.environ,
            "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "C_INCLUDE_PATH": str(SOURCE / "src/capi"),
            "LIBRARY_PATH": str(LIBRARY.parent),
            "LD_LIBRARY_PATH": str(LIBRARY.parent),
            "SCRUTINEER_LIBRARY": str(LIBRARY),
            "PYTHONPATH": str(SOURCE / "python"),
        }

    def follow(self, page):
        """What each command printed."""
        printed = {}
        for language, text in BLOCK.findall((SOURCE / "docs" / page).read_text()):
            if language == "sh":
                for command in text.splitlines():
                    missing = [what for word, what in NEEDS.items() if word in command.split() and not has(what)]
                    if missing:
                        print(f"{page}: {command}: passed over, {missing[0]} is not installed", file=sys.stderr)
                        continue
                    done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, capture_output=True,
                                          text=True, check=False, timeout=120)  # fmt: skip
                    self.assertEqual(done.returncode, 0, f"{page}: {command}\n{done.stdout}{done.stderr}")
                    printed[command] = done.stdout
            elif name := NAME.match(text):
                (self.folder / name.group(1)).write_text(text)
        return printed

    def test_push_frames(self):
        printed = self.follow("embedding.md")
        of_python = printed["python3 drive.py"]
        self.assertIn("km/h", of_python)
        of_c = printed["./drive 2> result.json"]
        self.assertTrue(of_c)
        self.assertTrue(of_python.startswith(of_c), of_python + of_c)  # Python also prints the verdict
        of_csharp = printed.get("mono Drive.exe 2> result.json")
        if of_csharp is not None:
            self.assertEqual(of_csharp, of_c)
        self.assertIn("issues", json.loads((self.folder / "result.json").read_text()))

    def test_teleporter(self):
        printed = self.follow("embedding_teleporter.md")
        self.assertEqual(printed["python3 teleport.py"].count("episode from"), 3)
        self.assertTrue(printed["./teleport"].startswith("clear 15 m around"))

    def test_dataframe(self):
        self.follow("embedding_dataframe.md")

    def test_pages_that_are_untried_say_so(self):
        for page in ("embedding_carla.md", "embedding_awsim.md"):
            self.assertIn("**Untried**", (SOURCE / "docs" / page).read_text())
        compile((SOURCE / "examples/embedding/carla_session.py").read_text(), "carla_session.py", "exec")

    @unittest.skipUnless(has("pandas"), "no pandas: apt install python3-pandas")
    def test_notebook(self):
        cells = json.loads((SOURCE / "examples/embedding/notebook.ipynb").read_text())["cells"]
        code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
        done = subprocess.run([sys.executable, "-c", code], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    @unittest.skipUnless(has("sumo") and has("netconvert"), "no SUMO: apt install sumo sumo-tools")
    def test_teleporter_beside_sumo(self):
        """Every episode arrives, and the same seed makes the same choices: as `live sumo` does (its log has the same columns)."""
        command = [sys.executable, SOURCE / "examples/embedding/teleport_sumo.py", "examples/maps/town.xodr",
                   "examples/teleporter/loop.json", "--episodes", os.environ.get("SCRUTINEER_EPISODES", "5"), "--seed", "7"]  # fmt: skip
        printed = []
        for _ in range(2):
            done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            printed.append(done.stdout[done.stdout.index("timestamp,"):])  # the client says that it tries again
        self.assertEqual(printed[0], printed[1])


if __name__ == "__main__":
    unittest.main()
