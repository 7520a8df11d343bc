// The data of a suite's page as its parts; web/src/suite/data.ts reads them.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/overloaded.h"
#include "report/columns.h"
#include "report/page.h"
#include "suite/page.h"

namespace scrutineer::suite {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Numbers as they are, so that the page can write them its own way; JSON has none that are not finite.
Json cell_json(const Cell& cell) {
  return std::visit(Overloaded{[](std::monostate) { return Json(); },
                               [](double number) { return std::isfinite(number) ? Json(number) : Json(); },
                               [](const auto& value) { return Json(value); }},
                    cell);
}

Json answer_json(const Answer& answer) {
  Json json{{"title", answer.title}, {"facts", Json::array()}, {"tables", Json::array()}, {"notes", answer.notes}};
  for (const Fact& fact : answer.facts)
    json["facts"].push_back({{"name", fact.name},
                             {"label", fact.label},
                             {"text", fact.words.empty() ? to_text(fact.value) : fact.words},
                             {"value", cell_json(fact.value)}});
  for (const AnswerTable& table : answer.tables) {
    Json columns = Json::array(), rows = Json::array();
    for (const AnswerColumn& column : table.columns)
      columns.push_back({{"name", column.name}, {"label", column.label}, {"is_share", column.is_share}});
    for (const auto& row : table.rows) {
      Json cells = Json::array();
      for (const Cell& cell : row) cells.push_back(cell_json(cell));
      rows.push_back(std::move(cells));
    }
    json["tables"].push_back({{"name", table.name},
                              {"title", table.title},
                              {"columns", std::move(columns)},
                              {"rows", std::move(rows)},
                              {"left_out", table.left_out}});
  }
  return json;
}

Json summary_json(const std::optional<Summary>& summary) {
  if (!summary) return nullptr;
  return {{"count", summary->count},   {"mean", summary->mean}, {"min", summary->low}, {"p5", summary->p5},
          {"median", summary->median}, {"p95", summary->p95},   {"max", summary->high}};
}

Json metric_json(const PageMetric& metric) {
  Json trend = Json::array(), borders = Json::array();
  for (const auto& summary : metric.trend) trend.push_back(summary_json(summary));
  for (const Bin& bin : metric.bins) borders.push_back(bin.from);
  if (!metric.bins.empty()) borders.push_back(metric.bins.back().to);
  return {{"name", metric.name},
          {"unit", metric.unit},
          {"of_issues", metric.is_of_issues},
          {"now", summary_json(metric.now)},
          {"before", summary_json(metric.before)},
          {"borders", std::move(borders)},
          {"now_counts", metric.now_counts},
          {"before_counts", metric.before_counts},
          {"smallest", metric.smallest},
          {"largest", metric.largest},
          {"trend", std::move(trend)}};
}

std::string about_part(const SuitePage& page) {
  Json json{{"name", page.suite.name},         {"baseline", page.baseline.empty() ? Json() : Json(page.baseline)},
            {"after_rules", page.after_rules}, {"configuration", Json::parse(page.suite.configuration, nullptr, false)},
            {"show", answer_json(page.show)},  {"diff", page.diff ? answer_json(*page.diff) : Json()},
            {"trends", Json::array()},         {"clusters", Json::array()},
            {"attributes", Json::array()},     {"trend_suites", page.trend_suites},
            {"metrics", Json::array()}};
  if (json["configuration"].is_discarded()) json["configuration"] = nullptr;
  for (const Answer& trend : page.trends) json["trends"].push_back(answer_json(trend));
  for (const store::Cluster& cluster : page.clusters)
    json["clusters"].push_back({{"id", cluster.id},
                                {"kind", cluster.kind},
                                {"checker", cluster.checker},
                                {"category", cluster.category},
                                {"roles", cluster.roles},
                                {"normalised", cluster.normalised}});
  for (const PageAttribute& attribute : page.attributes)
    json["attributes"].push_back({{"name", attribute.name}, {"values", attribute.values}});
  for (const PageMetric& metric : page.metrics) json["metrics"].push_back(metric_json(metric));
  return dumped(json);
}

// One list per property: names are there once, and lists of like texts pack well.
std::string runs_part(const SuitePage& page) {
  Json json = Json::object();
  const auto add = [&](const char* name, std::string PageRun::* member) {
    Json list = Json::array();
    for (const PageRun& run : page.runs) list.push_back(run.*member);
    json[name] = std::move(list);
  };
  add("key", &PageRun::key);
  add("verdict", &PageRun::verdict);
  add("reason", &PageRun::reason);
  add("manifest", &PageRun::manifest);
  add("folder", &PageRun::folder);
  add("report", &PageRun::report);
  json["now"] = std::ranges::count(page.runs, false, &PageRun::is_of_baseline);
  return dumped(json);
}

std::string texts_part(const SuitePage& page) {
  Json json{{"message", Json::array()}, {"reached", Json::array()}, {"first_seen", Json::array()}};
  for (const PageFinding& finding : page.findings) {
    json["message"].push_back(finding.message);
    json["reached"].push_back(finding.reached);
    json["first_seen"].push_back(finding.first_seen);
  }
  return dumped(json);
}

template <typename Items, typename Of>
void add_column(report::ColumnWriter& columns, const Items& items, Of of) {
  std::vector<std::int64_t> values;
  values.reserve(items.size());
  for (const auto& item : items) values.push_back(static_cast<std::int64_t>(of(item)));
  columns.add(values);
}

std::string findings_part(const SuitePage& page) {
  report::ColumnWriter columns;
  const auto& all = page.findings;
  add_column(columns, all, [](const PageFinding& one) { return one.run; });
  add_column(columns, all, [](const PageFinding& one) { return one.cluster; });
  add_column(columns, all, [](const PageFinding& one) { return one.severity; });
  add_column(columns, all, [](const PageFinding& one) { return one.status; });
  add_column(columns, all, [](const PageFinding& one) { return one.mark; });
  add_column(columns, all, [](const PageFinding& one) { return one.age; });
  add_column(columns, all, [](const PageFinding& one) { return one.issues.size(); });
  std::vector<PageIssue> issues;
  for (const PageFinding& finding : all) issues.insert(issues.end(), finding.issues.begin(), finding.issues.end());
  add_column(columns, issues, [](const PageIssue& one) { return one.number; });
  // Milliseconds; no run is longer than the clamp, and a store that says so is wrong.
  static constexpr double kLongest = 1e12;
  add_column(columns, issues, [](const PageIssue& one) {
    return std::isfinite(one.start) ? std::llround(std::clamp(one.start * 1000.0, -kLongest, kLongest)) : 0;
  });
  for (const PageAttribute& attribute : page.attributes)
    add_column(columns, attribute.runs, [](std::uint32_t value) { return value; });
  return columns.bytes();
}

}  // namespace

std::string suite_page(const SuitePage& page) {
  const std::vector<report::PagePart> parts{{"about", about_part(page)},
                                            {"runs", runs_part(page)},
                                            {"texts", texts_part(page)},
                                            {"findings", findings_part(page)}};
  return report::filled_page(report::suite_template(), page.suite.name, parts);
}

}  // namespace scrutineer::suite
