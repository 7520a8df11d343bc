#include "trace/write_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/counted.h"
#include "base/text.h"
#include "trace/categories.h"
#include "trace/detail/seconds.h"
#include "trace/words.h"

namespace scrutineer::trace {

namespace {

// Beyond this the reader cannot tell nanoseconds any more; such a clock starts at 0 instead.
constexpr double kLatestStart = 4e9;  // seconds

// Rows are lines, and blanks around a cell are no part of it.
bool needs_quotes(std::string_view text) {
  return text.find_first_of(",\"") != std::string_view::npos || trim(text).size() != text.size();
}

void append_text(std::string_view cell, std::string& text) {
  if (!needs_quotes(cell)) {
    text += cell;
    return;
  }
  text += '"';
  for (const char c : cell) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

std::optional<Problem> unfit_id(const char* whose, std::string_view id) {
  if (id.empty()) return Problem{{}, fmt::format("{} without an id cannot be written as CSV", whose)};
  if (id.find_first_of("\r\n") == std::string_view::npos) return std::nullopt;
  return Problem{{}, fmt::format("{} \"{}\" cannot be written as CSV: its id has a line's end in it", whose, id)};
}

class Row {
 public:
  explicit Row(std::string& text) : text_(text) {}

  void number(double value) {
    separate();
    fmt::format_to(std::back_inserter(text_), "{}", value);  // the shortest that reads back the same
  }
  template <std::size_t n>
  void numbers(bool given, const std::array<double, n>& values) {
    for (const double value : values) given ? number(value) : word("");
  }
  void word(std::string_view cell) {
    separate();
    text_ += cell;
  }
  void free_text(std::string_view cell) {
    separate();
    append_text(cell, text_);
  }
  void end() { text_ += '\n'; }

 private:
  void separate() {
    if (!is_first_) text_ += ',';
    is_first_ = false;
  }

  std::string& text_;
  bool is_first_ = true;
};

std::array<double, 3> velocity_of(const ActorState& state) {
  if (state.fields.has(Field::velocity)) return {state.vx, state.vy, state.vz};
  return {state.speed * std::cos(state.yaw), state.speed * std::sin(state.yaw), 0.0};
}

void append_size(const CsvLayout& layout, ActorId actor, const ActorInfo& info, Row& row) {
  const bool is_later = actor.index() < layout.are_sized_later.size() && layout.are_sized_later[actor.index()];
  const bool leaves_out = info.size_is_default && (is_later || !layout.assumed_sizes);
  const Size usual = default_size(info.category);
  for (const auto& [size, assumed] :
       {std::pair{info.length, usual.length}, std::pair{info.width, usual.width}, std::pair{info.height, usual.height}})
    row.numbers<1>(!leaves_out || size != assumed, {size});
}

void append_row(const CsvLayout& layout, std::string_view time, const ActorState& state, const ActorInfo& info,
                std::string& text) {
  const Fields fields = state.fields;
  Row row(text);
  row.word(time);
  row.free_text(info.id);
  row.word(to_word(info.category));
  row.numbers<2>(true, {state.x, state.y});
  row.numbers<1>(fields.has(Field::z), {state.z});
  row.numbers<1>(!state.yaw_is_course, {state.yaw});
  append_size(layout, state.actor, info, row);
  if (layout.pitch_roll) row.numbers<2>(fields.has(Field::pitch_roll), {state.pitch, state.roll});
  if (layout.velocity) row.numbers<3>(fields.has(Field::velocity) || fields.has(Field::speed), velocity_of(state));
  if (layout.acceleration) row.numbers<3>(fields.has(Field::acceleration), {state.ax, state.ay, state.az});
  if (layout.yaw_rate) row.numbers<1>(fields.has(Field::yaw_rate), {state.yaw_rate});
  if (layout.role) row.word(info.is_host ? "ego" : "");
  if (layout.driver) row.word(fields.has(Field::driver) ? to_word(state.driver) : "");
  if (layout.av_state) row.word(fields.has(Field::av_state) ? to_word(state.av_state) : "");
  if (layout.indicator) row.word(fields.has(Field::indicator) ? to_word(state.indicator) : "");
  if (layout.brake_light) row.word(fields.has(Field::brake_light) ? to_word(state.brake_light) : "");
  if (layout.parent) {
    const std::size_t actor = state.actor.index();
    row.free_text(actor < layout.parents.size() ? std::string_view(layout.parents[actor]) : std::string_view());
  }
  row.end();
}

}  // namespace

CsvLayout csv_layout(const RunSummary& summary, const Tables& tables) {
  const auto has = [&](Field field) { return summary.count_of(field) > 0; };
  const std::span<const ActorInfo> actors = tables.actors();
  CsvLayout layout{.pitch_roll = has(Field::pitch_roll),
                   .velocity = has(Field::velocity) || has(Field::speed),
                   .acceleration = has(Field::acceleration),
                   .yaw_rate = has(Field::yaw_rate),
                   .role = std::ranges::any_of(actors, &ActorInfo::is_host),
                   .driver = has(Field::driver),
                   .av_state = has(Field::av_state),
                   .indicator = has(Field::indicator),
                   .brake_light = has(Field::brake_light)};
  for (const ActorInfo& info : actors) {
    layout.parents.push_back(info.parent.valid() ? actors[info.parent.index()].id : "");
    layout.parent = layout.parent || info.parent.valid();
    layout.are_sized_later.push_back(!info.size_is_default);
  }
  const double start = tables.start_seconds();
  if (std::abs(start) < kLatestStart) layout.start = from_seconds(start).value_or(Duration{});

  if (std::ranges::any_of(actors, [](const ActorInfo& info) { return !info.base_polygon.empty(); }))
    layout.not_written.emplace_back("outlines that are no boxes");
  if (std::ranges::any_of(actors, &ActorInfo::is_static)) layout.not_written.emplace_back("that objects never move");
  // A row of the lights' file is a whole head that is meant by its road and id.
  const auto is_tied_otherwise = [](const LightInfo& light) {
    return light.kind != LightKind::head || (light.road.empty() && light.x);
  };
  if (const auto count = std::ranges::count_if(tables.lights(), is_tied_otherwise); count > 0)
    layout.not_written.push_back(
        fmt::format("which signals of the map {} {} (as bulbs of a head, as the light of a way, or "
                    "by place), so that only the original is judged by {}",
                    counted(static_cast<std::size_t>(count), "light"), count == 1 ? "belongs to" : "belong to",
                    count == 1 ? "it" : "them"));
  if (summary.has_environment) layout.not_written.emplace_back("weather and light");
  if (!tables.contacts().empty()) layout.not_written.emplace_back("collisions that were recorded");
  if (summary.empty_frames > 0)
    layout.not_written.push_back(counted(summary.empty_frames, "frame") + " without actors");
  return layout;
}

std::string csv_header(const CsvLayout& layout) {
  std::string text = "time,id,type,x,y,z,yaw,length,width,height";
  if (layout.pitch_roll) text += ",pitch,roll";
  if (layout.velocity) text += ",vx,vy,vz";
  if (layout.acceleration) text += ",ax,ay,az";
  if (layout.yaw_rate) text += ",yaw_rate";
  if (layout.role) text += ",role";
  if (layout.driver) text += ",driver";
  if (layout.av_state) text += ",av_state";
  if (layout.indicator) text += ",indicator";
  if (layout.brake_light) text += ",brake_light";
  if (layout.parent) text += ",parent";
  return text + '\n';
}

std::optional<Problem> append_csv_rows(const CsvLayout& layout, const Frame& frame, std::span<const ActorInfo> actors,
                                       std::string& text) {
  for (const ActorState& state : frame.actors)
    if (auto problem = unfit_id("actor", actors[state.actor.index()].id)) return problem;
  const std::string time = decimal_seconds(layout.start + frame.time.time_since_epoch());
  for (const ActorState& state : frame.actors) append_row(layout, time, state, actors[state.actor.index()], text);
  return std::nullopt;
}

std::string lights_csv_header() { return "time,road,signal,colour,mode\n"; }

std::optional<Problem> append_light_rows(const CsvLayout& layout, const Frame& frame, std::span<const LightInfo> lights,
                                         std::string& text) {
  for (const LightState& state : frame.lights)
    if (auto problem = unfit_id("light", lights[state.light.index()].id)) return problem;
  const std::string time = decimal_seconds(layout.start + frame.time.time_since_epoch());
  for (const LightState& state : frame.lights) {
    const LightInfo& info = lights[state.light.index()];
    Row row(text);
    row.word(time);
    row.free_text(info.road);
    row.free_text(info.id);
    row.word(to_word(state.colour));
    row.word(to_word(state.mode));
    row.end();
  }
  return std::nullopt;
}

}  // namespace scrutineer::trace
