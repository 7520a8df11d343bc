#include "live/event_lines.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "watch/keep_limits.h"

namespace scrutineer::live {

namespace {

using Json = nlohmann::ordered_json;

Json begin_of(Time now, const char* event) { return {{"time", to_seconds(now)}, {"event", event}}; }

struct Describe {
  Time now;
  std::function<const watch::CheckInfo&(std::uint32_t)> info;

  std::string check(std::uint32_t place) const { return std::string(info(place).name); }

  Json operator()(const watch::IntervalStarted& interval) const {
    Json json = begin_of(now, "interval_start");
    json["check"] = check(interval.check);
    json["actor"] = interval.actor.id;
    return json;
  }
  Json operator()(const watch::IntervalRecord& interval) const {
    Json json = begin_of(now, "interval_end");
    json["check"] = check(interval.check);
    json["actor"] = interval.actor.id;
    json["start"] = to_seconds(interval.start);
    json["end"] = to_seconds(interval.end);
    json["ended_by"] = to_word(interval.ended_by);
    return json;
  }
  Json operator()(const watch::Issue& issue) const {
    Json json = begin_of(now, "issue");
    json["check"] = check(issue.check);
    json["kind"] = issue.kind;
    json["category"] = to_word(issue.category);
    json["severity"] = to_word(issue.severity);
    json["actor"] = issue.actor.id;
    json["start"] = to_seconds(issue.start);
    json["message"] = issue.message;
    return json;
  }
  Json operator()(const watch::LogMessage& message) const {
    Json json = begin_of(now, "message");
    json["level"] = message.level;
    json["check"] = or_null(message.source);
    json["actor"] = or_null(message.actor);
    json["message"] = message.text;
    return json;
  }

 private:
  static Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
};

std::string line(const Json& json) {
  // Names come from files of all kinds: what is no UTF-8 must not end the run.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string event_lines(Time now, std::span<const watch::Event> events, const watch::Engine& engine) {
  const Describe describe{now, [&](std::uint32_t place) -> const watch::CheckInfo& { return engine.info(place); }};
  std::string text;
  for (const watch::Event& event : events) text += line(std::visit(describe, event));
  return text;
}

std::string EventLines::of(Time now, std::span<const watch::Event> events, const watch::Engine& engine) {
  messages_.clear();
  for (const watch::Event& event : events) {
    if (const auto* issue = std::get_if<watch::Issue>(&event)) {
      std::size_t& count = counts_[{issue->check, issue->kind, issue->category, issue->severity}];
      if (++count <= watch::KeepLimits{}.issues_of_kind) told_.insert(key_of(*issue));
    }
    if (const auto* message = std::get_if<watch::LogMessage>(&event)) messages_.push_back(*message);
  }
  return event_lines(now, events, engine);
}

std::string EventLines::at_end(const watch::Evaluation& evaluation) const {
  const Describe describe{evaluation.end,
                          [&](std::uint32_t place) -> const watch::CheckInfo& { return *evaluation.infos[place]; }};
  std::string text;
  for (const watch::IntervalRecord& interval : evaluation.intervals)
    if (interval.ended_by == watch::EndedBy::run_end) text += line(describe(interval));
  for (const watch::Issue& issue : evaluation.issues)
    if (!told_.contains(key_of(issue))) text += line(describe(issue));
  // What is said at the end has the time of the last frame, as what was said in that frame.
  std::vector<watch::LogMessage> told = messages_;
  for (const watch::LogMessage& message : evaluation.messages) {
    if (message.time != evaluation.end) continue;
    const auto same = std::ranges::find_if(told, [&](const watch::LogMessage& one) {
      return one.text == message.text && one.actor == message.actor && one.source == message.source &&
             one.level == message.level;
    });
    if (same == told.end())
      text += line(describe(message));
    else
      told.erase(same);
  }
  return text;
}

std::string event_line(const teleport::LogRow& teleport) {
  Json json = begin_of(teleport.timestamp, "teleport");
  json["spawn_lane"] = teleport.choice.spawn_lane;
  json["x"] = teleport.choice.destination.x;
  json["y"] = teleport.choice.destination.y;
  return line(json);
}

}  // namespace scrutineer::live
