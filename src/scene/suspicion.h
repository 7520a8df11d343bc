// Are a run's numbers meant as they are read? A run tells the same thing twice: where an actor points and where it goes,
// how fast it says it is and how far it gets, where vehicles drive and where the map has lanes. Where the two disagree
// as they would if an angle were degrees or a velocity km/h, that is told, with the option that mends it. Where no unit
// explains it, as where a run has zeros for what it does not know, the actors and what is wrong are named.
//
//   Suspicion suspicion(map);                              // null: without what needs a map
//   suspicion.advance(frame, tables.actors());             // every frame; free once it has seen enough
//   for (const Doubt& doubt : suspicion.doubts()) ...
//
// Nothing is judged differently for it: a doubt is a note to a person. docs/input_checks.md says what is looked at.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "map/lookup.h"
#include "trace/frame.h"
#include "trace/units.h"

namespace scrutineer::scene {

struct Doubt {
  enum class Kind : std::uint8_t {
    time_unit,
    angle_unit,
    velocity_unit,
    motion_frame,
    reference,
    mirrored,
    other_place,
    height,
    contradiction,
    compass  // yaw is clockwise
  };
  Kind kind = Kind::time_unit;
  std::string option;  // that mends it: "--angle-unit deg"; empty: none does
  std::string text;    // for a person, with the option
};

class Suspicion {
 public:
  // The map must outlive this.
  explicit Suspicion(const map::RoadNetwork* map) : map_(map) {}

  void advance(const trace::Frame& frame, std::span<const trace::ActorInfo> actors);
  // What the frames so far raise, gravest first.
  std::vector<Doubt> doubts(trace::ActorId ego = {}) const;

 private:
  struct Vector {
    double x = 0.0, y = 0.0;
  };
  static constexpr std::size_t kTimeUnits = 4, kVelocityUnits = 3;
  // Yaw as it was read, and as if it were degrees.
  enum Reading : std::size_t { as_radians, as_degrees, kReadings };

  // What else yaw may be than radians counter-clockwise from +x; where two fit as well, the first. Vehicles that reverse
  // look as if it were turned round.
  enum Heading : std::size_t {
    turned_round,
    degrees,
    compass_radians,
    compass_degrees,
    clockwise_radians,
    clockwise_degrees,
    kHeadings
  };

  // What the ways of one actor say of the numbers that it reports.
  struct Claims {
    std::uint32_t speeds = 0, wrong_speeds = 0;  // ways with a reported speed, and those that are driven at another one
    double speed_ratios = 0.0;                   // reported over driven, summed up
    std::uint32_t headings = 0, wrong_headings = 0;       // ways with a heading, and those that it is across of
    bool has_acceleration = false, has_yaw_rate = false;  // other than 0
    double clear_change = 0.0, clear_turn = 0.0;          // m/s, rad: what changed clearly, in all
    // Ways on which what is reported changes clearly, and those on which the change that is reported, too, is another:
    // an acceleration of a speed, a yaw rate of a heading. `ratios`: reported over true in the latter, summed up.
    struct Change {
      std::uint32_t ways = 0, wrong_ways = 0;
      double ratios = 0.0;
      void take(double reported, double real);
      bool is_wrong() const;
    };
    Change speed_change, heading_change;
    double driven = 0.0;         // metres of its ways, ...
    double claimed_still = 0.0;  // ... and what its reported speeds make while its position hardly changes
    std::uint32_t ways = 0, repeating_ways = 0;  // and those on which places come again before each step, with
    std::uint32_t repeating_frames = 0, repeating_steps = 0;  // their frames and steps

    bool has_wrong_speeds() const;
    bool has_wrong_headings() const;
    bool has_zero_accelerations() const;
    bool has_wrong_accelerations() const;
    bool has_wrong_yaw_rates() const;
    bool has_zero_yaw_rates() const;
    bool has_stuck_positions() const;
    bool has_repeated_positions() const;
  };
  // Where a way of an actor began that is not yet a metre long, and where its lane was last looked up.
  struct Track {
    std::string id;
    Claims claims;
    bool is_open = false, is_vehicle = false;
    double length = 0.0, width = 0.0;                 // of a vehicle of the road whose run says them; else 0
    std::uint32_t part_frames = 0, frames_apart = 0;  // of a part: with its whole, and those far from it
    double farthest = 0.0;                            // metres to the nearest other body of the whole
    Time start{};
    std::uint64_t first_frame = 0;
    trace::ActorState from;
    Time last{};  // when it was seen last, ...
    std::uint64_t last_frame = 0;
    double claimed = 0.0;  // ... and metres that its reported speeds make until then
    Vector last_place;
    bool has_just_moved = false, repeats = false;  // repeats: it never moved in two frames one after the other
    std::uint32_t frames = 0, steps = 0;           // since the way began, and those with another place than before

    void begin(const trace::Frame& frame, const trace::ActorState& state);
    void stay(const trace::Frame& frame, const trace::ActorState& state);
    void look_for_repeats(const trace::ActorState& state);
    // Clearly more than it moved; 0: it may as well have stood.
    double claimed_still() const;
    Vector lane_sample{1e18, 1e18};
    int lane_samples = 0;
  };
  // A way that has come to its end.
  struct Way {
    const trace::ActorState& from;
    const trace::ActorState& to;
    const trace::ActorInfo& actor;
    Vector moved;
    double distance = 0.0, seconds = 0.0;
  };
  // How often each of two ways to read something fits, of the cases in which they differ.
  struct Contest {
    std::uint32_t count = 0, usual = 0, other = 0;
    bool is_won_by_other() const;
    double share() const { return static_cast<double>(other) / count; }
  };
  // Sideways motion as a multiple of the turn: how far the point is from the one that moves along the heading.
  struct Turning {
    double turn = 0.0;  // in all, radians
    double both = 0.0, squared_turn = 0.0, squared_side = 0.0;
    double share() const { return both / squared_turn; }  // of the vehicle's length
    bool is_clear() const;
  };

  static Vector mean_heading(double first, double last, Reading reading);
  static void take_repeats(Track& track);
  void take_speed(Claims& claims, const Way& way);
  void take_heading(Claims& claims, const Way& way);
  static void take_changes(Claims& claims, const Way& way);
  static void take_acceleration(Claims& claims, const Way& way);
  void take_velocity(const Way& way, Vector heading, Reading reading);
  void take_turn(const Way& way, Vector heading, Reading reading);
  void take_lane(Track& track, const Way& way);
  bool is_in_lane(map::Point point, Vector direction);
  void take_height(const trace::ActorState& state);
  void take_part(const trace::Frame& frame, const trace::ActorState& state, std::span<const trace::ActorInfo> actors);

  void sort_tracks(trace::ActorId ego);
  using ClaimTest = bool (Claims::*)() const;
  void doubt_time_and_velocity(std::vector<Doubt>& doubts) const;
  void doubt_claims(std::vector<Doubt>& doubts) const;
  void doubt_change(std::vector<Doubt>& doubts, Claims::Change Claims::* change, ClaimTest is_wrong,
                    std::string_view numbers, std::string_view tells) const;
  void doubt_positions(std::vector<Doubt>& doubts) const;
  void doubt_repeats(std::vector<Doubt>& doubts) const;
  void doubt_crowd(std::vector<Doubt>& doubts) const;
  void doubt_sizes(std::vector<Doubt>& doubts) const;
  void doubt_parts(std::vector<Doubt>& doubts) const;
  void doubt_claim(std::vector<Doubt>& doubts, ClaimTest is_wrong, std::string_view numbers, std::string_view wrong,
                   std::string_view tells) const;
  void doubt_headings(std::vector<Doubt>& doubts) const;
  void doubt_reference(std::vector<Doubt>& doubts) const;
  void doubt_map(std::vector<Doubt>& doubts) const;
  void doubt_heights(std::vector<Doubt>& doubts) const;
  void doubt_clockwise(Heading heading, std::vector<Doubt>& doubts) const;
  // What fits yaw best, if not what it was read as; kHeadings: nothing does better.
  Heading likely_heading() const;
  Reading reading() const { return likely_heading() == degrees ? as_degrees : as_radians; }

  const map::RoadNetwork* map_;
  std::vector<Track> tracks_;  // by ActorId, until sort_tracks()
  std::vector<map::RoadPosition> found_;
  std::uint32_t samples_ = 0;

  std::uint32_t speeds_ = 0;  // ways with a reported speed, by what it would have to be meant in to fit
  std::array<std::array<std::uint32_t, kVelocityUnits>, kTimeUnits> speeds_fit_{};
  std::array<std::uint32_t, kTimeUnits>
      plausible_{};  // ways that vehicles and people could drive or walk, by time unit
  std::array<Contest, kHeadings> headings_;
  bool has_heading_ = false;               // other than 0
  std::array<Contest, kReadings> frames_;  // of velocities, for each reading of yaw
  std::array<Turning, kReadings> turnings_;
  std::uint32_t part_lookups_ = 0;
  std::uint32_t lane_lookups_ = 0, in_lane_ = 0, in_lane_mirrored_ = 0;
  std::uint32_t heights_ = 0, other_levels_ = 0;  // places on a road with a height, and those that are on another level
  double above_ = 0.0;                            // metres that these are above the road, summed up
};

}  // namespace scrutineer::scene
