// The actors of a run in the order of first appearance, with what the manifest says of them and default sizes.
//
//   auto actor = actors.add({.id = "12", .category = Category::truck, .length = 0.0});  // 0: the run gives no length
//   if (!actor) return actor.problem();
//   actors.set_parent(trailer, *actor);
//
// It remembers which entries changed, so that a trace can tell just those.
// A reader asks for height etc. only after add(): what the manifest says holds from then on.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "trace/categories.h"
#include "trace/frame.h"
#include "trace/trace.h"

namespace scrutineer::trace {

class ActorTable {
 public:
  explicit ActorTable(std::map<std::string, ActorOverride> overrides) : overrides_(std::move(overrides)) {
    for (const auto& [id, wanted] : overrides_) {
      if (wanted.name) renamed_.emplace(*wanted.name, id);
      if (!wanted.parent) continue;
      named_[id];
      named_[*wanted.parent];
    }
  }

  // Takes `info` as the run gives it: a length, width or height of 0 is not given; is_vru is what the run marks; type
  // follows from the category. The id must be new. A problem: a size that is negative or not finite or absurd, one actor
  // too many, or one that the manifest calls as another is called; then nothing was added.
  Result<ActorId> add(ActorInfo info);
  // The same for an actor that is back after an absence, perhaps as something else under the same id. Keeps the
  // parent. On a problem nothing changed.
  std::optional<Problem> describe_again(ActorId actor, ActorInfo info);
  // `part` becomes a part of the compound actor that `whole` is or belongs to, unless the manifest says otherwise of it.
  // False: it would be a part of itself.
  bool set_parent(ActorId part, ActorId whole);

  // The run says that this actor is the ego.
  void mark_host(ActorId actor);

  // Appends what was added or changed since the last call.
  void take_changes(std::vector<Changes::Actor>& changes);

  std::size_t size() const { return all_.size(); }
  const ActorInfo& operator[](ActorId actor) const { return all_[actor.index()]; }
  std::span<const ActorInfo> all() const { return all_; }
  // What the manifest says of the driver, by actor; empty as long as it says nothing of any.
  std::span<const std::optional<Driver>> drivers() const { return drivers_; }
  // The ids that the manifest names but no actor had, sorted.
  std::vector<std::string> unused_overrides() const;
  // Parts whose whole, as the manifest names it, never appeared: both ids, sorted.
  std::vector<std::pair<std::string, std::string>> parts_without_whole() const;

 private:
  std::optional<Problem> complete(ActorInfo& info) const;
  bool hang(ActorId part, ActorId whole);
  void hang_as_wanted(const std::string& id, ActorId actor);
  void remember_change(ActorId actor);

  std::map<std::string, ActorOverride> overrides_;
  std::map<std::string, std::string> renamed_;  // the trace's ids, by the names that the manifest gives
  std::vector<ActorInfo> all_;
  std::vector<ActorId> changed_;  // each once
  std::vector<bool> is_changed_;  // by actor: whether it is in changed_
  std::vector<std::optional<Driver>> drivers_;
  // The parts and wholes that the manifest names, by the trace's ids; invalid: has not appeared yet.
  std::map<std::string, ActorId> named_;
  std::vector<ActorId> hung_;  // parts that were tied to the whole that the manifest names
};

}  // namespace scrutineer::trace
