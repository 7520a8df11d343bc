#include "suite/overview.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>

namespace scrutineer::suite {
namespace {

constexpr std::array<std::string_view, 5> kVerdicts{"", "pass", "fail", "suspect", "incomplete"};

}  // namespace

std::string_view to_word(RunVerdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

RunVerdict verdict_from_word(std::string_view word) {
  const auto* found = std::ranges::find(kVerdicts, word);
  return found == kVerdicts.end() ? RunVerdict::none : static_cast<RunVerdict>(found - kVerdicts.begin());
}

std::string_view OverviewRun::word(bool is_after_rules) const {
  if (outcome != store::Outcome::evaluated) return store::to_word(outcome);
  return to_word(is_after_rules ? after_rules : verdict);
}

std::uint32_t Finding::errors(bool is_after_rules) const {
  if ((is_after_rules ? after_rules : severity) < watch::Severity::error_continue) return 0;
  return issues - (is_after_rules ? not_errors_after_rules : not_errors);
}

std::uint32_t Finding::unknown_errors(bool is_after_rules) const {
  if (!is_after_rules) return errors(false);
  return is_known(mark) ? 0 : errors(true) - known_errors;
}

double Finding::excess() const {
  if (std::isnan(worst) || std::isnan(limit)) return 0.0;
  // Of a limit of 0 there is no share: what is beyond it counts as it is.
  return std::abs(worst - limit) / (limit == 0.0 ? 1.0 : std::abs(limit));
}

std::span<const Finding> Overview::of_run(std::size_t run) const {
  const auto found = std::ranges::equal_range(findings, static_cast<std::uint32_t>(run), {}, &Finding::run);
  return {found.begin(), found.end()};
}

namespace {

// Walks through the findings of one suite by test and cluster of the store, both rising.
class FindingWalk {
 public:
  explicit FindingWalk(const Overview& overview) : overview_(overview) {}

  // The finding of this test and cluster; null: there is none. To be asked in rising order.
  const Finding* at(std::int64_t test, std::int64_t cluster) {
    const auto& findings = overview_.findings;
    for (; next_ < findings.size(); ++next_) {
      const Finding& finding = findings[next_];
      const std::int64_t its_test = overview_.runs[finding.run].test,
                         its_cluster = overview_.clusters[finding.cluster].id;
      if (its_test > test || (its_test == test && its_cluster >= cluster))
        return its_test == test && its_cluster == cluster ? &finding : nullptr;
    }
    return nullptr;
  }

 private:
  const Overview& overview_;
  std::size_t next_ = 0;
};

class PausedWalk {
 public:
  explicit PausedWalk(const std::vector<PausedFinding>& paused) : paused_(paused) {}

  const PausedFinding* at(std::int64_t test, std::int64_t cluster) {
    for (; next_ < paused_.size(); ++next_) {
      const PausedFinding& one = paused_[next_];
      if (one.test > test || (one.test == test && one.cluster >= cluster))
        return one.test == test && one.cluster == cluster ? &one : nullptr;
    }
    return nullptr;
  }

 private:
  const std::vector<PausedFinding>& paused_;
  std::size_t next_ = 0;
};

// Names of suites as places in a list, each once.
class SuiteNames {
 public:
  explicit SuiteNames(std::vector<std::string>& names) : names_(names) { names_.clear(); }
  std::uint32_t place(const std::string& name) {
    const auto [found, is_new] = places_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return found->second;
  }

 private:
  std::vector<std::string>& names_;
  std::map<std::string, std::uint32_t> places_;
};

// Keeps the earlier findings of runs that this suite did not evaluate, so that their ages go on later.
void pause(Overview& now, const Overview& before, SuiteNames& names) {
  std::vector<std::int64_t> evaluated;
  for (const OverviewRun& run : now.runs)
    if (run.outcome == store::Outcome::evaluated) evaluated.push_back(run.test);
  const auto is_evaluated = [&](std::int64_t test) { return std::ranges::binary_search(evaluated, test); };
  for (const Finding& finding : before.findings) {
    const std::int64_t test = before.runs[finding.run].test;
    if (!is_evaluated(test))
      now.paused.push_back(
          {test, before.clusters[finding.cluster].id, finding.age, names.place(before.suites[finding.first_seen])});
  }
  for (const PausedFinding& one : before.paused)
    if (!is_evaluated(one.test))
      now.paused.push_back({one.test, one.cluster, one.age, names.place(before.suites[one.first_seen])});
  std::ranges::sort(now.paused, [](const PausedFinding& a, const PausedFinding& b) {
    return a.test != b.test ? a.test < b.test : a.cluster < b.cluster;
  });
}

}  // namespace

void add_ages(Overview& now, const Overview* before) {
  SuiteNames names(now.suites);
  now.paused.clear();
  const std::uint32_t this_one = names.place(now.name);
  const Overview none;
  if (before == nullptr) before = &none;
  FindingWalk walk(*before);
  PausedWalk paused(before->paused);
  for (Finding& finding : now.findings) {
    const std::int64_t test = now.runs[finding.run].test, cluster = now.clusters[finding.cluster].id;
    finding.age = 1;
    finding.first_seen = this_one;
    const auto go_on = [&](std::uint32_t age, std::uint32_t first_seen) {
      finding.age = age + 1;
      finding.first_seen = names.place(before->suites[first_seen]);
    };
    if (const Finding* earlier = walk.at(test, cluster)) go_on(earlier->age, earlier->first_seen);
    if (const PausedFinding* earlier = paused.at(test, cluster)) go_on(earlier->age, earlier->first_seen);
  }
  pause(now, *before, names);
}

void add_noise(Overview& now, std::span<const Overview* const> earlier) {
  if (earlier.size() > kMostDifferences + 1) earlier = earlier.last(kMostDifferences + 1);
  if (earlier.size() <= kFewestDifferences) return;
  std::vector<FindingWalk> walks;
  walks.reserve(earlier.size());
  for (const Overview* one : earlier) walks.emplace_back(*one);
  std::vector<double> values;
  for (Finding& finding : now.findings) {
    if (std::isnan(finding.worst)) continue;
    values.clear();
    for (std::size_t i = 0; i < walks.size(); ++i) {
      const Finding* then = walks[i].at(now.runs[finding.run].test, now.clusters[finding.cluster].id);
      if (then != nullptr && !earlier[i]->runs[then->run].broke_off && !std::isnan(then->worst))
        values.push_back(then->worst);
    }
    finding.noise = learn_noise(values);
  }
}

// ---- packing --------------------------------------------------------------------------------------------------------

namespace {

constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kRunsPerPart = 20'000;

class Packer {
 public:
  void whole(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out_ += static_cast<char>(value | 0x80);
    out_ += static_cast<char>(value);
  }
  void number(double value) {
    std::array<char, sizeof value> bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    out_.append(bytes.data(), bytes.size());
  }
  void fixed(std::uint64_t value) { number(std::bit_cast<double>(value)); }
  void text(std::string_view value) {
    whole(value.size());
    out_ += value;
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// Reads what a Packer wrote. After a piece that is not there everything is 0 and is_bad().
class Unpacker {
 public:
  explicit Unpacker(std::string_view in) : at_(in.data()), end_(in.data() + in.size()) {}

  std::uint64_t whole() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at_ == end_) break;
      const auto byte = static_cast<unsigned char>(*at_++);
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if (byte < 0x80) return value;
    }
    bad_ = true;
    return 0;
  }
  // Below `limit`, which is what it is a place in.
  std::uint32_t place(std::size_t limit) {
    const std::uint64_t value = whole();
    if (value < limit) return static_cast<std::uint32_t>(value);
    bad_ = true;
    return 0;
  }
  template <typename T>
  T word(T last) {
    return static_cast<T>(place(static_cast<std::size_t>(last) + 1));
  }
  // How many things follow, of at least one byte each.
  std::size_t count() {
    const std::uint64_t value = whole();
    if (value <= static_cast<std::uint64_t>(end_ - at_)) return value;
    bad_ = true;
    return 0;
  }
  double number() {
    double value = 0.0;
    if (end_ - at_ < static_cast<std::ptrdiff_t>(sizeof value)) {
      bad_ = true;
      at_ = end_;
      return 0.0;
    }
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::uint64_t fixed() { return std::bit_cast<std::uint64_t>(number()); }
  std::string_view text() {
    const std::size_t size = count();
    const std::string_view value(at_, size);
    at_ += size;
    return value;
  }
  bool is_bad() const { return bad_; }
  bool is_done() const { return !bad_ && at_ == end_; }

 private:
  const char *at_, *end_;
  bool bad_ = false;
};

std::size_t shared_beginning(std::string_view a, std::string_view b) {
  const auto [end, other] =
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin());
  return static_cast<std::size_t>(end - a.begin());
}

// Which of a finding's values are there at all, as one byte in front.
constexpr std::uint64_t kHasWorst = 1, kHasLimit = 2, kHasRuling = 4, kHasNoise = 8, kIsOld = 16, kIsMixed = 32;

std::string pack_head(const Overview& overview, std::size_t parts) {
  Packer out;
  out.whole(kVersion);
  out.whole(parts);
  out.text(overview.name);
  out.number(overview.relevant_s);
  out.whole(overview.suites.size());
  for (const std::string& name : overview.suites) out.text(name);
  out.whole(overview.clusters.size());
  for (const auto& [id, cluster] : overview.clusters) {
    out.whole(static_cast<std::uint64_t>(id));
    for (const std::string* text :
         {&cluster.id, &cluster.kind, &cluster.checker, &cluster.category, &cluster.roles, &cluster.normalised})
      out.text(*text);
  }
  out.whole(overview.paused.size());
  for (const PausedFinding& one : overview.paused) {
    out.whole(static_cast<std::uint64_t>(one.test));
    out.whole(static_cast<std::uint64_t>(one.cluster));
    out.whole(one.age);
    out.whole(one.first_seen);
  }
  return out.take();
}

// In the place of its outcome, of a run that was evaluated: it broke off though its verdict does not say so.
constexpr std::uint32_t kBrokeOff = static_cast<std::uint32_t>(store::Outcome::out_of_memory) + 1;

void pack_run(const OverviewRun& run, std::string_view key_before, Packer& out) {
  out.whole(static_cast<std::uint64_t>(run.id));
  out.whole(static_cast<std::uint64_t>(run.test));
  const std::size_t shared = shared_beginning(key_before, run.key);
  out.whole(shared);
  out.text(std::string_view(run.key).substr(shared));
  out.fixed(run.content);
  out.whole(static_cast<std::uint64_t>(run.verdict));
  out.whole(static_cast<std::uint64_t>(run.after_rules));
  const bool has_another_verdict = run.broke_off && run.verdict != RunVerdict::incomplete;
  out.whole(has_another_verdict ? kBrokeOff : static_cast<std::uint64_t>(run.outcome));
  out.number(run.duration);
  out.number(run.km);
}

constexpr std::uint32_t Finding::* kPartsOfMixed[] = {&Finding::not_errors, &Finding::not_errors_after_rules,
                                                      &Finding::ignored, &Finding::known_errors};

bool is_mixed(const Finding& finding) {
  return std::ranges::any_of(kPartsOfMixed, [&](auto part) { return finding.*part != 0; });
}

void pack_finding(const Finding& finding, Packer& out) {
  out.whole(finding.cluster);
  const bool has_ruling = finding.after_rules != finding.severity || finding.mark != Mark::none;
  out.whole((std::isnan(finding.worst) ? 0 : kHasWorst) | (std::isnan(finding.limit) ? 0 : kHasLimit) |
            (has_ruling ? kHasRuling : 0) | (finding.noise.differences > 0 ? kHasNoise : 0) |
            (finding.age != 1 || finding.first_seen != 0 ? kIsOld : 0) | (is_mixed(finding) ? kIsMixed : 0));
  out.whole(static_cast<std::uint64_t>(finding.severity));
  out.whole(finding.issues);
  out.whole(finding.number);
  if (!std::isnan(finding.worst)) out.number(finding.worst);
  if (!std::isnan(finding.limit)) out.number(finding.limit);
  if (has_ruling) {
    out.whole(static_cast<std::uint64_t>(finding.after_rules));
    out.whole(static_cast<std::uint64_t>(finding.mark));
  }
  if (finding.noise.differences > 0) {
    out.whole(finding.noise.differences);
    out.number(finding.noise.deviation);
  }
  if (finding.age != 1 || finding.first_seen != 0) {
    out.whole(finding.age);
    out.whole(finding.first_seen);
  }
  if (is_mixed(finding))
    for (const auto part : kPartsOfMixed) out.whole(finding.*part);
}

std::size_t unpack_head(Unpacker& in, Overview& overview) {
  const std::size_t parts = in.whole();
  overview.name = in.text();
  overview.relevant_s = in.number();
  overview.suites.resize(in.count());
  for (std::string& name : overview.suites) name = in.text();
  overview.clusters.resize(in.count());
  for (auto& [id, cluster] : overview.clusters) {
    id = static_cast<std::int64_t>(in.whole());
    for (std::string* text :
         {&cluster.id, &cluster.kind, &cluster.checker, &cluster.category, &cluster.roles, &cluster.normalised})
      *text = in.text();
  }
  overview.paused.resize(in.count());
  for (PausedFinding& one : overview.paused) {
    one.test = static_cast<std::int64_t>(in.whole());
    one.cluster = static_cast<std::int64_t>(in.whole());
    one.age = static_cast<std::uint32_t>(in.whole());
    one.first_seen = in.place(overview.suites.size());
  }
  return parts;
}

void unpack_run(Unpacker& in, std::string_view key_before, OverviewRun& run) {
  run.id = static_cast<std::int64_t>(in.whole());
  run.test = static_cast<std::int64_t>(in.whole());
  run.key = key_before.substr(0, in.whole());
  run.key += in.text();
  run.content = in.fixed();
  run.verdict = in.word(RunVerdict::incomplete);
  run.after_rules = in.word(RunVerdict::incomplete);
  const std::uint32_t outcome = in.place(kBrokeOff + 1);
  if (outcome < kBrokeOff) run.outcome = static_cast<store::Outcome>(outcome);
  run.broke_off = outcome == kBrokeOff || run.verdict == RunVerdict::incomplete;
  run.duration = in.number();
  run.km = in.number();
}

void unpack_finding(Unpacker& in, const Overview& overview, Finding& finding) {
  finding.cluster = in.place(overview.clusters.size());
  const std::uint64_t has = in.whole();
  finding.severity = finding.after_rules = in.word(watch::Severity::error);
  finding.issues = static_cast<std::uint32_t>(in.whole());
  finding.number = static_cast<std::uint32_t>(in.whole());
  if ((has & kHasWorst) != 0) finding.worst = in.number();
  if ((has & kHasLimit) != 0) finding.limit = in.number();
  if ((has & kHasRuling) != 0) {
    finding.after_rules = in.word(watch::Severity::error);
    finding.mark = in.word(Mark::fresh);
  }
  if ((has & kHasNoise) != 0) {
    finding.noise.differences = in.whole();
    finding.noise.deviation = in.number();
  }
  if ((has & kIsOld) != 0) {
    finding.age = static_cast<std::uint32_t>(in.whole());
    finding.first_seen = in.place(overview.suites.size());
  }
  if ((has & kIsMixed) != 0)
    for (const auto part : kPartsOfMixed) finding.*part = in.place(std::size_t{finding.issues} + 1);
}

}  // namespace

std::vector<std::string> pack(const Overview& overview) {
  const std::size_t parts = 1 + (overview.runs.size() + kRunsPerPart - 1) / kRunsPerPart;
  std::vector<std::string> packed{pack_head(overview, parts)};
  auto finding = overview.findings.begin();
  for (std::size_t begin = 0; begin < overview.runs.size(); begin += kRunsPerPart) {
    const std::size_t end = std::min(begin + kRunsPerPart, overview.runs.size());
    Packer out;
    out.whole(end - begin);
    std::string_view key;
    for (std::size_t run = begin; run < end; ++run) {
      pack_run(overview.runs[run], key, out);
      key = overview.runs[run].key;
      auto last = finding;
      while (last != overview.findings.end() && last->run == run) ++last;
      out.whole(static_cast<std::uint64_t>(last - finding));
      for (; finding != last; ++finding) pack_finding(*finding, out);
    }
    packed.push_back(out.take());
  }
  return packed;
}

Result<Overview> unpack(std::span<const std::string_view> parts) {
  const Problem damaged{{}, "what is kept of the suite in short is damaged"};
  if (parts.empty()) return damaged;
  Unpacker head(parts.front());
  if (head.whole() != kVersion) return Problem{{}, "what is kept of the suite in short is of another version"};
  Overview overview;
  if (unpack_head(head, overview) != parts.size() || !head.is_done()) return damaged;
  std::size_t bytes = 0;
  for (const std::string_view part : parts.subspan(1)) bytes += part.size();
  overview.findings.reserve(bytes / 12);
  for (const std::string_view part : parts.subspan(1)) {
    Unpacker in(part);
    std::string_view key;
    const std::size_t first = overview.runs.size(), count = in.count();
    overview.runs.resize(first + count);
    for (std::size_t run = first; run < first + count && !in.is_bad(); ++run) {
      unpack_run(in, key, overview.runs[run]);
      key = overview.runs[run].key;
      for (std::size_t left = in.count(); left > 0 && !in.is_bad(); --left) {
        overview.findings.push_back({.run = static_cast<std::uint32_t>(run)});
        unpack_finding(in, overview, overview.findings.back());
      }
    }
    if (!in.is_done()) return damaged;
  }
  return overview;
}

}  // namespace scrutineer::suite
