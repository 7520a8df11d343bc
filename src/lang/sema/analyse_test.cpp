#include "lang/sema/analyse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/sema_kit.h"
#include "watch/parameter_text.h"

namespace scrutineer::lang {
namespace {

using ::testing::HasSubstr;

struct Case {
  const char* name;
  const char* source;
  std::vector<const char*> lines;  // of the dump, one after the other, with anything between them
};

void expect_lines(const Case& c) {
  AnalysedText text = analysed(c.source);
  EXPECT_EQ(render(text.analysis.diagnostics, text.sources), "") << c.name;
  const std::string dump = dump_types(text.analysis.program);
  std::size_t at = 0;
  for (const char* line : c.lines) {
    const std::size_t found = dump.find(line, at);
    EXPECT_NE(found, std::string::npos) << c.name << ": missing\n" << line << "\nin\n" << dump;
    if (found != std::string::npos) at = found;
  }
}

// ---- every piece of OSC2 in the seeds ------------------------------------------------------------------------------

TEST(SemaSeeds, MeanWhatTheySay) {
  const Case cases[] = {
      {"parameters of the ego's teleportation check",
       R"osc(
extend ftlx_global_eval_config:
    set ego_teleportation_checker_config.distance_factor_threshold = 1.2
    set ego_teleportation_checker_config.distance_threshold_tolerance = 0.5m
    set ego_teleportation_checker_config.issue_severity = warning
    set ego_teleportation_checker_config.sample_clk_rate = 100ms
    set ego_teleportation_checker_config.smoothing_time = 0.4s
    set ego_teleportation_checker_config.enabled = true
    set ego_teleportation_checker_config.log_level = info_level
)osc",
       {"set ftlx_global_eval_config.ego_teleportation_checker_config.distance_factor_threshold for every = 1.2\n",
        "set ftlx_global_eval_config.ego_teleportation_checker_config.distance_threshold_tolerance for every = 0.5\n",
        "set ftlx_global_eval_config.ego_teleportation_checker_config.issue_severity for every = 2\n",
        "set ftlx_global_eval_config.ego_teleportation_checker_config.sample_clk_rate for every = 0.1\n",
        "set ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time for every = 0.4\n",
        "set ftlx_global_eval_config.ego_teleportation_checker_config.enabled for every = 1\n",
        "set ftlx_global_eval_config.ego_teleportation_checker_config.log_level for every = 0\n"}},
      {"an instance of it for others, with a config of its own",
       R"osc(
extend ftlx_global_eval_config:
    const npc_vehicle_teleportation_checker_config: teleportation_checker_config = new
    set npc_vehicle_teleportation_checker_config.distance_factor_threshold = 1.5
    set npc_vehicle_teleportation_checker_config.distance_threshold_tolerance = 0.2m
    set npc_vehicle_teleportation_checker_config.issue_severity = warning
    set npc_vehicle_teleportation_checker_config.sample_clk_rate = 40ms
    set npc_vehicle_teleportation_checker_config.enabled = true
    set npc_vehicle_teleportation_checker_config.log_level = info_level



global modifier npc_vehicle.teleportation:

    checker npc_vehicle_teleportation_checker is teleportation(physical_object: actor) with:
        it.sut_issue(severity: ftlx_global_eval_config.npc_vehicle_teleportation_checker_config.issue_severity,
            kind: teleportation,
            details: "Teleportation detected: $(npc_vehicle_teleportation_checker.data.trigger_reason.as(string).replace("_", " ")) threshold(s).")

    keep(npc_vehicle_teleportation_checker.teleportation_checker_config == ftlx_global_eval_config.npc_vehicle_teleportation_checker_config)
)osc",
       {"watcher npc_vehicle.teleportation is npc_vehicle.teleportation for role npc_vehicle\n",
        "checker npc_vehicle.teleportation.npc_vehicle_teleportation_checker is built-in teleportation for role "
        "npc_vehicle in npc_vehicle.teleportation\n",
        "  set ftlx_global_eval_config.ego_teleportation_checker_config.distance_factor_threshold for every = 1.5\n",
        "  set ftlx_global_eval_config.ego_teleportation_checker_config.distance_threshold_tolerance for every = 0.2\n",
        "  set ftlx_global_eval_config.ego_teleportation_checker_config.sample_clk_rate for every = 0.04\n",
        // What it does not set is the default, not the ego's.
        "  set ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time for every = 0.4\n",
        "  issue teleportation: warning, text(\"Teleportation detected: \", string.replace(text(metric2:string), "
        "\"_\", \" \"), \" threshold(s).\")\n"}},
      {"a physical limit of all cars",
       "extend car.physical:\n    keep(max_speed ==250kph)\n",
       {"set physical.max_speed for type car = 69.44444444444444\n"}},
      {"a physical limit of the ego",
       "extend sut:\n    keep(car.physical.max_speed == 250kph)\n",
       {"set physical.max_speed for role sut = 69.44444444444444\n"}},
      {"another severity",
       "on @top.new_issue:\n    call issues.curr.modify(speed_physical, warning,\n        \"Moving physical speed "
       "check "
       "to warning\")\n",
       {"object run",
        "  on new_issue:\n    issue.modify(speed_physical, warning, \"Moving physical speed check to "
        "warning\")\n",
        "watcher run is run for the run\n"}},
      {"another severity, of the ego's issues",
       "on @top.new_issue if issues.curr.category == sut:\n    call issues.curr.modify(speed_physical, warning,\n      "
       "  \"Moving physical speed check to warning\")\n",
       {"  on new_issue if (issue.category() == sut):\n    issue.modify(speed_physical, warning, "}},
      {"who is tested",
       "extend model_info:\n    set dut_name = \"XYZ\"\n    set dut_version = \"4.1\"\n",
       {"= \"XYZ\"\n", "= \"4.1\"\n",
        "info model.dut_name: string at end = ", "info model.dut_version: string at end"}},
      {"the global information, written out once more",
       R"osc(
extend g_info:
    var run: run_info
    var sim: sim_info
    var model: model_info
    var frun: frun_info         # not currently used
struct model_info:
    var dut_name: string        # The name of the SUT used in the run
    set dut_name = "ftx_driver" # The initial value
    var dut_version: string     # The version of the SUT used in the run.
    set dut_version = "1.0"     # The initial value
    var foretify_version: string # The version of Foretify used in the run.
struct sim_info:
    var connection_string: string   # The actual simulation connection string.

    var simulator_name: string      # The name of the simulator used in the run.
    var simulator_version: string   # The version of the simulator used in the run.
enum debug_mode: [
    none,            # No debug
    debug_record,    # Record mode (run simulation and record data)
    debug_replay     # Replay mode (no actual simulator)
]
struct image_info:
    var foretify_image: string
    var simulator_image: string
    var sut_images: list of string
struct package_info:
    pass
struct run_info:
    # Contains the debug mode
    # Foretify overrides this field at the beginning of each test
    #
    var debug_mode: debug_mode
    var images: image_info
    def init() is also:
        images = new
)osc",
       {"info model.dut_name: string at end = "}},
      {"more global information",
       "extend g_info:\n    var weather: string = \"rain\"\n    var retries: int\n",
       {"info weather: string at end = ", "info retries: int at end = "}},
      {"global information that may hold another one",
       "extend g_info:\n    var before: g_info = null\n    var retries: int\n",
       {"info retries: int at end = "}},
      {"a checker that is off by default",
       "extend vehicle:\n    keep(jerk_policy.enabled == true)\n",
       {"set jerk_policy.enabled for type vehicle = 1\n"}},
      {"the global modifier of all objects",
       "global modifier physical_object.global_checkers\n"
       "extend vehicle:\n    keep(global_checkers.speed_policy.enabled == false)\n",
       {"set speed_policy.enabled for type vehicle = 0\n"}},
      {"how near a junction is in range",
       "extend top.main:\n    keep(sut.car.junction_checkers.traverse_junction.distance_in_range == 70m)\n",
       {"set junction_checkers.traverse_junction.distance_in_range for role sut = 70\n"}},
      {"where to stop at a signal",
       "extend top.main:\n    keep(sut.car.junction_checkers.checker_approach_junction.expected_stop_distance_lb == "
       "1m)\n",
       {"set junction_checkers.checker_approach_junction.expected_stop_distance_lb for role sut = 1\n"}},
      {"no junction checkers",
       "extend sut_vehicle:\n    keep(junction_checkers.enabled == false)\n",
       {"set junction_checkers.enabled for role sut = 0\n"}},
      {"a frozen junction checker",
       "extend sut_vehicle.junction_checkers:\n    on @start:\n        override(checker_approach_junction, run_mode: "
       "freeze)\n",
       {"  on start:\n    freeze check approach_junction of actor\n",
        "watcher sut_vehicle.on is sut_vehicle.on for role sut\n"}},
      {"the junction checkers, written out once more",
       R"osc(
global modifier sut_vehicle.junction_checkers:
    watcher traverse_junction is traverse_junction(vehicle: actor)
    checker checker_approach_junction is approach_junction(traverse_junction)
extend sut_vehicle.junction_checkers:
    keep(checker_approach_junction.reaction_time == 0.2s)
    on @start:
        override(checker_approach_junction, run_mode: freeze)
)osc",
       {"  on start:\n    freeze check approach_junction of actor\n",
        "set junction_checkers.checker_approach_junction.reaction_time for role sut = 0.2\n"}},
      {"freezing at run time",
       "extend sut_vehicle:\n    on @start:\n        override(road_departure, run_mode: freeze)\n",
       {"  on start:\n    freeze check road_departure of actor\n"}},
  };
  for (const Case& c : cases) expect_lines(c);
}

// ---- what users write -----------------------------------------------------------------------------------------------

TEST(SemaWatchers, BecomeObjectsAndDeclarations) {
  const Case cases[] = {
      {"five lines",
       R"osc(
extend issue_kind: [too_fast]
global modifier vehicle.speeding:
    checker fast is while_w(actor.state.speed > 50kph) with:
        it.sut_issue(severity: warning, kind: too_fast, details: "from $(it.data.start_time)")
)osc",
       {"issue kind too_fast\n", "watcher vehicle.speeding is vehicle.speeding for type vehicle\n",
        "object vehicle.speeding.fast: 3 cells, data any_watcher_data at 0\n",
        "  while (object_state.speed(actor) > 13.88888888888889 speed)\n",
        "checker vehicle.speeding.fast is vehicle.speeding.fast for type vehicle in vehicle.speeding\n",
        "  issue too_fast: warning, text(\"from \", own.data[0])\n"}},
      {"a zone around the ego",
       R"osc(
struct zone_data inherits any_watcher_data:
    var interval_count: int
    # How far ahead.
    var lon_time_gap: time
    var lat_offset: length
    record(lat_offset, unit: cm, text: "How far beside.")

watcher modifier zone_watcher(zone_data):
    vehicle: vehicle
    least_gap: time
    most_gap: time = 5s
    own_point: body_point
    other_point: body_point
    var count: int
    var total: time
    var gap: time

    def is_inside(lat: length) -> bool is expression gap in [least_gap..most_gap] and lat > 0.01m

    on @top.w_clk:
        var lon: length = sut.car.road_distance(vehicle, own_point, other_point, direction: lon, route_type: road)
        if sut.car.state.speed != 0mps:
            gap = lon / sut.car.state.speed
        if data == null and is_inside(2m):
            start_interval()
        elif data != null and not is_inside(lat: 2m):
            end_interval()
    on @i_start:
        count = count + 1
    on @i_clock:
        data.interval_count = count
        data.lon_time_gap = gap
    on @i_end:
        total = total + (data.end_time - data.start_time)

global modifier npc_vehicle.zones:
    watcher front is zone_watcher(actor, 0s, own_point: front_center, other_point: back_center)
    keep(front.most_gap == 4s)
)osc",
       {"struct zone_data: 6 cells\n", "object zone_watcher: 14 cells, data zone_data at 8\n",
        "  on clock:  # 1 locals\n",
        "    local0 = physical_object.road_distance(sut.car(), own[0], own[3], own[4], longitudinal, on_road)\n",
        "      own[7] = (local0 / object_state.speed(sut.car()))\n",
        "    if (not own.is_open and zone_watcher.is_inside(2 length)):\n      start_interval()\n",
        "      if (own.is_open and not zone_watcher.is_inside(2 length)):\n        end_interval()\n",
        "  on i_end:\n    own[6] = (own[6] + (own.data[9] - own.data[8]))\n",
        "  record lon_time_gap: time in s at i_end = own.data[12]  # How far ahead.\n",
        "  record lat_offset: length in cm at i_end = (own.data[13] / 0.01 length)  # How far beside.\n",
        "watcher npc_vehicle.zones.front is zone_watcher for role npc_vehicle in npc_vehicle.zones\n  create:\n",
        "    own[0] = actor\n    own[1] = 0 time\n    own[3] = front_center\n    own[4] = back_center\n    own[2] = 4 "
        "time\n"}},
      {"ready-made watchers, events and their instances",
       R"osc(
global modifier sut_vehicle.mine:
    var limit: int = 5
    event crossed(where: length)
    event often is @seen.i_end if limit > 7
    watcher slow is while_w(actor.state.speed < 10kph and limit > 3)
    watcher seen is upon_w(@slow.i_end)
    watcher manual is passive_w
    on @slow.i_end as s if s.data.start_time > 2s:
        manual.start_interval()
        emit crossed(where: 3m)
    on @crossed as what if what.where > 2m:
        manual.end_interval()
        limit = limit - 1
    on rise(actor.state.speed > 100kph):
        sut_error(collision, "fast")
    on fall(limit > 3):
        pass
    on elapsed(3s):
        pass
    on every(1s, offset: 2s):
        pass
    on @top.clk if limit == 3:
        pass
    on actor.state.speed > 1mps:
        return
)osc",
       {"object sut_vehicle.mine: 6 cells\n", "  event crossed\n", "  event often\n",
        "  on i_end of sut_vehicle.mine.seen if (own[0] > 7):\n    emit 1\n",
        "  on i_end of sut_vehicle.mine.slow if (local0.data[0] > 2 time):  # 1 locals\n",
        "    start_interval(<sut_vehicle.mine.manual>(actor))\n", "    own[1] = 3 length\n    emit 0\n",
        "  on user 0 if (local0[1] > 2 length):  # 1 locals\n", "    end_interval(<sut_vehicle.mine.manual>(actor))\n",
        "  on rise if (object_state.speed(actor) > 27.77777777777778 speed) memory 2:\n    "
        "builtin.sut_error(collision, \"fast\")\n",
        "  on fall if (own[0] > 3) memory 3:\n", "  on elapsed 3 time memory 4:\n",
        "  on every 1 time offset 2 time memory 5:\n", "  on clock if (own[0] == 3):\n",
        "  on clock if (object_state.speed(actor) > 1 speed):\n    return\n", "  raises collision\n",
        "  while ((object_state.speed(actor) < 2.7777777777777777 speed) and (<sut_vehicle.mine>(actor)[0] > 3))\n",
        "  on i_end of sut_vehicle.mine.slow:\n    start_interval()\n    end_interval()\n"}},
      {"events of built-in checks, and of others by path",
       R"osc(
global modifier vehicle.speeds:
    watcher w is while_w(actor.state.speed > 1mps)
extend top.main:
    on @sut.car.road_departure.i_end:
        logger.log_debug("departed")
    on @sut.car.speeds.w.i_end:
        override(sut.car.speeds.w, run_mode: freeze)
)osc",
       {"object top.main.on", "  on i_end of check road_departure of any actor being sut.car():\n",
        "  on i_end of vehicle.speeds.w of any actor being sut.car():\n",
        "    freeze vehicle.speeds.w of sut.car()\n"}},
      {"fields of actors",
       R"osc(
extend vehicle:
    var hits: int = 1
    limit: speed
    keep(limit == 20mps)
    on rise(state.speed > limit):
        hits = hits + 1
    record(hits, text: "How often.")
extend sut:
    keep(car.limit == 30mps)
)osc",
       {"actor vehicle:\n  0 hits: int\n  1 limit: speed\n", "  local0[0] = 1\n", "  local0[1] = 20 speed\n",
        "actor sut_vehicle:\n", "  local0[1] = 30 speed\n", "object vehicle.on", "actor[0] = (actor[0] + 1)\n",
        "  record hits: int at end = actor[0]  # How often.\n"}},
  };
  for (const Case& c : cases) expect_lines(c);
}

TEST(SemaExpressions, AreTyped) {
  const Case cases[] = {
      {"all kinds of them",
       R"osc(
enum color: [red, green, blue]
enum code: [low = 10, high = 20, top_most, same = high]
type area is SI(m: 2)
unit sqm of area is SI(m: 2)
unit hectare of area is SI(m: 2, factor: 10000.0)
global scale: float = 2.5
struct point:
    var x: length = 1m
    var y: length
    def norm() -> length is expression sqrt(x * x + y * y)
    def move(by: length) is:
        x = x + by
    keep(y == 2m)
struct point3 inherits point:
    var z: length = x + 1m
    def norm() -> length is only expression x + y + z
extend int:
    def doubled() -> int is expression 2 * it
extend string:
    def greeter(prefix: string = "Hello") -> string is expression prefix + ", " + it + "!"
extend vehicle:
    def braking_distance(a: acceleration = 4mpsps) -> length is expression state.speed * state.speed / (2 * a)
    def braking_distance(a: int) -> length is expression a * 1m
watcher modifier base_w(any_watcher_data):
    limit: speed = 10mps
    var n: int
    on @i_start:
        n = n + 1
watcher modifier derived_w(any_watcher_data) inherits base_w:
    extra: int = 4
    on @top.w_clk if extra > 3:
        start_interval()
global modifier vehicle.m:
    var i: int
    var f: float
    var b: bool
    var s: string
    var l: length
    var t: time
    var c: color
    var k: code = high
    var o: physical_object
    var list_of_numbers: list of float = [1, 2.5]
    var texts: list of string = ["a", "b"]
    var r: range of speed = [30..50]kph
    var q: range of int = 3
    var p: point
    var p3: point3
    var a: area = 2hectare
    watcher w is derived_w(limit: 5mps, extra: 7)
    watcher w2 is derived_w(3mps, 9)
    on @top.w_clk:
        i = 7 / 2
        i = 3.doubled() + 7 % 4
        f = l / 1m + scale
        f = l.as(cm)
        i = k.as(int)
        k = 20.as(code)
        k = i.as(code)
        c = b ? red : blue
        b = c == green or c in [red, blue]
        b = c != color!green => k > low
        s = "x".greeter() + c.as(string)
        s = "$(l) and $(l.as(cm)) $(i) $(c) $(b ? "yes" : 'no') $(r) $(o.id)"
        b = s == "abc" and s != null
        b = "a" in texts and [1] in list_of_numbers and texts == ["x"]
        i = texts.size() + texts.first_index(it == "b") + list_of_numbers.count(it > 1)
        f = list_of_numbers.max() + list_of_numbers.sum(it * 2) + list_of_numbers[0] + list_of_numbers.get(1)
        b = traffic.vehicles.has(it.state.speed > 3mps and it != actor)
        l = traffic.physical_objects.filter(it.is(vehicle)).map(it.distance(actor)).min()
        o = traffic.physical_objects.first(it.distance(actor) < l)
        b = o.is(car) and o == actor and o != null
        o = o.as(car)
        b = actor.state.speed in r and r == [1mps..2mps]
        b = actor.state.speed in [1mps..actor.state.speed]
        l = (r.upper() - r.lower()) * 1s
        p.x = p.norm() + p3.norm() + p3.z
        p.move(by: 2m)
        p = p3
        p = new
        l = actor.braking_distance() + actor.braking_distance(3mpsps) + actor.braking_distance(a: 3)
        f = max(1, 2, f) + abs(-3) + sin(30deg) + pow(2, 3) + exp(1.0)
        l = min(l, 3m)
        b = is_defined(l) and not is_defined(o)
        l = 3s * actor.policy.max_speed
        b = actor.road_departure.enabled
        i = actor.uid.as(int) + floor(2.5)
        t = top.time + top.step_time
        if actor.policy.max_speed > 30mps:
            while i < 10:
                i = i + 1
        elif b:
            return
        else:
            for n in texts:
                logger.log_info(n)
        b = w.data != null and w.data.start_time > 3s
        f = data_less()
    def data_less() -> float is:
        var x: float = 1
        if b:
            return x
        return 2
    def data_less() -> float is only:
        return 4
)osc",
       {"new point:\n",
        "    local0 = new point\n",
        "    local0[0] = 1 length\n",
        "    local0[1] = 0 length\n",
        "    local0[1] = 2 length\n",
        "    own[0] = (7 / 2)\n",
        "    own[0] = (int.doubled(3) + (7 % 4))\n",
        "    own[1] = ((own[4] / 1 length) + program[1])\n",
        "    own[1] = (own[4] / 0.01 length)\n",
        "    own[0] = [10, 20, 21][own[7]]\n",
        "    own[7] = high\n",
        "    own[7] = list.find([10, 20, 21], own[0])\n",
        "    own[6] = (own[2] ? red : blue)\n",
        "    own[2] = ((own[6] == green) or list.contains([red, blue], own[6]))\n",
        "    own[2] = ((own[6] != green) => (own[7] > low))\n",
        "    own[3] = text(string.greeter(\"x\", \"Hello\"), text(own[6]))\n",
        "    own[3] = text(own[4], \" and \", own[4] in cm, \" \", own[0], \" \", own[6], \" \", (own[2] ? \"yes\" : "
        "\"no\"), \" \", \"[\", own[11], \"..\", own[12], \"]\", \" \", physical_object.id(own[8]))\n",
        "    own[2] = ((own[3] == \"abc\") and (own[3] != null))\n",
        "    own[2] = ((list.contains_text(own[10], \"a\") and list.contains_all(own[9], [1])) and "
        "list.equals_texts(own[10], [\"x\"]))\n",
        "    own[0] = ((list.size(own[10]) + own[10].first_index(local0: (local0 == \"b\"))) + own[9].count(local1: "
        "(local1 > 1)))\n",
        "    own[1] = (((own[9].most(local2: local2) + own[9].sum(local3: (local3 * 2))) + own[9][0]) + own[9][1])\n",
        "    own[2] = traffic.vehicles().any(local4: ((object_state.speed(local4) > 3 speed) and (local4 != actor)))\n",
        "    own[8] = traffic.physical_objects().first(local8: (physical_object.distance(local8, actor) < own[4]))\n",
        "    own[2] = (math.in_range(object_state.speed(actor), own[11], own[12]) and ((own[11] == 1 speed) and "
        "(own[12] == 2 speed)))\n",
        "    own[2] = math.in_range(object_state.speed(actor), 1 speed, object_state.speed(actor))\n",
        "    own[4] = ((own[12] - own[11]) * 1 time)\n",
        "    own[15][0] = ((point.norm(own[15]) + point3.norm(own[16])) + own[16][2])\n",
        "    point.move(own[15], 2 length)\n",
        "    own[15] = own[16]\n",
        "    own[15] = new point()\n",
        "    own[4] = ((vehicle.braking_distance(actor, 4 acceleration) + vehicle.braking_distance(actor, 3 "
        "acceleration)) + vehicle.braking_distance(actor, 3))\n",
        "    own[1] = ((((math.max(math.max(1, 2), own[1]) + number math.abs(-3)) + math.sin(0.5235987755982988 "
        "angle)) + "
        "math.pow(2, 3)) + math.exp(1))\n",
        "    own[4] = math.min(own[4], 3 length)\n",
        "    own[2] = (builtin.is_defined(own[4]) and not builtin.is_defined(own[8]))\n",
        "    own[4] = (3 time * setting policy.max_speed of actor)\n",
        "    own[2] = setting road_departure.enabled of actor\n",
        "    own[0] = (physical_object.uid(actor) + math.floor(2.5))\n",
        "    own[5] = (top.time() + top.step_time())\n",
        "    if (setting policy.max_speed of actor > 30 speed):\n",
        "      while (own[0] < 10):\n",
        "        own[0] = (own[0] + 1)\n",
        "        for local9 in own[10]:\n",
        "          logger.log_info(local9)\n",
        "    own[2] = (<vehicle.m.w>(actor).is_open and (<vehicle.m.w>(actor).data[6] > 3 time))\n",
        "    own[1] = vehicle.m.data_less()\n",
        "object derived_w: 9 cells, data any_watcher_data at 6\n",
        "    own[0] = 10 speed\n",
        "    own[5] = 4\n",
        "  on i_start:\n",
        "    own[1] = (own[1] + 1)\n",
        "  on clock if (own[5] > 3):\n",
        "    start_interval()\n",
        "watcher vehicle.m.w is derived_w for type vehicle in vehicle.m\n",
        "    own[0] = 5 speed\n",
        "    own[5] = 7\n",
        "    own[0] = 3 speed\n",
        "    own[5] = 9\n"}},
      {"what an actor's own type has instead",
       R"osc(
extend vehicle:
    def weight() -> float is expression 1.0
extend car:
    def weight() -> float is only expression 2.0
extend sut_vehicle:
    def weight() -> float is only expression 3.0
    on @top.w_clk:
        logger.log_info("$(weight())")
global modifier vehicle.m:
    watcher heavy is while_w(actor.weight() > 2)
)osc",
       {"log_info(text(sut_vehicle.weight(actor)))", "  while (vehicle.weight(actor) > 2)\n"}},
      {"values in structs, by inheritance and by place",
       R"osc(
struct inner:
    var a: int = 1
    keep(default a == 2)
struct outer:
    var i: inner
    set i.a = 4
extend top:
    var o: outer
    set o.i.a = 5
extend g_info:
    var hits: int = 3
global modifier top.m:
    on @top.w_clk:
        top.o.i.a = top.o.i.a + 1
        top.info.hits = top.o.i.a
)osc",
       {"= 4\n", "= 1\n", "= 2\n", "program:\n", "= 5\n", "info hits: int at end = program["}},
  };
  for (const Case& c : cases) expect_lines(c);
}

TEST(SemaSettings, AreOfWhomTheyStandFor) {
  const Case cases[] = {
      {"types, roles and everybody",
       R"osc(
extend physical_object:
    keep(teleportation.merge_gap == 1s)
extend vehicle:
    set policy.max_speed = 30mps
    set policy.max_speed = 31mps
    keep(default policy.max_jerk == 20mpspsps)
extend npc_vehicle:
    keep(policy.max_speed == 100kph)
extend sut_vehicle.policy:
    keep(max_speed == 36kph)
global modifier truck.m:
    keep(actor.policy.min_speed == -1mps)
)osc",
       {"set policy.max_speed for type vehicle = 30\n", "set policy.max_speed for type vehicle = 31\n",
        "set policy.max_jerk for type vehicle = 20\n", "set teleportation.merge_gap for type physical_object = 1\n",
        "set policy.max_speed for role npc_vehicle = 27.77777777777778\n", "set policy.max_speed for role sut = 10\n",
        "set policy.min_speed for type truck = -1\n"}},
      {"hard keeps come last",
       R"osc(
extend vehicle:
    keep(policy.max_speed == 20mps)
    set policy.max_speed = 30mps
)osc",
       {"set policy.max_speed for type vehicle = 30\n", "set policy.max_speed for type vehicle = 20\n"}},
      {"a range moves the default to its nearest bound",
       R"osc(
extend vehicle:
    keep(policy.max_speed in [10mps..20mps])
    keep(policy.max_jerk in [1mpspsps..20mpspsps])
)osc",
       {"set policy.max_speed for type vehicle = 20\n"}},
      {"truths, alone and denied",
       R"osc(
extend vehicle:
    keep(jerk_policy.enabled)
    keep(not off_lane.enabled and policy.may_jitter == true)
)osc",
       {"set jerk_policy.enabled for type vehicle = 1\n", "set off_lane.enabled for type vehicle = 0\n",
        "set policy.may_jitter for type vehicle = 1\n"}},
      {"what users declare",
       R"osc(
global modifier vehicle.m:
    watcher w is while_w(true)
    set merge_gap = 2s
extend sut_vehicle:
    keep(m.enabled == false)
extend vehicle:
    keep(m.w.merge_gap == 3s)
)osc",
       {"set vehicle.m.merge_gap for type vehicle = 2\n", "set vehicle.m.w.merge_gap for type vehicle = 2\n",
        "set vehicle.m.enabled for role sut = 0\n", "set vehicle.m.w.enabled for role sut = 0\n",
        "set vehicle.m.w.merge_gap for type vehicle = 3\n"}},
      {"of one instance of a built-in check",
       R"osc(
global modifier npc_vehicle.m:
    checker fast is speed_policy(vehicle: actor, max_speed: 20mps) with:
        keep(it.min_speed == -2mps)
    keep(fast.policy.checks_tolerance_percent == 5)
    keep(fast.merge_gap == 1s)
)osc",
       {"checker npc_vehicle.m.fast is built-in speed_policy for role npc_vehicle in npc_vehicle.m\n",
        "  set policy.max_speed for every = 20\n", "  set policy.min_speed for every = -2\n",
        "  set policy.checks_tolerance_percent for every = 5\n", "set npc_vehicle.m.fast.merge_gap for every = 1\n"}},
  };
  for (const Case& c : cases) expect_lines(c);
}

// Whatever can be set on the command line can be kept in a file, at the same path.
TEST(SemaSettings, AreAllThere) {
  std::string source = "extend top.main:\n", persons = "extend person:\n    pass\n",
              things = "extend plain_object:\n    pass\n", run = "extend top:\n    pass\n";
  std::size_t count = 0;
  for (const watch::SettingInfo& setting : test_library().settings.all()) {
    const watch::AnyParameter& parameter = *setting.parameter;
    if (parameter.fallback_for != nullptr) continue;
    const bool is_from_root = parameter.path.starts_with("ftlx_global_eval_config.");
    const bool is_of_persons = parameter.path.find("_for_person.") != std::string_view::npos;
    const bool is_of_things = parameter.path.find("_for_plain_object.") != std::string_view::npos;
    const bool is_of_run = parameter.path == watch::kProfilePath;
    std::string& where = is_of_persons ? persons : is_of_things ? things : is_of_run ? run : source;
    const bool is_of_ego = !is_from_root && !is_of_persons && !is_of_things && !is_of_run;
    where += "    keep(" + std::string(is_of_ego ? "sut.car." : "") + std::string(parameter.path) +
             " == " + watch::default_text(parameter) + ")\n";
    ++count;
  }
  AnalysedText text = analysed(source + persons + things + run);
  EXPECT_EQ(render(text.analysis.diagnostics, text.sources), "");
  EXPECT_EQ(text.analysis.program.settings.size(), count);
  watch::Settings settings = test_library().settings;
  for (const SettingAssignment& assignment : text.analysis.program.settings)
    EXPECT_EQ(settings.set(assignment.path, assignment.scope, assignment.value), std::nullopt) << assignment.path;
}

// ---- files for simulators -------------------------------------------------------------------------------------------

TEST(SemaScenarios, AreLookedAtForNamesOnly) {
  const Case cases[] = {
      {"the standard's types, behaviours and modifiers",
       R"osc(
import osc.standard
actor my_car inherits vehicle(vehicle_category == car):
    color: color
    keep(color == silver)
struct storm inherits weather:
    kind: string
    start: pose_3d
action vehicle.hop inherits drive:
    height: length
modifier vehicle.calm of drive:
    limit: speed
scenario environment.snowstorm:
    storm: storm
    do serial():
        e1: emit_storm()
scenario top.cut_in:
    ego: vehicle
    other: my_car
    path: compound_route
    event done is @phase.end
    keep(other.color != ego.color)
    do serial:
        phase: ego.drive() with:
            speed([30..50]kph)
            lane(1, from: left)
        wait elapsed(3s)
    cover(ego_speed, expression: ego.speed, unit: kph, range: [10..130], every: 10)
extend environment:
    wet: bool
extend color: [mauve]
)osc",
       {""}},
  };
  for (const Case& c : cases) expect_lines(c);
}

}  // namespace
}  // namespace scrutineer::lang
