// What traffic lights show in a frame of OSI.
#include "trace/detail/osi_decoder.h"
#include "trace/detail/osi_wire.h"
#include "trace/detail/osi_words.h"

namespace scrutineer::trace::osi {

void Decoder::read_light(std::string_view message, RawFrame& frame) {
  const std::size_t position = light_count_++;
  if (position < known_lights_.size() && known_lights_[position].bytes == message) {
    frame.lights.push_back(known_lights_[position].state);
    return;
  }

  std::uint64_t id = 0;
  std::uint32_t colour = 0, mode = 0;
  bool is_out_of_service = false;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes(1):
        id = read_id(view_of(reader));
        break;
      case bytes(3): {
        pbf_reader classification = reader_of(view_of(reader));
        while (classification.next()) {
          switch (classification.tag_and_type()) {
            case varint(1):
              colour = classification.get_uint32();
              break;
            case varint(3):
              mode = classification.get_uint32();
              break;
            case varint(6):
              is_out_of_service = classification.get_bool();
              break;
            default:
              classification.skip();
          }
        }
        break;
      }
      default:
        reader.skip();
    }
  }
  const auto found = light_index_.find(id);
  const LightId light = found != light_index_.end() ? found->second : describe_light(id, message);
  const BulbState bulb = bulb_state(colour, mode, is_out_of_service);
  const LightState state{light, bulb.colour, bulb.mode};
  frame.lights.push_back(state);
  if (position >= known_lights_.size()) known_lights_.resize(position + 1);
  known_lights_[position] = {std::string(message), state};
}

}  // namespace scrutineer::trace::osi
