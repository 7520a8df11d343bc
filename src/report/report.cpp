#include "report/report.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "report/columns.h"
#include "report/detail/about.h"
#include "report/page.h"

namespace scrutineer::report {
namespace {

// As in web/src/data/motion.ts and plots.ts.
constexpr double kPosition = 0.01, kAngle = 0.001, kSpeed = 0.01, kSampled = 0.001;

// The south-west corner of all poses, in whole metres: what is counted from there is short.
detail::Origin origin_of(const Recording& recording) {
  double x = std::numeric_limits<double>::infinity(), y = x;
  for (const RecordedActor& actor : recording.actors) {
    for (const double value : actor.x) x = std::min(x, value);
    for (const double value : actor.y) y = std::min(y, value);
  }
  return std::isfinite(x) ? detail::Origin{std::floor(x), std::floor(y)} : detail::Origin{};
}

std::string frames_part(const Recording& recording) {
  std::vector<std::int64_t> times, runs;
  for (const Time time : recording.times) times.push_back((time.time_since_epoch().count() + 500) / 1000);
  bool is_regular = true;
  std::int64_t run = 0;
  for (const bool regular : recording.regular) {
    if (regular != is_regular) {
      runs.push_back(run);
      run = 0;
      is_regular = regular;
    }
    ++run;
  }
  runs.push_back(run);
  ColumnWriter columns;
  columns.add(times);
  columns.add(runs);
  return columns.bytes();
}

std::string poses_part(const Recording& recording, detail::Origin origin) {
  ColumnWriter columns;
  for (const RecordedActor& actor : recording.actors) {
    std::vector<std::int64_t> segments;
    for (const Presence& presence : actor.presences) {
      segments.push_back(presence.first);
      segments.push_back(presence.count);
      segments.push_back(presence.only_regular ? 1 : 0);
    }
    columns.add(segments);
    columns.add(actor.x, kPosition, origin.x);
    columns.add(actor.y, kPosition, origin.y);
    columns.add(actor.yaw, kAngle);
    columns.add_sparse(actor.speed, kSpeed);
  }
  return columns.bytes();
}

// Empty: the actor has none.
std::string signals_part(const Recording& recording, const RecordedActor& actor) {
  ColumnWriter columns;
  columns.add(std::vector<std::int64_t>(actor.signal_poses.begin(), actor.signal_poses.end()));
  bool has_any = false;
  for (std::size_t i = 0; i < actor.signals.size(); ++i) {
    if (actor.signals[i].empty()) continue;
    has_any = true;
    columns.add_count(i + 1);  // speed, the first of the list, is with the poses
    columns.add_sparse(actor.signals[i], detail::quantum_of(recording.facts[i]->unit));
  }
  return has_any ? columns.bytes() : std::string();
}

std::string plots_part(const ReportInputs& inputs) {
  ColumnWriter columns;
  for (const auto& [key, plot] : inputs.recording->plots) {
    const auto check =
        std::ranges::find_if(inputs.checks, [&](const watch::Check& one) { return one.info.name == key.first; });
    if (check == inputs.checks.end()) continue;
    columns.add_count(static_cast<std::uint64_t>(check - inputs.checks.begin()));
    columns.add_count(key.second);
    columns.add_count(plot.lines.size());
    columns.add(std::vector<std::int64_t>(plot.frames.begin(), plot.frames.end()));
    for (const auto& line : plot.lines) columns.add_sparse(line, kSampled);
  }
  return columns.bytes();
}

template <typename Shape>
void add_shapes(ColumnWriter& columns, const std::vector<Shape>& shapes, detail::Origin origin) {
  std::vector<std::int64_t> kinds, counts;
  std::vector<double> x, y;
  for (const Shape& shape : shapes) {
    kinds.push_back(shape.kind);
    counts.push_back(static_cast<std::int64_t>(shape.points.size()));
    for (const PiecePoint& point : shape.points) {
      x.push_back(point.x);
      y.push_back(point.y);
    }
  }
  columns.add(kinds);
  columns.add(counts);
  columns.add(x, kPosition, origin.x);
  columns.add(y, kPosition, origin.y);
}

std::string map_part(const MapPiece& map, detail::Origin origin) {
  ColumnWriter columns;
  add_shapes(columns, map.lanes, origin);
  add_shapes(columns, map.marks, origin);
  std::vector<std::int64_t> roads, numbers;
  for (const PieceLane& lane : map.lanes) {
    roads.push_back(lane.road);
    numbers.push_back(lane.number);
  }
  columns.add(roads);
  columns.add(numbers);
  return columns.bytes();
}

}  // namespace

std::string report_page(const ReportInputs& inputs) {
  const detail::Origin origin = inputs.recording == nullptr ? detail::Origin{} : origin_of(*inputs.recording);
  std::vector<PagePart> parts;
  const auto add = [&](std::string name, std::string bytes) { parts.push_back({std::move(name), std::move(bytes)}); };
  add("result", std::string(inputs.result));
  add("about", detail::about_json(inputs, origin));
  if (inputs.recording != nullptr) {
    const Recording& recording = *inputs.recording;
    add("frames", frames_part(recording));
    add("poses", poses_part(recording, origin));
    for (std::size_t i = 0; i < recording.actors.size(); ++i)
      add(fmt::format("signals-{}", i), signals_part(recording, recording.actors[i]));
    add("plots", plots_part(inputs));
    if (inputs.map != nullptr) add("map", map_part(*inputs.map, origin));
  }
  return filled_page(page_template(), inputs.found.title, parts);
}

}  // namespace scrutineer::report
