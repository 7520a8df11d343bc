"""Runs scripts/run-tests with a made-up ctest, and expects its verdict and why tests were skipped."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "run-tests"

RAN = '<testcase name="a" status="run"/>'


def skipped(reason):
    return f"""<testcase name="b" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/><system-out>[ RUN      ] A.B
src/a_test.cpp:12: Skipped
{reason}

[  SKIPPED ] A.B (0 ms)
</system-out></testcase>"""


def run_on(cases, code=0):
    """What run-tests prints where ctest finds these cases and ends with this code."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in ("scripts", "build/dev"):
            (root / name).mkdir(parents=True)
        shutil.copy(SCRIPT, root / "scripts")
        ctest = root / "ctest"
        ctest.write_text(f"""#!{sys.executable}
import sys
open(sys.argv[sys.argv.index("--output-junit") + 1], "w").write({f"<testsuite>{''.join(cases)}</testsuite>"!r})
print("closing line of ctest")
sys.exit({code})
""")
        ctest.chmod(0o755)
        return subprocess.run([sys.executable, root / "scripts/run-tests", "--ctest", ctest], capture_output=True, text=True, check=False)


class RunTests(unittest.TestCase):
    def test_says_what_ran(self):
        done = run_on([RAN, RAN])
        self.assertEqual((done.returncode, done.stdout), (0, "closing line of ctest\n\n2 tests ran, 0 were skipped\n"), done.stderr)

    def test_groups_skipped_tests_by_reason(self):
        done = run_on([RAN, skipped("no SUMO"), skipped("no data"), skipped("no data"), '<testcase name="c" status="notrun"/>'])
        self.assertEqual(done.stdout.splitlines()[2:],
                         ["1 tests ran, 4 were skipped:", "     2 no data", "     1 no SUMO", "     1 no reason given"])

    def test_fails_where_ctest_fails(self):
        self.assertEqual(run_on([RAN], code=8).returncode, 8)


if __name__ == "__main__":
    unittest.main()
