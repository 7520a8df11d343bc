"""libscrutineer.so shows what src/capi/abi.txt lists, and nothing else.

Usage: abi_test.py LIBRARY SOURCE     the library, and the project's sources
"""

import pathlib
import re
import subprocess
import sys
import unittest

LIBRARY, SOURCE = (pathlib.Path(path) for path in (sys.argv.pop(1), sys.argv.pop(1)))
HEADER = (SOURCE / "src/capi/scrutineer.h").read_text()
STORED = (SOURCE / "src/capi/abi.txt").read_text().splitlines()


def output_of(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout


def stored(kind):
    return [line.split()[1] for line in STORED if line.startswith(kind + " ")]


class Abi(unittest.TestCase):
    def test_exported_symbols_are_those_stored(self):
        shown = [line.split() for line in output_of("nm", "-D", "--defined-only", "--format=posix", LIBRARY).splitlines()]
        names = sorted(words[0].split("@")[0] for words in shown if words[1] != "A")  # A: the version's own name
        self.assertEqual(names, stored("function"))

    def test_header_declares_them(self):
        self.assertEqual(sorted(re.findall(r"^SCR_API [^(]*?\b(scr_\w+)\(", HEADER, re.MULTILINE)), stored("function"))

    def test_soname_has_the_abi_version(self):
        version = re.search(r"#define SCR_ABI_VERSION (\d+)", HEADER).group(1)
        soname = re.search(r"\(SONAME\).*\[(.*)\]", output_of("readelf", "-d", LIBRARY)).group(1)
        self.assertEqual(soname, f"libscrutineer.so.{version}")
        self.assertEqual(stored("soname"), [soname])

    def test_header_is_plain_c(self):
        for standard in ("c11", "c99"):
            subprocess.run(["cc", f"-std={standard}", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-x", "c",
                            str(SOURCE / "src/capi/scrutineer.h")], check=True)  # fmt: skip
        for example in (SOURCE / "examples/embedding").glob("*.c"):
            subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only",
                            f"-I{SOURCE / 'src/capi'}", str(example)], check=True)  # fmt: skip


if __name__ == "__main__":
    unittest.main()
