#include "kit/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "map/lookup.h"
#include "trace/categories.h"

namespace scrutineer::kit {

using trace::ActorId;
using trace::ActorState;
using trace::Category;
using trace::Field;
using trace::Frame;

namespace {

// ---- profiles over time ---------------------------------------------------------------------------------------------

// Of the piece of a profile that holds in the middle between two of its knots, at any time: a value and its
// derivatives.
struct Rates {
  double value = 0.0, first = 0.0, second = 0.0;
};

// The knot that begins the piece which holds right after `time`; nothing before the first knot.
template <typename Knot>
std::optional<std::size_t> piece_after(const std::vector<Knot>& knots, Duration time) {
  const auto after = std::upper_bound(knots.begin(), knots.end(), time,
                                      [](Duration value, const Knot& knot) { return value < knot.at; });
  if (after == knots.begin()) return std::nullopt;
  return static_cast<std::size_t>(after - knots.begin()) - 1;
}

// `piece_time` chooses the piece, `time` the place in it (perhaps its very end).
Rates speed_at(const std::vector<SpeedAt>& knots, Duration piece_time, double time) {
  if (knots.empty()) return {};
  const auto begin = piece_after(knots, piece_time);
  if (!begin) return {.value = knots.front().speed};
  if (*begin + 1 == knots.size()) return {.value = knots.back().speed};
  const SpeedAt &a = knots[*begin], &b = knots[*begin + 1];
  const double slope = (b.speed - a.speed) / to_seconds(b.at - a.at);
  return {.value = a.speed + slope * (time - to_seconds(a.at)), .first = slope};
}

Rates offset_at(const std::vector<OffsetAt>& knots, Duration piece_time, double time) {
  if (knots.empty()) return {};
  const auto begin = piece_after(knots, piece_time);
  if (!begin) return {.value = knots.front().left};
  if (*begin + 1 == knots.size()) return {.value = knots.back().left};
  const OffsetAt &a = knots[*begin], &b = knots[*begin + 1];
  const double length = to_seconds(b.at - a.at), move = b.left - a.left;
  const double u = (time - to_seconds(a.at)) / length;
  return {.value = a.left + move * u * u * u * (10.0 + u * (-15.0 + u * 6.0)),
          .first = move / length * 30.0 * u * u * (1.0 - u) * (1.0 - u),
          .second = move / (length * length) * 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u)};
}

template <typename Value>
std::optional<Value> value_at(const std::vector<From<Value>>& knots, Duration time) {
  const auto begin = piece_after(knots, time);
  return begin ? std::optional(knots[*begin].value) : std::nullopt;
}

template <typename Knot>
void check_order(const std::vector<Knot>& knots, const char* what) {
  for (std::size_t i = 1; i < knots.size(); ++i)
    if (knots[i].at < knots[i - 1].at) throw std::runtime_error(fmt::format("{}: times must not go back", what));
}

double wrapped(double angle) {
  const double wrapped = std::remainder(angle, 2.0 * std::numbers::pi);
  return wrapped <= -std::numbers::pi ? wrapped + 2.0 * std::numbers::pi : wrapped;
}

constexpr std::pair<const char*, double ActorState::*> kNumbers[] = {
    {"x", &ActorState::x},         {"y", &ActorState::y},
    {"z", &ActorState::z},         {"yaw", &ActorState::yaw},
    {"pitch", &ActorState::pitch}, {"roll", &ActorState::roll},
    {"vx", &ActorState::vx},       {"vy", &ActorState::vy},
    {"vz", &ActorState::vz},       {"ax", &ActorState::ax},
    {"ay", &ActorState::ay},       {"az", &ActorState::az},
    {"speed", &ActorState::speed}, {"yaw_rate", &ActorState::yaw_rate}};

double ActorState::* number_named(const std::string& field) {
  for (const auto& [name, number] : kNumbers)
    if (field == name) return number;
  throw std::runtime_error("an actor has no number " + field);
}

constexpr Duration kForever = Duration::max();

// ---- kinds of actors ------------------------------------------------------------------------------------------------

// Scenarios were drawn with these; other categories are as large as the run's reader takes them for.
trace::Size usual_size(Category category) {
  switch (category) {
    case Category::train:
      return trace::default_size(Category::tram);
    case Category::work_machine:
      return trace::default_size(Category::car);
    case Category::motorcycle:
    case Category::bicycle:
    case Category::wheelchair:
    case Category::scooter:
      return {2.0, 0.8, 1.5};
    case Category::person:
    case Category::animal:
      return {0.5, 0.5, 1.8};
    default:
      return trace::default_size(category);
  }
}

}  // namespace

// ---- faults ---------------------------------------------------------------------------------------------------------

Fault jump(Duration at, double dx, double dy) {
  return {.from = at, .to = kForever, .change = [dx, dy](ActorState& state) {
            state.x += dx;
            state.y += dy;
          }};
}

// A fault of a single frame has from == to: it strikes in the first frame from then on.
Fault glitch(Duration at, double dx, double dy) {
  Fault fault = jump(at, dx, dy);
  fault.to = at;
  return fault;
}

Fault gap(Duration from, Duration to) { return {.from = from, .to = to, .hides = true}; }
Fault frozen(Duration from, Duration to) { return {.from = from, .to = to, .freezes = true}; }

Fault not_a_number(Duration at, const std::string& field) {
  return {.from = at, .to = at, .change = [number = number_named(field)](ActorState& state) {
            state.*number = std::numeric_limits<double>::quiet_NaN();
          }};
}

Fault off_by(Duration from, Duration to, const std::string& field, double value) {
  return {.from = from, .to = to, .change = [number = number_named(field), value](ActorState& state) {
            state.*number += value;
          }};
}

// ---- scripts --------------------------------------------------------------------------------------------------------

ActorScript& ActorScript::start_at(std::string road, int lane, double s) {
  lane_start_ = {.road = std::move(road), .lane = lane, .s = s};
  return *this;
}
ActorScript& ActorScript::against_traffic() {
  if (!lane_start_) throw std::runtime_error("start_at() comes before against_traffic()");
  lane_start_->against_traffic = true;
  return *this;
}
ActorScript& ActorScript::via(std::vector<std::string> roads) {
  if (!lane_start_) throw std::runtime_error("start_at() comes before via()");
  lane_start_->via = std::move(roads);
  return *this;
}
ActorScript& ActorScript::start_free(const Pose& pose, double curvature) {
  free_start_ = {pose, curvature};
  return *this;
}
ActorScript& ActorScript::behind(std::string actor, double distance) {
  leader_ = {std::move(actor), distance};
  return *this;
}
ActorScript& ActorScript::poses(std::vector<PoseAt> poses) {
  check_order(poses, "poses");
  poses_ = std::move(poses);
  return *this;
}
ActorScript& ActorScript::speed(double constant) { return speed({{Duration{}, constant}}); }
ActorScript& ActorScript::speed(std::vector<SpeedAt> profile) {
  check_order(profile, "speed");
  speed_ = std::move(profile);
  return *this;
}
ActorScript& ActorScript::lateral(double constant) { return lateral({{Duration{}, constant}}); }
ActorScript& ActorScript::lateral(std::vector<OffsetAt> profile) {
  check_order(profile, "lateral");
  lateral_ = std::move(profile);
  return *this;
}
ActorScript& ActorScript::appears(Duration at) {
  appears_ = at;
  return *this;
}
ActorScript& ActorScript::vanishes(Duration at) {
  vanishes_ = at;
  return *this;
}
ActorScript& ActorScript::reports(std::initializer_list<Field> fields) {
  reports_ = {};
  for (const Field field : fields) reports_.set(field);
  return *this;
}
ActorScript& ActorScript::driver(std::vector<From<trace::Driver>> profile) {
  driver_ = std::move(profile);
  return *this;
}
ActorScript& ActorScript::av_state(std::vector<From<trace::AvState>> profile) {
  av_state_ = std::move(profile);
  return *this;
}
ActorScript& ActorScript::indicator(std::vector<From<trace::Indicator>> profile) {
  indicator_ = std::move(profile);
  return *this;
}
ActorScript& ActorScript::brake_light(std::vector<From<trace::BrakeLight>> profile) {
  brake_light_ = std::move(profile);
  return *this;
}
ActorScript& ActorScript::fault(Fault fault) {
  faults_.push_back(std::move(fault));
  return *this;
}

// ---- motion ---------------------------------------------------------------------------------------------------------

// One actor from frame to frame. Where it is on its path is the integral of its speed (Runge and Kutta's, which is
// exact for straight lines); everything else follows from there in closed form.
class ActorMotion {
 public:
  ActorMotion(ActorScript script, double start, const map::RoadNetwork* map)
      : script_(std::move(script)), distance_(start), now_(script_.appears_) {
    if (script_.lane_start_) {
      if (map == nullptr) throw std::runtime_error("start_at() needs a map");
      path_ = lane_path(*map, *script_.lane_start_);
    } else if (script_.free_start_) {
      path_ = free_path(script_.free_start_->first, script_.free_start_->second);
    } else if (script_.poses_.empty()) {
      throw std::runtime_error("it starts nowhere: start_at(), start_free(), behind() or poses() is missing");
    }
    for (const SpeedAt& knot : script_.speed_) knots_.push_back(knot.at);
    for (const OffsetAt& knot : script_.lateral_) knots_.push_back(knot.at);
    std::sort(knots_.begin(), knots_.end());
    struck_.assign(script_.faults_.size(), false);
  }

  const ActorScript& script() const { return script_; }

  // Nothing: it is not there. Times must not decrease.
  std::optional<ActorState> at(Duration time) {
    if (time < script_.appears_ || (script_.vanishes_ && time >= *script_.vanishes_)) return std::nullopt;
    ActorState state = path_ ? on_path(time) : between_poses(time);
    report(time, state);
    return struck(time, state);
  }

 private:
  void drive_to(Duration time) {
    constexpr Duration kLongest = std::chrono::milliseconds(10);
    while (now_ < time) {
      Duration until = std::min(time, now_ + kLongest);
      if (const auto knot = std::upper_bound(knots_.begin(), knots_.end(), now_); knot != knots_.end())
        until = std::min(until, *knot);
      // No knot lies inside, so one piece of each profile holds from here to there.
      const double begin = to_seconds(now_), step = to_seconds(until - now_);
      const double a = rate(distance_, begin);
      const double b = rate(distance_ + step / 2.0 * a, begin + step / 2.0);
      const double c = rate(distance_ + step / 2.0 * b, begin + step / 2.0);
      const double d = rate(distance_ + step * c, begin + step);
      distance_ += step / 6.0 * (a + 2.0 * b + 2.0 * c + d);
      now_ = until;
    }
  }

  // How fast the distance along the path grows, on the pieces that hold from now_ on.
  double rate(double distance, double time) {
    const Rates speed = speed_at(script_.speed_, now_, time), offset = offset_at(script_.lateral_, now_, time);
    const PathPoint path = path_->at(distance, offset.value);
    return forward(speed, offset, time) / (narrowing(path, offset) * path.stretch);
  }

  // The part of the speed that is along the centre line.
  static double forward(const Rates& speed, const Rates& offset, double time) {
    const double square = speed.value * speed.value - offset.first * offset.first;
    if (square < -1e-9)
      throw std::runtime_error(
          fmt::format("at {:.3f} s it moves sideways at {:.2f} m/s, faster than its speed of {:.2f}", time,
                      offset.first, speed.value));
    return std::copysign(std::sqrt(std::max(square, 0.0)), speed.value);
  }

  // Metres of the driven line for one of the centre line: less inside of a curve.
  static double narrowing(const PathPoint& path, const Rates& offset) {
    const double factor = 1.0 - path.curvature * offset.value;
    if (factor < 1e-3) throw std::runtime_error("it is offset beyond the middle of its curve");
    return factor;
  }

  ActorState on_path(Duration time) {
    drive_to(time);
    const double seconds = to_seconds(time);
    const Rates speed = speed_at(script_.speed_, time, seconds), offset = offset_at(script_.lateral_, time, seconds);
    const PathPoint path = path_->at(distance_, offset.value);
    const double ahead = forward(speed, offset, seconds);  // along the centre line's direction ...
    const double along = ahead / narrowing(path, offset);  // ... and along the centre line itself
    const double slip = speed.value == 0.0 ? 0.0 : std::asin(std::clamp(offset.first / speed.value, -1.0, 1.0));
    const double slip_rate =
        ahead == 0.0 ? 0.0 : (offset.second * speed.value - offset.first * speed.first) / (speed.value * ahead);
    const double yaw = path.heading + slip, yaw_rate = path.curvature * along + slip_rate;
    const double cosine = std::cos(yaw), sine = std::sin(yaw);
    const double distance_rate = along / path.stretch;
    const double grade = path.grade / path.stretch;

    ActorState state;
    state.x = path.x - offset.value * std::sin(path.heading);
    state.y = path.y + offset.value * std::cos(path.heading);
    state.z = path.z;
    state.yaw = wrapped(yaw);
    state.pitch = -std::atan(grade * std::cos(slip) + path.bank * std::sin(slip));  // nose up is negative
    state.roll = std::atan(path.bank * std::cos(slip) - grade * std::sin(slip));
    state.vx = speed.value * cosine;
    state.vy = speed.value * sine;
    state.vz = path.grade * distance_rate + path.bank * offset.first;
    state.ax = speed.first * cosine - speed.value * yaw_rate * sine;
    state.ay = speed.first * sine + speed.value * yaw_rate * cosine;
    state.az = path.bend * distance_rate * distance_rate +
               (speed.value == 0.0 ? 0.0 : grade * ahead / speed.value * speed.first) + path.bank * offset.second;
    state.yaw_rate = yaw_rate;
    state.speed = speed.value;
    return state;
  }

  // Straight from pose to pose. At a pose the velocity is that of the line that ends there.
  ActorState between_poses(Duration time) const {
    const std::vector<PoseAt>& poses = script_.poses_;
    const auto after = std::lower_bound(poses.begin(), poses.end(), time,
                                        [](const PoseAt& pose, Duration value) { return pose.at < value; });
    const PoseAt& b = after == poses.end() ? poses.back() : *after;
    const bool stands = after == poses.end() || poses.size() == 1 || time < poses.front().at;
    const bool is_first = after == poses.begin();
    const PoseAt& a = stands || is_first ? b : *std::prev(after);
    ActorState state;
    state.x = b.x;
    state.y = b.y;
    state.z = b.z;
    state.yaw = wrapped(b.yaw);
    if (stands) return state;
    const PoseAt& from = is_first ? b : a;
    const PoseAt& to = is_first ? *std::next(after) : b;
    const double length = to_seconds(to.at - from.at);
    if (length <= 0.0) return state;
    const double turn = wrapped(to.yaw - from.yaw), share = to_seconds(time - from.at) / length;
    state.x = from.x + share * (to.x - from.x);
    state.y = from.y + share * (to.y - from.y);
    state.z = from.z + share * (to.z - from.z);
    state.yaw = wrapped(from.yaw + share * turn);
    state.vx = (to.x - from.x) / length;
    state.vy = (to.y - from.y) / length;
    state.vz = (to.z - from.z) / length;
    state.yaw_rate = turn / length;
    state.speed = state.vx * std::cos(state.yaw) + state.vy * std::sin(state.yaw);
    return state;
  }

  template <typename Value>
  static void say(const std::vector<From<Value>>& profile, Duration time, Field field, ActorState& state,
                  Value& value) {
    const auto said = value_at(profile, time);
    if (!said) return;
    value = *said;
    state.fields.set(field);
  }

  void report(Duration time, ActorState& state) const {
    state.fields = script_.reports_;
    const auto forget = [&state](Field field, std::initializer_list<double ActorState::*> numbers) {
      if (state.fields.has(field)) return;
      for (double ActorState::* number : numbers) state.*number = 0.0;
    };
    forget(Field::velocity, {&ActorState::vx, &ActorState::vy, &ActorState::vz});
    forget(Field::acceleration, {&ActorState::ax, &ActorState::ay, &ActorState::az});
    forget(Field::yaw_rate, {&ActorState::yaw_rate});
    forget(Field::pitch_roll, {&ActorState::pitch, &ActorState::roll});
    forget(Field::z, {&ActorState::z});
    forget(Field::speed, {&ActorState::speed});
    say(script_.driver_, time, Field::driver, state, state.driver);
    say(script_.av_state_, time, Field::av_state, state, state.av_state);
    say(script_.indicator_, time, Field::indicator, state, state.indicator);
    say(script_.brake_light_, time, Field::brake_light, state, state.brake_light);
  }

  std::optional<ActorState> struck(Duration time, ActorState state) {
    for (std::size_t i = 0; i < script_.faults_.size(); ++i) {
      const Fault& fault = script_.faults_[i];
      const bool is_single = fault.from == fault.to;
      const bool strikes = time >= fault.from && (is_single ? !struck_[i] : time < fault.to);
      if (!strikes) continue;
      if (fault.hides) return std::nullopt;
      if (fault.freezes && !struck_[i]) frozen_ = state;
      struck_[i] = true;
      if (fault.freezes) state = frozen_;
      if (fault.change) fault.change(state);
    }
    return state;
  }

  ActorScript script_;
  std::unique_ptr<DrivePath> path_;  // null: poses
  double distance_;                  // on the path, at now_
  Duration now_;
  std::vector<Duration> knots_;
  std::vector<bool> struck_;  // by fault
  ActorState frozen_;
};

// ---- scenario -------------------------------------------------------------------------------------------------------

ActorScript& Scenario::add(MadeActor actor) {
  for (const ActorScript& script : scripts_)
    if (script.actor_.id == actor.id) throw std::runtime_error("actor " + actor.id + " is there twice");
  if (actor.is_static && trace::type_of(actor.category) != trace::ActorType::plain_object)
    throw std::runtime_error("actor " + actor.id + ": only objects are static");
  ActorScript script(std::move(actor));
  script.reports({Field::velocity, Field::acceleration, Field::yaw_rate, Field::pitch_roll, Field::z});
  scripts_.push_back(std::move(script));
  return scripts_.back();
}

Scenario& Scenario::light(std::string road, std::string signal, std::vector<From<trace::LightColour>> colours,
                          std::vector<From<trace::LightMode>> modes) {
  check_order(colours, "light");
  check_order(modes, "light");
  lights_.push_back({std::move(road), std::move(signal), std::move(colours), std::move(modes)});
  return *this;
}

Scenario& Scenario::lose_frames(Duration from, Duration to) {
  lost_.emplace_back(from, to);
  return *this;
}

const ActorScript& Scenario::script(const std::string& id) const {
  for (const ActorScript& script : scripts_)
    if (script.actor_.id == id) return script;
  throw std::runtime_error("there is no actor " + id);
}

ActorScript Scenario::resolved(const ActorScript& given, double& start) const {
  ActorScript script = given;
  start = 0.0;
  for (std::size_t depth = 0; script.leader_; ++depth) {
    if (depth > scripts_.size()) throw std::runtime_error("it is behind itself");
    const ActorScript& leader = this->script(script.leader_->first);
    start -= script.leader_->second;
    script.lane_start_ = leader.lane_start_;
    script.free_start_ = leader.free_start_;
    script.speed_ = leader.speed_;
    script.lateral_ = leader.lateral_;
    script.leader_ = leader.leader_;
  }
  return script;
}

trace::LightInfo Scenario::light_info(const Light& light) const {
  trace::LightInfo info{.id = light.signal, .references = {light.signal}, .road = light.road};
  if (options_.map == nullptr) return info;
  const map::RoadId road = options_.map->find_road(light.road);
  if (!road.valid()) throw std::runtime_error("light " + light.signal + ": the map has no road " + light.road);
  for (const map::Signal& signal : options_.map->signals_of(road)) {
    if (signal.record.id != light.signal) continue;
    const map::RoadPoint at = point_at(*options_.map, road, signal.record.s, signal.record.t);
    info.x = at.x;
    info.y = at.y;
    info.z = at.z + signal.record.z_offset;
    return info;
  }
  throw std::runtime_error("road " + light.road + " has no signal " + light.signal);
}

RunData Scenario::run() const {
  if (options_.step <= Duration{}) throw std::runtime_error("the step must be above 0");
  std::vector<ActorMotion> motions;
  for (const ActorScript& script : scripts_) {
    try {
      double start = 0.0;
      const ActorScript whole = resolved(script, start);
      motions.emplace_back(whole, start, options_.map);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error("actor " + script.actor_.id + ": " + error.what());
    }
  }

  RunData run;
  for (const Light& light : lights_) run.lights.push_back(light_info(light));
  std::vector<ActorId> ids(motions.size());
  for (Duration time{}; time <= options_.duration; time += options_.step) {
    if (std::any_of(lost_.begin(), lost_.end(),
                    [time](const auto& span) { return time >= span.first && time < span.second; }))
      continue;
    Frame& frame = run.frames.emplace_back();
    frame.time = Time(time);
    frame.number = run.frames.size() - 1;
    for (std::size_t i = 0; i < motions.size(); ++i) {
      const MadeActor& actor = motions[i].script().actor_;
      std::optional<ActorState> state;
      try {
        state = motions[i].at(time);
      } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("actor {}, {:.3f} s: {}", actor.id, to_seconds(time), error.what()));
      }
      if (!state) continue;
      if (!ids[i].valid()) {
        ids[i] = ActorId(run.actors.size());
        const trace::Size usual = usual_size(actor.category);
        run.actors.push_back({.id = actor.id,
                              .type = trace::type_of(actor.category),
                              .category = actor.category,
                              .length = actor.length == 0.0 ? usual.length : actor.length,
                              .width = actor.width == 0.0 ? usual.width : actor.width,
                              .height = actor.height == 0.0 ? usual.height : actor.height,
                              .is_static = actor.is_static,
                              .is_vru = actor.is_vru || trace::is_vulnerable(actor.category),
                              .is_host = actor.is_ego,
                              .base_polygon = actor.base_polygon});
        if (actor.is_ego) run.host_id = actor.id;
      }
      state->actor = ids[i];
      frame.actors.push_back(*state);
    }
    for (std::size_t i = 0; i < lights_.size(); ++i) {
      frame.lights.push_back({.light = trace::LightId(i),
                              .colour = value_at(lights_[i].colours, time).value_or(trace::LightColour::unknown),
                              .mode = value_at(lights_[i].modes, time).value_or(trace::LightMode::regular)});
    }
  }
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const MadeActor& actor = motions[i].script().actor_;
    if (actor.parent.empty() || !ids[i].valid()) continue;
    for (std::size_t k = 0; k < motions.size(); ++k)
      if (motions[k].script().actor_.id == actor.parent) run.actors[ids[i].index()].parent = ids[k];
    if (!run.actors[ids[i].index()].parent.valid())
      throw std::runtime_error("actor " + actor.id + ": its parent " + actor.parent + " never appears");
  }
  return run;
}

}  // namespace scrutineer::kit
