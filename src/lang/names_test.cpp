// What names mean in programs that run, in namespaces and over files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/constructs.h"

namespace scrutineer::lang {
namespace {

using kit::expect_all;
using kit::two_cars_on_a_plain;
using kit::what_happens;
using Case = kit::Construct;

TEST(Constructs, KnowNames) {
  const Case cases[] = {
      {"top",
       R"osc(
extend sut_vehicle:
    on elapsed(1s):
        logger.log_info("$(top.time) $(top.step_time)")
        top.info.model.dut_name = "me"
)osc",
       {"1s 0.1s", "info model.dut_name = me"}},
      {"sut.car, traffic, map",
       R"osc(
extend sut:
    on elapsed(1s):
        logger.log_info("$(sut.car.id) $(car.uid) $(traffic.physical_objects.size()) $(map.exists)")
)osc",
       {"ego 1 2 false"}},
      {"self, it, actor, outer",
       R"osc(
extend sut_vehicle:
    on elapsed(1s):
        logger.log_info("$(self.id) $(actor.id)")
        logger.log_info("$(traffic.vehicles.count(it.uid > 1))")
global modifier sut_vehicle.m:
    var n: int = 5
    watcher w is while_w(outer.n > 4 and actor.state.speed < 11mps)
)osc",
       {"ego ego", "1", "sut_vehicle.m.w of ego from 0 to 1.2"}},
      {"data: null outside of an interval",
       R"osc(
watcher modifier w_type(any_watcher_data):
    on elapsed(1s):
        logger.log_info("$(data == null)")
        start_interval()
        logger.log_info("$(data == null)")
        end_interval()
    on @i_end:
        logger.log_info("$(data.start_time) $(data.end_time)")
global modifier sut_vehicle.m:
    watcher w is w_type()
    on elapsed(2s):
        logger.log_info("$(w.data.start_time)")
)osc",
       {"true", "false", "1s 1s", "sut_vehicle.m.w of ego from 1 to 1",
        "evaluation_error of ego: error_continue, The watcher or checker is stopped; everything else goes on."}},
      {"built-in checks and their parameters",
       R"osc(
extend vehicle:
    keep(jerk_policy.enabled == true)
extend top.main:
    keep(sut.car.junction_checkers.checker_approach_junction.expected_stop_distance_lb == 1m)
extend ftlx_global_eval_config:
    set ego_teleportation_checker_config.smoothing_time = 0.3s
extend sut_vehicle:
    on @start:
        logger.log_info("$(jerk_policy.enabled) $(sut.car.junction_checkers.checker_approach_junction.expected_stop_distance_lb)")
        logger.log_info("$(ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time) $(policy.max_speed > 0mps)")
)osc",
       {"true 1m", "0.3s true"}},
      {"state",
       R"osc(
extend sut_vehicle:
    on elapsed(2s):
        logger.log_info("$(state.speed) $(state.acceleration) $(state.local_speed.lon) $(state.local_speed.lat)")
        logger.log_info("$(state.road_acceleration.lat) $(state.global_angular_speed.yaw) $(state.msp_pos.road == null)")
        logger.log_info("$(bbox.length > 1m) $(bbox.width < bbox.length)")
)osc",
       {"15mps 5mpsps 15mps 0mps", "nan 0radian_per_second true", "true true"}},
      {"methods",
       R"osc(
extend sut_vehicle:
    on elapsed(2s):
        for other in traffic.vehicles:
            if other != self:
                logger.log_info("$(distance(other)) $(is_standing_still()) $(is_defined(get_legal_speed()))")
                logger.log_info("$(get_ttc(other) > 1s) $(is_defined(road_distance(other, front_center, back_center, direction: lon, route_type: road)))")
)osc",
       {"27.5m false false", "true false"}},
      {"functions of numbers and texts",
       R"osc(
extend sut_vehicle:
    on @start:
        logger.log_info("$(abs(-3)) $(max(1, 4)) $(sqrt(9m * 4m)) $(floor(2.7)) $(pow(2, 3)) $(round(2.5))")
        logger.log_info("$("a_b".replace("_", " ")) $("AbC".to_lower()) $("x,y".split(",").size()) $("abc".length())")
)osc",
       {"3 4 6m 2 8 3", "a b abc 2 3"}},
      {"nan, inf and is_defined, of any dimension",
       R"osc(
struct best:
    var t: time = inf
    var l: length = nan
extend sut_vehicle:
    var b: best
    var least: time = inf
    const none: length = nan
    def limit(t: time = inf) -> time is expression t
    on @start:
        logger.log_info("$(least == inf) $(inf > least) $(b.t) $(b.l) $(is_defined(none)) $(none == nan)")
        least = min(least, 3s)
        logger.log_info("$(least) $(least < inf) $(-inf < least) $(limit()) $(max(inf, least))")
        least = false ? 1s : inf
        logger.log_info("$(least) $(3m in [1m..inf]) $(min(inf, 2m)) $(inf - 3m)")
)osc",
       {"true false inf nan false false", "3s true true inf inf", "inf true 2m inf"}},
  };
  expect_all(cases);
}

TEST(Constructs, KeepNamespacesApart) {
  const Case cases[] = {
      {"types and globals by prefix, extended too",
       R"osc(
namespace mine
struct point:
    var x: int = 1
enum color: [red, green]
global scale: int = 4
namespace null
extend mine::point:
    var y: mine::color = green
extend g_info:
    var p: mine::point
extend sut_vehicle:
    on @start:
        logger.log_info("$(mine::scale) $(mine::color!red)")
)osc",
       {"4 red", "info p.x = 1", "info p.y = green"}},
      {"use takes what is exported",
       R"osc(
namespace mine
export point, scale
struct point:
    var x: int = 1
global scale: int = 4
namespace other use mine
extend point:
    var y: int = 2
extend g_info:
    var p: point
extend sut_vehicle:
    on @start:
        logger.log_info("$(scale)")
)osc",
       {"4", "info p.x = 1", "info p.y = 2"}},
      {"members of a namespace",
       R"osc(
namespace mine
extend vehicle:
    var hits: int = 1
    def twice() -> int is expression 2 * hits
namespace other
extend vehicle:
    var other::hits2: int = 5
extend sut_vehicle:
    on @start:
        logger.log_info("$(self.mine::hits) $(mine::hits) $(self.mine::twice()) $(hits2)")
)osc",
       {"1 1 2 5"}},
  };
  expect_all(cases);
}

TEST(Constructs, StandInOtherFiles) {
  const std::map<std::string, std::string> files = {
      {"types.osc", "struct counter:\n    var n: int = 1\nextend issue_kind: [far]\n"},
      {"more.osc", "import \"types.osc\"\nextend counter:\n    var m: int = 2\n"},
  };
  EXPECT_THAT(what_happens(R"osc(
import "more.osc"
import "types.osc"
extend g_info:
    var c: counter
extend sut_vehicle:
    on @start:
        sut_warning(far)
)osc",
                           two_cars_on_a_plain(), files),
              testing::ElementsAre("far of ego: warning", "info c.n = 1", "info c.m = 2"));
}

}  // namespace
}  // namespace scrutineer::lang
