// All that one evaluation of one run found, ready to be written: as JSON, CSV, JUnit, SARIF or text.
//
//   RunResult result{.evaluation = engine.finish(), .engine_version = "0.1.0", .info = resolved_info(...), ...};
//   std::cout << to_text(result, {});       // results/text.h
//   return exit_code(result);
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/located_json.h"
#include "odd/cod_file.h"
#include "trace/manifest.h"
#include "watch/engine.h"

namespace scrutineer::odd {
struct Odd;
}

namespace scrutineer::results {

struct MapUsed {
  std::string file;  // as the user named it
  std::size_t anomalies = 0;
};

struct TraceUsed {
  std::string file;
  std::string format;  // trace::to_string(Format)
};

// A metric of the whole run.
struct RunMetric {
  std::string name;
  watch::Value value;
  std::string unit;       // SI, or what a configuration says; "" for plain numbers, texts and truths
  std::string text = {};  // what it means; empty: nobody says
};

// What an operational design domain's monitor saw (odd/monitor.h).
struct OddSeen {
  std::shared_ptr<const odd::Odd> odd;
  std::vector<odd::CodRow> rows;  // the COD where it changed
};

struct RunResult {
  watch::Evaluation evaluation;
  std::string engine_version;
  std::optional<std::string> incomplete_reason;  // the run broke off, or turned bad midway
  JsonValue info;                                // an object with run, sim and model: resolved_info()
  std::optional<MapUsed> map;
  TraceUsed trace;
  std::vector<RunMetric> metrics;
  std::optional<OddSeen> odd;                  // nothing: no ODD was given
  std::vector<std::string> notes;              // what a reader should know of the run, one sentence each
  trace::FailOn fail_on = trace::FailOn::any;  // whose errors make the exit code 1

  bool is_complete() const { return !incomplete_reason; }
};

enum class Verdict : std::uint8_t { pass, fail, suspect, incomplete };
std::string_view to_word(Verdict verdict);

// The first that applies. fail: the ego has an issue of an error level. suspect: others or the tool have one, so the
// run says little about the ego. incomplete: something could not be evaluated. pass.
Verdict verdict(const RunResult& result);
// 2 if something could not be evaluated (the run is incomplete, or a check failed). Otherwise 1 if the verdict is fail,
// or suspect unless only the ego's errors count (RunResult::fail_on). Otherwise 0.
int exit_code(const RunResult& result);

// Of runtime_data.json: changes with every change of the shape that a reader could trip over.
inline constexpr int kSchemaVersion = 2;

// Whose issues there are, in the order in which people are told of them: the ego's first.
inline constexpr watch::Category kCategories[] = {watch::Category::sut, watch::Category::other, watch::Category::tool};

bool is_error(watch::Severity severity);

// What `top.info` says: every key of trace::info_keys(), in that order, then further keys that manifest or
// configuration have. A value is what `given` (the manifest's info) states, else what a configuration set
// (Evaluation::info), else its initial value, else null. Unless stated, the device under test is named after the ego's
// driver.
JsonValue resolved_info(const JsonValue& given, std::optional<trace::Driver> ego_driver,
                        std::string_view engine_version, std::span<const watch::InfoValue> configured = {});

struct InitialInfo {
  std::string path;
  std::vector<std::string> values;  // that mean "nobody stated it"; empty: it can never be stated
};
// The keys of `top.info` that have a value although nobody stated one. Other programs expect them; people need not see
// them.
std::vector<InitialInfo> initial_info();

// What the KPIs say of the whole run, as metrics of it ("scenario_relevance.total_zone_count" and so on), and what a
// configuration adds to `top.info`.
std::vector<RunMetric> run_metrics(const watch::Evaluation& evaluation);

// What a reader should know of the run, and what was left out of its lists, each once.
std::vector<std::string> all_notes(const RunResult& result);

// An actor's part in the run: "sut" or "npc".
std::string_view role_of(const watch::ActorRef& actor);

// The first metric of an issue or interval that has this role and a value; null where there is none.
struct ShownMetric {
  const watch::MetricInfo* info = nullptr;
  const watch::Value* value = nullptr;
};
ShownMetric shown_metric(const watch::CheckInfo& check, const std::vector<watch::Value>& data, watch::MetricRole role);

}  // namespace scrutineer::results
