"""Plants one violation at a time in a made-up tree and expects scripts/check-layers to name it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-layers"


def run_on(files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {"src/CMakeLists.txt": "set(SCRUTINEER_MODULES base map trace)\n", **files}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        return subprocess.run([sys.executable, SCRIPT, "--root", root], capture_output=True, text=True, check=False)


class CheckLayers(unittest.TestCase):
    def test_allows(self):
        cases = {
            "earlier folder": {"src/map/a.cpp": '#include <vector>\n#include "base/text.h"\n'},
            "own detail": {"src/map/a.cpp": '#include "map/detail/b.h"\n'},
            "subfolder from the kit": {"tests/kit/a.h": '#include "map/checks/b.h"\n'},
            "own subfolder": {"src/map/checks/a.cpp": '#include "map/checks/b.h"\n'},
            "kit in a test": {"src/map/a_test.cpp": '#include "kit/paths.h"\n'},
            "kit in a benchmark": {"bench/map_bench.cpp": '#include "kit/paths.h"\n#include "trace/a.h"\n'},
            "any module in the kit": {"tests/kit/a.h": '#include "trace/a.h"\n'},
            "commented out": {"src/base/a.cpp": '// #include "map/a.h"\n'},
        }
        for name, files in cases.items():
            with self.subTest(name):
                result = run_on(files)
                self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)

    def test_catches(self):
        cases = {
            "later folder": ({"src/base/a.h": '\n#include "map/a.h"\n'}, 'src/base/a.h:2: #include "map/a.h"'),
            "later folder, from a test": ({"src/base/a_test.cpp": '#include "trace/a.h"\n'}, "src/base/a_test.cpp:1"),
            "later folder, from a subfolder": ({"src/map/checks/a.cpp": '#  include "trace/a.h"\n'}, "src/map/checks/a.cpp:1"),
            "detail of another module": ({"src/map/a.cpp": '#include "base/detail/a.h"\n'}, "not in the face of base/"),
            "detail from the kit": ({"tests/kit/a.cpp": '#include "map/detail/a.h"\n'}, "not in the face of map/"),
            "subfolder of another module": ({"src/map/a.cpp": '#include "base/text/a.h"\n'}, "not in the face of base/"),
            "subfolder of another module, from a test": ({"src/map/a_test.cpp": '#include "base/text/a.h"\n'}, "src/map/a_test.cpp:1"),
            "face that shows what is inside": ({"src/map/a.h": '#include "map/detail/b.h"\n'}, "a header of the face of map/"),
            "kit in the product": ({"src/map/a.cpp": '#include "kit/paths.h"\n'}, "test kit"),
            "relative": ({"src/map/a.cpp": '#include "../base/text.h"\n'}, "include root"),
            "no folder": ({"src/map/a.cpp": '#include "road.h"\n'}, "include root"),
            "unlisted folder": ({"src/extra/a.cpp": ""}, "src/extra: not in the list"),
        }
        for name, (files, expected) in cases.items():
            with self.subTest(name):
                result = run_on(files)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(expected, result.stdout)


if __name__ == "__main__":
    unittest.main()
