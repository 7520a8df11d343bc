// A run whose numbers are not meant as its format says: degrees instead of radians, km/h instead of m/s, velocities
// along the vehicle's own axes, positions of another point than the centre of the box.
//
//   trace = as_meant(std::move(trace), {.angle_unit = AngleUnit::deg});
//
// docs/input_checks.md says how such runs are recognised (scene/suspicion.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "trace/trace.h"
#include "trace/units.h"

namespace scrutineer::trace {

// Which point of a vehicle the positions are.
struct Reference {
  ReferencePoint point = ReferencePoint::centre;
  // Metres from the point forward to the centre of the box, the same for all vehicles; wins over `point`.
  std::optional<double> ahead;

  // How far ahead of the point the centre of a vehicle of this length is.
  double to_centre(double length) const;
  bool operator==(const Reference&) const = default;
};

// Cars have their rear axle about this far behind the centre of the box, as a share of their length.
inline constexpr double kRearAxleShare = 0.28;

struct Conventions {
  AngleUnit angle_unit = AngleUnit::rad;
  VelocityUnit velocity_unit = VelocityUnit::mps;
  MotionFrame motion_frame = MotionFrame::map;
  Reference reference = {};

  bool is_usual() const { return *this == Conventions(); }
  bool operator==(const Conventions&) const = default;
};

double metres_per_second(VelocityUnit unit);  // how many m/s one of this unit is

// The same run in radians, m/s, along the map's axes, with positions of the centre.
std::unique_ptr<Trace> as_meant(std::unique_ptr<Trace> trace, const Conventions& conventions);

// "rear_axle", or metres from the point forward to the centre: "1.4". Nothing for any other text.
std::optional<Reference> reference_from(std::string_view text);
std::string to_text(const Reference& reference);

}  // namespace scrutineer::trace
