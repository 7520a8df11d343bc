#include "store/transfer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "store/detail/sheets.h"

namespace scrutineer::store {

namespace {

using detail::CsvRows;
using detail::Sheet;

constexpr std::size_t kRunsAtOnce = 200;

// Writes runs to a suite, many at a time, and leaves out those that the suite already has.
class Receiver {
 public:
  static Result<Receiver> open(Store& store, SuiteRow suite, const TransferOptions& options) {
    if (!options.as.empty()) suite.name = options.as;
    const SuiteState state = std::exchange(suite.state, SuiteState::running);
    auto there = store.find_suite(suite.name);
    if (!there) return there.problem();
    if (*there && (*there)->created != suite.created)
      return Problem{{.file = store.name()},
                     fmt::format("there is another suite \"{}\", created {}; --as NAME gives this one (created {}) "
                                 "another name",
                                 suite.name, (*there)->created, suite.created)};
    auto row = *there ? Result<SuiteRow>(**there) : store.make_suite(suite);
    if (!row) return row.problem();
    Receiver receiver(store, *row, state);
    const auto known = store.known(row->id);
    if (!known) return known.problem();
    for (const KnownRun& run : *known) receiver.known_.emplace(run.key, run.content);
    return receiver;
  }

  // Whether the store has the run; then it need not be added.
  bool has(const RunRow& run) {
    const auto known = known_.find(run.key);
    if (known == known_.end() || known->second != run.content) return false;
    ++result_.known;
    return true;
  }
  std::optional<Problem> add(RunRecord record) {
    waiting_.push_back(std::move(record));
    return waiting_.size() < kRunsAtOnce ? std::nullopt : write();
  }
  Result<Transferred> finish() {
    if (auto problem = write()) return *problem;
    result_.suite.state = state_;
    if (auto problem = store_.set_state(result_.suite.id, state_)) return *problem;
    return result_;
  }

 private:
  Receiver(Store& store, SuiteRow suite, SuiteState state) : store_(store), state_(state) {
    result_.suite = std::move(suite);
  }
  std::optional<Problem> write() {
    if (waiting_.empty()) return std::nullopt;
    if (auto problem = store_.write(result_.suite.id, waiting_)) return problem;
    result_.written += waiting_.size();
    waiting_.clear();
    return std::nullopt;
  }

  Store& store_;
  SuiteState state_;
  std::map<std::string, std::string> known_;  // content by key
  std::vector<RunRecord> waiting_;
  Transferred result_;
};

// A sheet that is open, at its next row.
struct OpenSheet {
  const Sheet* sheet;
  std::string file;
  std::string text;
  std::optional<CsvRows> rows = {};
  bool has_row = false;
  std::int64_t count = 0;

  std::optional<Problem> advance() {
    const auto found = rows->next();
    if (!found) return found.problem();
    has_row = *found;
    count += has_row ? 1 : 0;
    return std::nullopt;
  }
  // Takes the rows of the run: if it has any in this sheet, they are the next ones.
  std::optional<Problem> read(RunRecord& record) {
    while (has_row && rows->text("run_key") == record.run.key) {
      sheet->read(*rows, record);
      if (rows->problem()) return rows->problem();
      if (auto problem = advance()) return problem;
    }
    return std::nullopt;
  }
};

Result<std::vector<OpenSheet>> open_sheets(const std::string& folder, const ExportedText& files) {
  std::vector<OpenSheet> open;
  for (const Sheet& sheet : detail::sheets()) {
    auto text = files(sheet.file);
    if (!text) return text.problem();
    open.push_back({&sheet, folder + "/" + std::string(sheet.file), std::move(*text)});
  }
  for (OpenSheet& sheet : open) {
    auto rows = CsvRows::open(sheet.text, sheet.file, sheet.sheet->columns);
    if (!rows) return rows.problem();
    sheet.rows = std::move(*rows);
    if (auto problem = sheet.advance()) return *problem;
  }
  return open;
}

// Rows that are left over, or missing.
std::optional<Problem> problem_at_end(const OpenSheet& sheet, const detail::ExportedSuite& exported) {
  if (sheet.has_row)
    return sheet.rows->problem_here(
        fmt::format("run \"{}\" is not in runs.csv, or its rows are in another order", sheet.rows->text("run_key")));
  const auto wanted = exported.rows.find(std::string(sheet.sheet->file));
  if (wanted == exported.rows.end() || wanted->second == sheet.count) return std::nullopt;
  return Problem{{.file = sheet.file},
                 fmt::format("has {} rows, and {} says {}: it was cut short or changed. Export the suite again",
                             sheet.count, detail::kSuiteFile, wanted->second)};
}

}  // namespace

std::optional<Problem> export_suite(Store& store, const SuiteRow& suite, const ExportedFiles& files) {
  const auto runs = store.runs(suite.id);
  if (!runs) return runs.problem();
  detail::ExportedSuite exported{.suite = suite};
  for (const Sheet& sheet : detail::sheets()) {
    exported.rows[std::string(sheet.file)] = 0;
    if (auto problem = files(sheet.file, detail::header_of(sheet))) return problem;
  }
  for (const RunRow& run : *runs) {
    const auto record = store.read(run);
    if (!record) return record.problem();
    for (const Sheet& sheet : detail::sheets()) {
      exported.rows[std::string(sheet.file)] += sheet.count(*record);
      if (auto problem = files(sheet.file, sheet.write(*record))) return problem;
    }
  }
  return files(detail::kSuiteFile, detail::suite_json(exported));
}

Result<Transferred> import_files(Store& store, const std::string& folder, const ExportedText& files,
                                 const TransferOptions& options) {
  const auto json = files(detail::kSuiteFile);
  if (!json) return json.problem();
  const auto exported = detail::read_suite_json(*json, folder + "/" + std::string(detail::kSuiteFile));
  if (!exported) return exported.problem();
  auto sheets = open_sheets(folder, files);
  if (!sheets) return sheets.problem();
  auto receiver = Receiver::open(store, exported->suite, options);
  if (!receiver) return receiver.problem();

  OpenSheet& runs = sheets->front();
  while (runs.has_row) {
    RunRecord record;
    runs.sheet->read(*runs.rows, record);
    if (runs.rows->problem()) return *runs.rows->problem();
    if (auto problem = runs.advance()) return *problem;
    for (std::size_t i = 1; i < sheets->size(); ++i)
      if (auto problem = (*sheets)[i].read(record)) return *problem;
    if (!receiver->has(record.run))
      if (auto problem = receiver->add(std::move(record))) return *problem;
  }
  for (const OpenSheet& sheet : *sheets)
    if (auto problem = problem_at_end(sheet, *exported)) return *problem;
  return receiver->finish();
}

Result<Transferred> copy_suite(Store& from, const SuiteRow& suite, Store& into, const TransferOptions& options) {
  auto receiver = Receiver::open(into, suite, options);
  if (!receiver) return receiver.problem();
  const auto runs = from.runs(suite.id);
  if (!runs) return runs.problem();
  for (const RunRow& run : *runs) {
    if (receiver->has(run)) continue;
    auto record = from.read(run);
    if (!record) return record.problem();
    if (auto problem = receiver->add(std::move(*record))) return *problem;
  }
  return receiver->finish();
}

namespace {

constexpr std::string_view kRuleColumns =
    "kind, cluster, checker, severity, attribute, run_key, expression, assign_to, link, mark, new_severity, comment, "
    "author, created, switched_off, switched_off_by";
constexpr int kRuleColumnCount = 16;
using Rule = std::vector<std::optional<std::string>>;

Result<std::vector<Rule>> read_rules(Store& store) {
  std::vector<Rule> rules;
  if (auto problem =
          store.query(fmt::format("SELECT {} FROM rules ORDER BY id", kRuleColumns), {}, [&](const Row& row) {
            Rule& rule = rules.emplace_back();
            for (int i = 0; i < kRuleColumnCount; ++i)
              rule.push_back(row.is_null(i) ? std::nullopt : std::optional<std::string>(row.text(i)));
          }))
    return *problem;
  return rules;
}

}  // namespace

Result<std::size_t> copy_rules(Store& from, Store& into) {
  const auto wanted = read_rules(from);
  if (!wanted) return wanted.problem();
  const auto there = read_rules(into);
  if (!there) return there.problem();
  std::vector<const Rule*> missing;
  for (const Rule& rule : *wanted)
    if (std::ranges::find(*there, rule) == there->end()) missing.push_back(&rule);
  if (auto problem = into.transaction([&](Database& database) {
        return database.append("rules", kRuleColumns, [&](RowSink& sink) {
          for (const Rule* rule : missing) {
            std::vector<Value> row;
            for (const auto& text : *rule) row.push_back(text ? Value(std::string_view(*text)) : Value());
            sink.add(row);
          }
        });
      }))
    return *problem;
  return missing.size();
}

}  // namespace scrutineer::store
