#include "report/recording.h"

#include <algorithm>
#include <cmath>

#include "base/quantity.h"

namespace scrutineer::report {
namespace {

constexpr Duration kRegular = std::chrono::milliseconds(100);

// The same direction, nearest to the last one: no jump by a full turn.
double unwound(double yaw, double last) { return yaw + 2.0 * kPi * std::round((last - yaw) / (2.0 * kPi)); }

double frames_per_second(const Found& found) {
  const double seconds = to_seconds(found.end);
  return seconds > 0.0 ? static_cast<double>(found.frames) / seconds : 1.0;
}

}  // namespace

RecordingBuilder::RecordingBuilder(const Found& found, RecordingLimits limits)
    : limits_(limits),
      full_rate_(full_rate_windows(found.issues, frames_per_second(found), limits.window_poses)),
      clock_(kRegular) {
  for (const scene::Fact& fact : scene::facts())
    if (fact.value != nullptr && fact.name != "speed") recording_.facts.push_back(&fact);
  full_rate_signals_ =
      full_rate_windows(found.issues, frames_per_second(found), limits.window_signals / recording_.facts.size());
  std::map<std::pair<std::string, std::string>, std::vector<Window>> plotted;
  for (const FoundIssue& issue : found.issues) {
    auto& windows = plotted[{issue.checker, issue.actor}];
    windows.push_back({issue.start - kAround, issue.end + kAround});
  }
  for (const FoundInterval& interval : found.intervals) {
    auto& windows = plotted[{interval.watcher, interval.actor}];
    windows.push_back({interval.start - kAround, interval.end + kAround});
  }
  for (auto& [key, windows] : plotted) plot_windows_.emplace(key, Windows(std::move(windows)));
  std::vector<Window> all;
  for (const auto& [actor, windows] : full_rate_) all.insert(all.end(), windows.all().begin(), windows.all().end());
  all_windows_ = Windows(std::move(all));
}

void RecordingBuilder::begin_frame(Time now) {
  if (has_begun_) return;
  has_begun_ = true;
  now_ = now;
  is_regular_ = clock_.ticks(now);
  any_window_ = all_windows_.contains(now);
}

bool RecordingBuilder::wants(const watch::CheckInfo& check, trace::ActorId actor, Time now) {
  begin_frame(now);
  if ((!is_regular_ && !any_window_) || actor.index() >= following_.size() || !following_[actor.index()].known)
    return false;
  const auto key = std::pair(check.name, static_cast<std::uint32_t>(actor.index()));
  auto known = plot_windows_of_.find(key);
  if (known == plot_windows_of_.end()) {
    const auto found = plot_windows_.find({std::string(check.name), recording_.actors[actor.index()].info.id});
    known = plot_windows_of_.emplace(key, found == plot_windows_.end() ? nullptr : &found->second).first;
  }
  if (known->second == nullptr || !known->second->contains(now)) return false;
  return is_regular_ || following_[actor.index()].full_rate.contains(now);
}

void RecordingBuilder::take(const watch::CheckInfo& check, trace::ActorId actor, Time, std::span<const double> values) {
  RecordedPlot& plot = recording_.plots[{std::string(check.name), static_cast<std::uint32_t>(actor.index())}];
  plot.frames.push_back(frame());
  plot.lines.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) plot.lines[i].push_back(static_cast<float>(values[i]));
}

void RecordingBuilder::know(scene::Scene& scene, scene::Slot slot) {
  const std::size_t place = scene.actors.id(slot).index();
  if (place >= following_.size()) {
    following_.resize(place + 1);
    recording_.actors.resize(place + 1);
  }
  Following& following = following_[place];
  if (following.known) return;
  following.known = true;
  RecordedActor& actor = recording_.actors[place];
  actor.info = scene.actors.info(slot);
  actor.is_ego = scene.actors.is_ego(slot);
  actor.signals.resize(recording_.facts.size());
  if (const auto found = full_rate_.find(actor.info.id); found != full_rate_.end()) following.full_rate = found->second;
  if (const auto found = full_rate_signals_.find(actor.info.id); found != full_rate_signals_.end())
    following.full_rate_signals = found->second;
}

void RecordingBuilder::take_pose(scene::Scene& scene, scene::Slot slot, bool full) {
  const std::size_t place = scene.actors.id(slot).index();
  Following& following = following_[place];
  RecordedActor& actor = recording_.actors[place];
  const std::uint32_t here = frame();
  // Frames that others keep do not part this actor's: only an absence, or another rate, begins a new stretch.
  const bool goes_on = following.last_frame != 0 && !actor.presences.empty() && following.last_was_full == full &&
                       actor.presences.back().first + actor.presences.back().count == here;
  if (!goes_on) actor.presences.push_back({here, 0, !full});
  ++actor.presences.back().count;
  following.last_frame = here + 1;
  following.last_was_full = full;
  if (!full && !is_regular_) return;  // it is there, but this frame is somebody else's
  const trace::ActorState& state = scene.actors.state(slot);
  actor.frames.push_back(here);
  actor.x.push_back(state.x);
  actor.y.push_back(state.y);
  actor.yaw.push_back(actor.yaw.empty() ? state.yaw : unwound(state.yaw, actor.yaw.back()));
  actor.speed.push_back(static_cast<float>(scene.motion.speed(slot)));
  if (actor.info.is_static || scene.actors.whole(slot) != slot) return;
  const bool is_due =
      is_regular_ ? actor.is_ego || regular_count_ % stride_ == 0 : following.full_rate_signals.contains(now_);
  if (is_due) take_signals(scene, slot, actor);
}

void RecordingBuilder::take_signals(scene::Scene& scene, scene::Slot slot, RecordedActor& actor) {
  actor.signal_poses.push_back(static_cast<std::uint32_t>(actor.frames.size() - 1));
  std::vector<float>* signal = actor.signals.data();  // one for each fact
  for (const scene::Fact* fact : recording_.facts) (signal++)->push_back(static_cast<float>(fact->value(scene, slot)));
  if (!actor.is_ego && is_regular_) signals_taken_ += recording_.facts.size();
}

// Half as often from now on, and for what was taken.
void RecordingBuilder::thin_signals() {
  stride_ *= 2;
  std::vector<std::uint32_t> ordinals;  // of the regular frames
  std::uint32_t count = 0;
  ordinals.reserve(recording_.regular.size());
  for (const bool regular : recording_.regular) ordinals.push_back(regular ? count++ : 0);
  signals_taken_ = 0;
  for (RecordedActor& actor : recording_.actors) {
    if (actor.is_ego) continue;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < actor.signal_poses.size(); ++i) {
      const std::uint32_t at = actor.frames[actor.signal_poses[i]];
      if (recording_.regular[at] && ordinals[at] % stride_ != 0) continue;
      if (recording_.regular[at]) signals_taken_ += recording_.facts.size();
      actor.signal_poses[kept] = actor.signal_poses[i];
      for (auto& signal : actor.signals) signal[kept] = signal[i];
      ++kept;
    }
    actor.signal_poses.resize(kept);
    for (auto& signal : actor.signals) signal.resize(kept);
  }
}

void RecordingBuilder::look(scene::Scene& scene, const scene::LightHeads* lights) {
  begin_frame(scene.actors.time());
  if (is_regular_ || any_window_) {
    for (const scene::Slot slot : scene.actors.present_with_parts()) {
      know(scene, slot);
      // A part is kept as often as its whole.
      const scene::Slot whole = scene.actors.whole(slot);
      if (whole != slot) know(scene, whole);
      take_pose(scene, slot, following_[scene.actors.id(whole).index()].full_rate.contains(now_));
    }
    recording_.times.push_back(now_);
    recording_.regular.push_back(is_regular_);
    if (is_regular_) ++regular_count_;
    if (lights != nullptr && scene.places.has_map()) lights_.look(*lights, scene.places.map(), now_);
    if (signals_taken_ > limits_.signals) thin_signals();
  }
  has_begun_ = false;
}

Recording RecordingBuilder::finish() {
  for (RecordedActor& actor : recording_.actors) {
    for (auto& signal : actor.signals)
      if (std::ranges::none_of(signal, [](float value) { return std::isfinite(value); })) signal.clear();
  }
  recording_.lights = lights_.finish();
  return std::exchange(recording_, {});
}

}  // namespace scrutineer::report
