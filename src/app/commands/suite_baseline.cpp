// scrutineer suite baseline: what suites are compared with.

#include <fmt/format.h>

#include <ostream>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/suite_inputs.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "suite/triage.h"

namespace scrutineer::app {
namespace {

enum class BaselineAction : std::uint8_t { list, pin, unpin, ignore_labels };

struct SuiteBaselineOptions {
  AskingOptions asking;
  BaselineAction action = BaselineAction::list;
  std::string what, by;
  std::vector<std::string> labels;
};

Result<suite::Labels> labels_of(const std::vector<std::string>& given) {
  suite::Labels labels;
  for (const std::string& text : given) {
    auto label = suite::read_label(text);
    if (!label) return Problem{{}, "--for " + label.problem().message};
    labels.insert(std::move(*label));
  }
  return labels;
}

std::string for_whom(const suite::Labels& labels) {
  return labels.empty() ? "all suites" : "suites with " + printable(suite::to_text(labels));
}

int pin_suite(const SuiteBaselineOptions& options, const suite::Labels& labels, store::Store& store, Outside& outside) {
  const auto row = suite::suite_named(store, options.what);
  if (!row) return refuse(outside, row.problem());
  if (row->state != store::SuiteState::complete)
    return refuse(outside, fmt::format("{} is {}; only a complete suite can be a baseline", printable(row->name),
                                       store::to_word(row->state)));
  if (const auto problem = suite::pin_baseline(store, {labels, row->id, author(options.by), now_as_text()}))
    return refuse(outside, *problem);
  outside.screen.out << fmt::format("{} is what {} are compared with\n", printable(row->name), for_whom(labels));
  return kFine;
}

int unpin_suites(const suite::Labels& labels, store::Store& store, Outside& outside) {
  const auto was = suite::unpin_baseline(store, labels);
  if (!was) return refuse(outside, was.problem());
  if (!*was)
    return refuse(outside, fmt::format("nothing is pinned for {}; scrutineer suite baseline list shows what is",
                                       for_whom(labels)));
  outside.screen.out << fmt::format("{} are compared with the last complete one before them again\n", for_whom(labels));
  return kFine;
}

int ignore_in_store(const SuiteBaselineOptions& options, store::Store& store, Outside& outside) {
  const std::vector<std::string> labels =
      options.what == "none" ? std::vector<std::string>{} : split_lists({options.what});
  if (const auto problem = suite::write_ignored_labels(store, labels)) return refuse(outside, *problem);
  outside.screen.out << (labels.empty()
                             ? std::string("suites are compared only with suites that have the same labels\n")
                             : fmt::format("suites may differ in {} from what they are compared with\n",
                                           printable(fmt::format("{}", fmt::join(labels, ", ")))));
  return kFine;
}

int choose_baselines(const SuiteBaselineOptions& options, Outside& outside) {
  using enum BaselineAction;
  if (options.action == list) {
    if (!options.what.empty())
      return refuse(outside, fmt::format("\"{}\" is one word too many", printable(options.what)));
    return ask(options.asking, outside, [](store::Store& store) { return suite::ask_baselines(store); });
  }
  if (options.action == unpin && !options.what.empty())
    return refuse(outside, "unpin takes --for, not the name of a suite");
  if (options.action != unpin && options.what.empty())
    return refuse(outside, options.action == pin ? "pin needs the name of a suite"
                                                 : "ignore-labels needs their names, such as night,sut, or none");
  const auto labels = labels_of(options.labels);
  if (!labels) return refuse(outside, labels.problem());
  const auto store = store::open_store(options.asking.store, store::OpenMode::write);
  if (!store) return refuse(outside, store.problem());
  if (options.action == pin) return pin_suite(options, *labels, **store, outside);
  return options.action == unpin ? unpin_suites(*labels, **store, outside) : ignore_in_store(options, **store, outside);
}

void add_baseline_options(Options& options, SuiteBaselineOptions& values) {
  using enum BaselineAction;
  options.choice<BaselineAction>("ACTION", values.action,
                                 {{"list", list}, {"pin", pin}, {"unpin", unpin}, {"ignore-labels", ignore_labels}},
                                 "What to do (default: list)");
  options.add("WHAT", values.what, "pin: a suite; ignore-labels: names of labels, or none");
  options.add("--for", values.labels,
              "pin, unpin: for suites with this label (default: for all); may be given several times", "NAME=VALUE");
  options.add("--by", values.by, "pin: who does it (default: the user's name)", "NAME");
  add_asking(options, values.asking);
}

}  // namespace

Command suite_baseline_command() {
  return {.name = "suite baseline",
          .turn = 320,
          .summary = "What suites are compared with: pin one, so that a broken night does not become the baseline",
          .example = "scrutineer suite baseline pin night-16 --store nights.db --for branch=main",
          .declare = declare<SuiteBaselineOptions, add_baseline_options, choose_baselines>,
          .more =
              "\nlist: what is pinned.\n\n"
              "pin SUITE: suites are compared with this one, whatever comes after it.\n\n"
              "unpin: and no longer.\n\n"
              "ignore-labels NAMES: labels that differ from suite to suite, such as night,sut. They do not count when "
              "the suite before is looked for, nor for ages and noise when a suite completes.\n"};
}

}  // namespace scrutineer::app
