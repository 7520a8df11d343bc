#include "run/odd_input.h"

#include <fmt/format.h>

#include <algorithm>

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

// Levels that `environment` names, which the run's own levels (OSI's) are coarser than.
void add_levels(const odd::Odd& odd, const std::vector<trace::EnvironmentValue>& environment,
                std::vector<odd::CodRow>& rows) {
  for (const trace::EnvironmentValue& said : environment) {
    const auto found = odd.taxonomy.find(said.concept_name);
    if (!found.id.valid() || odd.taxonomy.at(found.id).kind != odd::Concept::Kind::category) continue;
    const auto value = odd::read_value(odd.taxonomy.at(found.id), said.text);
    if (!value) continue;  // "no_snow", which is a concept of its own
    if (rows.empty() || rows.back().time != said.from) {
      odd::CodRow next = rows.empty() ? odd::CodRow{} : rows.back();
      next.time = said.from;
      rows.push_back(std::move(next));
    }
    auto& values = rows.back().values;
    std::erase_if(values, [&](const odd::CodRow::Entry& entry) { return entry.about == found.id; });
    values.push_back({found.id, *value});
  }
}

Result<std::vector<odd::CodRow>> told_rows(const odd::Odd& odd, const trace::Manifest& manifest,
                                           const std::vector<trace::EnvironmentValue>& environment,
                                           std::vector<std::string>& notes, Outside& outside) {
  if (!manifest.cod.empty()) {
    const auto text = outside.files.read(manifest.cod);
    if (!text) return text.problem();
    auto read = odd::read_cod(*text, manifest.cod, odd.taxonomy);
    if (!read) return read.problem();
    for (const Problem& warning : read->warnings) notes.push_back(to_string(warning));
    return std::move(read->rows);
  }
  std::vector<odd::CodRow> rows;
  auto row = told_throughout(odd, manifest, notes);
  if (!row) return row.problem();
  if (!row->values.empty()) rows.push_back(*std::move(row));
  add_levels(odd, environment, rows);
  return rows;
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
