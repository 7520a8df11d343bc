#include "results/formats.h"

#include <algorithm>
#include <array>
#include <vector>

#include "results/detail/csv.h"
#include "results/detail/json.h"
#include "results/detail/junit.h"
#include "results/detail/sarif.h"
#include "results/write_folder.h"

namespace scrutineer::results {

namespace {

template <std::string (*write)(const RunResult&)>
std::string plainly(const RunResult& result, const TextOptions&) {
  return write(result);
}

constexpr std::array kFormats{
    ResultFormat{.name = "", .words = "issues as a table", .file = "issues.csv", .write = plainly<issues_csv>},
    ResultFormat{.name = "", .words = "intervals as a table", .file = "intervals.csv", .write = plainly<intervals_csv>},
    ResultFormat{.name = "", .words = "KPIs as a table", .file = "kpis.csv", .write = plainly<kpis_csv>},
    ResultFormat{.name = "junit", .words = "JUnit XML for CI systems", .file = "junit.xml", .write = plainly<to_junit>},
    ResultFormat{.name = "sarif",
                 .words = "SARIF for tools that show findings",
                 .file = "results.sarif",
                 .write = plainly<to_sarif>},
    ResultFormat{.name = "json",
                 .words = "all of the result for programs",
                 .file = kResultFile,
                 .has_messages = true,
                 .write = plainly<to_json>},
    ResultFormat{.name = "text", .words = "for people", .has_messages = true, .write = to_text},
};

const ResultFormat& named(std::string_view name) { return *std::ranges::find(kFormats, name, &ResultFormat::name); }

}  // namespace

std::span<const ResultFormat> result_formats() { return kFormats; }

std::span<const ResultFormat* const> named_formats() {
  static const std::vector<const ResultFormat*> all = [] {
    std::vector<const ResultFormat*> found;
    for (const ResultFormat& format : kFormats)
      if (!format.name.empty()) found.push_back(&format);
    std::ranges::sort(found, {}, &ResultFormat::name);
    return found;
  }();
  return all;
}

const ResultFormat& text_format() { return named("text"); }
const ResultFormat& json_format() { return named("json"); }

const std::string& Documents::in(const ResultFormat& format) {
  const auto known = written_.find(&format);
  if (known != written_.end()) return known->second;
  return written_.emplace(&format, format.write(result_, text_)).first->second;
}

}  // namespace scrutineer::results
