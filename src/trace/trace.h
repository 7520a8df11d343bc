// Reading recorded runs: one stream of frames from any of the formats.
//
//   auto trace = open_trace({.file = "run.osi"});
//   if (!trace) return trace.problem();
//   Frame frame;
//   for (;;) {
//     auto more = (*trace)->next(frame);
//     if (!more) { /* the fault, with its frame; what came before it stays good */ break; }
//     if (!*more) break;
//   }
//
// All readers stream: memory does not grow with the run, only with the number of actors that ever appear.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/frame.h"

namespace scrutineer::trace {

enum class Format { osi, osi_mcap, sumo_fcd, esmini_csv, scrutineer_csv };
const char* to_string(Format format);  // "osi", "mcap", "sumo", "esmini-csv", "csv"

// What the manifest or flags say of one actor beyond the trace.
struct ActorOverride {
  std::optional<std::string> name;  // what it is called instead of the trace's id, everywhere
  std::optional<Driver> driver;
  std::optional<Category> category;
  std::optional<double> length, width, height;
  std::optional<bool> vru;
};

struct TraceSource {
  std::string file;
  std::string lights;         // SUMO SaveTLSStates XML, or Scrutineer's light CSV; empty: none
  std::string vehicle_types;  // SUMO vType XML
  std::map<std::string, ActorOverride> actors;
  bool skip_bad_frames = false;
};

// Counted while reading, complete once the end was reached.
struct TraceCounts {
  std::uint64_t frames = 0;          // delivered
  std::uint64_t bad_frames = 0;      // dropped with skip_bad_frames
  std::optional<Problem> first_bad;  // why the first of them was dropped
};

class Trace {
 public:
  virtual ~Trace() = default;

  // The next frame, in the memory of the last. False: the run is over. A problem ends the trace: it names the frame,
  // and frames delivered before it stay good.
  virtual Result<bool> next(Frame& frame) = 0;

  virtual Format format() const = 0;
  virtual const std::string& file() const = 0;
  virtual std::span<const ActorInfo> actors() const = 0;  // grows as actors appear
  virtual std::span<const LightInfo> lights() const = 0;
  // The ego's id as the run names it (OSI host id, role ego), once a frame did; there may be no actor that has it.
  virtual const std::optional<std::string>& host_id() const = 0;
  virtual const TraceCounts& counts() const = 0;
  // Things a person should know: default sizes, ids that were missing ...; grows, each once.
  virtual std::span<const std::string> notes() const = 0;
  // The raw time of the first frame, in seconds, once it was read: live consumers and `trace info` show it.
  virtual double start_seconds() const = 0;
};

// Recognises the format by content. A file of none of them is a problem that says what was looked for.
Result<std::unique_ptr<Trace>> open_trace(const TraceSource& source);
// The same for what is already in memory; `source.file` is only what problems call it.
Result<std::unique_ptr<Trace>> open_trace(std::string content, const TraceSource& source);

}  // namespace scrutineer::trace
