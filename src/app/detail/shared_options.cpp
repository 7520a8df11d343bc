#include "app/detail/shared_options.h"

#include <utility>

namespace scrutineer::app {

void add_text_or_json(Options& options, Format& format) {
  options.choice<Format>("--format", format, {{"json", Format::json}, {"text", Format::text}}, kFormatHelp);
}

void add_map_file(Options& options, std::string& file) {
  options.add("FILE", file, "An OpenDRIVE map (.xodr, .xodr.gz), or an OSI run that carries a map or lanes").required();
}

void add_width(Options& options, double& width) {
  options.add("--width", width, "Width of the drawing in pixels", "PIXELS").shows_default().within(400.0, 20'000.0);
}

void add_verbosity(Options& options, results::TextOptions::Verbosity& verbosity, const char* full) {
  using Verbosity = results::TextOptions::Verbosity;
  options.choice<Verbosity>(
      "--verbosity", verbosity, {{"quiet", Verbosity::quiet}, {"normal", Verbosity::normal}, {"full", Verbosity::full}},
      std::string(
          "Of the text: only the verdict, also the gravest issues, those of one kind on one line (default), or ") +
          full);
}

void add_lang_path(Options& options, std::vector<std::string>& folders) {
  options.add("--lang-path", folders, "Where configurations find what they import: a/b.osc for import a.b", "DIR");
}

void add_judging(Options& options, JudgingOptions& judging) {
  options.add("--config", judging.config, "Settings and checkers of your own, in OpenSCENARIO DSL", "FILE");
  add_lang_path(options, judging.lang_path);
  options.add("--odd", judging.odd, "The operational design domain of the ego, in ASAM OpenODD's YAML", "FILE");
  using Kind = trace::ManifestSetting::Kind;
  const auto add_setting = [&](const char* name, Kind kind, const char* what, const char* type) {
    const auto take = [&judging, kind](const std::string& text) { judging.given.push_back({kind, text, {}}); };
    options.add_each(name, take, what, type);
  };
  add_setting("--profile", Kind::profile,
              "Which checkers run where nothing else is said: classic (default), modern, all", "NAME");
  add_setting("--set", Kind::set,
              "A parameter: policy.max_speed=130kph, sut.car.policy.max_speed=...; of --set, --enable, --disable and "
              "--severity later ones win",
              "PATH=VALUE");
  add_setting("--enable", Kind::enable, "Run this checker; @sut, @npc or @all says for whom", "NAME[@WHOM]");
  add_setting("--disable", Kind::disable, "Do not run this checker", "NAME[@WHOM]");
  add_setting("--severity", Kind::severity, "How bad a kind of issue is; @sut or @other says whose",
              "KIND=LEVEL[@WHOSE]");
  using Choice = std::optional<trace::FailOn>;
  std::vector<std::pair<std::string, Choice>> whose;
  for (const trace::FailOn one : {trace::FailOn::any, trace::FailOn::sut}) whose.emplace_back(to_word(one), one);
  options.choice<Choice>("--fail-on", judging.fail_on, std::move(whose),
                         "Whose errors make the exit code 1: anybody's (default), or only those of the ego");
}

void add_schema_files(Options& options, SchemaOptions& files) {
  const Option writes = options.add("--write", files.write, "Write it to this file", "FILE");
  options.add("--check", files.check, "Exit with 1 if this file is not what would be written", "FILE").excludes(writes);
}

}  // namespace scrutineer::app
