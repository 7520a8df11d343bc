"""Runs what docs/suite_cluster.md shows for schedulers that are not there: the script for Slurm by hand, GNU parallel's
commands, and the commands in the files for Kubernetes and AWS Batch, each with the number of its shard where the scheduler
puts it. In the end all of them have the same runs in their stores.

Usage: cluster_recipes_test.py PROGRAM
"""

import json
import os
import pathlib
import re
import shutil
import sqlite3
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
PAGE = (ROOT / "docs" / "suite_cluster.md").read_text()
SHARDS = 4


def block(heading, language):
    """The first block of that language below a heading."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE).group(1)
    return re.search(rf"^```{language}\n(.*?)^```", section, re.DOTALL | re.MULTILINE).group(1)


class ClusterRecipes(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "scrutineer").symlink_to(PROGRAM)
        self.environment = dict(os.environ, PATH=f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}", HOME=str(self.folder))
        self.run_in("scrutineer", "suite", "generate", "data/night1", "--runs", "24", "--maps", "2")

    def run_in(self, *command, **more):
        environment = dict(self.environment, **more)
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False, timeout=100)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def here(self, text):
        return text.replace("/data/", f"{self.folder}/data/")

    def plan(self):
        self.run_in("scrutineer", "suite", "plan", "data/night1", "--name", "night1", "--shards", str(SHARDS), "--out", "data/plans/night1")

    def expect_all_merged(self):
        self.run_in("scrutineer", "suite", "merge", "data/plans/night1", "--store", "data/nights.db")
        with sqlite3.connect(self.folder / "data" / "nights.db") as store:
            self.assertEqual(store.execute("SELECT state FROM suites").fetchall(), [("complete",)])
            self.assertEqual(store.execute("SELECT count(*) FROM runs WHERE outcome = 'evaluated'").fetchone(), (24,))

    def test_slurm_by_hand(self):
        script = self.folder / "shard.sh"
        script.write_text(self.here(re.search(r"^```sh\n(#!/bin/sh\n#SBATCH.*?)^```", PAGE, re.DOTALL | re.MULTILINE).group(1)))
        self.plan()
        for shard in range(SHARDS):
            self.run_in("sh", str(script), SLURM_ARRAY_TASK_ID=str(shard))
        self.expect_all_merged()

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_gnu_parallel(self):
        commands = self.here(block("GNU parallel", "sh")).replace("--shards 40", f"--shards {SHARDS}").replace("seq 0 39", f"seq 0 {SHARDS - 1}")
        self.assertIn(f"seq 0 {SHARDS - 1}", commands)
        (self.folder / "machines.txt").write_text("2/:\n")  # this machine, without ssh
        self.run_in("bash", "-e", "-c", commands)
        self.expect_all_merged()

    def test_kubernetes(self):
        job = yaml.safe_load(block("Kubernetes", "yaml"))
        self.assertEqual((job["apiVersion"], job["kind"], job["spec"]["completionMode"]), ("batch/v1", "Job", "Indexed"))
        pod = job["spec"]["template"]["spec"]
        self.assertIn(pod["restartPolicy"], ("OnFailure", "Never"))  # all that a Job may have
        self.assertLessEqual(job["spec"]["parallelism"], job["spec"]["completions"])
        container = pod["containers"][0]
        self.assertEqual({mount["name"] for mount in container["volumeMounts"]}, {volume["name"] for volume in pod["volumes"]})
        self.assertTrue(all(isinstance(word, str) for word in container["command"]), "numbers need quotes there")
        self.plan()
        for shard in range(SHARDS):
            self.run_in(*map(self.here, container["command"]), JOB_COMPLETION_INDEX=str(shard))
        self.expect_all_merged()

    def test_aws_batch(self):
        definition = json.loads(block("AWS Batch", "json"))
        self.assertEqual(definition["type"], "container")
        container = definition["containerProperties"]
        self.assertEqual({mount["sourceVolume"] for mount in container["mountPoints"]}, {volume["name"] for volume in container["volumes"]})
        self.assertEqual({(need["type"], type(need["value"])) for need in container["resourceRequirements"]}, {("VCPU", str), ("MEMORY", str)})
        self.plan()
        for shard in range(SHARDS):
            self.run_in(*map(self.here, container["command"]), AWS_BATCH_JOB_ARRAY_INDEX=str(shard))
        self.expect_all_merged()

    def test_shell_commands_can_be_read(self):
        for heading in ("Slurm", "GNU parallel", "AWS Batch"):
            self.run_in("bash", "-n", "-c", block(heading, "sh"))


if __name__ == "__main__":
    PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
