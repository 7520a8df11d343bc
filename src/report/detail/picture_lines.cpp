// The numbers of an issue's plots, from what was recorded.

#include <algorithm>
#include <cmath>
#include <optional>

#include "report/detail/picture_parts.h"

namespace scrutineer::report::detail {
namespace {

struct Span {
  double from, to;
  bool contains(double time) const { return time >= from - 1e-9 && time <= to + 1e-9; }
};

Span around(const FoundIssue& issue) { return {to_seconds(issue.start - kAround), to_seconds(issue.end + kAround)}; }

std::optional<std::size_t> find_actor(const Recording& recording, const std::string& id) {
  const auto found =
      std::ranges::find_if(recording.actors, [&](const RecordedActor& one) { return one.info.id == id; });
  if (found == recording.actors.end()) return std::nullopt;
  return static_cast<std::size_t>(found - recording.actors.begin());
}

// Of the frames of some poses, the part inside the span.
template <typename Frames, typename Values>
void take(const Recording& recording, const Frames& frames, const Values& values, Span span, PictureLine& line) {
  for (std::size_t i = 0; i < frames.size() && i < values.size(); ++i) {
    const double time = to_seconds(recording.times[frames[i]]);
    if (!span.contains(time)) continue;
    line.times.push_back(time);
    line.values.push_back(static_cast<double>(values[i]));
  }
}

void take_fact(const Recording& recording, const std::string& actor_id, std::string_view fact, Span span,
               PictureLine& line) {
  const auto place = find_actor(recording, actor_id);
  if (!place) return;
  const RecordedActor& actor = recording.actors[*place];
  if (fact == "speed") return take(recording, actor.frames, actor.speed, span, line);
  const auto known = std::ranges::find(recording.facts, fact, &scene::Fact::name);
  if (known == recording.facts.end()) return;
  std::vector<std::uint32_t> frames;
  frames.reserve(actor.signal_poses.size());
  for (const std::uint32_t pose : actor.signal_poses) frames.push_back(actor.frames[pose]);
  take(recording, frames, actor.signals[static_cast<std::size_t>(known - recording.facts.begin())], span, line);
}

}  // namespace

std::vector<PicturePlot> plots_of(const PictureInputs& inputs) {
  const FoundIssue& issue = inputs.issue;
  const Span span = around(issue);
  const RecordedPlot* sampled = nullptr;
  if (const auto actor = find_actor(inputs.recording, issue.actor)) {
    const auto found = inputs.recording.plots.find({issue.checker, static_cast<std::uint32_t>(*actor)});
    if (found != inputs.recording.plots.end()) sampled = &found->second;
  }
  std::vector<PicturePlot> plots;
  std::size_t next = 0;
  for (const watch::PlotInfo& info : inputs.check.plots) {
    PicturePlot plot{info.title, {}};
    for (const watch::PlotLine& declared : info.lines) {
      PictureLine line{&declared, {}, {}};
      if (declared.fact != nullptr) {
        take_fact(inputs.recording, declared.of_other ? issue.other.value_or("") : issue.actor, declared.fact->name,
                  span, line);
      } else if (!declared.metric.empty()) {
        const auto metric = std::ranges::find(issue.numbers, declared.metric,
                                              [](const auto& one) { return std::string_view(one.first); });
        if (metric != issue.numbers.end()) {
          line.times = {std::max(0.0, span.from), span.to};
          line.values = {metric->second, metric->second};
        }
      } else {
        if (sampled != nullptr && next < sampled->lines.size())
          take(inputs.recording, sampled->frames, sampled->lines[next], span, line);
        ++next;
      }
      if (!line.times.empty()) plot.lines.push_back(std::move(line));
    }
    const bool shows_something = std::ranges::any_of(plot.lines, [](const PictureLine& line) {
      return line.line->role == watch::LineRole::value &&
             std::ranges::any_of(line.values, [](double value) { return std::isfinite(value); });
    });
    if (shows_something) plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace scrutineer::report::detail
