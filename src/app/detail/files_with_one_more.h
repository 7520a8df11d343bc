// The outside world's files, and one more that is in memory only: a map that was made for a run.
#pragma once

#include <string>
#include <utility>

#include "run/outside.h"
#include "trace/recognise.h"

namespace scrutineer::app {

class FilesWithOneMore final : public run::Files {
 public:
  FilesWithOneMore(run::Files& files, std::string path, std::string content)
      : files_(files), path_(std::move(path)), content_(std::move(content)) {}

  Result<std::string> read(const std::string& path) override {
    return path == path_ ? Result<std::string>(content_) : files_.read(path);
  }
  Result<std::string> head(const std::string& path) override {
    return path == path_ ? trace::read_head(content_, path) : files_.head(path);
  }
  std::optional<Problem> write(const std::string& path, std::string_view content) override {
    return files_.write(path, content);
  }
  Result<std::unique_ptr<run::OutputFile>> create(const std::string& path) override { return files_.create(path); }
  Result<std::unique_ptr<trace::Trace>> open_trace(const trace::TraceSource& source) override {
    return files_.open_trace(source);
  }
  Result<trace::CarriedMap> carried_map(const std::string& path) override { return files_.carried_map(path); }
  bool are_same(const std::string& path, const std::string& other_path) override {
    return files_.are_same(path, other_path);
  }

 private:
  run::Files& files_;
  std::string path_, content_;
};

}  // namespace scrutineer::app
