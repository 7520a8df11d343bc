"""Scrutineer evaluates drives of automated vehicles: recorded runs, tables in memory, and simulators while they drive.

    import scrutineer as sc

    result = sc.check(map="town.xodr", run="run.osi", settings={"policy.max_speed": "130kph"})
    print(result.verdict, result.issues[0].message)

    sc.check(map="town.xodr", run=dataframe)            # a pandas DataFrame, columns as Scrutineer CSV

    town = sc.Map("town.xodr")
    town.locate(xy)                                     # numpy in, structured numpy out

    with sc.Session(map=town, ego="hero") as session:   # beside any simulator
        for event in session.step(t, actors):
            print(event.message)
    print(session.result.verdict)

    teleporter = sc.Teleporter(map=town, config="loop.json")
    for command in teleporter.step(t, (x, y, z)):
        ...

    nights = sc.Store("nights.db")                      # what `scrutineer suite run` fills
    nights.issues("night-17", new=True).frame()         # a DataFrame if pandas is installed

Units are SI, angles radians counter-clockwise from +x, positions those of the map's file. What went wrong is a
`scrutineer.Error` with file and line. The library behind it is `libscrutineer.so`; numpy and pandas are used when they are
there, and nothing else is needed.
"""

from ._check import check
from ._library import Error, library_path, version
from ._map import Map, Position, Positions, RouteLane, Signal
from ._result import Actor as ResultActor
from ._result import Issue, Result
from ._session import Actor, Event, Light, Session
from ._store import Answer, Store
from ._teleporter import Command, Teleporter

__version__ = version()
__all__ = [
    "Actor",
    "Answer",
    "Command",
    "Error",
    "Event",
    "Issue",
    "Light",
    "Map",
    "Position",
    "Positions",
    "Result",
    "ResultActor",
    "RouteLane",
    "Session",
    "Signal",
    "Store",
    "Teleporter",
    "check",
    "library_path",
    "version",
]
