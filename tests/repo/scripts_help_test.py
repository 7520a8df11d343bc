"""Every script says how it is used, and does nothing, when it is asked with --help."""

import os
import pathlib
import subprocess
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"


class ScriptsHelp(unittest.TestCase):
    def test_each_tells_its_usage(self):
        scripts = sorted(path for path in SCRIPTS.iterdir() if path.is_file() and os.access(path, os.X_OK))
        self.assertTrue(scripts)
        for script in scripts:
            with self.subTest(script.name):
                done = subprocess.run([script, "--help"], capture_output=True, text=True, check=False, timeout=30)
                self.assertIn(done.returncode, (0, 2), done.stderr)
                self.assertIn("usage", (done.stdout + done.stderr).lower())


if __name__ == "__main__":
    unittest.main()
