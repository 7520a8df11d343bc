#include "map/detail/lane_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "map/lane_graph.h"

namespace scrutineer::map::detail {
namespace {

// One end of a road, as a number.
using End = std::uint32_t;
End numbered(std::uint32_t road, bool at_end) { return 2 * road + (at_end ? 1 : 0); }
std::uint32_t road_of(End end) { return end / 2; }
bool is_road_end(End end) { return end % 2 != 0; }
ContactPoint contact_of(End end) { return is_road_end(end) ? ContactPoint::end : ContactPoint::start; }

struct NumberPair {
  int own = 0, other = 0;
};

// Two lanes that touch, seen from one of them.
struct Touch {
  End end = 0, other = 0;
  NumberPair numbers;
  std::uint32_t order = 0;  // in which they were found
};

// An end that another one touches, and with which lanes.
struct Partner {
  End end = 0;
  std::span<const Touch> touches;
};

class RoadLinker {
 public:
  RoadLinker(const LaneMap& map, std::span<const LaneGroup> groups, std::span<const GroupPlace> places,
             std::span<MadeRoad> roads, std::vector<JunctionRecord>& junctions)
      : map_(map),
        groups_(groups),
        places_(places),
        roads_(roads),
        junctions_(junctions),
        end_count_(2 * roads.size()) {}

  void add(const LaneTouch& touch) {
    const GroupPlace &own = places_[touch.lane], &other = places_[touch.other];
    if (own.group == kNoLane || other.group == kNoLane) return;
    const End a = numbered(own.group, touch.at_end != is_turned(own));
    const End b = numbered(other.group, touch.other_at_end != is_turned(other));
    const int number_a = roads_[own.group].number_of(own.position);
    const int number_b = roads_[other.group].number_of(other.position);
    found_.push_back({a, b, {number_a, number_b}, static_cast<std::uint32_t>(found_.size())});
    if (a != b) found_.push_back({b, a, {number_b, number_a}, static_cast<std::uint32_t>(found_.size())});
  }

  void link() {
    find_partners();
    for (std::uint32_t road = 0; road < roads_.size(); ++road) {
      const std::string& junction = junction_of(road);
      if (junction.empty()) continue;
      roads_[road].record.junction = junction;
      if (junction_index_.try_emplace(junction, junctions_.size()).second)
        junctions_.push_back({.id = junction,
                              .name = {},
                              .kind = JunctionRecord::Kind::standard,
                              .connections = {},
                              .priorities = {},
                              .controllers = {},
                              .boundary = {}});
    }
    std::vector<bool> is_seen(end_count_, false);
    for (End end = 0; end < end_count_; ++end)
      if (!partners(end).empty() && !is_seen[end]) link_joint(joint_of(end, is_seen));
  }

 private:
  bool is_turned(const GroupPlace& place) const { return groups_[place.group].lanes[place.position].is_turned; }

  const std::string& junction_of(std::uint32_t road) const {
    return map_.lanes[groups_[road].lanes.front().lane].junction;
  }

  // Puts what touches one end together, and of that what touches the same other end.
  void find_partners() {
    std::vector<std::size_t> begins(end_count_ + 1, 0);
    for (const Touch& touch : found_) ++begins[touch.end + 1];
    for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
    touches_.resize(found_.size());
    std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
    for (const Touch& touch : found_) touches_[next[touch.end]++] = touch;
    first_partner_.reserve(end_count_ + 1);
    partners_.reserve(touches_.size());
    for (End end = 0; end < end_count_; ++end) {
      first_partner_.push_back(partners_.size());
      const auto own = std::span(touches_).subspan(begins[end], begins[end + 1] - begins[end]);
      std::ranges::sort(own, {}, [](const Touch& touch) { return std::pair(touch.other, touch.order); });
      for (std::size_t i = 0; i < own.size();) {
        const std::size_t begin = i;
        while (i < own.size() && own[i].other == own[begin].other) ++i;
        partners_.push_back({own[begin].other, own.subspan(begin, i - begin)});
      }
    }
    first_partner_.push_back(partners_.size());
  }

  // Ascending.
  std::span<const Partner> partners(End end) const {
    return std::span(partners_).subspan(first_partner_[end], first_partner_[end + 1] - first_partner_[end]);
  }

  std::span<const Touch> touches_of(End end, End other) const {
    return std::ranges::lower_bound(partners(end), other, {}, &Partner::end)->touches;
  }

  // All ends that lanes tie together here, ascending.
  std::vector<End> joint_of(End first, std::vector<bool>& is_seen) const {
    std::vector<End> ends{first};
    is_seen[first] = true;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (const Partner& other : partners(ends[i])) {
        if (is_seen[other.end]) continue;
        is_seen[other.end] = true;
        ends.push_back(other.end);
      }
    }
    std::ranges::sort(ends);
    return ends;
  }

  void link_joint(const std::vector<End>& ends) {
    const auto is_inside = [&](End end) { return !roads_[road_of(end)].record.junction.empty(); };
    if (ends.size() == 2 && is_inside(ends[0]) == is_inside(ends[1])) {
      tie(ends[0], ends[1]);
      tie(ends[1], ends[0]);
      return;
    }
    const bool is_entry = std::ranges::all_of(ends, [&](End end) {
      const std::span<const Partner> others = partners(end);
      const bool alternates =
          std::ranges::all_of(others, [&](const Partner& other) { return is_inside(other.end) != is_inside(end); });
      return alternates && (!is_inside(end) || others.size() == 1);
    });
    if (ends.size() > 1 && is_entry && leads_to_one_junction(ends, is_inside)) return enter_junction(ends, is_inside);
    fork(ends);
  }

  template <typename IsInside>
  bool leads_to_one_junction(const std::vector<End>& ends, IsInside is_inside) const {
    const std::string* junction = nullptr;
    for (const End end : ends) {
      if (!is_inside(end)) continue;
      const std::string& own = roads_[road_of(end)].record.junction;
      if (junction != nullptr && *junction != own) return false;
      junction = &own;
    }
    return true;
  }

  std::optional<RoadLink>& link_at(End end) {
    RoadRecord& record = roads_[road_of(end)].record;
    return is_road_end(end) ? record.successor : record.predecessor;
  }

  // The road names the other one, and its lanes those that they touch.
  void tie(End end, End other) {
    link_at(end) = RoadLink{.kind = RoadLink::Kind::road,
                            .element_id = roads_[road_of(other)].record.id,
                            .contact = contact_of(other),
                            .element_s = {}};
    for (const Touch& touch : touches_of(end, other)) {
      LaneRecord* lane = find_lane(end, touch.numbers.own);
      (is_road_end(end) ? lane->successors : lane->predecessors).push_back(touch.numbers.other);
    }
  }

  LaneRecord* find_lane(End end, int number) {
    return &*std::ranges::find(roads_[road_of(end)].record.sections[0].lanes, number, &LaneRecord::number);
  }

  // Does traffic on a lane leave its road over this end?
  bool leads_out(End end, int number) {
    const LaneRecord& lane = *find_lane(end, number);
    if (lane.direction == LaneDirection::both) return true;
    const bool right_hand = roads_[road_of(end)].record.rule == TrafficRule::right_hand;
    const bool along = ((number < 0) == right_hand) == (lane.direction == LaneDirection::standard);
    return along == is_road_end(end);
  }

  void link_to_junction(End end, const std::string& id) {
    link_at(end) = RoadLink{.kind = RoadLink::Kind::junction, .element_id = id, .contact = {}, .element_s = {}};
  }

  template <typename IsInside>
  void enter_junction(const std::vector<End>& ends, IsInside is_inside) {
    for (const End end : ends) {
      if (!is_inside(end)) continue;
      const End outside = partners(end).front().end;
      tie(end, outside);
      const std::string& id = roads_[road_of(end)].record.junction;
      link_to_junction(outside, id);
      JunctionConnection connection = connection_of(outside, end);
      // What only leaves the junction here is said by the connecting road's own lanes.
      std::erase_if(connection.lane_links,
                    [&](const JunctionLaneLink& link) { return !leads_out(outside, link.from); });
      if (!connection.lane_links.empty()) append(junctions_[junction_index_.at(id)], std::move(connection));
    }
  }

  JunctionConnection connection_of(End from, End to) const {
    JunctionConnection connection{.id = {},
                                  .incoming_road = roads_[road_of(from)].record.id,
                                  .connecting_road = roads_[road_of(to)].record.id,
                                  .contact = contact_of(to),
                                  .lane_links = {}};
    const std::span<const Touch> touches = touches_of(from, to);
    connection.lane_links.reserve(touches.size());
    for (const Touch& touch : touches) connection.lane_links.push_back({touch.numbers.own, touch.numbers.other});
    return connection;
  }

  static void append(JunctionRecord& junction, JunctionConnection connection) {
    connection.id = fmt::format("{}", junction.connections.size());
    junction.connections.push_back(std::move(connection));
  }

  // Roads that part or join without roads in between: a direct junction.
  void fork(const std::vector<End>& ends) {
    JunctionRecord junction{.id = fmt::format("{}:{}", roads_[road_of(ends.front())].record.id,
                                              is_road_end(ends.front()) ? "end" : "start"),
                            .name = {},
                            .kind = JunctionRecord::Kind::direct,
                            .connections = {},
                            .priorities = {},
                            .controllers = {},
                            .boundary = {}};
    for (const End end : ends) {
      link_to_junction(end, junction.id);
      for (const auto& [other, touches] : partners(end)) {
        if (other < end) continue;
        const bool is_from_here =
            std::ranges::any_of(touches, [&](const Touch& touch) { return leads_out(end, touch.numbers.own); });
        append(junction, is_from_here ? connection_of(end, other) : connection_of(other, end));
      }
    }
    junctions_.push_back(std::move(junction));
  }

  const LaneMap& map_;
  std::span<const LaneGroup> groups_;
  std::span<const GroupPlace> places_;
  std::span<MadeRoad> roads_;
  std::vector<JunctionRecord>& junctions_;
  std::size_t end_count_;
  std::vector<Touch> found_, touches_;      // as they were found; by end and other end
  std::vector<Partner> partners_;           // of all ends, one end behind the other
  std::vector<std::size_t> first_partner_;  // by end, and how many there are
  std::unordered_map<std::string, std::size_t> junction_index_;
};

}  // namespace

void link_roads(const LaneMap& map, std::span<const LaneTouch> touches, std::span<const LaneGroup> groups,
                std::span<const GroupPlace> places, std::span<MadeRoad> roads, std::vector<JunctionRecord>& junctions) {
  RoadLinker linker(map, groups, places, roads, junctions);
  for (const LaneTouch& touch : touches) linker.add(touch);
  linker.link();
}

}  // namespace scrutineer::map::detail
