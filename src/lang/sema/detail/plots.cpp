#include "lang/sema/detail/plots.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/dimensions.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/surroundings.h"

namespace scrutineer::lang::detail {
namespace {

constexpr std::string_view kPlotArguments[] = {"expression", "limit", "unit", "text"};

struct PlotItem {
  const syntax::Expression* value = nullptr;
  const syntax::Expression* limit = nullptr;
  const syntax::Name* unit = nullptr;
  std::string text;
};

class PlotCompiler {
 public:
  PlotCompiler(PassResults& passes, std::function<FunctionCompiler()> new_code)
      : passes_(passes), new_code_(std::move(new_code)) {}

  std::optional<Plot> make(const syntax::Coverage& given, Span span) {
    const auto item = read(given, span);
    if (!item) return std::nullopt;
    FunctionCompiler code = new_code_();
    const Operand value = settled(code, check_expression(code, *item->value));
    if (value.is_error() || value.type.kind == TypeKind::any) return std::nullopt;
    if (!is_number(value.type)) {
      passes_.reporter.error(item->value->span, fmt::format("{} cannot be plotted", passes_.types.describe(value.type)),
                             "plot numbers");
      return std::nullopt;
    }
    if (!find_unit(*item, value.type)) return std::nullopt;
    Plot plot;
    plot.name = named(*item->value);
    plot.title = !item->text.empty() ? item->text : item->limit == nullptr ? plot.name : plot.name + " and its limit";
    plot.unit = item->unit != nullptr                 ? item->unit->text
                : value.type.kind == TypeKind::number ? si_unit(value.type.dimension)
                                                      : std::string();
    plot.value = function(std::move(code), value, *item, span);
    if (item->limit != nullptr) {
      FunctionCompiler of_limit = new_code_();
      const ExpressionId limit = check_typed(of_limit, *item->limit, value.type, "`limit`");
      const Operand operand = value_operand(limit, value.type, item->limit->span);
      plot.limit = function(std::move(of_limit), operand, *item, span);
    }
    return plot;
  }

 private:
  std::optional<PlotItem> read(const syntax::Coverage& given, Span span) {
    PlotItem item;
    for (std::size_t i = 0; i < given.arguments.size(); ++i) {
      const syntax::Argument& argument = given.arguments[i];
      const std::string what = argument.name ? argument.name->text : i == 0 ? "expression" : "";
      const auto* word = std::get_if<syntax::NameExpression>(&argument.value->node);
      const auto* text = std::get_if<syntax::StringLiteral>(&argument.value->node);
      if (what == "expression") {
        item.value = argument.value;
      } else if (what == "limit") {
        item.limit = argument.value;
      } else if (what == "unit" && word != nullptr) {
        item.unit = &word->name;
      } else if (what == "text" && text != nullptr) {
        for (const syntax::StringPart& part : text->parts) item.text += part.text;
      } else if (what == "unit" || what == "text") {
        passes_.reporter.error(argument.span, what == "unit" ? "expected a unit" : "expected a text");
        return std::nullopt;
      } else if (what.empty()) {
        passes_.reporter.error(argument.span, "only the first argument has no name",
                               "write `limit: ...` before a limit");
        return std::nullopt;
      } else {
        const std::vector<std::string_view> names(std::begin(kPlotArguments), std::end(kPlotArguments));
        passes_.reporter.error(argument.name->span, fmt::format("there is no argument `{}`", what),
                               passes_.reporter.suggestion(what, names));
        return std::nullopt;
      }
    }
    if (item.value != nullptr) return item;
    passes_.reporter.error(span, "what to plot is missing", "write `plot(expression, limit: ...)`");
    return std::nullopt;
  }

  // Reports a unit that does not fit; false then.
  bool find_unit(const PlotItem& item, const Type& type) {
    if (item.unit == nullptr) return true;
    const auto unit = passes_.units.find(item.unit->text);
    if (!unit) {
      report_unknown_unit(passes_.units, *item.unit, passes_.reporter);
      return false;
    }
    if (type.kind == TypeKind::number && unit->dimension == type.dimension) return true;
    passes_.reporter.error(item.unit->span, fmt::format("`{}` is a unit of {}, and this is {}", item.unit->text,
                                                        to_string(unit->dimension), passes_.types.describe(type)));
    return false;
  }

  FunctionId function(FunctionCompiler code, const Operand& operand, const PlotItem& item, Span span) {
    Statement statement{StatementKind::return_value, span};
    statement.value =
        item.unit == nullptr
            ? value_of(code, operand)
            : value_of(code, in_unit(code, operand, *passes_.units.find(item.unit->text), *item.unit, span));
    code.add(std::move(statement));
    return code.finish(operand.type);
  }

  // As it is written; of a member the member's name.
  std::string named(const syntax::Expression& expression) const {
    if (const auto* member = std::get_if<syntax::MemberExpression>(&expression.node)) return member->member.text;
    return std::string(passes_.sources[expression.span.file].text(expression.span));
  }

  PassResults& passes_;
  std::function<FunctionCompiler()> new_code_;
};

// What tables show of issues: the limit, and where nothing else is recorded the value that was furthest from it.
void add_plot_metrics(const std::vector<Plot>& plots, ObjectType& object) {
  const auto plot = std::ranges::find_if(plots, [](const Plot& one) { return one.limit != kNone; });
  if (plot == plots.end()) return;
  const Type number{TypeKind::number};
  if (object.metrics.empty()) {
    Metric value{.name = "value", .unit = plot->unit, .meaning = plot->name, .type = number, .value = plot->value};
    value.at = EventKind::interval_clock;
    value.limit = plot->limit;
    object.metrics.push_back(std::move(value));
  }
  if (std::ranges::find(object.metrics, "limit", &Metric::name) == object.metrics.end()) {
    Metric limit{.name = "limit", .unit = plot->unit, .meaning = "What it must not cross.", .type = number};
    limit.value = plot->limit;
    limit.is_limit = true;
    object.metrics.push_back(std::move(limit));
  }
}

// Those in one type, whose code sees what `enter` gives it.
void add_plots_of(PassResults& passes, const TypeInfo& type, const TypeInfo& object, const EnterScope& enter,
                  std::vector<Plot>& plots) {
  for (const Part& part : type.parts) {
    if (part.is_library) continue;
    for (const syntax::Member& member : *part.members) {
      const auto* given = std::get_if<syntax::Coverage>(&member.node);
      if (given == nullptr || given->kind != syntax::CoverageKind::plot) continue;
      if (object.data == nullptr) {
        passes.reporter.error(member.span, "a plot belongs to a watcher",
                              "put it into a `watcher modifier`, or into a checker's `with:`");
        continue;
      }
      const auto new_code = [&] {
        FunctionCompiler code(passes, {.space = part.space}, object.name + ".plot", member.span);
        enter(code);
        code.end_parameters();
        return code;
      };
      if (auto plot = PlotCompiler(passes, new_code).make(*given, member.span)) plots.push_back(*std::move(plot));
    }
  }
}

}  // namespace

void add_plots(PassResults& passes, TypeInfo& object) {
  std::vector<Plot> plots;
  for (TypeInfo* at = object.data; at != nullptr; at = at->base)
    add_plots_of(passes, *at, object, [&](FunctionCompiler& code) { enter_data(code, object); }, plots);
  const bool is_of_actor = object.is_anonymous && object.actor != nullptr && object.actor->kind == TypeClass::actor;
  for (TypeInfo* at = is_of_actor ? object.actor : &object; at != nullptr; at = is_of_actor ? nullptr : at->base)
    add_plots_of(passes, *at, object, [&](FunctionCompiler& code) { enter_object(code, object); }, plots);
  ObjectType& type = passes.program.objects[object.index];
  type.plots = std::move(plots);
  add_plot_metrics(type.plots, type);
}

void add_plots(PassResults& passes, const std::vector<syntax::Member>& with, std::uint32_t declaration,
               bool is_own_object, const std::function<FunctionCompiler()>& new_code) {
  Declaration& declared = passes.program.declarations[declaration];
  ObjectType& object = passes.program.objects[declared.object];
  for (const syntax::Member& member : with) {
    const auto* given = std::get_if<syntax::Coverage>(&member.node);
    if (given == nullptr || given->kind != syntax::CoverageKind::plot) continue;
    if (auto plot = PlotCompiler(passes, new_code).make(*given, member.span))
      (is_own_object ? object.plots : declared.plots).push_back(*std::move(plot));
  }
  if (is_own_object) add_plot_metrics(object.plots, object);
}

void add_limits_of_declarations(PassResults& passes) {
  for (Declaration& declared : passes.program.declarations) {
    if (std::ranges::all_of(declared.plots, [](const Plot& plot) { return plot.limit == kNone; })) continue;
    ObjectType with_limit = passes.program.objects[declared.object];
    add_plot_metrics(declared.plots, with_limit);
    passes.types.objects.push_back(passes.types.objects[declared.object]);
    declared.object = static_cast<std::uint32_t>(passes.program.objects.size());
    passes.program.objects.push_back(std::move(with_limit));
  }
}

}  // namespace scrutineer::lang::detail
