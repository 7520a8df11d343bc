#include "odd/cod_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "odd/detail/expression.h"
#include "odd/detail/readers.h"
#include "odd/units.h"
#include "odd/yaml.h"

namespace scrutineer::odd {
namespace {

using Kind = Concept::Kind;

// ---- reading --------------------------------------------------------------------------------------------------------

// "2024-06-01 08:12:53.784", or with a T between day and hour as ISO 8601 has it, in a calendar's time. In whole
// nanoseconds: seconds of a calendar are so many that a double would lose tenths of a microsecond, and a row would come
// a frame late.
std::optional<Duration> date_time(std::string text) {
  if (const auto mark = text.find('T'); mark != std::string::npos) text[mark] = ' ';
  int year = 0, month = 0, day = 0, hour = 0, minute = 0;
  double second = 0.0;
  const int read = std::sscanf(text.c_str(), "%d-%d-%d %d:%d:%lf", &year, &month, &day, &hour, &minute, &second);
  const auto fraction = from_seconds(second);
  if (read < 5 || !fraction) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch();
  constexpr std::chrono::days kMost{365 * 290};  // as far from 1970 as nanoseconds reach
  if (days > kMost || days < -kMost) return std::nullopt;
  return Duration(days) + std::chrono::hours(hour) + std::chrono::minutes(minute) + *fraction;
}

std::optional<Duration> plain_time(std::string_view text) {
  text = trim(text);
  if (text.ends_with("s")) text.remove_suffix(1);
  const auto seconds = parse_number(text);
  return seconds ? from_seconds(*seconds) : std::nullopt;
}

class CodReader {
 public:
  CodReader(const std::string& file, const Taxonomy& taxonomy) : file_(file), taxonomy_(taxonomy) {}

  Result<ReadCod> read(const YamlNode& top) {
    const YamlEntry* const cod = top.find("COD");
    if (cod == nullptr)
      return Problem{top.place(file_), "the file has no COD: a list of rows with a value for each concept"};
    if (cod->value.kind != YamlNode::Kind::list)
      return Problem{cod->place(file_), "COD must be a list of rows, found " + describe(cod->value)};
    for (const YamlNode& item : cod->value.items)
      if (auto problem = read_row(item)) return *std::move(problem);
    // Rows may come in any order: each says itself from when on it holds.
    for (CodRow& row : dated_) {
      row.time -= first_date_;
      result_.rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(result_.rows, {}, &CodRow::time);
    return std::move(result_);
  }

 private:
  std::optional<Problem> read_row(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::map)
      return Problem{node.place(file_), "a row of a COD must be a map, found " + describe(node)};
    CodRow row;
    bool is_dated = false;
    for (const YamlEntry& entry : node.entries) {
      if (entry.key == "SPATIAL_EXTENT") continue;
      auto problem = entry.key == "TEMPORAL_EXTENT" ? read_time(entry, row, is_dated) : read_entry(entry, row);
      if (problem) return problem;
    }
    if (is_dated)
      first_date_ = dated_.empty() ? row.time.time_since_epoch() : std::min(first_date_, row.time.time_since_epoch());
    (is_dated ? dated_ : result_.rows).push_back(std::move(row));
    return std::nullopt;
  }

  std::optional<Problem> read_time(const YamlEntry& entry, CodRow& row, bool& is_dated) {
    auto time = plain_time(entry.value.text);
    is_dated = !time;
    if (is_dated) time = date_time(entry.value.text);
    if (!time)
      return Problem{entry.value.place(file_),
                     fmt::format("TEMPORAL_EXTENT must be seconds (\"0.5 s\") or a date (\"2024-06-01 08:12:53.784\"), "
                                 "found {}",
                                 describe(entry.value))};
    row.time = Time(*time);
    return std::nullopt;
  }

  std::optional<Problem> read_entry(const YamlEntry& entry, CodRow& row) {
    const auto mark = entry.key.find_first_of("; ");
    const std::string name = entry.key.substr(0, mark);
    const std::string_view unit = mark == std::string::npos ? "" : trim(std::string_view(entry.key).substr(mark + 1));
    const auto found = taxonomy_.find(name);
    if (!found.id.valid()) {
      if (std::ranges::find(unknown_, name) == unknown_.end())
        result_.warnings.push_back(
            {entry.place(file_), fmt::format("the taxonomy has no concept \"{}\"{}: it is left out", name,
                                             detail::suggestion(name, taxonomy_.names()))});
      unknown_.push_back(name);
      return std::nullopt;
    }
    std::string text = entry.value.text;
    for (const YamlNode& item : entry.value.items) text += (text.empty() ? "" : ", ") + item.text;
    if (trim(text).empty()) return std::nullopt;  // not known in this row
    const bool is_unit = unit != "categorical_literal" && unit != "boolean" && unit != "count" && unit != "text";
    auto value = read_value(taxonomy_.at(found.id), text, is_unit ? unit : "");
    if (!value) return Problem{entry.value.place(file_), value.problem().message};
    if (std::ranges::find(row.values, found.id, &CodRow::Entry::about) != row.values.end())
      return Problem{entry.place(file_), fmt::format("\"{}\" comes twice in one row", name)};
    row.values.push_back({found.id, *value});
    return std::nullopt;
  }

  const std::string& file_;
  const Taxonomy& taxonomy_;
  ReadCod result_;
  std::vector<CodRow> dated_;  // whose times are those of a calendar
  Duration first_date_{};      // the earliest of these
  std::vector<std::string> unknown_;
};

Result<Value> read_number(const Concept& about, std::string_view text, std::string_view unit_name) {
  const auto expression = detail::parse_expression(text);
  if (!expression) return Problem{{}, fmt::format("{}: {}", about.name, expression.problem().message)};
  using Operator = detail::ExpressionText::Kind;
  const bool is_plain = expression->is_number && expression->first.is_plain() && expression->second.is_plain();
  if (!is_plain) return Problem{{}, fmt::format("\"{}\" is a number, found \"{}\"", about.name, text)};
  const std::string_view name = expression->unit.empty() ? unit_name : std::string_view(expression->unit);
  const Unit* const unit = name.empty() ? nullptr : find_unit(name);
  const std::vector<std::string_view> fitting = units_of(about.quantity());
  if (!name.empty() && (unit == nullptr || (unit->quantity != about.quantity() && !about.unit_type.empty())))
    return Problem{
        {}, fmt::format("unit \"{}\" does not fit \"{}\"; it may be {}", name, about.name, fmt::join(fitting, ", "))};
  const bool is_range = expression->kind == Operator::range;
  const bool wants_unit = detail::needs_unit(about.unit_type, expression->first.number) ||
                          (is_range && detail::needs_unit(about.unit_type, expression->second.number));
  if (unit == nullptr && wants_unit)
    return Problem{{},
                   fmt::format("\"{}\" needs a unit, such as \"{} {}\"", about.name, trim(text),
                               customary_unit(about.unit_type)->name)};
  const auto base = [&](double number) { return unit == nullptr ? number : unit->to_base(number); };
  const double first = base(expression->first.number);
  if (is_range && expression->first.number > expression->second.number)
    return Problem{{},
                   fmt::format("the range {} of \"{}\" holds nothing: its first number is the larger one", trim(text),
                               about.name)};
  switch (expression->kind) {
    case Operator::range:
      return Value::between(first, base(expression->second.number));
    case Operator::less:
    case Operator::at_most:
      return Value::between(-kUnbounded, first);
    case Operator::greater:
    case Operator::at_least:
      return Value::between(first, kUnbounded);
    case Operator::equal:
      break;
  }
  return Value::number(first);
}

// ---- writing --------------------------------------------------------------------------------------------------------

// The unit that a column is in; empty: none.
std::string_view column_type(const Concept& about) {
  switch (about.kind) {
    case Kind::boolean:
      return "boolean";
    case Kind::number: {
      const Unit* const unit = customary_unit(about.unit_type);
      return unit == nullptr ? "count" : unit->name;
    }
    default:
      return "categorical_literal";
  }
}

constexpr double kNoLimit = 1000.0;  // m/s: how files write that there is no speed limit

// As reading it back in the column's unit gives it again. Empty: it cannot be written.
std::string value_text(const Concept& about, const Value& value) {
  const Unit* const unit = customary_unit(about.unit_type);
  const auto number = [&](double base) {
    const std::string text = amount_text(base, unit);
    return text.substr(0, text.find(' '));
  };
  switch (value.kind) {
    case Value::Kind::number:
      if (value.low == value.high && !std::isinf(value.low)) return number(value.low);
      if (value.low == kUnbounded) return ">= " + number(kNoLimit);
      if (value.high == kUnbounded) return ">= " + number(value.low);
      if (value.low == -kUnbounded) return "<= " + number(value.high);
      return fmt::format("[{} .. {}]", number(value.low), number(value.high));
    case Value::Kind::literals: {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < about.literals.size(); ++i)
        if (value.literals.has(i)) names.push_back(about.literals[i].name);
      return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
    }
    case Value::Kind::one_of:  // the number that it is a level of is written
    case Value::Kind::unknown:
      break;
  }
  return "";
}

std::string seconds_text(Time time) { return shortest(to_seconds(time.time_since_epoch())); }

}  // namespace

Result<Value> read_value(const Concept& about, std::string_view text, std::string_view unit) {
  if (about.kind == Kind::record) return Problem{{}, fmt::format("\"{}\" is a record, which has no value", about.name)};
  if (about.kind == Kind::number) return read_number(about, text, unit);
  Value value{Value::Kind::literals};
  std::vector<std::string_view> names;
  names.reserve(about.literals.size());
  for (const Literal& literal : about.literals) names.push_back(literal.name);
  for (std::string_view rest = text; !rest.empty();) {
    const auto comma = rest.find(',');
    const std::string_view word = trim(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    if (const auto place = about.find_literal(word))
      value.literals.add(*place);
    else if (about.kind == Kind::category && to_lower(word) != "none")
      return Problem{{},
                     fmt::format("\"{}\" has no literal \"{}\"{}; it has {}", about.name, word,
                                 detail::suggestion(word, names), fmt::join(names, ", "))};
    else if (about.kind == Kind::boolean)
      return Problem{{}, fmt::format("\"{}\" is boolean: it can be true or false, found \"{}\"", about.name, word)};
  }
  return value;
}

Result<ReadCod> read_cod(std::string_view text, const std::string& file, const Taxonomy& taxonomy) {
  const auto top = parse_yaml(text, file);
  if (!top) return top.problem();
  return CodReader(file, taxonomy).read(*top);
}

std::string cod_yaml(const Taxonomy& taxonomy, std::span<const CodRow> rows) {
  std::string text = rows.empty() ? "COD: []\n" : "COD:\n";
  for (const CodRow& row : rows) {
    text += fmt::format("  - TEMPORAL_EXTENT: {} s\n", seconds_text(row.time));
    text += fmt::format("    SPATIAL_EXTENT: {} {}\n", rounded(row.x, 3), rounded(row.y, 3));
    for (const CodRow::Entry& entry : row.values) {
      const Concept& about = taxonomy.at(entry.about);
      if (const std::string value = value_text(about, entry.value); !value.empty())
        text += fmt::format("    {}: {}\n", yaml_text(fmt::format("{};{}", about.name, column_type(about))),
                            yaml_text(value));
    }
  }
  return text;
}

std::string cod_csv(const Taxonomy& taxonomy, std::span<const CodRow> rows) {
  std::vector<ConceptId> columns;
  for (const CodRow& row : rows)
    for (const CodRow::Entry& entry : row.values)
      if (std::ranges::find(columns, entry.about) == columns.end()) columns.push_back(entry.about);
  std::ranges::sort(columns, {}, [](ConceptId id) { return id.index(); });
  std::string text = "time,x,y";
  for (const ConceptId id : columns)
    text += ',' + csv_cell(fmt::format("{};{}", taxonomy.at(id).name, column_type(taxonomy.at(id))));
  text += '\n';
  for (const CodRow& row : rows) {
    text += fmt::format("{},{},{}", seconds_text(row.time), rounded(row.x, 3), rounded(row.y, 3));
    for (const ConceptId id : columns) {
      const auto entry = std::ranges::find(row.values, id, &CodRow::Entry::about);
      text += ',' + (entry == row.values.end() ? "" : csv_cell(value_text(taxonomy.at(id), entry->value)));
    }
    text += '\n';
  }
  return text;
}

}  // namespace scrutineer::odd
