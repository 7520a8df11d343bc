#include "trace/detail/osi_environment.h"

#include <cmath>

#include "trace/detail/osi_wire.h"
#include "trace/detail/osi_words.h"

namespace scrutineer::trace::osi {

namespace {

constexpr double kHottest = 1000.0;  // kelvin: beyond it is no temperature of air

}  // namespace

Environment read_environment(std::string_view message) {
  Environment environment;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case varint(1):
        environment.illumination = illumination(reader.get_uint32());
        break;
      case fixed64(4):
        environment.temperature = reader.get_double();
        if (!(std::abs(*environment.temperature) <= kHottest)) environment.temperature.reset();
        break;
      case varint(6):
        environment.precipitation = precipitation(reader.get_uint32());
        break;
      case varint(7):
        environment.visibility = visibility(reader.get_uint32());
        break;
      default:
        reader.skip();
    }
  }
  return environment;
}

}  // namespace scrutineer::trace::osi
