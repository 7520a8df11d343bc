// Calls of the C face, told by bytes: a fuzzer's, or random ones. Whatever they say, every call ends, with or without an error.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "capi/scrutineer.h"

namespace scrutineer::kit {

class CFaceUser {
 public:
  // The map may be NULL.
  CFaceUser(std::span<const std::uint8_t> bytes, scr_map* map, const char* teleporter_config)
      : bytes_(bytes), map_(map), config_(teleporter_config) {}

  // How many calls worked.
  std::size_t run() {
    scr_run_options options;
    scr_run_options_init(&options);
    options.map = byte() % 2 == 0 ? map_ : nullptr;
    session_ = scr_session_open(manifest(), byte() % 16 == 0 ? nullptr : &options, error());
    teleporter_ = scr_teleporter_open(map_, config_, byte() - 1, error());
    while (!bytes_.empty()) call_one();
    take(scr_session_finish(session_, error()));
    scr_session_close(session_);
    scr_teleporter_close(teleporter_);
    scr_error_free(error_);
    return worked_;
  }

 private:
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }
  std::int64_t whole() {
    std::int64_t value = 0;
    for (int i = 0; i < 8; ++i) value = static_cast<std::int64_t>((static_cast<std::uint64_t>(value) << 8U) | byte());
    return value;
  }
  // Mostly a little.
  std::int64_t later(std::int64_t time) {
    const std::int64_t more = byte() % 16 == 0 ? whole() : 1'000'000LL * byte();
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(time) + static_cast<std::uint64_t>(more));
  }
  double number() {
    constexpr std::array kOdd{0.0, -0.0, 1e-310, 1e7, 1.1e7, -1e300, 1.0, 100.0};
    switch (byte() % 16) {
      case 0:
        return std::numeric_limits<double>::quiet_NaN();
      case 1:
        return std::numeric_limits<double>::infinity();
      case 2:
        return kOdd[byte() % kOdd.size()];
      case 3: {
        const std::int64_t bits = whole();
        double value = 0.0;
        std::memcpy(&value, &bits, sizeof value);
        return value;
      }
      default:
        return (static_cast<double>(byte()) - 128.0) + static_cast<double>(byte()) / 256.0;
    }
  }
  const char* text() {
    constexpr std::array<const char*, 16> kTexts{
        "ego",       "a",    "b",    "c",    "d",        "mill_road", "light_mill_road",
        "park_lane", "",     "\xFF", "\xC3", "\xE2\x82", "{",         "umlaut \xC3\xBC",
        "e",         nullptr};
    return kTexts[byte() % kTexts.size()];
  }
  const char* manifest() {
    constexpr std::array<const char*, 12> kManifests{"{}",
                                                     "{\"ego\": \"ego\"}",
                                                     "{\"profile\": \"all\"}",
                                                     "{\"stop_on_error\": true}",
                                                     "{\"derive\": 2}",
                                                     "{\"flip_y\": true}",
                                                     "{\"trace\": \"x\", \"angle_unit\": \"deg\"}",
                                                     "{\"settings\": [{\"set\": \"a\"}]}",
                                                     "[",
                                                     "{\"map\": \"nowhere\"}",
                                                     "\xFF",
                                                     "{}"};
    return kManifests[byte() % kManifests.size()];
  }
  // Mostly what it should be.
  template <typename Struct>
  std::uint32_t size_of() {
    return byte() % 64 == 0 ? byte() : static_cast<std::uint32_t>(sizeof(Struct));
  }
  std::int32_t choice(std::int32_t count) { return byte() % 32 == 0 ? byte() - 128 : byte() % count; }

  scr_actor actor() {
    scr_actor made;
    scr_actor_init(&made);
    made.size = size_of<scr_actor>();
    made.id = text();
    made.parent = byte() % 8 == 0 ? text() : nullptr;
    made.type = choice(22);
    made.role = choice(2);
    made.driver = choice(5);
    made.indicator = choice(5);
    made.x = number();
    made.y = number();
    const std::uint8_t given = byte();
    double* const more[] = {&made.z, &made.yaw, &made.vx, &made.vy, &made.ax, &made.ay, &made.length, &made.yaw_rate};
    for (unsigned i = 0; i < 8; ++i)
      if ((given >> i & 1U) != 0) *more[i] = number();
    return made;
  }
  scr_position position() {
    scr_position made{};
    made.size = size_of<scr_position>();
    made.lane_index = byte() % 8 == 0 ? static_cast<std::int32_t>(whole()) : byte() - 1;
    made.s = number();
    made.offset = number();
    return made;
  }
  std::int64_t count_of(std::size_t size) {
    return byte() % 64 == 0 ? -static_cast<std::int64_t>(byte()) : static_cast<std::int64_t>(size);
  }

  void call_one() {
    switch (byte() % 12) {
      case 0:
        ask_map();
        break;
      case 1:
        took(scr_session_relocate(session_, text(), byte() % 2, error()));
        break;
      case 2:
        look_at_events();
        break;
      case 3:
      case 4:
        step_teleporter();
        break;
      case 5:
        if (byte() % 32 == 0) take(scr_session_finish(session_, error()));
        break;
      default:
        step_session();
    }
  }

  void step_session() {
    time_ = later(time_);
    std::vector<scr_actor> actors(byte() % 6);
    for (scr_actor& one : actors) one = actor();
    std::vector<scr_light> lights(byte() % 2);
    for (scr_light& one : lights) one = {size_of<scr_light>(), choice(6), choice(6), 0, text(), text()};
    took(scr_session_step(session_, time_, actors.data(), count_of(actors.size()), lights.data(),
                          count_of(lights.size()), error()));
  }
  void look_at_events() {
    const scr_event* events = nullptr;
    std::int64_t count = 0;
    took(scr_session_events(session_, &events, &count, error()));
    std::size_t length = 0;
    for (std::int64_t i = 0; i < count; ++i) length += std::strlen(events[i].check) + std::strlen(events[i].message);
    const char* lines = scr_session_event_lines(session_, error());
    worked_ += lines != nullptr && length <= std::strlen(lines) * 100 ? 1 : 0;
  }
  void step_teleporter() {
    teleporter_time_ = later(teleporter_time_);
    const double ego[] = {number(), number(), number()};
    std::vector<scr_actor> others(byte() % 3);
    for (scr_actor& one : others) one = actor();
    took(scr_teleporter_step(teleporter_, teleporter_time_, byte() % 8 == 0 ? nullptr : ego, others.data(),
                             count_of(others.size()), error()));
    const scr_command* commands = nullptr;
    std::int64_t count = 0;
    took(scr_teleporter_commands(teleporter_, &commands, &count, error()));
    for (std::int64_t i = 0; i < count; ++i)
      worked_ += std::strlen(commands[i].text) + std::strlen(commands[i].spawn_lane);
    take(scr_teleporter_arrivals(teleporter_, error()));
  }
  void ask_map() {
    const double xyz[] = {number(), number(), number()};
    scr_position one = position(), other = position(), out{};
    out.size = size_of<scr_position>();
    double numbers[2] = {};
    std::array<scr_route_lane, 4> lanes{};
    lanes[0].size = size_of<scr_route_lane>();
    std::array<scr_signal, 4> signals{};
    signals[0].size = size_of<scr_signal>();
    scr_point point{};
    point.size = size_of<scr_point>();
    std::int64_t count = 0;
    const std::int64_t n = byte() % 8 == 0 ? -1 : 1;
    switch (byte() % 9) {
      case 0:
        return took(scr_map_locate(map_, n, xyz, &out, error()));
      case 1:
        return took(scr_map_nearest(map_, n, xyz, number(), &out, numbers, error()));
      case 2:
        return took(scr_map_find_lane(map_, text(), number(), byte() - 128, &out, error()));
      case 3:
        return took(scr_map_point(map_, n, &one, &point, error()));
      case 4:
        return took(scr_map_road_distance(map_, &one, number(), n, &other, numbers, error()));
      case 5:
        return took(scr_map_surface_distance(map_, n, xyz, number(), numbers, error()));
      case 6:
        return took(scr_map_legal_speed(map_, n, &one, numbers, error()));
      case 7:
        return took(scr_map_route(map_, &one, &other, lanes.data(), 4, &count, numbers, error()));
      default:
        return took(scr_map_signals_ahead(map_, &one, number(), signals.data(), 4, &count, error()));
    }
  }

  // For the next call; what the last one said is read to its end, and freed.
  scr_error** error() {
    if (error_ != nullptr)
      worked_ += std::strlen(scr_error_message(error_)) + std::strlen(scr_error_file(error_)) > 0 ? 0 : 1;
    scr_error_free(error_);
    error_ = nullptr;
    return &error_;
  }
  void took(std::int32_t code) { worked_ += code == SCR_OK ? 1 : 0; }
  static void take(char* text) { scr_free(text); }

  std::span<const std::uint8_t> bytes_;
  scr_map* map_;
  const char* config_;
  scr_session* session_ = nullptr;
  scr_teleporter* teleporter_ = nullptr;
  scr_error* error_ = nullptr;
  std::int64_t time_ = 0, teleporter_time_ = 0;
  std::size_t worked_ = 0;
};

}  // namespace scrutineer::kit
