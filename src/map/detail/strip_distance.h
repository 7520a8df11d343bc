// The distance from a point outside to a strip's surface.
#pragma once

#include <optional>

#include "map/detail/surface_index.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

// A curve that strays less than this from its chord is taken to be nearest where the chord is: the distance is wrong by
// less than that.
inline constexpr double kFineChord = 2e-4;  // metres

// The smaller of `best` and the distance of p (in the line's local frame) to the line between ds_begin and ds_end.
// `bend` bounds the line's second derivative there.
double nearest_on_line(const SideLine& line, double bend, double ds_begin, double ds_end, Local p, double best);

// The smaller of `best` and the distance of p (in the strip's local frame) to the strip's surface, as far as that is
// within kLevelHeight of z. For points that are outside of it.
double nearest_on_strip(const RoadNetwork& map, const SurfaceIndex& index, std::uint32_t strip, Local p,
                        const std::optional<double>& z, double best);

// A place on a strip, and how far away it is.
struct StripPlace {
  double distance, ds, t;
};

// `best` becomes the place nearest to p (in the strip's local frame) among all lanes of the strip, of whatever type, as
// far as they are within kLevelHeight of z; false if none is nearer than it was. For points that are outside of them.
bool nearest_on_lanes(const RoadNetwork& map, const Strip& strip, Local p, const std::optional<double>& z,
                      StripPlace& best);

}  // namespace scrutineer::map::detail
