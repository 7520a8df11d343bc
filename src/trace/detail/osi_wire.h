// The small messages that OSI is made of, read from protobuf's wire format.
//
// All throw protozero::exception where the bytes are no protobuf; fields of an unexpected wire type are passed over.
#pragma once

#include <cstdint>
#include <cstring>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>
#include <string_view>

namespace scrutineer::trace::osi {

using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::tag_and_type;

constexpr std::uint32_t varint(std::uint32_t field) { return tag_and_type(field, pbf_wire_type::varint); }
constexpr std::uint32_t fixed64(std::uint32_t field) { return tag_and_type(field, pbf_wire_type::fixed64); }
constexpr std::uint32_t bytes(std::uint32_t field) { return tag_and_type(field, pbf_wire_type::length_delimited); }

inline pbf_reader reader_of(std::string_view message) { return {message.data(), message.size()}; }

// In words for people; the library's are for those who use it.
inline std::string_view what_is_wrong(const protozero::exception& exception) {
  if (dynamic_cast<const protozero::end_of_buffer_exception*>(&exception) != nullptr)
    return "a field goes on behind the end of what it is in";
  if (dynamic_cast<const protozero::varint_too_long_exception*>(&exception) != nullptr)
    return "a number has more than 10 bytes";
  if (dynamic_cast<const protozero::unknown_pbf_wire_type_exception*>(&exception) != nullptr)
    return "a field is of a type that there is not";
  if (dynamic_cast<const protozero::invalid_tag_exception*>(&exception) != nullptr)
    return "a field has a number that no field may have";
  return "a list's length does not fit what it holds";
}

// The current field as a view of its bytes.
inline std::string_view view_of(pbf_reader& reader) {
  const auto view = reader.get_view();
  return {view.data(), view.size()};
}

// Vector3d, Dimension3d and Orientation3d alike; Vector2d is the same without c.
struct Triple {
  double a = 0.0, b = 0.0, c = 0.0;
  bool has_a = false, has_b = false, has_c = false;
};

inline Triple read_triple(std::string_view message) {
  Triple triple;
  const char* data = message.data();
  // As almost every writer lays it out: three doubles behind their tags.
  if (message.size() == 27 && data[0] == 0x09 && data[9] == 0x11 && data[18] == 0x19 &&
      PROTOZERO_BYTE_ORDER == PROTOZERO_LITTLE_ENDIAN) {
    std::memcpy(&triple.a, data + 1, 8);
    std::memcpy(&triple.b, data + 10, 8);
    std::memcpy(&triple.c, data + 19, 8);
    triple.has_a = triple.has_b = triple.has_c = true;
    return triple;
  }
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case fixed64(1):
        triple.a = reader.get_double();
        triple.has_a = true;
        break;
      case fixed64(2):
        triple.b = reader.get_double();
        triple.has_b = true;
        break;
      case fixed64(3):
        triple.c = reader.get_double();
        triple.has_c = true;
        break;
      default:
        reader.skip();
    }
  }
  return triple;
}

// Identifier; 0 may come as an empty message.
inline std::uint64_t read_id(std::string_view message) {
  std::uint64_t id = 0;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    if (reader.tag_and_type() == varint(1))
      id = reader.get_uint64();
    else
      reader.skip();
  }
  return id;
}

}  // namespace scrutineer::trace::osi
