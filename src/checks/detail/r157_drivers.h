// The driver models of UN R157: could a careful driver have prevented a collision?
//
//   VirtualDriver driver(DriverModel::cc, {.manoeuvre = Manoeuvre::cut_in, .speed = 20.0, .length = 4.5});
//   driver.look({.gap = 12.0, .speed = 15.0, .side_gap = 0.4, .side_speed = -0.5, .length = 4.5});   // every frame
//   driver.drive(0.1);                                                                                // until the next
//   driver.driven(), driver.has_collided()
//
// A virtual ego drives in place of the real one from the moment at which the manoeuvre of the other begins: it keeps its
// lane and its speed, and brakes as the model says.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace scrutineer::checks {

enum class Manoeuvre : std::uint8_t { cut_in, lead_braking, cut_out };
inline constexpr std::array<std::string_view, 3> kManoeuvres{"cut_in", "lead_braking", "cut_out"};

enum class DriverModel : std::uint8_t {
  cc,  // the competent and careful human driver of Annex 3
  fsm  // the fuzzy safety model (Mattas and others 2020)
};

// The other one as the virtual ego sees it.
struct SeenByDriver {
  double gap = 0.0;         // metres from the virtual ego's front to the other's rear
  double speed = 0.0;       // of the other along the way
  double side_gap = 0.0;    // metres between both sideways; below 0: in line
  double side_speed = 0.0;  // m/s by which that grows
  double length = 0.0;      // of the other
};

class VirtualDriver {
 public:
  struct Start {
    Manoeuvre manoeuvre = Manoeuvre::cut_in;
    double speed = 0.0;
    double length = 0.0;
  };
  VirtualDriver(DriverModel model, const Start& start) : model_(model), start_(start), speed_(start.speed) {}

  void look(const SeenByDriver& seen);
  // On from what it saw last.
  void drive(double seconds);
  double driven() const { return driven_; }  // metres since the start
  double speed() const { return speed_; }
  bool has_collided() const { return has_collided_; }

 private:
  void brake(double seconds, double deceleration);
  double careful(const SeenByDriver& seen);
  double fuzzy(double seconds, const SeenByDriver& seen);

  DriverModel model_;
  Start start_;
  SeenByDriver seen_{};
  double speed_;
  double driven_ = 0.0, time_ = 0.0;
  double deceleration_ = 0.0;    // of the last step
  double alarmed_at_ = -1.0;     // cc: when it saw the danger; below 0: not yet
  double reaction_left_ = 0.75;  // fsm
  bool has_collided_ = false;
};

// R157's own inequalities. Cut-in (5.2.5.2): when the other is 0.3 m into the ego's lane.
bool is_cut_in_preventable(double gap, double closing_speed);
// Following distance (5.2.3.3) that the ego must have when the leader brakes.
double least_following_distance(double speed);

// Fuzzy: how unsafe, 0 to 1.
double proactive_danger(double gap, double rear_speed, double front_speed);
double critical_danger(double gap, double rear_speed, double front_speed, double rear_acceleration);

}  // namespace scrutineer::checks
