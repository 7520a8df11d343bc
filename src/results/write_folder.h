// A result as a folder (docs/results.md). At any moment the folder holds no result or a whole one, even after a crash.
//
//   auto folder = ResultFolder::open(dir, folders);      // before the evaluation: says at once what will not work
//   if (!folder) return folder.problem();
//   ... evaluate ...
//   const auto manifest = run_manifest(used, dir, folders);
//   if (!manifest) return manifest.problem();
//   if (auto problem = folder->write(result_files(documents, *manifest))) return *problem;
//
// A result exists if coverage/runtime_data.json does. All files are first written to a folder inside the result's. Once
// they are on the disk, the former result is removed and the files are renamed into place, runtime_data.json last.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/folders.h"
#include "results/formats.h"

namespace scrutineer::results {

inline constexpr std::string_view kResultFile = "coverage/runtime_data.json";
// A map that was made for this run and exists nowhere else.
inline constexpr std::string_view kMapFile = "map.xodr";
// The current operational domain, a row for each change: of runs with an operational design domain.
inline constexpr std::string_view kCodYamlFile = "cod.yaml", kCodCsvFile = "cod.csv";
// Made from a result later, and replaced along with it.
inline constexpr std::string_view kReportFile = "report.html", kPicturesFolder = "pictures";

// Of live runs with a Teleporter.
inline constexpr std::string_view kEpisodesFile = "episodes.csv", kArrivalsFile = "arrival.csv";

struct ResultFile {
  std::string name;  // below the folder
  std::string content;
};

// All files of a result. `manifest` is run.json's content (run_manifest.h).
std::vector<ResultFile> result_files(Documents& documents, std::string manifest);

class ResultFolder {
 public:
  // Takes a folder that is new, empty, or holds only a former result or the rest of an interrupted one, so that a
  // typing slip costs nobody their files. A problem: it holds something else, or another process is writing to it.
  // `folders` must outlive it.
  static Result<ResultFolder> open(std::string path, Folders& folders);

  // Leaves nothing behind if nothing was written.
  ~ResultFolder();
  ResultFolder(ResultFolder&& other) noexcept;
  ResultFolder& operator=(ResultFolder&&) = delete;
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  // To be called once. After a problem the folder holds the former result or none, never half of one.
  std::optional<Problem> write(const std::vector<ResultFile>& files);

 private:
  ResultFolder(std::string path, bool is_new, Folders& folders)
      : path_(std::move(path)), is_new_(is_new), folders_(&folders) {}
  std::optional<Problem> begin();
  std::optional<Problem> remove_unfinished();
  std::optional<Problem> remove_all_but_beside();
  std::optional<Problem> put_beside(const std::vector<ResultFile>& files);
  std::optional<Problem> put_in_place(const std::vector<ResultFile>& files);
  void take_back();
  void tidy_up();
  std::string at(std::string_view name) const;

  std::string path_;
  bool is_new_;       // made by open()
  Folders* folders_;  // null: moved from, or done
  std::shared_ptr<void> lock_;
};

}  // namespace scrutineer::results
