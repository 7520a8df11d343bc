#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/angle.h"
#include "base/text.h"
#include "trace/detail/actor_names.h"
#include "trace/detail/format_rows.h"
#include "trace/detail/seconds.h"
#include "trace/detail/short_decimal.h"
#include "trace/detail/sumo_types.h"
#include "trace/detail/xml_scanner.h"
#include "trace/sumo_words.h"

namespace scrutineer::trace {

namespace {

bool parse_unusual(std::string_view text, double& value) {
  const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size()) return true;
  const auto unusual = parse_number(text);
  if (unusual) value = *unusual;
  return unusual.has_value();
}

// <fcd-export><timestep time="0.00"><vehicle id x y angle type speed .../>...</timestep>...</fcd-export>
class SumoFcdReader final : public FrameSource {
 public:
  SumoFcdReader(ByteSource bytes, SumoTypes types, const TraceSource& source)
      : FrameSource(source), tags_(std::move(bytes)), types_(std::move(types)), types_file_(source.vehicle_types) {}

  Result<bool> next(RawFrame& frame) override {
    frame.actors.clear();
    frame.lights.clear();
    can_continue_ = false;
    if (const auto found = find_timestep(); !found || !*found) return found;
    if (auto problem = read_time(frame)) return give_up(*std::move(problem));
    names_.begin_frame();
    actor_lines_.clear();
    while (in_timestep_) {
      const auto more = tags_.next();
      if (!more) return more.problem();
      if (!*more) {
        return Problem{tags_.place(), fmt::format("the file ends inside the timestep of line {}", frame_line_)};
      }
      if (tags_.kind() == XmlScanner::Kind::close) {
        in_timestep_ = tags_.name() != "timestep";
      } else if (auto problem = read_element(frame)) {
        return give_up(*std::move(problem));
      }
    }
    return true;
  }

  bool can_continue() const override { return can_continue_; }
  Place place() const override { return {.line = frame_line_}; }
  Place place_of(std::size_t actor) const override { return {.line = actor_lines_[actor]}; }

 private:
  enum class Kind : std::uint8_t { vehicle, person, container };

  // The attributes of an element that are of interest; null: not there.
  struct Element {
    const XmlAttribute *id = nullptr, *x = nullptr, *y = nullptr, *z = nullptr, *angle = nullptr, *type = nullptr,
                       *speed = nullptr, *slope = nullptr, *acceleration = nullptr, *signals = nullptr,
                       *vehicle = nullptr;
    Fields fields;  // what they report
  };

  // Where an actor headed when it came last.
  struct Direction {
    double angle = std::numeric_limits<double>::quiet_NaN();  // as SUMO counts it
    double yaw = 0.0, cosine = 1.0, sine = 0.0;
  };

  // Only this timestep is lost.
  Problem give_up(Problem problem) {
    can_continue_ = true;
    return problem;
  }

  // To the next timestep's tag; behind the end of one that was given up.
  Result<bool> find_timestep() {
    for (;;) {
      const auto more = tags_.next();
      if (!more) return more.problem();
      if (!*more) {
        if (is_closed_) return false;
        frame_line_ = tags_.line();
        return Problem{tags_.place(), "the file ends before </fcd-export>"};
      }
      if (tags_.kind() == XmlScanner::Kind::close) {
        if (tags_.name() == "timestep") in_timestep_ = false;
        is_closed_ = is_closed_ || tags_.name() == "fcd-export";
      } else if (tags_.name() == "timestep") {
        in_timestep_ = tags_.kind() == XmlScanner::Kind::open;
        frame_line_ = tags_.line();
        return true;
      } else if (tags_.name() == "fcd-export") {
        is_closed_ = tags_.kind() == XmlScanner::Kind::empty;
      }
    }
  }

  std::optional<Problem> read_time(RawFrame& frame) const {
    const XmlAttribute* attribute = tags_.find("time");
    if (attribute == nullptr) return Problem{tags_.place(), "timestep: attribute time is missing"};
    const auto time = parse_time(attribute->raw, time_unit_);
    if (!time) return Problem{tags_.place_of(*attribute), bad_sumo_time(attribute->raw, time_unit_)};
    frame.time = *time;
    return std::nullopt;
  }

  std::optional<Problem> read_element(RawFrame& frame) {
    if (std::exchange(picked_version_, tags_.names_version()) != tags_.names_version()) {
      picked_kind_ = kind_of(tags_.name());
      picked_ = pick();
    }
    if (picked_kind_) return read_actor(*picked_kind_, frame);
    if (tags_.name() == "timestep") return Problem{tags_.place(), "a timestep inside a timestep"};
    if (!has_strangers_ && tags_.name() != "param") {
      has_strangers_ = true;
      notes_.add(fmt::format(
          "elements of timesteps other than vehicle, person and container are left out: first {} in line {}",
          tags_.name(), tags_.line()));
    }
    return std::nullopt;
  }

  static std::optional<Kind> kind_of(std::string_view name) {
    if (name == "vehicle") return Kind::vehicle;
    if (name == "person") return Kind::person;
    if (name == "container") return Kind::container;
    return std::nullopt;
  }

  // Told apart by length and first letter: this runs for every attribute of the run.
  Element pick() const {
    Element element;
    for (const XmlAttribute& attribute : tags_.attributes()) {
      const std::string_view name = attribute.name;
      switch (name.size()) {
        case 1:
          if (name[0] == 'x') element.x = &attribute;
          if (name[0] == 'y') element.y = &attribute;
          if (name[0] == 'z') element.z = &attribute;
          break;
        case 2:
          if (name == "id") element.id = &attribute;
          break;
        case 4:
          if (name == "type") element.type = &attribute;
          break;
        case 5:
          if (name == "angle") element.angle = &attribute;
          if (name == "speed") element.speed = &attribute;
          if (name == "slope") element.slope = &attribute;
          break;
        case 7:
          if (name == "signals") element.signals = &attribute;
          if (name == "vehicle") element.vehicle = &attribute;
          break;
        case 12:
          if (name == "acceleration") element.acceleration = &attribute;
          break;
        default:
          break;
      }
    }
    if (element.z != nullptr) element.fields.set(Field::z);
    if (element.speed != nullptr) element.fields.set(Field::speed);
    if (element.acceleration != nullptr) element.fields.set(Field::acceleration);
    if (element.slope != nullptr) element.fields.set(Field::pitch_roll);
    return element;
  }

  std::optional<Problem> read_actor(Kind kind, RawFrame& frame) {
    const Element& element = picked_;
    if (element.id == nullptr) return missing("id");
    if (element.x == nullptr) return missing("x");
    if (element.y == nullptr) return missing("y");
    if (element.angle == nullptr) return missing("angle");
    if (kind != Kind::vehicle && element.vehicle != nullptr && !element.vehicle->raw.empty()) {
      notes_.add("persons and containers that ride in a vehicle are left out");
      return std::nullopt;
    }
    // Names of others than vehicles are kept with their kind.
    ActorId actor = kind == Kind::vehicle ? names_.find_expected(element.id->raw) : ActorId();
    if (!actor.valid())
      if (auto problem = look_up(kind, element, actor)) return problem;
    names_.came(actor);
    ActorState& state = frame.actors.emplace_back();
    actor_lines_.push_back(tags_.line());
    state.actor = actor;
    return read_state(kind, element, state);
  }

  std::optional<Problem> read_state(Kind kind, const Element& element, ActorState& state) {
    double angle = 0.0, acceleration = 0.0, slope = 0.0;
    if (!read(element.x, state.x) || !read(element.y, state.y) || !read(element.z, state.z) ||
        !read(element.angle, angle) || !read(element.speed, state.speed) || !read(element.slope, slope) ||
        !read(element.acceleration, acceleration))
      return problem_;
    if (!std::isfinite(angle))  // it would spoil the position, which would then be blamed
      return Problem{tags_.place_of(*element.angle),
                     fmt::format("{}: angle must be a number, found {}", element_text(), shortest(angle))};
    const Direction& towards = turned(state.actor, angle);
    const double cosine = towards.cosine, sine = towards.sine;
    state.yaw = towards.yaw;
    state.ax = acceleration * cosine;
    state.ay = acceleration * sine;
    state.pitch = -slope * kDegree;  // uphill is nose up, which is negative
    state.fields = element.fields;
    if (kind == Kind::vehicle) {  // its position is the front bumper's; others stand on theirs
      const double half_length = actors_[state.actor].length / 2.0;
      state.x -= half_length * cosine;
      state.y -= half_length * sine;
      if (slope != 0.0) state.z -= half_length * std::sin(slope * kDegree);
    }
    return element.signals == nullptr ? std::nullopt : read_signals(*element.signals, state);
  }

  // Most actors drive straight on or stand.
  const Direction& turned(ActorId actor, double angle) {
    if (actor.index() >= directions_.size()) directions_.resize(actor.index() + 1);
    Direction& kept = directions_[actor.index()];
    if (kept.angle != angle) {
      const double yaw = yaw_from_sumo(angle);
      kept = {.angle = angle, .yaw = yaw, .cosine = std::cos(yaw), .sine = std::sin(yaw)};
    }
    return kept;
  }

  std::optional<Problem> read_signals(const XmlAttribute& attribute, ActorState& state) const {
    const auto bits = parse_integer(attribute.raw);
    if (!bits || *bits < 0) {
      return Problem{tags_.place_of(attribute),
                     fmt::format("{}: signals must be a whole number, found \"{}\"", element_text(), attribute.raw)};
    }
    take_sumo_signals(static_cast<unsigned>(*bits), state);
    return std::nullopt;
  }

  static std::string_view word_of(Kind kind) {
    return kind == Kind::vehicle ? "vehicle" : kind == Kind::person ? "person" : "container";
  }

  // To SUMO a vehicle and a person of one id are two, as randomTrips makes them.
  std::string_view key_of(Kind kind, std::string_view id) {
    if (kind == Kind::vehicle) return id;
    key_memory_ = static_cast<char>(kind);
    return key_memory_ += id;
  }

  // Who comes later is called by its kind, too.
  std::string own_id(Kind kind, std::string_view id) {
    const bool is_taken =
        std::ranges::any_of(std::array{Kind::vehicle, Kind::person, Kind::container},
                            [&](Kind other) { return other != kind && names_.find(key_of(other, id)).valid(); });
    if (!is_taken) return std::string(id);
    if (!std::exchange(has_noted_kinds_, true))
      notes_.add(
          fmt::format("vehicles, persons or containers have the same id, first {0}: who comes later is called by "
                      "its kind, too, here {1}:{0}",
                      id, word_of(kind)));
    return fmt::format("{}:{}", word_of(kind), id);
  }

  ActorInfo describe(Kind kind, std::string_view id, const Element& element) {
    const std::string type_id(element.type == nullptr ? "" : xml_decoded(element.type->raw, type_memory_));
    SumoType type;
    if (kind == Kind::person) type = *sumo_class("pedestrian");
    if (kind == Kind::container) type = *sumo_class("container");
    if (const SumoType* known = types_.find(type_id))
      type = *known;
    else if (!types_file_.empty() && !type_id.empty() && !std::exchange(has_noted_type_, true))
      notes_.add(fmt::format("type {} of actor {} and perhaps others are not in {}: the usual class and size are taken",
                             type_id, id, types_file_));
    return {.id = std::string(id),
            .category = type.category,
            .length = type.size.length,
            .width = type.size.width,
            .height = type.size.height};
  }

  std::optional<Problem> appear(Kind kind, std::string_view id, const Element& element, ActorId& actor) {
    std::string own = own_id(kind, id);
    const auto added = actors_.add(describe(kind, own, element));
    if (!added) return Problem{tags_.place(), added.problem().message};
    actor = *added;
    names_.insert(key_of(kind, id), actor);
    ids_.push_back(std::move(own));
    return std::nullopt;
  }

  std::optional<Problem> look_up(Kind kind, const Element& element, ActorId& actor) {
    const std::string_view id = xml_decoded(element.id->raw, id_memory_);
    actor = names_.find(key_of(kind, id));
    if (!actor.valid()) return appear(kind, id, element, actor);
    if (names_.is_here(actor)) return std::nullopt;
    auto problem = actors_.describe_again(actor, describe(kind, ids_[actor.index()], element));
    if (problem) problem->place = tags_.place();
    return problem;
  }

  // Null is let pass. False: it is no number, and problem_ says so. Not inlined: it is called seven times for each actor.
  [[gnu::noinline]] bool read(const XmlAttribute* attribute, double& value) {
    return attribute == nullptr || parse_short_decimal(attribute->raw, value) || read_unusual(attribute, value);
  }
  // Not inlined, so that the usual numbers need no room for its variables.
  [[gnu::noinline]] bool read_unusual(const XmlAttribute* attribute, double& value) {
    if (parse_unusual(attribute->raw, value)) return true;
    problem_ = Problem{tags_.place_of(*attribute), fmt::format("{}: {} must be a number, found \"{}\"", element_text(),
                                                               attribute->name, attribute->raw)};
    return false;
  }

  std::string element_text() const {
    const XmlAttribute* id = tags_.find("id");
    return fmt::format("{} \"{}\"", tags_.name(), id == nullptr ? "" : id->raw);
  }
  Problem missing(std::string_view name) const {
    if (name == "id") return {tags_.place(), fmt::format("{}: attribute id is missing", tags_.name())};
    return {tags_.place(), fmt::format("{}: attribute {} is missing", element_text(), name)};
  }

  XmlScanner tags_;
  std::optional<Kind> picked_kind_;  // of the last tag inside a timestep, if it is an actor's
  Element picked_;                   // of that tag
  std::uint64_t picked_version_ = 0;
  SumoTypes types_;
  std::string types_file_;
  bool has_noted_type_ = false;
  ActorNames names_;
  std::vector<Direction> directions_;  // by ActorId
  std::vector<std::string> ids_;       // by ActorId, as the run has them or, of one that came later, with its kind
  std::string id_memory_, type_memory_, key_memory_;
  bool has_noted_kinds_ = false;
  std::optional<Problem> problem_;
  std::uint32_t frame_line_ = 0;
  std::vector<std::uint32_t> actor_lines_;  // of the timestep, in its order
  bool in_timestep_ = false;
  bool is_closed_ = false;
  bool has_strangers_ = false;  // elements that no SUMO writes, of which a note tells
  bool can_continue_ = false;
};

bool looks_like(std::string_view head) {
  const std::size_t start = head.find('<');
  if (start == std::string_view::npos) return false;
  const bool begins_as_xml = trim(head.substr(0, start)).empty() || head.starts_with("\xEF\xBB\xBF<");
  return begins_as_xml && head.find("<fcd-export") != std::string_view::npos;
}

// SUMO writes its options into a comment at the top; coordinates alone do not tell degrees from metres.
bool is_geographic(std::string_view head) {
  constexpr std::string_view kOption = "<fcd-output.geo value=\"";
  head = head.substr(0, head.find("<fcd-export"));
  const std::size_t option = head.find(kOption);
  if (option == std::string_view::npos) return false;
  head.remove_prefix(option + kOption.size());
  constexpr std::string_view kYes[] = {"true", "1", "yes", "on", "x", "t"};  // as SUMO understands it
  const std::string value = to_lower(head.substr(0, head.find('"')));
  return std::ranges::find(kYes, value) != std::end(kYes);
}

Result<std::unique_ptr<FrameSource>> open(ByteSource bytes, const TraceSource& source) {
  if (is_geographic(bytes.window().substr(0, kHeadSize)))
    return Problem{{.file = bytes.file()},
                   "its positions are degrees of longitude and latitude (fcd-output.geo): let SUMO write it without "
                   "--fcd-output.geo, or turn them into the net's metres (convertLonLat2XY of SUMO's sumolib)"};
  SumoTypes types;
  if (!source.vehicle_types.empty()) {
    auto read = SumoTypes::read(source.vehicle_types, source.hashes);
    if (!read) return read.problem();
    types = *std::move(read);
  }
  return std::unique_ptr<FrameSource>(std::make_unique<SumoFcdReader>(std::move(bytes), std::move(types), source));
}

}  // namespace

TraceFormat sumo_fcd_format() {
  return {
      .format = {.name = "sumo",
                 .title = "SUMO FCD",
                 .looked_for = "SUMO FCD (XML, fcd-export)",
                 .reads = "vehicles and persons; with --vehicle-types their sizes and classes; signals and slope; with "
                          "--lights and --sumo-net light states, or all of it with --sumo",
                 .leaves_out = "who rides in a vehicle; files in degrees (--fcd-output.geo) are refused"},
      .looks_like = looks_like,
      .open = open,
      .turn = 30};
}

}  // namespace scrutineer::trace
