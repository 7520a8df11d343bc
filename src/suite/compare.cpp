#include "suite/compare.h"

#include <cmath>

namespace scrutineer::suite {
namespace {

class Comparer {
 public:
  Comparer(const Overview& before, const Overview& now, const CompareOptions& options)
      : before_(before), now_(now), options_(options) {
    result_.statuses.resize(now.findings.size(), IssueStatus::same);
  }

  Comparison run() {
    std::uint32_t before = 0, now = 0;
    while (before < before_.runs.size() || now < now_.runs.size()) {
      const bool has_before = before < before_.runs.size(), has_now = now < now_.runs.size();
      if (has_now && (!has_before || now_.runs[now].test < before_.runs[before].test)) {
        result_.only_now.push_back(now);
        take_findings(kNoRun, now++);
      } else if (!has_now || before_.runs[before].test < now_.runs[now].test) {
        result_.only_before.push_back(before);
        skip_findings(before++);
      } else {
        pair(before++, now++);
      }
    }
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t kNoRun = 0xFFFF'FFFF;

  void pair(std::uint32_t before, std::uint32_t now) {
    ++result_.in_both;
    if (before_.runs[before].word(options_.after_rules) != now_.runs[now].word(options_.after_rules))
      result_.verdicts.push_back({before, now});
    take_findings(before, now);
  }

  void skip_findings(std::uint32_t run) {
    while (next_before_ < before_.findings.size() && before_.findings[next_before_].run == run) ++next_before_;
  }

  void take_findings(std::uint32_t before, std::uint32_t now) {
    // A run that was not evaluated, or not to its end, may lack issues that are not gone for that.
    const bool can_be_gone = now_.runs[now].outcome == store::Outcome::evaluated && !now_.runs[now].broke_off;
    const auto has_before = [&] {
      return next_before_ < before_.findings.size() && before_.findings[next_before_].run == before;
    };
    const auto has_now = [&] { return next_now_ < now_.findings.size() && now_.findings[next_now_].run == now; };
    while (has_before() || has_now()) {
      const std::int64_t cluster_before =
          has_before() ? before_.clusters[before_.findings[next_before_].cluster].id : 0;
      const std::int64_t cluster_now = has_now() ? now_.clusters[now_.findings[next_now_].cluster].id : 0;
      if (has_now() && (!has_before() || cluster_now < cluster_before)) {
        result_.statuses[next_now_++] = IssueStatus::fresh;
      } else if (!has_now() || cluster_before < cluster_now) {
        if (can_be_gone) result_.gone.push_back(next_before_);
        ++next_before_;
      } else {
        result_.statuses[next_now_] = status_of_both(next_before_, next_now_);
        ++next_before_;
        ++next_now_;
      }
    }
  }

  IssueStatus status_of_both(std::uint32_t before, std::uint32_t now) {
    const Finding &then = before_.findings[before], &here = now_.findings[now];
    const bool has_changed = std::isnan(then.worst) != std::isnan(here.worst) ||
                             (!std::isnan(then.worst) && has_moved(then.worst, here.worst, here.noise, options_.moved));
    if (has_changed) result_.changed.push_back({before, now});
    if (here.mark == Mark::fresh) return IssueStatus::fresh;
    return has_changed ? IssueStatus::changed : IssueStatus::same;
  }

  const Overview &before_, &now_;
  const CompareOptions& options_;
  Comparison result_;
  std::uint32_t next_before_ = 0, next_now_ = 0;
};

}  // namespace

std::string_view to_word(IssueStatus status) {
  switch (status) {
    case IssueStatus::fresh:
      return "new";
    case IssueStatus::same:
      return "same";
    case IssueStatus::changed:
      return "changed";
    case IssueStatus::gone:
      return "gone";
  }
  return {};
}

Comparison compare(const Overview& before, const Overview& now, const CompareOptions& options) {
  return Comparer(before, now, options).run();
}

Comparison alone(const Overview& now) {
  Comparison result;
  result.statuses.resize(now.findings.size(), IssueStatus::same);
  for (std::size_t i = 0; i < now.findings.size(); ++i)
    if (now.findings[i].mark == Mark::fresh) result.statuses[i] = IssueStatus::fresh;
  return result;
}

}  // namespace scrutineer::suite
