// Rules about what objects are made of: outlines, skeletons, markings, borders, and what each type may have.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "map/rules/catalogue.h"
#include "map/rules/items.h"

namespace scrutineer::map::rules {
namespace {

std::size_t count_of(Node node, const char* name) {
  const auto children = node.children(name);
  return static_cast<std::size_t>(std::distance(children.begin(), children.end()));
}

template <typename Judge>
void each_outline(Check& check, Judge judge) {
  check.each(check.source().objects(), [&](const SourceItem& item) {
    for (const Node outline : item.node.children("outline")) judge(item, outline);
    for (const Node outline : item.node.child("outlines").children("outline")) judge(item, outline);
  });
}

template <typename Judge>
void each_polyline(Check& check, Judge judge) {
  check.each(check.source().objects(), [&](const SourceItem& item) {
    for (const Node polyline : item.node.child("skeleton").children("polyline")) judge(item, polyline);
  });
}

void orientation(Check& check) {
  check.each(check.source().objects(), [&](const SourceItem& item) {
    if (!has(item.node, "orientation")) check.report(item.node, where_of(check, item), "has no orientation");
  });
}

void outline_followed_by_corner(Check& check) {
  each_outline(check, [&](const SourceItem& item, Node outline) {
    if (count_of(outline, "cornerRoad") >= 2 || count_of(outline, "cornerLocal") >= 2 || outline.child("curve")) return;
    check.report(outline, where_of(check, item), "the outline has neither two corners of one kind nor a curve");
  });
}

template <bool kRoad>
void corner_min_amount(Check& check) {
  constexpr const char* kName = kRoad ? "cornerRoad" : "cornerLocal";
  each_outline(check, [&](const SourceItem& item, Node outline) {
    if (count_of(outline, kName) == 1)
      check.report(outline, where_of(check, item), fmt::format("the outline has only one {}", kName));
  });
}

void polyline_followed_by_vertex(Check& check) {
  each_polyline(check, [&](const SourceItem& item, Node polyline) {
    if (count_of(polyline, "vertexRoad") >= 2 || count_of(polyline, "vertexLocal") >= 2) return;
    check.report(polyline, where_of(check, item), "the polyline has no two vertices of one kind");
  });
}

template <bool kRoad>
void vertex_min_amount(Check& check) {
  constexpr const char* kName = kRoad ? "vertexRoad" : "vertexLocal";
  each_polyline(check, [&](const SourceItem& item, Node polyline) {
    if (count_of(polyline, kName) == 1)
      check.report(polyline, where_of(check, item), fmt::format("the polyline has only one {}", kName));
  });
}

std::set<std::string_view> corner_ids(Node object) {
  std::set<std::string_view> ids;
  const auto add = [&](Node outline) {
    for (const Node corner : outline.children())
      if (is_named(corner, "cornerRoad") || is_named(corner, "cornerLocal")) ids.insert(text_of(corner, "id"));
  };
  for (const Node outline : object.children("outline")) add(outline);
  for (const Node outline : object.child("outlines").children("outline")) add(outline);
  return ids;
}

void no_cornerreference_if_no_outline(Check& check) {
  check.each(check.source().objects(), [&](const SourceItem& item) {
    const Node markings = item.node.child("markings");
    if (!markings) return;
    const auto ids = corner_ids(item.node);
    for (const Node marking : markings.children("marking")) {
      for (const Node reference : marking.children("cornerReference")) {
        if (ids.contains(text_of(reference, "id"))) continue;
        check.report(reference, where_of(check, item),
                     ids.empty() ? "refers to a corner, but the object has no outline"
                                 : fmt::format("refers to corner {}, which no outline of the object has",
                                               text_of(reference, "id")));
      }
    }
  });
}

template <bool kComplete>
void use_complete_outline(Check& check) {
  check.each(check.source().objects(), [&](const SourceItem& item) {
    for (const Node border : item.node.child("borders").children("border")) {
      const std::string_view word = text_of(border, "useCompleteOutline");
      const bool complete = word == "true" || word == "1";
      const std::size_t references = count_of(border, "cornerReference");
      if (complete != kComplete || (kComplete ? references == 0 : references >= 2)) continue;
      check.report(border, where_of(check, item),
                   kComplete ? "the border uses the complete outline, but refers to corners"
                             : "the border does not use the complete outline, but refers to fewer than two corners");
    }
  });
}

// ---- what each type may have ----------------------------------------------------------------------------------------

enum class RepeatDistance { any, above_zero, zero, not_zero };

struct TypeRow {
  std::string_view type;
  bool radius_allowed;
  std::vector<const char*> forbidden;  // children
  RepeatDistance repeat;
};

const std::vector<TypeRow>& type_rows() {
  static const std::vector<TypeRow> rows = {
      {"barrier",
       false,
       {"markings", "borders", "material", "surface", "parkingSpace", "skeleton"},
       RepeatDistance::zero},
      {"building",
       true,
       {"markings", "borders", "material", "surface", "parkingSpace", "skeleton"},
       RepeatDistance::above_zero},
      {"crosswalk", false, {"borders", "skeleton", "parkingSpace"}, RepeatDistance::not_zero},
      {"gantry", false, {"markings", "borders", "material", "surface", "parkingSpace"}, RepeatDistance::above_zero},
      {"obstacle",
       true,
       {"skeleton", "markings", "borders", "material", "surface", "parkingSpace"},
       RepeatDistance::above_zero},
      {"parkingSpace", false, {"skeleton", "borders"}, RepeatDistance::above_zero},
      {"pole", true, {"borders", "parkingSpace", "material", "markings", "surface"}, RepeatDistance::above_zero},
      {"roadMark", false, {"skeleton", "borders", "parkingSpace"}, RepeatDistance::above_zero},
      {"roadSurface", true, {"skeleton", "borders", "parkingSpace", "markings"}, RepeatDistance::above_zero},
      {"trafficIsland", true, {"skeleton", "surface", "parkingSpace"}, RepeatDistance::any},
      {"tree", true, {"material", "surface", "borders", "parkingSpace", "markings"}, RepeatDistance::above_zero},
      {"vegetation",
       true,
       {"skeleton", "material", "surface", "borders", "parkingSpace", "markings"},
       RepeatDistance::above_zero},
  };
  return rows;
}

bool fits_repeat(RepeatDistance wanted, double distance) {
  switch (wanted) {
    case RepeatDistance::above_zero:
      return distance > 0.0;
    case RepeatDistance::zero:
      return distance == 0.0;
    case RepeatDistance::not_zero:
      return distance != 0.0;
    case RepeatDistance::any:
      break;
  }
  return true;
}

std::vector<std::string> wrong_in_object(Node object) {
  std::vector<std::string> wrong;
  const auto row = std::ranges::find(type_rows(), text_of(object, "type"), &TypeRow::type);
  if (row == type_rows().end()) return wrong;
  if (!row->radius_allowed && has(object, "radius")) wrong.emplace_back("a radius");
  for (const char* name : row->forbidden)
    if (object.child(name)) wrong.emplace_back(name);
  for (const Node repeat : object.children("repeat")) {
    if (!has(repeat, "distance") || fits_repeat(row->repeat, number_of(repeat, "distance"))) continue;
    wrong.push_back(fmt::format("a repeat with distance {}", text_of(repeat, "distance")));
    break;
  }
  return wrong;
}

void object_attributes(Check& check) {
  check.each(check.source().objects(), [&](const SourceItem& item) {
    const std::vector<std::string> wrong = wrong_in_object(item.node);
    if (!wrong.empty())
      check.report(item.node, where_of(check, item),
                   fmt::format("a {} must not have {}", text_of(item.node, "type"), fmt::join(wrong, ", ")));
  });
}

}  // namespace

// The schema means markings and borders, too, but looks for them where they cannot be.
std::vector<std::string> forbidden_in_object(Node object) {
  std::vector<std::string> wrong = wrong_in_object(object);
  std::erase(wrong, "markings");
  std::erase(wrong, "borders");
  return wrong;
}

namespace {

void optional_param_used(Check& check) {
  check.each(check.source().objects(), [&](const SourceItem& item) {
    const bool radius = has(item.node, "radius"), length = has(item.node, "length"), width = has(item.node, "width");
    const bool fine = (!radius && length == width) || (radius && !length && !width);
    if (!fine)
      check.report(item.node, where_of(check, item),
                   radius ? "has a radius, and length or width, too" : "has only one of length and width");
  });
}

void circular_vs_angular(Check& check) {
  check.each(check.source().objects(), [&](const SourceItem& item) {
    if (has(item.node, "radius") && (has(item.node, "length") || has(item.node, "width")))
      check.report(item.node, where_of(check, item), "is both round (radius) and angular (length, width)");
  });
}

void no_shape_superelevation(Check& check) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    const Node profile = road.node.child("lateralProfile");
    const Node surface = profile.child("crossSectionSurface");
    if (!surface) return;
    for (const char* name : {"superelevation", "shape"})
      if (const Node other = profile.child(name))
        check
            .report(other, {.road = &road, .s = 0.0},
                    fmt::format("there is a crossSectionSurface beside this {}", name))
            .relate(surface);
  });
}

}  // namespace

std::vector<MapRule> object_structure_rules() {
  struct Row {
    const char *uid, *title, *doc, *why, *remedy;
    const char* since;
    void (*run)(Check&);
  };
  const Row rows[] = {
      {"asam.net:xodr:1.7.0:road.object.orientation", "Objects have an orientation.",
       "orientation is given: +, - or none.", "Nobody can tell which lanes the object concerns.", "Write orientation.",
       "1.1", orientation},
      {"asam.net:xodr:1.7.0:road.object.outline.outline_followed_by_corner", "Outlines have corners.",
       "An outline has at least two cornerRoad, two cornerLocal, or a curve.", "It has no shape.", "Add corners.",
       "1.4", outline_followed_by_corner},
      {"asam.net:xodr:1.7.0:road.corner_road.element_min_amount", "There are at least two cornerRoad.",
       "An outline with a cornerRoad has two of them.", "One corner is not a shape.", "Add corners.", "1.4",
       corner_min_amount<true>},
      {"asam.net:xodr:1.7.0:road.corner_local.element_min_amount", "There are at least two cornerLocal.",
       "An outline with a cornerLocal has two of them.", "One corner is not a shape.", "Add corners.", "1.4",
       corner_min_amount<false>},
      {"asam.net:xodr:1.8.0:road.object.skeleton.polyline_followed_by_vertex", "Polylines have vertices.",
       "A polyline of a skeleton has at least two vertexRoad or two vertexLocal.", "It has no shape.", "Add vertices.",
       "1.8", polyline_followed_by_vertex},
      {"asam.net:xodr:1.8.0:road.object.skeleton.vertex_road.element_min_amount", "There are at least two vertexRoad.",
       "A polyline with a vertexRoad has two of them.", "One vertex is not a line.", "Add vertices.", "1.8",
       vertex_min_amount<true>},
      {"asam.net:xodr:1.8.0:road.object.skeleton.vertex_local.element_min_amount",
       "There are at least two vertexLocal.", "A polyline with a vertexLocal has two of them.",
       "One vertex is not a line.", "Add vertices.", "1.8", vertex_min_amount<false>},
      {"asam.net:xodr:1.7.0:road.object.marking.no_cornerreference_if_no_outline",
       "Markings refer to corners that exist.",
       "Each cornerReference of a marking names a corner of an outline of the object.", "The marking cannot be drawn.",
       "Correct the id.", "1.5", no_cornerreference_if_no_outline},
      {"asam.net:xodr:1.7.0:road.object.borders.useCompleteOutline_true",
       "A border along the complete outline names no corners.", "useCompleteOutline true: no cornerReference.",
       "The two contradict each other.", "Remove the references.", "1.5", use_complete_outline<true>},
      {"asam.net:xodr:1.7.0:road.object.borders.useCompleteOutline_false",
       "A border along a part of the outline names its corners.",
       "useCompleteOutline false or absent: at least two cornerReference.", "Nobody can tell where the border runs.",
       "Name the corners.", "1.5", use_complete_outline<false>},
      {"asam.net:xodr:1.8.0:road.object.attributes", "Objects have only what their type may have.",
       "By type: no radius for barriers, crosswalks, gantries, parking spaces and road marks; no skeleton, material, "
       "surface, "
       "parkingSpace, markings and borders where the standard's table has none; repeat/@distance above 0, 0 for "
       "barriers, not 0 "
       "for crosswalks.",
       "Programs do not expect it there.", "Remove it, or give the object another type.", "1.8", object_attributes},
      {"asam.net:xodr:1.8.0:general.optional_param_used", "Objects have a radius, or length and width.",
       "None of the three, radius alone, or length and width together.", "Nobody can tell the size.", "Remove one.",
       "1.8", optional_param_used},
      {"asam.net:xodr:1.7.0:road.object.circular_vs_angular", "Objects are round or angular.",
       "radius is not given beside length or width.", "Nobody can tell the shape.", "Remove one.", "1.1",
       circular_vs_angular},
      {"asam.net:xodr:1.8.0:road.cross_section_surface.no_shape_superelevation", "A crossSectionSurface stands alone.",
       "There is no superelevation and no shape beside it.", "The height of the road has two meanings.", "Remove one.",
       "1.8", no_shape_superelevation},
  };
  std::vector<MapRule> all;
  for (const Row& row : rows)
    all.push_back({.uid = row.uid,
                   .group = "objects",
                   .title = row.title,
                   .doc = row.doc,
                   .why = row.why,
                   .remedy = row.remedy,
                   .level = Level::error,
                   .since = row.since,
                   .run = row.run});
  return all;
}

}  // namespace scrutineer::map::rules
