// The issue rules of a configuration (on @top.new_issue), applied to issues that were found long ago.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "run/configuration.h"
#include "store/rows.h"

namespace scrutineer::suite::detail {

// What a configuration does beyond judging issues by their own data, as the rest of a sentence; nothing: nothing more.
// `types` is its typed program (lang::Compiled::types()).
std::optional<std::string> more_than_issue_rules(std::string_view types);

class IssueRules {
 public:
  // A problem: the configuration needs the traces.
  static Result<std::unique_ptr<IssueRules>> make(std::shared_ptr<const run::Configuration> configuration);
  ~IssueRules();

  // Changes the severity and its reason; the original severity is kept beside it.
  void judge(store::IssueRow& issue);

 private:
  struct State;
  explicit IssueRules(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace scrutineer::suite::detail
