// What the messages of an OSI run are, who their host is, and whether it drives itself.
#include <fmt/format.h>

#include "trace/detail/osi_decoder.h"
#include "trace/detail/osi_wire.h"
#include "trace/detail/osi_words.h"

namespace scrutineer::trace::osi {

bool Decoder::decide_kind(std::string_view message) {
  if (declared_) {
    if (fits(message, *declared_)) {
      kind_ = *declared_;
      return true;
    }
    fail(fmt::format("the message is no OSI {}, though declared as one",
                     declared_ == Kind::sensor_view ? "SensorView" : "GroundTruth"));
    return false;
  }
  switch (kind_of(message)) {
    case Kind::ground_truth:
      kind_ = Kind::ground_truth;
      return true;
    case Kind::sensor_view:
      kind_ = Kind::sensor_view;
      return true;
    case Kind::undecided:
      return true;
    case Kind::sensor_data:
      fail("the message is an OSI SensorData (what a sensor made of the world): a GroundTruth or SensorView is needed");
      return false;
    case Kind::other_message:
      fail("the message looks like OSI, but is neither a GroundTruth nor a SensorView");
      return false;
    case Kind::not_osi:
      fail("the message is no OSI GroundTruth or SensorView");
      return false;
  }
  return false;
}

void Decoder::read_host_data(std::string_view message) {
  DrivingFunctions functions;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    if (reader.tag_and_type() == bytes(11)) {
      data_host_ = read_id(view_of(reader));
      continue;
    }
    if (reader.tag_and_type() != bytes(12)) {
      reader.skip();
      continue;
    }
    std::uint32_t name = 0, state = 0;
    pbf_reader function = reader_of(view_of(reader));
    while (function.next()) {
      switch (function.tag_and_type()) {
        case varint(1):
          name = function.get_uint32();
          break;
        case varint(3):
          state = function.get_uint32();
          break;
        default:
          function.skip();
      }
    }
    functions.add(name, state);
  }
  av_state_ = functions.av_state();
}

void Decoder::finish_host(RawFrame& frame) {
  const std::optional<std::uint64_t> named = view_host_ ? view_host_ : truth_host_ ? truth_host_ : data_host_;
  if (named && !host_) {
    host_ = named;
    host_id_ = std::to_string(*named);
    if (const ActorId actor = index_.find(*named); actor.valid()) actors_.mark_host(actor);
  } else if (named && named != host_ && !has_noted_host_) {
    has_noted_host_ = true;
    notes_.add(fmt::format("the host changes from {} to {}: the first one is kept", *host_, *named));
  }
  if (av_state_ == AvState::unknown || !host_) return;
  const ActorId actor = index_.find(*host_);
  for (ActorState& state : frame.actors) {
    if (state.actor != actor) continue;
    state.av_state = av_state_;
    state.fields.set(Field::av_state);
  }
}

}  // namespace scrutineer::trace::osi
