// The Teleporter beside any simulator: what it decides, as commands.
#include "live/teleporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "capi/detail/actors.h"
#include "capi/detail/call.h"
#include "capi/detail/map_handle.h"
#include "live/arrival_watch.h"
#include "live/episodes.h"
#include "trace/categories.h"

namespace scrutineer::capi {
namespace {

constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();
// So near to its destination the ego counts as placed: simulators round, and some let it drive within the step.
constexpr double kPlaced = 2.0;  // metres
// Longer than this no simulator needs to place it.
constexpr double kPatience = 5.0;  // seconds
// Others may drive in while the ego is being placed: so long ahead they are looked at.
constexpr double kSecondsOfPlacing = 0.3;

constexpr std::string_view kConfigName = "Teleporter";  // what problems call a text that is in no file

}  // namespace

class Guide {
 public:
  explicit Guide(scr_map* map) : map_(scr_map_share(map)) {}
  ~Guide() { scr_map_close(map_); }
  Guide(const Guide&) = delete;
  Guide& operator=(const Guide&) = delete;

  Failed open(std::string_view config_json, std::int64_t seed) {
    auto config = live::teleport::read_config(config_json, std::string(kConfigName));
    if (!config) return bad_input(config.problem());
    if (seed >= 0) config->seed = static_cast<std::uint64_t>(seed);
    const map::RoadNetwork& network = map_->network();
    if (auto problem = live::teleport::check_trigger(network, config->trigger_box))
      return bad_input(*std::move(problem));
    live::teleport::LanePlan plan;
    if (config->spawn_strategy == live::teleport::SpawnStrategy::lane_midpoint) {
      auto planned = live::teleport::plan_lanes(network, *config);
      if (!planned) return bad_input(planned.problem());
      plan = *std::move(planned);
    }
    teleporter_.emplace(*std::move(config), std::move(plan));
    return std::nullopt;
  }

  Failed step(Duration time, const double* ego, const scr_actor* others, std::int64_t n_others) {
    if (auto failed = check_time(time.count())) return failed;
    if (start_ && time <= last_)
      return bad_input({{}, "time does not go on: a frame must be later than the one before"});
    if (auto failed = read_actors(others, n_others, others_)) return failed;
    std::optional<live::teleport::Centre> centre;
    if (auto failed = read_centre(ego, centre)) return failed;
    for (const trace::PushedActor& other : others_)
      if (!std::isfinite(other.x) || !std::isfinite(other.y))
        return wrong_argument(fmt::format("actor {}: x and y must be numbers", other.id));
    if (!start_) {
      start_ = time;
      episodes_.emplace_back();
    }
    last_ = time;
    names_others_ = others != nullptr;
    commands_.clear();
    texts_.clear();
    go_on(Time(time - *start_), centre);
    return std::nullopt;
  }

  std::span<const scr_command> commands() const { return commands_; }

  std::string log() const {
    std::string text = live::teleport::log_header() + "\n";
    for (const live::teleport::LogRow& row : log_) text += live::teleport::log_line(row) + "\n";
    return text;
  }
  std::string arrivals() const { return live::arrival_csv(episodes_); }

 private:
  static Failed read_centre(const double* ego, std::optional<live::teleport::Centre>& centre) {
    if (ego == nullptr) return std::nullopt;
    if (!std::isfinite(ego[0]) || !std::isfinite(ego[1]) || std::isinf(ego[2]))
      return wrong_argument("the ego's x and y must be numbers, and its z a number or NaN");
    centre = live::teleport::Centre{.x = ego[0], .y = ego[1]};
    if (!std::isnan(ego[2])) centre->z = ego[2];
    return std::nullopt;
  }

  void go_on(Time now, const std::optional<live::teleport::Centre>& centre) {
    if (centre && !placing_since_)
      if (const auto seconds = arrival_.advance(now, *centre)) {
        episodes_.back().arrival = seconds;
        add(SCR_COMMAND_ARRIVED).seconds = *seconds;
      }
    if (placing_since_) {
      if (!is_placed(centre)) {
        place_again(now);
        return;
      }
      end_placing(now);
    }
    for (const live::teleport::Action& action : teleporter_->step(now, centre)) take(action, now);
    if (teleporter_->is_teleporting() && !placing_since_)
      add(SCR_COMMAND_WAIT).seconds = std::max(0.0, to_seconds(teleporter_->due() - now));
    episodes_.back().end = now;
  }

  bool is_placed(const std::optional<live::teleport::Centre>& centre) const {
    const live::teleport::Destination& wanted = teleporter_->choice()->destination;
    return centre && std::hypot(centre->x - wanted.x, centre->y - wanted.y) <= kPlaced;
  }

  void place_again(Time now) {
    clear(teleporter_->choice()->destination);
    place();
    if (to_seconds(now - *placing_since_) > kPatience && !std::exchange(has_warned_, true))
      add_text(SCR_COMMAND_WARNING,
               fmt::format("the ego is still not where it was placed {} s ago: does the simulator carry out "
                           "SCR_COMMAND_PLACE?",
                           kPatience));
  }

  void end_placing(Time now) {
    const live::teleport::LogRow row = teleporter_->arrived(now);
    placing_since_.reset();
    has_warned_ = false;
    log_.push_back(row);
    episodes_.back().end = now;
    episodes_.push_back({now, now, row, std::nullopt});
    arrival_.begin(now, teleporter_->plan().midpoint_at, row.choice.distance_to_midpoint);
    describe(row.choice, add_text(SCR_COMMAND_DONE, live::teleport::log_line(row)));
  }

  void take(const live::teleport::Action& action, Time now) {
    if (std::holds_alternative<live::teleport::ClearArea>(action)) {
      clear(teleporter_->choice()->destination);
    } else if (const auto* warning = std::get_if<live::teleport::Warning>(&action)) {
      add_text(SCR_COMMAND_WARNING, warning->message);
    } else {
      placing_since_ = now;
      place();
    }
  }

  // Every other vehicle that is there, or could be when the ego is.
  void clear(const live::teleport::Destination& at) {
    const double radius = teleporter_->config().clearance_radius;
    if (!names_others_) {
      scr_command& command = add(SCR_COMMAND_CLEAR);
      command.x = at.x;
      command.y = at.y;
      command.z = at.z;
      command.radius = radius;
      return;
    }
    for (const trace::PushedActor& other : others_) {
      if (trace::type_of(other.category) != trace::ActorType::vehicle) continue;
      const double speed = std::isnan(other.vx) || std::isnan(other.vy) ? 0.0 : std::hypot(other.vx, other.vy);
      if (std::hypot(other.x - at.x, other.y - at.y) > radius + speed * kSecondsOfPlacing) continue;
      scr_command& command = add(SCR_COMMAND_REMOVE);
      command.actor = keep(std::string(other.id));
      command.x = other.x;
      command.y = other.y;
      command.radius = radius;
    }
  }

  void place() {
    const live::teleport::Choice& choice = *teleporter_->choice();
    scr_command& command = add(SCR_COMMAND_PLACE);
    describe(choice, command);
    command.vx = command.vy = command.vz = command.yaw_rate = 0.0;
    way_.clear();
    for (const map::Point& point : choice.destination.way) {
      way_.push_back(point.x);
      way_.push_back(point.y);
    }
    command.way = way_.empty() ? nullptr : way_.data();
    command.way_count = static_cast<std::int64_t>(choice.destination.way.size());
  }

  void describe(const live::teleport::Choice& choice, scr_command& command) {
    command.x = choice.destination.x;
    command.y = choice.destination.y;
    command.z = choice.destination.z;
    command.heading = choice.destination.heading;
    command.spawn_lane = keep(choice.spawn_lane);
    command.target_time = choice.target_time;
    command.estimated_time = choice.estimated_time;
  }

  scr_command& add(std::int32_t kind) {
    scr_command& command = commands_.emplace_back();
    command = {};
    command.size = sizeof(scr_command);
    command.kind = kind;
    command.text = command.spawn_lane = "";
    for (double* value :
         {&command.x, &command.y, &command.z, &command.heading, &command.vx, &command.vy, &command.vz,
          &command.yaw_rate, &command.radius, &command.seconds, &command.target_time, &command.estimated_time})
      *value = kUnset;
    return command;
  }
  scr_command& add_text(std::int32_t kind, std::string text) {
    scr_command& command = add(kind);
    command.text = keep(std::move(text));
    return command;
  }
  const char* keep(std::string text) {
    return texts_.emplace_back(std::make_unique<std::string>(std::move(text)))->c_str();
  }

  scr_map* map_;
  std::optional<live::teleport::Teleporter> teleporter_;
  live::ArrivalWatch arrival_;
  std::vector<live::Episode> episodes_;
  std::vector<live::teleport::LogRow> log_;
  std::optional<Duration> start_;
  Duration last_{};
  std::optional<Time> placing_since_;  // the simulator was told to place the ego
  bool has_warned_ = false;
  bool names_others_ = false;
  std::vector<trace::PushedActor> others_;
  std::vector<scr_command> commands_;
  std::vector<std::unique_ptr<std::string>> texts_;  // that commands point at
  std::vector<double> way_;
};

}  // namespace scrutineer::capi

using namespace scrutineer;
using namespace scrutineer::capi;

struct scr_teleporter {
  explicit scr_teleporter(scr_map* map) : guide(map) {}

  std::atomic<bool> is_busy{false};
  Guide guide;
};

namespace {

template <typename Body>
std::int32_t with(scr_teleporter* teleporter, scr_error** error, Body&& body) noexcept {
  return call(error, [&]() -> Failed {
    if (teleporter == nullptr) return is_null("teleporter");
    const Turn turn(teleporter->is_busy);
    if (!turn) return is_busy("Teleporter");
    return body(teleporter->guide);
  });
}

}  // namespace

extern "C" {

scr_teleporter* scr_teleporter_open(scr_map* map, const char* config_json, int64_t seed, scr_error** error) {
  std::unique_ptr<scr_teleporter> opened;
  const std::int32_t code = call(error, [&]() -> Failed {
    if (map == nullptr) return is_null("map");
    std::string_view text;
    if (auto failed = read_text(config_json, "config_json", text)) return failed;
    opened = std::make_unique<scr_teleporter>(map);
    return opened->guide.open(text, seed);
  });
  return code == SCR_OK ? opened.release() : nullptr;
}

int32_t scr_teleporter_step(scr_teleporter* teleporter, int64_t time_ns, const double* ego, const scr_actor* others,
                            int64_t n_others, scr_error** error) {
  return with(teleporter, error, [&](Guide& guide) { return guide.step(Duration(time_ns), ego, others, n_others); });
}

int32_t scr_teleporter_commands(scr_teleporter* teleporter, const scr_command** commands, int64_t* count,
                                scr_error** error) {
  return with(teleporter, error, [&](Guide& guide) -> Failed {
    if (commands == nullptr || count == nullptr) return is_null(commands == nullptr ? "commands" : "count");
    *commands = guide.commands().data();
    *count = static_cast<std::int64_t>(guide.commands().size());
    return std::nullopt;
  });
}

char* scr_teleporter_log(scr_teleporter* teleporter, scr_error** error) {
  char* text = nullptr;
  with(teleporter, error, [&](Guide& guide) -> Failed {
    text = as_c_text(guide.log());
    return std::nullopt;
  });
  return text;
}

char* scr_teleporter_arrivals(scr_teleporter* teleporter, scr_error** error) {
  char* text = nullptr;
  with(teleporter, error, [&](Guide& guide) -> Failed {
    text = as_c_text(guide.arrivals());
    return std::nullopt;
  });
  return text;
}

void scr_teleporter_close(scr_teleporter* teleporter) { delete teleporter; }

}  // extern "C"
