// Drone and track data (highD, inD, rounD, uniD, exiD, INTERACTION, SinD), and any table whose columns somebody named.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <set>
#include <utility>

#include "base/angle.h"
#include "base/text.h"
#include "trace/detail/csv_table.h"
#include "trace/detail/format_rows.h"
#include "trace/detail/track_meta.h"
#include "trace/detail/track_plan.h"
#include "trace/detail/track_rows.h"
#include "trace/files_beside.h"

namespace scrutineer::trace {

namespace {

// Frames from rows that were all read before.
class TracksReader final : public FrameSource {
 public:
  explicit TracksReader(const TraceSource& source) : FrameSource(source), rows_(notes_) {}

  TrackRows& rows() { return rows_; }
  using FrameSource::notes;
  // What the file beside the tracks says of them.
  void complete(const TrackMeta& meta, const std::string& file) {
    for (Track& track : rows_.tracks()) {
      const auto said = meta.tracks.find(track.id);
      if (said == meta.tracks.end()) continue;
      if (track.type.empty()) track.type = said->second.type;
    }
    for (const auto& [id, said] : meta.tracks) {
      const auto track = std::ranges::find(rows_.tracks(), id, &Track::id);
      const std::uint64_t found = track == rows_.tracks().end() ? 0 : track->rows;
      if (said.rows == 0 || found >= said.rows || missing_) continue;
      missing_ = Problem{{.file = file},
                         fmt::format("track {} should have {} rows, as {} says, but has {}: the file is cut off", id,
                                     said.rows, meta.file, found)};
    }
  }
  // Boxes that are parallel to the road: towards +x, or towards -x.
  void head_along_road(const TrackMeta& meta) {
    std::vector<std::optional<bool>> is_backwards(rows_.tracks().size());
    for (std::size_t i = 0; i < is_backwards.size(); ++i) {
      const auto said = meta.tracks.find(rows_.tracks()[i].id);
      if (said != meta.tracks.end() && said->second.goes_back) is_backwards[i] = said->second.goes_back;
    }
    for (const TrackRows::Row& row : rows_.all()) {
      if (row.problem != TrackRows::kGood || row.state.vx == 0.0) continue;
      auto& own = is_backwards[row.state.actor.index()];
      if (!own) own = row.state.vx < 0.0;
    }
    for (TrackRows::Row& row : rows_.all()) {
      if (row.problem != TrackRows::kGood) continue;
      row.state.yaw_is_course = false;
      row.state.yaw = is_backwards[row.state.actor.index()].value_or(false) ? std::numbers::pi : 0.0;
    }
  }
  void start() {
    rows_.sort();
    const std::span<const Track> tracks = rows_.tracks();
    actor_of_track_.resize(tracks.size());
    whole_of_track_.resize(tracks.size(), kWhole);
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      if (tracks[i].parent.empty()) continue;
      const auto whole = std::ranges::find(tracks, tracks[i].parent, &Track::id);
      if (whole == tracks.end()) {
        notes_.add(fmt::format("actor {} is a part of actor {}, which never comes", tracks[i].id, tracks[i].parent));
        continue;
      }
      whole_of_track_[i] = static_cast<std::size_t>(whole - tracks.begin());
      parts_.push_back(i);
    }
  }

  Result<bool> next(RawFrame& frame) override {
    frame.actors.clear();
    frame.lights.clear();
    can_continue_ = true;
    const auto rows = rows_.next_frame();
    if (!rows) {
      can_continue_ = false;
      if (rows_.end_problem()) return *rows_.end_problem();
      if (missing_) return *missing_;
      return false;
    }
    frame_rows_ = *rows;
    line_ = rows_.row(rows->front()).line;
    frame.time = rows_.row(rows->front()).time;
    for (const std::uint32_t index : *rows) {
      const TrackRows::Row& row = rows_.row(index);
      if (row.problem != TrackRows::kGood) return rows_.problem_of(row);
      ActorId& actor = actor_of_track_[row.state.actor.index()];
      if (!actor.valid())
        if (auto problem = appear(row, actor)) return *std::move(problem);
      frame.actors.push_back(row.state);
      frame.actors.back().actor = actor;
    }
    return true;
  }

  bool can_continue() const override { return can_continue_; }
  Place place() const override { return {.line = line_}; }
  Place place_of(std::size_t actor) const override { return {.line = rows_.row(frame_rows_[actor]).line}; }

 private:
  std::optional<Problem> appear(const TrackRows::Row& row, ActorId& actor) {
    const Track& track = rows_.tracks()[row.state.actor.index()];
    const auto category = category_called(track.type);
    if (!category && !track.type.empty() && unknown_types_.insert(track.type).second)
      notes_.add(fmt::format("type \"{}\" of actor {} and perhaps others is unknown: they are taken as other_vehicle",
                             track.type, track.id));
    const auto added = actors_.add({.id = track.id,
                                    .category = category             ? *category
                                                : track.type.empty() ? Category::car
                                                                     : Category::other_vehicle,
                                    .length = track.length,
                                    .width = track.width,
                                    .height = track.height});
    if (!added) return Problem{{.line = row.line}, added.problem().message};
    actor = *added;
    if (auto problem = tie_parts(row)) return problem;
    if (!track.is_ego) return std::nullopt;
    if (host_id_) {
      if (ego_is_named_) return std::nullopt;
      notes_.add(fmt::format("actor {} is an ego, too; actor {} came before it and is the one", track.id, *host_id_));
    } else {
      host_id_ = actors_[actor].id;
      actors_.mark_host(actor);
    }
    return std::nullopt;
  }

  // Of the track that appears in this row: to its whole, or its parts to it, as far as they are there.
  std::optional<Problem> tie_parts(const TrackRows::Row& row) {
    const std::size_t track = row.state.actor.index();
    for (const std::size_t part : parts_) {
      const std::size_t whole = whole_of_track_[part];
      if (part != track && whole != track) continue;
      if (!actor_of_track_[part].valid() || !actor_of_track_[whole].valid()) continue;
      if (actors_.set_parent(actor_of_track_[part], actor_of_track_[whole])) continue;
      return Problem{{.line = row.line}, fmt::format("actor {} would be a part of itself", rows_.tracks()[part].id)};
    }
    return std::nullopt;
  }

  static constexpr std::size_t kWhole = ~std::size_t{0};

  TrackRows rows_;
  std::optional<Problem> missing_;
  std::vector<ActorId> actor_of_track_;
  std::vector<std::size_t> whole_of_track_;  // of which track it is a part
  std::vector<std::size_t> parts_;           // the tracks that are parts
  std::set<std::string> unknown_types_;
  std::span<const std::uint32_t> frame_rows_;
  std::uint32_t line_ = 0;
  bool can_continue_ = true;
};

// ---- families of files ----------------------------------------------------------------------------------------------

struct FamilyColumn {
  Target target;
  std::string_view column;
  double factor = 1.0;
};

struct Family {
  std::vector<std::string_view> told_by;  // columns that its tables all have
  std::vector<std::string_view> lacks;    // and none of these
  std::vector<FamilyColumn> columns;      // as far as they are there; the first of a target
  double frame_rate = 0.0;                // where the time is a count of frames and no file beside says more
  double first_frame = 0.0;
  TimeUnit time_unit = TimeUnit::s;
  std::string_view part_column = {};
  bool is_corner = false, is_y_down = false;
  bool is_along_road = false;
  bool has_types_beside = false;
};

constexpr double kDroneRate = 25.0;  // all of levelX's recordings

const Family& highd() {
  static const Family family{
      .told_by = {"frame", "id", "x", "y", "width", "height", "xVelocity", "yVelocity", "laneId"},
      .columns = {{Target::time, "frame"},
                  {Target::id, "id"},
                  {Target::x, "x"},
                  {Target::y, "y"},
                  {Target::length, "width"},  // along the road
                  {Target::width, "height"},
                  {Target::vx, "xVelocity"},
                  {Target::vy, "yVelocity"},
                  {Target::ax, "xAcceleration"},
                  {Target::ay, "yAcceleration"}},
      .frame_rate = kDroneRate,
      .first_frame = 1.0,
      .is_corner = true,
      .is_y_down = true,
      .is_along_road = true,
      .has_types_beside = true};
  return family;
}

// inD, rounD and uniD; exiD's tables have the same columns and more.
Family centred(bool has_lanelets) {
  Family family{.told_by = {"trackId", "frame", "xCenter", "yCenter", "heading"},
                .columns = {{Target::time, "frame"},
                            {Target::id, "trackId"},
                            {Target::x, "xCenter"},
                            {Target::y, "yCenter"},
                            {Target::yaw, "heading", kDegree},
                            {Target::length, "length"},
                            {Target::width, "width"},
                            {Target::vx, "xVelocity"},
                            {Target::vy, "yVelocity"},
                            {Target::ax, "xAcceleration"},
                            {Target::ay, "yAcceleration"}},
                .frame_rate = kDroneRate,
                .part_column = "recordingId",
                .has_types_beside = true};
  (has_lanelets ? family.told_by : family.lacks).push_back("laneletId");
  return family;
}
const Family& ind() {
  static const Family family = centred(false);
  return family;
}
const Family& exid() {
  static const Family family = centred(true);
  return family;
}

Family with_timestamps() {
  return {.told_by = {"track_id", "frame_id", "timestamp_ms", "agent_type", "x", "y", "vx", "vy"},
          .columns = {{Target::time, "timestamp_ms"},
                      {Target::id, "track_id"},
                      {Target::type, "agent_type"},
                      {Target::x, "x"},
                      {Target::y, "y"},
                      {Target::vx, "vx"},
                      {Target::vy, "vy"},
                      {Target::yaw, "psi_rad"},
                      {Target::yaw, "yaw_rad"},
                      {Target::yaw, "heading_rad"},
                      {Target::ax, "ax"},
                      {Target::ay, "ay"},
                      {Target::length, "length"},
                      {Target::width, "width"}},
          .time_unit = TimeUnit::ms,
          .part_column = "case_id"};
}
const Family& interaction() {
  static const Family family = [] {
    Family its = with_timestamps();
    its.lacks = {"ax"};
    return its;
  }();
  return family;
}
const Family& sind() {
  static const Family family = [] {
    Family its = with_timestamps();
    its.told_by.push_back("ax");
    return its;
  }();
  return family;
}

bool has(const std::vector<std::string>& header, std::string_view name) {
  return std::ranges::find(header, name) != header.end();
}

bool is_of(const Family& family, const std::vector<std::string>& header) {
  const auto in_header = [&](std::string_view name) { return has(header, name); };
  return std::ranges::all_of(family.told_by, in_header) && std::ranges::none_of(family.lacks, in_header);
}

TrackPlan plan_of(const Family& family, const std::vector<std::string>& header) {
  TrackPlan plan{.time_unit = family.time_unit,
                 .frame_rate = family.frame_rate,
                 .first_frame = family.first_frame,
                 .is_corner = family.is_corner,
                 .is_y_down = family.is_y_down};
  if (has(header, family.part_column)) plan.part_column = family.part_column;
  for (const auto& [target, column, factor] : family.columns) {
    const bool is_new = std::ranges::find(plan.columns, target, &PlannedColumn::target) == plan.columns.end();
    if (is_new && has(header, column))
      plan.columns.push_back({.target = target, .column = std::string(column), .factor = factor});
  }
  return plan;
}

std::optional<Problem> read_people(const std::string& file, const Family& family, const TrackPlan& vehicles,
                                   const TraceSource& source, TracksReader& reader) {
  if (file.empty()) return std::nullopt;
  auto bytes = ByteSource::open(file, source.hashes);
  if (!bytes) return bytes.problem();
  const auto filled = bytes->fill(kHeadSize);
  if (!filled && bytes->window().empty()) return filled.problem();
  const std::vector<std::string> header = header_of(bytes->window().substr(0, kHeadSize));
  TrackPlan plan = plan_of(family, header);
  plan.only = vehicles.only;
  reader.notes().add(fmt::format("people are read from {}", std::filesystem::path(file).filename().string()));
  return reader.rows().read(*std::move(bytes), plan);
}

Result<std::unique_ptr<FrameSource>> open_family(ByteSource bytes, const Family& family, const TraceSource& source) {
  const std::string file = bytes.file();
  const std::vector<std::string> header = header_of(bytes.window().substr(0, kHeadSize));
  const auto choices = parse_columns(source.columns);
  auto reader = std::make_unique<TracksReader>(source);
  TrackPlan plan = plan_of(family, header);
  if (choices) plan.only = choices->only;
  TrackMeta meta;
  if (family.has_types_beside) {
    auto read = read_track_meta(file, source.hashes);
    if (!read) return read.problem();
    meta = *std::move(read);
    if (meta.frame_rate) plan.frame_rate = *meta.frame_rate;
    if (!meta.frame_rate)
      reader->notes().add(
          fmt::format("there is no recordingMeta file beside it, which has the frame rate: {} Hz is taken",
                      shortest(plan.frame_rate)));
    if (meta.file.empty())
      reader->notes().add(
          "there is no tracksMeta file beside it, which has the classes: every actor is taken as a car");
  }
  if (auto problem = reader->rows().read(std::move(bytes), plan)) return *std::move(problem);
  if (!family.has_types_beside)
    if (auto problem = read_people(people_beside(file), family, plan, source, *reader)) return *std::move(problem);
  reader->complete(meta, file);
  if (family.is_along_road) reader->head_along_road(meta);
  reader->start();
  return std::unique_ptr<FrameSource>(std::move(reader));
}

template <const Family& (*family)()>
bool looks_like(std::string_view head) {
  return is_of(family(), header_of(head));
}
template <const Family& (*family)()>
Result<std::unique_ptr<FrameSource>> open(ByteSource bytes, const TraceSource& source) {
  return open_family(std::move(bytes), family(), source);
}

// ---- columns that somebody named ------------------------------------------------------------------------------------

Result<std::unique_ptr<FrameSource>> open_columns(ByteSource bytes, const TraceSource& source) {
  const auto choices = parse_columns(source.columns);
  if (!choices) return choices.problem();
  const std::vector<std::string> header = header_of(bytes.window().substr(0, kHeadSize));
  auto plan = plan_for(*choices, header, source.time_unit);
  if (!plan) return plan.problem();
  auto reader = std::make_unique<TracksReader>(source);
  if (auto problem = reader->rows().read(std::move(bytes), *plan)) return *std::move(problem);
  const auto has_target = [&](Target target) {
    return std::ranges::find(plan->columns, target, &PlannedColumn::target) != plan->columns.end();
  };
  if (!has_target(Target::id)) reader->notes().add("no column means the id: all rows are of one vehicle, the ego");
  if (!has_target(Target::type)) reader->notes().add("no column means the type: every actor is taken as a car");
  reader->start();
  return std::unique_ptr<FrameSource>(std::move(reader));
}

}  // namespace

TraceFormat highd_format() {
  return {.format = {.name = "highd",
                     .title = "highD tracks",
                     .looked_for = "highD (frame, id, x, y ... laneId)",
                     .reads = "the centre of each box (x, y is its upper left corner, y points down), length and width "
                              "(its width and height), velocity, acceleration; beside it NN_tracksMeta.csv (class, "
                              "drivingDirection, which is the heading) and NN_recordingMeta.csv (frameRate)",
                     .leaves_out = "lane ids and markings, distances to others, speed limit; there is no ego: --ego "
                                   "names a track"},
          .looks_like = looks_like<highd>,
          .open = open<highd>,
          .chooses_rows = true,
          .turn = 41};
}

TraceFormat ind_format() {
  return {
      .format = {.name = "ind",
                 .title = "inD, rounD or uniD tracks",
                 .looked_for = "inD (trackId, frame, xCenter, yCenter ...)",
                 .reads = "centre, heading (degrees), length and width (0 is not known: people and bicycles have the "
                          "usual ones), velocity, acceleration; beside it NN_tracksMeta.csv (class) and "
                          "NN_recordingMeta.csv (frameRate)",
                 .leaves_out = "velocities along the vehicle, UTM origin, pixel scale; there is no ego: --ego names a "
                               "track"},
      .looks_like = looks_like<ind>,
      .open = open<ind>,
      .chooses_rows = true,
      .turn = 42};
}

TraceFormat exid_format() {
  return {.format = {.name = "exid",
                     .title = "exiD tracks",
                     .looked_for = "exiD (likewise, laneletId)",
                     .reads = "as inD",
                     .leaves_out = "as inD, and what it says of lanelets, roads and others around"},
          .looks_like = looks_like<exid>,
          .open = open<exid>,
          .chooses_rows = true,
          .turn = 43};
}

TraceFormat interaction_format() {
  return {
      .format = {.name = "interaction",
                 .title = "INTERACTION tracks",
                 .looked_for = "INTERACTION (track_id, frame_id, timestamp_ms ...)",
                 .reads = "centre, psi_rad, velocity, length and width, agent_type; people without psi and size face "
                          "where they go and have the usual size; pedestrian_tracks_NNN.csv beside "
                          "vehicle_tracks_NNN.csv; one case of files with case_id: --columns 'case_id==1'",
                 .leaves_out = "track_to_predict; there is no ego: --ego names a track"},
      .looks_like = looks_like<interaction>,
      .open = open<interaction>,
      .chooses_rows = true,
      .turn = 44};
}

TraceFormat sind_format() {
  return {.format = {.name = "sind",
                     .title = "SinD tracks",
                     .looked_for = "SinD (likewise, ax, ay)",
                     .reads = "as INTERACTION, with yaw_rad as the heading and acceleration; Ped_smoothed_tracks.csv "
                              "beside Veh_smoothed_tracks.csv; light states with --lights Traffic_Lights.csv",
                     .leaves_out = "velocities along the vehicle; its lights name no signals of a map"},
          .looks_like = looks_like<sind>,
          .open = open<sind>,
          .chooses_rows = true,
          .turn = 45};
}

// Never recognised: --columns says so.
TraceFormat columns_format() {
  return {
      .format = {.name = "columns",
                 .title = "any CSV (--columns)",
                 .looked_for = "any CSV, if --columns says what its columns mean",
                 .reads = "what --columns names, see below; commas, semicolons or tabs, decimal commas; rows in any "
                          "order in which those of one actor follow time",
                 .leaves_out = "all other columns"},
      .looks_like = [](std::string_view) { return false; },
      .open = open_columns,
      .turn = 60};
}

}  // namespace scrutineer::trace
