// How the numbers of a run are meant, where they are not as its format says: what every command that reads one takes.
#pragma once

#include <optional>
#include <string>

#include "app/detail/options.h"
#include "base/result.h"
#include "trace/conventions.h"
#include "trace/units.h"

namespace scrutineer::app {

struct InputOptions {
  std::optional<trace::TimeUnit> time_unit;
  std::optional<trace::AngleUnit> angle_unit;
  std::optional<trace::VelocityUnit> velocity_unit;
  std::optional<trace::MotionFrame> motion_frame;
  std::string reference;  // empty: not given
  std::string columns;    // likewise

  // Over what is there already, such as what a manifest says.
  std::optional<Problem> apply(trace::TimeUnit& time, trace::Conventions& conventions) const;
};
void add_input(Options& options, InputOptions& values);

}  // namespace scrutineer::app
