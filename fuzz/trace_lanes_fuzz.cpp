// Any numbers as the lanes of an OSI run: the map made from them is built, looked at and written, without a crash. The
// bytes are a program that writes the message, so that most inputs reach the builder.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>

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

// Takes numbers off the front of the input; zeros where it is used up.
class Input {
 public:
  explicit Input(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  bool is_empty() const { return rest_.empty(); }
  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const std::uint8_t first = rest_.front();
    rest_ = rest_.subspan(1);
    return first;
  }
  unsigned up_to(unsigned most) { return byte() % (most + 1); }
  bool flag() { return byte() % 2 != 0; }
  double number() {
    std::uint8_t bytes[sizeof(double)];
    for (std::uint8_t& one : bytes) one = byte();
    double value = 0.0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }

 private:
  std::span<const std::uint8_t> rest_;
};

WireMessage id(Input& data) { return WireMessage().varint(1, data.up_to(7)); }

// On a grid of metres, so that ends meet often; sometimes anything.
double coordinate(Input& data) {
  const auto step = static_cast<std::int8_t>(data.byte());
  if (step != std::numeric_limits<std::int8_t>::min()) return 0.5 * step;
  return data.number();
}

WireMessage border(Input& data, bool is_logical) {
  WireMessage message;
  message.inner(1, id(data));
  for (unsigned i = data.up_to(5); i > 0; --i) {
    WireMessage point;
    point.triple(1, coordinate(data), coordinate(data), 0.0).number(2, coordinate(data));
    message.inner(2, point);
  }
  if (is_logical) return message.inner(4, id(data));
  return message.inner(3, WireMessage().varint(1, data.byte()));
}

WireMessage lane(Input& data) {
  WireMessage classification;
  classification.varint(1, data.up_to(5)).varint(4, data.up_to(1));
  for (unsigned i = data.up_to(5); i > 0; --i)
    classification.triple(3, coordinate(data), coordinate(data), data.flag() ? 0.0 : coordinate(data));
  for (unsigned i = data.up_to(6); i > 0; --i) {
    constexpr std::uint32_t kLists[] = {5, 6, 8, 9, 10};
    classification.inner(kLists[data.up_to(4)], id(data));
  }
  for (unsigned i = data.up_to(3); i > 0; --i)
    classification.inner(7, WireMessage().inner(1, id(data)).inner(2, id(data)));
  classification.varint(12, data.byte());
  return WireMessage().inner(1, id(data)).inner(2, classification);
}

WireMessage logical_lane(Input& data) {
  WireMessage message;
  message.inner(1, id(data)).varint(2, data.byte());
  message.number(6, coordinate(data)).number(7, coordinate(data)).varint(8, data.up_to(5));
  message.inner(12, id(data)).inner(13, id(data));
  for (unsigned i = data.up_to(4); i > 0; --i) {
    constexpr std::uint32_t kLists[] = {4, 9, 10, 14, 15};
    message.inner(kLists[data.up_to(4)], WireMessage().inner(1, id(data)));
  }
  return message;
}

WireMessage truth(Input& data) {
  WireMessage message;
  message.inner(2, WireMessage().varint(1, 0));
  while (!data.is_empty()) {
    switch (data.up_to(5)) {
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
  Input input({data, size});
  const auto carried = trace::read_carried_map(kit::framed(truth(input)), "fuzz.osi");
  if (!carried || !carried->lanes) return 0;
  const map::Document document = map::document_of(*carried->lanes);
  const auto network = map::build_network(document);
  for (const double x : {-20.0, 0.0, 3.25, 40.0}) {
    locate(*network, {x, 0.5 * x});
    nearest_lane(*network, {x, -x}, 50.0);
    distance_to_surface(*network, {x, 1.0}, {}, 20.0);
  }
  // What is written is read again.
  const auto again = map::read_xodr(map::export_xodr(document).text, "fuzz.xodr");
  if (!again && !network->lanes().empty()) {
    std::fprintf(stderr, "%s\n", to_string(again.problem()).c_str());
    std::abort();
  }
  return 0;
}
