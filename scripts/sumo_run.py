"""A run of scripts/sumo-campaign as SUMO wrote it (fcd.xml, net.xml, lights.xml): for the scripts that judge the program's verdicts."""

import bisect
import collections
import math
import xml.etree.ElementTree as xml


class State:
    """One vehicle in one frame; x and y are those of the middle of its front bumper, as SUMO tells them."""

    def __init__(self, time, vehicle, size):
        self.time, self.length, self.width = time, *size
        self.x, self.y, self.angle, self.speed, self.pos = (float(vehicle.get(name)) for name in ("x", "y", "angle", "speed", "pos"))
        self.slope = float(vehicle.get("slope", 0))
        self.acceleration = float(vehicle.get("acceleration", "nan"))
        self.front_z = float(vehicle.get("z")) if vehicle.get("z") is not None else None
        self.lane = vehicle.get("lane")
        # SUMO counts clockwise from north, in degrees.
        self.ahead = (math.sin(math.radians(self.angle)), math.cos(math.radians(self.angle)))

    def at(self, back, left=0.0):
        """The point so far behind the front bumper, and to the left of the middle."""
        return self.x - back * self.ahead[0] - left * self.ahead[1], self.y - back * self.ahead[1] + left * self.ahead[0]

    def centre(self):
        return self.at(self.length / 2)

    def z(self):
        """Of the centre."""
        return None if self.front_z is None else self.front_z - self.length / 2 * math.sin(math.radians(self.slope))

    def corners(self):
        half = self.width / 2
        return [self.at(0, half), self.at(0, -half), self.at(self.length, -half), self.at(self.length, half)]

    def outline(self):
        """Corners and the middles of the edges."""
        half, middle = self.width / 2, self.length / 2
        return [*self.corners(), self.at(0), self.at(middle, -half), self.at(self.length), self.at(middle, half)]


class Run:
    def __init__(self, folder):
        sizes = {kind.get("id"): (float(kind.get("length")), float(kind.get("width"))) for kind in xml.parse(folder / "types.xml").iter("vType")}
        self.times, self.tracks = [], collections.defaultdict(list)
        for frame in xml.parse(folder / "fcd.xml").iter("timestep"):
            # The program's time begins with the first frame that has a vehicle.
            if not self.times and frame.find("vehicle") is None:
                continue
            self.offset = float(frame.get("time")) if not self.times else self.offset
            self.times.append(round(float(frame.get("time")) - self.offset, 3))
            for vehicle in frame.iter("vehicle"):
                self.tracks[vehicle.get("id")].append(State(self.times[-1], vehicle, sizes[vehicle.get("type")]))
        self.lights = collections.defaultdict(list)
        for light in xml.parse(folder / "lights.xml").iter("tlsState"):
            self.lights[light.get("id")].append((float(light.get("time")) - self.offset, light.get("state")))

    def between(self, actor, start, end):
        """Its states from start up to but without end; of a moment the one then."""
        track = self.tracks[actor]
        first = bisect.bisect_left(track, start - 1e-4, key=lambda state: state.time)
        last = bisect.bisect_left(track, max(end - 1e-4, start + 1e-4), key=lambda state: state.time)
        return track[first:last]

    def state(self, actor, time):
        """In the last frame up to a time; none: it was not there."""
        track = self.tracks[actor]
        place = bisect.bisect_right(track, time + 1e-4, key=lambda state: state.time) - 1
        return track[place] if place >= 0 and time - track[place].time < 2 else None

    def before(self, actor, state):
        """The frame before; none: it appeared."""
        track = self.tracks[actor]
        place = bisect.bisect_left(track, state.time - 1e-4, key=lambda one: one.time)
        return track[place - 1] if place > 0 else None

    def others(self, actor, time):
        """All others in that frame."""
        found = ((other, self.state(other, time)) for other in self.tracks if other != actor)
        return [(other, state) for other, state in found if state is not None and abs(state.time - time) < 1e-3]


class Net:
    """What the judge asks of SUMO's net: how lanes are drawn, what they count as, and which lights ways have."""

    def __init__(self, file):
        self.lanes, self.connections = {}, collections.defaultdict(list)
        document = xml.parse(file)
        for lane in document.iter("lane"):
            shape = [tuple(map(float, point.split(",")[:2])) for point in lane.get("shape").split()]
            self.lanes[lane.get("id")] = (shape, float(lane.get("length")), float(lane.get("speed")))
        for connection in document.iter("connection"):
            self.connections[f"{connection.get('from')}_{connection.get('fromLane')}"].append(connection)

    def shape(self, lane):
        return self.lanes[lane][0]

    def length(self, lane):
        return self.lanes[lane][1]

    def speed(self, lane):
        return self.lanes[lane][2]
