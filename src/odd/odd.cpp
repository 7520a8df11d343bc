#include "odd/odd.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <tuple>

#include "base/text.h"
#include "odd/detail/readers.h"
#include "odd/yaml.h"

namespace scrutineer::odd {
namespace {

using YamlKind = YamlNode::Kind;

constexpr std::string_view kTopKeys[] = {"IMPORT", "TAXONOMY", "root", "ODD",     "MODULES",
                                         "MODULE", "COD",      "OD",   "METADATA"};
constexpr std::size_t kMostFiles = 100;

// Reads a file after those that it imports, each once.
class OddReader {
 public:
  explicit OddReader(const ReadFile& read) : read_(read) {}

  ReadOdd read_all(const std::string& path) {
    odd_.file = path;
    if (auto problem = read_file(path)) findings_.errors.push_back(*std::move(problem));
    // If a file could not be read, names that it would define are unknown: do not report those as errors, too.
    if (are_all_read_) detail::link_modules(std::move(modules_), odd_, findings_);
    sort(findings_.errors);
    sort(findings_.warnings);
    return {std::move(odd_), std::move(findings_.errors), std::move(findings_.warnings)};
  }

 private:
  // As a person reads the files: imported ones first.
  void sort(std::vector<Problem>& problems) const {
    std::ranges::stable_sort(problems, {}, [&](const Problem& problem) {
      const auto file = std::ranges::find(odd_.files, problem.place.file);
      return std::tuple(odd_.files.end() - file, problem.place.line, problem.place.column);
    });
  }

  // A problem: the file as a whole could not be read.
  std::optional<Problem> read_file(const std::string& path) {
    odd_.files.push_back(path);
    if (odd_.files.size() > kMostFiles)
      return Problem{{.file = path}, fmt::format("more than {} files are imported", kMostFiles)};
    auto text = read_(path);
    if (!text) return text.problem();
    auto parsed = parse_yaml(*text, path);
    if (!parsed) return parsed.problem();
    trees_.push_back(std::make_unique<YamlNode>(*std::move(parsed)));  // modules point into it
    const YamlNode& top = *trees_.back();
    if (top.kind != YamlKind::map)
      return Problem{top.place(path), fmt::format("an OpenODD file is a map with {}; found {}",
                                                  fmt::join(kTopKeys, ", "), describe(top))};
    read_parts(top, path);
    return std::nullopt;
  }

  void read_parts(const YamlNode& top, const std::string& path) {
    for (const YamlEntry& entry : top.entries) {
      if (std::ranges::find(kTopKeys, entry.key) == std::end(kTopKeys))
        findings_.error(entry.place(path),
                        fmt::format("\"{}\" is no part of an OpenODD file{}; it may have {}", entry.key,
                                    detail::suggestion(entry.key, {std::begin(kTopKeys), std::end(kTopKeys)}),
                                    fmt::join(kTopKeys, ", ")));
      else if (std::ranges::count(top.entries, entry.key, &YamlEntry::key) > 1 && top.find(entry.key) != &entry)
        findings_.error(entry.place(path), fmt::format("{} comes twice", entry.key));
      else if (entry.key == "IMPORT")
        read_imports(entry, path);
    }
    for (const YamlEntry& entry : top.entries)
      if (entry.key == "TAXONOMY" || entry.key == "root")
        detail::read_taxonomy(entry.key == "root" ? detail::plain_taxonomy(entry.value) : entry.value, path,
                              odd_.taxonomy, findings_);
    for (const YamlEntry& entry : top.entries)
      if ((entry.key == "ODD" || entry.key == "MODULES" || entry.key == "MODULE") && top.find(entry.key) == &entry)
        detail::read_modules(entry.value, path, entry.key == "ODD", modules_, findings_);
  }

  void read_imports(const YamlEntry& entry, const std::string& path) {
    const auto import = [&](const YamlNode& node) {
      if (node.kind != YamlKind::text)
        return findings_.error(node.place(path), "IMPORT names files, found " + describe(node));
      if (node.text.ends_with(".shp"))
        return findings_.warn(node.place(path), fmt::format("shapefiles are not read: {} is left out", node.text));
      const std::string found = (std::filesystem::path(path).parent_path() / node.text).lexically_normal().string();
      if (std::ranges::find(odd_.files, found) != odd_.files.end()) return;
      if (auto problem = read_file(found)) {
        are_all_read_ = false;
        const bool is_missing = problem->place.line == 0;
        findings_.error(node.place(path), is_missing
                                              ? fmt::format("cannot import {}: {}", node.text, problem->message)
                                              : fmt::format("cannot import {}: {}", node.text, to_string(*problem)));
      }
    };
    if (entry.value.kind == YamlKind::text) import(entry.value);
    for (const YamlNode& item : entry.value.items) import(item);
    if (entry.value.kind != YamlKind::text && entry.value.kind != YamlKind::list)
      findings_.error(entry.place(path), "IMPORT must be a list of files, found " + describe(entry.value));
  }

  const ReadFile& read_;
  Odd odd_;
  detail::Findings findings_;
  std::vector<detail::RawModule> modules_;
  std::vector<std::unique_ptr<YamlNode>> trees_;
  bool are_all_read_ = true;
};

}  // namespace

ReadOdd read_odd(const std::string& path, const ReadFile& read) { return OddReader(read).read_all(path); }

std::optional<Problem> root_problem(const Odd& odd) {
  if (odd.root.valid()) return std::nullopt;
  if (odd.modules.empty())
    return Problem{{.file = odd.file},
                   "the file has no modules, so nothing can be inside or outside; they stand below ODD"};
  std::vector<std::string> free;
  free.reserve(odd.modules.size());
  for (const Module& module : odd.modules) free.push_back(module.name);
  constexpr std::size_t kShown = 5;
  if (free.size() > kShown) {
    free.resize(kShown);
    free.emplace_back("...");
  }
  return Problem{
      odd.modules.front().place,
      fmt::format("the file has no root: no single one of its modules ({}) stands below ODD, and several have "
                  "nothing that refers to them; put the one that counts below ODD",
                  fmt::join(free, ", "))};
}

}  // namespace scrutineer::odd
