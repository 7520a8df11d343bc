"""The Teleporter in a simulator that one drives oneself: SUMO through its Python client.

    python3 teleport_sumo.py examples/maps/town.xodr examples/teleporter/loop.json --episodes 5

`scrutineer live sumo --teleporter` does the same in one command. This shows what a simulator has to do: carry out four
commands, and tell the ego's centre in every frame.
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

import scrutineer as sc

os.environ.setdefault("SUMO_HOME", "/usr/share/sumo")
sys.path.append(os.path.join(os.environ["SUMO_HOME"], "tools"))
import traci  # noqa: E402

STEP = 0.1
NO_CHECKS, ALL_CHECKS = 0, 31  # of SUMO's speed mode


class Sumo:
    """SUMO with an ego and some traffic, on a net that is made of the map: its coordinates are the map's."""

    def __init__(self, map_file, box, folder, vehicles, seed):
        net = os.path.join(folder, "net.xml")
        subprocess.run(["netconvert", "--opendrive-files", map_file, "-o", net, "--offset.disable-normalization",
                        "--output.original-names"], check=True, capture_output=True)  # fmt: skip
        traci.start(["sumo", "-n", net, "--step-length", str(STEP), "--seed", str(seed % 2**31), "--no-step-log",
                     "--no-warnings", "--lanechange.duration", "3"])  # fmt: skip
        self.random = random.Random(seed)
        self.edges = sorted(edge for edge in traci.edge.getIDList() if not edge.startswith(":"))
        self.goal = self.edge_at(*box)
        self.others = [f"other {number}" for number in range(vehicles)]
        self.moving = None  # the command that is being carried out
        traci.vehicletype.copy("DEFAULT_VEHTYPE", "steady")
        traci.vehicletype.setImperfection("steady", 0.0)
        self.add("ego", "steady")

    def edge_at(self, x, y):
        return traci.simulation.convertRoad(x, y)[0]

    def add(self, vehicle, kind):
        """On a random edge from which a way leads to the goal."""
        while True:
            edges = traci.simulation.findRoute(self.random.choice(self.edges), self.goal).edges
            if len(edges) > 1:
                break
        name = f"{vehicle} at {traci.simulation.getTime()}"
        traci.route.add(name, edges)
        traci.vehicle.add(vehicle, name, typeID=kind, departLane="best", departSpeed="0")

    def step(self):
        there = set(traci.vehicle.getIDList())
        for other in self.others:
            if other not in there and other not in traci.simulation.getPendingVehicles() and self.random.random() < 0.05:
                self.add(other, "DEFAULT_VEHTYPE")
        traci.simulationStep()

    def centre(self, vehicle):
        """SUMO tells the middle of the front bumper, and angles clockwise from north."""
        x, y = traci.vehicle.getPosition(vehicle)
        heading, half = math.radians(90.0 - traci.vehicle.getAngle(vehicle)), traci.vehicle.getLength(vehicle) / 2.0
        return x - half * math.cos(heading), y - half * math.sin(heading), heading

    def actors(self):
        for vehicle in sorted(traci.vehicle.getIDList()):
            x, y, heading = self.centre(vehicle)
            speed = traci.vehicle.getSpeed(vehicle)
            yield sc.Actor(vehicle, x, y, yaw=heading, vx=speed * math.cos(heading), vy=speed * math.sin(heading),
                           length=traci.vehicle.getLength(vehicle), width=traci.vehicle.getWidth(vehicle),
                           height=traci.vehicle.getHeight(vehicle))  # fmt: skip

    def place(self, command, keep_route):
        """Takes effect with the next step. SUMO wants it twice: to be there, and to have a route from there."""
        half = traci.vehicle.getLength("ego") / 2.0
        x, y = command.x + half * math.cos(command.heading), command.y + half * math.sin(command.heading)
        traci.vehicle.setSpeedMode("ego", NO_CHECKS)
        traci.vehicle.setSpeed("ego", 0.0)
        edge, _, lane = traci.simulation.convertRoad(command.x, command.y)
        traci.vehicle.moveToXY("ego", edge, lane, x, y, 90.0 - math.degrees(command.heading), keep_route, 100.0)
        self.moving = command

    def set_route(self, command):
        """Along the way that was chosen, and on to the goal."""
        edges = []
        for x, y in command.way:
            edge = self.edge_at(x, y)
            if not edge.startswith(":") and edge not in edges[-1:]:
                edges.append(edge)
        here = traci.vehicle.getRoadID("ego")
        edges = edges[edges.index(here):] if here in edges else [here, *edges]
        traci.vehicle.setRoute("ego", [*edges[:-1], *traci.simulation.findRoute(edges[-1], self.goal).edges])

    def release(self):
        traci.vehicle.setSpeedMode("ego", ALL_CHECKS)
        traci.vehicle.setSpeed("ego", -1.0)
        self.moving = None


def drive(sumo, teleporter, session, episodes):
    arrived = done = 0
    frame, releases_at = 0, None
    while arrived < episodes:
        sumo.step()
        frame += 1
        t = round(frame * STEP, 9)
        if releases_at is not None and t >= releases_at:
            sumo.release()
            releases_at = None
        actors = list(sumo.actors())
        ego = next((actor for actor in actors if actor.id == "ego"), None)
        if ego is None and t > 5.0:
            sys.exit(f"the ego left at {t:.1f} s")
        session.step(t, actors)
        others = [actor for actor in actors if actor.id != "ego"]
        for command in teleporter.step(t, None if ego is None else (ego.x, ego.y), others):
            if command.kind == "remove":
                traci.vehicle.remove(command.actor)
            elif command.kind == "place":
                sumo.place(command, keep_route=0)
                session.relocate()  # in the next frame it is somewhere else, on purpose
            elif command.kind == "done":
                done += 1
                sumo.set_route(sumo.moving)
                sumo.place(sumo.moving, keep_route=1)
                releases_at = t + STEP
            elif command.kind == "arrived":
                arrived += 1
            elif command.kind == "warning":
                print(command.text, file=sys.stderr)
        if done > arrived + 1:
            sys.exit(f"episode {done - 1} ended before the ego came to the midpoint")


def main():
    parser = argparse.ArgumentParser(description="The Teleporter beside SUMO, over Scrutineer's library.")
    parser.add_argument("map")
    parser.add_argument("config")
    parser.add_argument("--episodes", type=int, default=5)
    parser.add_argument("--vehicles", type=int, default=5)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    with open(options.config, encoding="utf-8") as opened:
        box = json.load(opened)["triggerBox"]
    town = sc.Map(options.map)
    with tempfile.TemporaryDirectory() as folder:
        sumo = Sumo(options.map, (box["x"], box["y"]), folder, options.vehicles, options.seed)
        with sc.Teleporter(town, options.config, options.seed) as teleporter, sc.Session(map=town, ego="ego") as session:
            drive(sumo, teleporter, session, options.episodes)
            print(teleporter.log(), teleporter.arrivals(), sep="\n", end="")
        traci.close()
    print(session.result, file=sys.stderr)


if __name__ == "__main__":
    main()
