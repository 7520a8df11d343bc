#include "map/rules/catalogue.h"

namespace scrutineer::map::rules {

std::vector<MapRule> catalogue() {
  std::vector<MapRule> all;
  for (const std::vector<MapRule>& group :
       {basic_rules(), lane_rules(), lane_width_rules(), geometry_rules(), redundancy_rules(), smoothness_rules(),
        linkage_rules(), junction_rules(), junction_reference_rules(), object_rules(), signal_rules(), border_rules()})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

}  // namespace scrutineer::map::rules
