// What a file is, told by how it begins: so that a file in the wrong place is named, with what to do about it.
//
//   const Recognised found = recognise(*head, "town.net.xml");       // FileKind::sumo_net
//   if (found.kind != FileKind::map) return Problem{{.file = file}, why_no_map(found, file)};
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace scrutineer::trace {

enum class FileKind : std::uint8_t {
  unknown,
  empty,
  run,  // in a format that is read
  manifest,
  map,  // OpenDRIVE
  lights,
  configuration,  // OpenSCENARIO DSL
  result,         // of an evaluation
  page,           // HTML, such as a report
  sumo_config,
  sumo_net,
  sumo_definitions,  // routes, vehicle types, additional elements
  sumo_output,       // any but FCD and light states
  netconvert_config,
  scenario,  // OpenSCENARIO XML
  esmini_recording,
  ros1_bag,
  ros2_bag,
  ros2_metadata,  // the file beside a bag that says what is in it
  track_meta,     // the files beside highD's, inD's ... tracks
  relocations,
  commonroad,
  open_street_map,  // Lanelet2 maps are among them
  archive,
};

struct Recognised {
  FileKind kind = FileKind::unknown;
  std::string_view title = "";   // for people, as the rest of "this is ...": "a SUMO net"; of a run its format's
  std::string_view format = "";  // of a run: its name
};

// How much of a file decides.
inline constexpr std::size_t kDecisiveSize = 65'536;
// The first bytes, unpacked if the file is packed; fewer if there are no more.
Result<std::string> read_head(const std::string& file);
Result<std::string> read_head(std::string content, const std::string& name);

// `file`: its name decides where the content does not.
Recognised recognise(std::string_view head, std::string_view file);

// The map that a run says it was driven on, by its name ("Town01"). Nothing: the run does not say.
std::optional<std::string> named_map(std::string_view head);

// What the file is instead of a run, or of a map, and what to do, as the rest of a sentence about it. Empty: it is one,
// or nobody knows what it is.
std::string why_no_run(const Recognised& found, const std::string& file);
std::string why_no_map(const Recognised& found, const std::string& file);

}  // namespace scrutineer::trace
