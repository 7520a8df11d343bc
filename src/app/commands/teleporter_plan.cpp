// scrutineer teleporter plan: where a Teleporter may put the ego, and what it would draw, without a simulator.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/give_schema.h"
#include "app/detail/shared_options.h"
#include "app/detail/table.h"
#include "app/detail/words.h"
#include "base/angle.h"
#include "base/display_width.h"
#include "base/printable.h"
#include "base/text.h"
#include "live/sumo_net.h"
#include "live/teleporter.h"
#include "live/teleporter_candidates.h"
#include "map/draw.h"
#include "run/load.h"
#include "run/overwritten.h"

namespace scrutineer::app {

namespace {

using namespace live;

struct TeleporterPlanOptions {
  std::string config, map, net, output;
  int draws = 1000;
  Format format = Format::text;
};

constexpr int kBars = 12;      // of the histogram
constexpr int kBarWidth = 40;  // characters

// How often each candidate, and each part of the window, was drawn.
struct Drawn {
  std::vector<int> by_candidate;
  std::vector<int> by_bar;
  double off = 0.0;  // mean |estimated - target|
};

Drawn draw(const teleport::Config& config, const teleport::LanePlan& plan, int draws) {
  Drawn drawn{std::vector<int>(plan.candidates.size()), std::vector<int>(kBars), 0.0};
  teleport::Teleporter teleporter(config, plan);
  const double low = config.target_arrival_window.low, high = config.target_arrival_window.high;
  for (int i = 0; i < draws; ++i) {
    const auto choice = teleporter.choose();
    if (!choice) break;
    ++drawn.by_candidate[teleport::closest_to(plan, choice->target_time)];
    const double share = high > low ? (choice->target_time - low) / (high - low) : 0.0;
    ++drawn.by_bar[std::min(static_cast<std::size_t>(share * kBars), static_cast<std::size_t>(kBars - 1))];
    drawn.off += std::abs(choice->estimated_time - choice->target_time) / draws;
  }
  return drawn;
}

std::string histogram(const teleport::Config& config, const Drawn& drawn, int draws) {
  const double low = config.target_arrival_window.low, high = config.target_arrival_window.high;
  const int most = std::max(1, *std::ranges::max_element(drawn.by_bar));
  std::string text =
      fmt::format("{} draws of a target from {} to {} s; the candidate taken is off by {} s on average\n", draws,
                  rounded(low, 2), rounded(high, 2), rounded(drawn.off, 2));
  for (int bar = 0; bar < kBars; ++bar) {
    const int count = drawn.by_bar[static_cast<std::size_t>(bar)];
    text += fmt::format("  {:>6} s  {:<{}}  {}\n", rounded(low + (high - low) * bar / kBars, 1),
                        std::string(static_cast<std::size_t>(count * kBarWidth / most), '#'), kBarWidth, count);
  }
  return text;
}

std::string table_of(const teleport::Config& config, const teleport::LanePlan& plan, const Drawn& drawn) {
  std::string text = fmt::format("{:<14} {:>5} {:>9} {:>9} {:>9}  {:<6} {:>10} {:>10}  {}\n", "lane", "index",
                                 "station", "distance", "estimated", "cruise", "x", "y", "drawn");
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const teleport::Candidate& at = plan.candidates[i];
    text += fmt::format("{} {:>5} {:>7.1f} m {:>7.1f} m {:>7.2f} s  {:<6} {:>10.2f} {:>10.2f}  {}\n",
                        padded(printable(config.lane_spawn_sources[at.source].text()), 14), at.index, at.station,
                        at.distance, at.estimated_time, at.reached_cruise ? "yes" : "no", at.at.x, at.at.y,
                        drawn.by_candidate[i]);
  }
  return text;
}

std::string json_of(const teleport::Config& config, const teleport::LanePlan& plan, const Drawn& drawn) {
  nlohmann::ordered_json json{{"candidates", nlohmann::ordered_json::array()},
                              {"unreachable", plan.unreachable},
                              {"midpoint", {{"x", plan.midpoint_at.x}, {"y", plan.midpoint_at.y}}}};
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const teleport::Candidate& at = plan.candidates[i];
    json["candidates"].push_back({{"lane", config.lane_spawn_sources[at.source].text()},
                                  {"index", at.index},
                                  {"station", at.station},
                                  {"distance", at.distance},
                                  {"estimated_time", at.estimated_time},
                                  {"reached_cruise", at.reached_cruise},
                                  {"x", at.at.x},
                                  {"y", at.at.y},
                                  {"heading", at.at.heading},
                                  {"drawn", drawn.by_candidate[i]}});
  }
  return json.dump(2) + "\n";
}

std::string picture(const map::RoadNetwork& map, const teleport::Config& config, const teleport::LanePlan& plan) {
  map::DrawOptions options{.title = config.file, .subtitle = "", .quiet = true, .labels = true, .marks = {}};
  options.subtitle = fmt::format("{} candidates, the midpoint and the trigger box", plan.candidates.size());
  SvgBox world{plan.midpoint_at.x, plan.midpoint_at.y, plan.midpoint_at.x, plan.midpoint_at.y};
  const auto show = [&](double x, double y) {
    world = {std::min(world.x_min, x - 20.0), std::min(world.y_min, y - 20.0), std::max(world.x_max, x + 20.0),
             std::max(world.y_max, y + 20.0)};
  };
  for (const teleport::Candidate& at : plan.candidates) show(at.at.x, at.at.y);
  show(config.trigger_box.x, config.trigger_box.y);
  show(plan.midpoint_at.x, plan.midpoint_at.y);
  options.window = world;
  SvgCanvas canvas = map::draw(map, options);
  canvas.style(
      ".candidate{fill:#0072b2;stroke:none}.midpoint{fill:none;stroke:#d55e00;stroke-width:.8}"
      ".trigger{fill:#cc79a7;fill-opacity:.4;stroke:#cc79a7;stroke-width:.3}");
  SvgLayer& layer = canvas.layer("teleporter");
  const auto outline = [&](double x, double y, double length, double width, double heading, std::string_view css,
                           const std::string& tooltip) {
    SvgPath path = canvas.path();
    const double cos = std::cos(heading), sin = std::sin(heading);
    for (const auto& [u, v] : {std::pair(-0.5, -0.5), std::pair(0.5, -0.5), std::pair(0.5, 0.5), std::pair(-0.5, 0.5)})
      path.to(x + u * length * cos - v * width * sin, y + u * length * sin + v * width * cos);
    path.close();
    layer.add(path, css, tooltip);
  };
  const teleport::TriggerBox& box = config.trigger_box;
  outline(box.x, box.y, box.length, box.width, box.yaw_degrees * kDegree, "trigger", "trigger box");
  outline(plan.midpoint_at.x, plan.midpoint_at.y, 0.1, 5.0, plan.midpoint_at.heading, "midpoint", "midpoint");
  for (const teleport::Candidate& at : plan.candidates)
    outline(at.at.x, at.at.y, 3.0, 1.2, at.at.heading, "candidate",
            fmt::format("{} {}: {} m, {} s", config.lane_spawn_sources[at.source].text(), at.index,
                        rounded(at.distance, 1), rounded(at.estimated_time, 2)));
  return canvas.svg();
}

int teleporter_plan(const TeleporterPlanOptions& options, Outside& outside) {
  if (const auto problem = run::overwritten({options.output}, {options.config, options.map, options.net}, outside))
    return refuse(outside, *problem);
  const auto content = outside.files.read(options.config);
  if (!content) return refuse(outside, content.problem());
  const auto config = teleport::read_config(*content, options.config);
  if (!config) return refuse(outside, config.problem());
  auto map = run::load_map(options.map, outside);
  if (!map) return refuse(outside, map.problem());
  outside.progress.end();
  if (const auto problem = teleport::check_trigger(**map, config->trigger_box)) return refuse(outside, *problem);
  if (config->spawn_strategy == teleport::SpawnStrategy::random_point) {
    outside.screen.out << fmt::format("RandomPoint: one of {} points, each as likely as the others\n",
                                      config->random_spawn_points.size());
    return kFine;
  }

  std::optional<sumo::NetLanes> net;
  teleport::LaneResolver resolve;
  if (!options.net.empty()) {
    const auto text = outside.files.read(options.net);
    if (!text) return refuse(outside, text.problem());
    auto lanes = sumo::NetLanes::read(*text, options.net);
    if (!lanes) return refuse(outside, lanes.problem());
    net = *std::move(lanes);
    resolve = [&](const teleport::LaneName& name) { return net->find(**map, name); };
  }
  const auto plan = teleport::plan_lanes(**map, *config, resolve);
  if (!plan) return refuse(outside, plan.problem());
  if (plan->candidates.empty())
    return refuse(outside, Problem{config->midpoint_segment.place,
                                   fmt::format("none of the {} candidates on laneSpawnSources reaches midpointSegment "
                                               "{}: nothing would ever be relocated",
                                               plan->unreachable, config->midpoint_segment.text())});

  const Drawn drawn = draw(*config, *plan, options.draws);
  if (options.format == Format::json) {
    outside.screen.out << json_of(*config, *plan, drawn);
  } else {
    outside.screen.out << table_of(*config, *plan, drawn) << '\n'
                       << fmt::format("{} candidates reach the midpoint{}\n", plan->candidates.size(),
                                      plan->unreachable == 0 ? "" : fmt::format(", {} do not", plan->unreachable))
                       << histogram(*config, drawn, options.draws);
  }
  if (!options.output.empty())
    if (const auto problem = outside.files.write(options.output, picture(**map, *config, *plan)))
      return refuse(outside, *problem);
  return kFine;
}

int teleporter_schema(const SchemaOptions& options, Outside& outside) {
  return give_schema(teleport::config_schema(), "scrutineer teleporter schema", options, outside);
}

void add_options(Options& options, TeleporterPlanOptions& values) {
  options.add("CONFIG", values.config, "The Teleporter's JSON file").required();
  options.add("--map", values.map, "The OpenDRIVE map", "FILE").required();
  options.add("--sumo-net", values.net, "The SUMO net, if lanes are named by its edges", "FILE");
  options.add("--draws", values.draws, "How many targets to draw for the histogram", "N").within(1, 1'000'000);
  options.add("-o,--output", values.output, "Draw candidates, midpoint and trigger box on the map", "FILE");
  add_text_or_json(options, values.format);
}

}  // namespace

Command teleporter_plan_command() {
  return {
      .name = "teleporter plan",
      .turn = 380,
      .summary = "Show candidates, distances, arrival times and draws",
      .example = "scrutineer teleporter plan examples/teleporter/loop.json --map examples/maps/town.xodr -o plan.svg",
      .declare = declare<TeleporterPlanOptions, add_options, teleporter_plan>};
}

Command teleporter_schema_command() {
  return {.name = "teleporter schema",
          .turn = 390,
          .summary = "The JSON schema of such files",
          .example = "scrutineer teleporter schema",
          .declare = declare<SchemaOptions, add_schema_files, teleporter_schema>};
}

}  // namespace scrutineer::app
