// The commands, each in a file of its own name. run.cpp turns a command line into one of these calls.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/outside.h"
#include "map/road_network.h"

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

// Writes the pages that come out of the program itself to a folder, or says which of them are not what it would write.
struct DocsOptions {
  enum class Mode { write, check };
  Mode mode = Mode::check;
  std::string folder;
};
int docs(const DocsOptions& options, Outside& outside);

// ---- what commands share --------------------------------------------------------------------------------------------

Result<std::unique_ptr<const map::RoadNetwork>> load_map(const std::string& file, Outside& outside);

}  // namespace scrutineer::app
