#include "results/write_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "odd/odd.h"

namespace scrutineer::results {

namespace {

constexpr std::string_view kCoverage = "coverage";
// Where files are written before they are renamed into place. Its presence also marks the folder as ours.
constexpr std::string_view kBeside = kUnfinishedFolder;
// What a result's folder may hold beside the files of formats.
constexpr std::array<std::string_view, 10> kFurtherFiles{"run.json",    kReportFile,  kPicturesFolder, kMapFile,
                                                         kCodYamlFile,  kCodCsvFile,  "events.jsonl",  kEpisodesFile,
                                                         kArrivalsFile, "arrival.svg"};

// All that the folder may hold, except the result itself. They are removed with the former result, even if the new one
// does not have them.
const std::vector<std::string_view>& other_files() {
  static const std::vector<std::string_view> all = [] {
    std::vector<std::string_view> names(kFurtherFiles.begin(), kFurtherFiles.end());
    for (const ResultFormat& format : result_formats())
      if (!format.file.empty() && format.file != kResultFile) names.push_back(format.file);
    return names;
  }();
  return all;
}

std::string joined(std::string_view folder, std::string_view name) { return fmt::format("{}/{}", folder, name); }

// The first thing in the folder that no result put there; nothing if there is none.
Result<std::optional<std::string>> stranger_in(const std::string& path, Folders& folders) {
  const auto names = folders.names(path);
  if (!names) return names.problem();
  for (const std::string& name : *names)
    if (name != kCoverage && name != kBeside && !name.starts_with(kUnfinishedFile) &&
        std::ranges::find(other_files(), name) == other_files().end())
      return std::optional(name);
  if (std::ranges::find(*names, kCoverage) == names->end()) return std::optional<std::string>();
  const auto inner = folders.names(joined(path, kCoverage));
  if (!inner) return inner.problem();
  for (const std::string& name : *inner)
    if (joined(kCoverage, name) != kResultFile) return std::optional(joined(kCoverage, name));
  return std::optional<std::string>();
}

// May what is in the folder be replaced? Nothing: yes.
std::optional<Problem> why_keep(const std::string& path, Folders& folders) {
  auto names = folders.names(path);
  if (!names) return names.problem();
  std::erase_if(*names, [](const std::string& name) { return name.starts_with(kUnfinishedFile); });
  if (names->empty()) return std::nullopt;
  const auto keep = [&](const std::string& what) {
    return Problem{{.file = path}, fmt::format("is not replaced: {}; name a new or empty folder", what)};
  };
  const auto stranger = stranger_in(path, folders);
  if (!stranger) return stranger.problem();
  if (*stranger) return keep(fmt::format("it holds \"{}\", which is no part of a result", **stranger));
  // A run.json alone may be somebody's own manifest.
  for (const std::string_view mark : {kBeside, kResultFile}) {
    const auto found = folders.look(joined(path, mark));
    if (!found) return found.problem();
    if (*found != Folders::Found::nothing) return std::nullopt;
  }
  return keep(fmt::format("it holds \"{}\" but no result", names->front()));
}

}  // namespace

std::vector<ResultFile> result_files(Documents& documents, std::string manifest) {
  std::vector<ResultFile> files{{"run.json", std::move(manifest)}};
  for (const ResultFormat& format : result_formats())
    if (!format.file.empty()) files.push_back({std::string(format.file), documents.in(format)});
  if (const std::optional<OddSeen>& odd = documents.result().odd) {  // before the result itself, which comes last
    const odd::Taxonomy& taxonomy = odd->odd->taxonomy;
    files.insert(files.begin() + 1, {std::string(kCodYamlFile), odd::cod_yaml(taxonomy, odd->rows)});
    files.insert(files.begin() + 2, {std::string(kCodCsvFile), odd::cod_csv(taxonomy, odd->rows)});
  }
  return files;
}

Result<ResultFolder> ResultFolder::open(std::string path, Folders& folders) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const auto found = folders.look(path);
  if (!found) return found.problem();
  if (*found == Folders::Found::file) return Problem{{.file = path}, "is a file; a folder is wanted for the result"};
  if (*found == Folders::Found::folder)
    if (auto problem = why_keep(path, folders)) return *std::move(problem);
  ResultFolder folder(path, *found == Folders::Found::nothing, folders);
  if (auto problem = folder.begin()) return *std::move(problem);
  return folder;
}

// Removes what an interrupted result left, but keeps kBeside: without it the rest would look like somebody's own files.
std::optional<Problem> ResultFolder::begin() {
  if (auto problem = folders_->make_folder(at(kBeside))) return problem;
  auto lock = folders_->lock(path_);
  if (!lock) {
    folders_ = nullptr;  // another process writes there: leave everything alone
    return lock.problem();
  }
  lock_ = *std::move(lock);
  const auto left = folders_->names(at(kBeside));
  if (!left) return left.problem();
  for (const std::string& name : *left)
    if (auto problem = folders_->remove(joined(at(kBeside), name))) return problem;
  if (auto problem = remove_unfinished()) return problem;
  const auto former = folders_->look(at(kResultFile));
  if (!former) return former.problem();
  if (*former != Folders::Found::nothing) return std::nullopt;
  return remove_all_but_beside();
}

// Single files, such as a report, whose writing was interrupted.
std::optional<Problem> ResultFolder::remove_unfinished() {
  const auto names = folders_->names(path_);
  if (!names) return names.problem();
  for (const std::string& name : *names)
    if (name.starts_with(kUnfinishedFile))
      if (auto problem = folders_->remove(at(name))) return problem;
  return std::nullopt;
}

std::optional<Problem> ResultFolder::remove_all_but_beside() {
  if (auto problem = folders_->remove(at(kCoverage))) return problem;  // first: without it there is no result
  for (const std::string_view name : other_files())
    if (auto problem = folders_->remove(at(name))) return problem;
  return std::nullopt;
}

ResultFolder::ResultFolder(ResultFolder&& other) noexcept
    : path_(std::move(other.path_)),
      is_new_(other.is_new_),
      folders_(std::exchange(other.folders_, nullptr)),
      lock_(std::move(other.lock_)) {}

ResultFolder::~ResultFolder() {
  if (folders_ == nullptr) return;
  try {
    tidy_up();
  } catch (const std::bad_alloc&) {
    return;  // the next result cleans up
  }
}

std::string ResultFolder::at(std::string_view name) const { return joined(path_, name); }

// Problems are ignored: what led here has been reported already, and the next result cleans up.
void ResultFolder::tidy_up() {
  std::ignore = folders_->remove(at(kBeside));
  const auto left = folders_->names(path_);
  if (is_new_ && left && left->empty()) std::ignore = folders_->remove(path_);
}

std::optional<Problem> ResultFolder::write(const std::vector<ResultFile>& files) {
  if (auto problem = put_beside(files)) return problem;
  std::optional<Problem> problem;
  try {
    problem = put_in_place(files);
  } catch (const std::bad_alloc&) {
    take_back();
    throw;
  }
  if (problem) {
    take_back();
    return problem;
  }
  tidy_up();
  folders_ = nullptr;
  return std::nullopt;
}

void ResultFolder::take_back() {
  bool is_gone = false;
  try {
    is_gone = !remove_all_but_beside();
  } catch (const std::bad_alloc&) {
    is_gone = false;
  }
  if (!is_gone) folders_ = nullptr;  // then kBeside stays, and the next result cleans up
}

std::optional<Problem> ResultFolder::put_beside(const std::vector<ResultFile>& files) {
  if (auto problem = folders_->make_folder(joined(at(kBeside), kCoverage))) return problem;
  for (const ResultFile& file : files)
    if (auto problem = folders_->write(joined(at(kBeside), file.name), file.content)) return problem;
  return std::nullopt;
}

std::optional<Problem> ResultFolder::put_in_place(const std::vector<ResultFile>& files) {
  if (auto problem = folders_->remove(at(kResultFile))) return problem;
  if (auto problem = folders_->make_folder(at(kCoverage))) return problem;
  if (auto problem = folders_->sync(at(kCoverage))) return problem;
  for (const std::string_view name : other_files())
    if (auto problem = folders_->remove(at(name))) return problem;
  const auto move = [&](const std::string& name) { return folders_->rename(joined(at(kBeside), name), at(name)); };
  for (const ResultFile& file : files)
    if (file.name != kResultFile)
      if (auto problem = move(file.name)) return problem;
  if (auto problem = folders_->sync(path_)) return problem;
  if (auto problem = move(std::string(kResultFile))) return problem;
  return folders_->sync(at(kCoverage));
}

}  // namespace scrutineer::results
