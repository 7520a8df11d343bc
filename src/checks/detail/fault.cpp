#include "checks/detail/fault.h"

#include <cmath>

#include "base/quantity.h"

namespace scrutineer::checks {
namespace {

using scene::Side;

bool is_front(Side side) { return side == Side::front || side == Side::front_left || side == Side::front_right; }
bool is_rear(Side side) { return side == Side::rear || side == Side::rear_left || side == Side::rear_right; }
bool is_side(Side side) { return side == Side::left || side == Side::right; }

CollisionType type_of(const CrashContact& contact) {
  if (contact.ego_stands) return CollisionType::stopped_ego;
  if (contact.other_stands || contact.other_is_object) return CollisionType::stopped_other;
  if (is_rear(contact.side)) return CollisionType::active_rear;
  return is_front(contact.side) ? CollisionType::active_front : CollisionType::active_lateral;
}

CrashForm form_of(const CrashContact& contact) {
  if (contact.other_is_object) return CrashForm::object;
  if (contact.other_is_vru) return CrashForm::vru;
  const double angle = std::abs(std::remainder(contact.angle, 2.0 * kPi));
  const bool front_on_rear = (is_front(contact.side) && is_rear(contact.other_side)) ||
                             (is_rear(contact.side) && is_front(contact.other_side));
  if (front_on_rear && angle <= kPi / 4.0) return CrashForm::rear_end;
  if (is_front(contact.side) && is_front(contact.other_side) && angle >= 0.75 * kPi) return CrashForm::head_on;
  return is_side(contact.side) && is_side(contact.other_side) ? CrashForm::sideswipe : CrashForm::side;
}

FaultRule rule_of(const CrashContact& contact, CollisionType type, CrashForm form) {
  constexpr double kReverses = -0.1;  // m/s
  if (contact.is_secondary) return FaultRule::secondary;
  if (contact.is_first_frame) return FaultRule::first_frame;
  if (type == CollisionType::stopped_ego) return FaultRule::ego_standing;
  if (type == CollisionType::stopped_other) return FaultRule::other_standing;
  if (type == CollisionType::active_rear) {
    if (contact.ego_speed < kReverses) return FaultRule::reversing;
    return contact.ego_straddled_lately ? FaultRule::rear_after_lane_change : FaultRule::rear_in_lane;
  }
  const bool is_where_it_should_be = contact.has_map && contact.ego_is_in_own_lane && !contact.ego_straddles;
  if (form == CrashForm::head_on && is_where_it_should_be && (contact.other_straddles || contact.other_is_against_lane))
    return FaultRule::head_on_in_own_lane;
  if (type == CollisionType::active_front)
    return contact.is_preventable == false ? FaultRule::front_unpreventable : FaultRule::front;
  if (contact.other_is_vru) return FaultRule::vru_side;
  if (!contact.has_map) return FaultRule::no_map;
  if (!contact.ego_straddles) return FaultRule::side_in_lane;
  return contact.other_straddles ? FaultRule::side_both_straddling : FaultRule::side_straddling;
}

std::string_view reason(FaultRule rule) {
  constexpr std::array<std::string_view, kFaultRules.size()> kReasons{
      "a later contact of a crash",
      "they overlapped when one of them appeared",
      "it was hit while it stood",
      "ran into a standing vehicle",
      "reversed into it",
      "it was hit from behind right after it changed lanes",
      "it was hit from behind",
      "the other came into its lane against it",
      "a careful driver could not have prevented it either",
      "ran into it",
      "touched sideways by a person or bicycle",
      "sideways, and there is no map to tell who left its lane",
      "sideways, and both were across a lane's border",
      "touched it sideways while across a lane's border",
      "it was touched sideways while in its lane",
  };
  return kReasons.at(static_cast<std::size_t>(rule));
}

}  // namespace

Fault fault_of(FaultRule rule) {
  switch (rule) {
    case FaultRule::other_standing:
    case FaultRule::reversing:
    case FaultRule::front:
    case FaultRule::side_straddling:
      return Fault::at_fault;
    case FaultRule::ego_standing:
    case FaultRule::rear_in_lane:
    case FaultRule::head_on_in_own_lane:
    case FaultRule::side_in_lane:
      return Fault::not_at_fault;
    default:
      return Fault::undetermined;
  }
}

FaultVerdict judged(const CrashContact& contact) {
  FaultVerdict verdict;
  verdict.type = type_of(contact);
  verdict.form = form_of(contact);
  verdict.rule = rule_of(contact, verdict.type, verdict.form);
  verdict.fault = fault_of(verdict.rule);
  verdict.at_fault_nuplan = verdict.type == CollisionType::stopped_other ||
                            verdict.type == CollisionType::active_front ||
                            (verdict.type == CollisionType::active_lateral && contact.ego_straddles);
  return verdict;
}

std::string in_words(const FaultVerdict& verdict) {
  std::string_view why = reason(verdict.rule);
  if (verdict.rule == FaultRule::other_standing && verdict.form == CrashForm::object) why = "ran into a thing";
  if (verdict.rule == FaultRule::other_standing && verdict.form == CrashForm::vru) why = "ran into somebody who stood";
  constexpr std::array<std::string_view, 3> kWords{"fault undetermined", "not at fault", "at fault"};
  return std::string(kWords.at(static_cast<std::size_t>(verdict.fault))) + ": " + std::string(why);
}

}  // namespace scrutineer::checks
