"""Declarations of checks that are wrong must not compile. Usage: declarations_test.py COMPILER"""

import pathlib
import subprocess
import sys
import unittest

SRC = pathlib.Path(__file__).resolve().parents[2] / "src"
COMPILER = sys.argv.pop(1)

CHECK = """
#include "watch/per_actor.h"
using namespace scrutineer::watch;

struct Touch {
  enum class Kind : std::uint8_t { soft, hard };
  struct Metrics {
    double speed, limit;
    void fields(auto& field) {
      field("speed", speed, "m/s", "How fast.");
      field("limit", limit, "m/s", "What it may.");
    }
  };
};

CheckInfo declared() {
  using Kind = Touch::Kind;
  return {.name = "touch", .kinds = kinds_of<Kind>({
              {Kind::soft, "soft", Severity::info, Severity::info, "Soft."},
              {Kind::hard, "hard", Severity::error, Severity::error, "Hard."}}),
          .needs = {{fact("speed")}}};
}

Finding<Touch> found() {
  Finding<Touch> finding;
  finding.kind = Touch::Kind::hard;
  finding.data = Touch::Metrics{.speed = 2.0, .limit = 1.0};
  return finding;
}
"""


def compile_with(old, new):
    assert old in CHECK
    return subprocess.run(
        [COMPILER, "-std=c++20", "-fsyntax-only", "-Wextra", "-Werror", f"-I{SRC}", "-x", "c++", "-"],
        input=CHECK.replace(old, new), capture_output=True, text=True, check=False)


class Declarations(unittest.TestCase):
    def test_compile(self):
        result = compile_with("touch", "touch")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_do_not_compile(self):
        cases = {
            "metrics out of order": (".speed = 2.0, .limit = 1.0", ".limit = 1.0, .speed = 2.0", "order"),
            "a metric that is not there": (".speed = 2.0", ".sped = 2.0", "sped"),
            "a metric left out": (", .limit = 1.0", "", "missing"),
            "a kind that is not there": ("finding.kind = Touch::Kind::hard", "finding.kind = Touch::Kind::hart", "hart"),
            "a kind as a text": ("finding.kind = Touch::Kind::hard", 'finding.kind = "hard"', "Kind"),
            "a fact that is not there": ('fact("speed")', 'fact("sped")', "fact"),
            "a fact as a text": ('fact("speed")', '"speed"', "CheckInfo"),
        }
        for name, (old, new, expected) in cases.items():
            with self.subTest(name):
                result = compile_with(old, new)
                self.assertNotEqual(result.returncode, 0, "it compiles")
                self.assertIn(expected, result.stderr)


if __name__ == "__main__":
    unittest.main()
