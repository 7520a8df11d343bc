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

// Fail: an issue of an error level that is the ego's. Else suspect: one of others or of the tool, so that the run is
// doubtful evidence of the ego. Else incomplete: something could not be evaluated. Else pass.
Verdict verdict(const RunResult& result);
// 2: something could not be evaluated (the run is incomplete, a check failed). Else 1: it fails, or is suspect unless
// only the ego's errors count (RunResult::fail_on). Else 0.
int exit_code(const RunResult& result);

// Whose issues there are, in the order in which people are told of them: the ego's first.
inline constexpr watch::Category kCategories[] = {watch::Category::sut, watch::Category::other, watch::Category::tool};

bool is_error(watch::Severity severity);

// What `top.info` says: every key of trace::info_keys() in order, with what `given` (a manifest's info) states, else
// what a configuration set (Evaluation::info), else its initial value, else null. The device under test has the ego's
// driver's name unless one of them names it. Keys that they have beyond those come last.
JsonValue resolved_info(const JsonValue& given, std::optional<trace::Driver> ego_driver,
                        std::string_view engine_version, std::span<const watch::InfoValue> configured = {});

struct InitialInfo {
  std::string path;
  std::vector<std::string> values;  // that it has unless somebody states another; empty: it is never stated
};
// What `top.info` says though nobody said it: kept for other programs, and no fact that people should read.
std::vector<InitialInfo> initial_info();

// What the KPIs say of the whole run, as metrics of it ("scenario_relevance.total_zone_count" and so on), and what a
// configuration adds to `top.info`.
std::vector<RunMetric> run_metrics(const watch::Evaluation& evaluation);

// An actor's part in the run: "sut" or "npc".
std::string_view role_of(const watch::ActorRef& actor);

// The first metric of an issue or interval that has this role and a value; null where there is none.
struct ShownMetric {
  const watch::MetricInfo* info = nullptr;
  const watch::Value* value = nullptr;
};
ShownMetric shown_metric(const watch::CheckInfo& check, const std::vector<watch::Value>& data, watch::MetricRole role);

}  // namespace scrutineer::results
