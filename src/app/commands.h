// The commands, each in a file of its own name. run.cpp turns a command line into one of these calls.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/outside.h"
#include "map/road_network.h"
#include "results/text.h"
#include "trace/manifest.h"
#include "trace/placement.h"
#include "trace/trace.h"

namespace scrutineer::app {

enum class Format { text, json, xqar };

struct MapInfoOptions {
  std::string file;
  bool signals = false;
  Format format = Format::text;
};
int map_info(const MapInfoOptions& options, Outside& outside);

struct MapCheckOptions {
  std::string file;
  std::string output;  // empty: the screen
  Format format = Format::text;
};
int map_check(const MapCheckOptions& options, Outside& outside);

struct MapDrawOptions {
  struct Around {
    double x = 0.0, y = 0.0, radius = 0.0;
  };
  std::string file, output;
  bool labels = false;
  std::optional<Around> around;  // nothing: the whole map
  double width = 1600.0;         // pixels
  bool still = false;            // no script inside
};
int map_draw(const MapDrawOptions& options, Outside& outside);

struct MapLocateOptions {
  std::string file;
  double x = 0.0, y = 0.0;
  std::optional<double> z;
  Format format = Format::text;
};
int map_locate(const MapLocateOptions& options, Outside& outside);

// What all commands that read a run take.
struct RunOptions {
  std::string file;  // the run, or a manifest (.json) that names it
  std::string lights, vehicle_types, ego;
  bool skip_bad_frames = false;
  // Only manifests say these.
  std::string manifest, map;
  std::map<std::string, trace::ActorOverride> actors;
  trace::Placement placement;

  trace::TraceSource source() const;
};
// If `run` names a manifest: what that says, except where flags say otherwise.
std::optional<Problem> resolve_manifest(RunOptions& run, Outside& outside);

struct TraceInfoOptions {
  RunOptions run;
  bool all = false;  // lists are not shortened
  Format format = Format::text;
};
int trace_info(const TraceInfoOptions& options, Outside& outside);

struct TraceConvertOptions {
  RunOptions run;
  std::string output;
  std::string lights_output;  // empty: beside the output, if the run has lights
};
int trace_convert(const TraceConvertOptions& options, Outside& outside);

struct TraceDrawOptions {
  RunOptions run;
  std::string map;  // empty: a plain grid
  std::string output;
  std::vector<std::string> actors;  // only these; empty: all
  double width = 1600.0;            // pixels
  bool still = false;               // no script inside
};
int trace_draw(const TraceDrawOptions& options, Outside& outside);

struct CheckOptions {
  enum class Format { text, json, junit, sarif };
  using Verbosity = results::TextOptions::Verbosity;
  std::string manifest;  // empty: the flags say all
  std::string map, trace, ego, lights, sumo_net, vehicle_types, planned_path, relocations;
  std::string out;  // the result's folder; empty: only the screen
  Format format = Format::text;
  Verbosity verbosity = Verbosity::normal;
  std::vector<std::string> config;  // files in OpenSCENARIO DSL
  std::vector<std::string> set, enable, disable, severity;
  bool flip_y = false;
  std::optional<std::pair<double, double>> offset;
  std::optional<int> derive;
  bool skip_bad_frames = false, stop_on_error = false, strict_map = false;
  bool report = false;  // a page for people as well, in the result's folder
};
int check(const CheckOptions& options, Outside& outside);

struct ReportOptions {
  std::string folder;     // a result's
  std::string output;     // empty: in that folder
  std::vector<int> png;   // pictures of these issues instead of the page ...
  bool pictures = false;  // ... or of all
};
int report(const ReportOptions& options, Outside& outside);

// Evaluates beside a simulator that is running.
struct LiveSumoOptions {
  std::string config, map;    // a .sumocfg, an OpenDRIVE map, or both
  std::optional<int> attach;  // the port of a SUMO that runs already
  std::string ego, teleporter, record, out;
  std::vector<std::string> osc;  // configuration files in OpenSCENARIO DSL
  std::string teleport_log;      // empty: beside `out`, or teleports.csv
  std::optional<double> duration;
  std::optional<std::size_t> episodes;
  std::optional<double> step_length;
  int vehicles = 30;       // with a map only
  std::uint64_t seed = 1;  // likewise
  std::vector<std::string> set, enable, disable, severity, sumo_arguments;
  bool stop_on_error = false, json = false;
};
int live_sumo(const LiveSumoOptions& options, Outside& outside);

// Shows what a Teleporter would do, without a simulator.
struct TeleporterPlanOptions {
  std::string config, map, net, output;
  int draws = 1000;
  Format format = Format::text;
};
int teleporter_plan(const TeleporterPlanOptions& options, Outside& outside);

struct LintOptions {
  std::vector<std::string> files;
  Format format = Format::text;
};
int lint(const LintOptions& options, Outside& outside);

struct LangDumpOptions {
  enum class Stage { tokens, tree, types, bytecode };
  std::string file;
  Stage stage = Stage::tree;
};
int lang_dump(const LangDumpOptions& options, Outside& outside);

struct LangLibraryOptions {
  std::string name;  // of a type; empty: all of it
};
int lang_library(const LangLibraryOptions& options, Outside& outside);

struct ListOptions {
  enum class What { checkers, settings };
  std::vector<std::string> config;
  What what = What::checkers;
  Format format = Format::text;
};
int list(const ListOptions& options, Outside& outside);

struct ExplainOptions {
  std::vector<std::string> config;
  std::string name;  // of a check, a kind of issue, or a setting's path
  Format format = Format::text;
};
int explain(const ExplainOptions& options, Outside& outside);

// Prints the JSON schema of results; or writes it to a file, or says whether a file is what it would write.
struct SchemaOptions {
  std::string write, check;  // files; at most one is given
};
int schema(const SchemaOptions& options, Outside& outside);
// What both do with the schema that `command` makes.
int give_schema(const std::string& text, std::string_view command, const SchemaOptions& options, Outside& outside);
int teleporter_schema(const SchemaOptions& options, Outside& outside);  // of the Teleporter's files

// Writes the pages that come out of the program itself to a folder, or says which of them are not what it would write.
struct DocsOptions {
  enum class Mode { write, check };
  Mode mode = Mode::check;
  std::string folder;
};
int docs(const DocsOptions& options, Outside& outside);

// ---- what commands share --------------------------------------------------------------------------------------------

Result<std::unique_ptr<const map::RoadNetwork>> load_map(const std::string& file, Outside& outside);

// Reads the run from its beginning, each frame to `use`, and tells a waiting person how far it is. `use` may end it
// with a problem of its own. The trace is as far as it was read; `problem` is why that is not its end.
struct ReadRun {
  std::unique_ptr<trace::Trace> trace;  // null: it could not be opened
  trace::Tables tables;
  std::optional<Problem> problem;
};
using UseFrame = std::function<std::optional<Problem>(const trace::Frame& frame, const trace::Tables& tables)>;
ReadRun read_run(const RunOptions& options, std::string_view what, const UseFrame& use, Outside& outside);

// A problem lists the actors that there are.
Result<trace::ActorId> find_actor(const std::string& id, const ReadRun& run);

}  // namespace scrutineer::app
