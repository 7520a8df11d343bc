// The typed program as text.
#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "lang/sema/analyse.h"

namespace scrutineer::lang {
namespace {

constexpr std::string_view kUnarySigns[] = {"-", "not ", "number "};
constexpr std::string_view kBinarySigns[] = {"+",  "-",  "*",  "/",  "%",  "<",   "<=", ">",
                                             ">=", "==", "!=", "==", "!=", "and", "or", "=>"};
constexpr std::string_view kFolds[] = {"count", "sum",   "least",  "most", "average",    "any",
                                       "all",   "first", "filter", "map",  "first_index"};
constexpr std::string_view kEvents[] = {"clock",     "start", "end",  "i_start", "i_clock", "i_end",
                                        "new_issue", "user",  "rise", "fall",    "elapsed", "every"};

class Dump {
 public:
  explicit Dump(const Program& program) : p_(program) {}

  std::string all() {
    for (const EnumType& type : p_.enums)
      if (!type.is_built_in) line(fmt::format("enum {}: [{}]", type.name, fmt::join(type.words, ", ")));
    for (const StructType& type : p_.structs)
      if (!type.is_built_in) {
        line(fmt::format("struct {}: {} cells", type.name, type.cells));
        fields(type.fields);
      }
    for (const StructType& type : p_.structs)
      if (type.make != kNone && (!type.is_built_in || has_user_cells())) {
        line(p_.functions[type.make].name + ":");
        ++depth_;
        statements(p_.functions[type.make].body);
        --depth_;
      }
    for (const ActorType& type : p_.actors) actor(type);
    for (const std::string& kind : p_.issue_kinds) line("issue kind " + kind);
    if (p_.cells > 0 && p_.initial != kNone && has_user_cells()) function("program", p_.initial);
    std::vector<bool> shown(p_.objects.size());
    for (const Declaration& declaration : p_.declarations) {
      if (declaration.object != kNone && !shown[declaration.object]) {
        shown[declaration.object] = true;
        object(p_.objects[declaration.object]);
      }
      declared(declaration);
    }
    for (const Metric& metric : p_.info) record("info", metric);
    for (const SettingAssignment& setting : p_.settings) assignment(setting);
    return std::move(text_);
  }

 private:
  // ---- types ----

  std::string name(const Type& type) const { return type_name(p_, type); }

  void fields(const std::vector<Field>& all) {
    ++depth_;
    for (const Field& field : all) line(fmt::format("{} {}: {}", field.offset, field.name, name(field.type)));
    --depth_;
  }

  void actor(const ActorType& type) {
    std::vector<Field> own;
    for (const Field& field : type.fields) {
      bool is_inherited = false;
      if (type.base != kNone)
        for (const Field& inherited : p_.actors[type.base].fields) is_inherited |= inherited.offset == field.offset;
      if (!is_inherited) own.push_back(field);
    }
    if (own.empty() && type.initial == kNone) return;
    line(fmt::format("actor {}:", type.name));
    fields(own);
    if (type.initial != kNone) function("  initial", type.initial);
  }

  // Fields of top.info alone are of no interest until somebody uses them.
  bool has_user_cells() const { return !p_.info.empty(); }

  // ---- what runs ----

  void object(const ObjectType& type) {
    line(fmt::format(
        "object {}: {} cells{}", type.name, type.cells,
        type.data == kNone ? "" : fmt::format(", data {} at {}", p_.structs[type.data_struct].name, type.data)));
    fields(type.fields);
    ++depth_;
    for (const std::string& event : type.events) line("event " + event);
    if (type.condition != kNone) function("while", type.condition);
    if (type.for_at_least != kNone) function("for_at_least", type.for_at_least);
    if (type.until != kNone) function("until", type.until);
    if (type.unless != kNone) function("unless", type.unless);
    if (type.initial != kNone && !p_.functions[type.initial].body.empty()) function("initial", type.initial);
    for (const Handler& handler : type.handlers) block(handler);
    for (const Metric& metric : type.metrics) record("record", metric);
    for (const std::string& kind : type.raises) line("raises " + kind);
    --depth_;
  }

  void block(const Handler& handler) {
    std::string head = fmt::format("on {}", kEvents[static_cast<std::size_t>(handler.event)]);
    if (handler.event == EventKind::user) head += fmt::format(" {}", handler.index);
    if (handler.declaration != kNone) head += fmt::format(" of {}", p_.declarations[handler.declaration].name);
    if (handler.check != kNone) head += fmt::format(" of check {}", p_.texts[handler.check]);
    if ((handler.declaration != kNone || handler.check != kNone) && !handler.of_own_actor) head += " of any actor";
    if (handler.of_actor != kNone) head += fmt::format(" being {}", result(handler.of_actor));
    if (handler.condition != kNone) head += fmt::format(" if {}", result(handler.condition));
    if (handler.period != kNone) head += fmt::format(" {}", result(handler.period));
    if (handler.offset != kNone) head += fmt::format(" offset {}", result(handler.offset));
    if (handler.memory != kNone) head += fmt::format(" memory {}", handler.memory);
    function(head, handler.body);
  }

  void record(std::string_view what, const Metric& metric) {
    line(fmt::format("{} {}: {}{} at {} = {}{}", what, metric.name, name(metric.type),
                     metric.unit.empty() ? "" : " in " + metric.unit, kEvents[static_cast<std::size_t>(metric.at)],
                     result(metric.value), metric.meaning.empty() ? "" : "  # " + metric.meaning));
  }

  static std::string whom(const watch::Scope& scope) {
    static constexpr std::string_view kKinds[] = {"every", "type", "role", "actor"};
    const std::string_view kind = kKinds[static_cast<std::size_t>(scope.kind)];
    return scope.word.empty() ? std::string(kind) : fmt::format("{} {}", kind, scope.word);
  }

  void declared(const Declaration& declaration) {
    std::string head = fmt::format(
        "{} {} is {}", declaration.is_checker ? "checker" : "watcher", declaration.name,
        declaration.object == kNone ? "built-in " + declaration.built_in : p_.objects[declaration.object].name);
    for (const watch::Scope& scope : declaration.whom) head += " for " + whom(scope);
    if (declaration.whom.empty()) head += " for the run";
    if (declaration.outer != kNone) head += " in " + p_.declarations[declaration.outer].name;
    line(head);
    ++depth_;
    if (declaration.create != kNone) function("create", declaration.create);
    for (const SettingAssignment& setting : declaration.settings) assignment(setting);
    for (const IssueRule& rule : declaration.issues) {
      line(fmt::format("issue {}: {}{}", rule.kind,
                       rule.severity == kNone ? std::string(watch::to_word(rule.sut)) : result(rule.severity),
                       rule.details == kNone ? "" : ", " + result(rule.details)));
    }
    --depth_;
  }

  void assignment(const SettingAssignment& setting) {
    line(fmt::format("set {} for {} = {}", setting.path, whom(setting.scope), shortest(setting.value)));
  }

  // ---- code ----

  // The expression that a function returns, if that is all it does.
  std::string result(FunctionId id) const {
    const Function& function = p_.functions[id];
    if (function.body.size() == 1) {
      const Statement& only = p_.statements[function.body.front()];
      if (only.kind == StatementKind::return_value && only.value != kNone) return expression(only.value);
    }
    return function.name;
  }

  void function(std::string_view head, FunctionId id) {
    const Function& function = p_.functions[id];
    if (function.result.kind != TypeKind::nothing) {
      line(fmt::format("{} {}", head, result(id)));
      return;
    }
    line(fmt::format("{}:{}", head, function.locals == 0 ? "" : fmt::format("  # {} locals", function.locals)));
    statements(function.body);
  }

  void statements(const std::vector<StatementId>& all) {
    ++depth_;
    for (const StatementId id : all) statement(p_.statements[id]);
    --depth_;
  }

  void statement(const Statement& s) {
    switch (s.kind) {
      case StatementKind::evaluate:
        line(expression(s.value));
        break;
      case StatementKind::assign:
        line(fmt::format("{} = {}", expression(s.target), expression(s.value)));
        break;
      case StatementKind::branch:
        line(fmt::format("if {}:", expression(s.value)));
        statements(s.body);
        if (!s.otherwise.empty()) {
          line("else:");
          statements(s.otherwise);
        }
        break;
      case StatementKind::repeat_while:
        line(fmt::format("while {}:", expression(s.value)));
        statements(s.body);
        break;
      case StatementKind::repeat_for:
        line(fmt::format("for local{} in {}:", s.local, expression(s.value)));
        statements(s.body);
        break;
      case StatementKind::return_value:
        line(s.value == kNone ? "return" : "return " + expression(s.value));
        break;
      case StatementKind::emit:
        line(s.value == kNone ? fmt::format("emit {}", s.index)
                              : fmt::format("emit {} of {}", s.index, expression(s.value)));
        break;
      case StatementKind::start_interval:
      case StatementKind::end_interval:
        line(fmt::format("{}_interval({}{})", s.kind == StatementKind::start_interval ? "start" : "end",
                         s.value == kNone ? "" : expression(s.value),
                         s.target == kNone ? "" : ", since " + expression(s.target)));
        break;
      case StatementKind::set_run_mode:
        line(fmt::format("{} {}{}", s.index == 1 ? "freeze" : "thaw",
                         s.declaration != kNone ? p_.declarations[s.declaration].name : "check " + p_.texts[s.check],
                         s.value == kNone ? "" : " of " + expression(s.value)));
        break;
    }
  }

  std::string operands(const Expression& e, std::size_t from = 0) const {
    std::string text;
    for (std::size_t i = from; i < e.operands.size(); ++i) text += (i == from ? "" : ", ") + expression(e.operands[i]);
    return text;
  }

  std::string number(const Expression& e) const {
    if (e.type.kind == TypeKind::truth) return e.number != 0.0 ? "true" : "false";
    if (e.type.kind == TypeKind::word) {
      const auto& words = p_.enums[e.type.index].words;
      const auto place = static_cast<std::size_t>(e.number);
      if (place < words.size()) return words[place];
    }
    if (is_large(e.number) && large_place(e.number) < p_.large_numbers.size()) {
      const LargeNumber& large = p_.large_numbers[large_place(e.number)];
      return (large.is_negative ? "-" : "") + std::to_string(large.magnitude);
    }
    std::string value = std::isnan(e.number) ? "nan" : shortest(e.number);
    if (e.type.kind == TypeKind::number && e.type.dimension != kPlainNumber)
      return fmt::format("{} {}", value, to_string(e.type.dimension));
    return value;
  }

  std::string expression(ExpressionId id) const {
    const Expression& e = p_.expressions[id];
    switch (e.kind) {
      case ExpressionKind::constant:
        return number(e);
      case ExpressionKind::text_constant:
        return '"' + p_.texts[e.index] + '"';
      case ExpressionKind::null:
        return "null";
      case ExpressionKind::local:
        return fmt::format("local{}", e.index);
      case ExpressionKind::program_cell:
        return fmt::format("program[{}]", e.index);
      case ExpressionKind::own_cell:
        return fmt::format("own[{}]", e.index);
      case ExpressionKind::instance_cell:
        return fmt::format("{}[{}]", operands(e), e.index);
      case ExpressionKind::data_cell:
        return fmt::format("{}.data[{}]", operands(e), e.index);
      case ExpressionKind::actor_cell:
      case ExpressionKind::struct_cell:
        return fmt::format("{}[{}]", operands(e), e.index);
      case ExpressionKind::metric:
        return fmt::format("metric{}:{}", e.index, name(e.type));
      case ExpressionKind::own_instance:
        return "own";
      case ExpressionKind::own_actor:
        return "actor";
      case ExpressionKind::instance_of:
        return fmt::format("<{}>({})", p_.declarations[e.index].name, operands(e));
      case ExpressionKind::unary:
        return fmt::format("{}{}", kUnarySigns[e.index], expression(e.operands[0]));
      case ExpressionKind::binary:
        return fmt::format("({} {} {})", expression(e.operands[0]), kBinarySigns[e.index], expression(e.operands[1]));
      case ExpressionKind::conditional:
        return fmt::format("({} ? {} : {})", expression(e.operands[0]), expression(e.operands[1]),
                           expression(e.operands[2]));
      case ExpressionKind::call:
        return fmt::format("{}({})", p_.functions[e.index].name, operands(e));
      case ExpressionKind::intrinsic:
        return fmt::format("{}({})", p_.intrinsics[e.index], operands(e));
      case ExpressionKind::text: {
        std::string text = "text(";
        for (std::size_t i = 0; i < e.operands.size(); ++i)
          text += fmt::format("{}{}{}", i == 0 ? "" : ", ", expression(e.operands[i]),
                              e.formats[i].unit.empty() ? "" : " in " + e.formats[i].unit);
        return text + ")";
      }
      case ExpressionKind::list:
        return fmt::format("[{}]", operands(e));
      case ExpressionKind::element:
        return fmt::format("{}[{}]", expression(e.operands[0]), expression(e.operands[1]));
      case ExpressionKind::list_fold:
        return fmt::format("{}.{}(local{}: {})", expression(e.operands[0]), kFolds[e.index], e.local,
                           expression(e.operands[1]));
      case ExpressionKind::setting:
        return fmt::format("setting {} of {}", p_.parameters[e.index]->path, operands(e));
      case ExpressionKind::interval_is_open:
        return fmt::format("{}.is_open", operands(e));
      case ExpressionKind::new_struct:
        return fmt::format("new {}", p_.structs[e.index].name);
      case ExpressionKind::struct_is:
        return fmt::format("{}.is({})", operands(e), p_.structs[e.index].name);
    }
    return "?";
  }

  void line(std::string_view content) {
    text_.append(2 * static_cast<std::size_t>(depth_), ' ');
    text_ += content;
    text_ += '\n';
  }

  const Program& p_;
  std::string text_;
  int depth_ = 0;
};

}  // namespace

std::string dump_types(const Program& program) { return Dump(program).all(); }

}  // namespace scrutineer::lang
