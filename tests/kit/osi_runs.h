// Runs that bring their map along, as MCAP files: OpenDRIVE as omega-prime has it, or OSI lanes.
#pragma once

#include <cstdint>
#include <string>

#include "kit/mcap_records.h"
#include "kit/wire_message.h"

namespace scrutineer::kit {

// A GroundTruth of one car, the host, that heads east at 10 m/s.
inline WireMessage osi_car(std::uint64_t milliseconds, double x, double y, std::uint64_t number = 7) {
  const auto id = WireMessage().varint(1, number);
  WireMessage base;
  base.triple(1, 4.5, 1.8, 1.5).triple(2, x, y, 0.75).triple(3, 0.0, 0.0, 0.0).triple(4, 10.0, 0.0, 0.0);
  const auto stamp = WireMessage().varint(1, milliseconds / 1000).varint(2, milliseconds % 1000 * 1'000'000);
  const auto car = WireMessage().inner(1, id).inner(2, base).varint(3, 2).inner(6, WireMessage().varint(1, 4));
  return WireMessage().inner(1, WireMessage().varint(1, 3).varint(2, 7)).inner(2, stamp).inner(3, id).inner(5, car);
}

// MapAsamOpenDrive, in its own channel.
inline std::string omega_prime_map(std::string_view name, std::string_view xodr, std::uint64_t time = 0) {
  return mcap::message(2, time, WireMessage().text(1, name).text(2, xodr).bytes());
}

struct OsiDrive {
  double x = 20.0, y = -1.75;  // where it begins
  std::string lanes = {};      // fields of a GroundTruth that describe them, for the first frame
  std::string maps = {};       // omega_prime_map()s
};

// Five seconds, ten frames in each.
inline std::string osi_drive(const OsiDrive& drive) {
  std::string records = mcap::schema(1, "osi3.GroundTruth") + mcap::channel(1, 1, "/ground_truth") +
                        mcap::schema(2, "osi3.MapAsamOpenDrive") + mcap::channel(2, 2, "/ground_truth_map");
  for (std::uint64_t i = 0; i <= 50; ++i) {
    // Fields of two messages behind each other are one message.
    const std::string frame = osi_car(100 * i, drive.x + static_cast<double>(i), drive.y).bytes();
    records += mcap::message(1, 100'000'000 * i, i == 0 ? frame + drive.lanes : frame);
  }
  return mcap::file(mcap::chunk("zstd", records + drive.maps));
}

}  // namespace scrutineer::kit
