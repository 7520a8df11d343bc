// A result as a folder (docs/results.md): whoever looks finds no result or a whole one, whatever happens meanwhile.
//
//   auto folder = ResultFolder::open(dir, folders);      // before the evaluation: says at once what will not work
//   if (!folder) return folder.problem();
//   ... evaluate ...
//   const auto manifest = run_manifest(used, dir, folders);
//   if (!manifest) return manifest.problem();
//   if (auto problem = folder->write(result_files(documents, *manifest))) return *problem;
//
// A result exists if coverage/runtime_data.json does. Everything is written beside the place where it will be, inside
// the folder; only when all of it is on the disk the former result goes, the other files are renamed into place, and
// runtime_data.json comes last.
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
// A map that was made for this run, and is nowhere else.
inline constexpr std::string_view kMapFile = "map.xodr";
// What the drive was like, where that changed: of runs with an operational design domain.
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
  // Only a folder that is new, empty, or holds a former result (or what an interrupted one left) and nothing else is
  // taken: nobody loses files to a slip of the hand. Nor is one that somebody else is writing to. `folders` must
  // outlive it.
  static Result<ResultFolder> open(std::string path, Folders& folders);

  // Leaves nothing behind if nothing was written.
  ~ResultFolder();
  ResultFolder(ResultFolder&& other) noexcept;
  ResultFolder& operator=(ResultFolder&&) = delete;
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  // Once. On a problem there is no half-written result: the former one, or none.
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
