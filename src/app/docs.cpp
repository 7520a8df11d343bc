// scrutineer docs: the pages of the manual that come out of the program's own tables.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "app/check_pages.h"
#include "app/commands.h"
#include "checks/catalogue.h"
#include "lang/coverage.h"
#include "map/coverage.h"
#include "scene/fact_docs.h"

namespace scrutineer::app {

namespace {

std::vector<Page> pages() {
  const std::vector<watch::Check> checks = checks::catalogue();
  const watch::Settings settings(checks);
  std::vector<Page> all{{"facts.md", scene::facts_markdown()},
                        {"opendrive_coverage.md", map::opendrive_coverage_markdown()},
                        {"osc2_coverage.md", lang::osc2_coverage_markdown()},
                        settings_page(checks, settings)};
  std::ranges::move(checker_pages(checks, settings), std::back_inserter(all));
  return all;
}

std::string joined(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

// Pages of checks that are no more.
std::vector<std::string> leftovers(const std::string& folder, std::span<const Page> made, Outside& outside) {
  const auto names = outside.folders.names(joined(folder, kCheckersFolder));
  std::vector<std::string> found;
  if (!names) return found;  // then all pages are missing, which is said anyway
  for (const std::string& name : *names) {
    const std::string file = joined(kCheckersFolder, name);
    if (std::ranges::find(made, file, &Page::file) == made.end()) found.push_back(joined(folder, file));
  }
  return found;
}

}  // namespace

int docs(const DocsOptions& options, Outside& outside) {
  int code = kFine;
  const std::vector<Page> made = pages();
  if (options.mode == DocsOptions::Mode::write)
    if (const auto problem = outside.folders.make_folder(joined(options.folder, kCheckersFolder)))
      return refuse(outside, *problem);
  for (const Page& page : made) {
    const std::string path = joined(options.folder, page.file);
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
  for (const std::string& path : leftovers(options.folder, made, outside)) {
    outside.screen.out << fmt::format("{} belongs to no checker; remove it\n", path);
    code = kFound;
  }
  return code;
}

}  // namespace scrutineer::app
