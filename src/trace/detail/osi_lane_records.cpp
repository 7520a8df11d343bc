#include "trace/detail/osi_lane_records.h"

#include "trace/detail/osi_wire.h"
#include "trace/detail/osi_words.h"

namespace scrutineer::trace::osi {
namespace {

constexpr std::size_t kPointSize = 29;  // bytes of a point with its three coordinates, in the message that it is in

map::LanePoint read_point(std::string_view message) {
  const Triple triple = read_triple(message);
  return {triple.a, triple.b, triple.c};
}

// Calls `use(tag, reader)` for each field; it takes the field or skips it.
template <typename Use>
void each_field(std::string_view message, Use use) {
  pbf_reader reader = reader_of(message);
  while (reader.next()) use(reader.tag_and_type(), reader);
}

LanePairing read_pairing(std::string_view message) {
  LanePairing pairing;
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    switch (tag) {
      case bytes(1):
        pairing.before = read_id(view_of(reader));
        pairing.has_before = true;
        break;
      case bytes(2):
        pairing.after = read_id(view_of(reader));
        pairing.has_after = true;
        break;
      default:
        reader.skip();
    }
  });
  return pairing;
}

void read_lane_classification(std::string_view message, PhysicalLane& lane) {
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    switch (tag) {
      case varint(1):
        lane.type = reader.get_uint32();
        break;
      case bytes(3):
        if (lane.centre.empty()) lane.centre.reserve(message.size() / kPointSize + 1);
        lane.centre.push_back(read_point(view_of(reader)));
        break;
      case varint(4):
        lane.runs_with_points = reader.get_bool();
        break;
      case bytes(5):
        lane.left_lanes.push_back(read_id(view_of(reader)));
        break;
      case bytes(6):
        lane.right_lanes.push_back(read_id(view_of(reader)));
        break;
      case bytes(7):
        lane.pairings.push_back(read_pairing(view_of(reader)));
        break;
      case bytes(8):
        lane.right_borders.push_back(read_id(view_of(reader)));
        break;
      case bytes(9):
        lane.left_borders.push_back(read_id(view_of(reader)));
        break;
      case varint(12):
        lane.subtype = reader.get_uint32();
        break;
      default:
        reader.skip();
    }
  });
}

PhysicalLane read_lane(std::string_view message) {
  PhysicalLane lane;
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    switch (tag) {
      case bytes(1):
        lane.id = read_id(view_of(reader));
        break;
      case bytes(2):
        read_lane_classification(view_of(reader), lane);
        break;
      default:
        reader.skip();
    }
  });
  return lane;
}

// One point of either kind of border: 1 = position; 2 is the width of the mark, of a logical one s.
void read_border_point(std::string_view message, bool is_logical, BorderLine& line) {
  map::LanePoint point;
  double second = 0.0;
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    if (tag == bytes(1))
      point = read_point(view_of(reader));
    else if (tag == fixed64(2))
      second = reader.get_double();
    else
      reader.skip();
  });
  if (is_logical)
    line.stations.push_back(second);
  else if (line.points.empty())
    line.width = second;
  line.points.push_back(point);
}

// LaneBoundary and LogicalLaneBoundary alike: 1 = id, 2 = points; 3 is the classification of the one, 4 the physical
// borders of the other.
void read_border(std::string_view message, bool is_logical, Borders& borders) {
  Id id = 0;
  BorderLine line;
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    if (tag == bytes(1)) {
      id = read_id(view_of(reader));
    } else if (tag == bytes(2)) {
      if (line.points.empty()) line.points.reserve(message.size() / (kPointSize + 2) + 1);
      read_border_point(view_of(reader), is_logical, line);
    } else if (!is_logical && tag == bytes(3)) {
      each_field(view_of(reader), [&](std::uint32_t field, pbf_reader& inner) {
        if (field == varint(1))
          line.type = inner.get_uint32();
        else if (field == varint(2))
          line.colour = inner.get_uint32();
        else
          inner.skip();
      });
    } else if (is_logical && tag == bytes(4)) {
      line.physical.push_back(read_id(view_of(reader)));
    } else {
      reader.skip();
    }
  });
  borders.try_emplace(id, std::move(line));
}

// The id in field 1 of a LaneRelation, LaneConnection, PhysicalLaneReference or LogicalLaneAssignment.
Id read_inner_id(std::string_view message) {
  Id id = 0;
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    if (tag == bytes(1))
      id = read_id(view_of(reader));
    else
      reader.skip();
  });
  return id;
}

struct SignValue {
  double value = 0.0;
  std::uint32_t unit = 0;
  std::string text;
};

SignValue read_sign_value(std::string_view message) {
  SignValue found;
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    switch (tag) {
      case fixed64(1):
        found.value = reader.get_double();
        break;
      case varint(2):
        found.unit = reader.get_uint32();
        break;
      case bytes(3):
        found.text = std::string(view_of(reader));
        break;
      default:
        reader.skip();
    }
  });
  return found;
}

// A TrafficRule's speed limit in m/s; 0: it is none.
double read_rule_speed(std::string_view rule) {
  double speed = 0.0;
  each_field(rule, [&](std::uint32_t tag, pbf_reader& reader) {
    if (tag != bytes(3)) return reader.skip();
    each_field(view_of(reader), [&](std::uint32_t field, pbf_reader& inner) {
      if (field != bytes(1)) return inner.skip();
      const SignValue value = read_sign_value(view_of(inner));
      speed = speed_of(value.value, value.unit);
    });
  });
  return speed;
}

LogicalLane read_logical_lane(std::string_view message) {
  LogicalLane lane;
  bool has_start = false, has_end = false;
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    switch (tag) {
      case bytes(1):
        lane.id = read_id(view_of(reader));
        break;
      case varint(2):
        lane.type = reader.get_uint32();
        break;
      case bytes(4):
        lane.physical.push_back(read_inner_id(view_of(reader)));
        break;
      case bytes(5):
        lane.reference_lines = {};
        lane.reference_lines.push_back(read_id(view_of(reader)));
        break;
      case fixed64(6):
        lane.start_s = reader.get_double();
        has_start = true;
        break;
      case fixed64(7):
        lane.end_s = reader.get_double();
        has_end = true;
        break;
      case varint(8):
        lane.move = reader.get_uint32();
        break;
      case bytes(9):
        lane.right_lanes.push_back(read_inner_id(view_of(reader)));
        break;
      case bytes(10):
        lane.left_lanes.push_back(read_inner_id(view_of(reader)));
        break;
      case bytes(12):
        lane.right_borders.push_back(read_id(view_of(reader)));
        break;
      case bytes(13):
        lane.left_borders.push_back(read_id(view_of(reader)));
        break;
      case bytes(14):
        lane.before.push_back(read_inner_id(view_of(reader)));
        break;
      case bytes(15):
        lane.after.push_back(read_inner_id(view_of(reader)));
        break;
      case bytes(17):
        if (const double speed = read_rule_speed(view_of(reader)); speed > 0.0) lane.speed = speed;
        break;
      default:
        reader.skip();
    }
  });
  // Writers drop zeros, so a start may be missing.
  lane.has_range = has_end && lane.end_s > lane.start_s && (has_start || lane.start_s == 0.0);
  return lane;
}

void read_base(std::string_view message, StandingThing& thing) {
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    switch (tag) {
      case bytes(1):
        thing.width = read_triple(view_of(reader)).b;
        break;
      case bytes(2):
        thing.position = read_point(view_of(reader));
        break;
      case bytes(3):
        thing.yaw = read_triple(view_of(reader)).c;
        break;
      default:
        reader.skip();
    }
  });
}

// TrafficSign.MainSign.Classification.
void read_sign_classification(std::string_view message, StandingThing& sign) {
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    switch (tag) {
      case varint(2):
        sign.sign_type = reader.get_uint32();
        break;
      case bytes(3): {
        SignValue value = read_sign_value(view_of(reader));
        sign.value = value.value;
        sign.unit = value.unit;
        sign.text = std::move(value.text);
        sign.has_value = true;
        break;
      }
      case bytes(5):
        sign.lanes.push_back(read_id(view_of(reader)));
        break;
      case bytes(8):
        sign.country = std::string(view_of(reader));
        break;
      case bytes(10):
        sign.code = std::string(view_of(reader));
        break;
      case bytes(11):
        sign.sub_code = std::string(view_of(reader));
        break;
      case bytes(12):
        sign.logical_lanes.push_back(read_inner_id(view_of(reader)));
        break;
      default:
        reader.skip();
    }
  });
}

StandingThing read_sign(std::string_view message) {
  StandingThing sign;
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    if (tag == bytes(1)) {
      sign.id = read_id(view_of(reader));
      return;
    }
    if (tag != bytes(2)) return reader.skip();
    each_field(view_of(reader), [&](std::uint32_t field, pbf_reader& inner) {
      if (field == bytes(1))
        read_base(view_of(inner), sign);
      else if (field == bytes(2))
        read_sign_classification(view_of(inner), sign);
      else
        inner.skip();
    });
  });
  return sign;
}

// Lights and markings: 1 = id, 2 = base, 3 = classification, whose fields are told beside.
struct ClassificationFields {
  std::uint32_t type, sign_type, icon, lanes, logical_lanes;  // 0: it has no such field
};
constexpr ClassificationFields kLightFields = {0, 0, 2, 5, 7};
constexpr ClassificationFields kMarkingFields = {1, 2, 0, 6, 12};

StandingThing read_thing(std::string_view message, const ClassificationFields& fields) {
  StandingThing thing;
  const auto is = [](std::uint32_t field, std::uint32_t tag, auto kind) { return field != 0 && tag == kind(field); };
  each_field(message, [&](std::uint32_t tag, pbf_reader& reader) {
    switch (tag) {
      case bytes(1):
        thing.id = read_id(view_of(reader));
        break;
      case bytes(2):
        read_base(view_of(reader), thing);
        break;
      case bytes(3):
        each_field(view_of(reader), [&](std::uint32_t inner_tag, pbf_reader& inner) {
          if (is(fields.type, inner_tag, varint))
            thing.type = inner.get_uint32();
          else if (is(fields.sign_type, inner_tag, varint))
            thing.sign_type = inner.get_uint32();
          else if (is(fields.icon, inner_tag, varint))
            thing.icon = inner.get_uint32();
          else if (is(fields.lanes, inner_tag, bytes))
            thing.lanes.push_back(read_id(view_of(inner)));
          else if (is(fields.logical_lanes, inner_tag, bytes))
            thing.logical_lanes.push_back(read_inner_id(view_of(inner)));
          else
            inner.skip();
        });
        break;
      default:
        reader.skip();
    }
  });
  return thing;
}

}  // namespace

double speed_of(double value, std::uint32_t unit) {
  if (unit == kKilometresPerHour) return value / 3.6;
  if (unit == kMilesPerHour) return value * 0.44704;
  return 0.0;
}

LaneMessages read_lane_messages(std::string_view ground_truth) {
  LaneMessages found;
  each_field(ground_truth, [&](std::uint32_t tag, pbf_reader& reader) {
    switch (tag) {
      case bytes(6):
        found.signs.push_back(read_sign(view_of(reader)));
        break;
      case bytes(7):
        found.lights.push_back(read_thing(view_of(reader), kLightFields));
        break;
      case bytes(8):
        found.markings.push_back(read_thing(view_of(reader), kMarkingFields));
        break;
      case bytes(9):
        read_border(view_of(reader), false, found.borders);
        break;
      case bytes(10):
        found.lanes.push_back(read_lane(view_of(reader)));
        break;
      case bytes(14):
        found.proj = std::string(view_of(reader));
        break;
      case bytes(17):  // a reference line is laid out as a logical border
        read_border(view_of(reader), true, found.reference_lines);
        break;
      case bytes(18):
        read_border(view_of(reader), true, found.logical_borders);
        break;
      case bytes(19):
        found.logical_lanes.push_back(read_logical_lane(view_of(reader)));
        break;
      default:
        reader.skip();
    }
  });
  return found;
}

}  // namespace scrutineer::trace::osi
