#include "scene/ego.h"

#include <fmt/format.h>

#include <string_view>

#include "base/text.h"
#include "trace/words.h"

namespace scrutineer::scene {

using trace::ActorId;
using trace::ActorInfo;
using trace::ActorType;

namespace {

constexpr std::size_t kMostListed = 10;

std::string name_of(const ActorInfo& actor) { return fmt::format("{} ({})", actor.id, to_word(actor.category)); }

std::string list_of(std::span<const ActorInfo> actors) {
  if (actors.empty()) return "the run has no actors";
  std::string text = "the run has ";
  for (std::size_t i = 0; i < actors.size() && i < kMostListed; ++i)
    text += fmt::format("{}{}", i > 0 ? ", " : "", name_of(actors[i]));
  if (actors.size() > kMostListed) text += fmt::format(" and {} more", actors.size() - kMostListed);
  return text;
}

std::string suggestion(std::string_view id, std::span<const ActorInfo> actors) {
  std::vector<std::string_view> ids;
  for (const ActorInfo& actor : actors) ids.push_back(actor.id);
  const auto similar = did_you_mean(id, ids);
  return similar ? fmt::format(" (did you mean {}?)", *similar) : "";
}

}  // namespace

EgoChoice::EgoChoice(EgoNames names) : file_(std::move(names.file)) {
  if (names.flag) {
    wanted_ = std::move(names.flag);
    source_ = Source::flag;
  } else if (names.manifest) {
    wanted_ = std::move(names.manifest);
    source_ = Source::manifest;
  }
}

std::optional<Problem> EgoChoice::advance(const trace::Frame& frame, std::span<const ActorInfo> actors,
                                          const std::optional<std::string>& host_id) {
  if (!wanted_ && host_id) {
    wanted_ = host_id;
    source_ = Source::host;
    if (ego_.valid() && actors[ego_.index()].id != *host_id) {
      return Problem{{.file = file_, .frame = frame.number},
                     fmt::format("the run names its ego, actor {}, only here, after actor {} was taken; name it with "
                                 "--ego {} or in the manifest",
                                 *host_id, actors[ego_.index()].id, *host_id)};
    }
  }
  if (ego_.valid()) return std::nullopt;
  if (wanted_) {
    for (; looked_at_ < actors.size(); ++looked_at_)
      if (actors[looked_at_].id == *wanted_) return take(ActorId(looked_at_), frame, actors);
    return std::nullopt;
  }
  for (const trace::ActorState& state : frame.actors) {
    const ActorInfo& actor = actors[state.actor.index()];
    if (actor.type != ActorType::vehicle || actor.is_static || actor.parent.valid()) continue;
    ego_ = state.actor;
    notes_.push_back(
        fmt::format("nothing names the ego: {}, the first vehicle, is taken (--ego names another)", name_of(actor)));
    break;
  }
  return std::nullopt;
}

std::optional<Problem> EgoChoice::take(ActorId actor, const trace::Frame& frame, std::span<const ActorInfo> actors) {
  const ActorInfo& info = actors[actor.index()];
  if (info.type != ActorType::vehicle) {
    return Problem{
        {.file = file_, .frame = frame.number},
        fmt::format("actor {} is to be the ego, but is no vehicle; the manifest can set its category", name_of(info))};
  }
  ego_ = actor;
  if (info.parent.valid()) {
    ego_ = info.parent;
    notes_.push_back(fmt::format("actor {} is to be the ego and is a part of actor {}: that is taken", name_of(info),
                                 actors[ego_.index()].id));
  }
  if (frame.number > 0) {
    notes_.push_back(fmt::format("the ego, actor {}, appears at {} s; until then there is none", info.id,
                                 rounded(to_seconds(frame.time), 3)));
  }
  return std::nullopt;
}

std::optional<Problem> EgoChoice::finish(std::span<const ActorInfo> actors) {
  if (ego_.valid()) return std::nullopt;
  if (!wanted_) {
    notes_.push_back("the run has no vehicle that could be the ego");
    return std::nullopt;
  }
  const std::string_view who = source_ == Source::flag       ? "--ego"
                               : source_ == Source::manifest ? "the manifest"
                                                             : "the run itself";
  return Problem{{.file = file_},
                 fmt::format("there is no actor {}, which {} names as the ego{}; {}", *wanted_, who,
                             suggestion(*wanted_, actors), list_of(actors))};
}

}  // namespace scrutineer::scene
