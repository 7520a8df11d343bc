"""How each kind of issue that law-abiding SUMO traffic raises is computed a second time, for scripts/judge-campaign.

A judge gets an issue and returns whether it is true of SUMO's data, and why SUMO drives so (empty: not known).
"""

import math

from road_surface import distance_to_line, is_driving, is_surface

LENGTH = 0.02  # metres that two computations may differ by: the map is sampled here
STANDING = 0.1  # m/s
KMH = 1 / 3.6
MERGE_GAP = 0.5  # seconds


def violates_throughout(issue, states, is_violated):
    """From the first frame on, without a longer break than the merge gap."""
    times = [state.time for state in states if is_violated(state)]
    if not times or abs(times[0] - issue.start) > 1e-3:
        return False
    # The last frame that violates is the one before the end, or the end itself where the vehicle or the run is gone.
    ends = [*times[1:], max(issue.end - issue.step, times[-1])]
    return all(later - time < MERGE_GAP + issue.step + 1e-3 for time, later in zip(times, ends))


# ---- beside the road ----


def lane_beside(issue, state, back):
    """How far SUMO's lane, on which the middle of either bumper lies, is from the centre of the map's nearest driving lane."""
    x, y = state.at(back)
    centres = []
    for quad in issue.surface.near(x, y, state.z(), 1):
        if is_driving(quad):
            a, b, c, d = quad.corners
            centres.append(distance_to_line(x, y, ((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)))
    return min(centres, default=math.inf)


def why_beside(issue, state, is_corner):
    """Why the body of a vehicle whose bumper is in the middle of SUMO's lane is beside the map's."""
    shape = issue.net.shape(state.lane)
    if min(distance_to_line(*state.at(0), p, q) for p, q in zip(shape, shape[1:])) > 0.05:
        return "it changes lanes"
    ends_drive = all(issue.surface.distance(*state.at(back), state.z(), is_driving) == 0.0 for back in (0, state.length))
    if ends_drive and not is_corner:
        return "a long vehicle: both bumpers are on driving lanes, the body between them lies across a curve"
    if max(lane_beside(issue, state, 0), lane_beside(issue, state, state.length)) > 0.25:
        return "netconvert draws the lane elsewhere than the map, by its own curves in junctions or with a constant width"
    return ""


def road_departure(issue):
    surface, states = issue.surface, issue.states()

    def deviation(state):
        return max(surface.distance_to_road(*point, state.z()) for point in state.outline())

    def threshold(state):
        in_junction = any(surface.junctions_at(*corner, state.z()) for corner in state.corners())
        if issue.numbers["level"] == "error":
            return 2.0 if in_junction else state.width / 4
        return 1.0 if in_junction else 0.1

    worst = max(states, key=deviation)
    after = issue.run.between(issue.actor, issue.end, issue.end)
    ended = not after or after[0] is issue.run.tracks[issue.actor][-1] or deviation(after[0]) < threshold(after[0]) + LENGTH
    is_true = (ended and all(deviation(state) > threshold(state) - LENGTH for state in states)
               and abs(deviation(worst) - issue.numbers["max_distance_to_road"]) < LENGTH)
    outline = worst.outline()
    is_corner = max(range(8), key=lambda i: surface.distance_to_road(*outline[i], worst.z())) in (0, 1, 2, 3, 4, 6)
    return is_true, why_beside(issue, worst, is_corner)


def off_lane(issue):
    surface, states = issue.surface, issue.states()

    def wrong_types(state):
        """What the centre is on, if it is on no driving lane; nothing in junctions."""
        if surface.junctions_at(*state.centre(), state.z()):
            return set()
        lanes = surface.lanes_at(*state.centre(), state.z())
        return set() if any(map(is_driving, lanes)) else {quad.lane.type for quad in lanes}

    def beyond(state):
        """The front corner furthest from all driving lanes."""
        if surface.junctions_at(*state.centre(), state.z()):
            return 0.0
        outside = (corner for corner in state.corners()[:2] if not surface.junctions_at(*corner, state.z()))
        return max((surface.distance(*corner, state.z(), is_driving) for corner in outside), default=0.0)

    worst = max(states, key=beyond)
    types = set().union(*map(wrong_types, states))
    is_true = violates_throughout(issue, states, lambda state: wrong_types(state) or beyond(state) > state.width / 4 - LENGTH)
    off_by = issue.numbers["off_by"]
    if off_by is not None:
        is_true = is_true and abs(beyond(worst) - off_by) < LENGTH + 0.05 * off_by  # the check measures across the road, not by the shortest way
    is_true = is_true and set(filter(None, issue.numbers["lane_usage"].split(", "))) <= types
    if not is_true:
        return False, ""
    is_corner = off_by is not None
    return True, why_beside(issue, worst if is_corner else next(filter(wrong_types, states)), is_corner)


# ---- standing ----


def why_it_stands(issue, time):
    """Follows the queue to its first vehicle, and looks at what that one waits for."""
    actor, state = issue.actor, issue.run.state(issue.actor, time)
    for _ in range(50):
        leader = vehicle_ahead(issue, actor, state, 12.0, STANDING)
        if leader is None:
            break
        actor, state = leader
    left = issue.net.length(state.lane) - state.pos
    ways = issue.net.connections[state.lane]
    if any(way.get("tl") for way in ways) and left < 15:
        return "it waits at a red light, or in the queue before one"
    if ways and all(way.get("state") in "m=sw" for way in ways) and left < 15 or state.lane.startswith(":"):
        return "it gives way at a junction, or waits in the queue before one"
    if ways and left < 0.1:
        return "it waits at the end of a lane that leads on, but not along its route: nobody lets it change lanes"
    return ""


def vehicle_ahead(issue, actor, state, reach, fastest):
    """The nearest vehicle whose rear is ahead of the front, not further than that and not faster."""
    found = []
    for other, there in issue.run.others(actor, state.time):
        x, y = there.at(there.length)
        ahead = (x - state.x) * state.ahead[0] + (y - state.y) * state.ahead[1]
        aside = (x - state.x) * state.ahead[1] - (y - state.y) * state.ahead[0]
        if -1.0 < ahead <= reach and abs(aside) < 2.0 and there.speed <= fastest:
            found.append((ahead, other, there))
    return min(found, key=lambda one: one[0])[1:] if found else None


def car_does_not_move(issue):
    states = issue.states()
    x, y = states[0].centre()
    stands = all(math.dist((x, y), state.centre()) < 0.1 for state in states)
    track = issue.run.tracks[issue.actor]
    never = issue.numbers["never_moved"] and states[0] is track[0] and issue.end >= track[-1].time - 1e-3
    return stands and (issue.end - issue.start > 30 or never), why_it_stands(issue, (issue.start + issue.end) / 2)


def unplanned_standing(issue):
    """It stands, and neither a junction nor anybody slow is ahead: both along the way that it took later."""
    states = issue.states()
    stands = all(state.speed <= 1 * KMH for state in states) and issue.end - issue.start > 1
    free = all(vehicle_ahead(issue, issue.actor, state, 20.0, 20 * KMH) is None for state in states)
    way, clear = 0.0, True
    later = [state for state in issue.run.tracks[issue.actor] if state.time >= states[-1].time]
    for before, state in zip(later, later[1:]):
        way += math.dist((before.x, before.y), (state.x, state.y))
        if way > 50:
            break
        clear = clear and not issue.surface.junctions_at(state.x, state.y, state.front_z)
    return stands and free and clear, why_it_stands_in_the_open(issue, states)


def why_it_stands_in_the_open(issue, states):
    state = states[0]
    ways = issue.net.connections[state.lane]
    if any(way.get("tl") for way in ways) and issue.net.length(state.lane) - state.pos < 15:
        return "it waits at a light that netconvert made where the map has no junction"
    if ways and issue.net.length(state.lane) - state.pos < 0.1:
        return "it waits at the end of a lane that leads on, but not along its route: nobody lets it change lanes"
    return ""


# ---- signs and lights ----


def front_at(issue, time):
    """Where the front was, and the speed, between two frames."""
    track = issue.run.tracks[issue.actor]
    after = next(state for state in track if state.time >= time - 1e-6)
    before = issue.run.before(issue.actor, after) or after
    share = 1.0 if after is before else (time - before.time) / (after.time - before.time)
    return (before.x + share * (after.x - before.x), before.y + share * (after.y - before.y)), before.speed + share * (after.speed - before.speed)


def way_to(issue, time):
    """(state, how far its front still had to drive) of all frames up to a time."""
    place, _ = front_at(issue, time)
    driven, found = 0.0, []
    for state in reversed([state for state in issue.run.tracks[issue.actor] if state.time <= time + 1e-6]):
        driven += math.dist((state.x, state.y), place)
        place = (state.x, state.y)
        found.append((state, driven))
    return found[::-1]


def is_at_line(issue):
    """Is the front 0.3 m beyond the line, and stands the sign or light at the roads that it comes from or goes to?"""
    numbers, surface = issue.numbers, issue.surface
    road, (x, y) = surface.roads[numbers["incoming_road"]], front_at(issue, numbers["decision_time"])[0]
    end = min((0.0, road.length), key=lambda s: math.dist(road.point(s, 0.0), (x, y)))
    line = abs(end - numbers["line_to_junction"])
    px, py, heading = road.pose(line)
    along = (1 if end else -1) * ((x - px) * math.cos(heading) + (y - py) * math.sin(heading))
    leads_on = {quad.road.id for quad in surface.of_junction[numbers["junction"]]} | {road.id}
    stands = any(sign.get("id") == numbers["signal"] for name in leads_on for sign in surface.roads[name].signs)
    return stands and abs(along - 0.3) < 0.3


def has_type(issue, wanted):
    return any(sign.get("id") == issue.numbers["signal"] and sign.get("type") == wanted
               for road in issue.surface.roads.values() for sign in road.signals)


def stop_at_sign(issue):
    standing, longest, since = False, 0.0, None
    for state, left in way_to(issue, issue.numbers["decision_time"]):
        standing = state.speed <= STANDING and left <= 3.3
        since = (state.time if since is None else since) if standing else None
        longest = max(longest, state.time - since) if standing else longest
    return has_type(issue, "206") and is_at_line(issue) and longest < 0.5, "SUMO knows no stop signs: it goes by priority alone"


def slow_down_at_yield(issue):
    road = issue.surface.roads[issue.numbers["incoming_road"]]
    s = min((0.0, road.length), key=lambda s: math.dist(road.point(s, 0.0), front_at(issue, issue.numbers["decision_time"])[0]))
    legal = road.legal_speed(s, int(issue.numbers["incoming_lane"]))
    speed = front_at(issue, issue.numbers["decision_time"])[1]
    is_true = legal is not None and speed > legal / 2 and abs(legal - issue.numbers["legal_speed"]) < 0.01 and abs(speed - issue.numbers["speed"]) < 0.05
    return has_type(issue, "205") and is_at_line(issue) and is_true, "SUMO knows no yield signs: it slows down for others alone"


def about_to_run_red_light(issue):
    """Neither in the last red frame nor in the first green one could it have stopped with 4 m/s2."""
    way = way_to(issue, issue.numbers["decision_time"])
    lane = next((state.lane for state, _ in reversed(way) if not state.lane.startswith(":")), "")
    later = [state.lane for state in issue.run.tracks[issue.actor] if state.time > issue.start]
    ways = [way for way in issue.net.connections[lane] if way.get("tl") and any(name.startswith(f"{way.get('to')}_") for name in later)]
    lights = {(way.get("tl"), int(way.get("linkIndex"))) for way in ways}
    if len(lights) != 1:
        return False, ""
    name, index = lights.pop()
    shown = [(time, state[index]) for time, state in issue.run.lights[name] if time <= issue.numbers["decision_time"] + issue.step]
    last_red = max((time for time, colour in shown if colour in "rRu"), default=-math.inf)
    around = [(state, left) for state, left in way if last_red - 1e-3 <= state.time <= last_red + issue.step + 1e-3]
    too_fast = bool(around) and all(state.speed ** 2 / 8 > left for state, left in around)
    reason = "with steps of 1 s SUMO brakes within one step, in less than physics needs" if issue.step >= 1 else ""
    return too_fast and is_at_line(issue), reason


# ---- movement ----


def turned(state, before):
    return abs((state.angle - before.angle + 180) % 360 - 180) / (state.time - before.time)


def turn_physical(issue):
    def allowed(state, before):
        return math.degrees(max(state.speed, before.speed) / 5) + 1

    def beyond(state):
        before = issue.run.before(issue.actor, state)
        return 0.0 if before is None else turned(state, before) / allowed(state, before)

    states = issue.states()
    worst = max(states, key=beyond)
    before = issue.run.before(issue.actor, worst)
    is_true = (issue.numbers["trigger_reason"] == "angular_speed" and violates_throughout(issue, states, lambda state: beyond(state) > 1)
               and abs(math.radians(turned(worst, before)) - issue.numbers["angular_speed"]) < 0.01)
    return is_true, why_it_turns(issue, before, worst)


def off_lane_direction(issue, state):
    """Degrees between the vehicle and the line of SUMO's lane under its front."""
    shape = issue.net.shape(state.lane)
    p, q = min(zip(shape, shape[1:]), key=lambda line: distance_to_line(state.x, state.y, *line))
    return math.degrees(math.acos(max(-1.0, min(1.0, ((q[0] - p[0]) * state.ahead[0] + (q[1] - p[1]) * state.ahead[1]) / math.dist(p, q)))))


def why_it_turns(issue, before, state):
    """Where the line of SUMO's lanes bends under the vehicle by as much, its body only follows."""
    if state.speed <= STANDING:
        return "SUMO turns a vehicle that stands, in the middle of a lane change"
    reach = state.length + math.dist((before.x, before.y), (state.x, state.y)) + 1.0
    bends = sum(bends_of(line_of(issue, state), (state.x, state.y), reach))
    if abs(bends) > 0.9 * turned(state, before) * (state.time - before.time):
        return "netconvert draws the lanes with corners or tight curves: the body follows at once"
    if max(off_lane_direction(issue, before), off_lane_direction(issue, state)) > 5:
        return "SUMO turns a vehicle at once at the beginning and end of a lane change"
    return ""


def line_of(issue, state):
    """The points of the lanes that it drove on, with those in junctions that it passed between two frames."""
    lanes = []
    for one in issue.run.between(issue.actor, state.time - 4, state.time + 1.1):
        if not lanes or one.lane != lanes[-1]:
            edge = one.lane.rpartition("_")[0]
            passed = [way.get("via") for way in issue.net.connections[lanes[-1]] if way.get("to") == edge and way.get("via")] if lanes else []
            lanes += [*passed[:1], one.lane] if passed and passed[0] not in lanes else [one.lane]
    return [point for lane in lanes for point in issue.net.shape(lane)]


def bends_of(line, place, reach):
    """Degrees to the left by which a line bends at each of its points within reach."""
    points = [line[0], *(q for p, q in zip(line, line[1:]) if math.dist(p, q) > 0.01)]
    for p, q, r in zip(points, points[1:], points[2:]):
        if math.dist(q, place) <= reach:
            yield math.degrees(math.remainder(math.atan2(r[1] - q[1], r[0] - q[0]) - math.atan2(q[1] - p[1], q[0] - p[0]), 2 * math.pi))


def teleportation(issue):
    """The moving average of distances, as the manual defines it, along the whole life of the vehicle."""
    smoothed, is_beyond, threshold, before, found = None, False, 0.0, None, []
    for state in issue.run.tracks[issue.actor]:
        if before is None:
            smoothed, before = state.speed * 0.1, state
            continue
        seconds, distance = state.time - before.time, math.dist(before.centre(), state.centre())
        moved, threshold = distance * 0.1 / seconds, threshold if is_beyond else smoothed * 1.2 + 0.5
        is_beyond = moved > threshold
        if is_beyond:
            found.append((state, distance, threshold * seconds / 0.1, before))
        else:
            share = seconds / (0.4 + seconds)
            smoothed += share * (moved - smoothed)
        before = state
    inside = [one for one in found if issue.start - 1e-3 <= one[0].time < issue.end + 1e-3]
    worst = max(inside, key=lambda one: one[1], default=None)
    goes_on = {one[0].time for one in found}
    if worst is None or abs(inside[0][0].time - issue.start) > 1e-3 or inside[0][3].time in goes_on:
        return False, ""
    state, distance, allowed, before = worst
    is_true = abs(distance - issue.numbers["measured_distance"]) < 0.01 and abs(allowed - issue.numbers["distance_threshold"]) < 0.01
    if distance > state.speed * (state.time - before.time) + 0.3:
        return is_true, "SUMO's lanes lie apart, or are drawn longer than they count: it moves further than its speed takes it"
    first = inside[0][3]
    earlier = issue.run.between(issue.actor, first.time - 1, first.time + 1e-3)
    stood = math.dist(earlier[0].centre(), first.centre()) < 0.5 * sum(one.speed for one in earlier[1:]) * issue.step
    return is_true, "SUMO's lane is drawn shorter than it counts: it hardly moves while its speed says that it drives, and then drives on" if stood else ""


def speed_limit(issue):
    states = issue.states()
    worst = max(states, key=lambda state: state.speed)
    lanes = [quad for quad in issue.surface.lanes_at(*worst.centre(), worst.z()) if is_driving(quad)]
    limits = {quad.road.legal_speed(quad.s, quad.lane.number) for quad in lanes} - {None}
    is_true = any(abs(limit - issue.numbers["limit"]) < 0.01 for limit in limits) and worst.speed > issue.numbers["limit"] + 0.1 * KMH
    is_true = is_true and abs(worst.speed - issue.numbers["speed"]) < 0.01
    front_allows = worst.speed <= issue.net.speed(worst.lane) + 0.01
    return is_true, "SUMO heeds the limit with the front bumper, the check with the centre" if front_allows else ""


def overlap(one, other):
    """How deep two boxes overlap: the least over the directions of their edges; 0: not at all."""
    deepest = math.inf
    for x, y in (one.ahead, (one.ahead[1], -one.ahead[0]), other.ahead, (other.ahead[1], -other.ahead[0])):
        spans = [[px * x + py * y for px, py in state.corners()] for state in (one, other)]
        deepest = min(deepest, min(map(max, spans)) - max(map(min, spans)))
    return max(0.0, deepest)


def collision(issue):
    one, other = issue.run.state(issue.actor, issue.start), issue.run.state(issue.other, issue.start)
    if one is None or other is None:
        return False, ""
    depth = overlap(one, other)
    before = [issue.run.before(actor, state) for actor, state in ((issue.actor, one), (issue.other, other))]
    was_apart = None in before or overlap(*before) == 0.0
    is_across = max(off_lane_direction(issue, one), off_lane_direction(issue, other)) > 5 and min(one.speed, other.speed) <= STANDING
    return depth > 0 and was_apart, "SUMO lets a vehicle stand across two lanes in the middle of a lane change" if is_across else ""


# ---- steering ----


def side_of_road(issue, states):
    """How far it moved to the left of the road's direction, frame by frame."""
    lateral, before, moved = 0.0, None, []
    for state in states:
        centre, places = state.centre(), []
        for quad in issue.surface.near(*centre, state.z(), 1):
            facing = math.sin(quad.heading) * state.ahead[1] + math.cos(quad.heading) * state.ahead[0]
            is_other = before is None or quad.road.id != before[0]
            places.append((round(quad.distance(*centre), 2), is_other, -abs(facing), quad.road.id, quad.s, facing))
        if not places:
            before = None
            continue
        _, _, _, road, s, facing = min(places)
        _, t, heading = issue.surface.roads[road].project(s, *centre)
        side = 1 if facing >= 0 else -1
        if before is not None and before[0] == road:
            lateral += side * (t - before[1])
        elif before is not None:
            dx, dy = centre[0] - before[3][0], centre[1] - before[3][1]
            x, y = before[2][0] + side * math.cos(heading), before[2][1] + side * math.sin(heading)
            lateral += (dy * x - dx * y) / math.hypot(x, y)
        before = (road, t, (side * math.cos(heading), side * math.sin(heading)), centre)
        moved.append((state.time, lateral))
    return moved


def jitter_policy(issue):
    return steers_to_and_fro(issue, issue.numbers["steers"])


def steers_to_and_fro(issue, count):
    """Turning points at least 0.7 m apart, of which each comes at most 2 s after the one before."""
    steers, begin, furthest, reached, way = [], None, None, None, 0
    for time, lateral in side_of_road(issue, issue.run.between(issue.actor, issue.start - 3, issue.end + 3)):
        if begin is None:
            begin = furthest = lateral
        if way == 0 and abs(lateral - begin) >= 0.05:
            way = 1 if lateral > begin else -1
        if way and way * (lateral - furthest) > 0:
            furthest, reached = lateral, time
        elif way and way * (furthest - lateral) >= 0.05:
            if abs(furthest - begin) >= 0.7 - 0.1:  # where roads of a junction overlap, another one may be followed here
                steers.append((reached, abs(furthest - begin)))
            begin, furthest, reached, way = furthest, lateral, time, -way
    inside = [steer for steer in steers if issue.start + 1e-3 < steer[0] <= issue.end + issue.step + 1e-3]
    quick = all(later[0] - earlier[0] <= 2.0 + issue.step for earlier, later in zip(inside, inside[1:]))
    states = issue.states()
    beside = max(lane_beside(issue, state, back) for state in states for back in (0, state.length))
    reason = "SUMO's lane leads through bends of the map's road, beside its lanes" if beside > 0.25 else ""
    return len(inside) >= 4 and quick and len(inside) == count, reason


JUDGES = {"about_to_run_red_light": about_to_run_red_light, "car_does_not_move": car_does_not_move, "collision": collision, "jitter_policy": jitter_policy,
          "off_lane": off_lane, "road_departure": road_departure, "slow_down_at_yield": slow_down_at_yield, "speed_limit": speed_limit,
          "stop_at_sign": stop_at_sign, "teleportation": teleportation, "turn_physical": turn_physical,
          "unplanned_standing_time_policy": unplanned_standing}
