"""Pushes a run into a session frame by frame, as a simulator would, and prints what happens and the result.

    python3 replay.py '{"map": "examples/maps/town.xodr"}' examples/runs/departure/run.csv

The "simulator" here is a file of Scrutineer CSV. Events go to standard error, the result to standard output.
"""

import csv
import itertools
import json
import sys

import scrutineer as sc


def actor_of(row):
    words = ("id", "type", "parent", "role", "indicator", "brake_light", "driver", "av_state")
    known = {name: cell for name, cell in row.items() if cell and name != "time"}
    return {name: cell if name in words else float(cell) for name, cell in known.items()}


def main(manifest, file):
    with open(file, newline="", encoding="utf-8") as opened, sc.Session(**json.loads(manifest)) as session:
        for time, rows in itertools.groupby(csv.DictReader(opened), key=lambda row: float(row["time"])):
            for event in session.step(time, [actor_of(row) for row in rows]):
                if event.kind == "issue":
                    print(f"{event.time:.2f} s: {event.actor}: {event.message}", file=sys.stderr)
    sys.stdout.write(session.result.json)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: replay.py MANIFEST_JSON RUN.csv")
    try:
        main(*sys.argv[1:])
    except sc.Error as problem:
        sys.exit(str(problem))
