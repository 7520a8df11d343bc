#include "suite/detail/page_metrics.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace scrutineer::suite::detail {
namespace {

constexpr std::size_t kBins = 24, kWorst = 5;

struct Valued {
  std::int64_t run = 0;
  double value = 0.0;
};
struct AllValues {
  std::string unit;
  bool is_of_issues = false;
  std::vector<Valued> values;

  // In rising order: sums of them do not depend on the order in which a database gives rows.
  std::vector<double> numbers() const {
    std::vector<double> found;
    found.reserve(values.size());
    for (const Valued& one : values) found.push_back(one.value);
    std::ranges::sort(found);
    return found;
  }
};
using ValuesByName = std::map<std::string, AllValues>;

Result<ValuesByName> read_all_metrics(store::Store& store, std::int64_t suite) {
  struct Name {
    std::string name, unit;
  };
  std::map<std::int64_t, Name> names;
  if (auto problem = store.query("SELECT id, name, unit FROM names", {}, [&](const store::Row& row) {
        names[row.integer(0)] = {std::string(row.text(1)), std::string(row.text(2))};
      }))
    return *problem;
  ValuesByName found;
  for (const bool of_issues : {false, true}) {
    std::map<std::int64_t, AllValues*> by_id;  // null: runs have one of that name
    const char* const sql =
        of_issues ? "SELECT m.run, m.name, m.value FROM runs r JOIN issue_metrics m ON m.run = r.id WHERE r.suite = ? "
                    "AND m.value IS NOT NULL"
                  : "SELECT m.run, m.name, m.value FROM runs r JOIN metrics m ON m.run = r.id WHERE r.suite = ? AND "
                    "m.value IS NOT NULL";
    if (auto problem = store.query(sql, {suite}, [&](const store::Row& row) {
          const auto [entry, is_first] = by_id.try_emplace(row.integer(1), nullptr);
          if (is_first) {
            const Name& name = names[row.integer(1)];
            const auto [values, is_new] = found.try_emplace(name.name);
            if (is_new) {
              values->second.unit = name.unit;
              values->second.is_of_issues = of_issues;
            }
            if (values->second.is_of_issues == of_issues) entry->second = &values->second;
          }
          if (entry->second != nullptr && std::isfinite(row.number(2)))
            entry->second->values.push_back({row.integer(0), row.number(2)});
        }))
      return *problem;
  }
  return found;
}

std::vector<std::size_t> counts_in(std::span<const Bin> bins, std::vector<double> values) {
  std::ranges::sort(values);
  std::vector<std::size_t> counts;
  auto from = values.begin();
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const auto to = i + 1 == bins.size() ? values.end() : std::lower_bound(from, values.end(), bins[i].to);
    counts.push_back(static_cast<std::size_t>(to - from));
    from = to;
  }
  return counts;
}

// The runs with the smallest or the largest values, each once.
std::vector<std::pair<std::uint32_t, double>> extreme(std::vector<Valued> values, bool largest,
                                                      const std::map<std::int64_t, std::uint32_t>& places) {
  std::ranges::sort(values, [&](const Valued& a, const Valued& b) {
    if (a.value != b.value) return largest ? a.value > b.value : a.value < b.value;
    return a.run < b.run;
  });
  std::vector<std::pair<std::uint32_t, double>> found;
  for (const Valued& one : values) {
    if (found.size() == kWorst) break;
    const auto place = places.find(one.run);
    if (place == places.end()) continue;
    if (std::ranges::find(found, place->second, [](const auto& pair) { return pair.first; }) == found.end())
      found.emplace_back(place->second, one.value);
  }
  return found;
}

}  // namespace

Result<std::vector<PageAttribute>> read_attributes(store::Store& store, std::int64_t suite,
                                                   const std::map<std::int64_t, std::uint32_t>& places) {
  struct Values {
    std::map<std::string, std::vector<std::uint32_t>> runs;
    bool is_too_many = false;
  };
  std::map<std::string, Values> all;
  if (auto problem = store.query(
          "SELECT a.run, n.name, a.value FROM attributes a JOIN runs r ON r.id = a.run JOIN names n ON n.id = a.name "
          "WHERE r.suite = ?",
          {suite}, [&](const store::Row& row) {
            const auto place = places.find(row.integer(0));
            Values& values = all[std::string(row.text(1))];
            if (place == places.end() || values.is_too_many) return;
            values.runs[std::string(row.text(2))].push_back(place->second);
            values.is_too_many = values.runs.size() > kMostValues;
          }))
    return *problem;
  std::vector<PageAttribute> attributes;
  for (auto& [name, values] : all) {
    if (values.is_too_many || values.runs.size() < 2) continue;
    PageAttribute attribute{.name = name, .values = {}, .runs = std::vector<std::uint32_t>(places.size(), 0)};
    for (const auto& [value, runs] : values.runs) {
      attribute.values.push_back(value);
      for (const std::uint32_t run : runs) attribute.runs[run] = static_cast<std::uint32_t>(attribute.values.size());
    }
    attributes.push_back(std::move(attribute));
  }
  return attributes;
}

Result<std::vector<PageMetric>> read_page_metrics(store::Store& store, std::int64_t suite, std::int64_t baseline,
                                                  const std::vector<std::int64_t>& trend,
                                                  const std::map<std::int64_t, std::uint32_t>& places) {
  const auto now = read_all_metrics(store, suite);
  if (!now) return now.problem();
  ValuesByName before;
  std::set<std::int64_t> others(trend.begin(), trend.end());
  if (baseline != 0) others.insert(baseline);
  std::map<std::int64_t, std::map<std::string, Summary>> summaries;
  for (const std::int64_t other : others) {
    auto values = other == suite ? now : read_all_metrics(store, other);
    if (!values) return values.problem();
    for (const auto& [name, all] : *values)
      if (const auto found = summary(all.numbers())) summaries[other][name] = *found;
    if (other == baseline) before = std::move(*values);
  }
  std::vector<PageMetric> metrics;
  for (const auto& [name, all] : *now) {
    const auto then = before.find(name);
    std::vector<double> both = all.numbers(), old;
    if (then != before.end()) old = then->second.numbers();
    both.insert(both.end(), old.begin(), old.end());
    if (all.values.empty() || std::ranges::all_of(both, [&](double value) { return value == both.front(); })) continue;
    PageMetric metric{.name = name,
                      .unit = all.unit,
                      .is_of_issues = all.is_of_issues,
                      .now = summary(all.numbers()),
                      .before = summary(old),
                      .bins = histogram(both, kBins),
                      .now_counts = {},
                      .before_counts = {},
                      .smallest = extreme(all.values, false, places),
                      .largest = extreme(all.values, true, places),
                      .trend = {}};
    metric.now_counts = counts_in(metric.bins, all.numbers());
    metric.before_counts = counts_in(metric.bins, std::move(old));
    for (const std::int64_t night : trend) {
      const auto found = summaries[night].find(name);
      metric.trend.push_back(found == summaries[night].end() ? std::nullopt : std::optional(found->second));
    }
    metrics.push_back(std::move(metric));
  }
  std::ranges::stable_partition(metrics, [](const PageMetric& metric) { return !metric.is_of_issues; });
  return metrics;
}

}  // namespace scrutineer::suite::detail
