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
#include "trace/formats.h"

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

void add_lights(CLI::App& command, std::string& file) {
  command.add_option("--lights", file, "Traffic lights of the run: " + list_of(trace::light_formats()))
      ->type_name("FILE");
}

void add_run(CLI::App& command, RunOptions& run, const char* name = "FILE") {
  command
      .add_option(name, run.file,
                  fmt::format("A run: {};\nalso packed (.gz, .zst), or the manifest of one: run.json",
                              list_of(trace::trace_formats())))
      ->required()
      ->type_name("");
  add_lights(command, run.lights);
  command.add_option("--vehicle-types", run.vehicle_types, "SUMO's vehicle types, for sizes and classes")
      ->type_name("FILE");
  command.add_flag("--skip-bad-frames", run.skip_bad_frames, "Drop frames that are not sound, and go on behind them");
}

void add_trace_info(CLI::App& trace, Chosen& chosen) {
  CLI::App& command = *trace.add_subcommand("info", "Say what a run holds: frames, actors, fields, oddities");
  command.footer(example("scrutineer trace info examples/runs/town.csv"));
  const auto options = std::make_shared<TraceInfoOptions>();
  add_run(command, options->run);
  command.add_option("--ego", options->run.ego, "The system under test, by its id in the run")->type_name("ID");
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
  command
      .add_option("--map", options->map, "The OpenDRIVE map below; without it the manifest's, else a grid of metres")
      ->type_name("FILE");
  command.add_option("-o,--output", options->output, "The SVG file to write")->required()->type_name("FILE");
  command.add_option("--actor", options->actors, "Draw only this actor; can be given several times")
      ->type_name("ID")
      ->allow_extra_args(false);
  command.add_option("--ego", options->run.ego, "Let this actor stand out")->type_name("ID");
  add_width(command, options->width);
  command.add_flag("--still", options->still, "Leave out the script that lets a browser zoom and move");
  choose(command, chosen, options, trace_draw);
}

void add_several(CLI::App& command, const char* name, std::vector<std::string>& values, const char* what,
                 const char* type) {
  command.add_option(name, values, what)->type_name(type)->allow_extra_args(false);
}

void add_check(CLI::App& program, Chosen& chosen) {
  CLI::App& command =
      *program.add_subcommand("check", "Say what went wrong in a run; exit code 1 if anything of severity error did");
  command.footer(example("scrutineer check --map examples/maps/town.xodr --trace examples/runs/departure/run.csv") +
                 "\nA manifest names all of it: scrutineer check run.json (docs/traces.md). Flags win over it.\n"
                 "scrutineer list checkers and scrutineer list settings say what there is to set.\n");
  const auto options = std::make_shared<CheckOptions>();
  const auto offset = std::make_shared<std::vector<double>>();
  command.add_option("MANIFEST", options->manifest, "run.json: names map, trace and all the rest")->type_name("");
  command.add_option("--map", options->map, "The OpenDRIVE map; without one, checks that need it are skipped")
      ->type_name("FILE");
  command.add_option("--trace", options->trace, "The run: " + list_of(trace::trace_formats()))->type_name("FILE");
  command.add_option("--ego", options->ego, "The system under test, by its id in the run")->type_name("ID");
  add_lights(command, options->lights);
  command.add_option("--sumo-net", options->sumo_net, "SUMO's net, which ties its lights to the map's signals")
      ->type_name("FILE");
  command.add_option("--vehicle-types", options->vehicle_types, "SUMO's vehicle types, for sizes and classes")
      ->type_name("FILE");
  command.add_option("--planned-path", options->planned_path, "What actors plan to drive: time,id,x,y,speed")
      ->type_name("FILE");
  command.add_option("--relocations", options->relocations, "Where actors were put elsewhere on purpose: id,start,end")
      ->type_name("FILE");
  command.add_option("--out", options->out, "Write the whole result to this folder")->type_name("DIR");
  command.add_flag("--report", options->report, "Write a page for people as well: report.html in that folder");
  const std::map<std::string, CheckOptions::Format> formats{{"json", CheckOptions::Format::json},
                                                            {"junit", CheckOptions::Format::junit},
                                                            {"sarif", CheckOptions::Format::sarif},
                                                            {"text", CheckOptions::Format::text}};
  command
      .add_option_function<std::string>(
          "--format", [options, formats](const std::string& name) { options->format = formats.at(name); },
          "text for people (default), the others for programs")
      ->check([formats](const std::string& name) {
        return formats.contains(name) ? std::string() : fmt::format("\"{}\" is none of json|junit|sarif|text", name);
      })
      ->type_name("json|junit|sarif|text");
  const std::map<std::string, CheckOptions::Verbosity> verbosities{{"full", CheckOptions::Verbosity::full},
                                                                   {"normal", CheckOptions::Verbosity::normal},
                                                                   {"quiet", CheckOptions::Verbosity::quiet}};
  command
      .add_option_function<std::string>(
          "--verbosity", [options, verbosities](const std::string& name) { options->verbosity = verbosities.at(name); },
          "Of the text: only the verdict, also the gravest issues (default), or every issue with its message")
      ->check([verbosities](const std::string& name) {
        return verbosities.contains(name) ? std::string() : fmt::format("\"{}\" is none of quiet|normal|full", name);
      })
      ->type_name("quiet|normal|full");
  add_several(command, "--config", options->config, "Settings and checkers of your own, in OpenSCENARIO DSL", "FILE");
  add_several(command, "--set", options->set, "A parameter: policy.max_speed=130kph, sut.car.policy.max_speed=...",
              "PATH=VALUE");
  add_several(command, "--enable", options->enable, "Run this checker; @sut, @npc or @all says for whom",
              "NAME[@WHOM]");
  add_several(command, "--disable", options->disable, "Do not run this checker", "NAME[@WHOM]");
  add_several(command, "--severity", options->severity, "How bad a kind of issue is; @sut or @other says whose",
              "KIND=LEVEL[@WHOSE]");
  command.add_flag("--flip-y", options->flip_y, "Negate y of the run (CARLA's is left-handed)");
  command.add_option("--offset", *offset, "Add this to the positions of the run, after --flip-y")
      ->expected(2)
      ->delimiter(',')
      ->type_name("X,Y");
  command.add_option("--derive", options->derive, "How many differences a value may be away from what the run reports")
      ->default_str("1")
      ->check(CLI::Range(0, 3).description(""))
      ->type_name("N");
  command.add_flag("--skip-bad-frames", options->skip_bad_frames, "Drop frames that are not sound, and go on");
  command.add_flag("--stop-on-error", options->stop_on_error,
                   "End the evaluation at the first issue of severity error");
  command.add_flag("--strict-map", options->strict_map, "Refuse a map in which map check finds anomalies");
  command.callback([&chosen, options, offset] {
    if (offset->size() == 2) {
      options->offset.emplace((*offset)[0], (*offset)[1]);
    }
    chosen = [options](Outside& outside) { return check(*options, outside); };
  });
}

void add_report(CLI::App& program, Chosen& chosen) {
  CLI::App& command = *program.add_subcommand("report", "Show a finished run: one page that opens in any browser");
  command.footer(example("scrutineer check examples/runs/departure/run.json --out out; scrutineer report out") +
                 "\nMap and run are read again where DIR/run.json says that they are. docs/report.md has more.\n");
  const auto options = std::make_shared<ReportOptions>();
  command.add_option("DIR", options->folder, "A result's folder, as check --out writes it")->required()->type_name("");
  command.add_option("-o,--output", options->output, "The page to write, instead of DIR/report.html")
      ->type_name("FILE");
  command.add_option("--png", options->png, "Instead of the page a picture of this issue; can be given several times")
      ->type_name("ISSUE")
      ->allow_extra_args(false);
  command.add_flag("--pictures", options->pictures, "Instead of the page a picture of each issue, as PNG and as SVG");
  choose(command, chosen, options, report);
}

void add_live(CLI::App& program, Chosen& chosen) {
  CLI::App& live = *program.add_subcommand("live", "Evaluate beside a simulator that is running");
  live.require_subcommand(1);
  live.footer(example("scrutineer live sumo --map examples/maps/town.xodr --duration 30"));
  CLI::App& command = *live.add_subcommand("sumo", "SUMO over TraCI: started here, or running already");
  command.footer(example("scrutineer live sumo --map examples/maps/town.xodr --ego vehicle0 --duration 30") +
                 "\nWith --map alone the map is converted with netconvert, and vehicles drive between edges drawn at "
                 "random.\n");
  const auto options = std::make_shared<LiveSumoOptions>();
  command.add_option("--cfg", options->config, "SUMO's configuration")->type_name("FILE");
  command.add_option("--map", options->map, "The OpenDRIVE map; beside --cfg the one that its net was made from")
      ->type_name("FILE");
  command.add_option("--attach", options->attach, "Join the SUMO at this port as its second client")->type_name("PORT");
  command.add_option("--ego", options->ego, "The system under test, by its id")->type_name("ID");
  command.add_option("--teleporter", options->teleporter, "Relocate the ego as this file says (docs/teleporter.md)")
      ->type_name("FILE");
  command.add_option("--teleport-log", options->teleport_log, "A row per teleport, on disk as soon as it is done")
      ->type_name("FILE");
  command.add_option("--record", options->record, "Record the run as OSI, with run.json and relocations.csv beside it")
      ->type_name("FILE");
  command.add_option("--out", options->out, "Write the whole result to this folder")->type_name("DIR");
  command.add_option("--duration", options->duration, "End after so many simulated seconds")->type_name("S");
  command.add_option("--episodes", options->episodes, "End with the last of so many episodes after teleports")
      ->type_name("N");
  command.add_option("--step-length", options->step_length, "Simulated seconds per step")->type_name("S");
  command.add_option("--vehicles", options->vehicles, "How many drive, with --map alone")->type_name("N");
  command.add_option("--seed", options->seed, "Of that traffic")->type_name("N");
  add_several(command, "--config", options->osc, "Settings and checkers of your own, in OpenSCENARIO DSL", "FILE");
  add_several(command, "--set", options->set, "A parameter: policy.max_speed=130kph", "PATH=VALUE");
  add_several(command, "--enable", options->enable, "Run this checker", "NAME[@WHOM]");
  add_several(command, "--disable", options->disable, "Do not run this checker", "NAME[@WHOM]");
  add_several(command, "--severity", options->severity, "How bad a kind of issue is", "KIND=LEVEL[@WHOSE]");
  add_several(command, "--sumo", options->sumo_arguments, "One more argument for SUMO", "ARGUMENT");
  command.add_flag("--stop-on-error", options->stop_on_error, "End the run at the first issue of severity error");
  command.add_flag("--json", options->json, "Print what happens as JSON lines, as it happens");
  choose(command, chosen, options, live_sumo);
}

void add_teleporter(CLI::App& program, Chosen& chosen) {
  CLI::App& teleporter = *program.add_subcommand("teleporter", "Plan the relocation of the ego in a live simulation");
  teleporter.require_subcommand(1);
  teleporter.footer(example("scrutineer teleporter plan examples/teleporter/loop.json --map examples/maps/town.xodr"));
  CLI::App& command = *teleporter.add_subcommand("plan", "Show candidates, distances, arrival times and draws");
  command.footer(
      example("scrutineer teleporter plan examples/teleporter/loop.json --map examples/maps/town.xodr -o plan.svg"));
  const auto options = std::make_shared<TeleporterPlanOptions>();
  command.add_option("CONFIG", options->config, "The Teleporter's JSON file")->required()->type_name("");
  command.add_option("--map", options->map, "The OpenDRIVE map")->required()->type_name("FILE");
  command.add_option("--sumo-net", options->net, "The SUMO net, if lanes are named by its edges")->type_name("FILE");
  command.add_option("--draws", options->draws, "How many targets to draw for the histogram")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  command.add_option("-o,--output", options->output, "Draw candidates, midpoint and trigger box on the map")
      ->type_name("FILE");
  add_format(command, options->format, {{"json", Format::json}, {"text", Format::text}});
  choose(command, chosen, options, teleporter_plan);

  CLI::App& schema = *teleporter.add_subcommand("schema", "The JSON schema of such files");
  const auto files = std::make_shared<SchemaOptions>();
  schema.add_option("--write", files->write, "Write it to this file")->type_name("FILE");
  schema.add_option("--check", files->check, "Exit with 1 if this file is not what would be written")
      ->type_name("FILE");
  choose(schema, chosen, files, teleporter_schema);
}

void add_lint(CLI::App& program, Chosen& chosen) {
  CLI::App& command =
      *program.add_subcommand("lint", "Find what is wrong in configuration files; exit code 2 if there is");
  command.footer(example("scrutineer lint examples/config/tailgating.osc"));
  const auto options = std::make_shared<LintOptions>();
  command.add_option("FILE", options->files, "Files in OpenSCENARIO DSL, compiled together")->required()->type_name("");
  add_format(command, options->format, text_or_json());
  choose(command, chosen, options, lint);
}

void add_lang(CLI::App& program, Chosen& chosen) {
  CLI::App& lang = *program.add_subcommand("lang", "Look into the compiler of configuration files");
  lang.require_subcommand(1);
  lang.footer(example("scrutineer lang library object_state"));
  CLI::App& command = *lang.add_subcommand("dump", "What one stage of the compiler makes of a file");
  command.footer(example("scrutineer lang dump --stage bytecode examples/config/tailgating.osc"));
  const auto options = std::make_shared<LangDumpOptions>();
  const std::map<std::string, LangDumpOptions::Stage> stages{{"tokens", LangDumpOptions::Stage::tokens},
                                                             {"tree", LangDumpOptions::Stage::tree},
                                                             {"types", LangDumpOptions::Stage::types},
                                                             {"bytecode", LangDumpOptions::Stage::bytecode}};
  command.add_option("FILE", options->file, "A file in OpenSCENARIO DSL")->required()->type_name("");
  command
      .add_option_function<std::string>(
          "--stage", [options, stages](const std::string& name) { options->stage = stages.at(name); },
          "Of the compiler; tree by default")
      ->check([stages](const std::string& name) {
        return stages.contains(name) ? std::string()
                                     : fmt::format("\"{}\" is none of tokens|tree|types|bytecode", name);
      })
      ->type_name("tokens|tree|types|bytecode");
  choose(command, chosen, options, lang_dump);

  CLI::App& library =
      *lang.add_subcommand("library", "The names that exist: what is declared before any file, as OSC2");
  library.footer(example("scrutineer lang library object_state"));
  const auto wanted = std::make_shared<LangLibraryOptions>();
  library.add_option("NAME", wanted->name, "Only what is said of this type")->type_name("");
  choose(library, chosen, wanted, lang_library);
}

void add_list(CLI::App& program, Chosen& chosen) {
  CLI::App& list_of = *program.add_subcommand("list", "List the checkers, or what can be set");
  list_of.require_subcommand(1);
  list_of.footer(example("scrutineer list checkers"));
  const auto add = [&](const char* name, const char* what, ListOptions::What which) {
    CLI::App& command = *list_of.add_subcommand(name, what);
    command.footer(example(fmt::format("scrutineer list {}", name)));
    const auto options = std::make_shared<ListOptions>();
    options->what = which;
    add_several(command, "--config", options->config, "List what these files add, too", "FILE");
    add_format(command, options->format, text_or_json());
    choose(command, chosen, options, list);
  };
  add("checkers", "Every checker: whom it watches, how bad its issues are, what it needs", ListOptions::What::checkers);
  add("settings", "All that --set can set: path, default, unit, range and who reads it", ListOptions::What::settings);
}

void add_explain(CLI::App& program, Chosen& chosen) {
  CLI::App& command =
      *program.add_subcommand("explain", "Tell all about a checker: what, how, parameters, what to do about it");
  command.footer(example("scrutineer explain teleportation"));
  const auto options = std::make_shared<ExplainOptions>();
  command.add_option("NAME", options->name, "A checker, a kind of issue, or the path of a setting")
      ->required()
      ->type_name("");
  add_several(command, "--config", options->config, "Also what these files add", "FILE");
  add_format(command, options->format, text_or_json());
  choose(command, chosen, options, explain);
}

void add_schema(CLI::App& program, Chosen& chosen) {
  CLI::App& command = *program.add_subcommand("schema", "Print the JSON schema of results (runtime_data.json)");
  command.footer(example("scrutineer schema"));
  const auto options = std::make_shared<SchemaOptions>();
  auto* writes = command.add_option("--write", options->write, "Write it to this file")->type_name("FILE");
  command.add_option("--check", options->check, "Exit with 1 if this file is not what would be written")
      ->type_name("FILE")
      ->excludes(writes);
  choose(command, chosen, options, schema);
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
  program.footer(example("scrutineer check examples/runs/departure/run.json"));
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
  add_check(program, chosen);
  add_report(program, chosen);
  add_lint(program, chosen);
  add_lang(program, chosen);
  add_live(program, chosen);
  add_teleporter(program, chosen);
  add_list(program, chosen);
  add_explain(program, chosen);
  add_schema(program, chosen);
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
