// Rules about lanes: numbering, levels, access, the order of their records, and lane sections.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"
#include "map/rules/lane_links.h"

namespace scrutineer::map::rules {
namespace {

// The lanes of one side that have a number, from the center outward.
std::vector<const SourceLane*> lanes_outward(const SourceSection& section, int side) {
  std::vector<const SourceLane*> lanes;
  for (const SourceLane& lane : section.lanes)
    if (lane.side == side && lane.id) lanes.push_back(&lane);
  std::ranges::stable_sort(lanes, {}, [](const SourceLane* lane) { return std::abs(*lane->id); });
  return lanes;
}

double middle_of(const SourceSection& section) {
  return std::isfinite(section.length) ? section.s + 0.5 * section.length : section.s;
}

// ---- levels and access ----------------------------------------------------------------------------------------------

void level_true_one_side(Check& check) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (const SourceSection& section : road.sections) {
      for (const int side : {1, -1}) {
        const SourceLane* level = nullptr;
        for (const SourceLane* lane : lanes_outward(section, side)) {
          if (lane->level) {
            level = lane;
          } else if (level != nullptr) {
            check
                .report(lane->node, {.lane = lane, .s = middle_of(section)},
                        fmt::format("is not level, but lane {} further in is", *level->id))
                .relate(level->node);
          }
        }
      }
    }
  });
  std::set<std::pair<const SourceLane*, const SourceLane*>> reported;
  for (const StatedLink& link : check.source().links()) {
    if (link.from == nullptr || link.to == nullptr || link.from->level == link.to->level) continue;
    if (!reported.insert(std::minmax(link.from, link.to)).second) continue;
    const SourceRoad& road = check.source().roads()[link.from->road];
    const SourceSection& section = road.sections[link.from->section];
    const double s = link.from_end == ContactPoint::start ? section.s : section.s + section.length;
    check
        .report(link.from->node, {.lane = link.from, .s = s},
                fmt::format("is {}level, but linked to {}, which is {}level", link.from->level ? "" : "not ",
                            name_of(check.source(), *link.to), link.to->level ? "" : "not "))
        .relate(link.to->node)
        .level(Level::warning);
  }
}

// The accesses of a lane by place and rule, as they are read.
class Accesses {
 public:
  explicit Accesses(double same_s) : same_s_(same_s) {}

  // Those so far that begin where this one does and have another rule, in the order of the file. Some will do: nobody
  // reads a list of every pair where there are hundreds.
  std::vector<Node> contradicted_by(double s, std::string_view rule) const {
    constexpr std::size_t kMost = 16;
    std::vector<std::pair<std::size_t, Node>> found;
    for (auto at = by_s_.lower_bound(s - same_s_); at != by_s_.end() && at->first <= s + same_s_; ++at)
      for (const auto& [other, list] : at->second)
        for (std::size_t i = 0; i < list.size() && other != rule && found.size() < kMost; ++i) found.push_back(list[i]);
    std::ranges::sort(found, {}, &std::pair<std::size_t, Node>::first);
    std::vector<Node> nodes;
    nodes.reserve(found.size());
    for (const auto& [order, node] : found) nodes.push_back(node);
    return nodes;
  }

  void add(Node node, double s, std::string_view rule) { by_s_[s][rule].emplace_back(count_++, node); }

 private:
  double same_s_;
  std::size_t count_ = 0;
  std::map<double, std::map<std::string_view, std::vector<std::pair<std::size_t, Node>>>> by_s_;
};

void no_mix_of_deny_or_allow(Check& check) {
  const double same = check.tolerance("same_s");
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (const SourceSection& section : road.sections) {
      for (const SourceLane& lane : section.lanes) {
        if (lane.side == 0) continue;
        Accesses accesses(same);
        for (const Node access : lane.node.children("access")) {
          const double s = number_of(access, "sOffset");
          if (!std::isfinite(s) || !has(access, "rule")) continue;
          const std::string_view rule = text_of(access, "rule");
          for (const Node other : accesses.contradicted_by(s, rule))
            check
                .report(access, {.lane = &lane, .s = section.s + s},
                        fmt::format("access {} and {} hold from the same place on", text_of(other, "rule"), rule))
                .relate(other);
          accesses.add(access, s, rule);
        }
      }
    }
  });
}

// ---- numbering ------------------------------------------------------------------------------------------------------

void look_at_lane_numbers(Check& check, const SourceSection& section, int side) {
  std::vector<const SourceLane*> in_file;
  for (const SourceLane& lane : section.lanes)
    if (lane.side == side && lane.id) in_file.push_back(&lane);
  for (const SourceLane* lane : in_file) {
    if (*lane->id * side > 0) continue;
    check.report(lane->node, {.lane = lane, .s = section.s},
                 fmt::format("lane {} stands among the {} lanes", *lane->id, side > 0 ? "left" : "right"));
    return;
  }
  const auto outward = lanes_outward(section, side);
  for (std::size_t i = 0; i < outward.size(); ++i) {
    const int wanted = side * (static_cast<int>(i) + 1);
    if (*outward[i]->id == wanted) continue;
    check.report(outward[i]->node, {.lane = outward[i], .s = section.s},
                 fmt::format("there is a lane {}, but no lane {}", *outward[i]->id, wanted));
    return;
  }
  for (std::size_t i = 1; i < in_file.size(); ++i) {
    if (*in_file[i]->id < *in_file[i - 1]->id) continue;
    check
        .report(in_file[i]->node, {.lane = in_file[i], .s = section.s},
                fmt::format("lane {} is listed after lane {}; lanes should be listed from left to right",
                            *in_file[i]->id, *in_file[i - 1]->id))
        .level(Level::information);
    return;
  }
}

void road_lane_id_order(Check& check) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (const SourceSection& section : road.sections)
      for (const int side : {1, -1}) look_at_lane_numbers(check, section, side);
  });
}

void lane_type_none(Check& check) {
  for (const SourceRoad& road : check.source().roads()) {
    Finding* first = nullptr;
    for (const SourceSection& section : road.sections) {
      for (const SourceLane& lane : section.lanes) {
        if (lane.side == 0 || text_of(lane.node, "type") != "none") continue;
        if (first != nullptr) {
          ++first->count;
        } else {
          first = &check.report(lane.node, {.lane = &lane, .s = middle_of(section)}, "has the type none").finding();
        }
      }
    }
  }
}

// ---- records of a lane ----------------------------------------------------------------------------------------------

constexpr double kSameS = 1e-5;  // metres

struct Property {
  const char* name;
  bool starts_at_zero, may_repeat, on_center;
};
constexpr Property kProperties[] = {
    {"width", true, false, false},     {"border", true, false, true},  {"height", false, false, true},
    {"material", false, false, false}, {"speed", false, false, false}, {"access", false, true, false},
    {"roadMark", false, false, true},  {"rule", false, false, true},
};

void look_at_records(Check& check, const SourceSection& section, const SourceLane& lane, const Property& property) {
  const double beyond = check.tolerance("max_beyond"), clearly = check.tolerance("clearly_beyond");
  double last = -1.0;
  bool first = true;
  for (const Node record : lane.node.children(property.name)) {
    const double s = number_of(record, "sOffset");
    if (!std::isfinite(s)) {
      check.skip(record, "sOffset is no number");
      continue;
    }
    const Where where{.lane = &lane, .s = section.s + std::max(s, 0.0)};
    const bool in_order = first || s > last || (property.may_repeat && s > last - kSameS);
    if (first && property.starts_at_zero && s != 0.0) {
      check.report(record, where, fmt::format("the first {} begins at sOffset {:g}, not at 0", property.name, s))
          .measure(s, 0.0, "m");
    } else if (!in_order) {
      check.report(record, where, fmt::format("sOffset {:g} of {} comes after sOffset {:g}", s, property.name, last));
    }
    if (s > section.length + beyond) {
      check
          .report(record, {.lane = &lane, .s = section.s + section.length},
                  fmt::format("{} begins beyond the end of its lane section", property.name))
          .measure(s - section.length, beyond, "m")
          .level(s > section.length + clearly ? Level::warning : Level::information);
    }
    first = false;
    last = std::max(last, s);
  }
}

void road_lane_property_s_offset(Check& check) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (const SourceSection& section : road.sections)
      for (const SourceLane& lane : section.lanes)
        for (const Property& property : kProperties)
          if (lane.side != 0 || property.on_center) look_at_records(check, section, lane, property);
  });
}

// ---- lane sections --------------------------------------------------------------------------------------------------

void road_lanesection_min_length(Check& check) {
  const double least = check.tolerance("min_length");
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (const SourceSection& section : road.sections) {
      if (!(section.length >= 0.0 && section.length < least)) continue;
      // One singleSide section for each side may begin at the same place.
      if (section.length == 0.0 && text_of(section.node, "singleSide") == "true") continue;
      check.report(section.node, {.road = &road, .s = section.s}, "the lane section is too short")
          .measure(section.length, least, "m");
    }
  });
}

void lanesection_s(Check& check) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    double last = -1.0;
    bool first = true, last_is_single = false;
    for (const SourceSection& section : road.sections) {
      const bool single = text_of(section.node, "singleSide") == "true";
      if (!std::isfinite(section.s)) {
        check.skip(section.node, "s is no number");
        continue;
      }
      const Where where{.road = &road, .s = std::max(section.s, 0.0)};
      if (section.s > road.length) {
        check.report(section.node, {.road = &road, .s = road.length}, "the lane section begins beyond the road's end")
            .measure(section.s, road.length, "m");
      } else if (first && section.s != 0.0) {
        check.report(section.node, where, "the first lane section does not begin at 0")
            .measure(section.s, 0.0, "m")
            .fix(section.node, "s", "0");
      } else if (!first && !(section.s > last || (single && last_is_single && section.s == last))) {
        check.report(section.node, where,
                     fmt::format("the lane section at {:g} comes after that at {:g}", section.s, last));
      }
      first = false;
      last = section.s;
      last_is_single = single;
    }
  });
}

std::vector<MapRule> semantic_rules() {
  return {
      {.uid = "asam.net:xodr:1.7.0:road.lane.level_true_one_side",
       .group = "lanes",
       .title = "Level lanes are the outermost of their side.",
       .doc =
           "On one side of a lane section, going outward, a lane that is not level does not follow one that is. Linked "
           "lanes, from section to section, road to road and over a junction's laneLinks, have the same level; where "
           "they differ it is a warning, once for each pair.",
       .why = "The cross-section of such a road cannot be built: an outer lane would hang on a level one.",
       .remedy = "Set level on all lanes further out, or on none.",
       .level = Level::error,
       .peer = "\"1\" counts as true like \"true\"; ASAM's checker takes only the latter.",
       .run = level_true_one_side},
      {.uid = "asam.net:xodr:1.7.0:road.lane.access.no_mix_of_deny_or_allow",
       .group = "lanes",
       .title = "Access rules of one place are all deny or all allow.",
       .doc = "Access elements of a lane that begin within same_s of each other have the same rule.",
       .why = "Nobody can tell who may use the lane.",
       .remedy = "List those who may, or those who may not.",
       .level = Level::error,
       .since = "1.5",
       .tolerances = {{"same_s", "m", "sOffsets nearer than this are the same place.", 1e-6}},
       .run = no_mix_of_deny_or_allow},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.road_lane_id_order",
       .group = "lanes",
       .title = "Lanes are numbered outward from the center without gaps.",
       .doc =
           "Left lanes have the numbers 1 to n, right lanes -1 to -m; listed from left to right. A gap or a wrong sign "
           "is an error, another order in the file only a note, as the standard says should. One finding per side.",
       .why = "Programs find a lane's neighbour by its number.",
       .remedy = "Renumber the lanes, and the links to them.",
       .level = Level::error,
       .run = road_lane_id_order},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.lane_type.none",
       .group = "lanes",
       .title = "No lane has the type none.",
       .doc = "Left and right lanes; one finding per road with their number.",
       .why = "Nobody knows what such a lane is for. The standard allows it.",
       .remedy = "Give the lane its type, if it has one.",
       .level = Level::information,
       .run = lane_type_none},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.road_lane_property_sOffset",
       .group = "lanes",
       .title = "The records of a lane are in order and within its section.",
       .doc =
           "For width, border, height, material, speed, access, roadMark and rule of a lane: sOffset ascends (access "
           "may "
           "repeat), the first width and border is at 0, and none begins more than max_beyond after the section's end; "
           "up to clearly_beyond that is a note.",
       .why = "Records out of order are skipped or hold where they should not.",
       .remedy = "Sort the records; remove those beyond the section.",
       .tolerances = {{"max_beyond", "m", "A record may begin this far after the section's end.", 1e-3},
                      {"clearly_beyond", "m", "From here on it is a warning.", 0.01}},
       .run = road_lane_property_s_offset},
  };
}

std::vector<MapRule> section_rules() {
  return {
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.road_lanesection_min_length",
       .group = "lanes",
       .title = "Lane sections are not shorter than min_length.",
       .doc = "Each from its s to the next one's or the road's end; those out of order are not looked at.",
       .why = "Programs that sample the road miss such sections, and links through them break.",
       .remedy = "Merge it with its neighbour.",
       .tolerances = {{"min_length", "m", "Shorter ones are reported.", 0.02}},
       .run = road_lanesection_min_length},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.lanesection_s",
       .group = "lanes",
       .title = "Lane sections begin at 0, ascend, and lie on the road.",
       .doc =
           "The first begins at 0, each later one further on, none beyond the road's end. Two singleSide sections may "
           "begin at the same s.",
       .why = "Some s have no lanes, or two sets of them.",
       .remedy = "Correct s.",
       .level = Level::error,
       .drives = true,
       .run = lanesection_s},
  };
}

}  // namespace

std::vector<MapRule> lane_rules() {
  std::vector<MapRule> all = semantic_rules();
  for (const MapRule& rule : section_rules()) all.push_back(rule);
  return all;
}

}  // namespace scrutineer::map::rules
