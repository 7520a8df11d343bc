// Any numbers as the lanes of an OSI run: the map made from them is built, looked at and written, without a crash. The
// bytes are a program that writes the message, so that most inputs reach the builder.
#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "kit/wire_message.h"
#include "map/lane_map.h"
#include "map/lookup.h"
#include "map/read.h"
#include "map/surface.h"
#include "map/write_xodr.h"
#include "trace/carried_map.h"

namespace {

using namespace scrutineer;
using kit::WireMessage;

WireMessage id(FuzzedDataProvider& data) { return WireMessage().varint(1, data.ConsumeIntegralInRange(0, 7)); }

// On a grid of metres, so that ends meet often; sometimes anything.
double coordinate(FuzzedDataProvider& data) {
  const auto step = data.ConsumeIntegral<std::int8_t>();
  if (step != std::numeric_limits<std::int8_t>::min()) return 0.5 * step;
  return data.ConsumeFloatingPoint<double>();
}

WireMessage border(FuzzedDataProvider& data, bool is_logical) {
  WireMessage message;
  message.inner(1, id(data));
  for (int i = data.ConsumeIntegralInRange(0, 5); i > 0; --i) {
    WireMessage point;
    point.triple(1, coordinate(data), coordinate(data), 0.0).number(2, coordinate(data));
    message.inner(2, point);
  }
  if (is_logical) return message.inner(4, id(data));
  return message.inner(3, WireMessage().varint(1, data.ConsumeIntegral<std::uint8_t>()));
}

WireMessage lane(FuzzedDataProvider& data) {
  WireMessage classification;
  classification.varint(1, data.ConsumeIntegralInRange(0, 5)).varint(4, data.ConsumeIntegralInRange(0, 1));
  for (int i = data.ConsumeIntegralInRange(0, 5); i > 0; --i)
    classification.triple(3, coordinate(data), coordinate(data), data.ConsumeBool() ? 0.0 : coordinate(data));
  for (int i = data.ConsumeIntegralInRange(0, 6); i > 0; --i) {
    constexpr std::uint32_t kLists[] = {5, 6, 8, 9, 10};
    classification.inner(data.PickValueInArray(kLists), id(data));
  }
  for (int i = data.ConsumeIntegralInRange(0, 3); i > 0; --i)
    classification.inner(7, WireMessage().inner(1, id(data)).inner(2, id(data)));
  classification.varint(12, data.ConsumeIntegral<std::uint8_t>());
  return WireMessage().inner(1, id(data)).inner(2, classification);
}

WireMessage logical_lane(FuzzedDataProvider& data) {
  WireMessage message;
  message.inner(1, id(data)).varint(2, data.ConsumeIntegral<std::uint8_t>());
  message.number(6, coordinate(data)).number(7, coordinate(data)).varint(8, data.ConsumeIntegralInRange(0, 5));
  message.inner(12, id(data)).inner(13, id(data));
  for (int i = data.ConsumeIntegralInRange(0, 4); i > 0; --i) {
    constexpr std::uint32_t kLists[] = {4, 9, 10, 14, 15};
    message.inner(data.PickValueInArray(kLists), WireMessage().inner(1, id(data)));
  }
  return message;
}

WireMessage truth(FuzzedDataProvider& data) {
  WireMessage message;
  message.inner(2, WireMessage().varint(1, 0));
  while (data.remaining_bytes() > 0) {
    switch (data.ConsumeIntegralInRange(0, 5)) {
      case 0:
        message.inner(9, border(data, false));
        break;
      case 1:
        message.inner(18, border(data, true));
        break;
      case 2:
        message.inner(19, logical_lane(data));
        break;
      default:
        message.inner(10, lane(data));
    }
  }
  return message;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider provider(data, size);
  auto carried = trace::read_carried_map(kit::framed(truth(provider)), "fuzz.osi");
  if (!carried || !carried->lanes) return 0;
  const map::Document document = map::document_of(*carried->lanes);
  const auto network = map::build_network(document);
  for (const double x : {-20.0, 0.0, 3.25, 40.0}) {
    locate(*network, {x, 0.5 * x});
    nearest_lane(*network, {x, -x}, 50.0);
    distance_to_surface(*network, {x, 1.0}, {}, 20.0);
  }
  // What is written is read again.
  if (!map::read_xodr(map::export_xodr(document).text, "fuzz.xodr") && !network->lanes().empty()) std::abort();
  return 0;
}
