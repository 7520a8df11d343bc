#include "trace/detail/checked_trace.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/counted.h"
#include "base/text.h"
#include "trace/detail/courses.h"
#include "trace/detail/limits.h"
#include "trace/detail/seconds.h"
#include "trace/no_frames.h"
#include "trace/summary.h"
#include "trace/words.h"

namespace scrutineer::trace {

namespace {

struct NumberField {
  const char* name;
  double ActorState::* value;
};

constexpr NumberField kNumberFields[] = {
    {"x", &ActorState::x},
    {"y", &ActorState::y},
    {"z", &ActorState::z},
    {"yaw", &ActorState::yaw},
    {"pitch", &ActorState::pitch},
    {"roll", &ActorState::roll},
    {"vx", &ActorState::vx},
    {"vy", &ActorState::vy},
    {"vz", &ActorState::vz},
    {"ax", &ActorState::ax},
    {"ay", &ActorState::ay},
    {"az", &ActorState::az},
    {"yaw_rate", &ActorState::yaw_rate},
    {"speed", &ActorState::speed},
};

bool is_sound(double value) { return std::abs(value) <= kLargestValue; }  // false for NaN

// Without branches: this runs for every actor of every frame.
bool has_sound_numbers(const ActorState& state) {
  bool sound = true;
  for (const NumberField& field : kNumberFields) sound = sound & is_sound(state.*field.value);
  return sound;
}

// What an acceleration is, or is one difference away from.
bool tells_acceleration(Fields fields) {
  return fields.has(Field::velocity) || fields.has(Field::speed) || fields.has(Field::acceleration);
}

// In how many of its frames an actor has it.
struct ReportedVelocities {
  std::uint32_t frames = 0, given = 0;
  bool are_rare() const {
    constexpr double kNearlyAll = 0.9;
    return given > 0 && given < kNearlyAll * frames;
  }
};

std::string seconds_text(Duration time) { return decimal_seconds(time) + " s"; }

class CheckedTrace final : public Trace {
 public:
  CheckedTrace(std::unique_ptr<FrameSource> source, CheckedRun run)
      : source_(std::move(source)),
        file_(std::move(run.file)),
        lights_file_(std::move(run.lights_file)),
        format_(run.format),
        skips_bad_(run.skip_bad_frames),
        ends_at_fault_(run.ends_at_fault) {}

  Result<bool> next(Step& step) override {
    step.clear();
    if (over_) return *over_;
    if (read_good_frame())
      hand_over(step);
    else if (fault_ && !ends_at_fault_)
      return refuse_frame();
    else
      over_ = ending();
    source_->take_changes(step.changes);
    if (dropped_.bad_frames > 0) {
      step.changes.counts.bad_frames = std::exchange(dropped_.bad_frames, 0);
      step.changes.counts.first_bad = std::exchange(dropped_.first_bad, std::nullopt);
    }
    return over_ ? *over_ : Result<bool>(true);
  }

  std::string_view format() const override { return format_; }
  const std::string& file() const override { return file_; }

 private:
  // Notes and new actors of the refused frame are not lost: they come with the next good one.
  Problem refuse_frame() {
    ++number_;
    Problem problem = *std::move(fault_);
    fault_.reset();
    return problem;
  }

  // False: the run is over, because of fault_ if there is one.
  bool read_good_frame() {
    for (;; ++number_) {
      const auto more = source_->next(raw_);
      note_default_sizes();
      if (more && !*more) return false;
      auto problem = more ? judge() : std::optional<Problem>(more.problem());
      bool can_go_on = more || source_->can_continue();
      if (!problem) {
        problem = source_->add_lights(raw_);
        if (!problem) return true;
        can_go_on = false;  // the file of lights has no frames to skip
      }
      locate(*problem);
      if (!skips_bad_ || !can_go_on) {
        fault_ = std::move(problem);
        return false;
      }
      ++dropped_.bad_frames;
      if (!std::exchange(had_bad_, true)) dropped_.first_bad = std::move(problem);
    }
  }

  // What is wrong with the frame just read, if anything.
  std::optional<Problem> judge() {
    if (start_ && raw_.time <= last_) {
      return Problem{source_->place(),
                     fmt::format("time {} {} the frame before, which is at {}{}", seconds_text(raw_.time),
                                 raw_.time == last_ ? "is that of" : "is earlier than that of", seconds_text(last_),
                                 hint_of_order())};
    }
    Duration::rep since_start = 0;
    if (start_ && __builtin_sub_overflow(raw_.time.count(), start_->count(), &since_start))
      return Problem{source_->place(), fmt::format("time {} is absurd", seconds_text(raw_.time))};

    last_seen_.resize(source_->actors().size(), kNever);
    for (std::size_t i = 0; i < raw_.actors.size(); ++i) {
      const ActorState& state = raw_.actors[i];
      if (!has_sound_numbers(state)) return Problem{source_->place_of(i), unsound_text(state)};
      std::uint64_t& seen = last_seen_[state.actor.index()];
      if (seen == number_) {
        return Problem{source_->place_of(i),
                       fmt::format("actor {} comes twice in this frame", source_->actors()[state.actor].id)};
      }
      seen = number_;
    }
    return std::nullopt;
  }

  // Where times go back and begin with somebody new, the rows of the actor before may be over.
  std::string hint_of_order() const {
    const std::string_view remedy = source_->remedy_if_sorted_by_actor();
    if (remedy.empty() || raw_.actors.empty()) return {};
    const ActorId first = raw_.actors.front().actor;
    if (first.index() < last_seen_.size() && last_seen_[first.index()] != kNever) return {};
    return fmt::format(", and actor {} is new: if the rows are sorted by actor, read them with {}",
                       source_->actors()[first].id, remedy);
  }

  std::string unsound_text(const ActorState& state) const {
    for (const NumberField& field : kNumberFields) {
      const double value = state.*field.value;
      if (is_sound(value)) continue;
      return fmt::format("actor {}: {} must be a number within +-1e7, found {}", source_->actors()[state.actor].id,
                         field.name, shortest(value));
    }
    return {};
  }

  void hand_over(Step& step) {
    if (!start_) {
      start_ = raw_.time;
      step.changes.start_seconds = to_seconds(raw_.time);
    }
    last_ = raw_.time;
    Frame& frame = step.frame;
    frame.time = Time(raw_.time - *start_);
    frame.number = number_++;
    frame.actors.swap(raw_.actors);
    frame.lights.swap(raw_.lights);
    frame.environment = raw_.environment;
    for (RecordedContact& contact : raw_.contacts) {
      contact.first = contact.last = frame.time;
      step.changes.contacts.push_back(std::move(contact));
    }
    raw_.contacts.clear();
    velocities_.resize(source_->actors().size());
    for (ActorState& state : frame.actors) {
      ReportedVelocities& velocities = velocities_[state.actor.index()];
      ++velocities.frames;
      velocities.given += tells_acceleration(state.fields) ? 1U : 0U;
      if (!state.yaw_is_course) continue;
      courses_.set(state, frame.number, frame.time);
      if (!std::exchange(has_noted_course_, true))
        source_->notes().add(
            fmt::format("actor {} and perhaps others have no orientation: their heading is where they move to, held "
                        "while they stand; whether they reverse is not judged",
                        source_->actors()[state.actor].id));
    }
    const auto drivers = source_->actors().drivers();
    if (!drivers.empty()) {
      for (ActorState& state : frame.actors) {
        if (state.actor.index() >= drivers.size() || !drivers[state.actor.index()]) continue;
        state.driver = *drivers[state.actor.index()];
        state.fields.set(Field::driver);
      }
    }
    step.changes.counts.frames = 1;
  }

  // A note for each category of which an actor had no size.
  void note_default_sizes() {
    for (; actors_noted_ < source_->actors().size(); ++actors_noted_) {
      const ActorInfo& info = source_->actors().all()[actors_noted_];
      const auto bit = std::uint64_t{1} << static_cast<unsigned>(info.category);
      if (!info.size_is_default || (categories_noted_ & bit) != 0) continue;
      categories_noted_ |= bit;
      const Size usual = default_size(info.category);
      source_->notes().add(fmt::format("{} {} has no {} m is taken, and for others of its category",
                                       to_word(info.category), info.id,
                                       only_height_is_default(info) ? fmt::format("height: {}", shortest(usual.height))
                                                                    : "(complete) size: " + size_text(usual)));
    }
  }

  static std::string size_text(const Size& size) {
    return fmt::format("{} x {} x {}", shortest(size.length), shortest(size.width), shortest(size.height));
  }

  void locate(Problem& problem) const {
    if (problem.place.file.empty()) problem.place.file = file_;
    problem.place.frame = number_;
  }

  // Whoever has a velocity now and then seems to have accelerations, but in most frames has none.
  void note_rare_velocities() {
    std::size_t first = velocities_.size(), count = 0;
    for (std::size_t i = 0; i < velocities_.size(); ++i) {
      if (!velocities_[i].are_rare()) continue;
      if (count++ == 0) first = i;
    }
    if (count == 0) return;
    const std::string& id = source_->actors().all()[first].id;
    source_->notes().add(
        fmt::format("actor {}{} has a velocity in some frames only ({} of {}): in the others it is taken from "
                    "positions, and there is no acceleration, unless --derive 2 allows it",
                    id, count == 1 ? "" : fmt::format(", like {},", counted(count - 1, "other")),
                    velocities_[first].given, velocities_[first].frames));
  }

  Result<bool> ending() {
    note_rare_velocities();
    if (fault_) return *fault_;
    if (!start_) {
      // No frame was good, so dropped_ still holds the counts of all of them.
      if (!dropped_.first_bad) return Problem{{.file = file_}, std::string(kNoFrames)};
      return Problem{dropped_.first_bad->place,
                     fmt::format("none of {} frames is good: {}", dropped_.bad_frames, dropped_.first_bad->message)};
    }
    for (const std::string& id : source_->actors().unused_overrides())
      source_->notes().add(fmt::format("there is no actor {}, of which the manifest speaks", id));
    if (const LightSource* lights = source_->light_source())
      if (std::string doubt = doubt_of_lights(lights->times(), *start_, last_, lights_file_); !doubt.empty())
        source_->notes().add(std::move(doubt));
    for (const auto& [part, whole] : source_->actors().parts_without_whole())
      source_->notes().add(fmt::format("actor {} is a part of actor {}, which never comes", part, whole));
    return false;
  }

  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  std::unique_ptr<FrameSource> source_;
  std::string file_, lights_file_;
  std::string_view format_;
  bool skips_bad_, ends_at_fault_;
  RawFrame raw_;
  std::uint64_t number_ = 0;       // of the frame to be read next
  std::optional<Duration> start_;  // the first good frame's time
  Duration last_{};
  Courses courses_;
  bool has_noted_course_ = false;
  std::vector<std::uint64_t> last_seen_;        // by actor: the last frame that had it
  std::vector<ReportedVelocities> velocities_;  // by actor
  TraceCounts dropped_;                         // since the last step
  bool had_bad_ = false;
  std::size_t actors_noted_ = 0;
  std::uint64_t categories_noted_ = 0;
  std::optional<Problem> fault_;
  std::optional<Result<bool>> over_;  // how it ended
};

}  // namespace

std::unique_ptr<Trace> make_checked_trace(std::unique_ptr<FrameSource> source, CheckedRun run) {
  return std::make_unique<CheckedTrace>(std::move(source), std::move(run));
}

}  // namespace scrutineer::trace
