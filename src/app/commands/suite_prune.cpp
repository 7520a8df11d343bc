// scrutineer suite prune: removes old suites from a store.

#include <algorithm>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/words.h"
#include "store/upkeep.h"
#include "suite/baseline.h"

namespace scrutineer::app {
namespace {

struct SuitePruneOptions {
  AskingOptions asking;
  int keep_last = 0;
  std::vector<std::string> keep_labels;
  bool is_dry_run = false;
};

int prune_store(const SuitePruneOptions& options, Outside& outside) {
  return ask(
      options.asking, outside,
      [&](store::Store& store) -> Result<suite::Answer> {
        store::PruneOptions wanted{.keep_last = static_cast<std::size_t>(options.keep_last)};
        for (const std::string& text : options.keep_labels) {
          auto label = suite::read_label(text);
          if (!label) return Problem{{}, "--keep-label " + label.problem().message};
          wanted.keep_labels.push_back(std::move(*label));
        }
        const auto choices = store::plan_pruning(store, wanted);
        if (!choices) return choices.problem();
        suite::AnswerTable table{
            .name = "suites",
            .title = "Suites",
            .columns = {{"suite", "suite"}, {"created", "created"}, {"kept", ""}, {"why", "kept"}}};
        std::vector<store::SuiteRow> removed;
        for (const store::PruneChoice& choice : *choices) {
          if (!choice.is_kept) removed.push_back(choice.suite);
          table.rows.push_back(
              {choice.suite.name, choice.suite.created, choice.is_kept,
               choice.is_kept ? choice.why : std::string(options.is_dry_run ? "would be removed" : "removed")});
        }
        if (!options.is_dry_run && !removed.empty())
          if (auto problem = store::prune(store, removed)) return *problem;
        return suite::Answer{.title = "prune",
                             .facts = {{"removed", suite::count_cell(removed.size()),
                                        options.is_dry_run ? "would be removed" : "removed"},
                                       {"kept", suite::count_cell(choices->size() - removed.size()), "kept"}},
                             .tables = {std::move(table)}};
      },
      store::OpenMode::write);
}

void add_prune_options(Options& options, SuitePruneOptions& values) {
  options.add("--keep-last", values.keep_last, "Keep this many of the newest suites", "N")
      .required()
      .within(0, 1'000'000);
  options.add("--keep-label", values.keep_labels, "Also keep suites with this label; may be given several times",
              "NAME=VALUE");
  options.flag("--dry-run", values.is_dry_run, "Only say what would be removed");
  add_asking(options, values.asking);
}

}  // namespace

Command suite_prune_command() {
  return {.name = "suite prune",
          .turn = 350,
          .summary = "Remove old suites; those that are running, and pinned baselines, always stay",
          .example = "scrutineer suite prune --keep-last 30 --keep-label kind=release --store nights.db",
          .declare = declare<SuitePruneOptions, add_prune_options, prune_store>};
}

}  // namespace scrutineer::app
