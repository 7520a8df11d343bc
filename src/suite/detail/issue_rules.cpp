#include "suite/detail/issue_rules.h"

#include <fmt/format.h>

#include <cctype>
#include <utility>
#include <vector>

#include "base/text.h"
#include "trace/words.h"
#include "watch/context.h"
#include "watch/engine.h"

namespace scrutineer::suite::detail {

namespace {

bool is_name_part(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' || character == '.';
}

// The first name with a dot that is neither a property of an issue nor a pure function. Skips quoted texts and numbers.
std::optional<std::string> foreign_name(std::string_view line) {
  constexpr std::string_view kKnown[] = {"issue.", "math.", "list.", "builtin.is_defined"};
  bool is_quoted = false;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == '"') is_quoted = !is_quoted;
    if (is_quoted || !is_name_part(line[at])) {
      at += is_quoted && line[at] == '\\' ? 2 : 1;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && is_name_part(line[end])) ++end;
    const std::string_view name = line.substr(at, end - at);
    at = end;
    const bool is_number = std::isdigit(static_cast<unsigned char>(name[0])) != 0;
    if (is_number || name.find('.') == std::string_view::npos) continue;
    bool is_known = name != "issue.actor" && name != "issue.other";  // who would have to be looked up in the run
    bool has_prefix = false;
    for (const std::string_view known : kKnown) has_prefix = has_prefix || name.starts_with(known);
    is_known = is_known && has_prefix;
    if (!is_known) return std::string(name);
  }
  return std::nullopt;
}

class NoFindings : public watch::FindingSink {
 public:
  void interval_started(const watch::CheckInfo& /*check*/, const watch::ActorRef& /*actor*/, Time /*start*/) override {}
  void interval_ended(const watch::CheckInfo& /*check*/, watch::IntervalRecord /*record*/) override {}
  watch::RaisedIssue raise(const watch::CheckInfo& /*check*/, const watch::KindInfo& /*kind*/,
                           watch::Issue /*issue*/) override {
    return {};
  }
  void amend(watch::RaisedIssue /*issue*/, Time /*end*/, const std::vector<watch::Value>& /*data*/) override {}
  void reword(watch::RaisedIssue /*issue*/, std::string_view /*from*/, std::string_view /*to*/) override {}
  void log(watch::LogMessage /*message*/) override {}
  void request_freeze(std::string_view /*check*/, trace::ActorId /*actor*/, bool /*frozen*/) override {}
};

Time time_of(double seconds) { return Time{} + from_seconds(seconds).value_or(Duration{}); }

watch::ActorRef actor_of(const store::ActorPart& part) {
  return {.id = part.id,
          .type = trace::from_word<trace::Category>(part.type).value_or(trace::Category::other_vehicle),
          .is_ego = part.role == "sut"};
}

watch::Issue issue_of(const store::IssueRow& row) {
  watch::Issue issue;
  issue.time = time_of(row.time);
  issue.start = time_of(row.start);
  issue.end = time_of(row.end);
  issue.kind = row.kind;
  issue.category = row.category == "sut"     ? watch::Category::sut
                   : row.category == "other" ? watch::Category::other
                                             : watch::Category::tool;
  issue.severity = watch::severity_from_word(row.severity).value_or(watch::Severity::error);
  if (!row.original_severity.empty()) issue.original_severity = watch::severity_from_word(row.original_severity);
  issue.reason = row.reason;
  issue.actor = actor_of(row.actor);
  if (row.other) issue.other = actor_of(*row.other);
  issue.message = row.message;
  issue.details = row.details;
  return issue;
}

}  // namespace

std::optional<std::string> more_than_issue_rules(std::string_view types) {
  while (!types.empty()) {
    const std::size_t end = types.find('\n');
    const std::string_view line = types.substr(0, end);
    types.remove_prefix(end == std::string_view::npos ? types.size() : end + 1);
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string_view::npos || line == "object run: 0 cells" || line == "watcher run is run for the run")
      continue;
    if (indent == 0) return fmt::format("has more than issue rules ({})", line);
    if (indent == 2 && !line.substr(indent).starts_with("on new_issue"))
      return fmt::format("has more than issue rules ({})", trim(line));
    if (const auto name = foreign_name(line)) return fmt::format("looks at more than issues ({})", *name);
  }
  return std::nullopt;
}

struct IssueRules::State {
  explicit State(std::shared_ptr<const run::Configuration> with)
      : configuration(std::move(with)),
        settings(configuration->program->checks()),
        companion(configuration->start()),
        engine(configuration->program->checks(), settings, {.map = nullptr, .companion = companion.get()}) {
    engine.step(trace::Frame{}, {});  // so that what holds the rules is there
  }

  std::shared_ptr<const run::Configuration> configuration;
  watch::Settings settings;
  std::unique_ptr<watch::Companion> companion;
  watch::Engine engine;
  NoFindings findings;
};

IssueRules::IssueRules(std::unique_ptr<State> state) : state_(std::move(state)) {}
IssueRules::~IssueRules() = default;

Result<std::unique_ptr<IssueRules>> IssueRules::make(std::shared_ptr<const run::Configuration> configuration) {
  if (const auto more = more_than_issue_rules(configuration->program->types()))
    return Problem{
        {},
        fmt::format("the configuration {}, so the runs must be evaluated again: scrutineer suite run PATH... "
                    "--config FILE",
                    *more)};
  return std::unique_ptr<IssueRules>(new IssueRules(std::make_unique<State>(std::move(configuration))));
}

void IssueRules::judge(store::IssueRow& row) {
  static const watch::CheckInfo kUnknown{};
  const watch::CheckInfo* check = &kUnknown;
  for (const watch::Check& each : state_->configuration->catalogue)
    if (each.info.name == row.checker) check = &each.info;
  watch::Issue issue = issue_of(row);
  watch::Context context{state_->engine.scene(), state_->settings, state_->findings};
  state_->companion->judge(context, *check, issue);
  const std::string severity(watch::to_word(issue.severity));
  if (severity == row.severity) return;
  if (row.original_severity.empty()) row.original_severity = row.severity;
  row.severity = severity;
  row.reason = issue.reason;
  if (row.severity != row.original_severity) return;
  row.original_severity.clear();  // it is what it was
  row.reason.clear();
}

}  // namespace scrutineer::suite::detail
