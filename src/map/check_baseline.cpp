#include "map/check_baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/printable.h"

namespace scrutineer::map {
namespace {

constexpr std::string_view kFirstLine = "# scrutineer map check baseline 1";
constexpr std::size_t kFields = 6;

// Ids are the file's own text: nothing in them may end a field or a line.
std::string field(std::string_view text) {
  std::string out = printable(std::string(text));
  std::ranges::replace(out, '\t', ' ');
  return out.empty() ? "-" : out;
}

std::string key_of(std::string_view file, const Finding& finding) {
  const std::string where = !finding.road_id.empty()       ? "road " + finding.road_id
                            : !finding.junction_id.empty() ? "junction " + finding.junction_id
                                                           : finding.xpath;
  const std::string lane = finding.lane_number ? std::to_string(*finding.lane_number) : "-";
  const std::string s = std::isfinite(finding.s) ? fmt::format("{:.0f}", std::abs(finding.s)) : "-";
  return fmt::format("{}\t{}\t{}\t{}\t{}", field(file), finding.rule, field(where), lane, s);
}

std::string_view base_name(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace

void Baseline::accept(CheckReport& report) const {
  std::map<std::string, std::size_t> left = known_;
  const std::string_view file = base_name(report.file);
  for (RuleOutcome& outcome : report.outcomes) {
    std::erase_if(outcome.findings, [&](const Finding& finding) {
      const auto known = left.find(key_of(file, finding));
      if (known == left.end() || known->second == 0) return false;
      --known->second;
      report.accepted += finding.count;
      return true;
    });
  }
}

Result<Baseline> read_baseline(std::string_view text, const std::string& file_name) {
  std::map<std::string, std::size_t> known;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (++number == 1 && line != kFirstLine)
      return Problem{{.file = file_name, .line = 1}, fmt::format("is no baseline: wanted the line \"{}\"", kFirstLine)};
    if (line.empty() || line.front() == '#') continue;
    if (static_cast<std::size_t>(std::ranges::count(line, '\t')) + 1 != kFields)
      return Problem{{.file = file_name, .line = number},
                     "wanted file, rule, place, lane, s and message with tabs between them"};
    ++known[std::string(line.substr(0, line.find_last_of('\t')))];
  }
  if (number == 0) return Problem{{.file = file_name}, "is empty, wanted a baseline"};
  return Baseline(std::move(known));
}

std::string baseline_of(const std::vector<CheckReport>& reports) {
  std::vector<std::string> lines;
  for (const CheckReport& report : reports)
    for (const RuleOutcome& outcome : report.outcomes)
      for (const Finding& finding : outcome.findings)
        lines.push_back(key_of(base_name(report.file), finding) + "\t" + field(finding.message) + "\n");
  std::ranges::sort(lines);
  std::string text = std::string(kFirstLine) + "\n# file\trule\tplace\tlane\ts\tmessage\n";
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace scrutineer::map
