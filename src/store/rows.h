// What a store holds, as plain values: suites, their runs, and all that was found in each run.
//
// Numbers are in SI units, times in seconds from the run's first frame, as in runtime_data.json. A value that does not
// exist is an empty optional; an empty text was not given.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/cluster.h"

namespace scrutineer::store {

enum class SuiteState : std::uint8_t { running, complete, cancelled };
std::string_view to_word(SuiteState state);
std::optional<SuiteState> suite_state_from_word(std::string_view word);

struct SuiteRow {
  std::int64_t id = 0;  // given by the store; differs from store to store
  std::string name;     // unique in a store
  std::map<std::string, std::string> labels = {};
  std::string created = {};         // ISO 8601: "2026-11-17T02:30:00Z"
  std::string engine_version = {};  // that evaluated it
  std::string configuration = {};   // profile, files, settings and hashes, as JSON
  SuiteState state = SuiteState::running;

  bool operator==(const SuiteRow&) const = default;
};

// What became of the attempt to evaluate a run. All but the first have no findings.
enum class Outcome : std::uint8_t { evaluated, unreadable, crashed, timeout, out_of_memory };
std::string_view to_word(Outcome outcome);
std::optional<Outcome> outcome_from_word(std::string_view word);

struct RunRow {
  std::int64_t id = 0, suite = 0;  // given by the store
  std::string key;                 // the same key in another suite is the same test; unique in its suite
  std::string content = {};        // the hash of all that the result was made from
  std::string manifest = {};       // its path
  std::string folder = {};         // of its result; empty: it was not kept
  std::string verdict = {};        // pass, fail, suspect, incomplete; empty: not evaluated
  std::string verdict_after_rules = {};
  bool complete = false;
  std::string reason = {};  // why it is not complete, or was not evaluated, or a check failed
  Outcome outcome = Outcome::evaluated;
  std::int64_t failed_checks = 0;  // checks that failed: a run with any is incomplete unless it has errors
  double duration = 0.0;           // s
  std::optional<double> ego_km = {};
  std::int64_t frames = 0, actors = 0;
  double wall_s = 0.0, cpu_s = 0.0;

  bool operator==(const RunRow&) const = default;
};

// Nothing: it does not exist. Truths are 1 and 0.
using MetricValue = std::variant<std::monostate, double, std::string>;

// Of the whole run.
struct MetricRow {
  std::string name;
  MetricValue value;
  std::string unit = {};

  bool operator==(const MetricRow&) const = default;
};

struct ActorPart {
  std::string id, type, role;  // role: sut or npc

  bool operator==(const ActorPart&) const = default;
};

struct IssueRow {
  std::int64_t number = 0;  // from 1 in its run
  double time = 0.0, start = 0.0, end = 0.0;
  std::string kind, category;
  std::string severity, original_severity = {};  // as evaluated; original: before the configuration changed it
  std::string reason = {};                       // why it was changed
  std::string checker;
  ActorPart actor;
  std::optional<ActorPart> other = {};
  std::string driver = {};
  std::string message, details = {};
  std::string notes = {};  // one line each
  std::string cluster;     // Cluster::id
  // What people are shown: the value reached, and the limit that it was beyond.
  std::optional<double> worst = {}, limit = {};
  std::string unit = {};                // of both
  std::vector<MetricRow> metrics = {};  // in the order in which the checker declares them

  bool operator==(const IssueRow&) const = default;
};

struct IntervalRow {
  std::int64_t number = 0;  // from 1 in its run
  std::string watcher;
  std::string actor, other = {};  // ids
  double start = 0.0, end = 0.0;
  std::string ended_by = {};
  std::vector<MetricRow> metrics = {};

  bool operator==(const IntervalRow&) const = default;
};

// One number of a KPI, of one actor or of a total.
struct KpiRow {
  std::string name;     // the KPI and its number: "scenario_relevance.total_duration"
  std::string subject;  // the total's key, or the actor's id
  bool is_total = false;
  MetricValue value;

  bool operator==(const KpiRow&) const = default;
};

// What the run and its manifest state, flattened: "info.run.seed", "info.model.dut_version".
struct AttributeRow {
  std::string name, value;

  bool operator==(const AttributeRow&) const = default;
};

struct MessageRow {
  std::int64_t number = 0;
  double time = 0.0;
  std::string level, checker = {}, actor = {}, text;

  bool operator==(const MessageRow&) const = default;
};

// A run with all that belongs to it: what is written in one transaction.
struct RunRecord {
  RunRow run;
  std::vector<IssueRow> issues = {};
  std::vector<Cluster> clusters = {};   // that the issues name, each once
  std::vector<MetricRow> metrics = {};  // by name
  std::vector<KpiRow> kpis = {};
  std::vector<AttributeRow> attributes = {};  // by name
  std::vector<IntervalRow> intervals = {};
  std::vector<MessageRow> messages = {};

  bool operator==(const RunRecord&) const = default;
};

// A run that a suite has already, as far as resuming the suite needs it.
struct KnownRun {
  std::string key, content;
  Outcome outcome = Outcome::evaluated;
  std::string verdict;

  bool operator==(const KnownRun&) const = default;
};

}  // namespace scrutineer::store
