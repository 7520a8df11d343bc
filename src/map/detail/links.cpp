#include "map/detail/links.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "map/detail/lane_ends.h"
#include "map/detail/lane_use.h"

namespace scrutineer::map::detail {
namespace {

const char* word(ContactPoint end) { return end == ContactPoint::start ? "start" : "end"; }
const char* link_word(ContactPoint end) { return end == ContactPoint::start ? "predecessor" : "successor"; }

const std::vector<int>& stated_links(const LaneRecord& record, ContactPoint end) {
  return end == ContactPoint::start ? record.predecessors : record.successors;
}

std::vector<LaneId>& links_at(Lane& lane, ContactPoint end) {
  return end == ContactPoint::start ? lane.predecessors : lane.successors;
}

class LaneLinker {
 public:
  LaneLinker(const Document& document, std::span<const Road> roads, std::span<const LaneSection> sections,
             std::span<Lane> lanes, std::vector<BuildWarning>& warnings)
      : document_(document), roads_(roads), sections_(sections), lanes_(lanes), warnings_(warnings) {
    infer_ends();
  }

  void link_sections() {
    for (std::size_t road = 0; road < roads_.size(); ++road) {
      const std::size_t count = roads_[road].section_count;
      for (std::size_t i = 0; i + 1 < count; ++i) {
        link_stated(road, i, ContactPoint::end, section_of(road, i + 1), ContactPoint::start);
        link_stated(road, i + 1, ContactPoint::start, section_of(road, i), ContactPoint::end);
      }
    }
  }

  // Roads linked to each other directly, among them every connecting road with the roads at its two ends.
  void link_road_ends() {
    for (std::size_t road = 0; road < roads_.size(); ++road) {
      const std::size_t count = roads_[road].section_count;
      if (count == 0) continue;
      for (const ContactPoint end : kBothEnds) {
        if (meets_between_ends(road, end)) continue;
        const RoadEnd& other = ends_[road][index_of(end)];
        const std::size_t section = end == ContactPoint::start ? 0 : count - 1;
        if (other.road.valid()) {
          if (const LaneSection* target = end_section(other.road, other.contact)) {
            link_stated(road, section, end, *target, other.contact);
          }
        } else if (!other.junction.valid()) {
          warn_of_links_to_nowhere(road, section, end);
        }
      }
    }
  }

  void link_junction(JunctionId id, const Junction& junction) {
    // A virtual junction's connecting roads leave the main road at some s between its ends, where no lane begins or
    // ends: there is nothing to link.
    if (junction.kind == JunctionRecord::Kind::virtual_) return;
    for (const Connection& connection : junction.connections) link_connection(id, junction, connection);
  }

  void sort_links() {
    for (Lane& lane : lanes_) {
      for (const ContactPoint end : kBothEnds) {
        std::vector<LaneId>& links = links_at(lane, end);
        if (links.size() < 2) continue;
        std::sort(links.begin(), links.end());
        links.erase(std::unique(links.begin(), links.end()), links.end());
      }
    }
  }

 private:
  static std::size_t index_of(ContactPoint end) { return end == ContactPoint::start ? 0 : 1; }

  // What each road end is tied to, with what only the other side says.
  void infer_ends() {
    ends_.reserve(roads_.size());
    for (const Road& road : roads_) ends_.push_back({road.predecessor, road.successor});
    for (std::size_t road = 0; road < roads_.size(); ++road) {
      if (roads_[road].junction.valid()) continue;  // an incoming road has many of those; lane links name them
      for (const ContactPoint end : kBothEnds) {
        const RoadEnd& stated = end_of(roads_[road], end);
        if (!stated.road.valid()) continue;
        RoadEnd& other = ends_[stated.road.index()][index_of(stated.contact)];
        if (!other.road.valid() && !other.junction.valid())
          other = {.road = RoadId{road}, .contact = end, .junction = {}};
      }
    }
  }

  const LaneSection& section_of(std::size_t road, std::size_t i) const {
    return sections_[roads_[road].first_section + i];
  }

  const LaneSection* end_section(RoadId road, ContactPoint end) const {
    const std::size_t count = roads_[road.index()].section_count;
    if (count == 0) return nullptr;
    return &section_of(road.index(), end == ContactPoint::start ? 0 : count - 1);
  }

  LaneId find_lane(const LaneSection& section, int number) const {
    if (number == 0) return {};
    // Numbers without gaps, as the standard wants them, are found at once.
    const long long guess = static_cast<long long>(section.right_count) + (number < 0 ? number : number - 1);
    if (guess >= 0 && guess < section.lane_count) {
      const std::size_t lane = section.first_lane + static_cast<std::size_t>(guess);
      if (lanes_[lane].number == number) return LaneId{lane};
    }
    for (std::size_t i = 0; i < section.lane_count; ++i) {
      if (lanes_[section.first_lane + i].number == number) return LaneId{section.first_lane + i};
    }
    return {};
  }

  void join(LaneId a, ContactPoint end_a, LaneId b, ContactPoint end_b) {
    if (a == b && end_a == end_b) return;  // a lane that leads back into its own end leads nowhere
    add(links_at(lanes_[a.index()], end_a), b);
    add(links_at(lanes_[b.index()], end_b), a);
  }

  // Mostly both lanes name each other.
  static void add(std::vector<LaneId>& links, LaneId lane) {
    if (links.empty()) links.reserve(2);
    links.push_back(lane);
  }

  void note_stated(LaneId lane, ContactPoint end, LaneId other) {
    if (!is_in_use(lanes_[other.index()].type)) return;
    (end == ContactPoint::start ? lanes_[lane.index()].states_predecessor : lanes_[lane.index()].states_successor) =
        true;
  }

  // Does traffic leave the lane over this end?
  bool is_left_over(LaneId id, ContactPoint end) const {
    const Lane& lane = lanes_[id.index()];
    const bool right_hand = roads_[lane.road.index()].rule == TrafficRule::right_hand;
    const bool reversed = lane.direction == LaneDirection::reversed;
    const bool along_s = ((lane.number < 0) == right_hand) != reversed;
    return lane.direction != LaneDirection::both && along_s == (end == ContactPoint::end);
  }

  // The links that the lanes of one section state at one of its ends.
  void link_stated(std::size_t road, std::size_t section_index, ContactPoint end, const LaneSection& target,
                   ContactPoint target_end) {
    const LaneSection& section = section_of(road, section_index);
    const LaneSectionRecord& record = document_.roads[road].sections[section_index];
    for (std::size_t i = 0; i < record.lanes.size(); ++i) {
      for (const int number : stated_links(record.lanes[i], end)) {
        const LaneId other = find_lane(target, number);
        if (other.valid()) {
          join(LaneId{section.first_lane + i}, end, other, target_end);
          note_stated(LaneId{section.first_lane + i}, end, other);
        } else {
          warnings_.push_back({record.lanes[i].line,
                               fmt::format("road \"{}\", lane {} at s {:.2f}: {} lane {} does not exist on road \"{}\"",
                                           roads_[road].id, record.lanes[i].number, at(section, end), link_word(end),
                                           number, roads_[target.road.index()].id)});
        }
      }
    }
  }

  static double at(const LaneSection& section, ContactPoint end) {
    return end == ContactPoint::start ? section.s_begin : section.s_end;
  }

  // A connecting road of a virtual junction touches the other road somewhere along its way, where no lane ends.
  bool meets_between_ends(std::size_t road, ContactPoint end) const {
    const RoadRecord& record = document_.roads[road];
    const auto& link = end == ContactPoint::start ? record.predecessor : record.successor;
    return link && link->element_s && !link->contact;
  }

  void warn_of_links_to_nowhere(std::size_t road, std::size_t section_index, ContactPoint end) {
    for (const LaneRecord& record : document_.roads[road].sections[section_index].lanes) {
      if (stated_links(record, end).empty()) continue;
      warnings_.push_back(
          {record.line,
           fmt::format("road \"{}\", lane {}: names a {} lane, but the road is linked to nothing at its {}",
                       roads_[road].id, record.number, link_word(end), word(end))});
      return;  // once per road end is enough
    }
  }

  void link_connection(JunctionId id, const Junction& junction, const Connection& connection) {
    const LaneSection* connecting = end_section(connection.connecting, connection.contact);
    const std::optional<ContactPoint> incoming_end = end_into(id, connection);
    const Road& road = roads_[connection.incoming.index()];
    if (!incoming_end) {
      if (!connection.lane_links.empty()) {
        warnings_.push_back(
            {connection.line, fmt::format("junction \"{}\": incoming road \"{}\" does not lead to it at either end",
                                          junction.id, road.id)});
      }
      return;
    }
    const LaneSection* incoming = end_section(connection.incoming, *incoming_end);
    if (connecting == nullptr || incoming == nullptr) return;
    for (const JunctionLaneLink& link : connection.lane_links) {
      const LaneId from = find_lane(*incoming, link.from);
      const LaneId to = find_lane(*connecting, link.to);
      if (from.valid() && to.valid()) {
        join(from, *incoming_end, to, connection.contact);
        note_stated(from, *incoming_end, to);
        // How one leaves a connecting road is for its own lanes to say.
        if (junction.kind != JunctionRecord::Kind::standard || !is_left_over(to, connection.contact)) {
          note_stated(to, connection.contact, from);
        }
        continue;
      }
      const int missing = from.valid() ? link.to : link.from;
      const RoadId missing_road = from.valid() ? connection.connecting : connection.incoming;
      warnings_.push_back(
          {connection.line,
           fmt::format("junction \"{}\": links lane {} of road \"{}\" to lane {} of road \"{}\", but lane {} "
                       "does not exist on road \"{}\" there",
                       junction.id, link.from, road.id, link.to, roads_[connection.connecting.index()].id, missing,
                       roads_[missing_road.index()].id)});
    }
  }

  // The end of the incoming road at which the connecting (or linked) road meets it.
  std::optional<ContactPoint> end_into(JunctionId junction, const Connection& connection) const {
    // The connecting road knows best: a road may begin and end in the same junction.
    const RoadEnd& stated = end_of(roads_[connection.connecting.index()], connection.contact);
    if (stated.road == connection.incoming) return stated.contact;
    const Road& incoming = roads_[connection.incoming.index()];
    for (const ContactPoint end : {ContactPoint::end, ContactPoint::start}) {
      if (end_of(incoming, end).junction == junction) return end;
    }
    return std::nullopt;
  }

  const Document& document_;
  std::span<const Road> roads_;
  std::span<const LaneSection> sections_;
  std::span<Lane> lanes_;
  std::vector<BuildWarning>& warnings_;
  std::vector<std::array<RoadEnd, 2>> ends_;  // by road; at its start, at its end
};

}  // namespace

void link_lanes(const Document& document, std::span<const Road> roads, std::span<const LaneSection> sections,
                std::span<const Junction> junctions, std::span<Lane> lanes, std::vector<BuildWarning>& warnings) {
  LaneLinker linker(document, roads, sections, lanes, warnings);
  linker.link_sections();
  linker.link_road_ends();
  for (std::size_t i = 0; i < junctions.size(); ++i) linker.link_junction(JunctionId{i}, junctions[i]);
  linker.sort_links();
}

}  // namespace scrutineer::map::detail
