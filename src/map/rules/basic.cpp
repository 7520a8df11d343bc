// Rules about the file as a whole: XML, root, header, version, ids and numbers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "map/map_text.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

void valid_xml_document(Check& check) {
  const std::optional<Problem>& problem = check.checked().text->problem();
  if (!problem) return;
  Finding finding;
  finding.line = std::max<std::uint32_t>(problem->place.line, 1);
  finding.message = problem->message;
  check.report(std::move(finding));
}

void root_tag_is_opendrive(Check& check) {
  const Node root = check.source().root();
  if (!check.source().is_open_drive())
    check.report(root, {}, fmt::format("the root element is {}, not OpenDRIVE", root.name()));
}

void fileheader_is_present(Check& check) {
  if (!check.source().is_open_drive()) return check.skip_rule("the root element is not OpenDRIVE");
  if (!check.source().header()) check.report(check.source().root(), {}, "has no header");
}

void version_is_defined(Check& check) {
  const Node header = check.source().header();
  if (!header) return check.skip_rule("there is no header");
  for (const char* name : {"revMajor", "revMinor"}) {
    const std::optional<int> number = integer_of(header, name);
    if (number && *number >= 0 && *number <= 65535) continue;
    const std::string_view found = text_of(header, name);
    check.report(header, {},
                 has(header, name) ? fmt::format("{} is \"{}\", not an integer from 0 to 65535", name, found)
                                   : fmt::format("{} is missing", name));
  }
}

void version_known(Check& check) {
  const Node header = check.source().header();
  const Version version = check.version();
  if (!header || !integer_of(header, "revMajor") || !integer_of(header, "revMinor"))
    return check.skip_rule("the version is not defined");
  if (version.major == 1 && version.minor >= 1 && version.minor <= 9) return;
  check.report(header, {},
               fmt::format("OpenDRIVE {}.{} is no version of the standard (1.1 to 1.9)", version.major, version.minor));
}

// ---- ids ------------------------------------------------------------------------------------------------------------

class UniqueIds {
 public:
  UniqueIds(Check& check, const char* what) : check_(check), what_(what) {}

  void add(Node node, const Where& where) {
    if (!has(node, "id")) return;
    const auto [first, is_new] = first_.try_emplace(text_of(node, "id"), node);
    if (is_new) return;
    check_.report(node, where, fmt::format("{} id \"{}\" is used twice", what_, first->first)).relate(first->second);
  }

 private:
  Check& check_;
  const char* what_;
  std::unordered_map<std::string_view, Node> first_;
};

void id_unique_in_class(Check& check) {
  const Source& source = check.source();
  UniqueIds roads(check, "road"), junctions(check, "junction"), controllers(check, "controller"),
      signals(check, "signal"), objects(check, "object"), tunnels(check, "tunnel"), bridges(check, "bridge"),
      stations(check, "station"), groups(check, "junctionGroup");
  for (const SourceRoad& road : source.roads()) roads.add(road.node, {.road = &road, .s = 0.0});
  for (const SourceJunction& junction : source.junctions()) junctions.add(junction.node, {.junction = &junction});
  for (const Node controller : source.controllers()) controllers.add(controller, {});
  const auto where = [&](const SourceItem& item) {
    return Where{.road = &source.roads()[item.road], .s = item.s, .t = item.t};
  };
  for (const SourceItem& item : source.signals()) signals.add(item.node, where(item));
  for (const SourceItem& item : source.objects()) objects.add(item.node, where(item));
  for (const SourceItem& item : source.structures())
    (is_named(item.node, "tunnel") ? tunnels : bridges).add(item.node, where(item));
  for (const Node node : source.root().children("station")) stations.add(node, {});
  for (const Node node : source.root().children("junctionGroup")) groups.add(node, {});
}

void id_unique_in_lane_section(Check& check) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (const SourceSection& section : road.sections) {
      std::unordered_map<int, Node> first;
      for (const SourceLane& lane : section.lanes) {
        if (!lane.id) continue;
        const auto [known, is_new] = first.try_emplace(*lane.id, lane.node);
        if (is_new) continue;
        check.report(lane.node, {.lane = &lane, .s = section.s}, fmt::format("lane {} is there twice", *lane.id))
            .relate(known->second);
      }
    }
  });
}

// References that no rule of a later group looks at.
void only_ref_defined_ids(Check& check) {
  const Source& source = check.source();
  const auto look = [&](Node node, const char* attribute, bool is_there, const char* what, const Where& where) {
    if (has(node, attribute) && !is_there)
      check.report(node, where, fmt::format("names {} {}, which does not exist", what, text_of(node, attribute)));
  };
  for (const Node group : source.root().children("junctionGroup"))
    for (const Node reference : group.children("junctionReference"))
      look(reference, "junction", source.find_junction(text_of(reference, "junction")) != nullptr, "junction", {});
  for (const Node station : source.root().children("station"))
    for (const Node platform : station.children("platform"))
      for (const Node segment : platform.children("segment"))
        look(segment, "roadId", source.find_road(text_of(segment, "roadId")) != nullptr, "road", {});
  for (const SourceItem& signal : source.signals()) {
    const Node position = signal.node.child("positionRoad");
    look(position, "roadId", source.find_road(text_of(position, "roadId")) != nullptr, "road",
         {.road = &source.roads()[signal.road], .s = signal.s, .t = signal.t});
  }
  std::unordered_set<std::string_view> switches;
  for (const SourceRoad& road : source.roads())
    for (const Node node : road.node.child("railroad").children("switch")) switches.insert(text_of(node, "id"));
  for (const SourceRoad& road : source.roads()) {
    for (const Node node : road.node.child("railroad").children("switch")) {
      const Where where{.road = &road, .s = 0.0};
      for (const char* track : {"mainTrack", "sideTrack"})
        look(node.child(track), "id", source.find_road(text_of(node.child(track), "id")) != nullptr, "road", where);
      look(node.child("partner"), "id", switches.contains(text_of(node.child("partner"), "id")), "switch", where);
    }
  }
}

void id_is_portable(Check& check) {
  const auto look = [&](Node node, const char* what, const Where& where) {
    const std::string_view id = text_of(node, "id");
    if (std::ranges::all_of(id, [](char c) { return c >= '0' && c <= '9'; }) && !id.empty()) return;
    check.report(node, where, fmt::format("the id of this {} is \"{}\", not a plain integer", what, id));
  };
  const Source& source = check.source();
  for (const SourceRoad& road : source.roads()) look(road.node, "road", {.road = &road, .s = 0.0});
  for (const SourceJunction& junction : source.junctions()) look(junction.node, "junction", {.junction = &junction});
  for (const SourceItem& item : source.signals())
    look(item.node, "signal", {.road = &source.roads()[item.road], .s = item.s, .t = item.t});
}

// ---- header and numbers ---------------------------------------------------------------------------------------------

void max_one_proj(Check& check) {
  const Node first = check.source().header().child("geoReference");
  for (Node more = first.next_sibling("geoReference"); more; more = more.next_sibling("geoReference"))
    check.report(more, {}, "there is another geoReference before").relate(first);
}

void centered_coords(Check& check) {
  const double limit = check.tolerance("max_distance");
  double farthest = 0.0;
  const SourceRoad* at = nullptr;
  for (const SourceRoad& road : check.source().roads()) {
    for (const SourceGeometry& geometry : road.geometries) {
      const double distance = std::hypot(geometry.x, geometry.y);
      if (!(distance > farthest)) continue;
      farthest = distance;
      at = &road;
    }
  }
  if (farthest <= limit || at == nullptr) return;
  const bool has_offset = !check.source().header().child("offset").empty();
  check
      .report(at->node, {.road = at, .s = 0.0},
              has_offset ? "lies far from the origin, though the header has an offset"
                         : "lies far from the origin; the header's offset could bring the map near it")
      .measure(farthest, limit, "m");
}

// Attributes that are numbers wherever they occur.
const std::unordered_set<std::string_view>& numeric_attributes() {
  static const std::unordered_set<std::string_view> names = {
      "s",          "t",        "x",           "y",         "z",
      "hdg",        "length",   "a",           "b",         "c",
      "d",          "aU",       "bU",          "cU",        "dU",
      "aV",         "bV",       "cV",          "dV",        "curvature",
      "curvStart",  "curvEnd",  "sOffset",     "tOffset",   "inner",
      "outer",      "width",    "height",      "zOffset",   "hOffset",
      "pitch",      "roll",     "radius",      "north",     "south",
      "east",       "west",     "distance",    "tStart",    "tEnd",
      "widthStart", "widthEnd", "heightStart", "heightEnd", "zOffsetStart",
      "zOffsetEnd", "u",        "v",           "dz",        "elementS",
      "sStart",     "sEnd",     "friction",    "roughness"};
  return names;
}

bool is_free_text(Node node) {
  return is_named(node, "userData") || is_named(node, "include") || is_named(node, "dataQuality");
}

void look_at_numbers(Check& check, Node node, const Where& where, int depth) {
  for (const pugi::xml_attribute attribute : node.attributes()) {
    const std::string_view name = attribute.name();
    if (!numeric_attributes().contains(name)) continue;
    if (name == "outer" && is_named(node, "outline"))
      continue;  // whether it is the outermost; of a height it is metres
    // The parts of a junction's boundary may begin "begin" and end "end".
    const std::string_view value = attribute.value();
    if (value == "begin" || value == "end") continue;
    const std::optional<double> number = parse_number(value);
    if (number && std::isfinite(*number)) continue;
    // What the standard lets a file leave out may be written as an empty text: nothing is read then.
    const bool is_left_out = trim(value).empty();
    check.report(node, where, fmt::format("{} is \"{}\", not a finite number", name, value))
        .level(is_left_out ? Level::warning : Level::error);
  }
  if (depth > 20) return;  // far deeper than anything in the standard
  for (const Node child : node.children())
    if (!is_free_text(child)) look_at_numbers(check, child, where, depth + 1);
}

void numbers_finite(Check& check) {
  const Source& source = check.source();
  std::size_t road = 0, junction = 0;
  for (const Node child : source.root().children()) {
    Where where;
    if (is_named(child, "road")) where.road = &source.roads()[road++];
    if (is_named(child, "junction")) where.junction = &source.junctions()[junction++];
    look_at_numbers(check, child, where, 0);
  }
}

std::vector<MapRule> xml_rules() {
  return {
      {.uid = "asam.net:xodr:1.0.0:xml.valid_xml_document",
       .group = "basic",
       .title = "The file is well-formed XML.",
       .doc = "The whole file is parsed; the first error is reported with its line.",
       .why = "Nothing can be read of it.",
       .remedy = "Mend the line, or fetch the file again if it is cut off.",
       .level = Level::error,
       .drives = true,
       .run = valid_xml_document},
      {.uid = "asam.net:xodr:1.0.0:xml.root_tag_is_opendrive",
       .group = "basic",
       .title = "The root element is OpenDRIVE.",
       .doc = "The name is compared exactly, upper and lower case.",
       .why = "It is another kind of file.",
       .remedy = "Give the right file.",
       .level = Level::error,
       .drives = true,
       .run = root_tag_is_opendrive},
      {.uid = "asam.net:xodr:1.0.0:xml.fileheader_is_present",
       .group = "basic",
       .title = "There is a header.",
       .doc = "header is a child of the root.",
       .why = "The header tells the version and where on earth the map is.",
       .remedy = "Add <header revMajor=\"1\" revMinor=\"...\"/>.",
       .level = Level::error,
       .drives = true,
       .run = fileheader_is_present},
      {.uid = "asam.net:xodr:1.0.0:xml.version_is_defined",
       .group = "basic",
       .title = "The header tells the version.",
       .doc = "revMajor and revMinor are there and are integers from 0 to 65535.",
       .why = "What an attribute means, and what is allowed, depends on the version.",
       .remedy = "Write revMajor and revMinor.",
       .level = Level::error,
       .drives = true,
       .run = version_is_defined},
  };
}

std::vector<MapRule> id_rules() {
  return {
      {.uid = "asam.net:xodr:1.4.0:ids.id_unique_in_class",
       .group = "basic",
       .title = "Ids are unique among things of one kind.",
       .doc = "Roads, junctions, controllers, signals, objects, tunnels, bridges, stations and junction groups, each "
              "among themselves; ids are compared as text.",
       .why = "Most programs keep the last one and forget the others without a word.",
       .remedy = "Give one of the two another id, and mend what refers to it.",
       .level = Level::error,
       .drives = true,
       .run = id_unique_in_class},
      {.uid = "asam.net:xodr:1.4.0:ids.id_unique_in_lane_section",
       .group = "basic",
       .title = "Lane ids are unique in their section.",
       .doc = "All lanes of a lane section, left, center and right.",
       .why = "A link to such a lane has two meanings.",
       .remedy = "Number the lanes outward from the center.",
       .level = Level::error,
       .drives = true,
       .run = id_unique_in_lane_section},
      {.uid = "asam.net:xodr:1.4.0:ids.only_ref_defined_ids",
       .group = "basic",
       .title = "What is referred to exists.",
       .doc = "References that no other rule looks at: junctions of junction groups, roads of platforms, of signal "
              "positions and of switches, and partners of switches. Links of roads and lanes, connections, signals and "
              "objects have rules of their own.",
       .why = "Programs crash on such references or leave out what refers.",
       .remedy = "Correct the id, or remove the reference.",
       .level = Level::error,
       .run = only_ref_defined_ids},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.id_is_portable",
       .group = "basic",
       .title = "Ids of roads, junctions and signals are plain integers.",
       .doc = "The standard allows any text.",
       .why = "CARLA does not import other ids, and the open checkers leave out roads that have them.",
       .remedy = "Number them, if the map is to be used there.",
       .level = Level::information,
       .run = id_is_portable},
  };
}

std::vector<MapRule> header_rules() {
  return {
      {.uid = "scrutineer.internal:xodr:1.1.0:map.version_known",
       .group = "basic",
       .title = "The version is one of the standard.",
       .doc = "revMajor.revMinor is 1.1 to 1.9.",
       .why = "Checkers and simulators skip files of versions that they do not know, often without a word.",
       .remedy = "Write the version whose elements the file uses.",
       .run = version_known},
      {.uid = "asam.net:xodr:1.9.0:header.proj.max_one_proj",
       .group = "basic",
       .title = "There is at most one geoReference.",
       .doc = "The header's children of that name are counted.",
       .why = "Programs take the first or the last one.",
       .remedy = "Keep the one that holds.",
       .level = Level::error,
       .run = max_one_proj},
      {.uid = "asam.net:xodr:1.7.0:header.offset.centered_coords",
       .group = "basic",
       .title = "Coordinates lie near the origin.",
       .doc = "The start of every geometry lies within max_distance of (0, 0); the farthest is reported.",
       .why = "Programs that compute with floats have only centimetres left 100 km away: vehicles shake.",
       .remedy = "Move the map and write the shift into the header's offset.",
       .level = Level::information,
       .tolerances = {{"max_distance", "m", "Coordinates may be as far from the origin as this.", 100000.0}},
       .run = centered_coords},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.numbers_finite",
       .group = "basic",
       .title = "Numbers are finite numbers.",
       .doc =
           "Every attribute that is a number in the standard reads wholly as a finite one: not nan, not inf, no comma. "
           "One that is empty is a warning.",
       .why = "Programs turn what they cannot read into 0, or carry NaN on until nothing can be found any more.",
       .remedy = "Write the number with a point, or leave out an attribute that is optional.",
       .level = Level::error,
       .run = numbers_finite},
  };
}

}  // namespace

std::vector<MapRule> basic_rules() {
  std::vector<MapRule> all = xml_rules();
  all.push_back(valid_schema());
  for (std::vector<MapRule> more : {id_rules(), header_rules()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace scrutineer::map::rules
