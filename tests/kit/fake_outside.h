// An outside world made of values, for tests: files in memory.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "run/outside.h"
#include "trace/recognise.h"

namespace scrutineer::run {

class FakeFiles : public Files {
 public:
  std::map<std::string, std::string> content;
  std::set<std::string> folders, unwritable;
  std::set<std::string> full;  // can be opened, but takes nothing

  Result<std::string> read(const std::string& path) override {
    if (folders.contains(path)) return Problem{{.file = path}, "is a folder; a file is wanted"};
    const auto found = content.find(path);
    if (found == content.end()) return Problem{{.file = path}, "cannot open: No such file or directory"};
    return found->second;
  }
  Result<std::string> head(const std::string& path) override {
    if (folders.contains(path)) return Problem{{.file = path}, "is a folder, not a file"};
    const auto found = content.find(path);
    return found == content.end() ? trace::read_head(path) : trace::read_head(found->second, path);
  }
  std::optional<Problem> write(const std::string& path, std::string_view text) override {
    if (folders.contains(path) || unwritable.contains(path))
      return Problem{{.file = path}, "cannot write: Permission denied"};
    content[path] = text;
    return std::nullopt;
  }
  Result<std::unique_ptr<OutputFile>> create(const std::string& path) override {
    if (folders.contains(path) || unwritable.contains(path))
      return Problem{{.file = path}, "cannot write: Permission denied"};
    return std::unique_ptr<OutputFile>(std::make_unique<FakeOutput>(*this, path));
  }
  // What is not here is looked for on the disk, where the real runs are.
  Result<std::unique_ptr<trace::Trace>> open_trace(const trace::TraceSource& source) override {
    if (folders.contains(source.file)) return Problem{{.file = source.file}, "is a folder; a file is wanted"};
    const auto found = content.find(source.file);
    return found == content.end() ? trace::open_trace(source) : trace::open_trace(found->second, source);
  }
  Result<trace::CarriedMap> carried_map(const std::string& path) override {
    const auto found = content.find(path);
    return found == content.end() ? trace::read_carried_map(path) : trace::read_carried_map(found->second, path);
  }
  bool are_same(const std::string& path, const std::string& other_path) override {
    return std::filesystem::path(path).lexically_normal() == std::filesystem::path(other_path).lexically_normal();
  }

 private:
  class FakeOutput final : public OutputFile {
   public:
    FakeOutput(FakeFiles& files, std::string path) : files_(files), path_(std::move(path)) {}
    std::optional<Problem> append(std::string_view more) override {
      if (files_.full.contains(path_)) return Problem{{.file = path_}, "cannot write: No space left on device"};
      text_ += more;
      return std::nullopt;
    }
    std::optional<Problem> finish() override { return files_.write(path_, text_); }

   private:
    FakeFiles& files_;
    std::string path_, text_;
  };
};

class FakeProgress : public Progress {
 public:
  std::vector<std::string> begun;
  bool running = false;

  void begin(std::string_view what) override {
    begun.emplace_back(what);
    running = true;
  }
  void end() override { running = false; }
};

}  // namespace scrutineer::run
