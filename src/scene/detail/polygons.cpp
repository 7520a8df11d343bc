#include "scene/detail/polygons.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrutineer::scene::detail {
namespace {

// Metres: what overlaps by less only touches. Turning a corner into another frame is not exact, so two outlines that
// share an edge would else overlap by the last digit.
constexpr double kTouch = 1e-9;

double cross(Corner a, Corner b, Corner c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

bool contains(const std::array<Corner, 3>& triangle, Corner p) {
  for (std::size_t i = 0; i < 3; ++i)
    if (cross(triangle[i], triangle[(i + 1) % 3], p) < 0.0) return false;
  return true;
}

bool same(Corner a, Corner b) { return a.x == b.x && a.y == b.y; }

Triangle with_bounds(const std::array<Corner, 3>& corners) {
  Triangle triangle{corners, corners[0], corners[0]};
  for (const Corner& corner : corners) {
    triangle.low = {std::min(triangle.low.x, corner.x), std::min(triangle.low.y, corner.y)};
    triangle.high = {std::max(triangle.high.x, corner.x), std::max(triangle.high.y, corner.y)};
  }
  return triangle;
}

// Is there an edge of `a` with all of `b` on its outer side? Corners counter-clockwise.
bool has_parting_edge(std::span<const Corner> a, std::span<const Corner> b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Corner from = a[i], to = a[(i + 1) % a.size()];
    const double touch = kTouch * std::hypot(to.x - from.x, to.y - from.y);
    if (std::ranges::all_of(b, [&](Corner p) { return cross(from, to, p) <= touch; })) return true;
  }
  return false;
}

bool convex_overlap(std::span<const Corner> a, std::span<const Corner> b) {
  return !has_parting_edge(a, b) && !has_parting_edge(b, a);
}

// Corners of b's frame in a's.
class Turn {
 public:
  Turn(const FlatBox& a, const FlatBox& b) : cos_(a.cos * b.cos + a.sin * b.sin), sin_(a.cos * b.sin - a.sin * b.cos) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    at_ = {a.cos * dx + a.sin * dy, a.cos * dy - a.sin * dx};
  }
  Corner operator()(Corner p) const { return {at_.x + cos_ * p.x - sin_ * p.y, at_.y + sin_ * p.x + cos_ * p.y}; }

 private:
  double cos_, sin_;
  Corner at_;
};

std::array<Corner, 4> corners_of(const FlatBox& box) {
  const double x = box.half_length, y = box.half_width;
  return {Corner{x, y}, {-x, y}, {-x, -y}, {x, -y}};
}

// What is left of a convex piece inside of another one, both counter-clockwise.
std::vector<Corner> clipped(std::span<const Corner> piece, std::span<const Corner> by) {
  std::vector<Corner> rest(piece.begin(), piece.end()), next;
  for (std::size_t i = 0; i < by.size(); ++i) {
    const Corner from = by[i], to = by[(i + 1) % by.size()];
    next.clear();
    for (std::size_t k = 0; k < rest.size(); ++k) {
      const Corner p = rest[k], q = rest[(k + 1) % rest.size()];
      const double inside_p = cross(from, to, p), inside_q = cross(from, to, q);
      if (inside_p >= 0.0) next.push_back(p);
      if ((inside_p < 0.0) == (inside_q < 0.0)) continue;
      const double share = inside_p / (inside_p - inside_q);
      next.push_back({p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)});
    }
    rest.swap(next);
  }
  return rest;
}

// Sums up areas and where they are.
class Centroid {
 public:
  void add(std::span<const Corner> piece) {
    for (std::size_t i = 2; i < piece.size(); ++i) {
      const double twice = cross(piece[0], piece[i - 1], piece[i]);
      twice_area_ += twice;
      x_ += twice * (piece[0].x + piece[i - 1].x + piece[i].x);
      y_ += twice * (piece[0].y + piece[i - 1].y + piece[i].y);
    }
  }
  double size() const { return 0.5 * twice_area_; }
  Corner point() const { return {x_ / (3.0 * twice_area_), y_ / (3.0 * twice_area_)}; }

 private:
  double twice_area_ = 0.0, x_ = 0.0, y_ = 0.0;
};

struct Piece {
  std::vector<Corner> corners;
  Corner low, high;  // of the rectangle around it

  bool is_near(const Piece& other) const {
    return low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y;
  }
};

// The convex pieces of an outline, as corners in another frame.
template <typename Place>
std::vector<Piece> pieces_of(const Outline& outline, Place&& place) {
  std::vector<Piece> pieces;
  const auto add = [&](std::span<const Corner> corners) {
    Piece& piece = pieces.emplace_back();
    for (const Corner& corner : corners) piece.corners.push_back(place(corner));
    const auto x = std::ranges::minmax(piece.corners, {}, &Corner::x);
    const auto y = std::ranges::minmax(piece.corners, {}, &Corner::y);
    piece.low = {x.min.x, y.min.y};
    piece.high = {x.max.x, y.max.y};
  };
  if (outline.triangles.empty()) add(corners_of(outline.frame));
  for (const Triangle& triangle : outline.triangles) add(triangle.corners);
  return pieces;
}

// The triangles against one convex piece in their own frame.
bool any_overlaps(std::span<const Triangle> triangles, std::span<const Corner> piece) {
  Corner low = piece[0], high = piece[0];
  for (const Corner& corner : piece) {
    low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
    high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
  }
  return std::ranges::any_of(triangles, [&](const Triangle& triangle) {
    return triangle.low.x < high.x && low.x < triangle.high.x && triangle.low.y < high.y && low.y < triangle.high.y &&
           convex_overlap(triangle.corners, piece);
  });
}

}  // namespace

std::vector<Triangle> triangulate(std::span<const Corner> polygon) {
  std::vector<Corner> rest;
  for (const Corner& corner : polygon)
    if (rest.empty() || !same(rest.back(), corner)) rest.push_back(corner);
  while (rest.size() > 1 && same(rest.front(), rest.back())) rest.pop_back();

  double area = 0.0;
  for (std::size_t i = 0; i < rest.size(); ++i) area += cross(rest[0], rest[i], rest[(i + 1) % rest.size()]);
  if (area < 0.0) std::ranges::reverse(rest);

  std::vector<Triangle> triangles;
  std::size_t at = 0, failed = 0;
  while (rest.size() >= 3) {
    const std::size_t count = rest.size();
    at %= count;
    const std::size_t before = (at + count - 1) % count, after = (at + 1) % count;
    const std::array<Corner, 3> ear{rest[before], rest[at], rest[after]};
    const double turn = cross(ear[0], ear[1], ear[2]);
    bool cuts_off = turn == 0.0;  // a corner on a straight line
    if (turn > 0.0) {
      cuts_off = true;
      for (std::size_t i = 0; i < count && cuts_off; ++i) {
        const bool is_own = i == before || i == at || i == after || same(rest[i], ear[0]) || same(rest[i], ear[1]) ||
                            same(rest[i], ear[2]);
        cuts_off = is_own || !contains(ear, rest[i]);
      }
    }
    // A full round without an ear: the outline crosses itself. Cut off whatever corner it is.
    if (!cuts_off && failed < count) {
      ++at;
      ++failed;
      continue;
    }
    if (turn > 0.0) triangles.push_back(with_bounds(ear));
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(at));
    failed = 0;
  }
  return triangles;
}

bool overlaps(const Outline& a, const Outline& b) {
  if (a.triangles.empty() && b.triangles.empty()) return overlap_depth(a.frame, b.frame) > 0.0;
  if (a.triangles.empty()) return overlaps(b, a);
  const Turn a_from_b(a.frame, b.frame);
  if (b.triangles.empty()) {
    std::array<Corner, 4> corners = corners_of(b.frame);
    for (Corner& corner : corners) corner = a_from_b(corner);
    return any_overlaps(a.triangles, corners);
  }
  return std::ranges::any_of(b.triangles, [&](const Triangle& triangle) {
    std::array<Corner, 3> corners = triangle.corners;
    for (Corner& corner : corners) corner = a_from_b(corner);
    return any_overlaps(a.triangles, corners);
  });
}

SharedArea shared_area(const Outline& a, const Outline& b) {
  const Turn a_from_b(a.frame, b.frame);
  const auto own = pieces_of(a, [](Corner corner) { return corner; });
  const auto others = pieces_of(b, a_from_b);
  Centroid sum;
  for (const Piece& piece : own)
    for (const Piece& other : others)
      if (piece.is_near(other)) sum.add(clipped(piece.corners, other.corners));
  if (sum.size() > 0.0) return {sum.size(), sum.point()};
  const Corner place = a_from_b({0.0, 0.0});
  return {0.0,
          {std::clamp(place.x, -a.frame.half_length, a.frame.half_length),
           std::clamp(place.y, -a.frame.half_width, a.frame.half_width)}};
}

}  // namespace scrutineer::scene::detail
