// What one format's reader gives: raw frames in the file's order, and the tables of what appears in them.
//
// A reader decodes; CheckedTrace (checked_trace.h) judges. So a reader need not look at NaN, absurd values, the order
// of times or actors that come twice in one frame: that is done once, for all formats. It does report what it cannot
// decode, as a Problem whose place has a byte or a line; file and frame are filled in for it.
// Nor does it look at a file of lights beside the run: their states are added once a frame was found good, so that
// those of a frame that is dropped come with the next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock_rounding.h"
#include "base/result.h"
#include "trace/detail/actor_table.h"
#include "trace/detail/light_source.h"
#include "trace/detail/notes.h"
#include "trace/frame.h"
#include "trace/trace.h"

namespace scrutineer::trace {

struct RawFrame {
  Duration time{};  // of the file's own clock
  std::vector<ActorState> actors;
  std::vector<LightState> lights;
  Environment environment = {};
  std::vector<RecordedContact> contacts;  // without times
};

class FrameSource {
 public:
  virtual ~FrameSource() = default;

  // Replaces the content of `frame`, whose memory is used again. False: the run is over.
  virtual Result<bool> next(RawFrame& frame) = 0;
  // After a problem of next(): whether only that frame is lost, and next() goes on with the one behind it.
  virtual bool can_continue() const = 0;
  // Where the frame last read starts in the file (a byte or a line), and where one of its actors does, by its place in
  // the frame's list.
  virtual Place place() const = 0;
  virtual Place place_of(std::size_t /*actor*/) const { return place(); }
  // How a file is read whose rows of one actor follow those of another; empty: the format has no such files.
  virtual std::string_view remedy_if_sorted_by_actor() const { return {}; }

  // A file of lights beside the run; null: there is none.
  void set_lights(std::unique_ptr<LightSource> lights) { light_source_ = std::move(lights); }
  const LightSource* light_source() const { return light_source_.get(); }
  // Their states up to the frame's time.
  std::optional<Problem> add_lights(RawFrame& frame) {
    return light_source_ ? light_source_->advance(latest_in(frame.time), lights_, frame.lights) : std::nullopt;
  }

  const ActorTable& actors() const { return actors_; }
  Notes& notes() { return notes_; }
  // Appends what the tables gained since the last call.
  void take_changes(Changes& changes) {
    actors_.take_changes(changes.actors);
    for (; lights_told_ < lights_.size(); ++lights_told_) changes.lights.push_back(lights_[lights_told_]);
    for (; notes_told_ < notes_.all().size(); ++notes_told_) changes.notes.push_back(notes_.all()[notes_told_]);
    if (host_id_ && !std::exchange(is_host_told_, true)) changes.host_id = host_id_;
  }

 protected:
  explicit FrameSource(const TraceSource& source)
      : actors_(source.actors), time_unit_(source.time_unit), ego_is_named_(source.ego_is_named) {}

  ActorTable actors_;
  TimeUnit time_unit_;
  bool ego_is_named_;
  std::vector<LightInfo> lights_;
  Notes notes_;
  // The ego's id as the run first names it; there may be no such actor. The actor that has it is marked is_host.
  std::optional<std::string> host_id_;

 private:
  std::unique_ptr<LightSource> light_source_;
  std::size_t lights_told_ = 0, notes_told_ = 0;
  bool is_host_told_ = false;
};

}  // namespace scrutineer::trace
