#include "lang/sema/detail/initial_order.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/overloaded.h"

namespace scrutineer::lang::detail {
namespace {

using FieldNames = std::set<std::string_view>;

bool is_own(const syntax::Expression& object) {
  const auto* named = std::get_if<syntax::NameExpression>(&object.node);
  return named != nullptr && (named->name.text == "self" || named->name.text == "it");
}

// The names that may be fields of the type in which the expression stands.
void add_names(const syntax::Expression* expression, FieldNames& names) {
  if (expression == nullptr) return;
  const auto add = [&](const syntax::Expression* inner) { add_names(inner, names); };
  std::visit(Overloaded{
                 [&](const syntax::NameExpression& named) { names.insert(named.name.text); },
                 [&](const syntax::StringLiteral& text) {
                   for (const syntax::StringPart& part : text.parts) add(part.expression);
                 },
                 [&](const syntax::ListExpression& list) { std::ranges::for_each(list.elements, add); },
                 [&](const syntax::RangeExpression& range) {
                   add(range.low);
                   add(range.high);
                 },
                 [&](const syntax::MemberExpression& access) {
                   add(access.object);
                   if (is_own(*access.object)) names.insert(access.member.text);
                 },
                 [&](const syntax::IndexExpression& access) {
                   add(access.object);
                   add(access.index);
                 },
                 [&](const syntax::CallExpression& call) {
                   add(call.callee);
                   for (const syntax::Argument& argument : call.arguments) add(argument.value);
                 },
                 [&](const syntax::CastExpression& cast) { add(cast.object); },
                 [&](const syntax::TypeTestExpression& test) { add(test.object); },
                 [&](const syntax::UnaryExpression& unary) { add(unary.operand); },
                 [&](const syntax::BinaryExpression& binary) {
                   add(binary.left);
                   add(binary.right);
                 },
                 [&](const syntax::TernaryExpression& choice) {
                   add(choice.condition);
                   add(choice.if_true);
                   add(choice.if_false);
                 },
                 [](const auto&) {},
             },
             expression->node);
}

// Sorts fields so that each comes after those it needs; otherwise in the order of declaration.
class Order {
 public:
  explicit Order(std::vector<FieldStart>& all) : all_(all), states_(all.size(), State::untouched) {
    for (std::size_t i = 0; i < all.size(); ++i) places_.emplace(all[i].field->name, i);
  }

  std::vector<FieldStart> sorted() {
    for (std::size_t i = 0; i < all_.size(); ++i) visit(i);
    return std::move(sorted_);
  }

 private:
  enum class State : std::uint8_t { untouched, busy, done };

  void visit(std::size_t place) {
    if (states_[place] != State::untouched) return;  // busy: they read each other, and one must be the first
    states_[place] = State::busy;
    if (all_[place].reads_all)
      for (std::size_t i = 0; i < all_.size(); ++i) visit(i);
    for (const std::string_view name : all_[place].names)
      if (const auto found = places_.find(name); found != places_.end()) visit(found->second);
    states_[place] = State::done;
    sorted_.push_back(std::move(all_[place]));
  }

  std::vector<FieldStart>& all_;
  std::vector<State> states_;
  std::unordered_map<std::string_view, std::size_t> places_;
  std::vector<FieldStart> sorted_;
};

// Follows what fields read of each other, and finds the way back.
class Cycles {
 public:
  // Reports only cycles with a field of `type` itself: those among inherited fields are reported for the base. Null:
  // globals.
  Cycles(PassResults& passes, std::vector<FieldStart> all, const TypeInfo* type)
      : passes_(passes), type_(type), all_(std::move(all)) {
    for (const FieldStart& each : all_)
      if (each.field != nullptr && each.values.empty()) places_.emplace(each.field->name, &each);
  }

  void check() {
    for (const auto& [name, each] : places_)
      if (!done_.contains(each)) visit(*each);
  }

 private:
  void visit(const FieldStart& each) {
    way_.push_back(&each);
    for (const std::string_view name : each.names) {
      const auto found = places_.find(name);
      // A word of the same name may be meant instead.
      if (found == places_.end() || passes_.symbols.enums_by_word.contains(name) || done_.contains(found->second))
        continue;
      if (const auto first = std::ranges::find(way_, found->second); first != way_.end())
        report({first, way_.end()});
      else
        visit(*found->second);
    }
    way_.pop_back();
    done_.insert(&each);
  }

  void report(std::vector<const FieldStart*> cycle) {
    if (std::ranges::none_of(cycle, [&](const auto* each) { return each->field->owner == type_; })) return;
    // From the one that is declared first, whichever was looked at first.
    std::ranges::rotate(cycle,
                        std::ranges::min_element(cycle, {}, [](const auto* each) { return each->field->span.begin; }));
    std::string way;
    std::vector<Note> notes;
    for (const FieldStart* each : cycle) {
      way += "`" + std::string(each->field->name) + "` needs ";
      if (each != cycle.front()) notes.push_back({each->field->span, "here"});
    }
    passes_.reporter.error(cycle.front()->field->span,
                           way + "`" + std::string(cycle.front()->field->name) + "`: it has no first value", {},
                           std::move(notes));
  }

  PassResults& passes_;
  const TypeInfo* type_;
  std::vector<FieldStart> all_;
  std::map<std::string_view, const FieldStart*> places_;
  std::vector<const FieldStart*> way_;
  std::set<const FieldStart*> done_;
};

}  // namespace

void check_cycles(PassResults& passes) {
  for (std::size_t i = 0; i < passes.symbols.types.size(); ++i) {
    const TypeInfo& type = passes.symbols.types[i];
    const bool has_values = type.kind != TypeClass::behaviour && type.check == kNone;
    if (has_values && !type.is_settings) Cycles(passes, initial_order(passes, type), &type).check();
  }
  Cycles(passes, order_of_globals(passes), nullptr).check();
}

std::vector<FieldStart> order_of_globals(const PassResults& passes) {
  std::vector<FieldStart> all;
  for (const FieldInfo* global : passes.symbols.globals) {
    FieldStart& added = all.emplace_back();
    added.field = global;
    add_names(global->value, added.names);
  }
  return Order(all).sorted();
}

std::vector<FieldStart> initial_order(const PassResults& passes, const TypeInfo& type) {
  std::vector<const TypeInfo*> chain;
  for (const TypeInfo* at = &type; at != nullptr && at->kind == type.kind; at = at->base) chain.push_back(at);
  std::ranges::reverse(chain);
  std::vector<FieldStart> all;
  for (const TypeInfo* at : chain)
    for (const FieldInfo* field : at->fields) {
      FieldStart& added = all.emplace_back();
      added.field = field;
      add_names(field->value, added.names);
    }
  FieldStart others;
  for (const TypeInfo* at : chain) {
    const auto given = passes.configuration.values_of_type.find(at);
    if (given == passes.configuration.values_of_type.end()) continue;
    std::unordered_map<FieldStart*, std::size_t> groups;  // those of one type stay together: their strengths compete
    for (const FieldValue& source : given->second) {
      const auto holds = [&](const FieldStart& each) {
        const std::uint32_t offset = each.field->offset;
        return source.first_cell() >= offset && source.first_cell() < offset + cells_of(each.field->type);
      };
      const auto found = std::ranges::find_if(all, holds);
      FieldStart& whose = found == all.end() ? others : *found;
      const auto [group, is_new] = groups.emplace(&whose, whose.values.size());
      if (is_new) whose.values.emplace_back();
      whose.values[group->second].push_back(source);
      add_names(source.value, whose.names);
    }
  }
  // What a method reads is not followed: it may be anything.
  for (FieldStart& each : all)
    each.reads_all = std::ranges::any_of(each.names, [&](std::string_view name) {
      const MemberInfo* known = find_member(type, name);
      return known != nullptr && known->kind == MemberKind::method;
    });
  std::vector<FieldStart> sorted = Order(all).sorted();
  if (!others.values.empty()) sorted.push_back(std::move(others));
  return sorted;
}

}  // namespace scrutineer::lang::detail
