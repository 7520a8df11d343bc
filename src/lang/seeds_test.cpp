// Every piece of OSC2 in the seeds, read from the shared folder beside the repository: compiled as written, and what it
// changes in a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/run_program.h"
#include "kit/scenario.h"
#include "kit/seed_pieces.h"
#include "map/read.h"

namespace scrutineer::lang {
namespace {

using kit::compiled;
using kit::Ran;
using kit::run;

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using trace::Category;
using Lines = std::vector<std::string>;

// ---- runs -----------------------------------------------------------------------------------------------------------

// A drive, with the map that it needs.
struct Drive {
  std::shared_ptr<const map::RoadNetwork> map;
  kit::RunData data;
};

// The ego, a car "7" and a truck "8", side by side.
Drive three_at(double speed) {
  kit::Scenario scenario({.map = nullptr, .step = 100ms, .duration = 2s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(speed);
  scenario.add({.id = "7"}).start_free({0.0, 20.0, 0.0}).speed(speed);
  scenario.add({.id = "8", .category = Category::truck}).start_free({0.0, 40.0, 0.0}).speed(speed);
  return {nullptr, scenario.run()};
}
Drive below_250kph() { return three_at(69.4); }
Drive above_250kph() { return three_at(69.5); }

// Both at 10 m/s; one of them is `too_far` ahead of where it should be from 2 s on.
Drive jumping(std::string_view who, double too_far, Duration step) {
  kit::Scenario scenario({.map = nullptr, .step = step, .duration = 4s});
  kit::ActorScript& ego = scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(10.0);
  kit::ActorScript& other = scenario.add({.id = "7"}).start_free({0.0, 20.0, 0.0}).speed(10.0);
  (who == "ego" ? ego : other).fault(kit::jump(2s, too_far, 0.0));
  return {nullptr, scenario.run()};
}
// In 100 ms it drives 1 m: 1.2 * 1 m + 0.5 m are allowed.
Drive ego_moves_1_8_m() { return jumping("ego", 0.8, 100ms); }
Drive ego_moves_1_6_m() { return jumping("ego", 0.6, 100ms); }
// In 40 ms it drives 0.4 m: 1.5 * 0.4 m + 0.2 m are allowed.
Drive other_moves_0_85_m() { return jumping("7", 0.45, 40ms); }
Drive other_moves_0_75_m() { return jumping("7", 0.35, 40ms); }

Drive ego_speeds_up() {
  kit::Scenario scenario({.map = nullptr, .step = 100ms, .duration = 4s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed({{0s, 10.0}, {4s, 26.0}});
  return {nullptr, scenario.run()};
}

// The ego comes to a stop sign 1 m before a junction, 100 m ahead, and stops so far before it; 0: it drives on.
Drive stopping_before_sign(double distance) {
  constexpr double kArm = 300.0, kLine = kArm - 1.0, kHalfCar = 2.5, kSpeed = 10.0, kBraking = 4.0;
  std::shared_ptr<const map::RoadNetwork> map =
      map::build_network(kit::four_way_crossing({.arm_length = kArm, .signs = kit::Crossing::Signs::all_way_stop}));
  kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 20s});
  kit::ActorScript& ego = scenario.add({.id = "ego", .is_ego = true})
                              .start_at("west", -1, kLine - kHalfCar - 100.0)
                              .via({"west_east", "east"});
  const double until = (100.0 - distance - kSpeed * kSpeed / (2.0 * kBraking)) / kSpeed;
  const Duration brakes = *from_seconds(until), stands = brakes + 2500ms;
  if (distance > 0.0)
    ego.speed({{0s, kSpeed}, {brakes, kSpeed}, {stands, 0.0}, {stands + 2s, 0.0}, {stands + 7s, kSpeed}});
  else
    ego.speed(kSpeed);
  return {map, scenario.run()};
}
Drive ego_ignores_stop_sign() { return stopping_before_sign(0.0); }
Drive ego_stops_half_a_metre_before() { return stopping_before_sign(0.5); }
Drive ego_stops_1_5_metres_before() { return stopping_before_sign(1.5); }

// The ego drives off a straight road and comes back.
Drive ego_leaves_the_road() {
  std::shared_ptr<const map::RoadNetwork> map = map::build_network(kit::straight_road(300.0));
  kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 14s});
  scenario.add({.id = "ego", .is_ego = true})
      .start_at("1", -1, 20.0)
      .speed(10.0)
      .lateral({{2s, 0.0}, {5s, -4.0}, {7s, -4.0}, {11s, 0.0}});
  return {map, scenario.run()};
}

// ---- what is looked at ----------------------------------------------------------------------------------------------

// "KIND of ACTOR, SEVERITY: DETAILS because REASON"
Lines issues(const Ran& ran, const std::set<std::string>& kinds, bool with_details = false) {
  Lines lines;
  for (const watch::Issue& issue : ran.evaluation.issues)
    if (kinds.contains(issue.kind))
      lines.push_back(issue.kind + " of " + issue.actor.id + ", " + std::string(to_word(issue.severity)) +
                      (with_details && !Ran::said_of(issue).empty() ? ": " + Ran::said_of(issue) : "") +
                      (issue.reason.empty() ? "" : " because " + issue.reason));
  return lines;
}
Lines speeds(const Ran& ran) { return issues(ran, {"speed_physical"}); }
Lines jumps(const Ran& ran) { return issues(ran, {"teleportation"}, true); }
// Junctions: who began to drive through one when, and what was wrong.
Lines junctions(const Ran& ran) {
  Lines lines;
  for (const watch::IntervalRecord& record : ran.evaluation.intervals)
    if (ran.evaluation.infos[record.check]->name == "traverse_junction")
      lines.push_back("from " + rounded(to_seconds(record.start), 3));
  const Lines wrong = issues(ran, {"stop_at_sign"});
  lines.insert(lines.end(), wrong.begin(), wrong.end());
  return lines;
}
Lines departures(const Ran& ran) { return issues(ran, {"road_departure"}); }
Lines info(const Ran& ran) {
  Lines lines;
  for (const watch::InfoValue& value : ran.evaluation.info)
    lines.push_back(value.path + " = " + Ran::text(value.value));
  std::ranges::sort(lines);
  return lines;
}
Lines messages(const Ran& ran) { return ran.messages(); }

// ---- the pieces -----------------------------------------------------------------------------------------------------

struct Piece {
  std::string document, text;
};

// Statements among the prose.
Lines statements_of(const std::string& text) {
  static const std::regex kStatement(R"(using (override\([^)]*\)))");
  Lines found;
  for (std::sregex_iterator i(text.begin(), text.end(), kStatement), end; i != end; ++i) found.push_back((*i)[1]);
  return found;
}

std::vector<Piece> all_pieces(const fs::path& folder) {
  std::vector<Piece> pieces;
  for (const fs::path& document : files_below(folder, ".txt")) {
    const std::string text = kit::read_text(document);
    for (const std::string& piece : seed_pieces(text)) pieces.push_back({document.stem(), piece});
    for (const std::string& statement : statements_of(text)) pieces.push_back({document.stem(), statement});
  }
  return pieces;
}

const char* const kNpcConfig = "const npc_vehicle_teleportation_checker_config";
const char* const kNpcModifier = "global modifier npc_vehicle.teleportation";
const char* const kEgoConfig = "extend ftlx_global_eval_config:\n    set ego_teleportation_checker_config.";
const char* const kDetails = "teleportation of 7, warning: Teleportation detected: distance exceeded threshold(s).";

struct Row {
  const char* name;  // document, section
  const char* document;
  const char* part;  // of the piece
  Drive (*drive)();
  Lines (*seen)(const Ran&);
  std::string around;      // `*` is the piece: what the document implies, or what makes it visible
  Lines without, with;     // without the piece: what is around it alone
  const char* other = "";  // a part of a second piece, which the document shows together with this one
};

// What stands around a piece is there without it, too, unless it needs it.
const Row kRows[] = {
    {"global checkers, g_info",
     "global-checkers",
     "extend g_info:",
     below_250kph,
     info,
     "*on @start:\n    top.info.run.seed = 7\n    top.info.sim.simulator_name = \"S\"\n",
     {"run.seed = 7", "sim.simulator_name = S"},
     {"run.seed = 7", "sim.simulator_name = S"}},
    {"global checkers, model_info",
     "global-checkers",
     "struct model_info:",
     below_250kph,
     info,
     "*",
     {},
     {"model.dut_name = ftx_driver", "model.dut_version = 1.0"}},
    {"global checkers, override default setting for SUT name and version",
     "global-checkers",
     "set dut_name = \"XYZ\"",
     below_250kph,
     info,
     "*",
     {},
     {"model.dut_name = XYZ", "model.dut_version = 4.1"}},
    {"global checkers, an override over the initial values",
     "global-checkers",
     "set dut_name = \"XYZ\"",
     below_250kph,
     info,
     "+*",
     {"model.dut_name = ftx_driver", "model.dut_version = 1.0"},
     {"model.dut_name = XYZ", "model.dut_version = 4.1"},
     "struct model_info:"},
    {"global checkers, sim_info",
     "global-checkers",
     "struct sim_info:",
     below_250kph,
     info,
     "*on @start:\n    top.info.sim.connection_string = \"c\"\n    top.info.sim.simulator_version = \"2\"\n",
     {"sim.connection_string = c", "sim.simulator_version = 2"},
     {"sim.connection_string = c", "sim.simulator_version = 2"}},
    {"global checkers, run_info: debug_mode",
     "global-checkers",
     "enum debug_mode: [",
     below_250kph,
     info,
     "*on @start:\n    top.info.run.debug_mode = debug_replay\n",
     {"run.debug_mode = debug_replay"},
     {"run.debug_mode = debug_replay"}},
    {"global checkers, run_info: image_info",
     "global-checkers",
     "struct image_info:",
     below_250kph,
     info,
     "*on @start:\n    top.info.run.images.simulator_image = \"i\"\n",
     {"run.images.simulator_image = i"},
     {"run.images.simulator_image = i"}},
    {"global checkers, run_info: package_info",
     "global-checkers",
     "struct package_info:",
     below_250kph,
     info,
     "*extend package_info:\n    var maps: string = \"3\"\n",
     {"run.packages.maps = 3"},
     {"run.packages.maps = 3"}},
    {"global checkers, run_info",
     "global-checkers",
     "struct run_info:",
     below_250kph,
     info,
     "*on @start:\n    top.info.run.test_name = \"t\"\n    top.info.run.images.foretify_image = \"i\"\n",
     {"run.images.foretify_image = i", "run.test_name = t"},
     {"run.images.foretify_image = i", "run.test_name = t"}},

    {"global checkers, physical_object.global_checkers",
     "global-checkers",
     "global modifier physical_object.global_checkers",
     below_250kph,
     messages,
     "*extend physical_object.global_checkers:\n    on @start:\n        logger.log_info(actor.id)\n",
     {"ego", "7", "8"},
     {"ego", "7", "8"}},

    {"junction checkers, the modifier",
     "global-checkers",
     "global modifier sut_vehicle.junction_checkers:",
     ego_ignores_stop_sign,
     junctions,
     "*",
     {"from 5.4", "stop_at_sign of ego, error_continue"},
     {"from 5.4", "stop_at_sign of ego, error_continue"}},
    {"junction checkers, disabled",
     "global-checkers",
     "keep(junction_checkers.enabled == false)",
     ego_ignores_stop_sign,
     junctions,
     "*",
     {"from 5.4", "stop_at_sign of ego, error_continue"},
     {}},
    {"junction checkers, distance_in_range",
     "global-checkers",
     "distance_in_range == 70m",
     ego_ignores_stop_sign,
     junctions,
     "*",
     {"from 5.4", "stop_at_sign of ego, error_continue"},
     {"from 3.4", "stop_at_sign of ego, error_continue"}},
    {"junction checkers, stopped nearer than 1 m before the signal",
     "global-checkers",
     "expected_stop_distance_lb == 1m",
     ego_stops_half_a_metre_before,
     junctions,
     "*",
     {"from 5.4"},
     {"from 5.4", "stop_at_sign of ego, error_continue"}},
    {"junction checkers, stopped at least 1 m before the signal",
     "global-checkers",
     "expected_stop_distance_lb == 1m",
     ego_stops_1_5_metres_before,
     junctions,
     "*",
     {"from 5.4"},
     {"from 5.4"}},
    {"junction checkers, frozen at run time",
     "global-checkers",
     "override(checker_approach_junction",
     ego_ignores_stop_sign,
     junctions,
     "*",
     {"from 5.4", "stop_at_sign of ego, error_continue"},
     {"from 5.4"}},

    {"parameters, max speed of all cars, just below",
     "global-checkers",
     "keep(max_speed ==250kph)",
     below_250kph,
     speeds,
     "*",
     {"speed_physical of ego, error", "speed_physical of 7, error", "speed_physical of 8, error"},
     {"speed_physical of 8, error"}},
    {"parameters, max speed of all cars, just above",
     "global-checkers",
     "keep(max_speed ==250kph)",
     above_250kph,
     speeds,
     "*",
     {"speed_physical of ego, error", "speed_physical of 7, error", "speed_physical of 8, error"},
     {"speed_physical of ego, error", "speed_physical of 7, error", "speed_physical of 8, error"}},
    {"parameters, max speed of the SUT, just below",
     "global-checkers",
     "keep(car.physical.max_speed == 250kph)",
     below_250kph,
     speeds,
     "*",
     {"speed_physical of ego, error", "speed_physical of 7, error", "speed_physical of 8, error"},
     {"speed_physical of 7, error", "speed_physical of 8, error"}},
    {"parameters, max speed of the SUT, just above",
     "global-checkers",
     "keep(car.physical.max_speed == 250kph)",
     above_250kph,
     speeds,
     "*",
     {"speed_physical of ego, error", "speed_physical of 7, error", "speed_physical of 8, error"},
     {"speed_physical of ego, error", "speed_physical of 7, error", "speed_physical of 8, error"}},

    {"severity, of everybody",
     "global-checkers",
     "on @top.new_issue:",
     below_250kph,
     speeds,
     "*",
     {"speed_physical of ego, error", "speed_physical of 7, error", "speed_physical of 8, error"},
     {"speed_physical of ego, warning because Moving physical speed check to warning",
      "speed_physical of 7, warning because Moving physical speed check to warning",
      "speed_physical of 8, warning because Moving physical speed check to warning"}},
    {"severity, of the SUT",
     "global-checkers",
     "on @top.new_issue if",
     below_250kph,
     speeds,
     "*",
     {"speed_physical of ego, error", "speed_physical of 7, error", "speed_physical of 8, error"},
     {"speed_physical of ego, warning because Moving physical speed check to warning", "speed_physical of 7, error",
      "speed_physical of 8, error"}},

    // All of these are the defaults: each is shown by taking back what an earlier line says.
    {"teleportation, distance_factor_threshold",
     "teleportation-checker",
     kEgoConfig,
     ego_moves_1_8_m,
     jumps,
     std::string(kEgoConfig) + "distance_factor_threshold = 1.4\n*",
     {},
     {"teleportation of ego, warning"}},
    {"teleportation, just below the threshold",
     "teleportation-checker",
     kEgoConfig,
     ego_moves_1_6_m,
     jumps,
     std::string(kEgoConfig) + "distance_factor_threshold = 1.0\n*",
     {"teleportation of ego, warning"},
     {}},
    {"teleportation, distance_threshold_tolerance",
     "teleportation-checker",
     kEgoConfig,
     ego_moves_1_8_m,
     jumps,
     std::string(kEgoConfig) + "distance_threshold_tolerance = 0.7m\n*",
     {},
     {"teleportation of ego, warning"}},
    {"teleportation, issue_severity",
     "teleportation-checker",
     kEgoConfig,
     ego_moves_1_8_m,
     jumps,
     std::string(kEgoConfig) + "issue_severity = error\n*",
     {"teleportation of ego, error"},
     {"teleportation of ego, warning"}},
    {"teleportation, sample_clk_rate",
     "teleportation-checker",
     kEgoConfig,
     ego_moves_1_8_m,
     jumps,
     std::string(kEgoConfig) + "sample_clk_rate = 1s\n*",
     {},
     {"teleportation of ego, warning"}},
    {"teleportation, smoothing_time",
     "teleportation-checker",
     kEgoConfig,
     ego_speeds_up,
     jumps,
     std::string(kEgoConfig) + "smoothing_time = 1000s\n*",
     {"teleportation of ego, warning"},
     {}},
    {"teleportation, enabled",
     "teleportation-checker",
     kEgoConfig,
     ego_moves_1_8_m,
     jumps,
     std::string(kEgoConfig) + "enabled = false\n*",
     {},
     {"teleportation of ego, warning"}},

    {"teleportation, another config",
     "teleportation-checker",
     kNpcConfig,
     other_moves_0_85_m,
     jumps,
     "*+",
     {"does not compile"},
     {kDetails},
     kNpcModifier},
    {"teleportation, of NPC vehicles",
     "teleportation-checker",
     kNpcModifier,
     other_moves_0_85_m,
     jumps,
     "+*",
     {},
     {kDetails},
     kNpcConfig},
    {"teleportation, of NPC vehicles, just below the threshold",
     "teleportation-checker",
     kNpcModifier,
     other_moves_0_75_m,
     jumps,
     "+*",
     {},
     {},
     kNpcConfig},

    {"road departure, disabling",
     "road-departure-checker",
     "override(road_departure, run_mode: freeze)",
     ego_leaves_the_road,
     departures,
     "extend vehicle:\n    on @start:\n        pass\n        *\n",
     {"road_departure of ego, error"},
     {}},
};

std::string replaced(std::string text, char mark, const std::string& by) {
  const std::size_t at = text.find(mark);
  return at == std::string::npos ? text : text.replace(at, 1, by);
}

const Piece* find_piece(const std::vector<Piece>& pieces, std::string_view document, std::string_view part) {
  const auto found = std::ranges::find_if(pieces, [&](const Piece& piece) {
    return piece.document == document && piece.text.find(part) != std::string::npos;
  });
  return found == pieces.end() ? nullptr : &*found;
}

// A piece may be indented as a whole, as a part of the document's text.
std::string unindented(const std::string& text) {
  const std::size_t indent = indent_of(text);
  std::string result;
  for (const std::string& line : lines_of(text)) result += line.substr(std::min(indent, indent_of(line))) + "\n";
  return result;
}

TEST(Seeds, EveryPieceWorksAsWritten) {
  SCRUTINEER_NEEDS_DATA();
  const std::vector<Piece> pieces = all_pieces(kit::data_dir() / ".." / "seeds");
  if (pieces.empty()) GTEST_SKIP() << "the seeds are not there";
  std::set<const Piece*> covered;
  for (const Row& row : kRows) {
    const Piece* piece = find_piece(pieces, row.document, row.part);
    ASSERT_NE(piece, nullptr) << row.name;
    covered.insert(piece);
    std::string around = row.around;
    if (*row.other != '\0') {
      const Piece* other = find_piece(pieces, row.document, row.other);
      ASSERT_NE(other, nullptr) << row.name;
      around = replaced(around, '+', other->text);
    }
    const bool is_statement = piece->text.find('\n') == std::string::npos;
    const std::string with = replaced(around, '*', is_statement ? piece->text : unindented(piece->text));
    const Drive drive = row.drive();
    const Ran ran = run(with, drive.data, drive.map.get());
    EXPECT_EQ(row.seen(ran), row.with) << row.name;

    const std::string without = replaced(around, '*', "");
    if (row.without == Lines{"does not compile"})
      EXPECT_FALSE(compiled(without).program.has_value()) << row.name;
    else
      EXPECT_EQ(row.seen(run(without, drive.data, drive.map.get())), row.without) << row.name << ", without it";
  }
  for (const Piece& piece : pieces)
    EXPECT_TRUE(covered.contains(&piece)) << "no row is about this piece of " << piece.document << ":\n" << piece.text;
}

// What a document announces as code is found.
TEST(Seeds, HaveNoCodeBesideThePieces) {
  SCRUTINEER_NEEDS_DATA();
  const std::regex title("^OSC2? code: .*");
  for (const fs::path& document : files_below(kit::data_dir() / ".." / "seeds", ".txt")) {
    const std::string text = kit::read_text(document);
    const Lines pieces = seed_pieces(text), lines = lines_of(text);
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      if (!std::regex_match(lines[i], title)) continue;
      EXPECT_TRUE(
          std::ranges::any_of(pieces, [&](const std::string& piece) { return piece.starts_with(lines[i + 1]); }))
          << document.stem() << ":" << i + 2 << ": " << lines[i + 1];
    }
  }
}

}  // namespace
}  // namespace scrutineer::lang
