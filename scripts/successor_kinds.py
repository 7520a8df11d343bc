"""How each kind of issue of the profile modern that law-abiding SUMO traffic raises is computed a second time, for scripts/judge-campaign."""

import math
import re

from campaign_kinds import (KMH, LENGTH, lane_beside, off_lane_direction, road_departure, steers_to_and_fro, turned, vehicle_ahead, violates_throughout, why_it_stands,
                            why_it_turns)
from road_surface import is_driving

VALUE = 0.02  # m/s2 or m/s3 that two computations may differ by: SUMO's numbers have four digits
BANDS = {"lon_acc": (1.5, 2.5, 4.0), "lon_jerk": (2.5, 5.0, 10.0), "lat_jerk": (2.5, 5.0, 10.0)}
LEVELS = ("noticeable", "uncomfortable", "harsh")
JUMPS = "SUMO's drivers choose a new speed in each step: their acceleration jumps"
HARD = "SUMO's drivers brake so: for a light, a junction or a vehicle ahead"

# ---- movement ----


def jerks(issue, state):
    """Along and across: SUMO's acceleration is along the heading, and turns with it."""
    before = issue.run.before(issue.actor, state)
    if before is None:
        return 0.0, 0.0
    turn, seconds = math.radians(state.angle - before.angle), state.time - before.time
    return (state.acceleration - before.acceleration * math.cos(turn)) / seconds, -before.acceleration * math.sin(turn) / seconds


def is_its_own_speed(issue, state):
    """Does the acceleration say what the speed does? Then it is SUMO that drives so, and no slip of reading."""
    before = issue.run.before(issue.actor, state)
    return before is None or abs(state.speed - before.speed - state.acceleration * (state.time - before.time)) < 0.01


def value_of(issue, name, state):
    return state.acceleration if name == "lon_acc" else jerks(issue, state)[name == "lat_jerk"]


def kinematic_spec(issue):
    name = next(name for name in ("lon_jerk", "lat_jerk", "lon_acc", "lat_acc") if name in issue.message)
    lower, upper = (-15.0, 15.0) if name.endswith("jerk") else (-4.0, 2.0)

    def beyond(state):
        value = value_of(issue, name, state)
        return max(value - upper, lower - value)

    states = issue.states()
    worst = max(states, key=beyond)
    is_true = all(beyond(state) > -VALUE for state in states) and abs(value_of(issue, name, worst) - issue.numbers["peak"]) < VALUE
    reason = {"lon_jerk": JUMPS, "lon_acc": HARD, "lat_jerk": "SUMO turns the vehicle at once, and with it its acceleration"}[name]
    return is_true, reason if all(is_its_own_speed(issue, state) for state in states) else ""


def kinematic_physical(issue):
    """Only turning is found: SUMO's vehicles are slow and accelerate gently."""
    def allowed(state, before):
        return math.degrees(max(state.speed, before.speed) / 5) + 1

    def beyond(state):
        before = issue.run.before(issue.actor, state)
        return -math.inf if before is None else turned(state, before) - allowed(state, before)

    states = issue.states()
    worst = max(states, key=beyond)
    before = issue.run.before(issue.actor, worst)
    is_true = violates_throughout(issue, states, lambda state: beyond(state) > 0) and before is not None
    is_true = is_true and abs(math.radians(turned(worst, before)) - issue.numbers["peak"]) < 0.01
    return is_true, why_it_turns(issue, before, worst) if is_true else ""


def ride_comfort_event(issue):
    """The value stays beyond the band of the level for 0.3 s, without changing its sign, and reaches the peak meanwhile."""
    name, level = issue.numbers["value"], issue.numbers["level"]
    if name == "steering":
        return steers_to_and_fro(issue, int(re.search(r"to and fro (\d+) times", issue.message).group(1)))
    if name not in BANDS:
        return False, ""
    bound = BANDS[name][LEVELS.index(level)]
    lasted, since, sign, most = [], None, 0, 0.0
    for state in issue.states():
        value = value_of(issue, name, state)
        now = math.copysign(1, value) if abs(value) > bound - 1e-6 else 0
        since = None if now == 0 else state.time if now != sign or since is None else since
        most = max(most, abs(value)) if now == sign else abs(value)
        sign = now
        if since is not None and state.time - since > 0.3 - 1e-3:
            lasted.append(most)
    is_true = bool(lasted) and abs(max(lasted) - issue.numbers["peak"]) < VALUE * max(1.0, issue.numbers["peak"])
    after = issue.run.between(issue.actor, issue.end, issue.end)
    ended = not after or after[0] is issue.run.tracks[issue.actor][-1] or all(
        abs(value_of(issue, one, after[0])) < bands[0] + VALUE for one, bands in BANDS.items())
    reason = JUMPS if name.endswith("jerk") else "SUMO's drivers accelerate with up to 1.9 m/s2, and brake with up to 3.9 m/s2"
    return is_true and ended, reason if all(is_its_own_speed(issue, state) for state in issue.states()) else ""


# ---- in the lane ----


def beyond_lane(issue, state, is_left):
    """The furthest that a front corner is beyond the border of one of the lanes that the centre is in; none: it is in none."""
    found = []
    for quad in issue.surface.lanes_at(*state.centre(), state.z()):
        if not is_driving(quad) or quad.road.junction != "-1":
            continue
        along = math.cos(quad.heading) * state.ahead[0] + math.sin(quad.heading) * state.ahead[1] >= 0
        corner = state.at(0, state.width / 2 if is_left else -state.width / 2)
        s, t, _ = quad.road.project(quad.s, *corner)
        s = min(max(s, 0.0), quad.road.length)
        borders = quad.road.borders(quad.road.section_at(s), s).get(quad.lane.number)
        if borders is not None:
            found.append(t - max(borders) if is_left == along else min(borders) - t)
    return max(found, default=None)


def lane_departure(issue):
    is_left = issue.numbers["side"] == "left"
    found = [(beyond_lane(issue, state, is_left), state) for state in issue.states()]
    inside = [(overlap, state) for overlap, state in found if overlap is not None]
    if not inside:
        return False, ""
    overlap, worst = max(inside, key=lambda one: one[0])
    # Where the corner is on the next road or section already, which bends or numbers lanes anew, this is not the same lane.
    is_true = inside[0][0] > 0.1 * worst.width - LENGTH and abs(overlap - issue.numbers["largest_overlap"]) < 0.1 + 0.1 * overlap
    if max(lane_beside(issue, state, back) for _, state in inside for back in (0, state.length)) > 0.25:
        return is_true, "netconvert draws the lane elsewhere than the map, by its own curves in junctions or with a constant width"
    if max(off_lane_direction(issue, state) for _, state in inside) > 5:
        return is_true, "a long vehicle swings out as it comes out of a junction"
    return is_true, ""


# ---- too slow ----


def way_ahead(issue, state, reach):
    """Where its front was later, up to so many metres ahead."""
    way, before = 0.0, state
    for later in (one for one in issue.run.tracks[issue.actor] if one.time > state.time):
        way += math.dist((before.x, before.y), (later.x, later.y))
        if way > reach:
            return
        yield later
        before = later


def slow_driving(issue):
    """Well below the limit, and on the next 50 m neither anybody nor a junction."""
    states = issue.states()
    limit = issue.numbers["speed_limit"]
    is_slow = all(5 * KMH - 0.01 <= state.speed < 0.75 * limit + 2 * KMH for state in states)
    free = all(vehicle_ahead(issue, issue.actor, state, 3 * state.speed, 1.5 * state.speed) is None for state in states[:-1])
    clear = not any(issue.surface.junctions_at(one.x, one.y, one.front_z) for state in states[:1] for one in way_ahead(issue, state, 50))
    is_true = is_slow and free and clear and abs(min(state.speed for state in states) - issue.numbers["lowest_speed"]) < 0.01
    return is_true, why_slow(issue, states)


def why_slow(issue, states):
    last = states[-1]
    later = issue.run.between(issue.actor, last.time, last.time + 30)
    if any(one.speed < 1 * KMH for one in later) and not issue.net.connections[last.lane]:
        return "it comes to the end of a lane that leads nowhere, and is not let into another one"
    allowed = min(issue.net.speed(one.lane) for one in [*states, *way_ahead(issue, last, 100)])
    if allowed < 0.75 * issue.numbers["speed_limit"]:
        return "SUMO goes by the speed that netconvert gives the next lane or the way through the next junction, which the map does not have"
    if any(way.get("state") in "m=sw" or way.get("tl") for way in issue.net.connections[last.lane]) and issue.net.length(last.lane) - last.pos < 50:
        return "it gives way at a junction of netconvert's that begins before the map's"
    if any(one.speed < 1 * KMH for one in later):
        return "it brakes for something more than 50 m ahead: " + (why_it_stands(issue, min(later, key=lambda one: one.speed).time) or "where it stands then")
    return ""


def unplanned_standing(issue):
    """It stands, with neither a junction nor anybody in the next 20 m."""
    states = issue.states()
    stands = all(state.speed <= 1.5 * KMH for state in states) and issue.end - issue.start > 1 - 1e-3
    free = all(vehicle_ahead(issue, issue.actor, state, 20.0, math.inf) is None for state in states[:-1])
    clear = not any(issue.surface.junctions_at(one.x, one.y, one.front_z) for one in way_ahead(issue, states[-1], 20))
    state = states[0]
    ways, left = issue.net.connections[state.lane], issue.net.length(state.lane) - state.pos
    reason = ""
    if any(way.get("tl") for way in ways) and left < 15:
        reason = "it waits at a light that netconvert made where the map has no junction"
    elif left < 5:
        reason = "it waits at the end of a lane that leads elsewhere than its route: nobody lets it change lanes"
    return stands and free and clear, reason


JUDGES = {"kinematic_behavior_physical": kinematic_physical, "kinematic_behavior_spec": kinematic_spec, "lane_departure": lane_departure,
          "off_road": road_departure, "ride_comfort_event": ride_comfort_event, "slow_driving": slow_driving, "unplanned_standing": unplanned_standing}
