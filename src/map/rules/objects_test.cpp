#include "kit/rule_testing.h"

namespace scrutineer::map::rules {
namespace {

using kit::Road;

Road with_object(std::string_view attributes, std::string_view inside = "") {
  Road road;
  road.objects = fmt::format(R"(<object id="5" {}>{}</object>)", attributes, inside);
  return road;
}

TEST(ObjectRules, HoldAtTheirTolerances) {
  const std::string sized = R"(s="10" t="0" length="1" width="1" height="1" orientation="none" )";
  const auto at = [&](double s, double t, double z) {
    return with_object(fmt::format(R"(s="{}" t="{}" zOffset="{}")", s, t, z));
  };
  const auto repeated = [&](double length) {
    return with_object(sized, fmt::format(R"(<repeat s="10" length="{}" distance="1"/>)", length));
  };
  const auto cornered = [&](double s) {
    return with_object(sized,
                       fmt::format(R"(<outline><cornerRoad s="{}" t="0"/><cornerRoad s="1" t="0"/></outline>)", s));
  };
  const auto sizes = [](std::string_view attributes) {
    return with_object(fmt::format(R"(s="1" t="0" {})", attributes));
  };
  const auto tunnel = [](double length) {
    Road road;
    road.objects = fmt::format(R"(<tunnel id="1" s="10" length="{}" type="standard"/>)", length);
    return road;
  };
  const auto crosswalk = [](double t, std::string_view type = "crosswalk") {
    return with_object(fmt::format(R"(type="{}" s="10" t="{}" length="2" width="2" height="0")", type, t));
  };
  const auto referring = [&](std::string_view id) {
    Road road = with_object(sized);
    road.objects += fmt::format(R"(<objectReference id="{}" s="1" t="0"/>)", id);
    return road;
  };
  const std::vector<Road> none = {Road{}};
  const kit::RuleCase cases[] = {
      {"beyond the end", "road.semantic.object_position", "W", {at(100.0001, 0, 0)}, {at(100.0, 0, 0)}, none},
      {"far beside", "road.semantic.object_position", "I", {at(1, -50.1, 0)}, {at(1, 49.9, 0)}, none},
      {"far above", "road.semantic.object_position", "I", {at(1, 0, 20.1)}, {at(1, 0, -19.9)}, none},
      {"a tunnel beyond the end", "road.semantic.object_position", "W", {tunnel(90.1)}, {tunnel(90)}, none},
      {"huge",
       "road.semantic.object_size",
       "W",
       {sizes(R"(length="50.1" width="1" height="1")")},
       {sizes(R"(length="49.9" width="1" height="1")")},
       none},
      {"negative",
       "road.semantic.object_size",
       "W",
       {sizes(R"(radius="1" height="-1")")},
       {sizes(R"(radius="1" height="0")")},
       none},
      {"no size", "road.semantic.object_size", "I", {sizes("")}, {sizes(R"(radius="1" height="1")")}, none},
      {"negative s", "map.object_on_road", "W", {at(-0.011, 0, 0)}, {at(-0.009, 0, 0)}, none},
      {"repeated beyond the end", "map.object_on_road", "W", {repeated(90.011)}, {repeated(90.009)}, none},
      {"a corner beyond the end", "map.object_on_road", "W", {cornered(100.011)}, {cornered(100.009)}, none},
      {"no such object", "map.object_reference_exists", "E", {referring("05")}, {referring("5")}, none},
      {"a crosswalk on grass",
       "map.crosswalk_place",
       "I",
       {crosswalk(1.01)},
       {crosswalk(0.99)},
       {crosswalk(9.0, "tree")}},
      {"a stop line on grass",
       "map.crosswalk_place",
       "I",
       {with_object(R"(name="StopLine" s="10" t="9" length="1" width="1")")},
       {with_object(R"(name="StopLine" s="10" t="-1.75" length="1" width="1")")},
       none},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

TEST(ObjectRules, OfStructure) {
  const std::string place = R"(s="1" t="0" )";
  const std::string oriented = place + R"(orientation="none" )";
  const auto outline = [&](std::string_view corners) {
    return with_object(oriented, fmt::format("<outlines><outline id=\"0\">{}</outline></outlines>", corners));
  };
  const auto skeleton = [&](std::string_view vertices) {
    return with_object(oriented, fmt::format("<skeleton><polyline id=\"0\">{}</polyline></skeleton>", vertices));
  };
  const auto bordered = [&](std::string_view attributes, std::string_view inside) {
    return with_object(oriented, fmt::format("<borders><border {}>{}</border></borders>", attributes, inside));
  };
  const std::string two_road = R"(<cornerRoad s="1" t="0" id="0"/><cornerRoad s="2" t="0" id="1"/>)";
  const std::string two_local = R"(<cornerLocal u="1" v="0" id="0"/><cornerLocal u="2" v="0" id="1"/>)";
  const auto marked = [&](int corner) {
    return with_object(
        oriented,
        fmt::format(
            R"(<outlines><outline id="0">{}</outline></outlines><markings><marking><cornerReference id="{}"/></marking></markings>)",
            two_local, corner));
  };
  const auto typed = [&](std::string_view type, std::string_view more, std::string_view inside = "") {
    return with_object(fmt::format(R"({} type="{}" {})", oriented, type, more), inside);
  };
  Road surface;
  surface.lateral = "<crossSectionSurface/>";
  Road both = surface;
  both.lateral += R"(<superelevation s="0" a="0" b="0" c="0" d="0"/>)";
  const std::vector<Road> none = {Road{}};
  const char *vertex_road = R"(<vertexRoad s="1" t="0"/>)", *vertex_local = R"(<vertexLocal u="1" v="0"/>)";
  const kit::RuleCase cases[] = {
      {"no orientation",
       "road.object.orientation",
       "E",
       {with_object(place)},
       {with_object(oriented)},
       none,
       "",
       "",
       "",
       7},
      {"no corners",
       "road.object.outline.outline_followed_by_corner",
       "E",
       {outline("")},
       {outline(two_road)},
       none,
       "",
       "",
       "",
       7},
      {"one cornerRoad",
       "road.corner_road.element_min_amount",
       "E",
       {outline(R"(<cornerRoad s="1" t="0"/>)")},
       {outline(two_road)},
       none,
       "",
       "",
       "",
       7},
      {"one cornerLocal",
       "road.corner_local.element_min_amount",
       "E",
       {outline(R"(<cornerLocal u="1" v="0"/>)")},
       {outline(two_local)},
       none,
       "",
       "",
       "",
       7},
      {"no vertices",
       "road.object.skeleton.polyline_followed_by_vertex",
       "E",
       {skeleton("")},
       {skeleton(std::string(vertex_road) + vertex_road)},
       none,
       "",
       "",
       "",
       8},
      {"one vertexRoad",
       "road.object.skeleton.vertex_road.element_min_amount",
       "E",
       {skeleton(vertex_road)},
       {skeleton(std::string(vertex_road) + vertex_road)},
       none,
       "",
       "",
       "",
       8},
      {"one vertexLocal",
       "road.object.skeleton.vertex_local.element_min_amount",
       "E",
       {skeleton(vertex_local)},
       {skeleton(std::string(vertex_local) + vertex_local)},
       none,
       "",
       "",
       "",
       8},
      {"no such corner",
       "road.object.marking.no_cornerreference_if_no_outline",
       "E",
       {marked(2)},
       {marked(1)},
       none,
       "",
       "",
       "",
       7},
      {"complete, with corners",
       "road.object.borders.useCompleteOutline_true",
       "E",
       {bordered(R"(useCompleteOutline="true")", R"(<cornerReference id="0"/>)")},
       {bordered(R"(useCompleteOutline="true")", "")},
       none,
       "",
       "",
       "",
       7},
      {"in part, with one corner",
       "road.object.borders.useCompleteOutline_false",
       "E",
       {bordered(R"(useCompleteOutline="false")", R"(<cornerReference id="0"/>)")},
       {bordered("", R"(<cornerReference id="0"/><cornerReference id="1"/>)")},
       none,
       "",
       "",
       "",
       7},
      {"a round crosswalk",
       "road.object.attributes",
       "E",
       {typed("crosswalk", R"(radius="1")")},
       {typed("pole", R"(radius="1")")},
       {typed("none", R"(radius="1")")},
       "",
       "",
       "",
       8},
      {"a building with markings",
       "road.object.attributes",
       "E",
       {typed("building", "", "<markings/>")},
       {typed("crosswalk", "", "<markings/>")},
       none,
       "",
       "",
       "",
       8},
      {"trees in one place",
       "road.object.attributes",
       "E",
       {typed("tree", "", R"(<repeat distance="0"/>)")},
       {typed("tree", "", R"(<repeat distance="0.1"/>)")},
       none,
       "",
       "",
       "",
       8},
      {"only a length",
       "general.optional_param_used",
       "E",
       {with_object(oriented + R"(length="1")")},
       {with_object(oriented + R"(length="1" width="1")")},
       none,
       "",
       "",
       "",
       8},
      {"round and angular",
       "road.object.circular_vs_angular",
       "E",
       {with_object(oriented + R"(length="1" radius="1")")},
       {with_object(oriented + R"(radius="1")")},
       none,
       "",
       "",
       "",
       7},
      {"two surfaces",
       "road.cross_section_surface.no_shape_superelevation",
       "E",
       {both},
       {surface},
       none,
       "",
       "",
       "",
       8},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

}  // namespace
}  // namespace scrutineer::map::rules
