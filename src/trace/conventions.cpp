#include "trace/conventions.h"

#include <cmath>
#include <utility>
#include <vector>

#include "base/angle.h"
#include "base/text.h"
#include "trace/detail/courses.h"
#include "trace/words.h"

namespace scrutineer::trace {
namespace {

constexpr double kFurthest = 100.0;  // metres from a point of a vehicle to its centre

void turn(double& x, double& y, double yaw) {
  const double cosine = std::cos(yaw), sine = std::sin(yaw);
  const double turned_x = cosine * x - sine * y;
  y = sine * x + cosine * y;
  x = turned_x;
}

class AsMeant final : public Trace {
 public:
  AsMeant(std::unique_ptr<Trace> inner, const Conventions& conventions)
      : inner_(std::move(inner)), conventions_(conventions) {}

  Result<bool> next(Step& step) override {
    auto more = inner_->next(step);
    for (const Changes::Actor& actor : step.changes.actors) {
      if (actor.actor.index() >= to_centre_.size()) to_centre_.resize(actor.actor.index() + 1, 0.0);
      const bool is_vehicle = actor.info.type == ActorType::vehicle;
      to_centre_[actor.actor.index()] = is_vehicle ? conventions_.reference.to_centre(actor.info.length) : 0.0;
    }
    for (ActorState& state : step.frame.actors) {
      if (conventions_.motion_frame == MotionFrame::vehicle && state.yaw_is_course) head_along_path(state, step.frame);
      amend(state);
    }
    return more;
  }

  std::string_view format() const override { return inner_->format(); }
  const std::string& file() const override { return inner_->file(); }

 private:
  // A velocity along the vehicle's own axes does not tell where it moves to.
  void head_along_path(ActorState& state, const Frame& frame) {
    ActorState without_velocity = state;
    without_velocity.fields.clear(Field::velocity);
    courses_.set(without_velocity, frame.number, frame.time);
    state.yaw = without_velocity.yaw;
  }

  void amend(ActorState& state) const {
    if (conventions_.angle_unit == AngleUnit::deg) {
      if (!state.yaw_is_course) state.yaw = std::remainder(state.yaw, 360.0) * kDegree;
      for (double* angle : {&state.pitch, &state.roll, &state.yaw_rate}) *angle *= kDegree;
    }
    if (conventions_.velocity_unit != VelocityUnit::mps) {
      const double factor = metres_per_second(conventions_.velocity_unit);
      for (double* speed : {&state.vx, &state.vy, &state.vz, &state.speed}) *speed *= factor;
    }
    if (conventions_.motion_frame == MotionFrame::vehicle) {
      turn(state.vx, state.vy, state.yaw);
      turn(state.ax, state.ay, state.yaw);
    }
    const double ahead = to_centre_[state.actor.index()];
    if (ahead == 0.0) return;
    const double cosine = std::cos(state.yaw), sine = std::sin(state.yaw);
    state.x += ahead * cosine;
    state.y += ahead * sine;
    if (!state.fields.has(Field::velocity) || !state.fields.has(Field::yaw_rate)) return;
    state.vx -= ahead * state.yaw_rate * sine;  // the centre goes round the point
    state.vy += ahead * state.yaw_rate * cosine;
  }

  std::unique_ptr<Trace> inner_;
  Conventions conventions_;
  std::vector<double> to_centre_;  // by ActorId
  Courses courses_;
};

}  // namespace

double Reference::to_centre(double length) const {
  if (ahead) return *ahead;
  switch (point) {
    case ReferencePoint::centre:
      return 0.0;
    case ReferencePoint::rear_axle:
      return kRearAxleShare * length;
    case ReferencePoint::rear:
      return 0.5 * length;
    case ReferencePoint::front:
      return -0.5 * length;
  }
  return 0.0;
}

double metres_per_second(VelocityUnit unit) {
  switch (unit) {
    case VelocityUnit::mps:
      return 1.0;
    case VelocityUnit::kmh:
      return 1.0 / 3.6;
    case VelocityUnit::mph:
      return 0.44704;
  }
  return 1.0;
}

std::unique_ptr<Trace> as_meant(std::unique_ptr<Trace> trace, const Conventions& conventions) {
  if (conventions.is_usual()) return trace;
  return std::make_unique<AsMeant>(std::move(trace), conventions);
}

std::optional<Reference> reference_from(std::string_view text) {
  if (const auto point = from_word<ReferencePoint>(text)) return Reference{.point = *point};
  const auto metres = parse_number(text);
  if (!metres || !(std::abs(*metres) <= kFurthest)) return std::nullopt;
  return Reference{.ahead = metres};
}

std::string to_text(const Reference& reference) {
  return reference.ahead ? shortest(*reference.ahead) : std::string(to_word(reference.point));
}

}  // namespace scrutineer::trace
