// scrutineer docs: the pages of the manual that come out of the program's own tables.

#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "app/commands.h"
#include "map/coverage.h"

namespace scrutineer::app {

namespace {

struct Page {
  std::string file, text;
};

std::vector<Page> pages() { return {{"opendrive_coverage.md", map::opendrive_coverage_markdown()}}; }

}  // namespace

int docs(const DocsOptions& options, Outside& outside) {
  int code = kFine;
  for (const Page& page : pages()) {
    const std::string path = (std::filesystem::path(options.folder) / page.file).string();
    if (options.mode == DocsOptions::Mode::write) {
      if (const auto problem = outside.files.write(path, page.text)) return refuse(outside, *problem);
      outside.screen.out << path << '\n';
      continue;
    }
    const auto found = outside.files.read(path);
    if (found && *found == page.text) continue;
    outside.screen.out << fmt::format("{} is {}; mend it with: scrutineer docs --write {}\n", path,
                                      found ? "out of date" : "missing", options.folder);
    code = kFound;
  }
  return code;
}

}  // namespace scrutineer::app
