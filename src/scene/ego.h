// Who of the run is the ego.
//
//   EgoChoice choice({.flag = arguments.ego, .manifest = manifest.ego, .file = trace->file()});
//   if (auto problem = choice.advance(frame, tables.actors(), tables.host_id())) ...   // every frame
//   if (choice.ego().valid()) ...                                                      // once it is there
//   if (auto problem = choice.finish(tables.actors())) ...                             // at the run's end
//
// The first that applies: the flag, the manifest, the host or the role that the run names, else the first vehicle of
// the first frame that has one, with a note. An ego that was named may appear late; until then there is none. Only at
// the run's end is it certain that it does not exist.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/frame.h"

namespace scrutineer::scene {

struct EgoNames {
  std::optional<std::string> flag, manifest;  // an actor's id
  std::string file;                           // the trace, for problems
};

class EgoChoice {
 public:
  explicit EgoChoice(EgoNames names);

  // A problem: the one that was named is no vehicle; or the run names its ego only after another vehicle was taken.
  std::optional<Problem> advance(const trace::Frame& frame, std::span<const trace::ActorInfo> actors,
                                 const std::optional<std::string>& host_id);
  // A problem: the one that was named never appeared.
  std::optional<Problem> finish(std::span<const trace::ActorInfo> actors);

  trace::ActorId ego() const { return ego_; }  // invalid: there is none yet
  std::span<const std::string> notes() const { return notes_; }

 private:
  enum class Source : std::uint8_t { flag, manifest, host, none };
  std::optional<Problem> take(trace::ActorId actor, const trace::Frame& frame,
                              std::span<const trace::ActorInfo> actors);

  std::string file_;
  std::optional<std::string> wanted_;
  Source source_ = Source::none;
  trace::ActorId ego_;
  std::size_t looked_at_ = 0;  // actors that are not the wanted one
  std::vector<std::string> notes_;
};

}  // namespace scrutineer::scene
