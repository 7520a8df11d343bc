// How the numbers of a run are meant, where they are not as its format says: what every command that reads one takes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/detail/options.h"
#include "base/result.h"
#include "trace/conventions.h"
#include "trace/manifest.h"
#include "trace/units.h"

namespace scrutineer::app {

struct InputOptions {
  std::optional<trace::TimeUnit> time_unit;
  std::optional<trace::AngleUnit> angle_unit;
  std::optional<trace::VelocityUnit> velocity_unit;
  std::optional<trace::MotionFrame> motion_frame;
  std::string reference;  // empty: not given
  std::string columns;    // likewise

  // Over what is there already, such as what a manifest says. A problem: something cannot be meant, or two say it.
  std::optional<Problem> apply(trace::TimeUnit& time, trace::Conventions& conventions, std::string& columns_text) const;

 private:
  std::optional<Problem> contradiction(const trace::Conventions& conventions, std::string_view columns_text) const;
};
void add_input(Options& options, InputOptions& values);

// Where the run is on the map, and how much of it is believed.
struct ReadingOptions {
  bool flip_y = false, ignore_height = false;
  std::vector<double> offset;  // x and y; empty: none
  bool trust_input = false, skip_bad_frames = false;
  std::optional<int> derive;

  void apply(trace::Manifest& manifest) const;  // over what it says already
};
void add_placement(Options& options, ReadingOptions& values);
void add_doubts(Options& options, ReadingOptions& values);

}  // namespace scrutineer::app
