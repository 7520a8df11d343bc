// Actors that every frame describes anew, with their type, size, parent and role: Scrutineer CSV, and frames that
// another program hands over (trace/pushed_trace.h).
//
//   described.begin_frame();
//   if (const auto fault = described.take({.id = "7", .description = {Category::car}}, actor)) ...
//
// It ends up in the reader's ActorTable.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trace/detail/actor_names.h"
#include "trace/detail/actor_table.h"
#include "trace/detail/notes.h"

namespace scrutineer::trace {

struct DescribedActor {
  struct Description {
    Category category = Category::other_vehicle;
    double length = 0.0, width = 0.0, height = 0.0;  // 0: not known
    bool operator==(const Description&) const = default;
  };
  std::string_view id = {}, parent = {};  // which is empty for whole actors
  Description description = {};
  bool is_ego = false;
};

class DescribedActors {
 public:
  // All of them belong to the reader, which must outlive it.
  // `ego_is_named`: several actors may have the role ego, because it does not count.
  DescribedActors(ActorTable& actors, Notes& notes, std::optional<std::string>& host_id, bool ego_is_named)
      : actors_(actors), notes_(notes), host_id_(host_id), ego_is_named_(ego_is_named) {}

  struct Fault {
    enum class Part : std::uint8_t { id, size, parent, role };
    Part part;
    std::string message;
  };

  void begin_frame() { names_.begin_frame(); }

  // The next actor of the frame. After a fault the frame cannot be used.
  std::optional<Fault> take(const DescribedActor& row, ActorId& actor) {
    if (row.id.empty()) return Fault{Fault::Part::id, "id is empty"};
    actor = names_.find(row.id);
    if (!actor.valid()) {
      if (auto fault = appear(row, actor)) return fault;
    } else {
      if (descriptions_[actor.index()] != row.description)
        if (auto fault = change(row, actor)) return fault;
      if (!row.parent.empty() && parents_[actor.index()] != row.parent)
        if (auto fault = take_later_parent(row, actor)) return fault;
    }
    names_.came(actor);
    return row.is_ego ? take_ego(actor) : std::nullopt;
  }

  // At the end of the run.
  void note_missing_parents() {
    std::vector<std::string> texts;
    for (const auto& [parent, part] : awaited_parents_)
      texts.push_back(fmt::format("actor {} is a part of actor {}, which never comes", actors_[part].id, parent));
    std::sort(texts.begin(), texts.end());
    for (std::string& text : texts) notes_.add(std::move(text));
  }

 private:
  static ActorInfo info_of(const DescribedActor& row) {
    return {.id = std::string(row.id),
            .category = row.description.category,
            .length = row.description.length,
            .width = row.description.width,
            .height = row.description.height};
  }

  std::optional<Fault> appear(const DescribedActor& row, ActorId& actor) {
    const auto added = actors_.add(info_of(row));
    if (!added) return Fault{Fault::Part::size, added.problem().message};
    actor = *added;
    names_.insert(row.id, actor);
    descriptions_.push_back(row.description);
    parents_.emplace_back(row.parent);
    if (!row.parent.empty())
      if (auto fault = take_parent(row, actor)) return fault;
    const auto [begin, end] = awaited_parents_.equal_range(std::string(row.id));
    for (auto part = begin; part != end; ++part)
      if (auto fault = attach_to(part->second, actor)) return fault;
    awaited_parents_.erase(begin, end);
    return std::nullopt;
  }

  std::optional<Fault> take_parent(const DescribedActor& row, ActorId actor) {
    const ActorId whole = names_.find(row.parent);
    if (whole.valid()) return attach_to(actor, whole);
    awaited_parents_.emplace(row.parent, actor);
    return std::nullopt;
  }

  std::optional<Fault> take_later_parent(const DescribedActor& row, ActorId actor) {
    if (!parents_[actor.index()].empty()) {
      notes_.add(fmt::format("actor {} changes what it is a part of: the first is taken", actors_[actor].id));
      return std::nullopt;
    }
    parents_[actor.index()] = row.parent;
    return take_parent(row, actor);
  }

  std::optional<Fault> attach_to(ActorId part, ActorId whole) {
    if (actors_.set_parent(part, whole)) return std::nullopt;
    return Fault{Fault::Part::parent, fmt::format("actor {} would be a part of itself", actors_[part].id)};
  }

  using Description = DescribedActor::Description;
  static constexpr std::array kSizes = {&Description::length, &Description::width, &Description::height};

  // Sizes that `description` leaves out are those of `other`, if that is of the same type.
  static Description completed(Description description, const Description& other) {
    if (description.category != other.category) return description;
    for (const auto size : kSizes)
      if (description.*size == 0.0) description.*size = other.*size;
    return description;
  }
  static bool contradicts(const Description& row, const Description& known) {
    const auto differs = [&](auto size) { return row.*size != 0.0 && row.*size != known.*size; };
    return row.category != known.category || std::ranges::any_of(kSizes, differs);
  }

  // Sizes and types that change while an actor lives are a mistake of the writer; one that was away may be another. What
  // a row leaves out is as it was before, and what was not known before counts from now on.
  std::optional<Fault> change(const DescribedActor& row, ActorId actor) {
    Description& known = descriptions_[actor.index()];
    const bool is_here = names_.is_here(actor);
    const Description now = is_here ? completed(known, row.description) : completed(row.description, known);
    if (is_here && contradicts(row.description, now) && !std::exchange(has_noted_change_, true))
      notes_.add(
          fmt::format("actor {} and perhaps others change their type or size while they live: the first is taken",
                      actors_[actor].id));
    if (now == known) return std::nullopt;
    DescribedActor described = row;
    described.description = now;
    const bool had_no_size = actors_[actor].size_is_default;
    if (const auto problem = actors_.describe_again(actor, info_of(described)))
      return Fault{Fault::Part::size, problem->message};
    known = now;
    if (is_here && had_no_size && !std::exchange(has_noted_late_size_, true))
      notes_.add(
          fmt::format("the size of actor {} and perhaps others is given only after their first frame: until "
                      "then the usual one counts",
                      actors_[actor].id));
    return std::nullopt;
  }

  std::optional<Fault> take_ego(ActorId actor) {
    const std::string& id = actors_[actor].id;
    if (!host_id_) {
      host_id_ = id;
      actors_.mark_host(actor);
    }
    if (*host_id_ == id) return std::nullopt;
    if (!ego_is_named_)
      return Fault{Fault::Part::role,
                   fmt::format("actor {} has the role ego, but actor {} had it before: --ego, or the manifest, names "
                               "the one that is meant",
                               id, *host_id_)};
    if (!std::exchange(has_noted_egos_, true))
      notes_.add(fmt::format("actors {} and {}, and perhaps others, have the role ego: the one that is named counts",
                             *host_id_, id));
    return std::nullopt;
  }

  ActorTable& actors_;
  Notes& notes_;
  std::optional<std::string>& host_id_;
  bool ego_is_named_;
  ActorNames names_;
  std::vector<DescribedActor::Description> descriptions_;          // by ActorId, as the run has them
  std::vector<std::string> parents_;                               // likewise; empty: none was named so far
  std::unordered_multimap<std::string, ActorId> awaited_parents_;  // that were named and have not come yet
  bool has_noted_change_ = false, has_noted_late_size_ = false;    // said once, and not of every actor
  bool has_noted_egos_ = false;
};

}  // namespace scrutineer::trace
