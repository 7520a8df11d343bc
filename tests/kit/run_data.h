// A whole run in memory: what a scenario makes (kit/scenario.h), what writers write (kit/run_writers.h), and what was
// read from a file.
//
//   const RunData run = scenario.run();
//   auto trace = as_trace(run);                              // as if it came from a file
//   EXPECT_EQ(first_difference(run, run_of(read_run(to_osi(run)))), "");
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kit/read_run.h"
#include "trace/trace.h"

namespace scrutineer::kit {

struct RunData {
  std::vector<trace::ActorInfo> actors;  // in the order of first appearance: ActorId is the place here
  std::vector<trace::LightInfo> lights;
  std::vector<trace::Frame> frames;
  std::optional<std::string> host_id;

  const trace::ActorInfo& info(std::string_view actor) const;  // throws if there is none
  // Null: the frame does not have the actor.
  const trace::ActorState* state(std::size_t frame, std::string_view actor) const;
};

// What was read, without how it ended.
RunData run_of(const ReadRun& read);

// Read from memory, frame by frame. As from a file, actors join when they appear, the first frame's time is 0, and a
// frame with a NaN ends it with a problem. Its format says OSI.
std::unique_ptr<trace::Trace> as_trace(RunData run, std::string file = "made run");

// How far two runs may be apart and still count as the same. Times are always the same to the nanosecond.
struct Tolerance {
  double position = 1e-3;  // metres; also sizes
  double angle = 1e-6;     // radians; also rates
  double speed = 1e-6;     // m/s; also accelerations
  // What is not looked at, for formats that do not hold it.
  std::vector<trace::Field> ignored_fields;
  bool ignores_ids = false;  // actors are told by their order instead
  bool ignores_categories = false;
  bool ignores_parents = false;  // who is a part of whom
  bool ignores_lights = false;
};

// The first place where `found` is not `expected`, in words with frame, actor and both values; empty: nowhere. The
// order of the actors in a frame does not matter (OSI lists stationary objects last). Lights are the same if the
// signals that they refer to show the same, whether one light says it or the bulbs of a head.
std::string first_difference(const RunData& expected, const RunData& found, const Tolerance& tolerance = {});

}  // namespace scrutineer::kit
