#include "trace/detail/actor_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "trace/detail/limits.h"

namespace scrutineer::trace {

std::optional<Problem> ActorTable::complete(ActorInfo& info) const {
  for (const auto& [name, value] :
       {std::pair{"length", info.length}, std::pair{"width", info.width}, std::pair{"height", info.height}}) {
    if (value >= 0.0 && value <= kLargestValue) continue;
    return Problem{{}, fmt::format("actor {}: {} must be 0 to 1e7 m, found {}", info.id, name, shortest(value))};
  }
  if (const auto found = overrides_.find(info.id); found != overrides_.end()) {
    const ActorOverride& wanted = found->second;
    info.category = wanted.category.value_or(info.category);
    info.length = wanted.length.value_or(info.length);
    info.width = wanted.width.value_or(info.width);
    info.height = wanted.height.value_or(info.height);
    info.mass = wanted.mass.value_or(info.mass);
    info.is_vru = wanted.vru.value_or(info.is_vru || is_vulnerable(info.category));
    info.id = wanted.name.value_or(info.id);
  } else {
    info.is_vru = info.is_vru || is_vulnerable(info.category);
  }
  info.type = type_of(info.category);

  const Size size = default_size(info.category);
  info.size_is_default = info.length == 0.0 || info.width == 0.0 || info.height == 0.0;
  if (info.length == 0.0) info.length = size.length;
  if (info.width == 0.0) info.width = size.width;
  if (info.height == 0.0) info.height = size.height;
  return std::nullopt;
}

Result<ActorId> ActorTable::add(ActorInfo info) {
  const auto found = overrides_.find(info.id);
  const std::string id = named_.empty() ? std::string() : info.id;
  if (all_.size() >= kMostActors)
    return Problem{{},
                   fmt::format("actor {} is one more than the {} that a run may have: cut it into shorter runs",
                               info.id, kMostActors)};
  if (auto problem = complete(info)) return *std::move(problem);
  if (const auto renamed = renamed_.find(info.id);
      renamed != renamed_.end() && std::ranges::find(all_, info.id, &ActorInfo::id) != all_.end())
    return Problem{
        {},
        fmt::format("two actors would be called {}: the manifest gives that name to actor {}, and the run has "
                    "another one of it",
                    info.id, renamed->second)};
  const ActorId actor(all_.size());
  const std::optional<Driver> driver = found != overrides_.end() ? found->second.driver : std::nullopt;
  all_.push_back(std::move(info));
  is_changed_.push_back(false);
  remember_change(actor);
  if (driver || !drivers_.empty()) {
    drivers_.resize(all_.size());
    drivers_.back() = driver;
  }
  if (!named_.empty()) hang_as_wanted(id, actor);
  return actor;
}

// Part and whole may appear in either order; whichever appears second ties them together.
void ActorTable::hang_as_wanted(const std::string& id, ActorId actor) {
  const auto known = named_.find(id);
  if (known == named_.end()) return;
  known->second = actor;
  for (const auto& [part, wanted] : overrides_) {
    if (!wanted.parent || (part != id && *wanted.parent != id)) continue;
    const ActorId part_id = named_.at(part), whole = named_.at(*wanted.parent);
    if (part_id.valid() && whole.valid() && hang(part_id, whole)) hung_.push_back(part_id);
  }
}

std::optional<Problem> ActorTable::describe_again(ActorId actor, ActorInfo info) {
  if (auto problem = complete(info)) return problem;
  ActorInfo& known = all_[actor.index()];
  info.parent = known.parent;
  info.is_host = info.is_host || known.is_host;
  if (known == info) return std::nullopt;
  known = std::move(info);
  remember_change(actor);
  return std::nullopt;
}

bool ActorTable::set_parent(ActorId part, ActorId whole) {
  return std::ranges::find(hung_, part) != hung_.end() || hang(part, whole);
}

bool ActorTable::hang(ActorId part, ActorId whole) {
  const ActorId above = (*this)[whole].parent;
  const ActorId first = above.valid() ? above : whole;
  if (first == part) return false;
  const auto attach_one = [&](std::size_t index) {
    if (all_[index].parent == first) return;
    all_[index].parent = first;
    remember_change(ActorId(index));
  };
  attach_one(part.index());
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (all_[i].parent == part) attach_one(i);  // its own parts: all hang on the first
  return true;
}

void ActorTable::mark_host(ActorId actor) {
  if (std::exchange(all_[actor.index()].is_host, true)) return;
  remember_change(actor);
}

void ActorTable::remember_change(ActorId actor) {
  if (is_changed_[actor.index()]) return;
  is_changed_[actor.index()] = true;
  changed_.push_back(actor);
}

void ActorTable::take_changes(std::vector<Changes::Actor>& changes) {
  for (const ActorId actor : changed_) {
    changes.push_back({actor, all_[actor.index()]});
    is_changed_[actor.index()] = false;
  }
  changed_.clear();
}

std::vector<std::pair<std::string, std::string>> ActorTable::parts_without_whole() const {
  std::vector<std::pair<std::string, std::string>> parts;
  for (const auto& [part, wanted] : overrides_)
    if (wanted.parent && named_.at(part).valid() && !named_.at(*wanted.parent).valid())
      parts.emplace_back(part, *wanted.parent);
  return parts;
}

std::vector<std::string> ActorTable::unused_overrides() const {
  std::vector<std::string> unused;
  for (const auto& [id, wanted] : overrides_) {
    const auto has_id = [&called = wanted.name ? *wanted.name : id](const ActorInfo& info) {
      return info.id == called;
    };
    if (std::none_of(all_.begin(), all_.end(), has_id)) unused.push_back(id);
  }
  return unused;
}

}  // namespace scrutineer::trace
