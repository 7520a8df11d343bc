// scrutineer trace info: what a run holds.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "app/detail/command.h"
#include "app/detail/read_run.h"
#include "app/detail/shared_options.h"
#include "app/detail/table.h"
#include "app/detail/words.h"
#include "base/counted.h"
#include "base/printable.h"
#include "base/text.h"
#include "scene/suspicion.h"
#include "trace/carried_map.h"
#include "trace/formats.h"
#include "trace/recognise.h"
#include "trace/summary.h"
#include "trace/words.h"
#include "watch/evaluate.h"

namespace scrutineer::app {

namespace {

struct TraceInfoOptions {
  RunOptions run;
  bool all = false;  // lists are not shortened
  Format format = Format::text;
};

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 20;  // rows of a list that is shortened
constexpr std::size_t kLongestId = 32;

// Everything that both formats show.
struct Facts {
  const trace::Trace& trace;
  const trace::Tables& tables;
  const trace::RunSummary& summary;
  const std::optional<Problem>& problem;
  const std::string& named_ego;    // by --ego or a manifest; empty: by nobody
  std::vector<std::string> notes;  // what makes the run suspicious first
  std::optional<std::string> map;  // which the run says it was driven on
  trace::CarriedMap carried;       // which is in its file, or which it names

  const trace::ActorInfo& info(trace::ActorId actor) const { return tables.actors()[actor.index()]; }
  bool host_is_actor() const { return std::ranges::any_of(tables.actors(), &trace::ActorInfo::is_host); }
};

const char* presence(std::uint64_t count, std::uint64_t total) {
  return count == 0 ? "never" : count == total ? "always" : "sometimes";
}

// ---- text -----------------------------------------------------------------------------------------------------------

std::string seconds(Duration duration) { return rounded(to_seconds(duration), 6) + " s"; }
std::string seconds(Time time) { return seconds(time.time_since_epoch()); }
std::string step_text(Duration step) {
  return step < std::chrono::seconds(1) ? rounded(to_seconds(step) * 1e3, 4) + " ms" : seconds(step);
}
std::string id_text(const std::string& id) { return id.empty() ? "\"\"" : printable(id, kLongestId); }
std::string frames_text(const Facts& facts) {
  std::string text = fmt::format("{}", facts.summary.frames);
  if (facts.problem) text += ", then a fault";
  if (facts.tables.counts().bad_frames > 0)
    text += fmt::format("; {} bad ones dropped", facts.tables.counts().bad_frames);
  if (facts.summary.empty_frames > 0) text += fmt::format("; {} without actors", facts.summary.empty_frames);
  return text;
}

std::string steps_text(const trace::StepSummary& steps) {
  if (steps.is_constant()) return step_text(steps.median);
  return fmt::format("median {},  {} to {}", step_text(steps.median), step_text(steps.least), step_text(steps.most));
}

std::string ego_text(const Facts& facts) {
  if (!facts.named_ego.empty()) return id_text(facts.named_ego) + ", as you say";
  if (const auto& host = facts.tables.host_id())
    return fmt::format("{}, as the run says{}", id_text(*host),
                       facts.host_is_actor() ? "" : "; but no actor has this id");
  if (!facts.summary.first_vehicle.valid()) return "the run names none, and has no vehicle";
  return fmt::format("the run names none; {}, the first vehicle, would be taken",
                     id_text(facts.info(facts.summary.first_vehicle).id));
}

std::string actors_text(const Facts& facts) {
  std::map<trace::Category, std::size_t> counts;
  for (const trace::ActorInfo& info : facts.tables.actors()) ++counts[info.category];
  std::string kinds;
  for (const auto& [category, count] : counts)
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", trace::to_word(category), count);
  return fmt::format("{} ({})", facts.tables.actors().size(), kinds);
}

template <typename Enum>
std::vector<std::string_view> words_of(std::uint8_t bits) {
  std::vector<std::string_view> found;
  for (std::size_t i = 0; i < trace::words<Enum>().size(); ++i)
    if ((bits >> i & 1U) != 0) found.push_back(trace::words<Enum>()[i]);
  return found;
}

std::string lights_text(const Facts& facts) {
  std::uint8_t colours = 0, modes = 0;
  std::uint64_t changes = 0;
  for (const trace::LightSummary& light : facts.summary.lights) {
    colours = static_cast<std::uint8_t>(colours | light.colours);
    modes = static_cast<std::uint8_t>(modes | light.modes);
    changes += light.changes;
  }
  return fmt::format("{}: {}; {}; {}", facts.tables.lights().size(),
                     fmt::join(words_of<trace::LightColour>(colours), ", "),
                     fmt::join(words_of<trace::LightMode>(modes), ", "), counted(changes, "change"));
}

// What `check` takes where no map is named, or might.
std::string map_text(const Facts& facts) {
  const trace::CarriedMap& carried = facts.carried;
  const std::string reference = printable(carried.reference, 60);
  if (facts.map) return printable(*facts.map, 60) + ", as the run says";
  if (!carried.xodr.empty()) return (reference.empty() ? "OpenDRIVE" : reference) + ", which the run carries";
  std::string text = carried.reference.ends_with(".xodr") ? reference + ", as the run says" : "";
  if (carried.lanes)
    text += fmt::format("{}{}, which the run carries", text.empty() ? "" : "; ",
                        counted(carried.lanes->lanes.size(), "OSI lane"));
  return text;
}

void print_header(const Facts& facts, Outside& outside) {
  const trace::RunSummary& summary = facts.summary;
  Table table({Align::left, Align::left});
  table.row({"format", std::string(trace::title_of(facts.trace.format()))});
  table.row({"frames", frames_text(facts)});
  if (summary.steps) table.row({"step", steps_text(*summary.steps)});
  if (summary.frames > 0) {
    table.row({"duration", seconds(summary.end)});
    table.row({"start", rounded(facts.tables.start_seconds(), 6) + " s on the run's clock"});
    table.row({"ego", ego_text(facts)});
    table.row({"actors", actors_text(facts)});
  }
  if (!facts.tables.lights().empty()) table.row({"lights", lights_text(facts)});
  if (const std::string map = map_text(facts); !map.empty()) table.row({"map", map});
  if (summary.extent)
    table.row({"extent", fmt::format("x {:.2f} to {:.2f},  y {:.2f} to {:.2f}", summary.extent->x_min,
                                     summary.extent->x_max, summary.extent->y_min, summary.extent->y_max)});
  outside.screen.out << inked(outside.screen.colour_out, Ink::bold, printable(facts.trace.file())) << '\n'
                     << table.text("  ");
}

void print_fields(const Facts& facts, Outside& outside) {
  const std::uint64_t total = facts.summary.actor_frames;
  if (total == 0) return;
  Table table({Align::left, Align::left});
  for (const char* wanted : {"always", "sometimes", "never"}) {
    std::string names;
    for (std::size_t i = 0; i < trace::kFieldNames.size(); ++i) {
      const std::uint64_t count = facts.summary.field_counts[i];
      if (presence(count, total) != std::string_view(wanted)) continue;
      names += (names.empty() ? "" : ", ") + std::string(trace::kFieldNames[i].name);
      if (count != 0 && count != total)
        names += fmt::format(" ({} %)", rounded(100.0 * static_cast<double>(count) / static_cast<double>(total), 2));
    }
    if (!names.empty()) table.row({wanted, names});
  }
  print_section("Fields: beside position and heading, actors have", table, outside);
}

std::string remarks(const Facts& facts, const trace::ActorInfo& info, const trace::ActorSummary& actor) {
  std::vector<std::string> all;
  if (facts.named_ego.empty() ? info.is_host : info.id == facts.named_ego) all.emplace_back("ego");
  if (info.parent.valid()) all.push_back("part of " + id_text(facts.info(info.parent).id));
  if (info.is_static) all.emplace_back("never moves");
  if (info.size_is_default)
    all.emplace_back(trace::only_height_is_default(info) ? "height is a default" : "size is a default");
  if (actor.absences > 0)
    all.push_back(fmt::format("away {}, longest from {} for {}", counted(actor.absences, "time"),
                              seconds(actor.longest_absence_start), seconds(actor.longest_absence)));
  if (actor.jumps > 0) all.push_back(counted(actor.jumps, "jump"));
  return fmt::format("{}", fmt::join(all, "; "));
}

// A list that is too long ends with how to see the rest.
template <typename Row>
void add_rows(std::size_t count, bool all, Table& table, const Row& row) {
  const std::size_t shown = all || count <= kShown ? count : kShown;
  for (std::size_t i = 0; i < shown; ++i) table.row(row(i));
}

void print_more(std::uint64_t count, std::size_t listed, bool all, Outside& outside) {
  const std::size_t shown = all || listed <= kShown ? listed : kShown;
  if (count <= shown) return;
  outside.screen.out << fmt::format("  ... and {} more{}\n", count - shown, all ? "" : "; --all lists them");
}

void print_actors(const Facts& facts, bool all, Outside& outside) {
  const auto actors = facts.tables.actors();
  if (actors.empty()) return;
  Table table({Align::left, Align::left, Align::right, Align::right, Align::right, Align::right, Align::right,
               Align::right, Align::left});
  table.row({"id", "type", "size", "from", "to", "frames", "top speed", "distance"});
  table.row({"", "", "m", "s", "s", "", "m/s", "m"});
  const auto row = [&](std::size_t i) -> std::vector<std::string> {
    const trace::ActorInfo& info = actors[i];
    const std::string size = fmt::format("{:.2f} x {:.2f} x {:.2f}", info.length, info.width, info.height);
    // An actor of a frame that was bad is known, but never came.
    if (i >= facts.summary.actors.size() || facts.summary.actors[i].frames == 0)
      return {id_text(info.id),        std::string(trace::to_word(info.category)), size, "", "", "0", "", "",
              remarks(facts, info, {})};
    const trace::ActorSummary& actor = facts.summary.actors[i];
    return {id_text(info.id),
            std::string(trace::to_word(info.category)),
            size,
            fmt::format("{:.2f}", to_seconds(actor.first)),
            fmt::format("{:.2f}", to_seconds(actor.last)),
            fmt::format("{}", actor.frames),
            actor.speed_source == trace::SpeedSource::none ? "" : fmt::format("{:.2f}", actor.top_speed),
            fmt::format("{:.1f}", actor.distance),
            remarks(facts, info, actor)};
  };
  add_rows(actors.size(), all, table, row);
  print_section("Actors", table, outside);
  print_more(actors.size(), actors.size(), all, outside);
}

void print_oddities(const Facts& facts, bool all, Outside& outside) {
  const trace::RunSummary& summary = facts.summary;
  Table gaps({Align::left});
  add_rows(summary.gaps.size(), all, gaps, [&](std::size_t i) -> std::vector<std::string> {
    const trace::TimeGap& gap = summary.gaps[i];
    return {fmt::format("{} between {} and {}, before frame {}", step_text(gap.end - gap.start), seconds(gap.start),
                        seconds(gap.end), gap.frame)};
  });
  print_section("Gaps: steps of time much longer than the usual", gaps, outside);
  print_more(summary.gap_count, summary.gaps.size(), all, outside);

  Table jumps({Align::left});
  add_rows(summary.jumps.size(), all, jumps, [&](std::size_t i) -> std::vector<std::string> {
    const trace::Jump& jump = summary.jumps[i];
    return {fmt::format("actor {} at {:.2f} s, frame {}: {:.2f} m in {}, {:.2f} m from where it was to be expected",
                        id_text(facts.info(jump.actor).id), to_seconds(jump.time), jump.frame, jump.distance,
                        step_text(jump.step), jump.deviation)};
  });
  print_section("Jumps: steps that the motion before does not explain", jumps, outside);
  print_more(summary.jump_count, summary.jumps.size(), all, outside);
}

void print_contacts(const Facts& facts, bool all, Outside& outside) {
  const auto contacts = facts.tables.contacts();
  Table table({Align::left});
  add_rows(contacts.size(), all, table, [&](std::size_t i) -> std::vector<std::string> {
    const trace::RecordedContact& contact = contacts[i];
    const std::string other = contact.other.valid()        ? id_text(facts.info(contact.other).id)
                              : contact.other_name.empty() ? "something that is no actor"
                                                           : printable(contact.other_name, 60);
    return {fmt::format("{} with {}, {:.2f} s to {:.2f} s", id_text(facts.info(contact.actor).id), other,
                        to_seconds(contact.first), to_seconds(contact.last))};
  });
  print_section("Collisions, as the run recorded them", table, outside);
  print_more(contacts.size(), contacts.size(), all, outside);
}

void print_notes(const Facts& facts, bool all, Outside& outside) {
  constexpr std::size_t kLongestNote = 300;
  const trace::TraceCounts& counts = facts.tables.counts();
  std::vector<std::string> texts = facts.notes;
  if (counts.first_bad)
    texts.push_back(fmt::format("{} dropped, the first because: {}", counted(counts.bad_frames, "bad frame"),
                                to_string(*counts.first_bad)));
  Table table({Align::left});
  add_rows(texts.size(), all, table,
           [&](std::size_t i) -> std::vector<std::string> { return {printable(texts[i], kLongestNote)}; });
  print_section("Notes", table, outside);
  print_more(texts.size(), texts.size(), all, outside);
}

void print_text(const Facts& facts, bool all, Outside& outside) {
  print_header(facts, outside);
  print_fields(facts, outside);
  print_actors(facts, all, outside);
  print_oddities(facts, all, outside);
  print_contacts(facts, all, outside);
  print_notes(facts, all, outside);
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

Json json_of(const Facts& facts, std::size_t i) {
  const trace::ActorInfo& info = facts.tables.actors()[i];
  const trace::ActorSummary actor = i < facts.summary.actors.size() ? facts.summary.actors[i] : trace::ActorSummary{};
  const bool came = actor.frames > 0;
  using enum trace::SpeedSource;
  return {{"id", info.id},
          {"type", trace::to_word(info.type)},
          {"category", trace::to_word(info.category)},
          {"length_m", info.length},
          {"width_m", info.width},
          {"height_m", info.height},
          {"size_is_default", info.size_is_default},
          {"is_static", info.is_static},
          {"is_vru", info.is_vru},
          {"is_host", info.is_host},
          {"parent", info.parent.valid() ? Json(facts.info(info.parent).id) : Json()},
          {"first_s", came ? Json(to_seconds(actor.first)) : Json()},
          {"last_s", came ? Json(to_seconds(actor.last)) : Json()},
          {"frames", actor.frames},
          {"absences", actor.absences},
          {"longest_absence_s", to_seconds(actor.longest_absence)},
          {"top_speed_mps", actor.speed_source == none ? Json() : Json(actor.top_speed)},
          {"top_speed_from", actor.speed_source == none       ? Json()
                             : actor.speed_source == reported ? "run"
                                                              : "positions"},
          {"distance_m", actor.distance},
          {"jumps", actor.jumps}};
}

Json json_of(const trace::LightInfo& info, const trace::LightSummary& light) {
  return {{"id", info.id},
          {"road", info.road},
          {"references", info.references},
          {"statements", light.statements},
          {"changes", light.changes},
          {"colours", words_of<trace::LightColour>(light.colours)},
          {"modes", words_of<trace::LightMode>(light.modes)}};
}

Json odd_json(const Facts& facts) {
  Json gaps = Json::array(), jumps = Json::array();
  for (const trace::TimeGap& gap : facts.summary.gaps)
    gaps.push_back({{"frame", gap.frame}, {"start_s", to_seconds(gap.start)}, {"end_s", to_seconds(gap.end)}});
  for (const trace::Jump& jump : facts.summary.jumps)
    jumps.push_back({{"actor", facts.info(jump.actor).id},
                     {"frame", jump.frame},
                     {"time_s", to_seconds(jump.time)},
                     {"distance_m", jump.distance},
                     {"deviation_m", jump.deviation},
                     {"step_s", to_seconds(jump.step)}});
  return {{"gap_count", facts.summary.gap_count},
          {"gaps", std::move(gaps)},
          {"jump_count", facts.summary.jump_count},
          {"jumps", std::move(jumps)}};
}

// Whom `check` would take.
Json ego_json(const Facts& facts) {
  if (!facts.named_ego.empty()) return facts.named_ego;
  if (const auto& host = facts.tables.host_id()) return *host;
  const trace::ActorId first = facts.summary.first_vehicle;
  return first.valid() ? Json(facts.info(first).id) : Json();
}

void print_json(const Facts& facts, Outside& outside) {
  const trace::RunSummary& summary = facts.summary;
  const trace::TraceCounts& counts = facts.tables.counts();
  Json json;
  json["file"] = facts.trace.file();
  json["format"] = facts.trace.format();
  json["complete"] = !facts.problem;
  json["problem"] = facts.problem ? Json(to_string(*facts.problem)) : Json();
  json["frames"] = summary.frames;
  json["empty_frames"] = summary.empty_frames;
  json["bad_frames"] = counts.bad_frames;
  json["first_bad"] = counts.first_bad ? Json(to_string(*counts.first_bad)) : Json();
  json["start_s"] = facts.tables.start_seconds();
  json["duration_s"] = to_seconds(summary.end);
  json["step"] = Json();
  if (summary.steps)
    json["step"] = {{"is_constant", summary.steps->is_constant()},
                    {"least_s", to_seconds(summary.steps->least)},
                    {"median_s", to_seconds(summary.steps->median)},
                    {"most_s", to_seconds(summary.steps->most)}};
  const auto& host = facts.tables.host_id();
  json["host"] = host ? Json(*host) : Json();
  json["host_is_actor"] = facts.host_is_actor();
  json["first_vehicle"] = summary.first_vehicle.valid() ? Json(facts.info(summary.first_vehicle).id) : Json();
  json["ego"] = ego_json(facts);
  json["extent"] = Json();
  if (const auto& extent = summary.extent)
    json["extent"] = {
        {"x_min", extent->x_min}, {"y_min", extent->y_min}, {"x_max", extent->x_max}, {"y_max", extent->y_max}};
  json["actor_frames"] = summary.actor_frames;
  json["fields"] = Json::object();
  for (std::size_t i = 0; i < trace::kFieldNames.size(); ++i) {
    const std::uint64_t count = summary.field_counts[i];
    json["fields"][std::string(trace::kFieldNames[i].name)] = {{"presence", presence(count, summary.actor_frames)},
                                                               {"count", count}};
  }
  json["actors"] = Json::array();
  for (std::size_t i = 0; i < facts.tables.actors().size(); ++i) json["actors"].push_back(json_of(facts, i));
  json["lights"] = Json::array();
  for (std::size_t i = 0; i < facts.tables.lights().size(); ++i)
    json["lights"].push_back(
        json_of(facts.tables.lights()[i], i < summary.lights.size() ? summary.lights[i] : trace::LightSummary{}));
  json["map_name"] = facts.map ? Json(*facts.map) : Json();
  const trace::CarriedMap& carried = facts.carried;
  json["carried_map"] = Json();
  if (carried.is_there())
    json["carried_map"] = {{"made_from", carried.lanes ? "OSI lanes" : "OpenDRIVE"},
                           {"reference", carried.reference},
                           {"lanes", carried.lanes ? Json(carried.lanes->lanes.size()) : Json()}};
  json["recorded_collisions"] = Json::array();
  for (const trace::RecordedContact& contact : facts.tables.contacts())
    json["recorded_collisions"].push_back(
        {{"actor", facts.info(contact.actor).id},
         {"other", contact.other.valid() ? Json(facts.info(contact.other).id) : Json()},
         {"other_name", contact.other_name},
         {"first_s", to_seconds(contact.first)},
         {"last_s", to_seconds(contact.last)}});
  json["oddities"] = odd_json(facts);
  json["notes"] = facts.notes;
  outside.screen.out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

int trace_info(const TraceInfoOptions& given, Outside& outside) {
  TraceInfoOptions options = given;
  if (const auto problem = resolve_manifest(options.run, outside)) return refuse(outside, *problem);
  trace::Summarizer summarizer;
  scene::Suspicion suspicion(nullptr);
  const ReadRun run = read_run(
      options.run, "reading",
      [&](const trace::Frame& frame, const trace::Tables& tables) {
        summarizer.add(frame, tables.actors());
        suspicion.advance(frame, tables.actors());
        return std::nullopt;
      },
      outside);
  if (!run.trace) return refuse(outside, *run.problem);
  outside.progress.end();
  const trace::RunSummary summary = summarizer.summary();
  trace::ActorId ego;  // invalid: nobody says who it is
  if (!options.run.ego.empty()) {
    const auto found = find_actor(options.run.ego, run);
    if (!found) return refuse(outside, found.problem());
    ego = *found;
  }
  std::vector<std::string> notes;
  for (const scene::Doubt& doubt : suspicion.doubts(ego))
    notes.push_back(std::string(watch::kSuspiciousInput) + doubt.text);
  notes.insert(notes.end(), run.tables.notes().begin(), run.tables.notes().end());
  std::optional<std::string> map;
  trace::CarriedMap carried;
  if (!outside.folders.is_stream(options.run.file)) {
    if (const auto head = outside.files.head(options.run.file)) map = trace::named_map(*head);
    // What is wrong with the file, reading the run has told.
    if (auto found = outside.files.carried_map(options.run.file)) carried = *std::move(found);
    notes.insert(notes.end(), carried.notes.begin(), carried.notes.end());
  }
  const Facts facts{*run.trace,      run.tables,       summary,        run.problem,
                    options.run.ego, std::move(notes), std::move(map), std::move(carried)};
  if (options.format == Format::json)
    print_json(facts, outside);
  else
    print_text(facts, options.all, outside);
  outside.screen.out.flush();  // so that what was read stands before what went wrong
  return run.problem ? refuse(outside, *run.problem) : kFine;
}

void add_options(Options& options, TraceInfoOptions& values) {
  add_run(options, values.run);
  options.add("--ego", values.run.ego, "The system under test, by its id in the run", "ID");
  options.flag("--all", values.all, "Do not shorten long lists");
  add_text_or_json(options, values.format);
}

}  // namespace

Command trace_info_command() {
  return {.name = "trace info",
          .turn = 50,
          .summary = "Say what a run holds: frames, actors, fields, oddities",
          .example = "scrutineer trace info examples/runs/town.csv",
          .declare = declare<TraceInfoOptions, add_options, trace_info>};
}

}  // namespace scrutineer::app
