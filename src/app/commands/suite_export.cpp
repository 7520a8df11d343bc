// scrutineer suite export: a suite as files, for other tools and other stores.

#include <fmt/format.h>

#include <map>
#include <memory>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "store/transfer.h"

namespace scrutineer::app {
namespace {

struct SuiteExportOptions {
  AskingOptions asking;
  std::string suite, folder;
};

// The files of the folder, all of which appear when all are written.
class FolderWriter {
 public:
  FolderWriter(std::string folder, Outside& outside) : folder_(std::move(folder)), outside_(outside) {}

  std::optional<Problem> append(std::string_view file, std::string_view piece) {
    auto open = files_.find(file);
    if (open == files_.end()) {
      auto made = outside_.files.create(folder_ + "/" + std::string(file));
      if (!made) return made.problem();
      open = files_.emplace(std::string(file), std::move(*made)).first;
    }
    return open->second->append(piece);
  }
  std::optional<Problem> finish() {
    for (auto& [name, file] : files_)
      if (auto problem = file->finish()) return problem;
    return std::nullopt;
  }
  std::size_t count() const { return files_.size(); }

 private:
  std::string folder_;
  Outside& outside_;
  std::map<std::string, std::unique_ptr<run::OutputFile>, std::less<>> files_;
};

std::optional<Problem> make_empty_folder(const std::string& folder, Outside& outside) {
  const auto found = outside.folders.look(folder);
  if (!found) return found.problem();
  if (*found == results::Folders::Found::file)
    return Problem{{.file = folder}, "is a file; a new or empty folder is wanted"};
  if (*found == results::Folders::Found::folder) {
    const auto names = outside.folders.names(folder);
    if (!names) return names.problem();
    if (!names->empty()) return Problem{{.file = folder}, "is not empty; a new or empty folder is wanted"};
  }
  return outside.folders.make_folder(folder);
}

int export_to_folder(const SuiteExportOptions& options, Outside& outside) {
  return ask(options.asking, outside, [&](store::Store& store) -> Result<suite::Answer> {
    const auto row = suite::suite_named(store, options.suite);
    if (!row) return row.problem();
    if (auto problem = make_empty_folder(options.folder, outside)) return *problem;
    FolderWriter writer(options.folder, outside);
    if (auto problem = store::export_suite(
            store, *row, [&](std::string_view file, std::string_view piece) { return writer.append(file, piece); }))
      return *problem;
    if (auto problem = writer.finish()) return *problem;
    const auto known = store.known(row->id);
    if (!known) return known.problem();
    return suite::Answer{.title = "export",
                         .facts = {{"suite", row->name, "suite"},
                                   {"folder", options.folder, "written to"},
                                   {"files", suite::count_cell(writer.count()), "files"},
                                   {"runs", suite::count_cell(known->size()), "runs"}}};
  });
}

void add_export_options(Options& options, SuiteExportOptions& values) {
  options.add("SUITE", values.suite, "The suite").required();
  options.add("DIR", values.folder, "A new or empty folder").required();
  add_asking(options, values.asking);
}

}  // namespace

Command suite_export_command() {
  return {.name = "suite export",
          .turn = 330,
          .summary = "Write everything stored about a suite to CSV files and one JSON file",
          .example = "scrutineer suite export night-17 out --store nights.db",
          .declare = declare<SuiteExportOptions, add_export_options, export_to_folder>};
}

}  // namespace scrutineer::app
