"""The surface of an OpenDRIVE map, sampled densely: a second, simple way to say where a point is, for the scripts that judge the program's verdicts.

It shares nothing with the program but the standard's text. Lines, arcs and spirals are enough for the maps that are driven on; another
geometry is an error, and so is a road that is rolled.
"""

import collections
import math
import xml.etree.ElementTree as xml

STEP = 0.5  # metres between two cross-sections: chords of the tightest curves are within a centimetre
CELL = 5.0  # metres: the grid that quadrilaterals are found by
RASTER = 0.1  # metres: what junctions enclose is found cell by cell
LEVEL = 3.0  # metres of height within which a surface counts
EXTENSION = 10.0  # metres straight on beyond an end that leads nowhere
METRES_PER_SECOND = {"m/s": 1.0, "mph": 0.44704, "km/h": 1 / 3.6}
DRIVING = {"driving", "entry", "exit", "onRamp", "offRamp", "connectingRamp", "slipLane", "bidirectional", "shared"}


def cubic(records, s):
    """The value at s of the last record that begins at or before it."""
    value = 0.0
    for begin, a, b, c, d in records:
        if begin > s + 1e-9:
            break
        ds = s - begin
        value = a + ds * (b + ds * (c + ds * d))
    return value


def records_of(elements, begin="s", offset=0.0):
    return sorted((float(e.get(begin)) + offset, *(float(e.get(name)) for name in "abcd")) for e in elements)


def pose_on(geometry, ds):
    """x, y and heading on one geometry of the reference line."""
    x, y, heading, length = (float(geometry.get(name)) for name in ("x", "y", "hdg", "length"))
    shape = next(child for child in geometry if child.tag != "userData")
    if shape.tag == "line":
        return x + ds * math.cos(heading), y + ds * math.sin(heading), heading
    if shape.tag == "arc":
        begin = end = float(shape.get("curvature"))
    elif shape.tag == "spiral":
        begin, end = float(shape.get("curvStart")), float(shape.get("curvEnd"))
    else:
        raise ValueError(f"geometry {shape.tag}: only lines, arcs and spirals are known here")
    # Simpson's rule over the heading, in pieces short enough for any curve of a road.
    pieces = max(1, math.ceil(ds / 0.25))
    angle = [heading + u * (begin + 0.5 * (end - begin) * u / length) for u in (ds * i / (2 * pieces) for i in range(2 * pieces + 1))]
    weight = [1, *([4, 2] * pieces)[:-1], 1]
    part = ds / (6 * pieces)
    return (x + part * sum(w * math.cos(a) for w, a in zip(weight, angle)), y + part * sum(w * math.sin(a) for w, a in zip(weight, angle)), angle[-1])


class Quad:
    """A piece of one lane between two cross-sections."""

    def __init__(self, corners, road, lane, heading, s, z):
        self.corners, self.road, self.lane, self.heading, self.s, self.z = corners, road, lane, heading, s, z

    def contains(self, x, y):
        inside = False
        for (x0, y0), (x1, y1) in zip(self.corners, (*self.corners[1:], self.corners[0])):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                inside = not inside
        return inside

    def distance(self, x, y):
        if self.contains(x, y):
            return 0.0
        return min(distance_to_line(x, y, p, q) for p, q in zip(self.corners, (*self.corners[1:], self.corners[0])))


def distance_to_line(x, y, p, q):
    dx, dy = q[0] - p[0], q[1] - p[1]
    square = dx * dx + dy * dy
    share = 0.0 if square == 0 else min(1.0, max(0.0, ((x - p[0]) * dx + (y - p[1]) * dy) / square))
    return math.hypot(x - p[0] - share * dx, y - p[1] - share * dy)


class Lane:
    def __init__(self, number, element):
        self.number, self.type = number, element.get("type")
        self.widths = records_of(element.findall("width"), "sOffset")
        self.speeds = sorted(((float(e.get("sOffset", 0)), e) for e in element.findall("speed")), key=lambda one: one[0])


class Road:
    def __init__(self, element):
        self.id, self.junction = element.get("id"), element.get("junction", "-1")
        self.length = float(element.get("length"))
        self.geometries = sorted(element.findall("planView/geometry"), key=lambda g: float(g.get("s")))
        self.offsets = records_of(element.findall("lanes/laneOffset"))
        self.elevations = records_of(element.findall("elevationProfile/elevation"))
        if any(abs(value) > 1e-9 for record in records_of(element.findall("lateralProfile/superelevation")) for value in record[1:]):
            raise ValueError(f"road {self.id}: rolled roads are not known here")
        self.sections = [(float(s.get("s")), [Lane(int(lane.get("id")), lane) for lane in s.iter("lane") if int(lane.get("id")) != 0])
                         for s in element.findall("lanes/laneSection")]
        self.types = sorted(((float(e.get("s", 0)), e.find("speed")) for e in element.findall("type")), key=lambda one: one[0])
        self.signals = element.findall("signals/signal")
        self.signs = self.signals + element.findall("signals/signalReference")
        link = element.find("link")
        self.ends_nowhere = [link is None or link.find(side) is None for side in ("predecessor", "successor")]

    def pose(self, s):
        geometry = next((g for g in reversed(self.geometries) if float(g.get("s")) <= s + 1e-9), self.geometries[0])
        return pose_on(geometry, min(s - float(geometry.get("s")), float(geometry.get("length"))))

    def point(self, s, t):
        x, y, heading = self.pose(s)
        return x - t * math.sin(heading), y + t * math.cos(heading)

    def project(self, s, x, y):
        """s and t of a point whose s is known roughly, and the heading of the road there."""
        for _ in range(3):
            px, py, heading = self.pose(min(max(s, 0.0), self.length))
            s += (x - px) * math.cos(heading) + (y - py) * math.sin(heading)
        return s, (y - py) * math.cos(heading) - (x - px) * math.sin(heading), heading

    def legal_speed(self, s, lane):
        """In m/s: the lane's own, else that of the road's type; none: the map says nothing."""
        begin, lanes = self.section_at(s)
        own = next((one.speeds for one in lanes if one.number == lane), [])
        speeds = [speed for at, speed in own if begin + at <= s + 1e-9] or [speed for at, speed in self.types if at <= s + 1e-9]
        if not speeds or speeds[-1] is None or speeds[-1].get("max") in ("no limit", "undefined"):
            return None
        return float(speeds[-1].get("max")) * METRES_PER_SECOND[speeds[-1].get("unit", "m/s")]

    def borders(self, section, s):
        """Inner and outer t of each lane of the section, by number."""
        begin, lanes = section
        found = {}
        for side in (1, -1):
            t = cubic(self.offsets, s)
            for lane in sorted((lane for lane in lanes if lane.number * side > 0), key=lambda lane: abs(lane.number)):
                outer = t + side * max(0.0, cubic(lane.widths, s - begin))
                found[lane.number] = (t, outer)
                t = outer
        return found

    def section_at(self, s):
        return next((section for section in reversed(self.sections) if section[0] <= s + 1e-9), self.sections[0])

    def quads(self):
        ends = [begin for begin, _ in self.sections[1:]] + [self.length]
        for section, end in zip(self.sections, ends):
            begin = section[0]
            # Where lanes and curves change, there is a cross-section, too.
            places = {begin, end, *(float(g.get("s")) for g in self.geometries), *(record[0] for record in self.offsets)}
            places |= {begin + record[0] for lane in section[1] for record in lane.widths}
            count = max(1, math.ceil((end - begin) / STEP))
            places |= {begin + (end - begin) * i / count for i in range(count + 1)}
            places = sorted(place for place in places if begin <= place <= end)
            yield from self.quads_between(section, places)

    def quads_between(self, section, places):
        # A place where one record ends and the next begins is both: a hair before it the former holds.
        before = None
        for place in places:
            now = (place, self.pose(place), self.borders(section, place))
            if before is not None and place - before[0] > 1e-6:
                ending = (place, self.pose(place - 1e-7), self.borders(section, place - 1e-7))
                z = cubic(self.elevations, 0.5 * (place + before[0]))
                for lane in section[1]:
                    corners = [at(before, lane.number, 0), at(ending, lane.number, 0), at(ending, lane.number, 1), at(before, lane.number, 1)]
                    yield Quad(corners, self, lane, before[1][2], before[0], z)
            before = now

    def extensions(self):
        """Straight on beyond ends that lead nowhere."""
        for is_end, nowhere in enumerate(self.ends_nowhere):
            if not nowhere or self.junction != "-1":
                continue
            s = self.length if is_end else 0.0
            section, (x, y, heading) = self.section_at(s), self.pose(s)
            ahead = EXTENSION if is_end else -EXTENSION
            beyond = (s, (x + ahead * math.cos(heading), y + ahead * math.sin(heading), heading), self.borders(section, s))
            here = (s, (x, y, heading), self.borders(section, s))
            for lane in section[1]:
                yield Quad([at(here, lane.number, 0), at(beyond, lane.number, 0), at(beyond, lane.number, 1), at(here, lane.number, 1)],
                           self, lane, heading, s, cubic(self.elevations, s))


def at(cross_section, lane, border):
    _, (x, y, heading), borders = cross_section
    t = borders[lane][border]
    return x - t * math.sin(heading), y + t * math.cos(heading)


def is_surface(quad):
    return quad.lane.type != "none"


def is_driving(quad):
    return quad.lane.type in DRIVING


class Surface:
    """All lanes of a map. Road surface is what is of any type but none, and what the roads of a junction enclose."""

    def __init__(self, map_file):
        self.roads = {road.id: road for road in map(Road, xml.parse(map_file).iter("road"))}
        self.cells = collections.defaultdict(list)
        self.of_junction = collections.defaultdict(list)
        for road in self.roads.values():
            for quad in road.quads():
                self.add(quad)
                if is_surface(quad) and road.junction != "-1":
                    self.of_junction[road.junction].append(quad)
            for quad in road.extensions():
                self.add(quad)
        self.rasters = {}

    def add(self, quad):
        xs, ys = [x for x, _ in quad.corners], [y for _, y in quad.corners]
        for i in range(math.floor(min(xs) / CELL), math.floor(max(xs) / CELL) + 1):
            for j in range(math.floor(min(ys) / CELL), math.floor(max(ys) / CELL) + 1):
                self.cells[i, j].append(quad)

    def near(self, x, y, z, reach):
        """Pieces of lanes up to so many cells away, and on the level of z."""
        i, j = math.floor(x / CELL), math.floor(y / CELL)
        for a in range(i - reach, i + reach + 1):
            for b in range(j - reach, j + reach + 1):
                yield from (quad for quad in self.cells.get((a, b), ()) if z is None or abs(quad.z - z) <= LEVEL)

    def lanes_at(self, x, y, z):
        """The pieces of lanes that contain the point."""
        return [quad for quad in self.near(x, y, z, 0) if quad.contains(x, y)]

    def distance(self, x, y, z, wanted=is_surface, furthest=2):
        """From the point to the nearest piece that is wanted; infinite where none is within a few cells."""
        for reach in range(furthest + 1):
            found = min((quad.distance(x, y) for quad in self.near(x, y, z, reach) if wanted(quad)), default=math.inf)
            if found <= reach * CELL:
                return found
        return found

    def junctions_at(self, x, y, z):
        """The junctions whose roads contain or enclose the point."""
        found = {quad.road.junction for quad in self.lanes_at(x, y, z) if is_surface(quad)} - {"-1"}
        around = {quad.road.junction for quad in self.near(x, y, z, 4)} - {"-1"} - found
        return found | {junction for junction in around if self.encloses(junction, x, y)}

    def distance_to_road(self, x, y, z):
        distance = self.distance(x, y, z)
        return 0.0 if distance == 0.0 or self.junctions_at(x, y, z) else distance

    def encloses(self, junction, x, y):
        """Is the point where one cannot get from outside without crossing the junction's roads?"""
        if junction not in self.rasters:
            self.rasters[junction] = enclosed_cells(self.of_junction[junction])
        return (math.floor(x / RASTER), math.floor(y / RASTER)) in self.rasters[junction]


def enclosed_cells(quads):
    covered = set()
    for quad in quads:
        xs, ys = [x for x, _ in quad.corners], [y for _, y in quad.corners]
        for i in range(math.floor(min(xs) / RASTER), math.floor(max(xs) / RASTER) + 1):
            for j in range(math.floor(min(ys) / RASTER), math.floor(max(ys) / RASTER) + 1):
                if (i, j) not in covered and quad.contains((i + 0.5) * RASTER, (j + 0.5) * RASTER):
                    covered.add((i, j))
    low_i, high_i = min(i for i, _ in covered) - 1, max(i for i, _ in covered) + 1
    low_j, high_j = min(j for _, j in covered) - 1, max(j for _, j in covered) + 1
    outside, open_cells = {(low_i, low_j)}, [(low_i, low_j)]
    while open_cells:
        i, j = open_cells.pop()
        for cell in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if low_i <= cell[0] <= high_i and low_j <= cell[1] <= high_j and cell not in covered and cell not in outside:
                outside.add(cell)
                open_cells.append(cell)
    every = ((i, j) for i in range(low_i, high_i + 1) for j in range(low_j, high_j + 1))
    return {cell for cell in every if cell not in covered and cell not in outside}
