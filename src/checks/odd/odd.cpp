#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "odd/monitor.h"
#include "watch/per_actor.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

constexpr std::size_t kToldReasons = 3;  // in a message

// What decided, as a clause: "speed was 141 km/h (wanted: at most 130 km/h)".
std::string clause(const odd::Reason& reason, bool is_excluded) {
  return fmt::format("{} was {} ({}: {})", reason.about, reason.found, is_excluded ? "excluded" : "wanted",
                     reason.wanted);
}

struct OddWatch {
  enum class Kind : std::uint8_t { odd_exit };

  struct Metrics {
    std::string verdict, root, conditions, missing_concepts;
    double distance, duration;

    void fields(auto& field) {
      field("verdict", verdict, "", "Either outside or unknown.");
      field("root", root, "", "The ODD's root module.");
      field("conditions", conditions, "",
            "Those that failed, each with its first value; of unknown those without one.");
      field("missing_concepts", missing_concepts, "", "While unknown: what nobody tells.");
      field("distance", distance, "m", "Driven meanwhile.", MetricRole::value);
      field("duration", duration, "s", "How long it lasted.");
    }
  };

  struct Instance {
    bool has_odd = false;
    odd::Truth verdict = odd::Truth::yes;
    std::size_t changes = 0;  // of the monitor, that were seen
    OpenInterval interval;
    std::string root;
    std::vector<std::string> clauses, concepts;  // of the open interval, each once
    double x = 0.0, y = 0.0, distance = 0.0;
  };

  static Instance create(const Setup& setup) {
    Instance self;
    const odd::Monitor* const monitor = setup.view().context.odd;
    self.has_odd = monitor != nullptr && setup.is_ego();
    if (self.has_odd) self.root = monitor->domain().modules[monitor->domain().root.index()].name;
    return self;
  }

  static std::string_view missing(const Instance& self) {
    return self.has_odd ? "" : "an operational design domain (--odd FILE, or odd in the manifest), and the ego";
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    if (!self.has_odd) return;
    odd::Monitor& monitor = *at.context.odd;
    monitor.step(at.scene, at.slot);
    const trace::ActorState& state = at.state();
    if (self.interval.is_open()) self.distance += std::hypot(state.x - self.x, state.y - self.y);
    self.x = state.x;
    self.y = state.y;
    if (monitor.changes().size() == self.changes) return;
    self.changes = monitor.changes().size();
    if (monitor.root() != self.verdict) {
      if (self.interval.is_open()) close(self, watch, EndedBy::condition);
      self.verdict = monitor.root();
      if (self.verdict != odd::Truth::yes) begin(self, watch);
    }
    if (self.interval.is_open()) take_reasons(self, monitor);
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (self.interval.is_open()) close(self, watch, ended_by);
    self.verdict = odd::Truth::yes;
  }

 private:
  static void begin(Instance& self, Watch& watch) {
    watch.open(self.interval);
    self.clauses.clear();
    self.concepts.clear();
    self.distance = 0.0;
  }

  static void take_reasons(Instance& self, const odd::Monitor& monitor) {
    const auto add_once = [](std::vector<std::string>& list, std::string text, std::string_view begin) {
      const auto is_same = [&](const std::string& other) { return other.starts_with(begin); };
      if (std::ranges::none_of(list, is_same)) list.push_back(std::move(text));
    };
    for (const odd::Reason& reason : monitor.reasons()) {
      if (self.verdict == odd::Truth::unknown) {
        add_once(self.concepts, reason.about, reason.about);
        add_once(self.clauses, fmt::format("{} is {}", reason.about, reason.wanted), reason.about);
      } else {
        const bool is_excluded = monitor.of(reason.condition) == odd::Truth::yes;
        add_once(self.clauses, clause(reason, is_excluded), reason.about + " was ");
      }
    }
  }

  static void close(Instance& self, Watch& watch, EndedBy ended_by) {
    const Closing closing = watch.closing(self.interval, ended_by);
    Finding<OddWatch> finding;
    finding.is_issue = self.verdict == odd::Truth::no;
    finding.data = Metrics{.verdict = std::string(odd::verdict_word(self.verdict)),
                           .root = self.root,
                           .conditions = fmt::format("{}", fmt::join(self.clauses, "; ")),
                           .missing_concepts = fmt::format("{}", fmt::join(self.concepts, ", ")),
                           .distance = self.distance,
                           .duration = closing.duration()};
    std::vector<std::string> told = self.clauses;
    const std::size_t more = told.size() > kToldReasons ? told.size() - kToldReasons : 0;
    told.resize(told.size() - more);
    finding.message =
        fmt::format("Outside of the ODD {} for {:.1f} s and {:.0f} m: {}{}", self.root, closing.duration(),
                    self.distance, fmt::join(told, "; "), more == 0 ? "" : fmt::format("; and {} more", more));
    watch.close(self.interval, ended_by, finding);
  }
};

}  // namespace

watch::Check odd() {
  using Kind = OddWatch::Kind;
  return make_actor_check<OddWatch>({
      .name = "odd",
      .summary = "The ego is inside its operational design domain.",
      .doc =
          "Needs an ODD in ASAM OpenODD's YAML (`--odd`, or `odd` in the manifest); without one the check does not\n"
          "exist. In every frame the root module is inside, outside or unknown, by Kleene's logic. An interval lasts\n"
          "while it is outside, which is an issue, and another while it is unknown, which is none: that names the\n"
          "concepts that nobody tells. What is known of a frame, and from where, is in docs/odd.md.",
      .remedy =
          "Look at the conditions that failed: either the drive left what it was made for, or the ODD is narrower\n"
          "than it was meant to be (`odd explain`). What is unknown can be told by `environment` and `cod` in the\n"
          "manifest, or by a program.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .kinds = kinds_of<Kind>({{Kind::odd_exit, "odd_exit", Severity::warning, Severity::info,
                                "The ego was outside of its operational design domain."}}),
      .profiles = InProfiles::every,
  });
}

}  // namespace scrutineer::checks
