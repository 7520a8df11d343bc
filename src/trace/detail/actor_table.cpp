#include "trace/detail/actor_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "trace/detail/limits.h"

namespace scrutineer::trace {

Size default_size(Category category) {
  switch (category) {
    case Category::car:
    case Category::other_vehicle:
      return {5.0, 1.8, 1.5};
    case Category::truck:
      return {7.1, 2.4, 2.4};
    case Category::bus:
      return {12.0, 2.5, 3.4};
    case Category::van:
      return {6.5, 2.2, 2.9};
    case Category::trailer:
      return {8.0, 2.4, 2.4};
    case Category::semitrailer:
      return {13.6, 2.5, 4.0};
    case Category::motorcycle:
      return {2.2, 0.9, 1.5};
    case Category::bicycle:
      return {1.6, 0.65, 1.7};
    case Category::train:
      return {67.5, 2.84, 3.75};
    case Category::tram:
      return {22.0, 2.4, 3.2};
    case Category::wheelchair:
      return {1.2, 0.7, 1.3};
    case Category::scooter:
      return {1.2, 0.5, 1.7};
    case Category::work_machine:
      return {6.0, 2.5, 3.0};
    case Category::person:
      return {0.5, 0.5, 1.75};
    case Category::animal:
      return {1.0, 0.4, 0.8};
    case Category::object:
    case Category::bridge:
    case Category::overhead_structure:
    case Category::speed_bump:
    case Category::vegetation:
    case Category::curbstone:
      return {1.0, 1.0, 1.0};
  }
  return {1.0, 1.0, 1.0};
}

bool is_vulnerable(Category category) {
  return category == Category::person || category == Category::animal || category == Category::bicycle ||
         category == Category::wheelchair;
}

ActorType type_of(Category category) {
  switch (category) {
    case Category::person:
      return ActorType::person;
    case Category::animal:
      return ActorType::animal;
    case Category::object:
    case Category::bridge:
    case Category::overhead_structure:
    case Category::speed_bump:
    case Category::vegetation:
    case Category::curbstone:
      return ActorType::plain_object;
    default:
      return ActorType::vehicle;
  }
}

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
    info.is_vru = wanted.vru.value_or(info.is_vru || is_vulnerable(info.category));
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
  if (auto problem = complete(info)) return *std::move(problem);
  const ActorId actor(all_.size());
  const auto found = overrides_.find(info.id);
  const std::optional<Driver> driver = found != overrides_.end() ? found->second.driver : std::nullopt;
  all_.push_back(std::move(info));
  if (driver || !drivers_.empty()) {
    drivers_.resize(all_.size());
    drivers_.back() = driver;
  }
  return actor;
}

std::optional<Problem> ActorTable::describe_again(ActorId actor, ActorInfo info) {
  if (auto problem = complete(info)) return problem;
  ActorInfo& known = all_[actor.index()];
  info.parent = known.parent;
  info.is_host = info.is_host || known.is_host;
  known = std::move(info);
  return std::nullopt;
}

bool ActorTable::set_parent(ActorId part, ActorId whole) {
  const ActorId above = (*this)[whole].parent;
  const ActorId first = above.valid() ? above : whole;
  if (first == part) return false;
  all_[part.index()].parent = first;
  for (ActorInfo& info : all_)
    if (info.parent == part) info.parent = first;  // its own parts: all hang on the first
  return true;
}

void ActorTable::mark_host(ActorId actor) { all_[actor.index()].is_host = true; }

std::vector<std::string> ActorTable::unused_overrides() const {
  std::vector<std::string> unused;
  for (const auto& [id, wanted] : overrides_) {
    const auto has_id = [&wanted_id = id](const ActorInfo& info) { return info.id == wanted_id; };
    if (std::none_of(all_.begin(), all_.end(), has_id)) unused.push_back(id);
  }
  return unused;
}

}  // namespace scrutineer::trace
