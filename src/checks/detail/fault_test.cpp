#include "checks/detail/fault.h"

#include <gtest/gtest.h>

#include <set>

#include "base/quantity.h"

namespace scrutineer::checks {
namespace {

using scene::Side;

// A contact that the rule before it does not apply to, and a neighbour that another rule takes.
struct Row {
  const char* name;
  CrashContact contact;
  FaultRule rule;
  Fault fault;
};

CrashContact front_contact() {
  return {
      .ego_speed = 10.0, .side = Side::front, .other_side = Side::rear, .has_map = true, .ego_is_in_own_lane = true};
}
CrashContact rear_contact() {
  return {
      .ego_speed = 10.0, .side = Side::rear, .other_side = Side::front, .has_map = true, .ego_is_in_own_lane = true};
}
CrashContact side_contact() {
  return {
      .ego_speed = 10.0, .side = Side::left, .other_side = Side::right, .has_map = true, .ego_is_in_own_lane = true};
}

template <typename Change>
CrashContact with(CrashContact contact, Change&& change) {
  change(contact);
  return contact;
}

TEST(Fault, FollowsTheTableOfRules) {
  using enum FaultRule;
  using enum Fault;
  const auto head_on = [](auto&& change) {
    CrashContact contact = front_contact();
    contact.other_side = Side::front_left;
    contact.angle = kPi;
    change(contact);
    return contact;
  };
  const Row rows[] = {
      {"a later contact", with(front_contact(), [](auto& c) { c.is_secondary = true; }), secondary, undetermined},
      {"a later contact of one that stands",
       with(front_contact(), [](auto& c) { c.is_secondary = c.ego_stands = true; }), secondary, undetermined},
      {"overlapped from the first frame", with(front_contact(), [](auto& c) { c.is_first_frame = true; }), first_frame,
       undetermined},
      {"the ego stood", with(rear_contact(), [](auto& c) { c.ego_stands = true; }), ego_standing, not_at_fault},
      {"both stood", with(rear_contact(), [](auto& c) { c.ego_stands = c.other_stands = true; }), ego_standing,
       not_at_fault},
      {"the other stood", with(front_contact(), [](auto& c) { c.other_stands = true; }), other_standing, at_fault},
      {"a thing", with(side_contact(), [](auto& c) { c.other_is_object = true; }), other_standing, at_fault},
      {"reversed", with(rear_contact(), [](auto& c) { c.ego_speed = -0.2; }), reversing, at_fault},
      {"rolled back a little", with(rear_contact(), [](auto& c) { c.ego_speed = -0.05; }), rear_in_lane, not_at_fault},
      {"hit from behind after a lane change", with(rear_contact(), [](auto& c) { c.ego_straddled_lately = true; }),
       rear_after_lane_change, undetermined},
      {"hit from behind", rear_contact(), rear_in_lane, not_at_fault},
      {"hit at a rear corner", with(rear_contact(), [](auto& c) { c.side = Side::rear_left; }), rear_in_lane,
       not_at_fault},
      {"head on, the other across the border", head_on([](auto& c) { c.other_straddles = true; }), head_on_in_own_lane,
       not_at_fault},
      {"head on, the other against its lane", head_on([](auto& c) { c.other_is_against_lane = true; }),
       head_on_in_own_lane, not_at_fault},
      {"head on, the ego across, too", head_on([](auto& c) { c.other_straddles = c.ego_straddles = true; }),
       FaultRule::front, at_fault},
      {"head on, the ego against its lane", head_on([](auto& c) {
         c.other_straddles = true;
         c.ego_is_in_own_lane = false;
       }),
       FaultRule::front, at_fault},
      {"head on, the other where it should be", head_on([](auto&) {}), FaultRule::front, at_fault},
      {"head on without a map", head_on([](auto& c) {
         c.other_straddles = true;
         c.has_map = false;
       }),
       FaultRule::front, at_fault},
      {"nobody could have prevented it", with(front_contact(), [](auto& c) { c.is_preventable = false; }),
       front_unpreventable, undetermined},
      {"somebody could have prevented it", with(front_contact(), [](auto& c) { c.is_preventable = true; }),
       FaultRule::front, at_fault},
      {"ran into it", front_contact(), FaultRule::front, at_fault},
      {"ran into it with a corner", with(front_contact(), [](auto& c) { c.side = Side::front_right; }),
       FaultRule::front, at_fault},
      {"ran into a person", with(front_contact(), [](auto& c) { c.other_is_vru = true; }), FaultRule::front, at_fault},
      {"a bicycle at the side", with(side_contact(), [](auto& c) { c.other_is_vru = true; }), vru_side, undetermined},
      {"sideways without a map", with(side_contact(), [](auto& c) { c.has_map = false; }), no_map, undetermined},
      {"both across", with(side_contact(), [](auto& c) { c.ego_straddles = c.other_straddles = true; }),
       side_both_straddling, undetermined},
      {"the ego across", with(side_contact(), [](auto& c) { c.ego_straddles = true; }), side_straddling, at_fault},
      {"the other across", with(side_contact(), [](auto& c) { c.other_straddles = true; }), side_in_lane, not_at_fault},
      {"nobody across", side_contact(), side_in_lane, not_at_fault},
  };
  std::set<FaultRule> shown;
  for (const auto& [name, contact, rule, fault] : rows) {
    const FaultVerdict verdict = judged(contact);
    EXPECT_EQ(kFaultRules.at(static_cast<std::size_t>(verdict.rule)), kFaultRules.at(static_cast<std::size_t>(rule)))
        << name;
    EXPECT_EQ(verdict.fault, fault) << name;
    EXPECT_EQ(fault_of(rule), fault) << name;
    shown.insert(rule);
  }
  EXPECT_EQ(shown.size(), kFaultRules.size()) << "a rule without a row";
}

TEST(Fault, SaysWhatItLookedLike) {
  struct Case {
    const char* name;
    CrashContact contact;
    CrashForm form;
    CollisionType type;
    bool nuplan;
  };
  const Case cases[] = {
      {"onto the rear", front_contact(), CrashForm::rear_end, CollisionType::active_front, true},
      {"hit at the rear", rear_contact(), CrashForm::rear_end, CollisionType::active_rear, false},
      {"front on rear, at an angle", with(front_contact(), [](auto& c) { c.angle = 1.0; }), CrashForm::side,
       CollisionType::active_front, true},
      {"head on",
       with(front_contact(),
            [](auto& c) {
              c.other_side = Side::front;
              c.angle = 3.0;
            }),
       CrashForm::head_on, CollisionType::active_front, true},
      {"front on front across",
       with(front_contact(),
            [](auto& c) {
              c.other_side = Side::front;
              c.angle = 1.5;
            }),
       CrashForm::side, CollisionType::active_front, true},
      {"side on side", side_contact(), CrashForm::sideswipe, CollisionType::active_lateral, false},
      {"side on side, across a border", with(side_contact(), [](auto& c) { c.ego_straddles = true; }),
       CrashForm::sideswipe, CollisionType::active_lateral, true},
      {"into the side",
       with(front_contact(),
            [](auto& c) {
              c.other_side = Side::left;
              c.angle = 1.5;
            }),
       CrashForm::side, CollisionType::active_front, true},
      {"a thing", with(front_contact(), [](auto& c) { c.other_is_object = true; }), CrashForm::object,
       CollisionType::stopped_other, true},
      {"a person", with(front_contact(), [](auto& c) { c.other_is_vru = true; }), CrashForm::vru,
       CollisionType::active_front, true},
      {"hit while it stood", with(rear_contact(), [](auto& c) { c.ego_stands = true; }), CrashForm::rear_end,
       CollisionType::stopped_ego, false},
  };
  for (const auto& [name, contact, form, type, nuplan] : cases) {
    const FaultVerdict verdict = judged(contact);
    EXPECT_EQ(kCrashForms.at(static_cast<std::size_t>(verdict.form)), kCrashForms.at(static_cast<std::size_t>(form)))
        << name;
    EXPECT_EQ(kCollisionTypes.at(static_cast<std::size_t>(verdict.type)),
              kCollisionTypes.at(static_cast<std::size_t>(type)))
        << name;
    EXPECT_EQ(verdict.at_fault_nuplan, nuplan) << name;
  }
}

TEST(Fault, IsToldInWords) {
  EXPECT_EQ(in_words(judged(with(front_contact(), [](auto& c) { c.other_stands = true; }))),
            "at fault: ran into a standing vehicle");
  EXPECT_EQ(in_words(judged(with(front_contact(), [](auto& c) { c.other_is_object = true; }))),
            "at fault: ran into a thing");
  EXPECT_EQ(in_words(judged(rear_contact())), "not at fault: it was hit from behind");
  EXPECT_EQ(in_words(judged(with(side_contact(), [](auto& c) { c.has_map = false; }))),
            "fault undetermined: sideways, and there is no map to tell who left its lane");
}

}  // namespace
}  // namespace scrutineer::checks
