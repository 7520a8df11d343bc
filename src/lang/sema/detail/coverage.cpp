// `record` and `cover`: metrics of intervals, of actors and of the run.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "lang/sema/detail/events.h"
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

class Coverage {
 public:
  Coverage(Compilation& compilation, std::vector<Metric>& metrics, EnterScopes enter, std::string prefix, EventKind at)
      : c_(compilation), metrics_(metrics), enter_(std::move(enter)), prefix_(std::move(prefix)), at_(at) {}

  void add(const syntax::Coverage& coverage, Span span, const Space& space) {
    const auto item = read(coverage, span);
    if (!item) return;
    const std::string name = prefix_ + item->name->text;
    const auto known = std::ranges::find(metrics_, name, &Metric::name);
    if (item->is_override && known == metrics_.end()) {
      c_.error(item->name->span, fmt::format("there is no record `{}` to override", item->name->text));
      return;
    }
    if (item->is_disabled) {
      if (known != metrics_.end()) metrics_.erase(known);
      return;
    }
    if (item->is_cross) {  // combinations are made of what is recorded, where it is looked at
      Body body = new_body(name, span, space);
      for (const syntax::Argument* other : item->others) check_other(body, *other, {}, false);
      return;
    }
    if (known != metrics_.end() && item->expression == nullptr && item->unit == nullptr) {
      if (!item->text.empty()) known->meaning = item->text;
      if (item->event) known->at = *item->event;
      return;
    }
    Body body = new_body(name, span, space);
    const Operand operand = item->expression != nullptr ? body.expression(*item->expression)
                                                        : body.name(*item->name, item->name->span, nullptr);
    put(body, operand, *item, name, span);
  }

  void add_field(const std::string& name, const FieldInfo& field, const Operand& place, Body& body) {
    if (!is_recordable(field.type)) return;
    Item item;
    item.text = c_.comment_at(field.span);
    put(body, place, item, name, field.span);
  }

  Body new_body(const std::string& name, Span span, const Space& space) {
    Surroundings around;
    around.space = &space;
    Body body(c_, std::move(around), "record." + name, span);
    enter_(body);
    body.end_parameters();
    return body;
  }

 private:
  void put(Body& body, const Operand& given, const Item& item, const std::string& name, Span span) {
    Operand operand = body.settled(given);
    if (operand.kind == Operand::Kind::nothing) return;
    if (operand.type.kind == TypeKind::any) return;
    if (!is_recordable(operand.type)) {
      c_.error(operand.span, fmt::format("{} cannot be recorded", c_.describe(operand.type)),
               "record numbers, texts, words and truths");
      return;
    }
    Metric metric;
    metric.name = name;
    metric.type = operand.type;
    metric.meaning = item.text;
    metric.at = item.event.value_or(at_);
    metric.unit = operand.type.kind == TypeKind::number ? si_unit(operand.type.dimension) : "";
    for (const syntax::Argument* other : item.others) check_other(body, *other, operand.type, item.unit != nullptr);
    ExpressionId value = body.value(operand);
    if (item.unit != nullptr) {
      const auto unit = c_.find_unit(item.unit->text);
      if (!unit) {
        c_.unknown_unit(*item.unit);
        return;
      }
      if (operand.type.kind != TypeKind::number || unit->dimension != operand.type.dimension) {
        c_.error(item.unit->span, fmt::format("`{}` is a unit of {}, and this is {}", item.unit->text,
                                              to_string(unit->dimension), c_.describe(operand.type)));
        return;
      }
      metric.unit = item.unit->text;
      value = body.value(body.in_unit(operand, *unit, *item.unit, span));
    }
    Statement statement{StatementKind::return_value, span};
    statement.value = value;
    body.add(std::move(statement));
    metric.value = body.finish(metric.type);
    const auto known = std::ranges::find(metrics_, name, &Metric::name);
    if (known == metrics_.end()) {
      metrics_.push_back(std::move(metric));
    } else {
      if (metric.meaning.empty()) metric.meaning = known->meaning;
      *known = std::move(metric);
    }
  }

  // Bounds and steps are amounts of what is recorded, or plain numbers in the unit that is named.
  void check_other(Body& body, const syntax::Argument& argument, const Type& type, bool has_unit) {
    const std::string& what = argument.name->text;
    const auto wrong = [&](std::string_view expected, const Operand& found) {
      c_.error(argument.value->span, fmt::format("`{}` takes {}, found {}", what, expected, c_.describe(found.type)));
    };
    if (what == "items") {
      const auto* items = std::get_if<syntax::ListExpression>(&argument.value->node);
      if (items == nullptr) c_.error(argument.value->span, "`items` takes a list of names");
      if (items == nullptr) return;
      for (const syntax::Expression* item : items->elements) {
        const auto* named = std::get_if<syntax::NameExpression>(&item->node);
        const bool is_recorded = named != nullptr && std::ranges::find(metrics_, prefix_ + named->name.text,
                                                                       &Metric::name) != metrics_.end();
        if (!is_recorded) (void)body.expression(*item);
      }
      return;
    }
    if (what == "ignore" || what == "illegal") {
      (void)body.condition(*argument.value);
      return;
    }
    const Operand given = body.settled(body.expression(*argument.value));
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
    const Type element = is_amount ? given.type : c_.element_of(given.type);
    const bool is_number = element.kind == TypeKind::number || element.kind == TypeKind::integer;
    const bool fits =
        is_number && (element.dimension == type.dimension || (has_unit && element.dimension == kPlainNumber));
    if (type.kind != TypeKind::any && (type.kind == TypeKind::text || type.kind == TypeKind::truth))
      c_.error(argument.name->span, fmt::format("{} has no `{}`", c_.describe(type), what));
    else if (type.kind != TypeKind::word && !fits)
      wrong(fmt::format("{}s", c_.name_of(type)), given);
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
          c_.error(argument.span, "the first argument is a name", "`expression:` takes what is recorded under it");
          return std::nullopt;
        }
        item.name = &named->name;
        item.is_override = what == "override";
        has_name = true;
      } else if (what == "expression") {
        item.expression = argument.value;
      } else if (what == "unit") {
        if (named == nullptr) {
          c_.error(argument.span, "expected a unit");
          return std::nullopt;
        }
        item.unit = &named->name;
      } else if (what == "text") {
        const auto* text = std::get_if<syntax::StringLiteral>(&argument.value->node);
        if (text == nullptr) {
          c_.error(argument.span, "expected a text");
          return std::nullopt;
        }
        for (const syntax::StringPart& part : text->parts) item.text += part.text;
      } else if (what == "event") {
        const syntax::Expression* event = argument.value;
        if (const auto* at = std::get_if<syntax::EventExpression>(&event->node)) event = at->event;
        const auto* event_name = std::get_if<syntax::NameExpression>(&event->node);
        item.event = event_name == nullptr ? std::nullopt : metric_event(event_name->name.text);
        if (!item.event) {
          c_.error(argument.span, "expected one of the events start, end, i_start, i_clock and i_end");
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
        c_.without_effect.emplace(argument.name->span, what);
      } else if (std::ranges::find(kArguments, what) == std::end(kArguments)) {
        const std::vector<std::string_view> names(std::begin(kArguments), std::end(kArguments));
        if (what.empty())
          c_.error(argument.span, "only the first argument has no name");
        else
          c_.error(argument.name->span, fmt::format("there is no argument `{}`", what), c_.meant(what, names));
        return std::nullopt;
      }
    }
    if (has_name) return item;
    c_.error(span, "the name is missing");
    return std::nullopt;
  }

  Compilation& c_;
  std::vector<Metric>& metrics_;
  EnterScopes enter_;
  std::string prefix_;
  EventKind at_;
};

const syntax::Coverage* record_in(const syntax::Member& member) {
  const auto* coverage = std::get_if<syntax::Coverage>(&member.node);
  return coverage == nullptr || coverage->kind == syntax::CoverageKind::plot ? nullptr : coverage;
}

void add_part(Coverage& coverage, const Part& part) {
  if (part.is_library) return;
  for (const syntax::Member& member : *part.members) {
    if (const auto* record = record_in(member)) coverage.add(*record, member.span, *part.space);
    if (const auto* field = std::get_if<syntax::Field>(&member.node))
      for (const syntax::Member& inner : field->with)
        if (const auto* record = record_in(inner)) coverage.add(*record, inner.span, *part.space);
  }
}

void add_parts(Coverage& coverage, const TypeInfo& type) {
  for (const Part& part : type.parts) add_part(coverage, part);
}

template <typename Visit>
void from_base(TypeInfo& type, Visit visit) {
  std::vector<TypeInfo*> chain;
  for (TypeInfo* at = &type; at != nullptr; at = at->base) chain.push_back(at);
  for (std::size_t i = chain.size(); i-- > 0;) visit(*chain[i]);
}

}  // namespace

void Compilation::add_metrics(TypeInfo& object) {
  std::vector<Metric> metrics;
  const std::uint32_t index = object.index;
  if (object.data != nullptr) {
    TypeInfo& data = *object.data;
    const EnterScopes enter = [&](Body& body) {
      enter_object(body, object);
      const Operand self = body.data_of(body.around.scopes.front().self, object, object.span);
      body.around.scopes.insert(body.around.scopes.begin(), Scope{&data, self});
    };
    Coverage coverage(*this, metrics, enter, "", EventKind::interval_end);
    from_base(data, [&](TypeInfo& at) {
      for (const FieldInfo* field : at.fields) {
        if (field->is_library) continue;
        Body body = coverage.new_body(std::string(field->name), field->span, *field->space);
        const Operand place = body.field_of(body.around.scopes.front().self, *field, field->span);
        coverage.add_field(std::string(field->name), *field, place, body);
      }
    });
    from_base(data, [&](TypeInfo& at) { add_parts(coverage, at); });
  }
  const EnterScopes enter = [&](Body& body) { enter_object(body, object); };
  Coverage own(*this, metrics, enter, "", object.data != nullptr ? EventKind::interval_end : EventKind::end);
  if (object.is_anonymous && object.actor != nullptr) {
    if (object.actor->kind == TypeClass::actor) add_parts(own, *object.actor);
  } else {
    from_base(object, [&](TypeInfo& at) { add_parts(own, at); });
  }
  program.objects[index].metrics = std::move(metrics);
}

void Compilation::tell_without_effect() {
  if (without_effect.empty()) return;
  std::set<std::string> names;
  for (const auto& [span, name] : without_effect) names.insert(name);
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "`" : ", `") + name + "`";
  Diagnostic told;
  told.severity = Severity::warning;
  told.span = without_effect.begin()->first;
  told.message = all + (names.size() == 1 ? " of a record has" : " of records have") + " no effect yet";
  for (auto at = std::next(without_effect.begin()); at != without_effect.end(); ++at)
    told.notes.push_back({at->first, "here, too"});
  diagnostics.push_back(std::move(told));
}

namespace {

// The fields of top.info that somebody added or set, by their paths.
class Info {
 public:
  using Path = std::vector<std::uint32_t>;  // the cell of the program, then those of the structs in it

  Info(Compilation& compilation, std::set<Path> set) : c_(compilation), set_(std::move(set)) {}

  void add(TypeInfo& type, const Path& path, const std::string& prefix) {
    const EnterScopes enter = [&](Body& body) {
      Place place{ExpressionKind::program_cell, kNone, path.front()};
      const Type any{TypeKind::structure, c_.type_of(type).index};
      for (std::size_t i = 1; i < path.size(); ++i)
        place = {ExpressionKind::struct_cell, body.cell(place, 0, any, type.span), path[i]};
      body.around.scopes.push_back({&type, body.place_operand(place, any, type.span, nullptr)});
    };
    from_base(type, [&](TypeInfo& at) { add_set(at, path); });
    Coverage coverage(c_, c_.program.info, enter, prefix, EventKind::end);
    from_base(type, [&](TypeInfo& at) {
      for (const FieldInfo* field : at.fields) {
        Path cell = path;
        cell.push_back(field->offset);
        if (c_.is_struct(field->type)) {
          add(*c_.info_of(field->type), cell, fmt::format("{}{}.", prefix, field->name));
        } else if (!field->is_library || set_.contains(cell)) {
          Body body = coverage.new_body(prefix + std::string(field->name), field->span, *field->space);
          const Operand place = body.field_of(body.around.scopes.front().self, *field, field->span);
          coverage.add_field(prefix + std::string(field->name), *field, place, body);
        }
      }
    });
    from_base(type, [&](TypeInfo& at) { add_parts(coverage, at); });
  }

 private:
  // What `set` and `keep` in the type itself give its fields.
  void add_set(const TypeInfo& type, const Path& path) {
    const auto values = c_.values_of_type.find(&type);
    if (values == c_.values_of_type.end()) return;
    for (const Compilation::ValueSource& value : values->second) {
      Path cell = path;
      cell.insert(cell.end(), value.inside.begin(), value.inside.end());
      cell.push_back(value.offset);
      set_.insert(std::move(cell));
    }
  }

  Compilation& c_;
  std::set<Path> set_;
};

}  // namespace

void Compilation::add_info() {
  std::unordered_set<FileIndex> library_files;
  for (const File& file : files)
    if (file.is_library) library_files.insert(file.tree.file);
  std::set<Info::Path> set;
  for (const Statement& statement : program.statements) {
    if (statement.kind != StatementKind::assign || library_files.contains(statement.span.file)) continue;
    Info::Path path;
    const Expression* target = &program.expressions[statement.target];
    for (; target->kind == ExpressionKind::struct_cell; target = &program.expressions[target->operands.front()])
      path.insert(path.begin(), target->index);
    if (target->kind != ExpressionKind::program_cell) continue;
    path.insert(path.begin(), target->index);
    set.insert(std::move(path));
  }
  TypeInfo* const top = library_type("top");
  const MemberInfo* info = find_member(*top, "info");
  Info(*this, std::move(set)).add(*info_of(info->field->type), {info->field->offset}, "");
  // What is recorded of the run itself.
  for (TypeInfo& type : types) {
    if (!type.is_singleton && type.name != "top.main") continue;
    const EnterScopes enter = [&](Body& body) {
      if (type.is_singleton) enter_singleton(body, type);
    };
    Coverage coverage(*this, program.info, enter, "", EventKind::end);
    add_parts(coverage, type);
    for (const NestedPart& nested : type.nested) {
      const EnterScopes inside = [&](Body& body) {
        enter(body);
        if (body.around.scopes.empty()) return;
        Operand inner = body.around.scopes.front().self;
        for (const syntax::Name* name : nested.path) inner = body.member(inner, *name, name->span);
        TypeInfo* const info_type = inner.info != nullptr ? inner.info : info_of(inner.type);
        if (info_type != nullptr) body.around.scopes.insert(body.around.scopes.begin(), Scope{info_type, inner});
      };
      Coverage of_part(*this, program.info, inside, "", EventKind::end);
      add_part(of_part, nested.part);
    }
  }
}

void Compilation::check_records(TypeInfo& data) {
  const auto is_held = [&](const TypeInfo& holder) { return is_a(holder.data, &data); };
  if (!is_a(&data, library_type("any_watcher_data")) || std::ranges::any_of(types, is_held)) return;
  std::vector<Metric> metrics;
  const EnterScopes enter = [&](Body& body) {
    body.around.actor = library_type("physical_object");
    const Operand self =
        body.place_operand({ExpressionKind::program_cell, kNone, 0, true}, type_of(data), data.span, nullptr);
    body.around.scopes = {{&data, self}};
  };
  Coverage coverage(*this, metrics, enter, "", EventKind::interval_end);
  add_parts(coverage, data);
}

std::string Compilation::comment_at(Span span) const {
  const SourceFile& file = sources[span.file];
  const std::uint32_t line = file.line_column(span.begin).line;
  std::string comment;
  for (std::uint32_t before = line; before-- > 1;) {
    const std::string_view text = trim(file.line(before));
    if (!text.starts_with('#')) break;
    const std::string_view words = trim(
        text.substr(text.find_first_not_of('#') == std::string_view::npos ? text.size() : text.find_first_not_of('#')));
    comment = std::string(words) + (comment.empty() || words.empty() ? "" : " ") + comment;
  }
  if (!comment.empty()) return comment;
  const std::string_view rest = file.line(line);
  const std::uint32_t start = file.line_start(line);
  if (span.end < start || span.end - start > rest.size()) return {};
  const std::string_view behind = rest.substr(span.end - start);
  const auto hash = behind.rfind('#');
  if (hash == std::string_view::npos || behind.find('"') != std::string_view::npos) return {};
  return std::string(trim(behind.substr(hash + 1)));
}

}  // namespace scrutineer::lang::detail
