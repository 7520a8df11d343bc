#include "trace/detail/osi_shape.h"

#include <gtest/gtest.h>

#include "kit/wire_message.h"

namespace scrutineer::trace::osi {
namespace {

using kit::WireMessage;

const WireMessage kVersion = WireMessage().varint(1, 3).varint(2, 7).varint(3, 0);
const WireMessage kStamp = WireMessage().varint(1, 12).varint(2, 500);
const WireMessage kId = WireMessage().varint(1, 7);
const WireMessage kBase = WireMessage().triple(1, 4.0, 2.0, 1.5).triple(2, 1.0, 2.0, 0.75);
const WireMessage kCar = WireMessage().inner(1, kId).inner(2, kBase).varint(3, 2);
const WireMessage kLight = WireMessage().inner(1, kId).inner(2, kBase).inner(3, WireMessage().varint(1, 2));
const WireMessage kLane = WireMessage().inner(1, kId).inner(2, WireMessage().varint(1, 2));
const WireMessage kMounting = WireMessage().triple(1, 1.0, 0.0, 0.5);

WireMessage header() { return WireMessage().inner(1, kVersion).inner(2, kStamp); }

TEST(OsiShape, TellsMessagesApart) {
  const WireMessage truth = header().inner(5, kCar);
  const WireMessage view = header().inner(3, kId).inner(4, kMounting).inner(7, truth).inner(8, kId);
  const WireMessage detection_header = WireMessage().inner(1, kStamp).varint(2, 4);
  const WireMessage detection = WireMessage().inner(1, WireMessage().inner(2, kId)).inner(2, kBase);
  struct Case {
    const char* name;
    WireMessage message;
    Kind expected;
  };
  const Case cases[] = {
      {"GroundTruth", truth, Kind::ground_truth},
      {"GroundTruth with id 0 as an empty id", header().inner(5, WireMessage().inner(1, {}).inner(2, kBase)),
       Kind::ground_truth},
      {"GroundTruth of lights only", header().inner(7, kLight), Kind::ground_truth},
      {"GroundTruth of lanes only", header().inner(10, kLane), Kind::ground_truth},
      {"GroundTruth of a later version", header().inner(5, kCar).text(50, "news"), Kind::ground_truth},
      {"GroundTruth at time 0, all zeros left out", WireMessage().inner(1, kVersion).inner(2, {}).inner(5, kCar),
       Kind::ground_truth},
      {"nobody there", header(), Kind::undecided},
      {"nobody there, host known", header().inner(3, kId), Kind::undecided},
      {"SensorView", view, Kind::sensor_view},
      {"SensorView with nothing of its own", WireMessage().inner(7, truth), Kind::sensor_view},
      {"SensorView of an empty world", WireMessage().inner(7, header()), Kind::sensor_view},
      {"SensorView of a lidar", header().inner(7, truth).text(1002, "points"), Kind::sensor_view},
      {"SensorData with its view", header().inner(3, kBase).inner(7, view), Kind::sensor_data},
      {"SensorData with detections", header().inner(9, detection_header).inner(10, detection).inner(12, detection),
       Kind::sensor_data},
      {"a message of another kind", header().varint(3, 1).varint(4, 2), Kind::other_message},
      {"no OSI at all", WireMessage().text(1, "hello").text(2, "world"), Kind::not_osi},
      {"a number", WireMessage().varint(1, 4), Kind::not_osi},
  };
  for (const auto& [name, message, expected] : cases) EXPECT_EQ(kind_of(message.bytes()), expected) << name;
}

TEST(OsiShape, SeesAFirstPart) {
  WireMessage truth = header();
  for (int i = 0; i < 100; ++i) truth.inner(5, kCar);
  const WireMessage view = WireMessage().inner(7, truth);
  for (const std::size_t size : {40U, 300U, 3'000U}) {
    EXPECT_EQ(kind_of(std::string_view(truth.bytes()).substr(0, size)), Kind::not_osi) << "taken as a whole, " << size;
    EXPECT_NE(kind_of(std::string_view(truth.bytes()).substr(0, size), false), Kind::not_osi) << "a part, " << size;
    EXPECT_EQ(kind_of(std::string_view(view.bytes()).substr(0, size), false), Kind::sensor_view) << "a part, " << size;
  }
}

TEST(OsiShape, NoiseIsNotOsi) {
  for (const std::string_view text :
       {"time,id,type,x,y", "<?xml version=\"1.0\"?>", "\xff\xff\xff\xff\xff\xff\xff\xff"}) {
    EXPECT_EQ(kind_of(text), Kind::not_osi) << text;
    EXPECT_EQ(kind_of(text, false), Kind::not_osi) << text;
  }
}

}  // namespace
}  // namespace scrutineer::trace::osi
