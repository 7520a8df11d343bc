// Plan-view geometries as chains of quintic polynomials in arc length.
//
// A geometry is cut into pieces; each is the quintic that has the true position, tangent and curvature at both ends.
// How finely it is cut comes from the error of that interpolation, |r^(6)| h^6 / 46080 (h: piece length), which is
// known in closed form for arcs and clothoids and is measured inside every piece for cubics.
#pragma once

#include <vector>

#include "map/model.h"

namespace scrutineer::map::detail {

// x(ds) = sum x[i] ds^i, y likewise; ds counts from the piece's begin.
struct CurvePiece {
  double ds_begin = 0.0;  // from the geometry's begin
  double length = 0.0;
  bool straight = false;
  double x[6] = {};  // in world coordinates, relative to (origin_x, origin_y)
  double y[6] = {};
  double origin_x = 0.0, origin_y = 0.0;
};

struct CurvePoint {
  double x = 0.0, y = 0.0;    // world
  double dx = 1.0, dy = 0.0;  // by s
};

// Appends the pieces of `geometry`. Returns the curve's true length, which differs from geometry.length only for cubics
// whose file is imprecise; s is then stretched evenly so that the curve begins and ends where the file says.
double append_pieces(const Geometry& geometry, std::vector<CurvePiece>& pieces);

CurvePoint point_on(const CurvePiece& piece, double ds);

}  // namespace scrutineer::map::detail
