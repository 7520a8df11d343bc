// The same roads told differently, for tests that no answer depends on how a map is written down.
//
//   const auto turned = build_network(shifted_and_rotated(document, 1e6, -2e5, 1.0));
//   const auto cut = build_network(split(document, "12", 40.0));
#pragma once

#include <string>

#include "map/model.h"

namespace scrutineer::kit {

// Turned around the origin by `angle`, then shifted. The header's extent is forgotten.
map::Document shifted_and_rotated(map::Document document, double dx, double dy, double angle);

// Mirrored at the x axis: y becomes -y, lane numbers change their sign, right-hand traffic drives on the left.
map::Document mirrored(map::Document document);

// Cuts the road at s into itself and a new road that follows it: its id is `new_id` or else the road's with "_after".
// A signal or object belongs to the part that its s is on (at the cut itself: to the new one), as a whole.
map::Document split(map::Document document, const std::string& road, double s, std::string new_id = {});

// The road's s runs the other way. Traffic keeps its side, so the rule stays: right-hand traffic drives on the right
// whichever way s runs. Where no road type is given at its start, the first one given then holds there.
map::Document reversed(map::Document document, const std::string& road);

}  // namespace scrutineer::kit
