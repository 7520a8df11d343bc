#include "trace/pushed_trace.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "trace/detail/checked_trace.h"
#include "trace/detail/described_actors.h"
#include "trace/detail/frame_source.h"

namespace scrutineer::trace {

namespace {

// A size that is not known is 0 in the table of actors.
double size_or_none(double size) { return std::isnan(size) ? 0.0 : size; }

// Of a vector x and y come together or not at all. Then a z that is not given is 0.
bool is_half(double x, double y) { return std::isnan(x) != std::isnan(y); }

std::string half_text(const char* x_name, double x, const char* y_name) {
  return std::isnan(x) ? fmt::format("{} is not given, but {} is", x_name, y_name)
                       : fmt::format("{} is not given, but {} is", y_name, x_name);
}

std::optional<std::string> read_state(const PushedActor& actor, ActorState& state) {
  state.x = actor.x;  // a NaN here is a mistake, which CheckedTrace tells
  state.y = actor.y;
  state.yaw_is_course = std::isnan(actor.yaw);
  if (!state.yaw_is_course) state.yaw = actor.yaw;
  if (is_half(actor.vx, actor.vy)) return half_text("vx", actor.vx, "vy");
  if (is_half(actor.ax, actor.ay)) return half_text("ax", actor.ax, "ay");
  if (!std::isnan(actor.vx)) {
    state.vx = actor.vx;
    state.vy = actor.vy;
    state.vz = std::isnan(actor.vz) ? 0.0 : actor.vz;
    state.fields.set(Field::velocity);
  }
  if (!std::isnan(actor.ax)) {
    state.ax = actor.ax;
    state.ay = actor.ay;
    state.az = std::isnan(actor.az) ? 0.0 : actor.az;
    state.fields.set(Field::acceleration);
  }
  const auto take = [&](double given, double ActorState::* value, Field field) {
    if (std::isnan(given)) return;
    state.*value = given;
    state.fields.set(field);
  };
  take(actor.z, &ActorState::z, Field::z);
  take(actor.pitch, &ActorState::pitch, Field::pitch_roll);
  take(actor.roll, &ActorState::roll, Field::pitch_roll);
  take(actor.yaw_rate, &ActorState::yaw_rate, Field::yaw_rate);
  if (actor.driver) {
    state.driver = *actor.driver;
    state.fields.set(Field::driver);
  }
  state.av_state = actor.av_state;
  if (actor.av_state != AvState::unknown) state.fields.set(Field::av_state);
  state.indicator = actor.indicator;
  if (actor.indicator != Indicator::unknown) state.fields.set(Field::indicator);
  state.brake_light = actor.brake_light;
  if (actor.brake_light != BrakeLight::unknown) state.fields.set(Field::brake_light);
  return std::nullopt;
}

// Signal ids need only be unique per road.
class NamedLights {
 public:
  LightId find_or_add(const PushedLight& light, std::vector<LightInfo>& lights) {
    key_.assign(light.road).append(1, '\0').append(light.signal);
    const auto found = index_.find(key_);
    if (found != index_.end()) return found->second;
    const LightId id(lights.size());
    const std::string signal(light.signal);
    lights.push_back({.id = signal, .kind = LightKind::head, .references = {signal}, .road = std::string(light.road)});
    index_.emplace(key_, id);
    return id;
  }

 private:
  std::string key_;  // road and signal; keeps its memory
  std::unordered_map<std::string, LightId> index_;
};

}  // namespace

// Decodes the one frame that was pushed last.
class PushedTrace::Source final : public FrameSource {
 public:
  explicit Source(const TraceSource& source) : FrameSource(source) {}

  void put(Duration time, std::span<const PushedActor> actors, std::span<const PushedLight> lights) {
    time_ = time;
    given_actors_ = actors;
    given_lights_ = lights;
    has_frame_ = true;
  }

  Result<bool> next(RawFrame& frame) override {
    frame.actors.clear();
    frame.lights.clear();
    if (!std::exchange(has_frame_, false)) {
      described_.note_missing_parents();
      return false;
    }
    frame.time = time_;
    described_.begin_frame();
    for (const PushedActor& actor : given_actors_)
      if (auto problem = take_actor(actor, frame)) return *std::move(problem);
    for (const PushedLight& light : given_lights_)
      if (auto problem = take_light(light, frame)) return *std::move(problem);
    return true;
  }

  bool can_continue() const override { return true; }
  Place place() const override { return {}; }

 private:
  std::optional<Problem> take_actor(const PushedActor& given, RawFrame& frame) {
    ActorId actor;
    if (auto fault = described_.take({.id = given.id,
                                      .parent = given.parent,
                                      .description = {.category = given.category,
                                                      .length = size_or_none(given.length),
                                                      .width = size_or_none(given.width),
                                                      .height = size_or_none(given.height)},
                                      .is_ego = given.is_ego},
                                     actor))
      return Problem{{}, std::move(fault->message)};
    ActorState& state = frame.actors.emplace_back();
    state.actor = actor;
    if (const auto fault = read_state(given, state)) return Problem{{}, fmt::format("actor {}: {}", given.id, *fault)};
    return std::nullopt;
  }

  std::optional<Problem> take_light(const PushedLight& given, RawFrame& frame) {
    if (given.signal.empty()) return Problem{{}, "a light's signal is empty"};
    const LightState state{names_of_lights_.find_or_add(given, lights_), given.colour, given.mode};
    for (LightState& known : frame.lights) {
      if (known.light != state.light) continue;
      known = state;
      return std::nullopt;
    }
    frame.lights.push_back(state);
    return std::nullopt;
  }

  Duration time_{};
  std::span<const PushedActor> given_actors_;
  std::span<const PushedLight> given_lights_;
  bool has_frame_ = false;
  DescribedActors described_{actors_, notes_, host_id_, ego_is_named_};
  NamedLights names_of_lights_;
};

PushedTrace::PushedTrace(const TraceSource& source) {
  auto frames = std::make_unique<Source>(source);
  source_ = frames.get();
  checked_ =
      make_checked_trace(std::move(frames), {.format = kPushedFormat, .file = source.file, .ends_at_fault = false});
}

PushedTrace::~PushedTrace() = default;

const std::string& PushedTrace::file() const { return checked_->file(); }

std::optional<Problem> PushedTrace::push(Duration time, std::span<const PushedActor> actors,
                                         std::span<const PushedLight> lights) {
  source_->put(time, actors, lights);
  const auto more = checked_->next(ahead_);
  if (!more) return more.problem();
  is_ahead_ = *more;
  return std::nullopt;
}

Result<bool> PushedTrace::next(Step& step) {
  if (!std::exchange(is_ahead_, false)) return checked_->next(step);
  std::swap(step, ahead_);
  return true;
}

}  // namespace scrutineer::trace
