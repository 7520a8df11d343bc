#include "scene/detail/trails.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scrutineer::scene::detail {
namespace {

// A convex polygon of pairs of shares (a of the body's step, b of the trail's), cut down line by line.
class Shares {
 public:
  struct Pair {
    double a, b;
  };
  Shares() {
    pairs_[0] = {0.0, 0.0};
    pairs_[1] = {1.0, 0.0};
    pairs_[2] = {1.0, 1.0};
    pairs_[3] = {0.0, 1.0};
  }

  // Keeps the pairs with value + of_a a + of_b b >= 0. Most lines cut nothing off.
  void keep(double value, double of_a, double of_b) {
    std::array<double, kMost + 1> levels;
    bool is_cut = false;
    for (std::size_t i = 0; i < count_; ++i) {
      levels[i] = value + of_a * pairs_[i].a + of_b * pairs_[i].b;
      is_cut = is_cut || !(levels[i] >= 0.0);
    }
    if (!is_cut) return;
    pairs_[count_] = pairs_[0];
    levels[count_] = levels[0];
    std::array<Pair, kMost + 1> kept;
    std::size_t count = 0;
    for (std::size_t i = 0; i < count_ && count + 2 <= kMost; ++i) {
      const Pair &here = pairs_[i], &next = pairs_[i + 1];
      const double at = levels[i], then = levels[i + 1];
      if (at >= 0.0) kept[count++] = here;
      if ((at >= 0.0) == (then >= 0.0)) continue;
      const double share = at / (at - then);
      kept[count++] = {here.a + share * (next.a - here.a), here.b + share * (next.b - here.b)};
    }
    std::copy_n(kept.begin(), count, pairs_.begin());
    count_ = count;
  }
  std::span<const Pair> pairs() const { return std::span(pairs_).first(count_); }

 private:
  static constexpr std::size_t kMost = 24;
  // One more than there are at most: in between the first one once more behind the last. Only those counted are written.
  std::array<Pair, kMost + 1> pairs_;
  std::size_t count_ = 4;
};

std::array<double, 4> on_axes(double x, double y, const FlatBox& a, const FlatBox& b) {
  return {a.cos * x + a.sin * y, a.cos * y - a.sin * x, b.cos * x + b.sin * y, b.cos * y - b.sin * x};
}

// When the one is where the other was, over two steps of both.
std::optional<FollowUp> follow_up(const BodyStep& body, const BodyStep& other, double longest, double since) {
  const FlatBox &a = body.box, &b = other.box;
  const double along = std::abs(a.cos * b.cos + a.sin * b.sin), across = std::abs(a.cos * b.sin - a.sin * b.cos);
  const std::array<double, 4> reaches{a.half_length + b.half_length * along + b.half_width * across,
                                      a.half_width + b.half_length * across + b.half_width * along,
                                      b.half_length + a.half_length * along + a.half_width * across,
                                      b.half_width + a.half_length * across + a.half_width * along};
  const auto between = on_axes(b.x - a.x, b.y - a.y, a, b), own = on_axes(body.dx, body.dy, a, b),
             others = on_axes(other.dx, other.dy, a, b);
  for (std::size_t i = 0; i < 4; ++i) {
    const double least = between[i] + std::min(others[i], 0.0) - std::max(own[i], 0.0);
    const double most = between[i] + std::max(others[i], 0.0) - std::min(own[i], 0.0);
    if (least > reaches[i] || most < -reaches[i]) return std::nullopt;
  }
  Shares shares;
  for (std::size_t i = 0; i < 4; ++i) {
    shares.keep(reaches[i] - between[i], own[i], -others[i]);
    shares.keep(reaches[i] + between[i], -own[i], others[i]);
  }
  // The body is there after the other one, and not too much so; and the trail counts from `since` on.
  const double lasts = body.to - body.from, other_lasts = other.to - other.from, lag = body.from - other.from;
  shares.keep(lag, lasts, -other_lasts);
  shares.keep(longest - lag, -lasts, other_lasts);
  shares.keep(other.from - since, 0.0, other_lasts);
  if (shares.pairs().empty()) return std::nullopt;
  FollowUp found{.least = longest, .from = body.to, .to = body.from, .trail_from = other.to, .trail_to = other.from};
  for (const Shares::Pair& pair : shares.pairs()) {
    const double time = body.from + pair.a * lasts, trail_time = other.from + pair.b * other_lasts;
    found.least = std::min(found.least, std::max(0.0, time - trail_time));
    found.from = std::min(found.from, time);
    found.to = std::max(found.to, time);
    found.trail_from = std::min(found.trail_from, trail_time);
    found.trail_to = std::max(found.trail_to, trail_time);
  }
  return found;
}

}  // namespace

FlatBox Trail::box_at(const TimedPose& place) const {
  return {place.x, place.y, place.cos, place.sin, half_length_, half_width_};
}

BodyStep Trail::step(std::size_t i) const {
  const TimedPose &from = place(i), &to = place(i + 1);
  double cos = from.cos + to.cos, sin = from.sin + to.sin;
  const double length = std::hypot(cos, sin);
  if (length > 0.1) {
    cos /= length;
    sin /= length;
  } else {
    cos = to.cos;
    sin = to.sin;
  }
  return {.box = {from.x, from.y, cos, sin, half_length_, half_width_},
          .dx = to.x - from.x,
          .dy = to.y - from.y,
          .from = from.seconds,
          .to = to.seconds};
}

void Trail::keep(const TimedPose& place) {
  if (places_.size() % kBlock == 0) {
    if (!blocks_.empty()) include(blocks_.back(), place);
    blocks_.push_back({place.x, place.y, place.x, place.y});
  } else {
    include(blocks_.back(), place);
  }
  if (places_.empty()) all_ = blocks_.back();
  include(all_, place);
  places_.push_back(place);
  if (places_.size() - first_ > kMostPlaces) {
    ++first_;
    is_cut_ = true;
  }
  trim();
}

// Frees what was forgotten, in whole blocks and not too often.
void Trail::trim() {
  constexpr std::size_t kWorthIt = 256;
  if (first_ < kWorthIt) return;
  const std::size_t blocks = first_ / kBlock;
  places_.erase(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(blocks * kBlock));
  blocks_.erase(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(blocks));
  first_ -= blocks * kBlock;
  all_ = blocks_.front();
  for (const Rect& block : blocks_)
    all_ = {std::min(all_.x_min, block.x_min), std::min(all_.y_min, block.y_min), std::max(all_.x_max, block.x_max),
            std::max(all_.y_max, block.y_max)};
}

void Trail::add(double seconds, const FlatBox& box) {
  constexpr double kApart = 0.5;      // metres between places, and ...
  constexpr double kTurned = 0.9994;  // ... the cosine of two degrees
  constexpr double kUneven = 0.02;    // metres that a place in between may be beside where it is taken to be
  if (box.half_length != half_length_ || box.half_width != half_width_) {
    half_length_ = box.half_length;
    half_width_ = box.half_width;
    radius_ = std::hypot(box.half_length, box.half_width);
  }
  const TimedPose now{seconds, static_cast<float>(box.cos), static_cast<float>(box.sin), box.x, box.y};
  if (empty()) {
    keep(now);
    last_step_ = {.box = box, .from = seconds, .to = seconds};
    return;
  }
  const TimedPose last = has_head_ ? head_ : places_.back();
  last_step_ = {.box = box, .dx = now.x - last.x, .dy = now.y - last.y, .from = last.seconds, .to = seconds};
  last_step_.box.x = last.x;
  last_step_.box.y = last.y;
  if (has_head_) {
    const TimedPose& kept = places_.back();
    const double share = (head_.seconds - kept.seconds) / (seconds - kept.seconds);
    const double beside =
        std::hypot(kept.x + share * (now.x - kept.x) - head_.x, kept.y + share * (now.y - kept.y) - head_.y);
    const bool is_far = std::hypot(now.x - kept.x, now.y - kept.y) > kApart;
    const bool has_turned = now.cos * kept.cos + now.sin * kept.sin < kTurned;
    if (is_far || has_turned || beside > kUneven) keep(head_);
  }
  head_ = now;
  has_head_ = true;
}

void Trail::forget_before(double seconds) {
  while (first_ + 1 < places_.size() && places_[first_ + 1].seconds < seconds) {
    ++first_;
    is_cut_ = true;
  }
}

std::optional<FollowUp> follow_up(const BodyStep& body, const Trail& trail, double longest, double since,
                                  double& room) {
  // Most are far from the other's trail.
  const double most = body.box.half_length + body.box.half_width + trail.radius();
  room = trail.gap_to({body.box.x - most + std::min(body.dx, 0.0), body.box.y - most + std::min(body.dy, 0.0),
                       body.box.x + most + std::max(body.dx, 0.0), body.box.y + most + std::max(body.dy, 0.0)});
  if (room > 0.0) return std::nullopt;
  const double radius = std::hypot(body.box.half_length, body.box.half_width);
  const Rect rect{body.box.x - radius + std::min(body.dx, 0.0), body.box.y - radius + std::min(body.dy, 0.0),
                  body.box.x + radius + std::max(body.dx, 0.0), body.box.y + radius + std::max(body.dy, 0.0)};
  std::optional<FollowUp> found;
  room = trail.each_near(rect, [&](const BodyStep& other) {
    if (other.to < since || other.to < body.from - longest) return false;
    const auto here = follow_up(body, other, longest, since);
    if (!here) return true;
    if (!found) {
      found = here;
    } else {
      found->least = std::min(found->least, here->least);
      found->from = std::min(found->from, here->from);
      found->to = std::max(found->to, here->to);
      found->trail_from = std::min(found->trail_from, here->trail_from);
      found->trail_to = std::max(found->trail_to, here->trail_to);
    }
    return true;
  });
  return found;
}

}  // namespace scrutineer::scene::detail
