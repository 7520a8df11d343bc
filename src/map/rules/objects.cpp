// Rules about objects beside and on the road.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/rules/catalogue.h"
#include "map/rules/items.h"
#include "map/signal_kinds.h"

namespace scrutineer::map::rules {
namespace {

// ---- place and size -------------------------------------------------------------------------------------------------

void object_position(Check& check) {
  check.each(check.source().objects(),
             [&](const SourceItem& item) { judge_place(check, item, {.beside = Level::information}); });
  check.each(check.source().object_references(), [&](const SourceItem& item) {
    judge_place(check, item, {.has_height = false, .beside = Level::information});
  });
  check.each(check.source().structures(), [&](const SourceItem& item) {
    judge_place(check, item, {.has_t = false, .has_height = false});
    const double end = item.s + number_of(item.node, "length"), length = road_of(check, item).length;
    if (item.s <= length && end > length + check.tolerance("max_beyond"))
      check.report(item.node, where_of(check, item), "ends beyond the end of its road")
          .measure(end - length, check.tolerance("max_beyond"), "m");
  });
}

bool has_outline(Node object) { return object.child("outlines").child("outline") || object.child("outline"); }

void object_size(Check& check) {
  const double most = check.tolerance("max_size");
  check.each(check.source().objects(), [&](const SourceItem& item) {
    if (has_outline(item.node)) return;
    const Where where = where_of(check, item);
    const auto judge = [&](const char* name) {
      const double size = number_of(item.node, name);
      if (std::isfinite(size) && (size < 0.0 || size > most))
        check.report(item.node, where, fmt::format("its {} is implausible", name))
            .measure(size, size < 0.0 ? 0.0 : most, "m")
            .level(Level::warning);
    };
    for (const char* name : {"length", "width", "radius", "height"}) judge(name);
    const bool has_box = has(item.node, "length") && has(item.node, "width");
    std::string missing;
    if (!has_box && !has(item.node, "radius")) missing = "length and width, or a radius";
    if (!has(item.node, "height")) missing += missing.empty() ? "height" : ", and height";
    if (!missing.empty()) check.report(item.node, where, fmt::format("has no {}", missing)).level(Level::information);
  });
}

void object_on_road(Check& check) {
  const double beyond = check.tolerance("max_beyond");
  const auto judge = [&](const SourceItem& item, Node node, double s, const char* what) {
    const double length = road_of(check, item).length;
    if (!(s < -beyond || s > length + beyond)) return;
    check.report(node, where_of(check, item), fmt::format("{} lies off the road", what))
        .measure(s < 0.0 ? -s : s - length, beyond, "m");
  };
  check.each(check.source().objects(), [&](const SourceItem& item) {
    judge(item, item.node, item.s, "the object");
    for (const Node repeat : item.node.children("repeat")) {
      const double s = number_of(repeat, "s");
      judge(item, repeat, s, "a repeated object");
      judge(item, repeat, s + number_of(repeat, "length"), "the end of a repeated object");
    }
    const auto judge_corners = [&](Node outline) {
      for (const Node corner : outline.children("cornerRoad")) judge(item, corner, number_of(corner, "s"), "a corner");
    };
    judge_corners(item.node.child("outline"));
    for (const Node outline : item.node.child("outlines").children("outline")) judge_corners(outline);
  });
  check.each(check.source().structures(), [&](const SourceItem& item) {
    judge(item, item.node, item.s, item.node.name());
    judge(item, item.node, item.s + number_of(item.node, "length"), "its end");
  });
}

// ---- references -----------------------------------------------------------------------------------------------------

void object_reference_exists(Check& check) {
  const Source& source = check.source();
  check.each(source.object_references(), [&](const SourceItem& item) {
    if (source.find_object(item.id) == nullptr)
      check.report(item.node, where_of(check, item), fmt::format("names object {}, which does not exist", item.id));
  });
  // Lanes that an object is valid for.
  check.each(source.objects(), [&](const SourceItem& item) {
    const std::string_view type = text_of(item.node, "type");
    if (type != "crosswalk" && type != "parkingSpace") return;
    const SourceRoad& road = road_of(check, item);
    if (road.sections.empty()) return;
    for (const Node validity : item.node.children("validity")) {
      if (is_of_temporary_layer(validity)) continue;
      for (const char* name : {"fromLane", "toLane"}) {
        const auto lane = integer_of(validity, name);
        const SourceSection* section = lane && *lane != 0 ? road.section_at(item.s, *lane) : nullptr;
        if (lane && *lane != 0 && (section == nullptr || section->find(*lane) == nullptr))
          check.report(validity, where_of(check, item),
                       fmt::format("{} names lane {}, which is not there", name, *lane));
      }
    }
  });
}

// The outline's corners in the plane, or its middle.
void crosswalk_place(Check& check) {
  const RoadNetwork& map = check.map();
  for (std::size_t i = 0; i < map.roads().size(); ++i) {
    const RoadId road(i);
    std::size_t place = 0;
    for (const Object& object : map.objects_of(road)) {
      const std::size_t index = map.road(road).first_object + place++;
      const bool is_crosswalk = object.record.type == "crosswalk", is_line = is_stop_line(object.record);
      if ((!is_crosswalk && !is_line) || index >= check.source().objects().size()) continue;
      const double s = std::clamp(object.record.s, 0.0, map.road(road).length);
      std::vector<RoadPoint> points{point_at(map, road, s, object.record.t)};
      const double half = 0.5 * std::max(object.record.length, object.record.width);
      for (const double offset : {-half, -0.5 * half, 0.5 * half, half})
        points.push_back(point_at(map, road, s, object.record.t + offset));
      for (const auto& outline : object.record.outlines)
        for (const ObjectCorner& corner : outline)
          if (corner.road_coordinates) points.push_back(point_at(map, road, corner.a, corner.b));
      const bool on_lane = std::ranges::any_of(points, [&](const RoadPoint& point) {
        const auto at = locate(map, {point.x, point.y});
        return std::ranges::any_of(at, [&](const RoadPosition& p) { return carries_vehicles(map.lane(p.lane).type); });
      });
      if (on_lane) continue;
      const SourceItem& item = check.source().objects()[index];
      check.report(item.node, where_of(check, item),
                   is_crosswalk ? "the crosswalk crosses no lane that vehicles use"
                                : "the stop line lies on no lane that vehicles use");
    }
  }
}

std::vector<MapRule> object_place_rules() {
  return {
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.object_position",
       .group = "objects",
       .title = "Objects lie at their road.",
       .doc = "Objects, references, tunnels and bridges do not begin more than max_beyond after the road's end, nor do "
              "tunnels "
              "and bridges end there. Objects further than max_t beside the road or max_height above or below it are a "
              "note.",
       .why = "Programs leave them out or put them at the road's end.",
       .remedy = "Correct s, or give the object to the road that it lies at.",
       .tolerances = {{"max_beyond", "m", "Objects may lie this far after the road's end.", 1e-6},
                      {"max_t", "m", "Objects further beside the road are noted.", 50.0},
                      {"max_height", "m", "Objects further above or below are noted.", 20.0}},
       .run = object_position},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.object_size",
       .group = "objects",
       .title = "Objects have a plausible size.",
       .doc = "length and width, or radius, and height are between 0 and max_size; a size that is missing is a note. "
              "Objects "
              "with an outline are left alone.",
       .why = "Objects without a size cannot be drawn or collided with.",
       .remedy = "Write the size.",
       .level = Level::information,
       .tolerances = {{"max_size", "m", "Larger objects are implausible.", 50.0}},
       .peer = "openMSL's checker demands sizes of objects with an outline before 1.6, and ends where only one of "
               "length "
               "and width is given.",
       .run = object_size},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.object_on_road",
       .group = "objects",
       .title = "Objects and their parts lie on the road's length.",
       .doc = "s of objects, of both ends of repetitions, of corners in road coordinates, and of both ends of tunnels "
              "and bridges "
              "is within max_beyond of 0 and the road's length.",
       .why = "esmini ignores such repetitions; others draw them at the road's end.",
       .remedy = "Correct s or length.",
       .tolerances = {{"max_beyond", "m", "s may be off the road by this.", 0.01}},
       .run = object_on_road},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.object_reference_exists",
       .group = "objects",
       .title = "Objects that are referred to exist.",
       .doc = "objectReference names an object, and the validity of crosswalks and parking spaces names lanes that are "
              "there.",
       .why = "The object is missing where it is referred to.",
       .remedy = "Correct the id.",
       .level = Level::error,
       .run = object_reference_exists},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.crosswalk_place",
       .group = "objects",
       .title = "Crosswalks and stop lines lie on lanes that vehicles use.",
       .doc = "The middle of the object, points across it, or a corner of its outline lies on such a lane.",
       .why = "Nobody stops for them.",
       .remedy = "Correct s and t.",
       .level = Level::information,
       .needs = Needs::both,
       .run = crosswalk_place},
  };
}

}  // namespace

std::vector<MapRule> object_rules() {
  std::vector<MapRule> all = object_place_rules();
  for (const MapRule& rule : object_structure_rules()) all.push_back(rule);
  return all;
}

}  // namespace scrutineer::map::rules
