#include "map/detail/polygon_union.h"

#include <geos_c.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

namespace {

using namespace scrutineer::map;
using namespace scrutineer::map::detail;

// GEOS keeps its state in a context, here one per union: calls from several threads share nothing. Every failure is
// told by a null result. Only lack of memory must be told from shapes that it cannot handle: without it the same shapes
// would make another area.
class Geos {
 public:
  struct FreeGeometry {
    GEOSContextHandle_t context;
    void operator()(GEOSGeometry* geometry) const { GEOSGeom_destroy_r(context, geometry); }
  };
  using Geometry = std::unique_ptr<GEOSGeometry, FreeGeometry>;

  explicit Geos(Point origin) : context_(GEOS_init_r()), origin_(origin) {
    if (context_ == nullptr) throw std::bad_alloc();
    const auto hear = [](const char* message, void* is_out_of_memory) {
      if (std::string_view(message).find("bad_alloc") != std::string_view::npos)
        *static_cast<bool*>(is_out_of_memory) = true;
    };
    GEOSContext_setErrorMessageHandler_r(context_, hear, is_out_of_memory_.get());
  }
  ~Geos() { GEOS_finish_r(context_); }
  Geos(const Geos&) = delete;
  Geos& operator=(const Geos&) = delete;

  Geometry polygon(const Ring& ring) const {
    std::vector<double> x, y;
    x.reserve(ring.size() + 1);
    y.reserve(ring.size() + 1);
    const auto on_grid = [](double value) { return std::round(value / kUnionGrid) * kUnionGrid; };
    for (const Point& point : ring) {
      x.push_back(on_grid(point.x - origin_.x));
      y.push_back(on_grid(point.y - origin_.y));
    }
    x.push_back(x.front());
    y.push_back(y.front());
    GEOSCoordSequence* sequence =
        GEOSCoordSeq_copyFromArrays_r(context_, x.data(), y.data(), nullptr, nullptr, static_cast<unsigned>(x.size()));
    GEOSGeometry* shell = sequence == nullptr ? nullptr : GEOSGeom_createLinearRing_r(context_, sequence);
    Geometry made = own(shell == nullptr ? nullptr : GEOSGeom_createPolygon_r(context_, shell, nullptr, 0));
    if (made && GEOSisValid_r(context_, made.get()) != 1) made = own(GEOSMakeValid_r(context_, made.get()));
    throw_if_out_of_memory();
    return made;
  }

  // Null if it fails.
  Geometry united(std::vector<Geometry> parts) const {
    std::vector<GEOSGeometry*> bare;
    bare.reserve(parts.size());
    for (Geometry& part : parts) bare.push_back(part.release());
    const Geometry all = own(GEOSGeom_createCollection_r(context_, GEOS_GEOMETRYCOLLECTION, bare.data(),
                                                         static_cast<unsigned>(bare.size())));
    Geometry made = own(all ? GEOSUnaryUnion_r(context_, all.get()) : nullptr);
    throw_if_out_of_memory();
    return made;
  }

  // Calls outer(ring) and hole(ring) for each polygon; what a union leaves of collapsed polygons (lines) is passed
  // over.
  template <typename Outer, typename Hole>
  void visit(const GEOSGeometry* geometry, Outer outer, Hole hole) const {
    const int type = GEOSGeomTypeId_r(context_, geometry);
    if (type == GEOS_POLYGON) {
      if (GEOSisEmpty_r(context_, geometry) != 0) return;
      outer(points(GEOSGetExteriorRing_r(context_, geometry)));
      for (int i = 0; i < GEOSGetNumInteriorRings_r(context_, geometry); ++i) {
        hole(points(GEOSGetInteriorRingN_r(context_, geometry, i)));
      }
    } else if (type == GEOS_MULTIPOLYGON || type == GEOS_GEOMETRYCOLLECTION) {
      for (int i = 0; i < GEOSGetNumGeometries_r(context_, geometry); ++i) {
        visit(GEOSGetGeometryN_r(context_, geometry, i), outer, hole);
      }
    }
  }

 private:
  void throw_if_out_of_memory() const {
    if (*is_out_of_memory_) throw std::bad_alloc();
  }

  Geometry own(GEOSGeometry* geometry) const { return Geometry(geometry, FreeGeometry{context_}); }

  Ring points(const GEOSGeometry* line) const {
    const GEOSCoordSequence* sequence = GEOSGeom_getCoordSeq_r(context_, line);
    unsigned size = 0;
    GEOSCoordSeq_getSize_r(context_, sequence, &size);
    Ring ring;
    for (unsigned i = 0; i + 1 < size; ++i) {
      Point point;
      GEOSCoordSeq_getXY_r(context_, sequence, i, &point.x, &point.y);
      ring.push_back({point.x + origin_.x, point.y + origin_.y});
    }
    if (signed_area(ring) < 0.0) std::reverse(ring.begin(), ring.end());
    return ring;
  }

  std::unique_ptr<bool> is_out_of_memory_ = std::make_unique<bool>(false);  // at one place, for the library to set
  GEOSContextHandle_t context_;
  Point origin_;
};

// A vertex near which all others should lie: what a bad file throws far away does not decide where the rest is.
Point middle_of(std::span<const Ring> rings) {
  std::vector<double> x, y;
  for (const Ring& ring : rings) {
    for (const Point& point : ring) {
      if (!std::isfinite(point.x) || !std::isfinite(point.y)) continue;
      x.push_back(point.x);
      y.push_back(point.y);
    }
  }
  if (x.empty()) return {};
  const auto median = [](std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  };
  return {median(x), median(y)};
}

bool usable(const Ring& ring, Point middle) {
  return ring.size() >= 3 && std::ranges::all_of(ring, [middle](const Point& point) {
           return std::abs(point.x - middle.x) < kFarthest && std::abs(point.y - middle.y) < kFarthest;
         });
}

}  // namespace

void scrutineer_union_of(std::span<const Ring> rings, UnionOfRings& result) {
  const Point middle = middle_of(rings);
  const Geos geos(middle);
  std::vector<Geos::Geometry> polygons;
  for (const Ring& ring : rings) {
    if (!usable(ring, middle)) continue;
    if (auto polygon = geos.polygon(ring)) polygons.push_back(std::move(polygon));
  }
  std::vector<Geos::Geometry> shells;
  if (const auto united = geos.united(std::move(polygons))) {
    geos.visit(
        united.get(), [&](const Ring& ring) { shells.push_back(geos.polygon(ring)); },
        [&](Ring ring) { result.filled.push_back(std::move(ring)); });
  }
  // Again: a part that lay in another one's hole is now inside of it.
  if (const auto united = geos.united(std::move(shells))) {
    geos.visit(united.get(), [&](Ring ring) { result.outer.push_back(std::move(ring)); }, [](const Ring&) {});
  }
}
