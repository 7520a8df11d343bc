"""Builds the manual's web site, made-up ones and the real one, and lets a browser search in it."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "docs-site"


def build(root, out):
    return subprocess.run([SCRIPT, "--root", root, "--out", out], capture_output=True, text=True, check=False)


def built(pages):
    """Builds a site of these pages in a scratch folder: what was said, and the site's files with their text."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text in pages.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        result = build(root, root / "site")
        files = {file.relative_to(root / "site").as_posix(): file.read_text() for file in (root / "site").rglob("*") if file.is_file()}
        return result, files


MENU = "# Manual\n\n## Tutorials\n\n- [First](first.md): how to\n"


class DocsSite(unittest.TestCase):
    def test_makes_pages_with_a_menu(self):
        result, files = built({"docs/README.md": MENU, "docs/first.md": "# The first\n\nSee [the menu](README.md#tutorials).\n"})
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn('<a href="docs/first.html">First</a>', files["index.html"])
        self.assertIn('<a href="first.html" aria-current="page">First</a>', files["docs/first.html"])
        self.assertIn('href="../index.html#tutorials"', files["docs/first.html"])
        self.assertIn('"heading":"The first"', files["search-index.js"])

    def test_reads_what_the_pages_write(self):
        page = "# First\n\nText\n- one\n- two\n\n```console exit=1\n$ false\n## no heading\n```\n\n| a | b |\n|---|---|\n| 1 | <2> |\n"
        _, files = built({"docs/README.md": MENU, "docs/first.md": page})
        for expected in ("<li>one</li>", "<b>$ false</b>", "## no heading", "<td>1</td>"):
            self.assertIn(expected, files["docs/first.html"])

    def test_copies_files_that_are_linked(self):
        _, files = built({"docs/README.md": MENU, "docs/first.md": "# First\n\n![a](a.svg) [run](../examples/run.csv)\n", "docs/a.svg": "<svg/>",
                          "examples/run.csv": "time\n"})
        self.assertEqual((files["docs/a.svg"], files["examples/run.csv"]), ("<svg/>", "time\n"))

    def test_refuses(self):
        cases = {
            "a page that is not there": ("# First\n\n[x](second.md)\n", "docs/first.md: link to second.md: there is no docs/second.md"),
            "a heading that is not there": ("# First\n\n[x](README.md#nowhere)\n", "docs/README.md has no heading #nowhere"),
            "a heading of its own that is not there": ("# First\n\n[x](#nowhere)\n", "docs/first.md has no heading #nowhere"),
            "a picture that is not there": ("# First\n\n![x](x.png)\n", "there is no docs/x.png"),
            "a file outside": ("# First\n\n[x](../../etc/passwd)\n", "there is no ../etc/passwd"),
        }
        for name, (page, expected) in cases.items():
            with self.subTest(name):
                result, files = built({"docs/README.md": MENU, "docs/first.md": page})
                self.assertEqual(result.returncode, 1)
                self.assertIn(expected, result.stdout)
                self.assertEqual(files, {}, "nothing is written")
        result, _ = built({"docs/README.md": MENU, "docs/first.md": "# First\n", "docs/lonely.md": "# Lonely\n"})
        self.assertIn("docs/lonely.md: no page links to it", result.stdout)

    def test_leaves_other_folders_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "thesis.tex").write_text("mine")
            result = build(ROOT, pathlib.Path(folder))
            self.assertNotEqual(result.returncode, 0)
            self.assertTrue((pathlib.Path(folder) / "thesis.tex").exists())

    def test_the_manual_has_no_dead_links_and_can_be_searched(self):
        with tempfile.TemporaryDirectory() as folder:
            site = pathlib.Path(folder) / "site"
            result = build(ROOT, site)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            if shutil.which("chromium") is None:
                self.skipTest("no chromium to search with")
            for words, page in (("yaw degrees", "input_checks.html"), ("suspect", "faq.html"), ("run_red_light", "approach_junction.html")):
                address = f"{(site / 'index.html').as_uri()}?q={words.replace(' ', '+')}"
                shown = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000",
                                        f"--user-data-dir={folder}/profile", "--dump-dom", address], capture_output=True, text=True, check=False)
                found = shown.stdout.partition('<ol id="found"')[2].partition("</ol>")[0]
                self.assertIn(page, found, f"{words}: {found[:500]}")


if __name__ == "__main__":
    if subprocess.run(["/usr/bin/python3", "-c", "import markdown"], capture_output=True, check=False).returncode != 0:
        print("SKIPPED: no python3-markdown; scripts/install-deps docs")
        sys.exit(77)
    unittest.main()
