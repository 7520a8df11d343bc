#include "app/detail/write_pictures.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/detail/write_drawing.h"
#include "base/printable.h"
#include "report/picture.h"
#include "run/record.h"

namespace scrutineer::app {

namespace {

constexpr double kPngScale = 1.5;

// Those that were asked for, in the order of the result; the worst of each row in the order of the rows.
Result<std::vector<const report::FoundIssue*>> chosen_issues(const report::Found& found, const PictureFiles& files,
                                                             std::span<const watch::Check> checks) {
  std::vector<const report::FoundIssue*> chosen;
  if (files.issues.empty() && !files.every_issue) {
    for (const results::TriageRow& row : report::triage_of(found, checks).rows)
      chosen.push_back(&found.issues[row.worst]);
    return chosen;
  }
  for (const report::FoundIssue& issue : found.issues)
    if (files.issues.empty() || std::ranges::find(files.issues, issue.id) != files.issues.end())
      chosen.push_back(&issue);
  for (const int id : files.issues)
    if (std::ranges::none_of(chosen, [&](const auto* issue) { return issue->id == id; }))
      return Problem{{},
                     found.issues.empty()
                         ? fmt::format("there is no issue {}: nothing was found in this run", id)
                         : fmt::format("there is no issue {}; there are 1 to {}", id, found.issues.size())};
  return chosen;
}

const watch::CheckInfo* check_of(std::span<const watch::Check> checks, const std::string& name) {
  const auto found = std::ranges::find_if(checks, [&](const watch::Check& check) { return check.info.name == name; });
  return found == checks.end() ? nullptr : &found->info;
}

}  // namespace

Result<std::string> write_pictures(const EvaluatedRun& run, const PictureFiles& files, Outside& outside) {
  const auto found = report::read_found(run.result, run.result_file);
  if (!found) return found.problem();
  const auto chosen = chosen_issues(*found, files, run.configuration->checks);
  if (!chosen) return chosen.problem();
  if (run.manifest == nullptr)
    return Problem{
        {}, "there are no pictures without the run as it was: " + fmt::format("{}", fmt::join(run.notices, " "))};
  const run::Recorded recorded = run::record(*run.manifest, *found, run.configuration, outside);
  if (!recorded.recording) return Problem{{}, fmt::format("{}", fmt::join(recorded.notices, " "))};
  if (files.output.empty() && !chosen->empty())
    if (auto problem = outside.folders.make_folder(files.folder)) return *std::move(problem);

  std::string last;
  const watch::CheckInfo unknown;
  for (std::size_t i = 0; i < chosen->size(); ++i) {
    const report::FoundIssue& issue = *(*chosen)[i];
    outside.progress.begin(fmt::format("drawing {} of {} pictures", i + 1, chosen->size()));
    const watch::CheckInfo* check = check_of(run.configuration->checks, issue.checker);
    const std::string svg = report::issue_picture({.issue = issue,
                                                   .check = check == nullptr ? unknown : *check,
                                                   .recording = *recorded.recording,
                                                   .map = recorded.map ? &*recorded.map : nullptr});
    last = files.output.empty() ? fmt::format("{}/issue-{}.png", files.folder, issue.id) : files.output;
    if (auto problem = write_drawing(svg, last, kPngScale, outside)) return *std::move(problem);
    if (files.with_svg)
      if (auto problem = outside.files.write(fmt::format("{}/issue-{}.svg", files.folder, issue.id), svg))
        return *std::move(problem);
  }
  outside.progress.end();
  if (chosen->size() == 1) return printable(last) + "\n";
  const std::size_t left = found->issues.size() - chosen->size();
  const bool is_folded = files.issues.empty() && left > 0;
  return fmt::format(
      "{}: {} pictures{}\n", printable(files.folder), chosen->size(),
      is_folded ? fmt::format(", of each kind and actor the worst; --every-issue draws the other {} as well", left)
                : "");
}

}  // namespace scrutineer::app
