#include "trace/detail/osi_words.h"

#include <iterator>

namespace scrutineer::trace::osi {

Category vehicle_category(std::uint32_t type) {
  switch (type) {
    case 2:  // small, compact, medium, luxury
    case 3:
    case 4:
    case 5:
      return Category::car;
    case 6:
      return Category::van;
    case 7:
    case 16:  // semitractor
      return Category::truck;
    case 8:
      return Category::semitrailer;
    case 9:
      return Category::trailer;
    case 10:
      return Category::motorcycle;
    case 11:
      return Category::bicycle;
    case 12:
      return Category::bus;
    case 13:
      return Category::tram;
    case 14:
      return Category::train;
    case 15:
      return Category::wheelchair;
    case 17:  // stand-up scooter
    case 18:  // micromobility device
      return Category::scooter;
    case 19:
      return Category::work_machine;
    default:
      return Category::other_vehicle;
  }
}

Category stationary_category(std::uint32_t type) {
  switch (type) {
    case 2:
      return Category::bridge;
    case 9:
      return Category::vegetation;
    case 10:
      return Category::curbstone;
    case 14:
      return Category::overhead_structure;
    case 17:
      return Category::speed_bump;
    default:
      return Category::object;
  }
}

Indicator indicator(std::uint32_t state) {
  switch (state) {
    case 2:
      return Indicator::off;
    case 3:
      return Indicator::left;
    case 4:
      return Indicator::right;
    case 5:
      return Indicator::hazard;
    default:
      return Indicator::unknown;
  }
}

BrakeLight brake_light(std::uint32_t state) {
  switch (state) {
    case 2:
      return BrakeLight::off;
    case 3:  // normal
    case 4:  // strong
      return BrakeLight::on;
    default:
      return BrakeLight::unknown;
  }
}

namespace {

LightColour lit_colour(std::uint32_t colour) {
  switch (colour) {
    case 2:
      return LightColour::red;
    case 3:
      return LightColour::yellow;
    case 4:
      return LightColour::green;
    default:
      return LightColour::unknown;
  }
}

}  // namespace

BulbState bulb_state(std::uint32_t colour, std::uint32_t mode, bool is_out_of_service) {
  enum : std::uint32_t { kOff = 2, kConstant = 3, kFlashing = 4, kCounting = 5 };
  if (is_out_of_service) return {LightColour::unknown, LightMode::malfunctioning};
  const LightColour lit = lit_colour(colour);
  switch (mode) {
    case kOff:
      return {LightColour::off, LightMode::regular};
    case kConstant:
    case kCounting:
      return {lit, LightMode::regular};
    case kFlashing:
      if (lit == LightColour::red) return {lit, LightMode::flashing_red};
      if (lit == LightColour::yellow) return {lit, LightMode::flashing_yellow};
      return {lit, LightMode::regular};  // green that flashes is still green
    default:
      return {LightColour::unknown, LightMode::unknown};
  }
}

bool is_for_vehicles(std::uint32_t icon) {
  const bool is_pedestrian_or_bicycle = icon >= 15 && icon <= 19;
  const bool is_tram_or_bus = icon >= 22 && icon <= 24;
  return !is_pedestrian_or_bicycle && !is_tram_or_bus;
}

bool is_for_people(std::uint32_t icon) { return icon >= 15 && icon <= 17; }

map::LaneType lane_type(std::uint32_t subtype) {
  using enum map::LaneType;
  constexpr map::LaneType kTypes[] = {other,           other,  driving,  biking, sidewalk, parking, stop,
                                      restricted,      border, shoulder, exit,   entry,    on_ramp, off_ramp,
                                      connecting_ramp, median, curb,     rail,   tram};
  return subtype < std::size(kTypes) ? kTypes[subtype] : other;
}

// What bounds the road without being painted is its edge; rails and walls are none of OpenDRIVE's marks.
std::optional<map::MarkType> mark_type(std::uint32_t type) {
  using enum map::MarkType;
  constexpr map::MarkType kTypes[] = {other, other, none, solid, broken, botts_dots, edge,  edge,
                                      grass, edge,  edge, other, curb,   other,      other, other};
  if (type == 0) return std::nullopt;
  return type < std::size(kTypes) ? kTypes[type] : other;
}

map::MarkColour mark_colour(std::uint32_t colour) {
  using enum map::MarkColour;
  constexpr map::MarkColour kColours[] = {standard, other, standard, white, yellow, red, blue, green, violet, orange};
  return colour < std::size(kColours) ? kColours[colour] : other;
}

// 0 is unknown and 1 something else; from 2 on they are in the order of our words.
Precipitation precipitation(std::uint32_t level) {
  constexpr std::uint32_t kNone = 2, kExtreme = 8;
  return level < kNone || level > kExtreme ? Precipitation::unknown : static_cast<Precipitation>(level - 1);
}

Visibility visibility(std::uint32_t fog) {
  constexpr std::uint32_t kExcellent = 2, kDense = 9;
  return fog < kExcellent || fog > kDense ? Visibility::unknown : static_cast<Visibility>(fog - 1);
}

// Levels 1 and 2 are below 1 lux, level 8 and 9 are full daylight, from 1000 lux on.
Illumination illumination(std::uint32_t level) {
  constexpr std::uint32_t kLevel1 = 2, kLevel3 = 4, kLevel8 = 9, kLevel9 = 10;
  if (level < kLevel1 || level > kLevel9) return Illumination::unknown;
  return level < kLevel3 ? Illumination::night : level < kLevel8 ? Illumination::twilight : Illumination::day;
}

void DrivingFunctions::add(std::uint32_t name, std::uint32_t state) {
  constexpr std::uint32_t kActive = 6;
  switch (name) {
    case 0:   // unknown, and
    case 1:   // other: the maker's own
    case 10:  // adaptive cruise control
    case 11:  // lane keeping assist
    case 12:  // active driving assistance
    case 15:  // active and
    case 16:  // remote parking
    case 22:  // urban driving
    case 23:  // highway autopilot
    case 24:  // cruise control
      if (state == 0) return;
      if (state == kActive) state_ = AvState::active;
      if (state_ == AvState::unknown) state_ = AvState::inactive;
      return;
    default:
      return;
  }
}

}  // namespace scrutineer::trace::osi
