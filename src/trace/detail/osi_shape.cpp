#include "trace/detail/osi_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>
#include <protozero/varint.hpp>
#include <span>

namespace scrutineer::trace::osi {

namespace {

using protozero::pbf_wire_type;

struct Shape;

struct FieldShape {
  std::uint32_t number;
  pbf_wire_type type;
  const Shape* inner = nullptr;  // of a message, where it is looked into
};

struct Shape {
  std::span<const FieldShape> fields;  // 1, 2, 3 ... without a gap
  std::uint32_t first_unknown;         // fields from here on are later additions; lower ones must be listed
};

constexpr auto kVarint = pbf_wire_type::varint;
constexpr auto kDouble = pbf_wire_type::fixed64;
constexpr auto kBytes = pbf_wire_type::length_delimited;

constexpr FieldShape kIdentifierFields[] = {{1, kVarint}};
constexpr Shape kIdentifier{kIdentifierFields, 3};
constexpr FieldShape kTimestampFields[] = {{1, kVarint}, {2, kVarint}};
constexpr Shape kTimestamp{kTimestampFields, 3};
constexpr FieldShape kVersionFields[] = {{1, kVarint}, {2, kVarint}, {3, kVarint}};
constexpr Shape kVersion{kVersionFields, 4};
constexpr FieldShape kVectorFields[] = {{1, kDouble}, {2, kDouble}, {3, kDouble}};
constexpr Shape kVector{kVectorFields, 4};
constexpr FieldShape kBaseFields[] = {{1, kBytes, &kVector}, {2, kBytes, &kVector}, {3, kBytes, &kVector}};
constexpr Shape kBase{kBaseFields, 4};
constexpr FieldShape kMovingFields[] = {
    {1, kBytes, &kIdentifier}, {2, kBytes, &kBase}, {3, kVarint}, {4, kBytes}, {5, kBytes}, {6, kBytes}};
constexpr Shape kMoving{kMovingFields, 7};
constexpr FieldShape kReferenceFields[] = {{1, kBytes}, {2, kBytes}, {3, kBytes}};
constexpr Shape kReference{kReferenceFields, 4};
constexpr FieldShape kStandingFields[] = {  // StationaryObject and TrafficLight
    {1, kBytes, &kIdentifier},
    {2, kBytes, &kBase},
    {3, kBytes},
    {4, kBytes},
    {5, kBytes, &kReference}};
constexpr Shape kStanding{kStandingFields, 6};
constexpr FieldShape kMountingFields[] = {{1, kBytes, &kVector}, {2, kBytes, &kVector}};
constexpr Shape kMounting{kMountingFields, 3};

// These two and the conditions only for telling a GroundTruth from a SensorData, which has detections under their
// numbers.
constexpr FieldShape kLaneFields[] = {{1, kBytes, &kIdentifier}, {2, kBytes}, {3, kBytes}};
constexpr Shape kLane{kLaneFields, 4};
constexpr FieldShape kConditionFields[] = {{1, kVarint}, {2, kBytes}};
constexpr Shape kConditions{kConditionFields, 3};

constexpr FieldShape kGroundTruthFields[] = {{1, kBytes, &kVersion},
                                             {2, kBytes, &kTimestamp},
                                             {3, kBytes, &kIdentifier},
                                             {4, kBytes, &kStanding},
                                             {5, kBytes, &kMoving},
                                             {6, kBytes},
                                             {7, kBytes, &kStanding},
                                             {8, kBytes},
                                             {9, kBytes, &kLane},
                                             {10, kBytes, &kLane},
                                             {11, kBytes},
                                             {12, kBytes, &kConditions},
                                             {13, kVarint},
                                             {14, kBytes},
                                             {15, kBytes},
                                             {16, kBytes},
                                             {17, kBytes},
                                             {18, kBytes},
                                             {19, kBytes},
                                             {20, kBytes}};
constexpr Shape kGroundTruth{kGroundTruthFields, 21};

constexpr FieldShape kSensorViewFields[] = {{1, kBytes, &kVersion},     {2, kBytes, &kTimestamp},
                                            {3, kBytes, &kIdentifier},  {4, kBytes, &kMounting},
                                            {5, kBytes, &kMounting},    {6, kBytes},
                                            {7, kBytes, &kGroundTruth}, {8, kBytes, &kIdentifier}};
constexpr Shape kSensorView{kSensorViewFields, 1000};

constexpr FieldShape kSensorDataFields[] = {
    {1, kBytes, &kVersion},  {2, kBytes, &kTimestamp}, {3, kBytes, &kBase},       {4, kBytes, &kBase},
    {5, kBytes, &kMounting}, {6, kBytes, &kMounting},  {7, kBytes, &kSensorView}, {8, kBytes, &kTimestamp}};
constexpr Shape kSensorData{kSensorDataFields, 9};

// What every OSI message begins with; the rest is open.
constexpr FieldShape kAnyFields[] = {{1, kBytes, &kVersion}, {2, kBytes, &kTimestamp}};
constexpr Shape kAny{kAnyFields, 3};

struct Fit {
  bool fits = false;
  std::uint32_t fields = 0;      // how many there are
  std::uint64_t seen_below = 0;  // bit n: field n < 64 is there
  bool has(std::uint32_t number) const { return (seen_below >> number & 1) != 0; }
};

const FieldShape* find(const Shape& shape, std::uint32_t number) {
  return number >= 1 && number <= shape.fields.size() ? &shape.fields[number - 1] : nullptr;
}

struct Inner {
  std::string_view message;
  bool is_complete;
};

// The message that the reader's current field holds, as far as it is there.
Inner inner_of(const protozero::pbf_reader& reader) {
  const auto rest = reader.data();
  const char* begin = rest.data();
  const char* const end = rest.data() + rest.size();
  const std::uint64_t length = protozero::decode_varint(&begin, end);
  const auto available = static_cast<std::size_t>(end - begin);
  return {{begin, std::min<std::size_t>(length, available)}, length <= available};
}

Fit fit(std::string_view message, const Shape& shape, bool is_complete) {
  Fit result;
  protozero::pbf_reader reader(message.data(), message.size());
  try {
    while (reader.next()) {
      const std::uint32_t number = reader.tag();
      const FieldShape* field = find(shape, number);
      if (field == nullptr && number < shape.first_unknown) return result;
      if (field != nullptr && reader.wire_type() != field->type) return result;
      ++result.fields;
      if (number < 64) result.seen_below |= std::uint64_t{1} << number;
      if (field == nullptr || field->inner == nullptr) {
        reader.skip();
        continue;
      }
      const Inner inner = inner_of(reader);
      if (!inner.is_complete && is_complete) return result;
      if (!fit(inner.message, *field->inner, inner.is_complete).fits) return result;
      if (!inner.is_complete) break;
      reader.skip();
    }
  } catch (const protozero::exception&) {
    // A first part may end in the middle of a field; at least one must have begun.
    result.fits = !is_complete && result.fields > 0;
    return result;
  }
  result.fits = true;
  return result;
}

}  // namespace

Kind kind_of(std::string_view message, bool is_complete) {
  const Fit truth = fit(message, kGroundTruth, is_complete);
  const Fit view = fit(message, kSensorView, is_complete);
  // Both: nobody is there yet. A field 7 of which nothing speaks against a GroundTruth is one rather than a lone light.
  if (truth.fits && view.fits) return view.has(7) ? Kind::sensor_view : Kind::undecided;
  if (truth.fits) return Kind::ground_truth;
  if (view.fits) return Kind::sensor_view;
  if (fit(message, kSensorData, is_complete).fits) return Kind::sensor_data;
  const Fit any = fit(message, kAny, is_complete);
  return any.fits && any.has(1) && any.has(2) ? Kind::other_message : Kind::not_osi;
}

bool fits(std::string_view message, Kind kind) {
  return fit(message, kind == Kind::sensor_view ? kSensorView : kGroundTruth, true).fits;
}

std::string note_of_version(std::string_view version) {
  constexpr std::uint32_t kKnownMajor = 3;
  std::uint32_t parts[3] = {};  // major, minor, patch
  protozero::pbf_reader reader(version.data(), version.size());
  while (reader.next()) {
    if (reader.wire_type() == kVarint && reader.tag() <= std::size(parts))
      parts[reader.tag() - 1] = reader.get_uint32();
    else
      reader.skip();
  }
  if (parts[0] <= kKnownMajor) return {};
  return fmt::format("the messages are of OSI {}.{}, which is newer than {}.x: what changed in it is not known here",
                     parts[0], parts[1], kKnownMajor);
}

}  // namespace scrutineer::trace::osi
