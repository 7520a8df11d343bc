"""Reads the recipes for continuous integration (examples/ci) and runs their evaluation steps on the example drives.

Usage: ci_recipes_test.py PROGRAM
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import yaml
except ImportError:
    print("SKIPPED: no python3-yaml; scripts/install-deps test")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECIPES = ROOT / "examples" / "ci"


def github_step():
    job = yaml.safe_load((RECIPES / "github.yml").read_text())["jobs"]["evaluate"]
    return next(step["run"] for step in job["steps"] if step.get("name") == "Evaluate")


def gitlab_step():
    return "\n".join(yaml.safe_load((RECIPES / "gitlab.yml").read_text())["evaluate"]["script"])


def jenkins_step():
    stage = (RECIPES / "Jenkinsfile").read_text().partition("stage('Evaluate')")[2]
    return re.search(r"sh '''(.*?)'''", stage, re.DOTALL).group(1)


def evaluated(step, drives):
    """Runs a step in a folder with these drives: its exit code, what it printed, and the files in results/."""
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        shutil.copytree(ROOT / "examples" / "maps", work / "maps")
        for drive in drives:  # manifests name their map as ../../maps/town.xodr
            shutil.copytree(ROOT / "examples" / "runs" / drive, work / "repo" / "runs" / drive)
        (work / "repo" / "maps").symlink_to(work / "maps")
        (work / "bin").mkdir()
        (work / "bin" / "scrutineer").symlink_to(PROGRAM)
        environment = dict(os.environ, PATH=f"{work / 'bin'}{os.pathsep}{os.environ['PATH']}")
        done = subprocess.run(["bash", "-e", "-c", step], cwd=work / "repo", env=environment, capture_output=True, text=True, check=False)
        results = {file.relative_to(work / "repo" / "results").as_posix() for file in (work / "repo").glob("results/*/*")}
        return done.returncode, done.stdout + done.stderr, results


class CiRecipes(unittest.TestCase):
    def test_steps_end_with_the_worst_exit_code_and_leave_all_results(self):
        cases = {
            "one that passes": (["clean"], 0),
            "one that fails": (["departure"], 1),
            "a pass behind a failure": (["departure", "motorway"], 1),
        }
        for recipe, step in (("GitHub", github_step()), ("GitLab", gitlab_step()), ("Jenkins", jenkins_step())):
            for name, (drives, expected) in cases.items():
                with self.subTest(f"{recipe}: {name}"):
                    code, said, results = evaluated(step, drives)
                    self.assertEqual(code, expected, said)
                    for drive in drives:
                        self.assertLessEqual({f"{drive}/junit.xml", f"{drive}/results.sarif", f"{drive}/report.html"}, results)

    def test_artifacts_are_where_the_steps_put_them(self):
        gitlab = yaml.safe_load((RECIPES / "gitlab.yml").read_text())["evaluate"]["artifacts"]
        self.assertEqual((gitlab["paths"], gitlab["reports"]["junit"]), (["results"], "results/*/junit.xml"))
        steps = yaml.safe_load((RECIPES / "github.yml").read_text())["jobs"]["evaluate"]["steps"]
        upload = next(step for step in steps if step.get("uses", "").startswith("actions/upload-artifact"))
        self.assertEqual((upload["if"], upload["with"]["path"]), ("always()", "results"))

    def test_the_manual_shows_the_recipes(self):
        page = (ROOT / "docs" / "ci.md").read_text()
        for recipe in RECIPES.iterdir():
            self.assertIn(recipe.read_text(), page, recipe.name)


if __name__ == "__main__":
    PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
