#include "trace/recognise.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "base/text.h"
#include "trace/detail/byte_source.h"
#include "trace/detail/file_names.h"
#include "trace/detail/format_rows.h"
#include "trace/detail/track_plan.h"

namespace scrutineer::trace {

namespace {

// What a file that is no run, or no map, is good for. {} is its name.
struct KindRow {
  FileKind kind;
  std::string_view title;
  std::string_view instead_of_run, instead_of_map;
};

constexpr std::string_view kGoesToTrace = "name it with --trace (scrutineer trace info {} looks into it)";
constexpr std::string_view kNoMapOfIts = "a map is an OpenDRIVE file, .xodr";
constexpr std::string_view kWriteCsv =
    "it is not read yet; write its actors as CSV, one row for each and frame (docs/traces.md, Scrutineer CSV)";

constexpr KindRow kRows[] = {
    {FileKind::run, "a run", "", kGoesToTrace},
    {FileKind::manifest, "a manifest", "it names a run: scrutineer check {}", "it names a run: scrutineer check {}"},
    {FileKind::map, "an OpenDRIVE map",
     "name it with --map, and the run beside it (scrutineer map info {} looks into it)", ""},
    {FileKind::lights, "a table of light states", "name it with --lights, and the run beside it", kNoMapOfIts},
    {FileKind::configuration, "a configuration in OpenSCENARIO DSL",
     "name it with --config, and the run beside it (scrutineer lint {} looks whether it is sound)", kNoMapOfIts},
    {FileKind::result, "a result of scrutineer",
     "scrutineer report DIR makes a page of the folder DIR that it is in; the run.json there is what check takes",
     kNoMapOfIts},
    {FileKind::page, "a web page", "open it in a browser; check takes a run or its run.json", kNoMapOfIts},
    {FileKind::sumo_config, "a SUMO configuration", "check it with: scrutineer check --sumo {}",
     "check its run with: scrutineer check --sumo {}"},
    {FileKind::sumo_net, "a SUMO net",
     "check what was driven on it with: scrutineer check --sumo {} FCD, where sumo --fcd-output FCD wrote the run",
     "let --sumo {} convert it, or: netconvert -s {} --opendrive-output map.xodr"},
    {FileKind::sumo_definitions, "a file of SUMO's routes, vehicle types or additional elements",
     "name it with --vehicle-types; the run is what sumo --fcd-output FCD writes", kNoMapOfIts},
    {FileKind::sumo_output, "an output of SUMO without positions",
     "let SUMO write them: sumo ... --fcd-output fcd.xml --fcd-output.acceleration, then check that", kNoMapOfIts},
    {FileKind::netconvert_config, "a configuration of netconvert", "a run is what sumo --fcd-output FCD writes",
     "netconvert -c {} --opendrive-output map.xodr makes one"},
    {FileKind::scenario, "an OpenSCENARIO XML scenario",
     "drive it first, then check what was driven: esmini --osc {} --headless --fixed_timestep 0.05 --csv_logger "
     "run.csv",
     "the map is the file that its RoadNetwork names, .xodr"},
    {FileKind::esmini_recording, "an esmini recording (.dat)",
     "let esmini write a log: esmini --osc SCENARIO.xosc --headless --fixed_timestep 0.05 --csv_logger run.csv, then "
     "scrutineer check run.csv --map MAP.xodr",
     kNoMapOfIts},
    {FileKind::ros1_bag, "a ROS 1 bag", kWriteCsv, kNoMapOfIts},
    {FileKind::ros2_bag, "a ROS 2 bag (SQLite)", kWriteCsv, kNoMapOfIts},
    {FileKind::ros2_metadata, "the table of contents of a ROS 2 bag", kWriteCsv, kNoMapOfIts},
    {FileKind::track_meta, "a table about the tracks of highD, inD, rounD, uniD or exiD",
     "name the tracks themselves, NN_tracks.csv; this file is read with them where it lies beside them", kNoMapOfIts},
    {FileKind::relocations, "a table of relocations", "name it with --relocations, and the run beside it", kNoMapOfIts},
    {FileKind::commonroad, "a CommonRoad scenario", kWriteCsv, kNoMapOfIts},
    {FileKind::open_street_map, "an OpenStreetMap or Lanelet2 map",
     "a run goes beside a map: scrutineer check RUN --map MAP.xodr",
     "a map is an OpenDRIVE file; of OpenStreetMap's, netconvert --osm-files {} --opendrive-output map.xodr makes one"},
    {FileKind::archive, "an archive", "unpack it, and check what is in it", "unpack it, and name what is in it"},
};

const KindRow* row_of(FileKind kind) {
  const auto* found = std::ranges::find(kRows, kind, &KindRow::kind);
  return found == std::end(kRows) ? nullptr : found;
}

struct Root {
  std::string_view element;
  FileKind kind;
};
constexpr Root kRoots[] = {
    {"OpenDRIVE", FileKind::map},
    {"net", FileKind::sumo_net},
    {"configuration", FileKind::sumo_config},
    {"sumoConfiguration", FileKind::sumo_config},
    {"netconvertConfiguration", FileKind::netconvert_config},
    {"routes", FileKind::sumo_definitions},
    {"additional", FileKind::sumo_definitions},
    {"tlsStates", FileKind::lights},
    {"netstate", FileKind::sumo_output},
    {"sumo-netstate", FileKind::sumo_output},
    {"tripinfos", FileKind::sumo_output},
    {"summary", FileKind::sumo_output},
    {"emission-export", FileKind::sumo_output},
    {"full-export", FileKind::sumo_output},
    {"collisions", FileKind::sumo_output},
    {"SSMLog", FileKind::sumo_output},
    {"OpenSCENARIO", FileKind::scenario},
    {"commonRoad", FileKind::commonroad},
    {"osm", FileKind::open_street_map},
    {"html", FileKind::page},
    {"testsuites", FileKind::result},
};

// The name of the first element; empty: this is no XML.
std::string_view root_element(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (;;) {
    text = text.substr(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
    if (!text.starts_with('<')) return {};
    const std::string_view end = text.starts_with("<!--") ? "-->" : text.starts_with("<?") ? "?>" : ">";
    if (!text.starts_with("<!") && !text.starts_with("<?"))
      return text.substr(1, std::min(text.size(), text.find_first_of(" \t\r\n/>")) - 1);
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + end.size());
  }
}

// esmini writes its version, a small number, and not far behind it the name of the map.
bool is_esmini_recording(std::string_view head, std::string_view file) {
  constexpr std::string_view kVersionEnd("\0\0\0", 3);
  const bool has_version = head.size() > 8 && head[0] > 0 && head[0] < 32 && head.substr(1, 3) == kVersionEnd;
  return has_version && (head.substr(0, 2048).find(".xodr") != std::string_view::npos || has_extension(file, ".dat"));
}

FileKind binary_kind(std::string_view head, std::string_view file) {
  if (head.starts_with("#ROSBAG")) return FileKind::ros1_bag;
  if (head.starts_with("SQLite format 3")) return FileKind::ros2_bag;
  if (head.starts_with("PK\x03\x04") || head.substr(std::min<std::size_t>(head.size(), 257)).starts_with("ustar"))
    return FileKind::archive;
  if (is_esmini_recording(head, file)) return FileKind::esmini_recording;
  return FileKind::unknown;
}

// Results are JSON too; a manifest is whatever else is an object.
FileKind json_kind(std::string_view head) {
  const std::string_view text = trim(head.starts_with("\xEF\xBB\xBF") ? head.substr(3) : head);
  if (!text.starts_with('{')) return FileKind::unknown;
  const std::string_view start = text.substr(0, 400);
  const bool is_result =
      start.find("\"schema_version\"") != std::string_view::npos && start.find("\"engine\"") != std::string_view::npos;
  return is_result || start.find("sarif-") != std::string_view::npos ? FileKind::result : FileKind::manifest;
}

struct TableHeader {
  FileKind kind;
  std::vector<std::string_view> names;  // all of them are in it
};

// Tables beside a run, by their headers.
FileKind table_kind(std::string_view head) {
  const TableHeader headers[] = {
      {FileKind::lights, {"signal", "colour"}},
      {FileKind::lights, {"RawFrameID", "timestamp(ms)"}},
      {FileKind::track_meta, {"initialFrame", "finalFrame", "class"}},
      {FileKind::track_meta, {"frameRate", "locationId"}},
      {FileKind::relocations, {"id", "start", "end"}},
  };
  const std::vector<std::string> own = header_of(head);
  for (const auto& [kind, names] : headers) {
    const auto is_there = [&](std::string_view name) { return std::ranges::find(own, name) != own.end(); };
    if (std::ranges::all_of(names, is_there)) return kind;
  }
  return FileKind::unknown;
}

FileKind other_kind(std::string_view head, std::string_view file) {
  if (head.empty()) return FileKind::empty;
  if (const FileKind kind = binary_kind(head, file); kind != FileKind::unknown) return kind;
  if (const std::string_view root = root_element(head); !root.empty()) {
    const auto* known = std::ranges::find(kRoots, root, &Root::element);
    return known == std::end(kRoots) ? FileKind::unknown : known->kind;
  }
  if (const FileKind kind = json_kind(head); kind != FileKind::unknown) return kind;
  if (has_extension(file, ".osc")) return FileKind::configuration;
  if (head.starts_with("rosbag2_bagfile_information")) return FileKind::ros2_metadata;
  return table_kind(head);
}

std::string sentence(const Recognised& found, std::string_view wanted, std::string_view advice,
                     const std::string& file) {
  std::string text(advice);
  for (std::size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}", at + file.size()))
    text.replace(at, 2, file);
  return fmt::format("is {}, not a {}: {}", found.title, wanted, text);
}

Result<std::string> head_of(Result<ByteSource> bytes) {
  if (!bytes) return bytes.problem();
  const auto filled = bytes->fill(kDecisiveSize);
  if (!filled && bytes->window().empty()) return filled.problem();
  return std::string(bytes->window().substr(0, kDecisiveSize));
}

}  // namespace

Result<std::string> read_head(const std::string& file) { return head_of(ByteSource::open(file)); }
Result<std::string> read_head(std::string content, const std::string& name) {
  return head_of(ByteSource::from_memory(std::move(content), name));
}

Recognised recognise(std::string_view head, std::string_view file) {
  for (const TraceFormat& row : trace_format_rows())
    if (row.looks_like(head)) return {FileKind::run, row.format.title, row.format.name};
  const FileKind kind = other_kind(head, file);
  const KindRow* row = row_of(kind);
  return {kind, row == nullptr ? "" : row->title, ""};
}

std::optional<std::string> named_map(std::string_view head) {
  for (const TraceFormat& row : trace_format_rows())
    if (row.named_map != nullptr && row.looks_like(head)) return row.named_map(head);
  return std::nullopt;
}

std::string why_no_run(const Recognised& found, const std::string& file) {
  const KindRow* row = row_of(found.kind);
  if (row == nullptr || row->instead_of_run.empty()) return "";
  return sentence(found, "run", row->instead_of_run, file);
}

std::string why_no_map(const Recognised& found, const std::string& file) {
  const KindRow* row = row_of(found.kind);
  if (row == nullptr || row->instead_of_map.empty()) return "";
  return sentence({found.kind, row->title, found.format}, "map", row->instead_of_map, file);
}

}  // namespace scrutineer::trace
