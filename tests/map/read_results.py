#!/usr/bin/env python3
"""Has readers that are not ours read the results of map checks in a folder: *.xqar against xqar.xsd (xmllint), *.sarif by
the object model of SARIF (python3-sarif-python-om).

Usage: tests/map/read_results.py FOLDER     exit 1 and one line per fault, 0 if there is none, 77 if a reader is missing
"""

import json
import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "results"))
from validate import LEVELS, sarif_object, sarif_om  # noqa: E402

XMLLINT = shutil.which("xmllint")


def check_xqar(files):
    done = subprocess.run([XMLLINT, "--noout", "--schema", HERE / "xqar.xsd", *files], capture_output=True, text=True,
                          errors="replace", check=False)
    yield from (line for line in done.stderr.splitlines() if not line.endswith(" validates"))
    for file in files:
        try:
            root = ElementTree.parse(file).getroot()
        except ElementTree.ParseError:
            continue  # xmllint has said it
        for checker in root.iter("Checker"):
            if checker.get("status") == "skipped" and checker.find("Issue") is not None:
                yield f"{file}: {checker.get('checkerId')} is skipped and has issues"
            if checker.get("status") != "completed" and not checker.get("summary"):
                yield f"{file}: {checker.get('checkerId')} does not say why it is {checker.get('status')}"


def check_sarif(file):
    log = json.loads(file.read_text(encoding="utf-8"))
    if log.pop("$schema", None) is None or log["version"] != "2.1.0":
        yield f"{file}: no schema, or version {log['version']}"
    for run in log["runs"]:
        sarif_object(sarif_om.Run, run)
        rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
        for result in run["results"]:
            if result["ruleId"] not in rules:
                yield f"{file}: there is no rule {result['ruleId']}"
            if result["level"] not in LEVELS:
                yield f"{file}: level {result['level']}"


def main():
    if XMLLINT is None:
        print("xmllint is missing; scripts/install-deps test installs it")
        return 77
    folder = pathlib.Path(sys.argv[1])
    faults = list(check_xqar(sorted(folder.glob("*.xqar"))))
    for file in sorted(folder.glob("*.sarif")):
        try:
            faults += check_sarif(file)
        except (KeyError, TypeError, ValueError) as error:
            faults.append(f"{file}: {error}")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
