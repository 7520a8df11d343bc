// A recording of CARLA's server as bytes, for tests: also such as no server would write. The numbers of its packets are
// written down again on purpose: a slip in those of the reader would not show in files made with them.
//
//   CarlaLog log;
//   log.frame(0.0).add({.id = 7, .role = "hero"}).box(7).pose(7, {100.0, 200.0, 0.0}).end();
//   log.frame(0.1).pose(7, {110.0, 200.0, 0.0}).end();
//   read_run(log.bytes(), {.file = "run.log"});
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrutineer::kit {

struct CarlaSpawn {
  std::uint32_t id = 1;
  std::uint8_t type = 1;  // a vehicle
  std::array<double, 3> place{};
  std::string blueprint = "vehicle.tesla.model3";
  std::string role = "autopilot";                                    // empty: none
  std::vector<std::pair<std::string, std::string>> attributes = {};  // further ones
};

class CarlaLog {
 public:
  using Triple = std::array<double, 3>;

  // `doubles`: vectors as CARLA 0.10 writes them.
  explicit CarlaLog(std::string_view map = "Town01", bool doubles = false, std::uint16_t version = 1)
      : doubles_(doubles) {
    bytes_ = number(version) + text("CARLA_RECORDER") + number<std::int64_t>(1'600'000'000) + text(map);
  }

  CarlaLog& frame(double time) {
    ++frames_;
    return packet(0, number<std::uint64_t>(frames_) + number(-1.0) + number(time));
  }
  // What was said of the frame since it began, in the server's order.
  CarlaLog& end() {
    for (const auto& [id, records] : lists_) {
      std::string content = number(static_cast<std::uint16_t>(records.size()));
      for (const std::string& record : records) content += record;
      packet(id, content);
    }
    lists_.clear();
    return packet(1, "");
  }

  CarlaLog& add(const CarlaSpawn& actor) {
    auto attributes = actor.attributes;
    if (!actor.role.empty()) attributes.emplace_back("role_name", actor.role);
    std::string record = number(actor.id) + number(actor.type) + triple(actor.place) + triple({});
    record += number<std::uint32_t>(9) + text(actor.blueprint) + number(static_cast<std::uint16_t>(attributes.size()));
    for (const auto& [name, value] : attributes) record += number<std::uint8_t>(3) + text(name) + text(value);
    return list(2, record);
  }
  CarlaLog& remove(std::uint32_t id) { return list(3, number(id)); }
  CarlaLog& collision(std::uint32_t id, std::uint32_t other) {
    return list(5, number<std::uint32_t>(0) + number(id) + number(other) + std::string(2, '\0'));
  }
  CarlaLog& pose(std::uint32_t id, Triple place, Triple rotation = {}) {
    return list(6, number(id) + triple(place) + triple(rotation));
  }
  CarlaLog& light(std::uint32_t id, std::uint8_t state) {
    return list(7, number(id) + number<std::uint8_t>(0) + number(1.0F) + number(state));
  }
  CarlaLog& walk(std::uint32_t id, float speed) { return list(9, number(id) + number(speed)); }
  CarlaLog& lamps(std::uint32_t id, std::uint32_t flags) { return list(10, number(id) + number(flags)); }
  CarlaLog& kinematics(std::uint32_t id, Triple velocity, Triple turning = {}) {
    return list(12, number(id) + triple(velocity) + triple(turning));
  }
  CarlaLog& box(std::uint32_t id, Triple half = {225.0, 90.0, 75.0}, Triple centre = {0.0, 0.0, 75.0}) {
    return list(13, number(id) + triple(centre) + triple(half));
  }
  CarlaLog& packet(std::uint8_t id, std::string_view content) {
    bytes_ += number(id) + number(static_cast<std::uint32_t>(content.size()));
    bytes_ += content;
    return *this;
  }
  CarlaLog& raw(std::string_view bytes) {
    bytes_ += bytes;
    return *this;
  }

  const std::string& bytes() const { return bytes_; }

  template <typename Number>
  static std::string number(Number value) {
    std::string bytes(sizeof(Number), '\0');
    std::memcpy(bytes.data(), &value, sizeof(Number));
    return bytes;
  }

 private:
  static std::string text(std::string_view content) {
    return number(static_cast<std::uint16_t>(content.size())) + std::string(content);
  }
  std::string triple(const Triple& values) const {
    std::string bytes;
    for (const double value : values) bytes += doubles_ ? number(value) : number(static_cast<float>(value));
    return bytes;
  }
  CarlaLog& list(std::uint8_t id, std::string record) {
    lists_[id].push_back(std::move(record));
    return *this;
  }

  bool doubles_;
  std::string bytes_;
  std::uint64_t frames_ = 0;
  std::map<std::uint8_t, std::vector<std::string>> lists_;  // of the frame, by packet
};

}  // namespace scrutineer::kit
