// The shape of checks of one value against two limits: speed and acceleration, physical and policy.
//
//   struct Limits {
//     static double value(const View& at) { return at.scene.motion.speed(at.slot); }
//     static double upper(const Setup& setup);     // with its tolerance
//     static double lower(const Setup& setup);
//     static double upper_slack(const Setup& setup);   // within which a value beyond it is rounding
//     static double lower_slack(const Setup& setup);
//     static std::string text(double value);       // in the unit of the sentence with the parameter's path
//     static std::string words(double value, double limit, bool above, double speed);   // what a person is told it did
//     static constexpr std::string_view kQuantity = "speed", kGroup = "physical", kUnit = "m/s";
//   };
//   make_violation_check<RangeCheck<Limits>>({..., .kinds = range_kinds("speed_physical", ...)});
#pragma once

#include <cmath>
#include <string>

#include "checks/detail/breaks.h"
#include "checks/detail/range_words.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {

// Every such check raises one kind of issue, which is named like the check.
enum class RangeKind : std::uint8_t { beyond };
inline std::vector<watch::KindInfo> range_kinds(std::string_view name, watch::Severity sut, watch::Severity other,
                                                std::string_view when) {
  return watch::kinds_of<RangeKind>({{RangeKind::beyond, name, sut, other, when}});
}

// Its picture: the fact that it compares, between both limits.
inline std::vector<watch::PlotInfo> range_plots(const scene::Fact* fact, std::string_view title) {
  return {{title,
           {{.name = fact->name, .unit = fact->unit, .fact = fact},
            {.name = "upper limit", .unit = fact->unit, .role = watch::LineRole::limit},
            {.name = "lower limit", .unit = fact->unit, .role = watch::LineRole::limit}}}};
}

template <typename Limits>
struct RangeCheck {
  using Kind = RangeKind;

  struct Metrics {
    double extreme_value, limit, excess;

    void fields(auto& field) {
      field("extreme_value", extreme_value, Limits::kUnit, "The value furthest beyond the limit.",
            watch::MetricRole::value);
      field("limit", limit, Limits::kUnit, "The limit that it was beyond, with its tolerance.",
            watch::MetricRole::limit);
      field("excess", excess, Limits::kUnit, "How far beyond.");
    }
  };

  struct Instance {
    double lower, upper;
    double shown_lower, shown_upper;  // as set, without tolerance: what messages name
    double lower_slack, upper_slack;
    double highest = 0.0, lowest = 0.0;  // of the interval, while beyond a limit
    double speed_at_highest = 0.0, speed_at_lowest = 0.0;
    Breaks breaks = {};
    bool above() const { return highest > upper; }
    bool below() const { return lowest < lower; }
  };

  static Instance create(const watch::Setup& setup) {
    return {Limits::lower(setup),       Limits::upper(setup),       Limits::shown_lower(setup),
            Limits::shown_upper(setup), Limits::lower_slack(setup), Limits::upper_slack(setup)};
  }

  static double excess(const Instance& self, double value) { return std::max(value - self.upper, self.lower - value); }

  static bool violated(const Instance& self, const watch::View& at) {
    const double value = Limits::value(at);
    return value > self.upper + self.upper_slack || value < self.lower - self.lower_slack;
  }

  static void measure(Instance& self, const watch::View& at, bool starts) {
    const double value = Limits::value(at);
    const double speed =
        speed_over_step(at.scene.motion.previous_local_speed(at.slot).lon, at.scene.motion.local_speed(at.slot).lon);
    if (starts || value > self.highest) {
      self.highest = value;
      self.speed_at_highest = speed;
    }
    if (starts || value < self.lowest) {
      self.lowest = value;
      self.speed_at_lowest = speed;
    }
    self.breaks.see(at, starts);
  }

  static std::array<double, 2> plot(const Instance& self, const watch::View&) { return {self.upper, self.lower}; }

  static std::string words(const Instance& self, bool above) {
    return Limits::words(above ? self.highest : self.lowest, above ? self.shown_upper : self.shown_lower, above,
                         above ? self.speed_at_highest : self.speed_at_lowest);
  }

  // An interval may hold both, as where a tracked car jumps to and fro: what was worse is told first.
  static watch::Finding<RangeCheck> finding(const Instance& self, const watch::Closing& closing) {
    const bool above = self.above() && excess(self, self.highest) >= excess(self, self.lowest);
    const double extreme = above ? self.highest : self.lowest;
    const bool is_both = self.above() && self.below();
    const std::string group(Limits::kGroup), quantity(Limits::kQuantity);
    const double shown = above ? self.shown_upper : self.shown_lower;
    const std::string parameter = group + (above ? ".max_" : ".min_") + quantity;
    watch::Finding<RangeCheck> finding;
    finding.message = watch::person_sentence(
        closing.subject.actor,
        words(self, above) + (is_both ? ", and " + words(self, !above) : "") + self.breaks.for_seconds(closing),
        parameter);
    finding.details = (above ? "Max. " : "Min. ") + group + " " + quantity + " limit of " + Limits::text(shown) +
                      (above ? " was exceeded. " : " was missed. ") + watch::describe(closing.subject) + " " +
                      quantity + ": " + Limits::text(extreme) + " (configurable as " + parameter + ")";
    finding.data =
        Metrics{.extreme_value = extreme, .limit = above ? self.upper : self.lower, .excess = excess(self, extreme)};
    return finding;
  }
};

}  // namespace scrutineer::checks
