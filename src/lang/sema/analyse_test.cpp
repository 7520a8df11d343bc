#include "lang/sema/analyse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lang/sema/sema_kit.h"

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
      {"a checker that is off by default",
       "extend vehicle:\n    keep(jerk_policy.enabled == true)\n",
       {"set jerk_policy.enabled for type vehicle = 1\n"}},
      {"the global modifier of all objects",
       "global modifier physical_object.global_checkers\n",
       {"watcher physical_object.global_checkers is physical_object.global_checkers for type physical_object\n"}},
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
        "object vehicle.speeding.fast: 2 cells, data any_watcher_data at 0\n",
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
       {"struct zone_data: 5 cells\n", "object zone_watcher: 13 cells, data zone_data at 8\n",
        "  on clock:  # 1 locals\n",
        "    local0 = physical_object.road_distance(sut.car(), own[0], own[3], own[4], longitudinal, on_road)\n",
        "      own[7] = (local0 / object_state.speed(sut.car()))\n",
        "    if (not own.is_open and zone_watcher.is_inside(2 length)):\n      start_interval()\n",
        "      if (own.is_open and not zone_watcher.is_inside(2 length)):\n        end_interval()\n",
        "  on i_end:\n    own[6] = (own[6] + (own.data[9] - own.data[8]))\n",
        "  record lon_time_gap: time in s at i_end = own.data[11]  # How far ahead.\n",
        "  record lat_offset: length in cm at i_end = (own.data[12] / 0.01 length)  # How far beside.\n",
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

}  // namespace
}  // namespace scrutineer::lang
