// Options that several commands have, in the same words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/detail/options.h"
#include "results/text.h"
#include "trace/manifest.h"

namespace scrutineer::app {

enum class Format : std::uint8_t { text, json, xqar };
inline constexpr const char* kFormatHelp = "text for people (default), the others for programs";
void add_text_or_json(Options& options, Format& format);

void add_map_file(Options& options, std::string& file);  // FILE
void add_width(Options& options, double& width);         // of a drawing
inline constexpr const char* kDrawingHelp =
    "\nA browser shows the drawing best: the wheel zooms, dragging moves, a double click shows all again, and\n"
    "what is under the mouse names itself.\n";

void add_verbosity(Options& options, results::TextOptions::Verbosity& verbosity, const char* full);

// What is judged, and how.
struct JudgingOptions {
  std::vector<std::string> config;  // files in OpenSCENARIO DSL
  std::vector<std::string> lang_path;
  std::string odd;  // an OpenODD file
  // What --profile, --set, --enable, --disable and --severity say, in the order of the command line: later ones win, as
  // they do in a manifest.
  std::vector<trace::ManifestSetting> given;
  std::optional<trace::FailOn> fail_on;

  std::vector<trace::ManifestSetting> settings() const { return given; }
};
void add_lang_path(Options& options, std::vector<std::string>& folders);  // where configurations find libraries
void add_judging(Options& options, JudgingOptions& judging);

// Where a schema goes: the screen, or a file; or whether a file is what would be written.
struct SchemaOptions {
  std::string write, check;  // files; at most one is given
};
void add_schema_files(Options& options, SchemaOptions& files);

}  // namespace scrutineer::app
