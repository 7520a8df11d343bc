// A compiled program, ready to be run any number of times: what it says, its bytecode, and who hears which event.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lang/lower/code.h"
#include "lang/sema/program.h"
#include "lang/source.h"
#include "lang/vm/detail/told_facts.h"
#include "scene/facts.h"

namespace scrutineer::lang {

// A handler of all instances of a declaration.
struct Listener {
  std::uint32_t declaration = 0;
  std::uint32_t handler = 0;  // in its object
};

// Who hears the events of a declaration, or of a check of the catalogue; by declaration, then as written.
struct Heard {
  std::vector<Listener> started, clock, ended;
  std::map<std::uint32_t, std::vector<Listener>> user;  // by event
};

// What is looked at every frame.
struct FrameHandler {
  std::uint32_t place = 0;  // in the object's handlers
  EventKind event = EventKind::clock;
  bool wants_emitter = false;  // its body takes it
  FunctionId condition = kNone, body = kNone;
};

// An object's handlers of its own events, and where its instances keep what.
struct ObjectPlan {
  std::vector<FrameHandler> frame;  // clock, rise, fall, elapsed, every: as written
  // What an instance runs first in a frame: its condition, else that of its first handler, else the handler itself.
  FunctionId first = kNone;  // none: it has to be asked whether its first handler is due
  FunctionId then = kNone;   // the body of its only handler, if `first` is the condition of that
  bool has_more = false;     // these are not all that it does
  bool asks_for_own_motion = false;
  std::vector<std::uint32_t> created, ended;
  std::vector<std::uint32_t> interval_started, interval_clock, interval_ended;
  std::map<std::uint32_t, std::vector<std::uint32_t>> user;
  bool has_clock_metrics = false;
  FunctionId only_clock =
      kNone;  // all that an instance does on its interval_clock; none: that is more than one function
  // Cells: those of the object, then its data as it is when an interval begins, then its metrics.
  std::uint32_t data_cells = 0;
  std::uint32_t fresh_data = 0;
  std::uint32_t metrics = 0;
  std::uint32_t stride = 0;
};

struct Image {
  Program program;
  Code code;
  std::shared_ptr<const Sources> sources;  // for the places of errors; null: none are told
  std::vector<ObjectPlan> objects;         // by object
  std::vector<Heard> heard;                // by declaration
  std::map<std::string, Heard, std::less<>> heard_checks;
  std::vector<Listener> rules;                         // that hear new issues
  std::vector<char> exists;                            // by declaration: it and all that it stands in are enabled
  std::vector<std::vector<std::uint32_t>> inside;      // by declaration: it, and all that stand in it
  std::vector<std::vector<const scene::Fact*>> facts;  // by declaration: that its code asks for
  std::vector<detail::ToldFacts> told;                 // by object: of those that a run need not tell

  // "config.osc:3:15"; empty: not known.
  std::string place(Span span) const;
};

// The code must be verified.
std::shared_ptr<const Image> make_image(Program program, Code code, std::shared_ptr<const Sources> sources);

}  // namespace scrutineer::lang
