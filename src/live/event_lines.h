// What happens in a live run, as it happens: one JSON object per line.
//
//   {"time":12.3,"event":"interval_start","check":"road_departure","actor":"7"}
//   {"time":14.1,"event":"interval_end","check":"road_departure","actor":"7","start":12.3,"ended_by":"condition"}
//   {"time":14.1,"event":"issue","check":"road_departure","kind":"road_departure","severity":"warning","actor":"7",
//   ...}
//   {"time":14.2,"event":"message","level":"info","check":"my_watcher","actor":"7","message":"..."}
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "live/teleporter.h"
#include "watch/engine.h"

namespace scrutineer::live {

// A newline after each line.
std::string event_lines(Time now, std::span<const watch::Event> events, const watch::Engine& engine);

// The same for a whole run.
class EventLines {
 public:
  std::string of(Time now, std::span<const watch::Event> events, const watch::Engine& engine);
  // What only the end of the run brought: intervals that ended with it, issues that were raised and what was said then.
  std::string at_end(const watch::Evaluation& evaluation) const;

 private:
  using Key = std::tuple<std::uint32_t, std::string, std::string, Time>;  // check, kind, actor, start
  static Key key_of(const watch::Issue& issue) { return {issue.check, issue.kind, issue.actor.id, issue.start}; }

  // The issues that are kept for the end are the first of each kind: of more, nothing need be remembered.
  using Kind = std::tuple<std::uint32_t, std::string, watch::Category, watch::Severity>;
  std::map<Kind, std::size_t> counts_;
  std::set<Key> told_;
  std::vector<watch::LogMessage> messages_;  // of the last frame in which anything happened
};

std::string event_line(const teleport::LogRow& teleport);

}  // namespace scrutineer::live
