// Issues that are the same to a person, whatever run they are in, form a cluster: the same kind, checker, category and
// roles of the actors, and the same message once numbers, ids, times and names of roads are replaced.
//
//   cluster_of({.kind = "speed_limit", .checker = "speed_limit", .category = "sut", .actor_id = "7", .actor_role = "npc",
//               .message = "[3.400s] Speed limit of 50kph broken. 7 - car - external_driver driving at 54kph"})
//   // .normalised: "Speed limit of #kph broken. <actor> - car - external_driver driving at #kph"
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scrutineer::store {

struct ClusterInput {
  std::string_view kind, checker, category;
  std::string_view actor_id, actor_role;
  std::string_view other_id = {}, other_role = {};  // empty: the issue is about one actor
  std::string_view message;
  std::span<const std::string> names = {};  // of roads, junctions and signals, where the issue's metrics tell them
};

struct Cluster {
  std::string id;  // 16 hex digits, made of all the rest: the same in every store
  std::string kind, checker, category;
  std::string roles;  // "sut", or "sut,npc" where there is another actor
  std::string normalised;

  bool operator==(const Cluster&) const = default;
};

Cluster cluster_of(const ClusterInput& issue);
std::string cluster_id(const Cluster& cluster);  // of all but its id

// The message with what differs from run to run replaced:
// - the time in front ("[3.400s] ") is left out, every other number is # and keeps its unit: #kph
// - the actors' ids are <actor> and <other>, words with digits in them are taken for ids: <id>
// - what is named after road, junction, signal, light or sign, and every one of `names`, is <name>
// - a clause that is repeated ("; the same holds for ...") is there once
std::string normalised_message(const ClusterInput& issue);

// Whether an issue's metric of this name holds a name that belongs in ClusterInput::names: "signal_road", "junction".
bool is_name_of_place(std::string_view metric);

}  // namespace scrutineer::store
