#!/usr/bin/env python3
"""Has readers that are not ours read results: each folder's runtime_data.json against the schema (python3-jsonschema),
junit.xml (python3-junitparser), results.sarif (python3-sarif-python-om), and the CSV files (Python's own).

Usage: tests/results/validate.py SCHEMA FOLDER...     exit 1 and one line per fault, 0 if there is none, 77 if a reader is missing
"""

import csv
import json
import pathlib
import sys

try:
    import jsonschema
    import junitparser
    import sarif_om
except ImportError as error:
    print(f"{error}; scripts/install-deps test installs it")
    sys.exit(77)

# Which class of the object model each property of a SARIF log holds.
SARIF = {
    "runs": sarif_om.Run,
    "tool": sarif_om.Tool,
    "driver": sarif_om.ToolComponent,
    "rules": sarif_om.ReportingDescriptor,
    "shortDescription": sarif_om.MultiformatMessageString,
    "fullDescription": sarif_om.MultiformatMessageString,
    "help": sarif_om.MultiformatMessageString,
    "defaultConfiguration": sarif_om.ReportingConfiguration,
    "automationDetails": sarif_om.RunAutomationDetails,
    "invocations": sarif_om.Invocation,
    "toolExecutionNotifications": sarif_om.Notification,
    "associatedRule": sarif_om.ReportingDescriptorReference,
    "results": sarif_om.Result,
    "message": sarif_om.Message,
    "locations": sarif_om.Location,
    "physicalLocation": sarif_om.PhysicalLocation,
    "logicalLocations": sarif_om.LogicalLocation,
    "relatedLocations": sarif_om.Location,
    "region": sarif_om.Region,
    "artifactLocation": sarif_om.ArtifactLocation,
    "properties": None,  # anything
}
LEVELS = {"none", "note", "warning", "error"}


def sarif_object(kind, given):
    """The object of the model; a property that the model does not know, or lacks, is a TypeError."""
    names = {field.metadata["schema_property_name"]: field.name for field in kind.__attrs_attrs__}
    values = {}
    for key, value in given.items():
        if key not in names:
            raise TypeError(f"{kind.__name__} has no property {key}")
        inner = SARIF.get(key)
        if inner and isinstance(value, list):
            value = [sarif_object(inner, item) for item in value]
        elif inner:
            value = sarif_object(inner, value)
        elif isinstance(value, (dict, list)) and key not in SARIF:
            raise TypeError(f"{kind.__name__}.{key} is not expected to hold {type(value).__name__}")
        values[names[key]] = value
    return kind(**values)


def check_json(validator, folder):
    data = json.loads((folder / "coverage" / "runtime_data.json").read_text(encoding="utf-8"),
                      parse_constant=lambda word: (_ for _ in ()).throw(ValueError(f"{word} is no JSON")))
    for fault in validator.iter_errors(data):
        yield f"runtime_data.json: {'/'.join(map(str, fault.absolute_path))}: {fault.message}"


def check_junit(folder, data):
    suites = list(junitparser.JUnitXml.fromfile(str(folder / "junit.xml")))
    if len(suites) not in (1, 2) or (len(suites) == 2 and suites[1].name != "others"):
        yield f"junit.xml: the suites are {[suite.name for suite in suites]}"
        return
    if len(list(suites[0])) != len(data["checkers"]) + 1:
        yield f"junit.xml: {len(list(suites[0]))} cases for {len(data['checkers'])} checkers"
    kinds = [[type(entry) for case in suite for entry in case.result] for suite in suites]
    counts = {"failures": junitparser.Failure, "errors": junitparser.Error, "skipped": junitparser.Skipped}
    for suite, of_suite in zip(suites, kinds):
        for name, kind in counts.items():
            if getattr(suite, name) != of_suite.count(kind):
                yield f"junit.xml: {name} is {getattr(suite, name)}, there are {of_suite.count(kind)}"
    verdict = data["summary"]["verdict"]
    if (junitparser.Failure in kinds[0]) != (verdict == "fail"):
        yield f"junit.xml: failures do not agree with the verdict {verdict}"
    if verdict == "suspect" and junitparser.Failure not in kinds[-1]:
        yield "junit.xml: the run is suspect, and nothing of others fails"


def check_sarif(folder, data):
    log = json.loads((folder / "results.sarif").read_text(encoding="utf-8"))
    log["schema_uri"] = log.pop("$schema")
    sarif_om.SarifLog(version=log["version"], runs=[sarif_object(sarif_om.Run, run) for run in log["runs"]],
                      schema_uri=log["schema_uri"])
    count = sum(len(run["results"]) for run in log["runs"])
    if count != len(data["issues"]):
        yield f"results.sarif: {count} results for {len(data['issues'])} issues"
    of_ego = [issue for issue in data["issues"] if issue["category"] == "sut"]
    if len(log["runs"][0]["results"]) != len(of_ego):
        yield f"results.sarif: {len(log['runs'][0]['results'])} results of the ego for {len(of_ego)} issues"
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                yield f"results.sarif: rule {result['ruleIndex']} is not {result['ruleId']}"
            if result["level"] not in LEVELS:
                yield f"results.sarif: level {result['level']}"


def check_csv(folder, data):
    for name, key in (("issues.csv", "issues"), ("intervals.csv", "intervals")):
        with open(folder / name, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, strict=True))
        if len(rows) != len(data[key]):
            yield f"{name}: {len(rows)} rows for {len(data[key])} {key}"
        for row, entry in zip(rows, data[key]):
            values = json.loads(row["metrics" if key == "issues" else "data"])
            actor = row["actor_id"] if key == "issues" else row["actor"]
            if values != (entry["metrics"] if key == "issues" else entry["data"]):
                yield f"{name}: other values than runtime_data.json's"
            if actor != (entry["actor"]["id"] if key == "issues" else entry["actor"]):
                yield f"{name}: another actor than runtime_data.json's: {actor!r}"


def check_kpis(folder, data):
    with open(folder / "kpis.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    found = {}
    for row in rows:
        key = (row["kpi"], row["of"], row["actor_id"])
        found.setdefault(key, {})[row["metric"]] = row["value"]
    expected = {}
    for kpi, parts in data["kpis"].items():
        for actor in parts["actors"]:
            values = {key: value for key, value in actor.items() if key not in ("actor_id", "type")}
            expected[(kpi, "actor", actor["actor_id"])] = values
        for of, values in parts.items():
            if of != "actors":
                expected[(kpi, of, "")] = values
    if found.keys() != expected.keys():
        yield f"kpis.csv: {found.keys() ^ expected.keys()} is not in both"
    for key in found.keys() & expected.keys():
        for metric, value in expected[key].items():
            text = found[key][metric]
            same = text == "" if value is None else text == value if isinstance(value, str) else float(text) == value
            if not same:
                yield f"kpis.csv: {key}: {metric} is {text!r} instead of {value!r}"


def faults(validator, folder):
    yield from check_json(validator, folder)
    data = json.loads((folder / "coverage" / "runtime_data.json").read_text(encoding="utf-8"))
    for check in (check_junit, check_sarif, check_csv, check_kpis):
        try:
            yield from check(folder, data)
        except Exception as error:  # whatever a reader says
            yield f"{check.__name__}: {type(error).__name__}: {error}"


def main():
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    found = 0
    for folder in map(pathlib.Path, sys.argv[2:]):
        for fault in faults(validator, folder):
            print(f"{folder.name}: {fault}"[:500])
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
