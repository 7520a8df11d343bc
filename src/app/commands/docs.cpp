// scrutineer docs: the pages of the manual that come out of the program's own tables.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "app/detail/check_pages.h"
#include "app/detail/command.h"
#include "app/detail/man_pages.h"
#include "app/detail/program.h"
#include "app/detail/rule_pages.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "checks/catalogue.h"
#include "lang/builtin_docs.h"
#include "lang/coverage.h"
#include "map/coverage.h"
#include "odd/cod_docs.h"
#include "scene/fact_docs.h"
#include "store/schema.h"
#include "trace/format_docs.h"

namespace scrutineer::app {

namespace {

struct DocsOptions {
  std::string write, check, man;  // folders; one of them is given
};

std::vector<Page> pages() {
  const std::vector<watch::Check> checks = checks::catalogue();
  const watch::Settings settings(checks);
  std::vector<Page> all{{"builtins.md", lang::builtins_markdown()},
                        {"facts.md", scene::facts_markdown()},
                        {"formats.md", trace::formats_markdown()},
                        {"odd_concepts.md", odd::supplied_concepts_markdown()},
                        {"opendrive_coverage.md", map::opendrive_coverage_markdown()},
                        {"osc2_coverage.md", lang::osc2_coverage_markdown()},
                        {"store_tables.md", store::schema_markdown()},
                        settings_page(checks, settings)};
  std::ranges::move(checker_pages(checks, settings), std::back_inserter(all));
  std::ranges::move(rule_pages(), std::back_inserter(all));
  return all;
}

std::string joined(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

// Pages of checks and rules that are no more.
std::vector<std::string> leftovers(const std::string& folder, std::span<const Page> made, Outside& outside) {
  std::vector<std::string> found;
  for (const char* part : {kCheckersFolder, kRulesFolder}) {
    const auto names = outside.folders.names(joined(folder, part));
    if (!names) continue;  // then all pages are missing, which is said anyway
    for (const std::string& name : *names) {
      const std::string file = joined(part, name);
      if (std::ranges::find(made, file, &Page::file) == made.end()) found.push_back(joined(folder, file));
    }
  }
  return found;
}

int write_man_pages(const std::string& folder, Outside& outside) {
  if (const auto problem = outside.folders.make_folder(folder)) return refuse(outside, *problem);
  const Program program;
  for (const Page& page : man_pages(*program.parser))
    if (const auto problem = outside.files.write(joined(folder, page.file), page.text))
      return refuse(outside, *problem);
  return kFine;
}

int docs(const DocsOptions& options, Outside& outside) {
  if (!options.man.empty()) return write_man_pages(options.man, outside);
  int code = kFine;
  const bool writes = !options.write.empty();
  const std::string& folder = writes ? options.write : options.check;
  const std::vector<Page> made = pages();
  if (writes)
    for (const char* part : {kCheckersFolder, kRulesFolder})
      if (const auto problem = outside.folders.make_folder(joined(folder, part))) return refuse(outside, *problem);
  for (const Page& page : made) {
    const std::string path = joined(folder, page.file);
    if (writes) {
      if (const auto problem = outside.files.write(path, page.text)) return refuse(outside, *problem);
      outside.screen.out << printable(path) << '\n';
      continue;
    }
    const auto found = outside.files.read(path);
    if (found && *found == page.text) continue;
    outside.screen.out << fmt::format("{} is {}; mend it with: scrutineer docs --write {}\n", printable(path),
                                      found ? "out of date" : "missing", printable(folder));
    code = kFound;
  }
  for (const std::string& path : leftovers(folder, made, outside)) {
    outside.screen.out << fmt::format("{} belongs to no checker or rule; remove it\n", printable(path));
    code = kFound;
  }
  return code;
}

void add_options(Options& options, DocsOptions& values) {
  const Option writes = options.add("--write", values.write, "Write the pages to this folder", "DIR");
  options.add("--check", values.check, "Exit with 1 if a page in this folder is not what would be written", "DIR")
      .excludes(writes);
  options.add("--man", values.man, "Write the program's manual pages (man scrutineer) to this folder", "DIR");
  options.require_one();
}

}  // namespace

Command docs_command() {
  return {.name = "docs",
          .turn = 450,
          .summary = "Write or check the pages of the manual that the program makes itself",
          .example = "scrutineer docs --write docs",
          .declare = declare<DocsOptions, add_options, docs>};
}

}  // namespace scrutineer::app
