#include "store/detail/clean_texts.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/utf8.h"
#include "store/record.h"

namespace scrutineer::store::detail {

namespace {

// As nearly all texts are: without a branch for each character.
bool is_ascii_without_zero(std::string_view text) {
  unsigned outside = 0;
  for (const char c : text) outside |= (static_cast<unsigned char>(c) - 1U) & ~0x7FU;  // 0 wraps around
  return outside == 0;
}

bool is_clean(std::string_view text) {
  return is_ascii_without_zero(text) || (is_utf8(text) && text.find('\0') == std::string_view::npos);
}

template <typename Metrics, typename Visit>
void each_text_of(Metrics& metrics, const Visit& visit) {
  for (auto& metric : metrics) {
    visit(metric.name);
    visit(metric.unit);
    if (auto* text = std::get_if<std::string>(&metric.value)) visit(*text);
  }
}

template <typename Issue, typename Visit>
void each_text_of_issue(Issue& issue, const Visit& visit) {
  for (auto* text : {&issue.kind, &issue.category, &issue.severity, &issue.original_severity, &issue.reason,
                     &issue.checker, &issue.actor.id, &issue.actor.type, &issue.actor.role, &issue.driver,
                     &issue.message, &issue.details, &issue.notes, &issue.cluster, &issue.unit})
    visit(*text);
  if (issue.other)
    for (auto* text : {&issue.other->id, &issue.other->type, &issue.other->role}) visit(*text);
  each_text_of(issue.metrics, visit);
}

// Record: RunRecord, const or not.
template <typename Record, typename Visit>
void each_text(Record& record, const Visit& visit) {
  auto& run = record.run;
  for (auto* text :
       {&run.key, &run.content, &run.manifest, &run.folder, &run.verdict, &run.verdict_after_rules, &run.reason})
    visit(*text);
  for (auto& issue : record.issues) each_text_of_issue(issue, visit);
  for (auto& cluster : record.clusters)
    for (auto* text :
         {&cluster.id, &cluster.kind, &cluster.checker, &cluster.category, &cluster.roles, &cluster.normalised})
      visit(*text);
  each_text_of(record.metrics, visit);
  for (auto& kpi : record.kpis) {
    visit(kpi.name);
    visit(kpi.subject);
    if (auto* text = std::get_if<std::string>(&kpi.value)) visit(*text);
  }
  for (auto& attribute : record.attributes) {
    visit(attribute.name);
    visit(attribute.value);
  }
  for (auto& interval : record.intervals) {
    for (auto* text : {&interval.watcher, &interval.actor, &interval.other, &interval.ended_by}) visit(*text);
    each_text_of(interval.metrics, visit);
  }
  for (auto& message : record.messages)
    for (auto* text : {&message.level, &message.checker, &message.actor, &message.text}) visit(*text);
}

}  // namespace

bool are_clean(std::span<const RunRecord> records) {
  bool is_all_clean = true;
  for (const RunRecord& record : records)
    each_text(record, [&](const std::string& text) { is_all_clean = is_all_clean && is_clean(text); });
  return is_all_clean;
}

void clean(RunRecord& record) {
  each_text(record, [](std::string& text) { text = stored_text(std::move(text)); });
}

std::vector<RunRecord> cleaned(std::span<const RunRecord> records) {
  std::vector<RunRecord> all(records.begin(), records.end());
  for (RunRecord& record : all) clean(record);
  return all;
}

}  // namespace scrutineer::store::detail

namespace scrutineer::store {

std::string stored_text(std::string text) {
  if (detail::is_clean(text)) return text;
  std::string result;
  for (const char c : valid_utf8(text)) {
    if (c == '\0')
      result += kReplacementCharacter;
    else
      result += c;
  }
  return result;
}

}  // namespace scrutineer::store
