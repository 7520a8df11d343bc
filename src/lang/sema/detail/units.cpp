#include "lang/sema/detail/units.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "lang/sema/detail/dimensions.h"

namespace scrutineer::lang::detail {
namespace {

struct OtherName {
  std::string_view name, meant;
};
constexpr OtherName kOtherTypeNames[] = {
    {"distance", "length"}, {"duration", "time"}, {"angular_speed", "angular_rate"}};

std::int8_t* exponent_of(Dimension& dimension, std::string_view base) {
  if (base == "m") return &dimension.length;
  if (base == "s") return &dimension.time;
  if (base == "rad") return &dimension.angle;
  if (base == "kg") return &dimension.mass;
  if (base == "K") return &dimension.temperature;
  if (base == "cd") return &dimension.luminous_intensity;
  if (base == "A") return &dimension.current;
  if (base == "mol") return &dimension.amount;
  return nullptr;
}

std::optional<double> number_in(const syntax::Expression* value) {
  if (value == nullptr) return std::nullopt;
  if (const auto* number = std::get_if<syntax::FloatLiteral>(&value->node)) return number->value;
  if (const auto* number = std::get_if<syntax::IntegerLiteral>(&value->node))
    return (number->negative ? -1.0 : 1.0) * static_cast<double>(number->magnitude);
  return std::nullopt;
}

class UnitDeclarer {
 public:
  UnitDeclarer(const LoadedFiles& loaded, Program& program, Reporter& reporter)
      : loaded_(loaded), program_(program), reporter_(reporter) {}

  Units declare() {
    for (const Unit& unit : all_units()) {
      units_.standard.emplace(unit.name, &unit);
      units_.physical_types.emplace(to_string(unit.dimension), unit.dimension);
    }
    for (const auto& [name, meant] : kOtherTypeNames)
      units_.physical_types.emplace(std::string(name), units_.physical_types.at(std::string(meant)));
    for (const LoadedFile& file : loaded_.files)
      for (const syntax::Declaration& declaration : file.tree.declarations)
        if (const auto* type = std::get_if<syntax::PhysicalType>(&declaration.node)) add(*type);
    for (const LoadedFile& file : loaded_.files)
      for (const syntax::Declaration& declaration : file.tree.declarations)
        if (const auto* unit = std::get_if<syntax::Unit>(&declaration.node)) add(*unit);
    return std::move(units_);
  }

 private:
  std::optional<Dimension> dimension(const std::vector<syntax::BaseExponent>& exponents) {
    Dimension result;
    for (const syntax::BaseExponent& item : exponents) {
      std::int8_t* exponent = exponent_of(result, item.base.text);
      if (exponent == nullptr) {
        reporter_.error(item.base.span, "there is no base unit `" + item.base.text + "`",
                        "the base units are kg, m, s, A, K, mol, cd and rad");
        return std::nullopt;
      }
      if (std::abs(item.exponent) > kLargestExponent) {
        reporter_.error(item.base.span, "the exponent is too large");
        return std::nullopt;
      }
      *exponent = static_cast<std::int8_t>(item.exponent);
    }
    return result;
  }

  void add(const syntax::PhysicalType& type) {
    const auto exponents = dimension(type.exponents);
    if (!exponents) return;
    const auto [known, is_new] = units_.physical_types.emplace(type.name.text, *exponents);
    if (!is_new && known->second != *exponents)
      reporter_.error(type.name.span, "`" + type.name.text + "` is declared already, with other exponents");
  }

  void add(const syntax::Unit& unit) {
    const auto type = units_.physical_types.find(unit.type.text);
    if (type == units_.physical_types.end()) {
      std::vector<std::string_view> names;
      names.reserve(units_.physical_types.size());
      for (const auto& [name, known] : units_.physical_types) names.push_back(name);
      std::ranges::sort(names);
      reporter_.error(unit.type.span, "there is no physical type `" + unit.type.text + "`",
                      reporter_.suggestion(unit.type.text, names));
      return;
    }
    const auto exponents = dimension(unit.exponents);
    if (!exponents) return;
    if (*exponents != type->second) {
      reporter_.error(unit.name.span, "the unit's exponents are not those of `" + unit.type.text + "`");
      return;
    }
    const double factor = number_in(unit.factor).value_or(1.0), offset = number_in(unit.offset).value_or(0.0);
    if (!(factor > 0.0) || !std::isfinite(factor) || !std::isfinite(offset)) {
      reporter_.error(unit.factor == nullptr ? unit.name.span : unit.factor->span, "the factor of a unit is above 0");
      return;
    }
    // The standard's own declarations round their factors: the exact ones count.
    if (const auto known = units_.standard.find(unit.name.text); known != units_.standard.end()) {
      const Unit& standard = *known->second;
      const double exact = standard.factor / standard.divisor;
      constexpr double kRounded = 1e-3;
      if (standard.dimension != *exponents || std::abs(exact - factor) > kRounded * exact)
        reporter_.error(unit.name.span, "`" + unit.name.text + "` is a unit already, with another meaning");
      return;
    }
    const auto [known, is_new] = units_.declared.try_emplace(unit.name.text);
    if (!is_new) {
      reporter_.error(unit.name.span, "the unit `" + unit.name.text + "` is declared already", {},
                      {{known->second.span, "here"}});
      return;
    }
    auto declared = std::make_shared<DeclaredUnit>();
    declared->name = unit.name.text;
    declared->unit = {declared->name, *exponents, factor, 1.0, offset};
    known->second = {declared, unit.name.span};
    program_.units.push_back(std::move(declared));
  }

  const LoadedFiles& loaded_;
  Program& program_;
  Reporter& reporter_;
  Units units_;
};

}  // namespace

std::string si_unit(const Dimension& dimension) {
  struct Row {
    Dimension dimension;
    std::string_view unit;
  };
  static constexpr Row kRows[] = {{kPlainNumber, ""},       {kLength, "m"},   {kTime, "s"},    {kSpeed, "m/s"},
                                  {kAcceleration, "m/s^2"}, {kJerk, "m/s^3"}, {kAngle, "rad"}, {kAngularRate, "rad/s"}};
  for (const auto& [known, unit] : kRows)
    if (known == dimension) return std::string(unit);
  if (const Unit* unit = customary_unit(dimension); unit != nullptr && unit->factor == 1.0 && unit->divisor == 1.0)
    return std::string(unit->name);
  return to_string(dimension);
}

Units declare_units(const LoadedFiles& loaded, Program& program, Reporter& reporter) {
  return UnitDeclarer(loaded, program, reporter).declare();
}

const Unit* Units::find(std::string_view name) const {
  if (const auto known = standard.find(name); known != standard.end()) return known->second;
  const auto known = declared.find(std::string(name));
  return known == declared.end() ? nullptr : &known->second.declared->unit;
}

void report_unknown_unit(const Units& units, const syntax::Name& unit, Reporter& reporter) {
  std::string hint;
  if (const auto amount = parse_amount("1" + unit.text); !amount) {
    // "unknown unit "kmh" (did you mean "kph"?)": its habits are known there.
    const std::string& message = amount.problem().message;
    const auto begin = message.find("did you mean \"");
    if (begin != std::string::npos) {
      const auto from = begin + std::string_view("did you mean \"").size();
      hint = "did you mean `" + message.substr(from, message.find('"', from) - from) + "`?";
    }
  }
  if (hint.empty()) {
    std::vector<std::string_view> names;
    names.reserve(units.declared.size());
    for (const auto& [name, known] : units.declared) names.push_back(name);
    std::ranges::sort(names);
    hint = reporter.suggestion(unit.text, names);
  }
  reporter.error(unit.span, "unknown unit `" + unit.text + "`", hint);
}

}  // namespace scrutineer::lang::detail
