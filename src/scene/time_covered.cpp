#include "scene/time_covered.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/clock_rounding.h"
#include "base/counted.h"
#include "base/text.h"

namespace scrutineer::scene {

namespace {

// Frames that are lost one at a time are not worth a word; time in which something may happen is.
constexpr Duration kWorthTelling = least_of(std::chrono::milliseconds(500));
// But one that is lost again and again is never seen for long, and what lasts is not seen at all.
constexpr std::uint64_t kManyAbsences = 5;
constexpr double kMuchAway = 0.1;  // of its frames
// Who is in a single frame: so many of them, in so many frames at least, and half of all.
constexpr std::size_t kManyMoments = 10;

// For people, to whom the clocks of simulators tell more than they want to know.
std::string seconds(Duration duration) { return rounded(to_seconds(duration), 3) + " s"; }
std::string seconds(Time time) { return seconds(time.time_since_epoch()); }

// Of actors that came at once the first by its id: the order of rows says nothing.
std::pair<std::size_t, std::string_view> by_id(std::span<const trace::ActorInfo> actors, std::size_t actor) {
  return {actors[actor].id.size(), actors[actor].id};
}

std::string missing_frames(const trace::TimeGaps& gaps) {
  const std::vector<trace::TimeGap> longest = gaps.longest(kWorthTelling);
  if (longest.empty()) return {};
  const auto length = [](const trace::TimeGap& gap) { return gap.end - gap.start; };
  const trace::TimeGap& worst = *std::ranges::max_element(longest, {}, length);
  const std::string where =
      fmt::format("{} between {} and {}", seconds(length(worst)), seconds(worst.start), seconds(worst.end));
  if (longest.size() == 1)
    return fmt::format("frames are missing: there are none for the {}, which are not judged", where);
  return fmt::format(
      "frames are missing: there are {} gaps, which are not judged, the longest of {}; trace info lists them",
      gaps.count(kWorthTelling), where);
}

}  // namespace

// Who is where in the list of a frame changes seldom.
bool TimeCovered::has(const trace::Frame& frame, trace::ActorId ego) {
  if (place_ < frame.actors.size() && frame.actors[place_].actor == ego) return true;
  const auto found = std::ranges::find(frame.actors, ego, &trace::ActorState::actor);
  if (found == frame.actors.end()) return false;
  place_ = static_cast<std::size_t>(found - frame.actors.begin());
  return true;
}

void TimeCovered::advance(const trace::Frame& frame, trace::ActorId ego) {
  gaps_.add(frame);
  ++frames_;
  end_ = frame.time;
  see_others(frame, ego);
  if (!ego.valid() || !has(frame, ego)) return;
  ego_ = ego;
  has_company_ = has_company_ || frame.actors.size() > 1;
  if (last_seen_ != 0 && last_seen_ + 1 != frames_) {
    if (absences_++ == 0) first_absence_ = {.frame = frame.number, .start = last_time_, .end = frame.time};
    absent_ += frame.time - last_time_;
  }
  last_seen_ = frames_;
  last_time_ = frame.time;
}

void TimeCovered::see_others(const trace::Frame& frame, trace::ActorId ego) {
  for (const trace::ActorState& state : frame.actors) {
    const std::size_t actor = state.actor.index();
    if (actor >= sights_.size()) sights_.resize(actor + 1);
    Sight& sight = sights_[actor];
    if (sight.frame + 1 != frames_ && state.actor != ego) [[unlikely]]
      see_again(sight, state.actor, frame.time);
    sight.frame = frames_;
    sight.time = frame.time;
  }
}

// One that was not in the frame before.
void TimeCovered::see_again(Sight& sight, trace::ActorId actor, Time now) {
  if (sight.frame == 0) {
    sight.first = frames_;
    return;
  }
  if (now - sight.time < kWorthTelling) {
    ++sight.absences;
    sight.frames_away += frames_ - sight.frame - 1;
    return;
  }
  sight.first += frames_ - sight.frame - 1;  // told below, and not counted
  if (std::exchange(sight.was_away, true)) return;
  ++actors_away_;
  if (first_away_.empty() || first_away_.front().until == now) first_away_.push_back({actor, sight.time, now});
}

bool TimeCovered::Sight::flickers() const {
  return absences >= kManyAbsences && static_cast<double>(frames_away) >= kMuchAway * static_cast<double>(span());
}

std::string TimeCovered::note_of_others(std::span<const trace::ActorInfo> actors) const {
  if (actors_away_ == 0) return {};
  const Absence& absence =
      *std::ranges::min_element(first_away_, {}, [&](const Absence& one) { return by_id(actors, one.actor.index()); });
  const std::string& first = actors[absence.actor.index()].id;
  const std::string when = fmt::format("{} and {}", seconds(absence.from), seconds(absence.until));
  if (actors_away_ == 1)
    return fmt::format("actor {} is not there between {}: nothing is judged of it in that time", first, when);
  return fmt::format(
      "{} actors vanish and come back, the first is {}, not there between {}: nothing is judged of them in "
      "that time",
      actors_away_, first, when);
}

std::string TimeCovered::note_of_flicker(std::span<const trace::ActorInfo> actors) const {
  std::size_t count = 0, first = 0;
  for (std::size_t i = 0; i < sights_.size(); ++i) {
    if (!sights_[i].flickers()) continue;
    if (count++ == 0 || by_id(actors, i) < by_id(actors, first)) first = i;
  }
  if (count == 0) return {};
  const Sight& sight = sights_[first];
  const std::string which =
      fmt::format("actor {} vanishes {} times for less than {}, and is in {} of {} frames", actors[first].id,
                  sight.absences, seconds(kWorthTelling), sight.span() - sight.frames_away, sight.span());
  return fmt::format(
      "{}{}: what lasts is judged anew, or not at all, whenever an actor is back; everybody who is there "
      "must be in every frame",
      which, count == 1 ? "" : fmt::format(", and {} like it", counted(count - 1, "other")));
}

// Ids that are those of detections, not of who is detected.
std::string TimeCovered::note_of_moments(std::span<const trace::ActorInfo> actors) const {
  std::size_t all = 0, moments = 0, first = 0;
  for (std::size_t i = 0; i < sights_.size(); ++i) {
    const Sight& sight = sights_[i];
    if (sight.frame == 0 || (ego_.valid() && i == ego_.index())) continue;
    ++all;
    if (!sight.is_moment()) continue;
    const auto order = [&](std::size_t actor) { return std::pair(sights_[actor].frame, by_id(actors, actor)); };
    if (moments++ == 0 || order(i) < order(first)) first = i;
  }
  if (moments < kManyMoments || 2 * moments < all) return {};
  return fmt::format(
      "{} of {} other actors are in a single frame only, the first is {}: nothing that lasts is judged of "
      "them; somebody must have the same id in all frames",
      moments, all, actors[first].id);
}

std::vector<std::string> TimeCovered::notes(std::span<const trace::ActorInfo> actors, bool is_whole) const {
  std::vector<std::string> notes;
  if (frames_ == 1 && is_whole)
    notes.emplace_back("the run is a single frame: what shows only over time cannot be judged");
  if (std::string missing = missing_frames(gaps_); !missing.empty()) notes.push_back(std::move(missing));
  if (last_seen_ != 0) add_notes_of_ego(actors, notes);
  if (std::string away = note_of_others(actors); !away.empty()) notes.push_back(std::move(away));
  if (std::string flicker = note_of_flicker(actors); !flicker.empty()) notes.push_back(std::move(flicker));
  if (frames_ >= kManyMoments)
    if (std::string moments = note_of_moments(actors); !moments.empty()) notes.push_back(std::move(moments));
  return notes;
}

void TimeCovered::add_notes_of_ego(std::span<const trace::ActorInfo> actors, std::vector<std::string>& notes) const {
  const std::string who = "the ego, actor " + actors[ego_.index()].id + ",";
  if (absences_ == 1) {
    notes.push_back(fmt::format("{} is not there between {} and {}", who, seconds(first_absence_.start),
                                seconds(first_absence_.end)));
  } else if (absences_ > 1) {
    notes.push_back(fmt::format("{} vanishes and comes back {} times, and is not there for {} in all", who, absences_,
                                seconds(absent_)));
  }
  if (last_seen_ != frames_)
    notes.push_back(fmt::format("{} is there until {}, and the run until {}: nothing of it is judged after it has gone",
                                who, seconds(last_time_), seconds(end_)));
  if (!has_company_ && frames_ > 1 && actors.size() > 1)
    notes.push_back(fmt::format(
        "{} is in no frame together with another actor, so nothing is judged between them; what is true of one moment "
        "must have one time",
        who));
}

}  // namespace scrutineer::scene
