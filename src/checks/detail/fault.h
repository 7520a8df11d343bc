// Whose fault a collision of the ego is, by rules that can be read. Pure: what is known of the contact goes in.
//
//   const FaultVerdict verdict = judged(contact);
//   verdict.fault, verdict.rule            // Fault::at_fault, FaultRule::other_standing
//   in_words(verdict)                      // "at fault: ran into a standing vehicle"
//
// Rules say who drove into whom, as a person who looks at the picture would; they are no law. docs/conflicts.md has the
// table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scene/boxes.h"

namespace scrutineer::checks {

// By what the ego did, and where it was hit.
enum class CollisionType : std::uint8_t { stopped_ego, stopped_other, active_rear, active_front, active_lateral };
// What it looks like.
enum class CrashForm : std::uint8_t { object, vru, rear_end, head_on, sideswipe, side };
enum class Fault : std::uint8_t { undetermined, not_at_fault, at_fault };
enum class FaultRule : std::uint8_t {
  secondary,
  first_frame,
  ego_standing,
  other_standing,
  reversing,
  rear_after_lane_change,
  rear_in_lane,
  head_on_in_own_lane,
  front_unpreventable,
  front,
  vru_side,
  no_map,
  side_both_straddling,
  side_straddling,
  side_in_lane,
};
inline constexpr std::array<std::string_view, 5> kCollisionTypes{"stopped_ego", "stopped_other", "active_rear",
                                                                 "active_front", "active_lateral"};
inline constexpr std::array<std::string_view, 6> kCrashForms{"object",  "vru",       "rear_end",
                                                             "head_on", "sideswipe", "side"};
inline constexpr std::array<std::string_view, 3> kFaults{"undetermined", "not_at_fault", "at_fault"};
inline constexpr std::array<std::string_view, 15> kFaultRules{"secondary",
                                                              "first_frame",
                                                              "ego_standing",
                                                              "other_standing",
                                                              "reversing",
                                                              "rear_after_lane_change",
                                                              "rear_in_lane",
                                                              "head_on_in_own_lane",
                                                              "front_unpreventable",
                                                              "front",
                                                              "vru_side",
                                                              "no_map",
                                                              "side_both_straddling",
                                                              "side_straddling",
                                                              "side_in_lane"};

// What is known of a contact of the ego. Motion is that of the last frame before it.
struct CrashContact {
  bool is_secondary = false;    // a later contact of a crash
  bool is_first_frame = false;  // they overlapped when one of them appeared
  bool ego_stands = false, other_stands = false;
  double ego_speed = 0.0;  // along its heading
  scene::Side side = scene::Side::front, other_side = scene::Side::front;
  double angle = 0.0;  // radians: the other's heading minus the ego's
  bool other_is_object = false, other_is_vru = false;
  bool has_map = false;
  bool ego_straddles = false, other_straddles = false;  // lanes
  bool ego_straddled_lately = false;
  bool ego_is_in_own_lane = false;  // it drives the way its lane does
  bool other_is_against_lane = false;
  std::optional<bool> is_preventable;  // by a careful driver (R157); nothing: not known, or there was no such event
};

struct FaultVerdict {
  CollisionType type = CollisionType::active_front;
  CrashForm form = CrashForm::object;
  FaultRule rule = FaultRule::front;
  Fault fault = Fault::undetermined;
  bool at_fault_nuplan = false;
};

FaultVerdict judged(const CrashContact& contact);
Fault fault_of(FaultRule rule);
// "at fault: ran into a standing vehicle"
std::string in_words(const FaultVerdict& verdict);

}  // namespace scrutineer::checks
