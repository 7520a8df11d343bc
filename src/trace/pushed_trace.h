// A run whose frames another program hands over one by one, as it drives.
//
//   PushedTrace trace({.file = "session"});
//   if (auto problem = trace.push(time, actors, lights)) ...   // this frame is refused, and the next may be good
//   trace.next(step);                                          // the frame that was pushed, as any trace gives it
//   trace.next(step);                                          // and without one: the run is over
//
// A frame holds what a frame of Scrutineer CSV does, and is judged by the same rules: the same numbers give the same
// steps. Once its actors are known, a frame takes no new memory.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/frame.h"
#include "trace/manifest.h"
#include "trace/trace.h"

namespace scrutineer::trace {

inline constexpr std::string_view kPushedFormat = "session";

// NaN: not reported. Without sizes the category's are taken, without yaw it is where the actor moves to.
struct PushedActor {
  static constexpr double kNotReported = std::numeric_limits<double>::quiet_NaN();

  std::string_view id, parent = {};  // the texts are only looked at during the call
  Category category = Category::car;
  bool is_ego = false;
  std::optional<Driver> driver = {};
  AvState av_state = AvState::unknown;
  Indicator indicator = Indicator::unknown;
  BrakeLight brake_light = BrakeLight::unknown;
  double x = kNotReported, y = kNotReported, z = kNotReported;  // the centre of its box in the plane, its lowest point
  double yaw = kNotReported, pitch = kNotReported, roll = kNotReported;
  double vx = kNotReported, vy = kNotReported, vz = kNotReported;
  double ax = kNotReported, ay = kNotReported, az = kNotReported;
  double yaw_rate = kNotReported;
  double length = kNotReported, width = kNotReported, height = kNotReported;
};

// What a signal of the map shows. It holds until the next one for the same signal.
struct PushedLight {
  std::string_view road = {}, signal;  // no road: the only signal of that id
  LightColour colour = LightColour::unknown;
  LightMode mode = LightMode::regular;
};

class PushedTrace final : public Trace {
 public:
  // Of the source: what problems call the run, and what the manifest says of actors.
  explicit PushedTrace(const TraceSource& source);
  ~PushedTrace() override;

  // Makes the frame the one that next() gives. A problem: the frame is refused, and changes nothing.
  std::optional<Problem> push(Duration time, std::span<const PushedActor> actors, std::span<const PushedLight> lights);

  // The frame that was pushed last, once; where there is none the run is over for good.
  Result<bool> next(Step& step) override;
  std::string_view format() const override { return kPushedFormat; }
  const std::string& file() const override;

 private:
  class Source;
  Source* source_;  // in checked_
  std::unique_ptr<Trace> checked_;
  Step ahead_;
  bool is_ahead_ = false;
};

// As read_manifest(), for runs that are still being driven: there need be no trace, and files that lie beside one are
// refused.
Result<Manifest> read_live_manifest(std::string_view content, const std::string& file);

}  // namespace scrutineer::trace
