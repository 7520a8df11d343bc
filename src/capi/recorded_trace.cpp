#include "capi/detail/recorded_trace.h"

#include <utility>

namespace scrutineer::capi {

Result<std::unique_ptr<RecordedTrace>> RecordedTrace::open(std::unique_ptr<trace::Trace> of,
                                                           const RecordingFiles& files, run::Outside& outside) {
  if (auto problem = outside.folders.make_folder(files.folder)) return *std::move(problem);
  auto rows = outside.files.create(files.trace);
  if (!rows) return rows.problem();
  auto lights = outside.files.create(files.lights);
  if (!lights) return lights.problem();
  return std::unique_ptr<RecordedTrace>(new RecordedTrace(std::move(of), *std::move(rows), *std::move(lights)));
}

RecordedTrace::RecordedTrace(std::unique_ptr<trace::Trace> of, std::unique_ptr<run::OutputFile> rows,
                             std::unique_ptr<run::OutputFile> lights)
    : of_(std::move(of)), rows_(std::move(rows)), lights_(std::move(lights)) {
  // Nobody knows yet what will be reported: all columns are there, and may stay empty.
  layout_ = {.pitch_roll = true,
             .velocity = true,
             .acceleration = true,
             .yaw_rate = true,
             .role = true,
             .driver = true,
             .av_state = true,
             .indicator = true,
             .brake_light = true,
             .parent = true};
  problem_ = rows_->append(csv_header(layout_));
  if (!problem_) problem_ = lights_->append(trace::lights_csv_header());
}

Result<bool> RecordedTrace::next(trace::Step& step) {
  auto more = of_->next(step);
  tables_.apply(step.changes);
  if (more && *more && !problem_) problem_ = write(step);
  return more;
}

std::optional<Problem> RecordedTrace::write(const trace::Step& step) {
  if (step.changes.start_seconds) layout_.start = from_seconds(*step.changes.start_seconds).value_or(Duration());
  const auto actors = tables_.actors();
  if (!step.changes.actors.empty()) {
    layout_.parents.clear();
    for (const trace::ActorInfo& info : actors)
      layout_.parents.push_back(info.parent.valid() ? actors[info.parent.index()].id : "");
  }
  text_.clear();
  if (auto problem = append_csv_rows(layout_, step.frame, actors, text_)) return problem;
  if (auto problem = rows_->append(text_)) return problem;
  if (step.frame.lights.empty()) return std::nullopt;
  text_.clear();
  if (auto problem = append_light_rows(layout_, step.frame, tables_.lights(), text_)) return problem;
  return lights_->append(text_);
}

std::optional<Problem> RecordedTrace::finish() {
  if (problem_) return problem_;
  if (auto problem = rows_->finish()) return problem;
  return lights_->finish();
}

}  // namespace scrutineer::capi
