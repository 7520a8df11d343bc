// What a picture of an issue shows, so that a person can tell whether it is real: lines around the interval.
//
//   .plots = {{"Speed against the limit",
//              {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
//               {.name = "limit", .unit = "m/s", .role = LineRole::limit, .metric = "limit"}}}},
//
// A line is a fact of the actor (scene/facts.h), or a metric of the issue, level over its interval; with neither, the
// check gives it itself, frame by frame: its judge has
//
//     static std::array<double, N> plot(const Instance& instance, const View& at);   // NaN: nothing to draw now
//
// with one number for each such line, in the order declared. Reports alone ask for them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "scene/facts.h"
#include "trace/frame.h"

namespace scrutineer::watch {

struct CheckInfo;

enum class LineRole : std::uint8_t {
  value,    // what is measured
  limit,    // what it must not cross
  context,  // what helps to understand it
  axis,     // what the others are drawn over, instead of time
  light,    // what a traffic light shows, as the number of a trace::LightColour: drawn as bands
};

struct PlotLine {
  std::string_view name;
  std::string_view unit = {};  // SI
  LineRole role = LineRole::value;
  const scene::Fact* fact = nullptr;  // of the actor ...
  std::string_view metric = {};       // ... or of the issue; neither: the judge's plot()
  bool of_other = false;              // the fact is that of the other actor
};

struct PlotInfo {
  std::string_view title;
  std::vector<PlotLine> lines;
};

// Takes what judges plot.
class PlotSink {
 public:
  virtual ~PlotSink() = default;
  virtual bool wants(const CheckInfo& check, trace::ActorId actor, Time now) = 0;
  virtual void take(const CheckInfo& check, trace::ActorId actor, Time now, std::span<const double> values) = 0;
};

}  // namespace scrutineer::watch
