#include "lang/sema/detail/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/dimensions.h"
#include "lang/sema/detail/events.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/members.h"
#include "lang/sema/detail/surroundings.h"

namespace scrutineer::lang::detail {
namespace {

constexpr std::string_view kArguments[] = {"name",    "expression", "unit",    "text",    "event",
                                           "range",   "every",      "items",   "ignore",  "target",
                                           "disable", "buckets",    "illegal", "override"};

bool is_recordable(const Type& type) {
  return type.kind == TypeKind::truth || type.kind == TypeKind::integer || type.kind == TypeKind::number ||
         type.kind == TypeKind::text || type.kind == TypeKind::word;
}

// What is read and checked, but not yet acted on.
constexpr std::string_view kWithoutEffect[] = {"range", "every", "items", "ignore", "target", "buckets", "illegal"};

struct Item {
  const syntax::Name* name = nullptr;
  std::vector<const syntax::Argument*> others;  // those without effect
  const syntax::Expression* expression = nullptr;
  const syntax::Name* unit = nullptr;
  std::string text;
  std::optional<EventKind> event;
  bool is_disabled = false, is_cross = false, is_override = false;
};

// Makes metrics of what is recorded in one place.
class RecordCompiler {
 public:
  RecordCompiler(PassResults& passes, std::vector<Metric>& metrics, EnterScope enter, std::string prefix, EventKind at)
      : passes_(passes), metrics_(metrics), enter_(std::move(enter)), prefix_(std::move(prefix)), at_(at) {}

  void add(const syntax::Coverage& coverage, Span span, const Namespace& space) {
    const auto item = read(coverage, span);
    if (!item) return;
    const std::string name = prefix_ + item->name->text;
    const auto known = std::ranges::find(metrics_, name, &Metric::name);
    if (item->is_override && known == metrics_.end()) {
      passes_.reporter.error(item->name->span, fmt::format("there is no record `{}` to override", item->name->text));
      return;
    }
    if (item->is_disabled) {
      if (known != metrics_.end()) metrics_.erase(known);
      return;
    }
    if (item->is_cross) {  // combinations are made of what is recorded, where it is looked at
      FunctionCompiler code = new_code(name, span, space);
      for (const syntax::Argument* other : item->others) check_other(code, *other, {}, false);
      return;
    }
    if (known != metrics_.end() && item->expression == nullptr && item->unit == nullptr) {
      if (!item->text.empty()) known->meaning = item->text;
      if (item->event) known->at = *item->event;
      return;
    }
    FunctionCompiler code = new_code(name, span, space);
    const Operand operand = item->expression != nullptr ? check_expression(code, *item->expression)
                                                        : resolve_name(code, *item->name, item->name->span, nullptr);
    put(code, operand, *item, name, span);
  }

  void add_field(const std::string& name, const FieldInfo& field, const Operand& place, FunctionCompiler& code) {
    if (!is_recordable(field.type)) return;
    Item item;
    item.text = comment_at(passes_.sources, field.span);
    put(code, place, item, name, field.span);
  }

  FunctionCompiler new_code(const std::string& name, Span span, const Namespace& space) {
    FunctionCompiler code(passes_, {.space = &space}, "record." + name, span);
    enter_(code);
    code.end_parameters();
    return code;
  }

 private:
  void put(FunctionCompiler& code, const Operand& given, const Item& item, const std::string& name, Span span) {
    Operand operand = settled(code, given);
    if (operand.is_unresolved()) return;
    if (operand.type.kind == TypeKind::any) return;
    if (!is_recordable(operand.type)) {
      passes_.reporter.error(operand.span, fmt::format("{} cannot be recorded", passes_.types.describe(operand.type)),
                             "record numbers, texts, words and truths");
      return;
    }
    Metric metric;
    metric.name = name;
    metric.type = operand.type;
    metric.meaning = item.text;
    metric.at = item.event.value_or(at_);
    metric.unit = operand.type.kind == TypeKind::number ? si_unit(operand.type.dimension) : "";
    for (const syntax::Argument* other : item.others) check_other(code, *other, operand.type, item.unit != nullptr);
    ExpressionId value = value_of(code, operand);
    if (item.unit != nullptr) {
      const auto unit = passes_.units.find(item.unit->text);
      if (!unit) {
        report_unknown_unit(passes_.units, *item.unit, passes_.reporter);
        return;
      }
      if (operand.type.kind != TypeKind::number || unit->dimension != operand.type.dimension) {
        passes_.reporter.error(item.unit->span,
                               fmt::format("`{}` is a unit of {}, and this is {}", item.unit->text,
                                           to_string(unit->dimension), passes_.types.describe(operand.type)));
        return;
      }
      metric.unit = item.unit->text;
      // Concepts of the operational design domain are told as they are; results do not show them.
      if (prefix_ != "cod.") value = value_of(code, in_unit(code, operand, *unit, *item.unit, span));
    }
    code.add_return(value, span);
    metric.value = code.finish(metric.type);
    const auto known = std::ranges::find(metrics_, name, &Metric::name);
    if (known == metrics_.end()) {
      metrics_.push_back(std::move(metric));
    } else {
      if (metric.meaning.empty()) metric.meaning = known->meaning;
      *known = std::move(metric);
    }
  }

  // Bounds and steps are amounts of what is recorded, or plain numbers in the unit that is named.
  void check_other(FunctionCompiler& code, const syntax::Argument& argument, const Type& type, bool has_unit) {
    const std::string& what = argument.name->text;
    const auto wrong = [&](std::string_view expected, const Operand& found) {
      passes_.reporter.error(argument.value->span, fmt::format("`{}` takes {}, found {}", what, expected,
                                                               passes_.types.describe(found.type)));
    };
    if (what == "items") {
      const auto* items = std::get_if<syntax::ListExpression>(&argument.value->node);
      if (items == nullptr) passes_.reporter.error(argument.value->span, "`items` takes a list of names");
      if (items == nullptr) return;
      for (const syntax::Expression* item : items->elements) {
        const auto* named = std::get_if<syntax::NameExpression>(&item->node);
        const bool is_recorded = named != nullptr && std::ranges::find(metrics_, prefix_ + named->name.text,
                                                                       &Metric::name) != metrics_.end();
        if (!is_recorded) (void)check_expression(code, *item);
      }
      return;
    }
    if (what == "ignore" || what == "illegal") {
      (void)check_condition(code, *argument.value);
      return;
    }
    const Operand given = settled(code, check_expression(code, *argument.value));
    if (given.is_error()) return;
    if (what == "target") {
      if (given.type.kind != TypeKind::integer) wrong("a whole number", given);
      return;
    }
    const TypeKind wanted = what == "range" ? TypeKind::range : what == "buckets" ? TypeKind::list : TypeKind::number;
    const bool is_amount = wanted == TypeKind::number;
    const bool is_of_kind = is_amount ? given.type.kind == TypeKind::number || given.type.kind == TypeKind::integer
                                      : given.type.kind == wanted;
    if (!is_of_kind) {
      wrong(is_amount ? "a number" : wanted == TypeKind::range ? "a range" : "a list of numbers", given);
      return;
    }
    const Type element = is_amount ? given.type : passes_.types.element_of(given.type);
    const bool is_amount_of_it =
        is_number(element) && (element.dimension == type.dimension || (has_unit && element.dimension == kPlainNumber));
    if (type.kind != TypeKind::any && (type.kind == TypeKind::text || type.kind == TypeKind::truth))
      passes_.reporter.error(argument.name->span, fmt::format("{} has no `{}`", passes_.types.describe(type), what));
    else if (type.kind != TypeKind::word && !is_amount_of_it)
      wrong(fmt::format("{}s", passes_.types.name_of(type)), given);
  }

  std::optional<Item> read(const syntax::Coverage& coverage, Span span) {
    Item item;
    bool has_name = false;
    for (std::size_t i = 0; i < coverage.arguments.size(); ++i) {
      const syntax::Argument& argument = coverage.arguments[i];
      const std::string what = argument.name ? argument.name->text : i == 0 ? "name" : "";
      const auto* named = std::get_if<syntax::NameExpression>(&argument.value->node);
      if (what == "name" || what == "override") {
        if (named == nullptr) {
          passes_.reporter.error(argument.span, "the first argument is a name",
                                 "`expression:` takes what is recorded under it");
          return std::nullopt;
        }
        item.name = &named->name;
        item.is_override = what == "override";
        has_name = true;
      } else if (what == "expression") {
        item.expression = argument.value;
      } else if (what == "unit") {
        if (named == nullptr) {
          passes_.reporter.error(argument.span, "expected a unit");
          return std::nullopt;
        }
        item.unit = &named->name;
      } else if (what == "text") {
        const auto* text = std::get_if<syntax::StringLiteral>(&argument.value->node);
        if (text == nullptr) {
          passes_.reporter.error(argument.span, "expected a text");
          return std::nullopt;
        }
        for (const syntax::StringPart& part : text->parts) item.text += part.text;
      } else if (what == "event") {
        const syntax::Expression* event = argument.value;
        if (const auto* at = std::get_if<syntax::EventExpression>(&event->node)) event = at->event;
        const auto* event_name = std::get_if<syntax::NameExpression>(&event->node);
        item.event = event_name == nullptr ? std::nullopt : metric_event(event_name->name.text);
        if (!item.event) {
          passes_.reporter.error(argument.span, "expected one of the events start, end, i_start, i_clock and i_end");
          return std::nullopt;
        }
        // Of an interval, `start` and `end` are its own.
        if (at_ == EventKind::interval_end && item.event == EventKind::end) item.event = EventKind::interval_end;
        if (at_ == EventKind::interval_end && item.event == EventKind::start) item.event = EventKind::interval_start;
      } else if (what == "disable") {
        const auto* truth = std::get_if<syntax::BoolLiteral>(&argument.value->node);
        item.is_disabled = truth != nullptr && truth->value;
      } else if (std::ranges::find(kWithoutEffect, what) != std::end(kWithoutEffect)) {
        item.is_cross = item.is_cross || what == "items";
        item.others.push_back(&argument);
        passes_.arguments_without_effect.emplace(argument.name->span, what);
      } else if (std::ranges::find(kArguments, what) == std::end(kArguments)) {
        const std::vector<std::string_view> names(std::begin(kArguments), std::end(kArguments));
        if (what.empty())
          passes_.reporter.error(argument.span, "only the first argument has no name");
        else
          passes_.reporter.error(argument.name->span, fmt::format("there is no argument `{}`", what),
                                 passes_.reporter.suggestion(what, names));
        return std::nullopt;
      }
    }
    if (has_name) return item;
    passes_.reporter.error(span, "the name is missing");
    return std::nullopt;
  }

  PassResults& passes_;
  std::vector<Metric>& metrics_;
  EnterScope enter_;
  std::string prefix_;
  EventKind at_;
};

const syntax::Coverage* record_in(const syntax::Member& member) {
  const auto* coverage = std::get_if<syntax::Coverage>(&member.node);
  return coverage == nullptr || coverage->kind == syntax::CoverageKind::plot ? nullptr : coverage;
}

void add_part(RecordCompiler& records, const Part& part) {
  if (part.is_library) return;
  for (const syntax::Member& member : *part.members) {
    if (const auto* record = record_in(member)) records.add(*record, member.span, *part.space);
    if (const auto* field = std::get_if<syntax::Field>(&member.node))
      for (const syntax::Member& inner : field->with)
        if (const auto* record = record_in(inner)) records.add(*record, inner.span, *part.space);
  }
}

void add_parts(RecordCompiler& records, const TypeInfo& type) {
  for (const Part& part : type.parts) add_part(records, part);
}

template <typename Visit>
void from_base(TypeInfo& type, Visit visit) {
  std::vector<TypeInfo*> chain;
  for (TypeInfo* at = &type; at != nullptr; at = at->base) chain.push_back(at);
  for (std::size_t i = chain.size(); i-- > 0;) visit(*chain[i]);
}

}  // namespace

void add_metrics(PassResults& passes, TypeInfo& object) {
  std::vector<Metric> metrics;
  if (object.data != nullptr) {
    TypeInfo& data = *object.data;
    RecordCompiler records(
        passes, metrics, [&](FunctionCompiler& code) { enter_data(code, object); }, "", EventKind::interval_end);
    from_base(data, [&](TypeInfo& at) {
      for (const FieldInfo* field : at.fields) {
        if (field->is_library) continue;
        FunctionCompiler code = records.new_code(std::string(field->name), field->span, *field->space);
        const Operand value = field_of(code, code.around.levels.front().self, *field, field->span);
        records.add_field(std::string(field->name), *field, value, code);
      }
    });
    from_base(data, [&](TypeInfo& at) { add_parts(records, at); });
  }
  const EnterScope enter = [&](FunctionCompiler& code) { enter_object(code, object); };
  RecordCompiler records(passes, metrics, enter, "", object.data != nullptr ? EventKind::interval_end : EventKind::end);
  if (object.is_anonymous && object.actor != nullptr) {
    if (object.actor->kind == TypeClass::actor) add_parts(records, *object.actor);
  } else {
    from_base(object, [&](TypeInfo& at) { add_parts(records, at); });
  }
  passes.program.objects[object.index].metrics = std::move(metrics);
}

void report_arguments_without_effect(PassResults& passes) {
  const auto& arguments = passes.arguments_without_effect;
  if (arguments.empty()) return;
  std::set<std::string> names;
  for (const auto& [span, name] : arguments) names.insert(name);
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "`" : ", `") + name + "`";
  Diagnostic told;
  told.severity = Severity::warning;
  told.span = arguments.begin()->first;
  told.message = all + (names.size() == 1 ? " of a record has" : " of records have") + " no effect yet";
  for (auto at = std::next(arguments.begin()); at != arguments.end(); ++at)
    told.notes.push_back({at->first, "here, too"});
  passes.reporter.diagnostics.push_back(std::move(told));
}

namespace {

// The fields of top.info that somebody added or set, by their paths.
class InfoRecords {
 public:
  using Path = std::vector<std::uint32_t>;  // the cell of the program, then those of the structs in it

  InfoRecords(PassResults& passes, std::set<Path> set) : passes_(passes), set_(std::move(set)) {}

  void add(TypeInfo& type, const Path& path, const std::string& prefix) {
    // A struct that may hold another one of its own type is not followed without end.
    if (std::ranges::find(around_, &type) != around_.end()) return;
    around_.push_back(&type);
    const EnterScope enter = [&](FunctionCompiler& code) {
      CellAddress address{ExpressionKind::program_cell, kNone, path.front()};
      const Type any{TypeKind::structure, passes_.types.type_of(type).index};
      for (std::size_t i = 1; i < path.size(); ++i)
        address = {ExpressionKind::struct_cell, code.cell(address, 0, any, type.span), path[i]};
      code.around.levels.push_back({&type, cells_operand(address, any, type.span, nullptr)});
    };
    from_base(type, [&](TypeInfo& at) { add_set(at, path); });
    RecordCompiler records(passes_, passes_.program.info, enter, prefix, EventKind::end);
    from_base(type, [&](TypeInfo& at) {
      for (const FieldInfo* field : at.fields) {
        Path cell = path;
        cell.push_back(field->offset);
        if (passes_.types.is_struct(field->type)) {
          add(*passes_.types.info_of(field->type), cell, fmt::format("{}{}.", prefix, field->name));
        } else if (!field->is_library || set_.contains(cell)) {
          FunctionCompiler code = records.new_code(prefix + std::string(field->name), field->span, *field->space);
          const Operand value = field_of(code, code.around.levels.front().self, *field, field->span);
          records.add_field(prefix + std::string(field->name), *field, value, code);
        }
      }
    });
    from_base(type, [&](TypeInfo& at) { add_parts(records, at); });
    around_.pop_back();
  }

 private:
  // What `set` and `keep` in the type itself give its fields.
  void add_set(const TypeInfo& type, const Path& path) {
    const auto values = passes_.configuration.values_of_type.find(&type);
    if (values == passes_.configuration.values_of_type.end()) return;
    for (const FieldValue& value : values->second) {
      Path cell = path;
      cell.insert(cell.end(), value.inside.begin(), value.inside.end());
      cell.push_back(value.offset);
      set_.insert(std::move(cell));
    }
  }

  PassResults& passes_;
  std::set<Path> set_;
  std::vector<const TypeInfo*> around_;  // the structs that are being looked into
};

// Paths to the cells of the program that users' code assigns.
std::set<InfoRecords::Path> assigned_cells(const PassResults& passes) {
  std::unordered_set<FileIndex> library_files;
  for (const LoadedFile& file : passes.loaded.files)
    if (file.is_library) library_files.insert(file.tree.file);
  std::set<InfoRecords::Path> cells;
  const std::vector<Expression>& expressions = passes.program.expressions;
  for (const Statement& statement : passes.program.statements) {
    if (statement.kind != StatementKind::assign || library_files.contains(statement.span.file)) continue;
    InfoRecords::Path path;
    const Expression* target = &expressions[statement.target];
    for (; target->kind == ExpressionKind::struct_cell; target = &expressions[target->operands.front()])
      path.insert(path.begin(), target->index);
    if (target->kind != ExpressionKind::program_cell) continue;
    path.insert(path.begin(), target->index);
    cells.insert(std::move(path));
  }
  return cells;
}

// What is recorded of the run itself.
void add_records_of_run(PassResults& passes, TypeInfo& type) {
  const EnterScope enter = [&](FunctionCompiler& code) {
    if (type.is_singleton) enter_singleton(code, type);
  };
  RecordCompiler records(passes, passes.program.info, enter, "", EventKind::end);
  add_parts(records, type);
  for (const NestedPart& nested : type.nested) {
    const EnterScope inside = [&](FunctionCompiler& code) {
      enter(code);
      std::vector<NameLevel>& levels = code.around.levels;
      if (levels.empty()) return;
      NameLevel inner = nested_level(code, levels.front().self, nested.path);
      if (inner.type != nullptr) levels.insert(levels.begin(), std::move(inner));
    };
    RecordCompiler of_part(passes, passes.program.info, inside, "", EventKind::end);
    add_part(of_part, nested.part);
  }
}

}  // namespace

void add_info(PassResults& passes) {
  const MemberInfo* info = find_member(*passes.symbols.library_type("top"), "info");
  InfoRecords(passes, assigned_cells(passes)).add(*passes.types.info_of(info->field->type), {info->field->offset}, "");
  for (TypeInfo& type : passes.symbols.types)
    if (type.is_singleton || type.name == "top.main") add_records_of_run(passes, type);
}

void check_records(PassResults& passes, TypeInfo& data) {
  const auto is_held = [&](const TypeInfo& holder) { return is_a(holder.data, &data); };
  if (!is_a(&data, passes.symbols.library_type("any_watcher_data")) ||
      std::ranges::any_of(passes.symbols.types, is_held))
    return;
  std::vector<Metric> metrics;
  const EnterScope enter = [&](FunctionCompiler& code) {
    code.around.actor = code.symbols.library_type("physical_object");
    const Operand self =
        cells_operand({ExpressionKind::program_cell, kNone, 0, true}, code.types.type_of(data), data.span, nullptr);
    code.around.levels = {{&data, self}};
  };
  RecordCompiler records(passes, metrics, enter, "", EventKind::interval_end);
  add_parts(records, data);
}

}  // namespace scrutineer::lang::detail
