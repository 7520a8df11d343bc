#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "trace/detail/format_rows.h"
#include "trace/detail/seconds.h"
#include "trace/detail/xml_scanner.h"
#include "trace/sumo_words.h"

namespace scrutineer::trace {

namespace {

// SUMO's SaveTLSStates, the links of its programs: <tlsStates><tlsState time="0.00" id="C" programID="0" phase="0"
// state="GGrr"/>...
class SumoLights final : public LightSource {
 public:
  SumoLights(ByteSource bytes, TimeUnit unit) : tags_(std::move(bytes)), unit_(unit) {}

  std::optional<Problem> advance(Duration time, std::vector<LightInfo>& lights,
                                 std::vector<LightState>& states) override {
    stated_.clear();
    for (;;) {
      if (!has_state_) {
        if (auto problem = read_state()) return problem;
      }
      times_.next = has_state_ ? std::optional(time_) : std::nullopt;
      if (!has_state_ || time_ > time) break;  // the end, or later
      if (auto problem = take_state(lights)) return problem;
      times_.add(time_);
      has_state_ = false;
    }
    for (const std::size_t program : stated_)
      states.insert(states.end(), programs_[program].states.begin(), programs_[program].states.end());
    return std::nullopt;
  }

 private:
  struct Program {
    std::vector<LightState> states;  // by link, as stated last
  };

  std::optional<Problem> read_state() {
    for (;;) {
      const auto more = tags_.next();
      if (!more) return more.problem();
      if (!*more) return std::nullopt;
      if (tags_.name() == "tlsState" && tags_.kind() != XmlScanner::Kind::close) break;
    }
    if (tags_.find("time") == nullptr) return missing("time");
    const XmlAttribute& attribute = *tags_.find("time");
    const auto time = parse_time(attribute.raw, unit_);
    if (!time) return Problem{tags_.place_of(attribute), bad_sumo_time(attribute.raw, unit_)};
    if (has_started_ && *time < time_)
      return Problem{tags_.place_of(attribute), "time is earlier than in the state before"};
    time_ = *time;
    has_state_ = has_started_ = true;
    return std::nullopt;
  }

  Problem missing(std::string_view name) const {
    return {tags_.place(), fmt::format("tlsState: attribute {} is missing", name)};
  }

  std::optional<Problem> take_state(std::vector<LightInfo>& lights) {
    for (const std::string_view name : {"id", "state"})
      if (tags_.find(name) == nullptr) return missing(name);
    const std::string id(xml_decoded(tags_.find("id")->raw, memory_));
    const XmlAttribute& letters = *tags_.find("state");
    const std::size_t number = index_.try_emplace(id, programs_.size()).first->second;
    if (number == programs_.size()) programs_.emplace_back();
    std::vector<LightState>& states = programs_[number].states;
    // Another program of the same lights may have fewer or more links.
    for (std::size_t link = states.size(); link < letters.raw.size(); ++link) {
      states.push_back({.light = LightId(lights.size())});
      lights.push_back({.id = fmt::format("{}/{}", id, link),
                        .kind = LightKind::way,
                        .references = {fmt::format("{}_{}", id, link)}});
    }
    for (std::size_t link = 0; link < letters.raw.size(); ++link) {
      const auto state = sumo_light_state(letters.raw[link]);
      if (!state) {
        return Problem{tags_.place_of(letters), fmt::format("state \"{}\": '{}' is unknown; known are {}", letters.raw,
                                                            letters.raw[link], kSumoLightLetters)};
      }
      states[link].colour = state->colour;
      states[link].mode = state->mode;
    }
    if (std::find(stated_.begin(), stated_.end(), number) == stated_.end()) stated_.push_back(number);
    return std::nullopt;
  }

  XmlScanner tags_;
  TimeUnit unit_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<Program> programs_;
  std::vector<std::size_t> stated_;  // programs, since the last frame
  std::string memory_;
  Duration time_{};
  bool has_state_ = false;  // read, and not yet taken
  bool has_started_ = false;
};

bool looks_like(std::string_view head) { return trim(head).starts_with('<'); }

Result<std::unique_ptr<LightSource>> open(ByteSource bytes, TimeUnit unit) {
  return std::unique_ptr<LightSource>(std::make_unique<SumoLights>(std::move(bytes), unit));
}

}  // namespace

LightFormat sumo_lights_format() {
  return {.format = {.name = "sumo", .title = "SUMO's SaveTLSStates", .looked_for = "SUMO's SaveTLSStates (XML)"},
          .looks_like = looks_like,
          .open = open,
          .turn = 10};
}

}  // namespace scrutineer::trace
