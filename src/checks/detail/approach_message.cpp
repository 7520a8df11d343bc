#include "checks/detail/approach_message.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "trace/words.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

std::string at_time(Time time) { return in_seconds(to_seconds(time)); }

std::string name_of(const map::RoadNetwork& map, map::SignalId signal) {
  const map::Signal& entry = map.signal(signal);
  return fmt::format("{} {} of road {}", map::to_string(map::meaning_of(map, signal).kind), entry.record.id,
                     map.road(entry.road).id);
}

std::string signal_name(const PassedSignal& passed) {
  return fmt::format("{} at junction {}", name_of(passed.map, passed.control.place.signal),
                     passed.map.junction(passed.control.connection.junction).id);
}

std::string line_name(const map::ReferenceLine& line) {
  using Rule = map::ReferenceLine::Rule;
  const std::string before =
      rounded(line.distance, 2) == "0" ? "at the junction's border" : in_metres(line.distance) + " before the junction";
  switch (line.rule) {
    case Rule::stop_line:
      return fmt::format("its stop line ({})", before);
    case Rule::signal:
      return fmt::format("it ({})", before);
    case Rule::stop_line_inside:
    case Rule::lane_end:
      break;
  }
  return "the junction's border";
}

std::string from_line(double distance) {
  return distance < 0.0 ? in_metres(-distance) + " past" : in_metres(distance) + " before";
}

std::string passed_at(const PassedSignal& passed) {
  return fmt::format("it passed {} at {} at {}", line_name(passed.control.line), at_time(passed.passing.time),
                     in_mps(passed.passing.speed));
}

std::string setting(std::string_view name) {
  return fmt::format("junction_checkers.checker_approach_junction.{}", name);
}

// "it never stood still", "it stood still for 2.1s, but 5.2m before the line"
std::string standing_of(const ApproachRules& rules, const Passing& passing) {
  if (passing.stop && !rules.is_long_enough(*passing.stop))
    return fmt::format("it stood there for {} only", in_seconds(passing.stop->duration()));
  if (!passing.longest_standing) return "it did not stand still anywhere on the approach";
  return fmt::format("it stood still for {}, but {} that line", in_seconds(passing.longest_standing->duration()),
                     from_line(passing.longest_standing->distance));
}

std::string should_have_stopped(const ApproachRules& rules, const PassedSignal& passed) {
  return fmt::format(
      "It had to stand still for at least {} with its front from {} to {} that line; {} (configurable as {})",
      in_seconds(rules.stop_duration), from_line(rules.stop_farthest), from_line(rules.stop_nearest),
      standing_of(rules, passed.passing), setting("expected_stop_min_duration"));
}

std::string could_have_stopped(const ApproachRules& rules, const PassedSignal& passed) {
  const Passing& passing = passed.passing;
  if (!passing.yellow_start) return "The light had not been green since the vehicle or the run began";
  return fmt::format(
      "{} (reaction time) after green ended it was {} away from the point that it must not pass "
      "(expected_stop_distance_lb of {} included), driving at {} (S). With a constant deceleration of {} (D) it would "
      "have stopped in {} ( S^2 / (2 * D) ) (configurable as {})",
      in_seconds(rules.reaction_time), in_metres(passing.yellow_start->distance), in_metres(rules.stop_nearest),
      in_mps(passing.yellow_start->speed), in_mpsps(rules.yellow_deceleration),
      in_metres(passing.yellow_start->stopping_distance(rules.yellow_deceleration)),
      setting("deceleration_to_stop_at_yellow_start"));
}

std::string since_green(const PassedSignal& passed) {
  const Passing& passing = passed.passing;
  if (!passing.yellow_start || !passing.light.green_ended) return "";
  return fmt::format(" and had not been green for {}",
                     in_seconds(to_seconds(passing.time - *passing.light.green_ended)));
}

std::string slowed_down(const ApproachRules& rules, const PassedSignal& passed) {
  const double legal = passed.passing.legal.max.si();
  return fmt::format("{}, which is faster than {} percent of the legal speed of {}, {} (configurable as {})",
                     passed_at(passed), rounded(rules.slow_down_percent, 2), in_mps(legal),
                     in_mps(legal * rules.slow_down_percent / 100.0), setting("slow_down_rate"));
}

// ---- for people ----

// " without stopping", " after standing there for only 0.4 s, where 1 s is wanted"
std::string instead_of_stopping(const ApproachRules& rules, const Passing& passing) {
  if (passing.stop)
    return fmt::format(" after standing there for only {}, where {} is wanted", time_words(passing.stop->duration()),
                       time_words(rules.stop_duration));
  if (!passing.longest_standing) return " without stopping";
  const double distance = passing.longest_standing->distance;
  return fmt::format(" without stopping at its line; it stood {} {} it", length_words(std::abs(distance)),
                     distance < 0.0 ? "past" : "before");
}

// "; it had been red for 1.2 s"
std::string had_been(std::string_view colour, const Passing& passing) {
  const double since = to_seconds(passing.time - passing.light.since);
  return since > 0.0 ? fmt::format("; it had been {} for {}", colour, time_words(since)) : "";
}

std::string too_fast(const ApproachRules& rules, const Passing& passing) {
  return fmt::format(", faster than the {} to which it should slow down",
                     speed_words(passing.legal.max.si() * rules.slow_down_percent / 100.0));
}

struct PersonWords {
  std::string what;
  std::string_view setting;
};

PersonWords person_words(const ApproachRules& rules, ApproachIssue issue, const PassedSignal& passed) {
  const Passing& passing = passed.passing;
  const std::string at = " at " + speed_words(passing.speed);
  const auto stop = [&](const char* what) {
    return PersonWords{what + at + instead_of_stopping(rules, passing), "expected_stop_min_duration"};
  };
  switch (issue) {
    case ApproachIssue::stop_at_sign:
      return stop("passed a stop sign");
    case ApproachIssue::stop_at_flashing_red:
      return stop("passed a flashing red light");
    case ApproachIssue::stop_at_turn_on_red:
      return stop(passed.is_way_known ? "turned on red" : "passed a red light");
    case ApproachIssue::stop_at_tl_not_working:
      return stop("passed a traffic light that is not working");
    case ApproachIssue::run_yellow_light:
    case ApproachIssue::run_red_light: {
      const std::string colour = issue == ApproachIssue::run_red_light ? "red" : "yellow";
      return {"ran a " + colour + " light" + at + " although it could have stopped" + had_been(colour, passing),
              "deceleration_to_stop_at_yellow_start"};
    }
    case ApproachIssue::about_to_run_red_light:
      return {fmt::format("would have run a red light had it not turned green {} before it passed{}",
                          time_words(to_seconds(passing.time - passing.red_end->time)), at),
              "deceleration_to_stop_at_red_end"};
    case ApproachIssue::slow_down_at_flashing_yellow:
      return {"passed a flashing yellow light" + at + too_fast(rules, passing), "slow_down_rate"};
    case ApproachIssue::slow_down_at_yield:
      return {"passed a yield sign" + at + too_fast(rules, passing), "slow_down_rate"};
  }
  return {};
}

}  // namespace

std::string approach_message(const ActorRef& actor, const ApproachRules& rules, ApproachIssue issue,
                             const PassedSignal& passed) {
  const auto [what, name] = person_words(rules, issue, passed);
  const char* const open = passed.is_way_known ? "" : "; which way it took is not known, but none allowed that";
  return person_sentence(actor, what + open + ": " + signal_name(passed), setting(name));
}

std::string approach_sentence(const SubjectRef& subject, const ApproachRules& rules, ApproachIssue issue,
                              const PassedSignal& passed) {
  const Passing& passing = passed.passing;
  const std::string who = describe(subject), signal = signal_name(passed), since = at_time(passing.light.since);
  const auto text = [&]() -> std::string {
    switch (issue) {
      case ApproachIssue::stop_at_sign:
        return fmt::format("{} did not stop at a stop sign: {}; {}. {}", who, signal, passed_at(passed),
                           should_have_stopped(rules, passed));
      case ApproachIssue::stop_at_flashing_red:
        return fmt::format("{} did not stop at a flashing red light: {} was flashing red since {}; {}. {}", who, signal,
                           since, passed_at(passed), should_have_stopped(rules, passed));
      case ApproachIssue::stop_at_turn_on_red:
        return fmt::format("{} {} red without stopping before: {} was red since {}{}; {}. {}", who,
                           passed.is_way_known ? "turned on" : "passed at", signal, since, since_green(passed),
                           passed_at(passed), should_have_stopped(rules, passed));
      case ApproachIssue::stop_at_tl_not_working:
        return fmt::format("{} did not stop at a traffic light that is not working: {} was {} since {}; {}. {}", who,
                           signal, trace::to_word(passing.light.mode), since, passed_at(passed),
                           should_have_stopped(rules, passed));
      case ApproachIssue::run_yellow_light:
      case ApproachIssue::run_red_light: {
        const bool red = issue == ApproachIssue::run_red_light;
        return fmt::format("{} is running a {} light although it could have stopped: {} was {} since {}{}; {}. {}", who,
                           red ? "red" : "yellow", signal, red ? "red" : "yellow", since, since_green(passed),
                           passed_at(passed), could_have_stopped(rules, passed));
      }
      case ApproachIssue::about_to_run_red_light:
        return fmt::format(
            "{} was about to run a red light although it is green now: {} turned green at {}; {} later {}. When it "
            "turned green the vehicle was {} away from the point that it must not pass (expected_stop_distance_lb of "
            "{} included), driving at {} (S). With a constant deceleration of {} (D) it would have stopped in {} ( "
            "S^2 / (2 * D) ) (configurable as {})",
            who, signal, at_time(passing.red_end->time), in_seconds(to_seconds(passing.time - passing.red_end->time)),
            passed_at(passed), in_metres(passing.red_end->distance), in_metres(rules.stop_nearest),
            in_mps(passing.red_end->speed), in_mpsps(rules.red_end_deceleration),
            in_metres(passing.red_end->stopping_distance(rules.red_end_deceleration)),
            setting("deceleration_to_stop_at_red_end"));
      case ApproachIssue::slow_down_at_flashing_yellow:
        return fmt::format("{} did not slow down at a flashing yellow light: {} was flashing yellow since {}; {}", who,
                           signal, since, slowed_down(rules, passed));
      case ApproachIssue::slow_down_at_yield:
        return fmt::format("{} did not slow down at a yield sign: {}; {}", who, signal, slowed_down(rules, passed));
    }
    return {};
  };
  std::string sentence = text();
  for (const map::SignalId other : passed.others)
    sentence += fmt::format("; the same holds for {}", name_of(passed.map, other));
  if (!passed.is_way_known) sentence += ". Which way it took is not known, but none allowed that";
  return sentence;
}

std::string approach_details(const PassedSignal& passed) {
  const map::RoadNetwork& map = passed.map;
  const map::LaneConnection& way = passed.control.connection;
  const map::Lane &incoming = map.lane(way.incoming), &connecting = map.lane(way.connecting);
  const std::string over = passed.is_one_way ? fmt::format(" over lane {} of road {} ({})", connecting.number,
                                                           map.road(connecting.road).id, map::to_string(way.manoeuvre))
                                             : "";
  return fmt::format("junction {}, from lane {} of road {}{}; reference line: {} at s {} of road {}",
                     map.junction(way.junction).id, incoming.number, map.road(incoming.road).id, over,
                     map::to_string(passed.control.line.rule), rounded(passed.control.line.s, 2),
                     map.road(map.lane(passed.control.line.lane).road).id);
}

}  // namespace scrutineer::checks
