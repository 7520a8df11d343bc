// What of OpenSCENARIO DSL 2.2.0 and of the evaluation dialect is understood, construct by construct.
//
// Each construct comes with the evidence for what is claimed of it; coverage_test.cpp holds every claim against it, and
// every production of the standard's grammar against the table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrutineer::lang {

struct Construct {
  enum class Level : std::uint8_t {
    parsed,   // the example parses, and is printed as the same tree
    checked,  // also: with its slip it is refused
    run,      // also: it changes what an evaluation says
  };
  std::string_view group;
  std::string_view name;  // Markdown
  Level level = Level::parsed;
  std::string_view productions;   // of the standard's grammar that the example is about, with blanks between
  std::string_view example;       // a whole file
  std::string_view right, wrong;  // the slip: this part of the example, and what stands there instead
  std::string_view shows;         // of what a run with it says
  std::string_view note;          // Markdown
};

// By group, in the order of the page.
std::vector<Construct> constructs();

// docs/osc2_coverage.md.
std::string osc2_coverage_markdown();

}  // namespace scrutineer::lang
