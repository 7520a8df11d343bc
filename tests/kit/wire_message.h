// Protobuf messages written by hand, field by field, for tests of readers: also such as no writer would produce.
//
//   const auto id = WireMessage().varint(1, 7);
//   const auto truth = WireMessage().inner(2, stamp).inner(5, WireMessage().inner(1, id));
//   const std::string file = framed({truth, truth});     // each behind its length, as in a .osi file
#pragma once

#include <cstdint>
#include <initializer_list>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>

namespace scrutineer::kit {

class WireMessage {
 public:
  WireMessage& varint(std::uint32_t field, std::uint64_t value) {
    protozero::pbf_writer(bytes_).add_uint64(field, value);
    return *this;
  }
  WireMessage& number(std::uint32_t field, double value) {
    protozero::pbf_writer(bytes_).add_double(field, value);
    return *this;
  }
  WireMessage& text(std::uint32_t field, std::string_view value) {
    protozero::pbf_writer(bytes_).add_bytes(field, value.data(), value.size());
    return *this;
  }
  WireMessage& inner(std::uint32_t field, const WireMessage& message) { return text(field, message.bytes_); }
  WireMessage& triple(std::uint32_t field, double a, double b, double c) {
    return inner(field, WireMessage().number(1, a).number(2, b).number(3, c));
  }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// 32 bits of length, little-endian, and the message.
inline std::string framed(const WireMessage& message) {
  std::string file;
  for (std::size_t i = 0, size = message.bytes().size(); i < 4; ++i, size >>= 8) file += static_cast<char>(size & 0xFF);
  return file + message.bytes();
}

inline std::string framed(std::initializer_list<WireMessage> messages) {
  std::string file;
  for (const WireMessage& message : messages) file += framed(message);
  return file;
}

}  // namespace scrutineer::kit
