"""docs/first_run.md leads five kinds of users from nothing to a verdict, in at most three commands each.

That the commands do what the page shows is checked by scripts/check-docs.
"""

import pathlib
import re
import unittest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "first_run.md"
PATHS = ["OSI", "esmini", "SUMO", "Continuous integration", "A checker of your own"]


def first_block(text, heading):
    """The first ```console block below the heading, or nothing."""
    section = re.search(rf"^### {re.escape(heading)}\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    return section and re.search(r"^```console[^\n]*\n(.*?)^```$", section.group(1), re.MULTILINE | re.DOTALL)


class FirstPaths(unittest.TestCase):
    def test_end_in_a_verdict_after_three_commands(self):
        for heading in PATHS:
            with self.subTest(heading):
                block = first_block(PAGE.read_text(), heading)
                self.assertIsNotNone(block, "there is no block of commands")
                lines = block.group(1).splitlines()
                commands = [line for line in lines if line.startswith("$ ")]
                self.assertLessEqual(len(commands), 3)
                self.assertIn("scrutineer", commands[-1])
                verdicts = [line for line in lines if re.match(r"(PASS|FAIL|SUSPECT) ", line)]
                self.assertTrue(verdicts, "no verdict is shown")


if __name__ == "__main__":
    unittest.main()
