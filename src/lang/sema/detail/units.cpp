// Physical types and units: those of the standard, and what users declare.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "lang/sema/detail/compilation.h"
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
  explicit UnitDeclarer(Compilation& compilation) : c_(compilation) {}

  void declare() {
    for (const Unit& unit : all_units()) {
      c_.standard_units.emplace(unit.name, &unit);
      c_.physical_types.emplace(to_string(unit.dimension), unit.dimension);
    }
    for (const auto& [name, meant] : kOtherTypeNames)
      c_.physical_types.emplace(std::string(name), c_.physical_types.at(std::string(meant)));
    for (const Compilation::File& file : c_.files)
      for (const syntax::Declaration& declaration : file.tree.declarations)
        if (const auto* type = std::get_if<syntax::PhysicalType>(&declaration.node)) add(*type);
    for (const Compilation::File& file : c_.files)
      for (const syntax::Declaration& declaration : file.tree.declarations)
        if (const auto* unit = std::get_if<syntax::Unit>(&declaration.node)) add(*unit);
  }

 private:
  std::optional<Dimension> dimension(const std::vector<syntax::BaseExponent>& exponents) {
    Dimension result;
    for (const syntax::BaseExponent& item : exponents) {
      std::int8_t* exponent = exponent_of(result, item.base.text);
      if (exponent == nullptr) {
        c_.error(item.base.span, "there is no base unit `" + item.base.text + "`",
                 "the base units are kg, m, s, A, K, mol, cd and rad");
        return std::nullopt;
      }
      if (std::abs(item.exponent) > kLargestExponent) {
        c_.error(item.base.span, "the exponent is too large");
        return std::nullopt;
      }
      *exponent = static_cast<std::int8_t>(item.exponent);
    }
    return result;
  }

  void add(const syntax::PhysicalType& type) {
    const auto exponents = dimension(type.exponents);
    if (!exponents) return;
    const auto [known, is_new] = c_.physical_types.emplace(type.name.text, *exponents);
    if (!is_new && known->second != *exponents)
      c_.error(type.name.span, "`" + type.name.text + "` is declared already, with other exponents");
  }

  void add(const syntax::Unit& unit) {
    const auto type = c_.physical_types.find(unit.type.text);
    if (type == c_.physical_types.end()) {
      std::vector<std::string_view> names;
      names.reserve(c_.physical_types.size());
      for (const auto& [name, known] : c_.physical_types) names.push_back(name);
      std::ranges::sort(names);
      c_.error(unit.type.span, "there is no physical type `" + unit.type.text + "`", c_.meant(unit.type.text, names));
      return;
    }
    const auto exponents = dimension(unit.exponents);
    if (!exponents) return;
    if (*exponents != type->second) {
      c_.error(unit.name.span, "the unit's exponents are not those of `" + unit.type.text + "`");
      return;
    }
    const double factor = number_in(unit.factor).value_or(1.0), offset = number_in(unit.offset).value_or(0.0);
    if (!(factor > 0.0) || !std::isfinite(factor) || !std::isfinite(offset)) {
      c_.error(unit.factor == nullptr ? unit.name.span : unit.factor->span, "the factor of a unit is above 0");
      return;
    }
    // The standard's own declarations round their factors: the exact ones count.
    if (const auto known = c_.standard_units.find(unit.name.text); known != c_.standard_units.end()) {
      const Unit& standard = *known->second;
      const double exact = standard.factor / standard.divisor;
      constexpr double kRounded = 1e-3;
      if (standard.dimension != *exponents || std::abs(exact - factor) > kRounded * exact)
        c_.error(unit.name.span, "`" + unit.name.text + "` is a unit already, with another meaning");
      return;
    }
    const auto [known, is_new] =
        c_.user_units.emplace(unit.name.text, Compilation::UserUnit{*exponents, factor, offset, unit.name.span});
    if (is_new) {
      auto declared = std::make_shared<DeclaredUnit>();
      declared->name = unit.name.text;
      declared->unit = {declared->name, *exponents, factor, 1.0, offset};
      c_.program.units.push_back(std::move(declared));
    }
    if (!is_new)
      c_.error(unit.name.span, "the unit `" + unit.name.text + "` is declared already", {},
               {{known->second.span, "here"}});
  }

  Compilation& c_;
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

void Compilation::declare_units() { UnitDeclarer(*this).declare(); }

std::optional<Compilation::UnitFactor> Compilation::find_unit(std::string_view name) const {
  if (const auto known = standard_units.find(name); known != standard_units.end())
    return UnitFactor{known->second->dimension,
                      [](double value, const void* unit) { return static_cast<const Unit*>(unit)->to_si(value); },
                      [](double value, const void* unit) { return static_cast<const Unit*>(unit)->from_si(value); },
                      known->second};
  if (const auto known = user_units.find(std::string(name)); known != user_units.end())
    return UnitFactor{known->second.dimension,
                      [](double value, const void* unit) {
                        const auto& declared = *static_cast<const UserUnit*>(unit);
                        return value * declared.factor + declared.offset;
                      },
                      [](double value, const void* unit) {
                        const auto& declared = *static_cast<const UserUnit*>(unit);
                        return (value - declared.offset) / declared.factor;
                      },
                      &known->second};
  return std::nullopt;
}

void Compilation::unknown_unit(const syntax::Name& unit) {
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
    names.reserve(user_units.size());
    for (const auto& [name, known] : user_units) names.push_back(name);
    std::ranges::sort(names);
    hint = meant(unit.text, names);
  }
  error(unit.span, "unknown unit `" + unit.text + "`", hint);
}

}  // namespace scrutineer::lang::detail
