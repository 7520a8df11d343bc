"""Runs scripts/tidy with a made-up clang-tidy in made-up clones: what was clean is not looked at again, in no clone."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "tidy"
CLANG_TIDY = f"""#!{sys.executable}
import pathlib, sys
if "--version" in sys.argv:
    print("made up")
elif "cmake_pch.hxx" in " ".join(sys.argv) or "-Winvalid-pch" in sys.argv:
    sys.exit("reads precompiled headers")
else:
    file = pathlib.Path(sys.argv[sys.argv.index("--") - 1])
    with open(pathlib.Path(__file__).parent / "calls", "a") as calls:
        print(file.name, file=calls)
    read = [file] + [pathlib.Path(line.split('"')[1]) for line in file.read_text().splitlines() if '.cpp"' in line]
    for path in read:
        for word in ("BAD", "clang-diagnostic-error"):
            if word in path.read_text():
                print(f"{{path}}: a finding of {{word}}")
                sys.exit(1)
"""


class Tidy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "clang-tidy").write_text(CLANG_TIDY)
        (self.folder / "clang-tidy").chmod(0o755)

    def clone(self, name, flags="-O1", together=False, **files):
        root = self.folder / name
        (root / "scripts").mkdir(parents=True)
        shutil.copy(SCRIPT, root / "scripts")
        texts = {".clang-tidy": "Checks: '*'", "src/map/a.h": '#include "map/b.h"', "src/map/b.h": "int b();",
                 "src/map/a.cpp": '#include "map/a.h"', "src/map/c.cpp": "int c;", "src/map/a_test.cpp": "int t;", **files}
        for path, text in texts.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        build = root / "build" / "lint"
        sources = ["src/map/a.cpp", "src/map/c.cpp", "src/map/a_test.cpp"]
        (build / "together").mkdir(parents=True)
        if together:
            (build / "together" / "0.cpp").write_text("".join(f'#include "{source[4:]}"\n' for source in sources[:2]))
            sources[:2] = ["build/lint/together/0.cpp"]
        (build / "compile_commands.json").write_text(json.dumps([
            {"directory": str(build), "file": str(root / source), "command":
             f"c++ -I{root}/src {flags} -Winvalid-pch -include {build}/cmake_pch.hxx -o {source}.o -c {root}/{source}"}
            for source in sources]))
        return root

    def tidy(self, root, *words):
        environment = dict(os.environ, CLANG_TIDY=str(self.folder / "clang-tidy"), SCRUTINEER_TIDY_CACHE=str(self.folder / "stamps"))
        return subprocess.run([sys.executable, root / "scripts/tidy", *words], env=environment, capture_output=True, text=True, check=False)

    def expect(self, root, text, code=0, words=()):
        done = self.tidy(root, *words)
        self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (code, text), done.stdout + done.stderr)
        return done.stdout

    def test_remembers_what_was_clean_in_every_clone(self):
        first = self.clone("first")
        self.expect(first, "tidy: 2 sources, 2 to look at")
        self.expect(first, "tidy: 2 sources, 0 to look at")
        self.expect(first, "tidy: 3 sources, 1 to look at", words=["--all"])
        self.expect(self.clone("second"), "tidy: 2 sources, 0 to look at")

    def test_looks_again_at_what_changed(self):
        self.expect(self.clone("first"), "tidy: 2 sources, 2 to look at")
        cases = {
            "source": (self.clone("source", **{"src/map/c.cpp": "int d;"}), 1),
            "header of a header": (self.clone("header", **{"src/map/b.h": "int d();"}), 1),
            "options": (self.clone("options", flags="-O2"), 2),
            "configuration": (self.clone("configuration", **{".clang-tidy": "Checks: '-*'"}), 2),
        }
        for name, (root, count) in cases.items():
            with self.subTest(name):
                self.expect(root, f"tidy: 2 sources, {count} to look at")

    def test_fails_on_a_finding_again_and_again(self):
        root = self.clone("bad", **{"src/map/c.cpp": "int BAD;"})
        self.expect(root, "tidy: 2 sources, 2 to look at", code=1)
        said = self.expect(root, "tidy: 2 sources, 1 to look at", code=1)
        self.assertIn("a finding", said)
        self.assertIn("findings in 1 of 2 sources: src/map/c.cpp", said)

    def test_looks_together_at_what_is_compiled_together(self):
        cases = {
            # name: (files, exit code, clang-tidy's calls, how many are looked at again)
            "clean": ({}, 0, 1, 0),
            "a finding in one": ({"src/map/c.cpp": "int BAD;"}, 1, 1, 1),
            "what cannot be compiled hides the rest": ({"src/map/a.cpp": "clang-diagnostic-error"}, 1, 1, 2),
            "a folder with a configuration": ({"src/map/.clang-tidy": "Checks: 'a'"}, 0, 2, 0),
        }
        for name, (files, code, calls, again) in cases.items():
            with self.subTest(name):
                shutil.rmtree(self.folder / "stamps", ignore_errors=True)
                (self.folder / "calls").unlink(missing_ok=True)
                root = self.clone(name.replace(" ", "_"), together=True, **files)
                self.expect(root, "tidy: 2 sources, 2 to look at", code=code)
                self.assertEqual(len((self.folder / "calls").read_text().splitlines()), calls)
                self.expect(root, f"tidy: 2 sources, {again} to look at", code=code)


if __name__ == "__main__":
    unittest.main()
