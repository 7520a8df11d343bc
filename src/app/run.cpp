#include "app/run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <ostream>
#include <string_view>
#include <vector>

#include "app/commands.h"
#include "app/version.h"
#include "base/text.h"

namespace scrutineer::app {

namespace {

using Chosen = std::function<int(Outside&)>;

std::string example(std::string_view command_line) { return fmt::format("\nExample:\n  {}\n", command_line); }

template <typename Options>
void choose(CLI::App& command, Chosen& chosen, const std::shared_ptr<Options>& options,
            int (*start)(const Options&, Outside&)) {
  command.callback(
      [&chosen, options, start] { chosen = [options, start](Outside& outside) { return start(*options, outside); }; });
}

void add_map_file(CLI::App& command, std::string& file) {
  command.add_option("FILE", file, "An OpenDRIVE map: .xodr or .xodr.gz")->required()->type_name("");
}

using Formats = std::map<std::string, Format>;
Formats text_or_json() { return {{"json", Format::json}, {"text", Format::text}}; }
Formats text_json_or_xqar() { return {{"json", Format::json}, {"text", Format::text}, {"xqar", Format::xqar}}; }

void add_format(CLI::App& command, Format& format, const Formats& formats) {
  std::string names;
  for (const auto& [name, value] : formats) names += (names.empty() ? "" : "|") + name;
  command
      .add_option_function<std::string>(
          "--format", [&format, formats](const std::string& name) { format = formats.at(name); },
          "text for people (default), the others for programs")
      ->check([names, formats](const std::string& name) {
        return formats.contains(name) ? std::string() : fmt::format("\"{}\" is none of {}", name, names);
      })
      ->type_name(names);
}

void add_map_info(CLI::App& map, Chosen& chosen) {
  CLI::App& command = *map.add_subcommand("info", "Count what is in a map, and what was skipped");
  command.footer(example("scrutineer map info examples/maps/town.xodr"));
  const auto options = std::make_shared<MapInfoOptions>();
  add_map_file(command, options->file);
  command.add_flag("--signals", options->signals,
                   "List what controls each lane into a junction, and where vehicles stop for it");
  add_format(command, options->format, text_or_json());
  choose(command, chosen, options, map_info);
}

void add_map_check(CLI::App& map, Chosen& chosen) {
  CLI::App& command = *map.add_subcommand("check", "Find anomalies in a map; exit code 1 if there are any");
  command.footer(example("scrutineer map check examples/maps/town.xodr --format xqar -o town.xqar"));
  const auto options = std::make_shared<MapCheckOptions>();
  add_map_file(command, options->file);
  add_format(command, options->format, text_json_or_xqar());
  command.add_option("-o,--output", options->output, "Write to this file instead of the screen")->type_name("FILE");
  choose(command, chosen, options, map_check);
}

void add_width(CLI::App& command, double& width) {
  command.add_option("--width", width, "Width of the drawing in pixels")
      ->capture_default_str()
      ->check(CLI::Range(400.0, 20'000.0).description(""))
      ->type_name("PIXELS");
}

void add_map_draw(CLI::App& map, Chosen& chosen) {
  CLI::App& command = *map.add_subcommand("draw", "Draw a map as SVG, with its anomalies marked");
  command.footer(
      example("scrutineer map draw examples/maps/town.xodr -o town.svg --labels") +
      "\nA browser shows the drawing best: the wheel zooms, dragging moves, a double click shows all again, and\n"
      "what is under the mouse names itself.\n");
  const auto options = std::make_shared<MapDrawOptions>();
  const auto around = std::make_shared<std::vector<double>>();
  add_map_file(command, options->file);
  command.add_option("-o,--output", options->output, "The SVG file to write")->required()->type_name("FILE");
  command.add_flag("--labels", options->labels, "Write the ids of roads and junctions beside them");
  command.add_option("--around", *around, "Draw only what is within RADIUS metres of (X, Y)")
      ->expected(3)
      ->type_name("X Y RADIUS");
  add_width(command, options->width);
  command.add_flag("--still", options->still, "Leave out the script that lets a browser zoom and move");
  command.callback([&chosen, options, around] {
    if (around->size() == 3) options->around = {(*around)[0], (*around)[1], (*around)[2]};
    chosen = [options](Outside& outside) { return map_draw(*options, outside); };
  });
}

void add_map_locate(CLI::App& map, Chosen& chosen) {
  CLI::App& command = *map.add_subcommand("locate", "Say on which roads and lanes a point lies, nearest first");
  command.footer(example("scrutineer map locate examples/maps/town.xodr 12.5 -3.25"));
  const auto options = std::make_shared<MapLocateOptions>();
  add_map_file(command, options->file);
  command.add_option("X", options->x, "Metres, as in the map")->required()->type_name("");
  command.add_option("Y", options->y, "Metres, as in the map")->required()->type_name("");
  command.add_option("Z", options->z, "Height in metres: only roads of that level")->type_name("");
  add_format(command, options->format, text_or_json());
  choose(command, chosen, options, map_locate);
}

void add_run(CLI::App& command, RunOptions& run, const char* name = "FILE") {
  command
      .add_option(name, run.file,
                  "A run: OSI (.osi, .mcap), SUMO FCD, an esmini log or Scrutineer CSV, also packed (.gz, .zst)")
      ->required()
      ->type_name("");
  command.add_option("--lights", run.lights, "Traffic lights of the run: SUMO's SaveTLSStates or Scrutineer CSV")
      ->type_name("FILE");
  command.add_option("--vehicle-types", run.vehicle_types, "SUMO's vehicle types, for sizes and classes")
      ->type_name("FILE");
  command.add_flag("--skip-bad-frames", run.skip_bad_frames, "Drop frames that are not sound, and go on behind them");
}

void add_trace_info(CLI::App& trace, Chosen& chosen) {
  CLI::App& command = *trace.add_subcommand("info", "Say what a run holds: frames, actors, fields, oddities");
  command.footer(example("scrutineer trace info examples/runs/town.csv"));
  const auto options = std::make_shared<TraceInfoOptions>();
  add_run(command, options->run);
  command.add_flag("--all", options->all, "Do not shorten long lists");
  add_format(command, options->format, text_or_json());
  choose(command, chosen, options, trace_info);
}

void add_trace_convert(CLI::App& trace, Chosen& chosen) {
  CLI::App& command = *trace.add_subcommand("convert", "Write a run as Scrutineer CSV, which reads back the same");
  command.footer(example("scrutineer trace convert examples/runs/town.csv town.csv"));
  const auto options = std::make_shared<TraceConvertOptions>();
  add_run(command, options->run, "IN");
  command.add_option("OUT", options->output, "The CSV file to write")->required()->type_name("");
  command
      .add_option("--lights-out", options->lights_output,
                  "Where traffic lights go, if the run has any; without it OUT's name with .lights.csv")
      ->type_name("FILE");
  choose(command, chosen, options, trace_convert);
}

void add_trace_draw(CLI::App& trace, Chosen& chosen) {
  CLI::App& command = *trace.add_subcommand("draw", "Draw the paths of a run as SVG, over its map");
  command.footer(
      example("scrutineer trace draw examples/runs/town.csv --map examples/maps/town.xodr -o run.svg") +
      "\nA browser shows the drawing best: the wheel zooms, dragging moves, a double click shows all again, and\n"
      "what is under the mouse names itself.\n");
  const auto options = std::make_shared<TraceDrawOptions>();
  add_run(command, options->run);
  command.add_option("--map", options->map, "The OpenDRIVE map below; without it a grid of metres")->type_name("FILE");
  command.add_option("-o,--output", options->output, "The SVG file to write")->required()->type_name("FILE");
  command.add_option("--actor", options->actors, "Draw only this actor; can be given several times")
      ->type_name("ID")
      ->allow_extra_args(false);
  command.add_option("--ego", options->ego, "Let this actor stand out")->type_name("ID");
  add_width(command, options->width);
  command.add_flag("--still", options->still, "Leave out the script that lets a browser zoom and move");
  choose(command, chosen, options, trace_draw);
}

void add_docs(CLI::App& program, Chosen& chosen) {
  CLI::App& command =
      *program.add_subcommand("docs", "Write or check the pages of the manual that the program makes itself");
  command.footer(example("scrutineer docs --write docs"));
  const auto options = std::make_shared<DocsOptions>();
  const auto write = std::make_shared<std::string>(), check = std::make_shared<std::string>();
  auto* writes = command.add_option("--write", *write, "Write the pages to this folder")->type_name("DIR");
  command.add_option("--check", *check, "Exit with 1 if a page in this folder is not what would be written")
      ->type_name("DIR")
      ->excludes(writes);
  command.require_option(1);
  command.callback([&chosen, options, write, check] {
    options->mode = write->empty() ? DocsOptions::Mode::check : DocsOptions::Mode::write;
    options->folder = write->empty() ? *check : *write;
    chosen = [options](Outside& outside) { return docs(*options, outside); };
  });
}

// "-.5" is "-0.5": the former looks like an option to CLI11.
std::string with_leading_zero(std::string word) {
  const bool is_fraction = word.size() > 2 && word.starts_with("-.") && word[2] >= '0' && word[2] <= '9';
  return is_fraction ? word.insert(1, "0") : word;
}

// The command that the words led to before they went wrong.
const CLI::App& deepest(const CLI::App& program) {
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::string full_name(const CLI::App& command) {
  return command.get_parent() == nullptr ? command.get_name()
                                         : full_name(*command.get_parent()) + ' ' + command.get_name();
}

// What is wrong with the command line, in one line that ends with where to read on.
std::string usage_problem(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& command = deepest(program);
  std::vector<std::string> names;
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  std::string what = error.what();
  if (!names.empty()) {
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    const auto words = command.remaining();
    what = words.empty() ? fmt::format("a command is missing, one of {}", fmt::join(names, ", "))
                         : fmt::format("\"{}\" is no command", words.front());
    if (!words.empty())
      if (const auto likely = did_you_mean(words.front(), candidates))
        what += fmt::format("; did you mean {}?", *likely);
  }
  return fmt::format("{} (see {} --help)", trim(what), full_name(command));
}

}  // namespace

int run(std::span<const std::string> arguments, Outside& outside) {
  CLI::App program("Scrutineer evaluates drives of automated vehicles.", "scrutineer");
  program.set_version_flag("--version", "scrutineer " + std::string(version()));
  program.set_help_flag("-h,--help", "Print this help and exit");
  program.footer(example("scrutineer map draw examples/maps/town.xodr -o town.svg"));
  program.require_subcommand(1);

  Chosen chosen;
  CLI::App& map = *program.add_subcommand("map", "Look into road maps");
  map.require_subcommand(1);
  map.footer(example("scrutineer map info examples/maps/town.xodr"));
  add_map_info(map, chosen);
  add_map_check(map, chosen);
  add_map_draw(map, chosen);
  add_map_locate(map, chosen);
  CLI::App& trace = *program.add_subcommand("trace", "Look into recorded runs");
  trace.require_subcommand(1);
  trace.footer(example("scrutineer trace info examples/runs/town.csv"));
  add_trace_info(trace, chosen);
  add_trace_convert(trace, chosen);
  add_trace_draw(trace, chosen);
  add_docs(program, chosen);

  std::vector<std::string> words(arguments.rbegin(), arguments.rend());
  for (std::string& word : words) word = with_leading_zero(std::move(word));
  try {
    program.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error, outside.screen.out, outside.screen.err);
    return refuse(outside, usage_problem(program, error));
  }
  const int code = chosen(outside);
  outside.progress.end();
  outside.screen.out.flush();
  if (!outside.screen.out) return refuse(outside, "cannot write to the standard output");
  return code;
}

}  // namespace scrutineer::app
