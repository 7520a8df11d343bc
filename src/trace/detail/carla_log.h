// What a recording of CARLA's server (.log) is made of: a header, then packets, [id: 1 byte][size: 4 bytes][content], all
// little-endian and without padding. Lists in a packet begin with how many records they have, in 2 bytes.
//
//   PacketReader packet(content);
//   for (std::size_t left = packet.u16(); left > 0 && packet.is_good(); --left) use(packet.u32(), packet.vector(width));
//   if (!packet.is_whole()) ...                          // it has fewer or more bytes than its records
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace scrutineer::trace::carla {

static_assert(std::endian::native == std::endian::little);

enum class PacketId : std::uint8_t {
  frame_start = 0,
  frame_end = 1,
  event_add = 2,
  event_del = 3,
  event_parent = 4,
  collision = 5,
  position = 6,
  light_state = 7,
  vehicle_animation = 8,
  walker_animation = 9,
  vehicle_lights = 10,
  scene_lights = 11,
  kinematics = 12,
  bounding_box = 13,
  last_known = 23  // what is between is known, too, and never needed
};
std::string_view name_of(PacketId id);

constexpr std::size_t kPacketHeaderSize = 5;
constexpr std::uint16_t kVersion = 1;  // in all releases so far

// Three numbers: of 4 bytes each, since CARLA 0.10 of 8.
enum class VectorWidth : std::uint8_t { unknown, single, twice };
constexpr std::size_t size_of_vector(VectorWidth width) { return width == VectorWidth::twice ? 24 : 12; }

struct Vector {
  double x = 0.0, y = 0.0, z = 0.0;
};

// The content of a packet, from its beginning. Behind its end there are only zeros.
class PacketReader {
 public:
  explicit PacketReader(std::string_view content) : at_(content.data()), left_(content.size()) {}

  std::uint8_t u8() { return take<std::uint8_t>(); }
  std::uint16_t u16() { return take<std::uint16_t>(); }
  std::uint32_t u32() { return take<std::uint32_t>(); }
  std::int64_t i64() { return take<std::int64_t>(); }
  double f32() { return static_cast<double>(take<float>()); }
  double f64() { return take<double>(); }
  Vector vector(VectorWidth width) {
    if (width == VectorWidth::twice) {
      const double x = f64(), y = f64();
      return {x, y, f64()};
    }
    const double x = f32(), y = f32();
    return {x, y, f32()};
  }
  std::string_view text() {  // its length in 2 bytes, then its bytes
    const std::size_t length = u16();
    if (length > left_) return fail(), std::string_view();
    const std::string_view text(at_, length);
    at_ += length;
    left_ -= length;
    return text;
  }
  void skip(std::size_t size) {
    if (size > left_) return fail();
    at_ += size;
    left_ -= size;
  }

  std::size_t left() const { return left_; }
  bool is_good() const { return is_good_; }                 // nothing was asked for behind the end
  bool is_whole() const { return is_good_ && left_ == 0; }  // and everything was taken

 private:
  template <typename Number>
  Number take() {
    Number number{};
    if (left_ < sizeof(Number)) return fail(), number;
    std::memcpy(&number, at_, sizeof(Number));
    at_ += sizeof(Number);
    left_ -= sizeof(Number);
    return number;
  }
  void fail() {
    is_good_ = false;
    left_ = 0;
  }

  const char* at_;
  std::size_t left_;
  bool is_good_ = true;
};

struct Header {
  std::uint16_t version = 0;
  std::string map;       // as the server calls it: "Town01", "Carla/Maps/Town03_Opt"
  std::size_t size = 0;  // in bytes
};
// Nothing: it is none, or not whole.
std::optional<Header> read_header(std::string_view head);
bool has_magic(std::string_view head);
// "Carla/Maps/Town03_Opt" is the map Town03, without its layers.
std::string plain_map_name(std::string_view map);

}  // namespace scrutineer::trace::carla
