#include "trace/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "trace/categories.h"

namespace scrutineer::trace {

namespace {

// How far from where it was to be expected an actor may be after a step: what trackers are off, and what no vehicle
// exceeds by braking or turning (three times the acceleration of gravity, both ways).
double plausible_deviation(double step) {
  constexpr double kNoise = 0.5;          // metres
  constexpr double kAcceleration = 30.0;  // m/s^2
  return kNoise + kAcceleration * step * step;
}

}  // namespace

std::uint64_t RunSummary::count_of(Field field) const {
  for (std::size_t i = 0; i < kFieldNames.size(); ++i)
    if (kFieldNames[i].field == field) return field_counts[i];
  return 0;
}

void Summarizer::add(const Frame& frame, std::span<const ActorInfo> actors) {
  add_time(frame);
  sum_.actors.resize(std::max(sum_.actors.size(), actors.size()));
  motions_.resize(sum_.actors.size());
  if (frame.actors.empty()) ++sum_.empty_frames;
  for (const ActorState& state : frame.actors) {
    if (!sum_.first_vehicle.valid() && actors[state.actor.index()].type == ActorType::vehicle)
      sum_.first_vehicle = state.actor;
    add_actor(frame, state);
  }
  for (const LightState& state : frame.lights) add_light(state);
  sum_.has_environment = sum_.has_environment || frame.environment != Environment{};
}

void Summarizer::add_time(const Frame& frame) {
  gaps_.add(frame);
  if (sum_.frames > 0) step_ = frame.time - last_time_;
  ++sum_.frames;
  sum_.end = last_time_ = frame.time;
}

void Summarizer::add_actor(const Frame& frame, const ActorState& state) {
  ++sum_.actor_frames;
  for (std::size_t i = 0; i < kFieldNames.size(); ++i)
    sum_.field_counts[i] += state.fields.has(kFieldNames[i].field) ? 1U : 0U;
  if (!sum_.extent) sum_.extent = Box{state.x, state.y, state.x, state.y};
  sum_.extent->x_min = std::min(sum_.extent->x_min, state.x);
  sum_.extent->y_min = std::min(sum_.extent->y_min, state.y);
  sum_.extent->x_max = std::max(sum_.extent->x_max, state.x);
  sum_.extent->y_max = std::max(sum_.extent->y_max, state.y);

  ActorSummary& actor = sum_.actors[state.actor.index()];
  Motion& motion = motions_[state.actor.index()];
  const bool is_new = motion.last_frame == 0;
  const bool was_here = !is_new && motion.last_frame + 1 == sum_.frames;
  if (is_new) actor.first = frame.time;
  if (!is_new && !was_here) {
    ++actor.absences;
    if (const Duration absence = frame.time - actor.last; absence > actor.longest_absence) {
      actor.longest_absence = absence;
      actor.longest_absence_start = actor.last;
    }
    motion.has_velocity = false;
  }
  if (was_here && !move(frame, state, actor, motion)) {
    ++actor.jumps;
    ++sum_.jump_count;
  }
  if (state.fields.has(Field::velocity) || state.fields.has(Field::speed)) {
    const double speed = state.fields.has(Field::velocity) ? std::hypot(state.vx, state.vy) : std::abs(state.speed);
    // What was derived before counts no more once the run reports it.
    actor.top_speed = actor.speed_source == SpeedSource::reported ? std::max(actor.top_speed, speed) : speed;
    actor.speed_source = SpeedSource::reported;
  }
  motion.x = state.x;
  motion.y = state.y;
  motion.last_frame = sum_.frames;
  actor.last = frame.time;
  ++actor.frames;
}

// The step from the frame before to this one. False: it is a jump.
bool Summarizer::move(const Frame& frame, const ActorState& state, ActorSummary& actor, Motion& motion) {
  const double step = to_seconds(step_);
  const double dx = state.x - motion.x, dy = state.y - motion.y;
  const double distance = std::hypot(dx, dy);
  actor.distance += distance;

  // A single wrong place shows in one step, and the next goes on as before; a changed velocity goes on as it is now.
  double deviation = std::numeric_limits<double>::infinity();
  const auto consider = [&](double vx, double vy) {
    deviation = std::min(deviation, std::hypot(dx - vx * step, dy - vy * step));
  };
  consider(motion.steady_vx, motion.steady_vy);
  consider(motion.raw_vx, motion.raw_vy);
  if (state.fields.has(Field::velocity)) consider(state.vx, state.vy);
  const double plausible = plausible_deviation(step);
  const bool is_odd = motion.has_velocity && deviation > plausible;
  // A step that is too short, as of a tracker that stalls, leads nowhere.
  const bool is_jump = is_odd && distance > std::max(plausible, std::hypot(motion.steady_vx, motion.steady_vy) * step);

  motion.raw_vx = dx / step;
  motion.raw_vy = dy / step;
  if (is_jump && sum_.jumps.size() < kMostJumps)
    sum_.jumps.push_back({state.actor, frame.number, frame.time, state.x, state.y, distance, deviation, step_});
  if (is_odd) return !is_jump;
  motion.steady_vx = motion.raw_vx;
  motion.steady_vy = motion.raw_vy;
  motion.has_velocity = true;
  if (actor.speed_source != SpeedSource::reported) {
    actor.top_speed = std::max(actor.top_speed, distance / step);
    actor.speed_source = SpeedSource::positions;
  }
  return true;
}

void Summarizer::add_light(const LightState& state) {
  if (state.light.index() >= sum_.lights.size()) sum_.lights.resize(state.light.index() + 1);
  LightSummary& light = sum_.lights[state.light.index()];
  ++light.statements;
  if (light.state && (light.state->colour != state.colour || light.state->mode != state.mode)) ++light.changes;
  light.colours = static_cast<std::uint8_t>(light.colours | 1U << static_cast<unsigned>(state.colour));
  light.modes = static_cast<std::uint8_t>(light.modes | 1U << static_cast<unsigned>(state.mode));
  light.state = state;
}

bool only_height_is_default(const ActorInfo& info) {
  const Size usual = default_size(info.category);
  return info.size_is_default && info.length != usual.length && info.width != usual.width;
}

RunSummary Summarizer::summary() const {
  RunSummary summary = sum_;
  summary.steps = gaps_.steps();
  summary.gap_count = gaps_.count();
  summary.gaps = gaps_.longest();
  return summary;
}

}  // namespace scrutineer::trace
