#include "trace/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/clock_rounding.h"
#include "base/text.h"
#include "trace/detail/csv_table.h"

namespace scrutineer::trace {
namespace {

// A concept that may be named, with what it may be.
struct EnvironmentConcept {
  std::string_view name, values;
};
constexpr std::array<EnvironmentConcept, 10> kConcepts{{
    {"ambient_air_temperature", "a number of degrees Celsius, or of K"},
    {"fog_visibility", "a number of m or km"},
    {"illuminance", "a number of lux"},
    {"natural_illuminance", "day, low_ambient, night"},
    {"rainfall_intensity", "no_rain, light_rain, moderate_rain, heavy_rain, violent_rain, cloudburst"},
    {"rainfall_rate", "a number of mm/h"},
    {"snowfall", "no_snow, light_snow, moderate_snow, heavy_snow"},
    {"snowfall_visibility", "a number of m or km"},
    {"visibility", "a number of m or km"},
    {"wind_speed", "a number of m/s or km/h"},
}};

struct UnitFactor {
  std::string_view unit;
  double factor = 1.0, offset = 0.0;
};

// A number with one of the units, or without: then it is in the first one. Not below 0 unless it may be.
std::optional<double> amount(std::string_view text, std::initializer_list<UnitFactor> units, double least = 0.0) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || !std::isfinite(number)) return std::nullopt;
  const std::string_view unit = trim(text.substr(static_cast<std::size_t>(end - text.data())));
  for (const UnitFactor& known : units) {
    if (!unit.empty() && unit != known.unit) continue;
    const double value = number * known.factor + known.offset;
    return value < least ? std::nullopt : std::optional(value);
  }
  return std::nullopt;
}

template <typename Level>
struct LevelWord {
  std::string_view word;
  Level level;
};
constexpr LevelWord<Precipitation> kRain[] = {{"no_rain", Precipitation::none},
                                              {"light_rain", Precipitation::light},
                                              {"moderate_rain", Precipitation::moderate},
                                              {"heavy_rain", Precipitation::heavy},
                                              {"violent_rain", Precipitation::very_heavy},
                                              {"cloudburst", Precipitation::extreme}};
constexpr LevelWord<Snowfall> kSnow[] = {{"no_snow", Snowfall::none},
                                         {"light_snow", Snowfall::light},
                                         {"moderate_snow", Snowfall::moderate},
                                         {"heavy_snow", Snowfall::heavy}};
constexpr LevelWord<Illumination> kLight[] = {
    {"day", Illumination::day}, {"low_ambient", Illumination::twilight}, {"night", Illumination::night}};

template <typename Level, std::size_t kCount>
bool take_word(const LevelWord<Level> (&words)[kCount], std::string_view text, Level& level) {
  const auto known = std::ranges::find(words, text, &LevelWord<Level>::word);
  if (known == std::end(words)) return false;
  level = known->level;
  return true;
}

bool take_visibility(std::string_view text, Environment& environment) {
  const auto metres = amount(text, {{"m"}, {"km", 1000.0}});
  if (!metres) return false;
  environment.visibility_metres = metres;
  environment.visibility = visibility_of(*metres);
  return true;
}

// A level that is told takes back the number that was told before, unless they agree.
bool take_rain(std::string_view text, Environment& environment) {
  if (!take_word(kRain, text, environment.precipitation)) return false;
  auto& rate = environment.rainfall_rate;
  if (rate && precipitation_of(*rate) != environment.precipitation) rate.reset();
  return true;
}

bool take_light(std::string_view text, Environment& environment) {
  if (!take_word(kLight, text, environment.illumination)) return false;
  auto& lux = environment.illuminance;
  if (lux && illumination_of(*lux) != environment.illumination) lux.reset();
  return true;
}

// False: the concept cannot have this value.
bool take(std::string_view concept_name, std::string_view text, Environment& environment) {
  if (concept_name == "rainfall_intensity") return take_rain(text, environment);
  if (concept_name == "snowfall") return take_word(kSnow, text, environment.snowfall);
  if (concept_name == "natural_illuminance") return take_light(text, environment);
  if (concept_name == "visibility" || concept_name == "fog_visibility") return take_visibility(text, environment);
  if (concept_name == "snowfall_visibility") {
    if (!take_visibility(text, environment)) return false;
    const double metres = *environment.visibility_metres;
    environment.snowfall = metres >= 1000.0 ? Snowfall::light : metres >= 500.0 ? Snowfall::moderate : Snowfall::heavy;
    return true;
  }
  if (concept_name == "rainfall_rate") {
    environment.rainfall_rate = amount(text, {{"mm/h"}});
    if (environment.rainfall_rate) environment.precipitation = precipitation_of(*environment.rainfall_rate);
    return environment.rainfall_rate.has_value();
  }
  if (concept_name == "illuminance") {
    environment.illuminance = amount(text, {{"lux"}, {"lx"}});
    if (environment.illuminance) environment.illumination = illumination_of(*environment.illuminance);
    return environment.illuminance.has_value();
  }
  if (concept_name == "wind_speed") {
    environment.wind_speed = amount(text, {{"m/s"}, {"km/h", 1.0 / 3.6}});
    return environment.wind_speed.has_value();
  }
  constexpr double kZeroCelsius = 273.15;
  environment.temperature =
      amount(text, {{"Celsius", 1.0, kZeroCelsius}, {"C", 1.0, kZeroCelsius}, {"°C", 1.0, kZeroCelsius}, {"K"}});
  return environment.temperature.has_value();
}

enum EnvironmentColumn : std::size_t { column_from, column_concept, column_value };
constexpr std::array<std::string_view, 3> kEnvironmentColumns = {"time", "concept", "value"};

class EnvironmentTrace final : public Trace {
 public:
  EnvironmentTrace(std::unique_ptr<Trace> trace, std::vector<EnvironmentValue> values)
      : trace_(std::move(trace)), values_(std::move(values)) {}

  Result<bool> next(Step& step) override {
    auto more = trace_->next(step);
    if (!more || !*more) return more;
    const Time now = latest_in(step.frame.time);
    for (; taken_ < values_.size() && values_[taken_].from <= now; ++taken_) apply(values_[taken_], told_);
    step.frame.environment = combined(step.frame.environment, told_);
    return more;
  }
  std::string_view format() const override { return trace_->format(); }
  const std::string& file() const override { return trace_->file(); }

 private:
  std::unique_ptr<Trace> trace_;
  std::vector<EnvironmentValue> values_;
  std::size_t taken_ = 0;
  Environment told_;
};

}  // namespace

Precipitation precipitation_of(double millimetres_per_hour) {
  constexpr double kBelow[] = {0.1, 0.5, 1.9, 8.1, 34.0, 149.0};
  const auto band = std::ranges::upper_bound(kBelow, millimetres_per_hour) - std::begin(kBelow);
  return static_cast<Precipitation>(static_cast<int>(Precipitation::none) + static_cast<int>(band));
}

Visibility visibility_of(double metres) {
  constexpr double kFrom[] = {40'000.0, 10'000.0, 4'000.0, 2'000.0, 1'000.0, 200.0, 50.0};
  int band = 0;
  while (band < static_cast<int>(std::size(kFrom)) && metres < kFrom[band]) ++band;
  return static_cast<Visibility>(static_cast<int>(Visibility::excellent) + band);
}

Illumination illumination_of(double lux) {
  constexpr double kNightBelow = 1.0, kDayFrom = 2000.0;
  return lux <= kNightBelow ? Illumination::night : lux < kDayFrom ? Illumination::twilight : Illumination::day;
}

std::optional<Problem> apply(const EnvironmentValue& value, Environment& environment) {
  const auto known = std::ranges::find(kConcepts, value.concept_name, &EnvironmentConcept::name);
  if (known == kConcepts.end()) {
    std::vector<std::string_view> names;
    names.reserve(kConcepts.size());
    for (const EnvironmentConcept& one : kConcepts) names.push_back(one.name);
    return Problem{{},
                   fmt::format("environment: concept \"{}\" is unknown{}; known are {}", value.concept_name,
                               suggestion(value.concept_name, names), joined(names))};
  }
  if (take(known->name, trim(value.text), environment)) return std::nullopt;
  return Problem{{}, fmt::format("environment: {} must be {}, found \"{}\"", known->name, known->values, value.text)};
}

Result<std::vector<EnvironmentValue>> read_environment(std::string content, const std::string& file) {
  auto bytes = ByteSource::from_memory(std::move(content), file);
  if (!bytes) return bytes.problem();
  auto table =
      CsvTable::open(*std::move(bytes), {.names = kEnvironmentColumns, .required_count = kEnvironmentColumns.size()});
  if (!table) return table.problem();
  std::vector<EnvironmentValue> values;
  Environment tried;
  for (;;) {
    const auto more = table->next();
    if (!more) return more.problem();
    if (!*more) return values;
    Duration time{};
    if (!table->seconds(column_from, time)) return table->problem();
    EnvironmentValue value{Time(time), std::string(trim(table->cell(column_concept))),
                           std::string(trim(table->cell(column_value)))};
    if (!values.empty() && value.from < values.back().from)
      return table->problem_at(column_from, "time is before that of the row above");
    if (auto problem = apply(value, tried)) return table->problem_at(column_value, problem->message);
    values.push_back(std::move(value));
  }
}

Environment combined(const Environment& first, const Environment& second) {
  Environment both = first;
  const auto level = [](auto& own, auto other) {
    if (static_cast<int>(own) == 0) own = other;
  };
  const auto number = [](std::optional<double>& own, const std::optional<double>& other) {
    if (!own) own = other;
  };
  level(both.precipitation, second.precipitation);
  level(both.snowfall, second.snowfall);
  level(both.visibility, second.visibility);
  level(both.illumination, second.illumination);
  // A number says more than a level, but must not contradict the level of the first.
  if (both.precipitation == second.precipitation) number(both.rainfall_rate, second.rainfall_rate);
  if (both.visibility == second.visibility) number(both.visibility_metres, second.visibility_metres);
  if (both.illumination == second.illumination) number(both.illuminance, second.illuminance);
  number(both.temperature, second.temperature);
  number(both.wind_speed, second.wind_speed);
  return both;
}

std::unique_ptr<Trace> with_environment(std::unique_ptr<Trace> trace, std::vector<EnvironmentValue> values) {
  if (values.empty()) return trace;
  return std::make_unique<EnvironmentTrace>(std::move(trace), std::move(values));
}

}  // namespace scrutineer::trace
