#include "kit/run_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

#include "trace/words.h"

namespace scrutineer::kit {

using trace::ActorId;
using trace::ActorInfo;
using trace::ActorState;
using trace::Field;
using trace::Frame;
using trace::LightColour;
using trace::LightMode;
using trace::LightState;

const ActorInfo& RunData::info(std::string_view actor) const {
  for (const ActorInfo& info : actors)
    if (info.id == actor) return info;
  throw std::runtime_error("no actor " + std::string(actor));
}

const ActorState* RunData::state(std::size_t frame, std::string_view actor) const {
  for (const ActorState& state : frames.at(frame).actors)
    if (actors[state.actor.index()].id == actor) return &state;
  return nullptr;
}

RunData run_of(const ReadRun& read) {
  if (read.trace == nullptr) throw std::runtime_error(read.problem);
  RunData run;
  run.actors.assign(read.tables.actors().begin(), read.tables.actors().end());
  run.lights.assign(read.tables.lights().begin(), read.tables.lights().end());
  run.frames = read.frames;
  run.host_id = read.tables.host_id();
  return run;
}

namespace {

// ---- a run as a trace -----------------------------------------------------------------------------------------------

constexpr double ActorState::* kJudged[] = {&ActorState::x,        &ActorState::y,    &ActorState::z,  &ActorState::yaw,
                                            &ActorState::pitch,    &ActorState::roll, &ActorState::vx, &ActorState::vy,
                                            &ActorState::vz,       &ActorState::ax,   &ActorState::ay, &ActorState::az,
                                            &ActorState::yaw_rate, &ActorState::speed};

class RunTrace final : public trace::Trace {
 public:
  RunTrace(RunData run, std::string file) : run_(std::move(run)), file_(std::move(file)) {}

  Result<bool> next(trace::Step& step) override {
    step.clear();
    if (next_ == run_.frames.size()) return false;
    const Frame& made = run_.frames[next_];
    for (const ActorState& state : made.actors) {
      const Place place{.file = file_, .frame = made.number};
      for (const auto number : kJudged)
        if (!(std::abs(state.*number) <= 1e7))
          return Problem{place,
                         fmt::format("actor {}: a number is NaN or absurd", run_.actors[state.actor.index()].id)};
    }
    step.frame = made;
    step.frame.time -= run_.frames.front().time - Time{};
    for (const ActorState& state : made.actors)
      for (; appeared_ <= state.actor.index(); ++appeared_)
        step.changes.actors.push_back({ActorId(appeared_), run_.actors[appeared_]});
    if (next_ == 0) {
      step.changes.lights = run_.lights;
      step.changes.host_id = run_.host_id;
      step.changes.start_seconds = to_seconds(made.time);
    }
    step.changes.counts.frames = 1;
    ++next_;
    return true;
  }

  std::string_view format() const override { return "osi"; }
  const std::string& file() const override { return file_; }

 private:
  RunData run_;
  std::string file_;
  std::size_t next_ = 0;
  std::size_t appeared_ = 0;  // that many of the actors
};

// ---- differences ----------------------------------------------------------------------------------------------------

struct NumberField {
  const char* name;
  double ActorState::* value;
  std::optional<Field> field;  // that says whether it is given
  double Tolerance::* tolerance;
};
constexpr NumberField kNumbers[] = {
    {"x", &ActorState::x, {}, &Tolerance::position},
    {"y", &ActorState::y, {}, &Tolerance::position},
    {"z", &ActorState::z, Field::z, &Tolerance::position},
    {"pitch", &ActorState::pitch, Field::pitch_roll, &Tolerance::angle},
    {"roll", &ActorState::roll, Field::pitch_roll, &Tolerance::angle},
    {"vx", &ActorState::vx, Field::velocity, &Tolerance::speed},
    {"vy", &ActorState::vy, Field::velocity, &Tolerance::speed},
    {"vz", &ActorState::vz, Field::velocity, &Tolerance::speed},
    {"ax", &ActorState::ax, Field::acceleration, &Tolerance::speed},
    {"ay", &ActorState::ay, Field::acceleration, &Tolerance::speed},
    {"az", &ActorState::az, Field::acceleration, &Tolerance::speed},
    {"yaw_rate", &ActorState::yaw_rate, Field::yaw_rate, &Tolerance::angle},
    {"speed", &ActorState::speed, Field::speed, &Tolerance::speed},
};
constexpr Field kFields[] = {Field::velocity, Field::acceleration, Field::yaw_rate,  Field::pitch_roll,  Field::z,
                             Field::driver,   Field::av_state,     Field::indicator, Field::brake_light, Field::speed};

class Comparison {
 public:
  Comparison(const RunData& expected, const RunData& found, const Tolerance& tolerance)
      : expected_(expected), found_(found), tolerance_(tolerance) {}

  std::string run() const {
    if (expected_.frames.size() != found_.frames.size())
      return fmt::format("{} frames expected, {} found", expected_.frames.size(), found_.frames.size());
    if (std::string text = actors(); !text.empty()) return text;
    for (std::size_t i = 0; i < expected_.frames.size(); ++i) {
      std::string text = frame(expected_.frames[i], found_.frames[i]);
      if (text.empty() && !tolerance_.ignores_lights && shown(expected_, i) != shown(found_, i)) text = "lights differ";
      if (!text.empty()) return fmt::format("frame {}: {}", i, text);
    }
    return {};
  }

 private:
  bool looks_at(Field field) const {
    for (const Field ignored : tolerance_.ignored_fields)
      if (ignored == field) return false;
    return true;
  }

  static bool is_near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

  std::string key(const RunData& run, ActorId actor) const {
    return tolerance_.ignores_ids ? std::to_string(actor.index()) : run.actors[actor.index()].id;
  }

  std::string actors() const {
    if (expected_.actors.size() != found_.actors.size())
      return fmt::format("{} actors expected, {} found", expected_.actors.size(), found_.actors.size());
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < found_.actors.size(); ++i) places[key(found_, ActorId(i))] = i;
    for (std::size_t i = 0; i < expected_.actors.size(); ++i) {
      const ActorInfo& a = expected_.actors[i];
      const auto place = places.find(key(expected_, ActorId(i)));
      if (place == places.end()) return fmt::format("actor {} is missing", a.id);
      const ActorInfo& b = found_.actors[place->second];
      if (!tolerance_.ignores_categories && a.category != b.category)
        return fmt::format("actor {} is a {}, not a {}", a.id, to_word(b.category), to_word(a.category));
      if (!is_near(a.length, b.length, tolerance_.position) || !is_near(a.width, b.width, tolerance_.position) ||
          !is_near(a.height, b.height, tolerance_.position))
        return fmt::format("actor {} measures {} x {} x {}, not {} x {} x {}", a.id, b.length, b.width, b.height,
                           a.length, a.width, a.height);
      if (tolerance_.ignores_parents) continue;
      if (a.parent.valid() != b.parent.valid()) return fmt::format("actor {}: another parent", a.id);
      if (a.parent.valid() && key(expected_, a.parent) != key(found_, b.parent))
        return fmt::format("actor {}: another parent", a.id);
    }
    return {};
  }

  std::string frame(const Frame& a, const Frame& b) const {
    if (a.time != b.time)
      return fmt::format("time {} ns, not {} ns", b.time.time_since_epoch().count(), a.time.time_since_epoch().count());
    if (a.actors.size() != b.actors.size())
      return fmt::format("{} actors expected, {} found", a.actors.size(), b.actors.size());
    std::map<std::string, const ActorState*> found;
    for (const ActorState& state : b.actors) found[key(found_, state.actor)] = &state;
    for (const ActorState& state : a.actors) {
      const auto other = found.find(key(expected_, state.actor));
      const std::string text = other == found.end() ? "is missing" : actor(state, *other->second);
      if (!text.empty()) return fmt::format("actor {}: {}", expected_.actors[state.actor.index()].id, text);
    }
    return {};
  }

  std::string actor(const ActorState& a, const ActorState& b) const {
    for (const Field field : kFields)
      if (looks_at(field) && a.fields.has(field) != b.fields.has(field))
        return fmt::format("field {} is {}given", static_cast<int>(field), b.fields.has(field) ? "" : "not ");
    for (const NumberField& number : kNumbers) {
      if (number.field && !looks_at(*number.field)) continue;
      if (!is_near(a.*number.value, b.*number.value, tolerance_.*number.tolerance))
        return fmt::format("{} is {}, not {}", number.name, b.*number.value, a.*number.value);
    }
    if (!(std::abs(std::remainder(a.yaw - b.yaw, 2.0 * std::numbers::pi)) <= tolerance_.angle))
      return fmt::format("yaw is {}, not {}", b.yaw, a.yaw);
    if (looks_at(Field::driver) && a.driver != b.driver) return "another driver";
    if (looks_at(Field::av_state) && a.av_state != b.av_state) return "another av_state";
    if (looks_at(Field::indicator) && a.indicator != b.indicator) return "another indicator";
    if (looks_at(Field::brake_light) && a.brake_light != b.brake_light) return "another brake light";
    return {};
  }

  // What each signal shows in a frame, by the name that its lights refer to.
  static std::map<std::string, std::pair<LightColour, LightMode>> shown(const RunData& run, std::size_t frame) {
    std::map<std::string, std::vector<LightState>> heads;
    for (const LightState& state : run.frames[frame].lights) {
      const trace::LightInfo& info = run.lights[state.light.index()];
      heads[info.references.empty() ? info.id : info.references.front()].push_back(state);
    }
    std::map<std::string, std::pair<LightColour, LightMode>> shown;
    for (const auto& [name, bulbs] : heads) {
      LightState head{.colour = LightColour::off};
      for (const LightState& bulb : bulbs) {
        if (bulb.mode != LightMode::regular) head.mode = bulb.mode;
        if (bulb.colour == LightColour::off) continue;
        const bool is_both = head.colour == LightColour::red && bulb.colour == LightColour::yellow;
        head.colour = is_both ? LightColour::red_yellow : bulb.colour;
      }
      shown[name] = {head.colour, head.mode};
    }
    return shown;
  }

  const RunData& expected_;
  const RunData& found_;
  const Tolerance& tolerance_;
};

}  // namespace

std::unique_ptr<trace::Trace> as_trace(RunData run, std::string file) {
  return std::make_unique<RunTrace>(std::move(run), std::move(file));
}

std::string first_difference(const RunData& expected, const RunData& found, const Tolerance& tolerance) {
  return Comparison(expected, found, tolerance).run();
}

}  // namespace scrutineer::kit
