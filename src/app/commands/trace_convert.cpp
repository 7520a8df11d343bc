// scrutineer trace convert: any run as Scrutineer CSV.

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <span>
#include <utility>

#include "app/detail/command.h"
#include "app/detail/read_run.h"
#include "app/detail/words.h"
#include "base/counted.h"
#include "base/printable.h"
#include "run/load.h"
#include "run/overwritten.h"
#include "trace/summary.h"
#include "trace/write_csv.h"

namespace scrutineer::app {

namespace {

struct TraceConvertOptions {
  RunOptions run;
  std::string output;
  std::string lights_output;  // empty: beside the output, if the run has lights
};

// "run.csv" -> "run.lights.csv"
std::string lights_name(const std::string& output) {
  constexpr std::string_view kExtension = ".csv";
  const std::string stem = output.ends_with(kExtension) ? output.substr(0, output.size() - kExtension.size()) : output;
  return stem + ".lights.csv";
}

// Two of the files are one: what is still to be read, or was just written, would be overwritten.
std::optional<Problem> clash(const TraceConvertOptions& options, const std::string& lights_output, Outside& outside) {
  if (!lights_output.empty() && outside.files.are_same(options.output, lights_output))
    return Problem{{}, fmt::format("{} cannot hold both actors and lights", options.output)};
  return run::overwritten({options.output, lights_output}, options.run.files(), outside);
}

// A file that is written in larger pieces than rows.
class Buffered {
 public:
  explicit Buffered(std::unique_ptr<run::OutputFile> file) : file_(std::move(file)) {}

  std::string& text() { return text_; }
  std::optional<Problem> flush_if_large() { return text_.size() < kLarge ? std::nullopt : flush(); }
  std::optional<Problem> finish() {
    if (auto problem = flush()) return problem;
    return file_->finish();
  }

 private:
  static constexpr std::size_t kLarge = 1 << 18;

  std::optional<Problem> flush() {
    const std::string text = std::exchange(text_, {});
    return file_->append(text);
  }

  std::unique_ptr<run::OutputFile> file_;
  std::string text_;
};

struct Written {
  std::uint64_t frames = 0, rows = 0, light_rows = 0;
  std::optional<Problem> fault;    // of the run: what was read before it is written
  std::optional<Problem> failure;  // nothing is written
};

Written write(const TraceConvertOptions& options, const trace::CsvLayout& layout, const std::string& lights_output,
              Outside& outside) {
  Written written;
  std::vector<std::string> paths{options.output};
  if (!lights_output.empty()) paths.push_back(lights_output);
  std::vector<Buffered> files;  // the run, and its lights if it has any
  for (const std::string& path : paths) {
    auto file = outside.files.create(path);
    if (!file) return {.failure = file.problem()};
    files.emplace_back(*std::move(file));
  }
  files[0].text() = csv_header(layout);
  if (files.size() == 2) files[1].text() = trace::lights_csv_header();

  const auto use = [&](const trace::Frame& frame, const trace::Tables& tables) -> std::optional<Problem> {
    written.failure = append_csv_rows(layout, frame, tables.actors(), files[0].text());
    if (!written.failure && files.size() == 2)
      written.failure = append_light_rows(layout, frame, tables.lights(), files[1].text());
    // An id that does not fit is the run's, at this frame; a full disk is not.
    if (written.failure) written.failure->place = {.file = options.run.file, .frame = frame.number};
    for (Buffered& file : files)
      if (!written.failure) written.failure = file.flush_if_large();
    written.frames += frame.actors.empty() ? 0U : 1U;
    written.rows += frame.actors.size();
    written.light_rows += frame.lights.size();
    return written.failure;
  };
  ReadRun run = read_run(options.run, "converting", use, outside);
  if (!written.failure && !run.trace) written.failure = run.problem;
  if (written.failure) return written;
  written.fault = std::move(run.problem);
  // The lights first: where the run is, they are too.
  for (std::size_t i = files.size(); i-- > 0;)
    if (!written.failure) written.failure = files[i].finish();
  return written;
}

void tell_defaults(std::span<const trace::ActorInfo> actors, std::ostream& out) {
  for (const bool only_height : {false, true}) {
    const auto count = std::ranges::count_if(actors, [&](const trace::ActorInfo& info) {
      return info.size_is_default && trace::only_height_is_default(info) == only_height;
    });
    if (count == 0) continue;
    out << fmt::format("The run does not give the {} of {}: defaults are written as if it did.\n",
                       only_height ? "height" : "size", counted(static_cast<std::size_t>(count), "actor"));
  }
}

void report(const TraceConvertOptions& options, const Written& written, const trace::CsvLayout& layout,
            const trace::RunSummary& summary, const trace::Tables& tables, const std::string& lights_output,
            Outside& outside) {
  const auto actors = tables.actors();
  std::ostream& out = outside.screen.out;
  out << fmt::format("{}: {}, {}, {}\n", printable(options.output), counted(written.frames, "frame"),
                     counted(actors.size(), "actor"), counted(written.rows, "row"));
  if (!lights_output.empty())
    out << fmt::format("{0}: {1}, {2}; read it with --lights {0}\n", printable(lights_output),
                       counted(tables.lights().size(), "light"), counted(written.light_rows, "row"));
  if (!layout.not_written.empty())
    out << fmt::format("CSV has no place for: {}\n", fmt::join(layout.not_written, ", "));
  if (summary.count_of(trace::Field::speed) > 0) out << "Speeds are written as velocities along the heading.\n";
  tell_defaults(actors, out);
  if (tables.host_id() && !layout.role)
    out << fmt::format("No actor is {}, which the run names as the ego: no row has the role ego.\n",
                       printable(*tables.host_id()));
}

int trace_convert(const TraceConvertOptions& given, Outside& outside) {
  TraceConvertOptions options = given;
  if (const auto problem = resolve_manifest(options.run, outside)) return refuse(outside, *problem);
  if (const auto problem = clash(options, options.lights_output, outside)) return refuse(outside, *problem);

  // Which columns there are is known only after the last frame, so the run is read twice.
  trace::Summarizer summarizer;
  const auto look = [&](const trace::Frame& frame, const trace::Tables& tables) {
    summarizer.add(frame, tables.actors());
    return std::nullopt;
  };
  const ReadRun run = read_run(options.run, "reading", look, outside);
  const trace::RunSummary summary = summarizer.summary();
  if (summary.frames == 0) return refuse(outside, *run.problem);
  if (summary.actor_frames == 0)
    return refuse(outside, Problem{{.file = options.run.file}, "no frame has an actor: there is nothing to write"});

  std::string lights_output;
  if (!summary.lights.empty())
    lights_output = options.lights_output.empty() ? lights_name(options.output) : options.lights_output;
  if (const auto problem = clash(options, lights_output, outside)) return refuse(outside, *problem);

  trace::CsvLayout layout = csv_layout(summary, run.tables);
  if (run::find_map_of_run(options.run.file, outside))
    layout.not_written.push_back(
        fmt::format("the map that it carries or names (scrutineer map convert {} MAP.xodr writes it)",
                    printable(options.run.file)));
  const Written written = write(options, layout, lights_output, outside);
  if (written.failure) return refuse(outside, *written.failure);
  outside.progress.end();
  report(options, written, layout, summary, run.tables, lights_output, outside);
  if (!options.lights_output.empty() && lights_output.empty())
    outside.screen.out << fmt::format("The run has no lights: {} is not written.\n", printable(options.lights_output));
  outside.screen.out.flush();
  return written.fault ? refuse(outside, *written.fault) : kFine;
}

void add_options(Options& options, TraceConvertOptions& values) {
  add_run(options, values.run, "IN");
  options.add("OUT", values.output, "The CSV file to write").required();
  options.add("--lights-out", values.lights_output,
              "Where traffic lights go, if the run has any; without it OUT's name with .lights.csv", "FILE");
}

}  // namespace

Command trace_convert_command() {
  return {.name = "trace convert",
          .turn = 60,
          .summary = "Write a run as Scrutineer CSV, which reads back the same",
          .example = "scrutineer trace convert examples/runs/town.csv town.csv",
          .declare = declare<TraceConvertOptions, add_options, trace_convert>};
}

}  // namespace scrutineer::app
