// Outlines that are no boxes: do two of them share an area?
#pragma once

#include <array>
#include <span>
#include <vector>

#include "scene/boxes.h"
#include "trace/frame.h"

namespace scrutineer::scene::detail {

using trace::Corner;

struct Triangle {
  std::array<Corner, 3> corners;
  Corner low, high;  // of the rectangle around it
};

// Cuts a simple polygon, given in either sense, into triangles. Corners given twice in a row count once; what has no
// area gives no triangles. An outline that crosses itself is no polygon: it gives triangles that cover about as much.
std::vector<Triangle> triangulate(std::span<const Corner> polygon);

// An outline in the actor's own frame, and where that frame is.
struct Outline {
  FlatBox
      frame;  // of which only the place and the directions count, unless `triangles` is empty: then it is the outline
  std::span<const Triangle> triangles;
};

// With an area: outlines that only touch do not overlap.
bool overlaps(const Outline& a, const Outline& b);

// The area that two outlines share, and its centroid in the frame of a; without an area the point of a's box that is
// nearest to b's place.
struct SharedArea {
  double size = 0.0;
  Corner centroid;
};
SharedArea shared_area(const Outline& a, const Outline& b);

}  // namespace scrutineer::scene::detail
