"""Writes made-up pages and expects scripts/check-docs to find what is not true in them."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-docs"


def run_on(page, *options):
    """Runs the check on a manual of this one page, with `echo` as the program. Returns the result and the page after it."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "docs").mkdir()
        (root / "docs" / "page.md").write_text(page)
        command = [sys.executable, SCRIPT, "--root", root, "--program", "/bin/echo", *options]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        return result, (root / "docs" / "page.md").read_text()


def block(*lines, info="console"):
    return "\n".join(["text", f"```{info}", *lines, "```", ""])


class CheckDocs(unittest.TestCase):
    def test_allows(self):
        cases = {
            "no commands": "only words\n",
            "another kind of block": block("$ false", info=""),
            "exact output": block("$ scrutineer a", "a", "$ scrutineer b", "b"),
            "output not shown": block("$ seq 3"),
            "some lines left out": block("$ seq 9", "1", "...", "8", "9"),
            "a failure that is meant": block("$ scrutineer a; exit 1", "a", info="console exit=1"),
            "a program that is not there": block("$ false", info="console needs=no-such-program"),
            "a program that is there": block("$ scrutineer a; exit 1", "a", info="console needs=sh exit=1"),
            "files of an earlier command": block("$ echo 5 > five", "$ cat five", "5"),
            "a command over several lines": block("$ cat <<'EOF'", "> a", ">", ">   b", "> EOF", "a", "", "  b"),
        }
        for name, page in cases.items():
            with self.subTest(name):
                result, _ = run_on(page)
                self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)

    def test_catches(self):
        cases = {
            "failure": (block("$ false"), "page.md:2: $ false\nexit code 1, not 0"),
            "success that should fail": (block("$ true", info="console exit=1"), "exit code 0, not 1"),
            "failure before the last": (block("$ false", "$ false", info="console exit=1"), "exit code 1, not 0"),
            "other output": (block("$ scrutineer a", "b"), "prints now:\na"),
            "too little shown": (block("$ seq 2", "1"), "prints now:\n1\n2"),
            "wrong line after those left out": (block("$ seq 9", "...", "10"), "prints now:"),
            "failure with a program that is there": (block("$ false", info="console needs=sh"), "exit code 1, not 0"),
            "no such command": (block("$ no-such-command"), "exit code 127"),
        }
        for name, (page, expected) in cases.items():
            with self.subTest(name):
                result, _ = run_on(page)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(expected, result.stdout)

    def test_writes_commands_over_several_lines_as_they_are(self):
        shown = ["$ cat <<'EOF'", "> a", ">", "> b", "> EOF"]
        _, page = run_on(block(*shown, "c"), "--write")
        self.assertEqual(page, block(*shown, "a", "", "b"))

    def test_writes_what_is_printed_now(self):
        _, page = run_on(block("$ scrutineer a", "b", "$ seq 3", "...", "4", "$ true"), "--write")
        self.assertEqual(page, block("$ scrutineer a", "a", "$ seq 3", "...", "4", "$ true"))


if __name__ == "__main__":
    unittest.main()
