#include "map/detail/lazy_areas.h"

#include "map/detail/junction_area.h"
#include "map/detail/lanes_ahead.h"
#include "map/detail/signal_table.h"
#include "map/detail/surface_index.h"

namespace scrutineer::map::detail {

LazyAreas::LazyAreas(std::size_t junction_count) : grounds(junction_count), junctions(junction_count) {}
LazyAreas::~LazyAreas() = default;

}  // namespace scrutineer::map::detail
