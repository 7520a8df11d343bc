#include "trace/detail/checked_trace.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "trace/detail/limits.h"
#include "trace/detail/seconds.h"
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

std::string seconds_text(Duration time) { return decimal_seconds(time) + " s"; }

class CheckedTrace final : public Trace {
 public:
  CheckedTrace(std::unique_ptr<FrameSource> source, std::string file, bool skip_bad_frames)
      : source_(std::move(source)), file_(std::move(file)), skip_bad_frames_(skip_bad_frames) {}

  Result<bool> next(Frame& frame) override {
    if (ended_) return end();
    for (;; ++number_) {
      const auto more = source_->next(raw_);
      gather_notes();
      if (more && !*more) {
        ended_ = true;
        return end();
      }
      auto problem = more ? judge() : std::optional<Problem>(more.problem());
      if (!problem) {
        hand_over(frame);
        return true;
      }
      locate(*problem);
      const bool can_go_on = more || source_->can_continue();
      if (!skip_bad_frames_ || !can_go_on) {
        ended_ = true;
        problem_ = std::move(problem);
        return end();
      }
      ++counts_.bad_frames;
      if (!counts_.first_bad) counts_.first_bad = std::move(problem);
    }
  }

  Format format() const override { return source_->format(); }
  const std::string& file() const override { return file_; }
  std::span<const ActorInfo> actors() const override { return source_->actors().all(); }
  std::span<const LightInfo> lights() const override { return source_->lights(); }
  const std::optional<std::string>& host_id() const override { return source_->host_id(); }
  const TraceCounts& counts() const override { return counts_; }
  std::span<const std::string> notes() const override { return notes_.all(); }
  double start_seconds() const override { return to_seconds(start_.value_or(Duration{})); }

 private:
  // What is wrong with the frame just read, if anything.
  std::optional<Problem> judge() {
    Place place = source_->place();
    if (start_ && raw_.time <= last_) {
      return Problem{std::move(place),
                     fmt::format("time {} {} the frame before, which is at {}", seconds_text(raw_.time),
                                 raw_.time == last_ ? "is that of" : "is earlier than that of", seconds_text(last_))};
    }
    Duration::rep since_start = 0;
    if (start_ && __builtin_sub_overflow(raw_.time.count(), start_->count(), &since_start))
      return Problem{std::move(place), fmt::format("time {} is absurd", seconds_text(raw_.time))};

    last_seen_.resize(source_->actors().size(), kNever);
    for (const ActorState& state : raw_.actors) {
      if (!has_sound_numbers(state)) return Problem{std::move(place), unsound_text(state)};
      std::uint64_t& seen = last_seen_[state.actor.index()];
      if (seen == number_) {
        return Problem{std::move(place),
                       fmt::format("actor {} comes twice in this frame", source_->actors()[state.actor].id)};
      }
      seen = number_;
    }
    return std::nullopt;
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

  void hand_over(Frame& frame) {
    if (!start_) start_ = raw_.time;
    last_ = raw_.time;
    frame.time = Time(raw_.time - *start_);
    frame.number = number_++;
    frame.actors.swap(raw_.actors);
    frame.lights.swap(raw_.lights);
    const auto drivers = source_->actors().drivers();
    if (!drivers.empty()) {
      for (ActorState& state : frame.actors) {
        if (state.actor.index() >= drivers.size() || !drivers[state.actor.index()]) continue;
        state.driver = *drivers[state.actor.index()];
        state.fields.set(Field::driver);
      }
    }
    ++counts_.frames;
  }

  // The reader's own notes, and one for each category of which an actor had no size.
  void gather_notes() {
    for (; notes_taken_ < source_->notes().all().size(); ++notes_taken_)
      notes_.add(source_->notes().all()[notes_taken_]);
    for (; actors_noted_ < source_->actors().size(); ++actors_noted_) {
      const ActorInfo& info = source_->actors().all()[actors_noted_];
      const auto bit = std::uint64_t{1} << static_cast<unsigned>(info.category);
      if (!info.size_is_default || (categories_noted_ & bit) != 0) continue;
      categories_noted_ |= bit;
      notes_.add(fmt::format("{} {} has no (complete) size: {} m is taken, and for others of its category",
                             to_word(info.category), info.id, size_text(default_size(info.category))));
    }
  }

  static std::string size_text(const Size& size) {
    return fmt::format("{} x {} x {}", shortest(size.length), shortest(size.width), shortest(size.height));
  }

  void locate(Problem& problem) const {
    if (problem.place.file.empty()) problem.place.file = file_;
    problem.place.frame = number_;
  }

  Result<bool> end() {
    if (problem_) return *problem_;
    if (counts_.frames == 0) {
      problem_ = counts_.first_bad
                     ? Problem{counts_.first_bad->place, fmt::format("none of {} frames is good: {}",
                                                                     counts_.bad_frames, counts_.first_bad->message)}
                     : Problem{{.file = file_}, "holds no frames"};
      return *problem_;
    }
    for (const std::string& id : source_->actors().unused_overrides())
      notes_.add(fmt::format("there is no actor {}, of which the manifest speaks", id));
    return false;
  }

  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  std::unique_ptr<FrameSource> source_;
  std::string file_;
  bool skip_bad_frames_;
  RawFrame raw_;
  std::uint64_t number_ = 0;       // of the frame to be read next
  std::optional<Duration> start_;  // the first good frame's time
  Duration last_{};
  std::vector<std::uint64_t> last_seen_;  // by actor: the last frame that had it
  TraceCounts counts_;
  Notes notes_;
  std::size_t notes_taken_ = 0, actors_noted_ = 0;
  std::uint64_t categories_noted_ = 0;
  bool ended_ = false;
  std::optional<Problem> problem_;
};

}  // namespace

std::unique_ptr<Trace> make_checked_trace(std::unique_ptr<FrameSource> source, std::string file, bool skip_bad_frames) {
  return std::make_unique<CheckedTrace>(std::move(source), std::move(file), skip_bad_frames);
}

}  // namespace scrutineer::trace
