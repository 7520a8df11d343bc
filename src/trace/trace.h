// Reading recorded runs: one stream of frames from any of the formats.
//
//   auto trace = open_trace({.file = "run.osi"});
//   if (!trace) return trace.problem();
//   Step step;
//   Tables tables;
//   for (;;) {
//     auto more = advance(**trace, step, tables);
//     if (!more) { /* the fault, with its frame; what came before it stays good */ break; }
//     if (!*more) break;
//     for (const ActorState& state : step.frame.actors) ... tables.actors()[state.actor.index()] ...
//   }
//
// Readers stream: memory does not grow with the length of the run, only with the number of actors that ever appear. The
// exception are tables that are sorted by track (detail/track_rows.h), which are read whole.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/frame.h"
#include "trace/input_hashes.h"
#include "trace/tables.h"
#include "trace/units.h"

namespace scrutineer::trace {

// What the manifest or flags say of one actor beyond the trace.
struct ActorOverride {
  std::optional<std::string> name;  // what it is called instead of the trace's id, everywhere
  std::optional<Driver> driver;
  std::optional<Category> category;
  std::optional<double> length, width, height, mass;
  std::optional<bool> vru;
  std::optional<std::string> parent;  // the trace's id of the actor that it is a part of, as a trailer is of a truck
};

struct TraceSource {
  std::string file;
  std::string lights;         // a file of light states beside the run (formats.h); empty: none
  std::string vehicle_types;  // SUMO vType XML
  std::map<std::string, ActorOverride> actors;
  bool skip_bad_frames = false;
  bool ego_is_named = false;         // somebody says which actor is the ego: what the run says of it does not count
  TimeUnit time_unit = TimeUnit::s;  // of the run and of its light states
  std::string columns;               // which columns of a table mean what (columns.h); empty: its own names tell
  SharedHashes hashes = {};          // complete when the trace is destroyed
};

class Trace {
 public:
  virtual ~Trace() = default;

  // The next step, in the memory of the last. False: the run is over. A problem ends the trace: it names the frame, and
  // frames delivered before it stay good. The step's changes are good in each case; of a trace that has ended already
  // there are none.
  virtual Result<bool> next(Step& step) = 0;

  virtual std::string_view format() const = 0;  // the name of a row in formats.h
  virtual const std::string& file() const = 0;
};

// The next step, with its changes already in the tables.
inline Result<bool> advance(Trace& trace, Step& step, Tables& tables) {
  auto more = trace.next(step);
  tables.apply(step.changes);
  return more;
}

// Recognises the format by content. A file of none of them is a problem that says what was looked for.
Result<std::unique_ptr<Trace>> open_trace(const TraceSource& source);
// The same for what is already in memory; `source.file` is only what problems call it.
Result<std::unique_ptr<Trace>> open_trace(std::string content, const TraceSource& source);

}  // namespace scrutineer::trace
