// Rules about signals, references to them, and controllers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/rules/catalogue.h"
#include "map/rules/items.h"
#include "map/signal_controls.h"

namespace scrutineer::map::rules {
namespace {

// ---- validity -------------------------------------------------------------------------------------------------------

void judge_validity(Check& check, const SourceItem& item, Node validity) {
  const SourceRoad& road = road_of(check, item);
  const double s = std::clamp(item.s, 0.0, std::max(road.length, 0.0));
  if (road.sections.empty()) return check.skip(item.node, "its road has no lane section");
  const Where where = where_of(check, item);
  const Level below = check.is_before(1, 7) ? Level::information : Level::warning;
  for (const char* name : {"fromLane", "toLane"}) {
    const auto lane = integer_of(validity, name);
    if (std::string_view(name) == "toLane" && lane == integer_of(validity, "fromLane")) continue;  // it was said
    if (!lane) {
      check.skip(validity, fmt::format("{} is no lane number", name));
    } else if (*lane == 0) {
      // CARLA writes it for "no lane".
      check.report(validity, where, fmt::format("{} is 0, which is no lane", name)).level(below);
    } else if (const SourceSection* section = road.section_at(s, *lane);
               section == nullptr || section->find(*lane) == nullptr) {
      check.report(validity, where, fmt::format("{} names lane {}, which is not there", name, *lane));
    } else {
      const std::string_view orientation = text_of(item.node, "orientation");
      if (orientation != "+" && orientation != "-") continue;
      const bool with_s = (*lane < 0) != road.left_hand;
      if ((orientation == "+") == with_s) continue;
      check
          .report(validity, where,
                  fmt::format("holds for lane {}, but its orientation {} is that of the other direction", *lane,
                              orientation))
          .level(below);
    }
  }
}

void signal_object_lane_linkage(Check& check) {
  const Source& source = check.source();
  for (const auto* list :
       {&source.signals(), &source.signal_references(), &source.objects(), &source.object_references()})
    check.each(*list, [&](const SourceItem& item) {
      for (const Node validity : item.node.children("validity"))
        if (!is_of_temporary_layer(validity)) judge_validity(check, item, validity);
    });
}

// ---- place and size -------------------------------------------------------------------------------------------------

void signal_position(Check& check) {
  check.each(check.source().signals(), [&](const SourceItem& item) { judge_place(check, item, {}); });
  check.each(check.source().signal_references(),
             [&](const SourceItem& item) { judge_place(check, item, {.has_height = false}); });
}

void signal_size(Check& check) {
  const double most = check.tolerance("max_size");
  check.each(check.source().signals(), [&](const SourceItem& item) {
    for (const char* name : {"width", "height"}) {
      const double size = number_of(item.node, name);
      if (!(size > most || size < 0.0)) continue;
      check.report(item.node, where_of(check, item), fmt::format("its {} is unusual", name))
          .measure(size, size < 0.0 ? 0.0 : most, "m");
    }
  });
}

void signal_on_road(Check& check) {
  const double beyond = check.tolerance("max_beyond"), far = check.tolerance("max_distance");
  const auto judge = [&](const SourceItem& item) {
    const SourceRoad& road = road_of(check, item);
    const Where where = where_of(check, item);
    if (item.s < -beyond || item.s > road.length + beyond) {
      check.report(item.node, where, "s lies off the road")
          .measure(item.s < 0.0 ? -item.s : item.s - road.length, beyond, "m");
      return;
    }
    if (!std::isfinite(where.s) || !std::isfinite(item.t)) return check.skip(item.node, "s or t is no number");
    const LaneSpan span = road_span(check.map(), check.road_id(road), where.s);
    const double away = std::max({span.right - item.t, item.t - span.left, 0.0});
    if (away > far) check.report(item.node, where, "lies far from its road's surface").measure(away, far, "m");
  };
  check.each(check.source().signals(), judge);
  check.each(check.source().signal_references(), judge);
}

// ---- references and controllers -------------------------------------------------------------------------------------

void signal_reference_exists(Check& check) {
  const Source& source = check.source();
  check.each(source.signal_references(), [&](const SourceItem& item) {
    if (source.find_signal(item.id) == nullptr)
      check.report(item.node, where_of(check, item), fmt::format("names signal {}, which does not exist", item.id));
  });
  check.each(source.signals(), [&](const SourceItem& item) {
    for (const Node child : item.node.children()) {
      const Where where = where_of(check, item);
      if (is_named(child, "dependency") && source.find_signal(text_of(child, "id")) == nullptr)
        check.report(child, where, fmt::format("depends on signal {}, which does not exist", text_of(child, "id")));
      if (!is_named(child, "reference")) continue;
      const std::string_view type = text_of(child, "elementType"), id = text_of(child, "elementId");
      const bool exists =
          type == "signal" ? source.find_signal(id) != nullptr : type != "object" || source.find_object(id) != nullptr;
      if (!exists) check.report(child, where, fmt::format("refers to {} {}, which does not exist", type, id));
    }
  });
  for (const Node group : source.root().children("vmsGroup"))
    for (const Node reference : group.children("vmsBoardReference"))
      if (source.find_signal(text_of(reference, "signalId")) == nullptr)
        check.report(reference, {},
                     fmt::format("names signal {}, which does not exist", text_of(reference, "signalId")));
}

void used_for_signals_only(Check& check) {
  const Source& source = check.source();
  check.each(source.signal_references(), [&](const SourceItem& item) {
    if (source.find_signal(item.id) != nullptr) return;
    const SourceItem* object = source.find_object(item.id);
    Found found = check.report(item.node, where_of(check, item),
                               object != nullptr ? fmt::format("refers to {}, which is an object", item.id)
                                                 : fmt::format("refers to {}, which is no signal", item.id));
    if (object != nullptr) found.relate(object->node);
  });
}

void controller_references(Check& check) {
  const Source& source = check.source();
  std::map<std::string_view, Node> controlled_by;
  for (const Node controller : source.controllers()) {
    if (controller.child("control").empty())
      check.report(controller, {}, fmt::format("controller {} controls no signal", text_of(controller, "id")))
          .level(Level::warning);
    for (const Node control : controller.children("control")) {
      const std::string_view id = text_of(control, "signalId");
      const SourceItem* signal = source.find_signal(id);
      if (signal == nullptr) {
        check.report(control, {}, fmt::format("controls signal {}, which does not exist", id));
        continue;
      }
      const Where where = where_of(check, *signal);
      const auto [first, is_new] = controlled_by.try_emplace(id, control);
      if (!is_new && first->second.parent() != controller)
        check.report(control, where, fmt::format("signal {} is controlled by another controller, too", id))
            .relate(first->second)
            .level(Level::warning);
      if (text_of(signal->node, "dynamic") == "no")
        check.report(control, where, fmt::format("controls signal {}, which is not dynamic", id))
            .relate(signal->node)
            .level(Level::information);
    }
  }
  for (const SourceJunction& junction : source.junctions())
    for (const Node reference : junction.node.children("controller"))
      if (!source.find_controller(text_of(reference, "id")))
        check.report(reference, {.junction = &junction},
                     fmt::format("names controller {}, which does not exist", text_of(reference, "id")));
}

// ---- lights and signs -----------------------------------------------------------------------------------------------

// The element of a signal of the network; empty if the two lists do not go together.
const SourceItem* item_of(const Check& check, SignalId signal) {
  const auto& signals = check.source().signals();
  return signals.size() == check.map().signals().size() ? &signals[signal.index()] : nullptr;
}

void light_governs_nothing(Check& check) {
  const RoadNetwork& map = check.map();
  std::vector<bool> governs(map.signals().size(), false);
  for (std::size_t i = 0; i < map.roads().size(); ++i) {
    for (const SignalPlace& place : signal_places(map, RoadId(i))) {
      if (!place.signal.valid() || governs[place.signal.index()]) continue;
      const LaneSection& section = map.section(map.find_section(RoadId(i), place.s));
      for (std::size_t k = 0; k < section.lane_count; ++k) {
        const LaneId lane(section.first_lane + k);
        if (!carries_vehicles(map.lane(lane).type) || !holds_for(map, place, lane)) continue;
        governs[place.signal.index()] = true;
        break;
      }
    }
  }
  for (std::size_t i = 0; i < map.signals().size(); ++i) {
    const SignalId id(i);
    const SignalRecord& record = map.signals()[i].record;
    if (governs[i] || !record.dynamic || record.invalidated) continue;
    if (meaning_of(map, id).kind != SignalKind::traffic_light) continue;
    if (const SourceItem* item = item_of(check, id))
      check.report(
          item->node, where_of(check, *item),
          fmt::format("light {} holds for no lane that vehicles use, here or where it is referred to", item->id));
  }
}

void approach_without_light(Check& check) {
  const RoadNetwork& map = check.map();
  for (std::size_t i = 0; i < map.junctions().size(); ++i) {
    const JunctionId junction(i);
    std::set<RoadId> approaches, controlled;
    bool any_light = false;
    for (const LaneConnection& connection : lane_connections(map, junction))
      if (is_driving(map.lane(connection.incoming).type)) approaches.insert(map.lane(connection.incoming).road);
    if (approaches.size() < 2) continue;
    for (const ApproachControl& control : junction_controls(map, junction)) {
      controlled.insert(map.lane(control.connection.incoming).road);
      any_light |= meaning_of(map, control.place.signal).kind == SignalKind::traffic_light;
    }
    if (!any_light) continue;
    for (const RoadId road : approaches) {
      if (controlled.contains(road)) continue;
      const SourceRoad& source = check.source().roads()[road.index()];
      const bool at_start = map.road(road).predecessor.junction == junction;
      const SourceJunction* where = check.source().find_junction(map.junction(junction).id);
      check.report(source.node, {.road = &source, .junction = where, .s = at_start ? 0.0 : source.length},
                   fmt::format("leads into junction {} without a light or sign, while other roads there have a light",
                               map.junction(junction).id));
    }
  }
}

void sign_value(Check& check) {
  const RoadNetwork& map = check.map();
  for (std::size_t i = 0; i < map.signals().size(); ++i) {
    const SignalRecord& record = map.signals()[i].record;
    if (meaning_of(record).kind != SignalKind::speed_limit) continue;
    const SourceItem* item = item_of(check, SignalId(i));
    if (item == nullptr) continue;
    if (!record.value)
      check.report(item->node, where_of(check, *item), "the speed limit sign has no value");
    else if (!(*record.value > 0.0))  // RoadRunner writes -1 for none
      check.report(item->node, where_of(check, *item),
                   fmt::format("the speed limit sign has the value {:g}, which is no speed", *record.value));
    else if (record.unit.empty() && !check.is_before(1, 4))
      check.report(item->node, where_of(check, *item),
                   fmt::format("the speed limit sign has the value {:g}, but no unit", *record.value));
  }
}

// ---- boards ---------------------------------------------------------------------------------------------------------

bool is_multi_board(const SourceItem& item) { return text_of(item.node, "type") == "multiBoard"; }

void multi_board_have_sub_boards(Check& check) {
  check.each(check.source().signals(), [&](const SourceItem& item) {
    if (!is_multi_board(item)) return;
    for (const char* name : {"vmsBoard", "staticBoard"})
      if (!item.node.child(name))
        check.report(item.node, where_of(check, item), fmt::format("the multiBoard has no {}", name));
  });
}

void multi_board_use_dynamic_true(Check& check) {
  check.each(check.source().signals(), [&](const SourceItem& item) {
    if (is_multi_board(item) && text_of(item.node, "dynamic") != "yes")
      check.report(item.node, where_of(check, item), "the multiBoard is not dynamic").fix(item.node, "dynamic", "yes");
  });
}

std::vector<MapRule> signal_place_rules() {
  return {
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.signal_object_lane_linkage",
       .group = "signals",
       .title = "Signals and objects are valid for lanes that exist and run their way.",
       .doc = "fromLane and toLane of each validity of a signal, object or reference exist in the section at s and are "
              "not 0. "
              "With orientation + they are lanes that traffic uses along s, with - against it, by the road's rule. A "
              "lane 0 "
              "or another direction is a note before 1.7.",
       .why = "Nobody can tell which lanes the signal applies to.",
       .remedy = "Correct the lanes or the orientation.",
       .peer = "openMSL's checker looks at the first validity only, and ends at an s outside of the road.",
       .run = signal_object_lane_linkage},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.signal_position",
       .group = "signals",
       .title = "Signals lie at their road.",
       .doc = "Signals and references do not lie more than max_beyond after the road's end or max_t beside it; signals "
              "not more "
              "than max_height above or below it.",
       .why = "Programs leave them out or put them at the road's end.",
       .remedy = "Correct s, t and zOffset.",
       .tolerances = {{"max_beyond", "m", "Signals may lie this far after the road's end.", 1e-6},
                      {"max_t", "m", "Signals may lie this far beside the road.", 50.0},
                      {"max_height", "m", "Signals may lie this far above or below.", 20.0}},
       .run = signal_position},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.signal_size",
       .group = "signals",
       .title = "Signals have a usual size.",
       .doc = "width and height, where they are given, are between 0 and max_size.",
       .why = "Mostly a slip of units; boards above motorways are larger.",
       .remedy = "Correct the size, if it is wrong.",
       .level = Level::information,
       .tolerances = {{"max_size", "m", "Larger signals are unusual.", 5.0}},
       .peer = "openMSL's checker ends where one of the two is missing, which the standard allows.",
       .run = signal_size},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.signal_on_road",
       .group = "signals",
       .title = "Signals stand by the surface of their road.",
       .doc = "s of signals and references is within max_beyond of 0 and the road's length, and t within max_distance "
              "of the "
              "outermost lanes.",
       .why = "Mostly rounded lengths, or a signal of another road.",
       .remedy = "Correct s and t.",
       .drives = true,
       .needs = Needs::both,
       .tolerances = {{"max_beyond", "m", "s may be off the road by this.", 0.01},
                      {"max_distance", "m", "Signals may stand this far from the surface.", 30.0}},
       .run = signal_on_road},
  };
}

std::vector<MapRule> signal_reference_rules() {
  return {
      {.uid = "scrutineer.internal:xodr:1.1.0:map.signal_reference_exists",
       .group = "signals",
       .title = "Signals that are referred to exist.",
       .doc = "signalReference, dependency, reference (to signals and objects) and vmsBoardReference name something "
              "that is there.",
       .why = "CARLA crashes; others lose the light.",
       .remedy = "Correct the id, or remove the reference.",
       .level = Level::error,
       .drives = true,
       .run = signal_reference_exists},
      {.uid = "asam.net:xodr:1.7.0:road.signal.reference.used_for_signals_only",
       .group = "signals",
       .title = "Signal references refer to signals.",
       .doc = "signalReference names a signal, not an object or nothing.",
       .why = "An object has objectReference.",
       .remedy = "Use objectReference, or correct the id.",
       .level = Level::error,
       .run = used_for_signals_only},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.controller_references",
       .group = "signals",
       .title = "Controllers control signals.",
       .doc = "control names a signal, and a junction's controller a controller (errors). A controller controls a "
              "signal, and a "
              "signal has one controller (warnings). A signal that is controlled is dynamic (a note).",
       .why = "Lights that never switch.",
       .remedy = "Correct the ids.",
       .level = Level::error,
       .drives = true,
       .run = controller_references},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.light_governs_nothing",
       .group = "signals",
       .title = "Every light for vehicles applies to a lane.",
       .doc = "A dynamic signal that is a light for vehicles applies, by its validity and orientation, to a lane that "
              "vehicles use, "
              "on its own road or where it is referred to.",
       .why = "The light is there for nobody.",
       .remedy = "Correct validity or orientation, or refer to it from the road that it is for.",
       .drives = true,
       .needs = Needs::both,
       .run = light_governs_nothing},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.approach_without_light",
       .group = "signals",
       .title = "Where one road into a junction has a light, all have one.",
       .doc = "An approach with driving lanes has a light, or a stop or yield sign, if another one of the junction has "
              "a light.",
       .why = "Nobody knows who has to wait.",
       .remedy = "Add the light or sign, if it was forgotten.",
       .level = Level::information,
       .needs = Needs::both,
       .run = approach_without_light},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.sign_value",
       .group = "signals",
       .title = "Speed limit signs tell the speed.",
       .doc = "A signal that the catalogue of its country knows as a speed limit has a value and, since 1.4, a unit.",
       .why = "Nobody can tell the limit, or it is read in another unit.",
       .remedy = "Write value and unit.",
       .needs = Needs::both,
       .run = sign_value},
      {.uid = "asam.net:xodr:1.8.0:road.signal.boards.multi_board_have_sub_boards",
       .group = "signals",
       .title = "A multiBoard has boards of both kinds.",
       .doc = "A signal of the type multiBoard has at least one vmsBoard and one staticBoard.",
       .why = "Otherwise it is a simple board.",
       .remedy = "Add the board, or give the signal another type.",
       .level = Level::error,
       .since = "1.8",
       .run = multi_board_have_sub_boards},
      {.uid = "asam.net:xodr:1.8.0:road.signal.boards.multi_board_use_dynamic_true",
       .group = "signals",
       .title = "A multiBoard is dynamic.",
       .doc = "A signal of the type multiBoard has dynamic yes.",
       .why = "What it shows changes.",
       .remedy = "Set dynamic.",
       .level = Level::error,
       .since = "1.8",
       .run = multi_board_use_dynamic_true},
  };
}

}  // namespace

std::vector<MapRule> signal_rules() {
  std::vector<MapRule> all = signal_place_rules();
  for (const MapRule& rule : signal_reference_rules()) all.push_back(rule);
  return all;
}

}  // namespace scrutineer::map::rules
