#include "map/detail/lazy_areas.h"

#include "map/detail/junction_area.h"
#include "map/detail/kept_by_way.h"
#include "map/detail/kept_reach.h"
#include "map/detail/signal_table.h"
#include "map/detail/surface_index.h"
#include "map/lane_ahead.h"
#include "map/lanes_following.h"
#include "map/roads_around.h"
#include "map/signal_controls.h"

namespace scrutineer::map::detail {

LazyAreas::LazyAreas(std::size_t junction_count)
    : grounds(junction_count), junctions(junction_count), controls(junction_count) {}
LazyAreas::~LazyAreas() = default;

}  // namespace scrutineer::map::detail
