#include "run/odd_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace scrutineer::run {
namespace {

// What a manifest's `cod` says, as one row that holds throughout.
Result<odd::CodRow> told_throughout(const odd::Odd& odd, const trace::Manifest& manifest,
                                    std::vector<std::string>& notes) {
  odd::CodRow row;
  for (const trace::ConceptValue& said : manifest.cod_values) {
    const auto found = odd.taxonomy.find(said.concept_name);
    if (!found.id.valid()) {
      notes.push_back(fmt::format("{}: cod: the ODD's taxonomy has no concept \"{}\": it is left out",
                                  to_string(said.place), said.concept_name));
      continue;
    }
    auto value = odd::read_value(odd.taxonomy.at(found.id), said.text);
    if (!value) return Problem{said.place, "cod: " + value.problem().message};
    row.values.push_back({found.id, *value});
  }
  return row;
}

// Levels that `environment` names, which the run's own levels (OSI's) are coarser than: what holds from when on.
std::vector<odd::CodRow> told_levels(const odd::Taxonomy& taxonomy,
                                     const std::vector<trace::EnvironmentValue>& environment) {
  std::vector<odd::CodRow> rows;
  for (const trace::EnvironmentValue& said : environment) {
    const odd::ConceptId about = taxonomy.find(said.concept_name).id;
    if (!about.valid()) continue;
    if (rows.empty() || rows.back().time != said.from) {
      odd::CodRow next = rows.empty() ? odd::CodRow{} : rows.back();
      next.time = said.from;
      rows.push_back(std::move(next));
    }
    auto& values = rows.back().values;
    // A number takes back the level that was told before it.
    std::erase_if(values, [&](const odd::CodRow::Entry& entry) {
      return entry.about == about || taxonomy.at(entry.about).level_of == about;
    });
    if (taxonomy.at(about).kind != odd::Concept::Kind::category) continue;
    // Not all can be read: "no_snow" is a concept of its own.
    if (const auto value = odd::read_value(taxonomy.at(about), said.text)) values.push_back({about, *value});
  }
  return rows;
}

// What the first rows tell wins over what the second ones tell at the same time, of a level and of its number alike.
std::vector<odd::CodRow> merged(const odd::Taxonomy& taxonomy, const std::vector<odd::CodRow>& first,
                                const std::vector<odd::CodRow>& second) {
  std::vector<odd::CodRow> rows;
  for (auto one = first.begin(), other = second.begin(); one != first.end() || other != second.end();) {
    const bool is_first = other == second.end() || (one != first.end() && one->time <= other->time);
    const Time now = is_first ? one->time : other->time;
    while (one != first.end() && one->time == now) ++one;
    while (other != second.end() && other->time == now) ++other;
    odd::CodRow row{.time = now};
    if (one != first.begin()) row.values = std::prev(one)->values;
    const auto tells = [&, count = row.values.size()](odd::ConceptId about) {
      const auto end = row.values.begin() + static_cast<std::ptrdiff_t>(count);
      return std::any_of(row.values.begin(), end,
                         [&](const odd::CodRow::Entry& entry) { return entry.about == about; });
    };
    if (other != second.begin())
      for (const odd::CodRow::Entry& entry : std::prev(other)->values)
        if (!tells(entry.about) && !tells(taxonomy.at(entry.about).level_of)) row.values.push_back(entry);
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<std::vector<odd::CodRow>> told_rows(const odd::Odd& odd, const trace::Manifest& manifest,
                                           const std::vector<trace::EnvironmentValue>& environment,
                                           std::vector<std::string>& notes, Outside& outside) {
  const std::vector<odd::CodRow> levels = told_levels(odd.taxonomy, environment);
  if (!manifest.cod.empty()) {
    const auto text = outside.files.read(manifest.cod);
    if (!text) return text.problem();
    auto read = odd::read_cod(*text, manifest.cod, odd.taxonomy);
    if (!read) return read.problem();
    for (const Problem& warning : read->warnings) notes.push_back(to_string(warning));
    return merged(odd.taxonomy, read->rows, levels);
  }
  auto row = told_throughout(odd, manifest, notes);
  if (!row) return row.problem();
  return merged(odd.taxonomy, {*std::move(row)}, levels);
}

}  // namespace

Result<LoadedOdd> load_odd(const std::string& file, Outside& outside) {
  odd::ReadOdd read = odd::read_odd(file, [&](const std::string& path) { return outside.files.read(path); });
  if (!read.errors.empty()) {
    Problem first = read.errors.front();
    if (read.errors.size() > 1)
      first.message += fmt::format("; scrutineer odd check {} lists {} more", file, read.errors.size() - 1);
    return first;
  }
  if (auto problem = odd::root_problem(read.odd)) return *std::move(problem);
  LoadedOdd loaded;
  for (const Problem& warning : read.warnings) loaded.notes.push_back(to_string(warning));
  loaded.odd = std::make_shared<const odd::Odd>(std::move(read.odd));
  return loaded;
}

Result<OddMonitor> odd_monitor(std::shared_ptr<const odd::Odd> odd, const trace::Manifest& manifest,
                               const std::vector<trace::EnvironmentValue>& environment, bool all_concepts,
                               Outside& outside) {
  OddMonitor made;
  odd::Monitor::Options options{.all_concepts = all_concepts};
  auto rows = told_rows(*odd, manifest, environment, made.notes, outside);
  if (!rows) return rows.problem();
  for (const Problem& warning : odd::never_told(*odd, *rows)) made.notes.push_back(to_string(warning));
  options.told = *std::move(rows);
  made.monitor = std::make_unique<odd::Monitor>(std::move(odd), std::move(options));
  return made;
}

}  // namespace scrutineer::run
