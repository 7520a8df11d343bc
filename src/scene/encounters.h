// Who meets whom, how, and how near it is: for one actor, here called the ego, whichever it is, and all near it.
//
//   encounters.follow(ego);                                       // once; from then on every frame
//   for (const Encounter& met : encounters.of(ego))               // by uid of the other
//     if (encounters.measures(met).ttc < 1.5) ...
//
// docs/conflicts.md has every type and measure with its formula. Some depend on what was before: where bodies have been
// (trails), who followed whom, who has stood for how long. That is kept of actors that are followed and of all
// near them, from the frame in which following begins.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "scene/actors.h"
#include "scene/conflict_measures.h"
#include "scene/motion.h"
#include "scene/places.h"
#include "scene/relations.h"

namespace scrutineer::scene {

enum class EncounterType : std::uint8_t {
  none,
  standing,
  following,
  oncoming,
  adjacent,
  merging,
  crossing,
  vru_crossing
};
enum class EncounterRole : std::uint8_t { none, follower, leader };  // of the ego
enum class CameFirst : std::uint8_t { nobody, ego, other };
std::string_view to_word(EncounterType type);
std::string_view to_word(EncounterRole role);
std::string_view to_word(CameFirst first);

inline constexpr double kConflictRange = 100.0;   // metres between bodies
inline constexpr double kConflictHorizon = 10.0;  // seconds ahead
inline constexpr double kTrailDuration = 10.0;    // seconds back
inline constexpr double kStandsFor = 5.0;         // seconds after which one that stands is in the way like a thing
inline constexpr double kNoMeasure = std::numeric_limits<double>::quiet_NaN();

// Trails are half of what encounters cost: without them there is no TrailContact.
enum class KeepTrails : std::uint8_t { no, yes };

// One was where the other had been.
struct TrailContact {
  double pet = kNoMeasure;        // in this frame, seconds; NaN: neither is where the other was
  double least_pet = kNoMeasure;  // since they first were
  CameFirst first = CameFirst::nobody;
  // How long each was in the area that both were in; known once the second has left it. NaN: not known, or the trail
  // does not reach back to when the first one came there.
  double et = kNoMeasure, other_et = kNoMeasure;
};

struct Encounter {
  Slot ego, other;  // wholes
  EncounterType type = EncounterType::none;
  EncounterRole role = EncounterRole::none;
  bool is_along_road = false;  // measured along the way; else in the plane
  bool overlaps = false;       // the bodies, in the plane
  double gap = kNoMeasure;     // following, standing: between bumpers, along the way
  double rear_speed = kNoMeasure, front_speed = kNoMeasure, front_acceleration = kNoMeasure;  // likewise
  TrailContact contact;

  // How both move, along the way or in the plane; boxes are where Encounters keeps them (Encounters::motion).
  struct Motion {
    Mover mover;  // without parts
    std::uint32_t first_box = 0, box_count = 0;
  };
  Motion ego_motion, other_motion;
};

// The measures that most are judged by.
struct NearMeasures {
  double ttc = kNoMeasure;
  double drac = kNoMeasure, other_drac = kNoMeasure;
  double headway = kNoMeasure, thw = kNoMeasure;
};
struct Measures : NearMeasures {
  double trail_time = kNoMeasure;
  double mttc = kNoMeasure, mdrac = kNoMeasure;
  double required_deceleration = kNoMeasure, btn = kNoMeasure;
  double required_lateral = kNoMeasure, stn = kNoMeasure;
  double dce = kNoMeasure, ttce = kNoMeasure;
  double distance = kNoMeasure;  // between the bodies, in the plane
  double wttc = kNoMeasure;
  double impact_speed = kNoMeasure, predicted_delta_v = kNoMeasure, extended_delta_v = kNoMeasure;
};

// What the measures rest on.
struct MeasureOptions {
  double reaction_time = 1.0;        // seconds, of mdrac
  double full_braking = 8.0;         // m/s^2, of btn, stn and wttc
  double vru_acceleration = 3.0;     // m/s^2, of wttc
  double comfortable_braking = 6.0;  // m/s^2, of extended_delta_v
};

class Encounters {
 public:
  Encounters(const Actors& actors, Motion& motion, Places& places, Relations& relations);
  ~Encounters();

  // Keeps what encounters of this actor need, from this frame on. Again: with the larger range, and with trails if anybody
  // wants them.
  void follow(Slot ego, double range = kConflictRange, KeepTrails trails = KeepTrails::yes);
  // After Actors::advance and Places::advance, every frame.
  void advance();

  // Everybody within its range, by uid, also actors of none of the types. Empty if it is not followed. Without trails
  // this is found when it is first asked for.
  std::span<const Encounter> of(Slot ego);
  // Just who these are, which costs little; the ego may be among them.
  std::span<const Slot> near(Slot ego);
  // Null: not in range, or the ego is not followed.
  const Encounter* between(Slot ego, Slot other);

  // Along the way or in the plane, as the encounter is measured; good until the next frame, or until another ego's
  // encounters are asked for.
  PairMotion motion(const Encounter& met) const;
  // The second gives all that there is, and costs accordingly.
  NearMeasures near_measures(const Encounter& met);
  Measures measures(const Encounter& met, const MeasureOptions& options = {});
  // Do both drive along lanes on which their bodies do not meet in so many seconds, whatever their velocities say now? In junctions
  // vehicles that turn past each other seem to be on a collision course.
  bool lanes_lead_past(const Encounter& met, double seconds);
  // Is neither the distance along the road nor that across it safe, as RSS sees it? False where that cannot be told.
  bool is_rss_violated(const Encounter& met, double ego_reaction, double other_reaction);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace scrutineer::scene
