// Decodes OSI messages, one frame each, into raw frames: the part that .osi files and MCAP share.
//
// Per frame only what can change is read. What describes an actor (type, size, trailer ...) is read when it appears,
// and things that stand still are compared with what the last message said of them, byte by byte, before they are read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "trace/detail/frame_source.h"
#include "trace/detail/id_index.h"
#include "trace/detail/osi_shape.h"

namespace protozero {
class data_view;
}

namespace scrutineer::trace::osi {

// Of a Timestamp message; nothing: the time does not fit 64 bits of nanoseconds. Throws as osi_wire.h says.
std::optional<Duration> read_timestamp(std::string_view message, TimeUnit unit);

class Decoder {
 public:
  // The tables are the reader's own and outlive the decoder.
  Decoder(ActorTable& actors, std::vector<LightInfo>& lights, Notes& notes, std::optional<std::string>& host_id,
          TimeUnit time_unit)
      : actors_(actors), lights_(lights), notes_(notes), host_id_(host_id), time_unit_(time_unit) {}

  // GroundTruth or SensorView, where something says so, such as a schema; otherwise the messages tell.
  void declare(Kind kind) { declared_ = kind; }

  // Replaces the content of `frame`. `record_time` stands in for a message without a time of its own. The problem
  // concerns this message only and has no place.
  std::optional<Problem> decode(std::string_view message, std::optional<Duration> record_time, RawFrame& frame);

 private:
  // What is asked for in every frame, by ActorId.
  struct Slot {
    std::uint64_t id = 0;
    std::uint64_t last_frame = 0;
    double half_height = 0.0;
    std::string size;                          // of what moves, as the run said it last
    std::uint32_t type = 0, vehicle_type = 0;  // likewise, as it said them first
    std::size_t standing = kMoves;             // its place in standing_
    bool stands() const { return standing != kMoves; }
  };
  static constexpr std::size_t kMoves = ~std::size_t{0};
  // A light as the message at the same position of the list said last.
  struct KnownLight {
    std::string bytes;
    LightState state;
  };
  struct Description;

  bool decide_kind(std::string_view message);
  void read_sensor_view(std::string_view message, RawFrame& frame);
  void read_ground_truth(std::string_view message, RawFrame& frame);
  void read_host_data(std::string_view message);
  void read_moving(std::string_view message, RawFrame& frame);
  void read_stationary(std::string_view message, RawFrame& frame);
  bool stands_as_before(ActorId actor, std::string_view message) const;
  void read_light(std::string_view message, RawFrame& frame);

  ActorId find_actor(std::uint64_t id, std::size_t expected_position) const;
  // Takes an actor into the tables, new or back again. Not valid: a problem was found.
  ActorId appear(ActorId known, Description description);
  // Of a moving actor that is here already.
  void note_other_type(ActorId actor, std::uint32_t type, std::uint32_t vehicle_type);
  void take_other_size(ActorId actor, std::string_view size, std::string_view message);
  void keep_what_is_not_repeated(ActorId known, Description& description) const;
  void attach_to(ActorId part, ActorId whole);
  void forget_standing(ActorId actor);
  LightId describe_light(std::uint64_t id, std::string_view message);
  void finish_host(RawFrame& frame);
  void fail(std::string message);

  ActorTable& actors_;
  std::vector<LightInfo>& lights_;
  Notes& notes_;
  std::optional<std::string>& host_id_;
  TimeUnit time_unit_;
  std::optional<Kind> declared_;
  Kind kind_ = Kind::undecided;  // until a message decided

  std::vector<Slot> slots_;
  IdIndex index_;
  std::vector<ActorId> last_order_;                           // of moving objects in the message before
  std::unordered_map<std::uint64_t, ActorId> awaited_parts_;  // trailers that were named and have not come yet
  std::vector<ActorState> standing_;                          // stationary objects stay once they were seen
  std::vector<std::string> standing_bytes_;                   // what the last message said of each of them
  std::vector<ActorId> last_object_order_;                    // of stationary objects in the message before
  std::vector<KnownLight> known_lights_;
  std::unordered_map<std::uint64_t, LightId> light_index_;
  std::optional<std::uint64_t> host_;
  // Said once; they are met in every frame.
  bool has_noted_host_ = false, has_noted_size_ = false, has_noted_type_ = false;

  // Of the message being decoded:
  std::uint64_t frame_ = 0;
  std::size_t moving_count_ = 0, object_count_ = 0, light_count_ = 0;
  std::optional<Duration> truth_time_, view_time_;
  std::optional<std::uint64_t> truth_host_, view_host_, data_host_;
  AvState av_state_ = AvState::unknown;
  std::optional<Problem> problem_;
};

}  // namespace scrutineer::trace::osi
