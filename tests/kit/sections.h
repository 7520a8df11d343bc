// What the transformations of roads need to know about lane sections and the ends of roads.
#pragma once

#include "map/model.h"

namespace scrutineer::kit {

// Begins another lane section at s with the same lanes, linked to themselves. Nothing happens where one begins already.
void cut_section(map::RoadRecord& road, double s);

// Which end of the connection's incoming road is at the junction.
map::ContactPoint incoming_end(const map::Document& document, const map::JunctionRecord& junction,
                               const map::JunctionConnection& connection);

}  // namespace scrutineer::kit
