// The one door to the outside world: files, folders, and what tells a waiting person that work goes on.
//
// Code that opens and evaluates runs takes an Outside and touches nothing else, so that a test can run it in its own
// process with fakes (tests/kit/fake_outside.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "results/folders.h"
#include "trace/carried_map.h"
#include "trace/trace.h"

namespace scrutineer::run {

// A file that is written piece by piece. Until finish() its path holds the old content, then all of the new. Without
// finish() the old content stays.
class OutputFile {
 public:
  virtual ~OutputFile() = default;
  virtual std::optional<Problem> append(std::string_view content) = 0;  // nothing: it is written
  virtual std::optional<Problem> finish() = 0;
};

class Files {
 public:
  virtual ~Files() = default;
  virtual Result<std::string> read(const std::string& path) = 0;
  // The first bytes of it, unpacked, which tell what it is (trace/recognise.h).
  virtual Result<std::string> head(const std::string& path) = 0;
  // Whole or not at all: `path` holds either the old content or all of the new. Nothing: it is written.
  virtual std::optional<Problem> write(const std::string& path, std::string_view content) = 0;
  virtual Result<std::unique_ptr<OutputFile>> create(const std::string& path) = 0;
  // Runs are streamed, as they may be larger than the memory.
  virtual Result<std::unique_ptr<trace::Trace>> open_trace(const trace::TraceSource& source) = 0;
  // The map that a run carries with it, if it does.
  virtual Result<trace::CarriedMap> carried_map(const std::string& path) = 0;
  // Whether both paths lead to the same file.
  virtual bool are_same(const std::string& path, const std::string& other_path) = 0;
};

// Shown to a person who waits for longer than a second; `begin` replaces what was shown before.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void begin(std::string_view what) = 0;  // "checking town.xodr"
  virtual void end() = 0;
};

// For programs in which nobody waits.
class NoProgress : public Progress {
 public:
  void begin(std::string_view /*what*/) override {}
  void end() override {}
};

struct Outside {
  Files& files;
  results::Folders& folders;
  Progress& progress;
};

}  // namespace scrutineer::run
