// Writes a session's frames to a file as they come, so that the result can be checked again and reports can be drawn.
// The file is Scrutineer CSV, which reads back as the same frames.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "run/outside.h"
#include "trace/trace.h"
#include "trace/write_csv.h"

namespace scrutineer::capi {

// The files of a recording beside the result's folder.
struct RecordingFiles {
  explicit RecordingFiles(const std::string& out)
      : folder(out + ".recording"), trace(folder + "/run.csv"), lights(folder + "/lights.csv") {}
  std::string folder, trace, lights;
};

class RecordedTrace final : public trace::Trace {
 public:
  static Result<std::unique_ptr<RecordedTrace>> open(std::unique_ptr<trace::Trace> of, const RecordingFiles& files,
                                                     run::Outside& outside);

  Result<bool> next(trace::Step& step) override;
  std::string_view format() const override { return of_->format(); }
  const std::string& file() const override { return of_->file(); }

  // Completes both files. Also reports a frame that could not be written earlier.
  std::optional<Problem> finish();
  bool has_lights() const { return !tables_.lights().empty(); }

 private:
  RecordedTrace(std::unique_ptr<trace::Trace> of, std::unique_ptr<run::OutputFile> rows,
                std::unique_ptr<run::OutputFile> lights);
  std::optional<Problem> write(const trace::Step& step);

  std::unique_ptr<trace::Trace> of_;
  std::unique_ptr<run::OutputFile> rows_, lights_;
  trace::CsvLayout layout_;
  trace::Tables tables_;
  std::string text_;                // keeps its memory
  std::optional<Problem> problem_;  // the first
};

}  // namespace scrutineer::capi
