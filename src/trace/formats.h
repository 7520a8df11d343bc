// The formats that runs and the files beside them come in, one row each: help, errors and documentation say what these
// say.
//
// One more format is a reader in detail/ that also gives its row (`TraceFormat osi_format() {`), and a test.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scrutineer::trace {

struct Format {
  std::string_view name;            // in results and for programs: "osi"
  std::string_view title;           // for people: "ASAM OSI"
  std::string_view looked_for;      // what a file of it looks like, for those whose file is none
  std::string_view extension = {};  // of its files, where they have one of their own
  // What of it is read, and what it takes along or lacks, as sentences for the manual (docs/formats.md).
  std::string_view reads = {}, leaves_out = {};
};

std::vector<Format> trace_formats();  // of runs
std::vector<Format> light_formats();  // of light states beside a run

// For people; of a name that no row has, the name itself.
std::string_view title_of(std::string_view trace_format);

// "ASAM OSI (.osi), SUMO FCD or Scrutineer CSV"
std::string list_of(const std::vector<Format>& formats);

}  // namespace scrutineer::trace
