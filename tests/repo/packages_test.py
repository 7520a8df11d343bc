"""Makes packages of the build and looks at what is in them. Trying them on a bare system takes root and minutes: scripts/try-packages.

Usage: packages_test.py BUILD SOURCE     a built tree, and the project's sources
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

BUILD, SOURCE = (pathlib.Path(path).resolve() for path in (sys.argv.pop(1), sys.argv.pop(1)))


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = pathlib.Path(cls.folder.name) / "packages"
        run(SOURCE / "scripts/make-packages", "--build", BUILD, "--out", cls.out, "--quick")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def one(self, pattern):
        found = list(self.out.glob(pattern))
        self.assertEqual(len(found), 1, f"{pattern}: {found}")
        return found[0]

    def content(self, pattern):
        return {line.split()[5].removeprefix("./") for line in run("dpkg-deb", "--contents", self.one(pattern)).splitlines()}

    def test_each_package_has_what_it_is_for(self):
        for pattern, wanted in {
            "scrutineer_*.deb": ["usr/bin/scrutineer", "usr/share/man/man1/scrutineer-check.1.gz", "usr/share/bash-completion/completions/scrutineer",
                                 "usr/share/zsh/vendor-completions/_scrutineer", "usr/share/fish/vendor_completions.d/scrutineer.fish",
                                 "usr/share/doc/scrutineer/examples/runs/departure/run.json", "usr/share/doc/scrutineer/copyright"],
            "libscrutineer[0-9]*.deb": ["usr/lib/libscrutineer.so.1", "usr/lib/libscrutineer_cpp.so.0.1"],
            "libscrutineer-dev_*.deb": ["usr/include/scrutineer.h", "usr/include/scrutineer/run/run.h", "usr/lib/libscrutineer.so",
                                        "usr/lib/pkgconfig/scrutineer.pc", "usr/lib/cmake/scrutineer/scrutineerConfig.cmake"],
            "python3-scrutineer_*.deb": ["usr/lib/python3/dist-packages/scrutineer/__init__.py", "usr/lib/python3/dist-packages/scrutineer/py.typed"],
        }.items():
            content = self.content(pattern)
            for name in wanted:
                self.assertIn(name, content, pattern)

    def test_no_file_is_in_two_packages(self):
        seen = {}
        for package in self.out.glob("*.deb"):
            for name in self.content(package.name):
                if name and not name.endswith("/"):
                    self.assertEqual(seen.setdefault(name, package.name), package.name, name)

    def test_what_is_heavy_is_only_suggested(self):
        depends = run("dpkg-deb", "--field", self.one("scrutineer_*.deb"), "Depends")
        depends = depends.replace("libgcc-s1", "")  # what every program in C++ needs
        for heavy in ("sumo", "chromium", "librsvg", "libpq", "g++", "gcc", "node"):
            self.assertNotIn(heavy, depends)
        for needed in ("libfmt9", "libgeos"):  # of the program, and of the plugin that everybody needs
            self.assertIn(needed, depends)

    def test_programs_search_no_folder_of_the_build(self):
        work = pathlib.Path(self.folder.name) / "unpacked"
        for package in self.out.glob("*.deb"):
            run("dpkg-deb", "--extract", package, work)
        for path in work.rglob("*"):
            if path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF":
                self.assertNotRegex(run("objdump", "-p", path), r"R(UN)?PATH", path)
                self.assertNotIn(".debug_info", run("objdump", "-h", path), f"{path} is not stripped")

    def test_the_archive_runs_from_any_folder(self):
        work = pathlib.Path(self.folder.name) / "some where"
        work.mkdir()
        with tarfile.open(self.one("*.tar.gz")) as archive:
            archive.extractall(work)
        program = next(work.glob("*/bin/scrutineer"))
        run_json = next(work.glob("*/share/doc/scrutineer/examples")) / "runs/departure/run.json"
        done = subprocess.run([program, "check", run_json], capture_output=True, text=True, check=False, env={"PATH": "/usr/bin:/bin"})
        self.assertEqual(done.returncode, 1, done.stderr)
        for part, least in (program, 8), (program.parent.parent / "lib/scrutineer/scrutineer_geos.so", 3):
            libraries = re.findall(r"=> (/.*) \(0x", run("ldd", part))
            own = [path for path in libraries if path.startswith(str(work))]
            self.assertGreater(len(own), least, libraries)

    def test_the_wheel_is_whole(self):
        with zipfile.ZipFile(self.one("*.whl")) as wheel:
            names = wheel.namelist()
            record = next(name for name in names if name.endswith("/RECORD"))
            listed = [line.split(",")[0] for line in wheel.read(record).decode().splitlines()]
            self.assertEqual(sorted(listed), sorted(names))
            folder = pathlib.Path(self.folder.name) / "wheel"
            wheel.extractall(folder)
        said = run("/usr/bin/python3", "-c", "import scrutineer; print(scrutineer.check(run=%r).verdict)" % str(SOURCE / "examples/runs/departure/run.json"),
                   cwd=folder, env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(folder)})
        self.assertEqual(said.strip(), "fail")

    def test_the_same_build_gives_the_same_bytes(self):
        again = pathlib.Path(self.folder.name) / "again"
        run(SOURCE / "scripts/make-packages", "--build", BUILD, "--out", again, "--quick")
        for path in self.out.iterdir():
            self.assertEqual(path.read_bytes(), (again / path.name).read_bytes(), path.name)


if __name__ == "__main__":
    missing = [name for name in ("patchelf", "dpkg-shlibdeps", "objdump", "git") if not shutil.which(name)]
    if missing:
        print(f"skipped: {', '.join(missing)} missing (scripts/install-deps packaging)")
        sys.exit(77)
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1700000000")
    unittest.main()
