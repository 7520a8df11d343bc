#include "map/detail/links.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace scrutineer::map::detail {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

constexpr ContactPoint kStart = ContactPoint::start;
constexpr ContactPoint kEnd = ContactPoint::end;

// A few roads drawn with words: only what links need.
class Sketch {
 public:
  using Lanes = std::vector<LaneRecord>;

  // Returns the road's position. Sections are 10 m long.
  std::size_t road(const std::string& id, std::vector<Lanes> sections) {
    Road road;
    road.id = id;
    road.length = 10.0 * static_cast<double>(sections.size());
    road.first_section = static_cast<std::uint32_t>(sections_.size());
    road.section_count = static_cast<std::uint32_t>(sections.size());
    RoadRecord record;
    record.id = id;
    for (std::size_t i = 0; i < sections.size(); ++i) {
      LaneSection section;
      section.road = RoadId{roads_.size()};
      section.s_begin = 10.0 * static_cast<double>(i);
      section.s_end = section.s_begin + 10.0;
      section.first_lane = static_cast<std::uint32_t>(lanes_.size());
      section.lane_count = static_cast<std::uint16_t>(sections[i].size());
      for (const LaneRecord& lane_record : sections[i]) {
        section.right_count = static_cast<std::uint16_t>(section.right_count + (lane_record.number < 0));
        Lane lane;
        lane.road = section.road;
        lane.section = SectionId{sections_.size()};
        lane.number = lane_record.number;
        lanes_.push_back(lane);
        names_.push_back(fmt::format("{}{}:{}", id, i, lane.number));
      }
      sections_.push_back(section);
      record.sections.push_back({section.s_begin, sections[i]});
    }
    roads_.push_back(road);
    document_.roads.push_back(record);
    return roads_.size() - 1;
  }

  // One side only: what the road itself says.
  void link(std::size_t road, ContactPoint end, std::size_t other, ContactPoint contact) {
    end_of(road, end) = {.road = RoadId{other}, .contact = contact, .junction = {}};
  }
  void link_to_junction(std::size_t road, ContactPoint end, std::size_t junction) {
    end_of(road, end) = {.road = {}, .contact = kStart, .junction = JunctionId{junction}};
  }
  void link_between_ends(std::size_t road, ContactPoint end, std::size_t other, double s) {
    link(road, end, other, kStart);
    const RoadLink stated{RoadLink::Kind::road, document_.roads[other].id, std::nullopt, s};
    (end == kStart ? document_.roads[road].predecessor : document_.roads[road].successor) = stated;
  }

  std::size_t junction(JunctionRecord::Kind kind, std::vector<Connection> connections) {
    Junction junction;
    junction.id = "J" + std::to_string(junctions_.size());
    junction.kind = kind;
    junction.connections = std::move(connections);
    junctions_.push_back(junction);
    return junctions_.size() - 1;
  }
  void belongs_to(std::size_t road, std::size_t junction) { roads_[road].junction = JunctionId{junction}; }

  // "a0:-1 > b0:-1": the end of lane -1 of a's section 0 touches lane -1 of b; "<" for its start.
  std::vector<std::string> links() {
    std::vector<BuildWarning> warnings;
    link_lanes(document_, roads_, sections_, junctions_, lanes_, warnings);
    for (const BuildWarning& warning : warnings) warnings_.push_back(warning.text);
    std::vector<std::string> text;
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      for (const LaneId other : lanes_[i].predecessors) text.push_back(names_[i] + " < " + names_[other.index()]);
      for (const LaneId other : lanes_[i].successors) text.push_back(names_[i] + " > " + names_[other.index()]);
    }
    return text;
  }
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  RoadEnd& end_of(std::size_t road, ContactPoint end) {
    return end == kStart ? roads_[road].predecessor : roads_[road].successor;
  }

  Document document_;
  std::vector<Road> roads_;
  std::vector<LaneSection> sections_;
  std::vector<Junction> junctions_;
  std::vector<Lane> lanes_;
  std::vector<std::string> names_, warnings_;
};

LaneRecord lane(int number, std::vector<int> predecessors = {}, std::vector<int> successors = {}) {
  LaneRecord record;
  record.number = number;
  record.predecessors = std::move(predecessors);
  record.successors = std::move(successors);
  return record;
}

Connection connection(std::size_t incoming, std::size_t connecting, ContactPoint contact,
                      std::vector<JunctionLaneLink> lane_links) {
  return {RoadId{incoming}, RoadId{connecting}, contact, std::move(lane_links)};
}

TEST(Links, JoinLanesOnBothSidesWhoeverStatesThem) {
  struct Case {
    const char* name;
    void (*draw)(Sketch&);
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"sections, stated once",
       [](Sketch& s) { s.road("a", {{lane(-1, {}, {-2}), lane(1)}, {lane(-2), lane(-1), lane(1, {1})}}); },
       {"a0:-1 > a1:-2", "a0:1 > a1:1", "a1:-2 < a0:-1", "a1:1 < a0:1"}},
      {"sections, stated twice",
       [](Sketch& s) { s.road("a", {{lane(-1, {}, {-1})}, {lane(-1, {-1})}}); },
       {"a0:-1 > a1:-1", "a1:-1 < a0:-1"}},
      {"a lane splits in two",
       [](Sketch& s) { s.road("a", {{lane(-1, {}, {-1, -2})}, {lane(-2), lane(-1)}}); },
       {"a0:-1 > a1:-2", "a0:-1 > a1:-1", "a1:-2 < a0:-1", "a1:-1 < a0:-1"}},
      {"roads end to start, stated by the first",
       [](Sketch& s) {
         const auto a = s.road("a", {{lane(-1, {}, {-1})}});
         const auto b = s.road("b", {{lane(-1)}});
         s.link(a, kEnd, b, kStart);
       },
       {"a0:-1 > b0:-1", "b0:-1 < a0:-1"}},
      {"roads end to end: numbers change sign",
       [](Sketch& s) {
         const auto a = s.road("a", {{lane(-1, {}, {1})}});
         const auto b = s.road("b", {{lane(-1), lane(1)}});
         s.link(a, kEnd, b, kEnd);
         s.link(b, kEnd, a, kEnd);
       },
       {"a0:-1 > b0:1", "b0:1 > a0:-1"}},
      {"one says the road, the other the lanes",
       [](Sketch& s) {
         const auto a = s.road("a", {{lane(-1)}});
         const auto b = s.road("b", {{lane(-1, {-1})}});
         s.link(a, kEnd, b, kStart);
       },
       {"a0:-1 > b0:-1", "b0:-1 < a0:-1"}},
      {"a road that closes on itself",
       [](Sketch& s) {
         const auto a = s.road("a", {{lane(-1, {-1}, {-1})}});
         s.link(a, kEnd, a, kStart);
         s.link(a, kStart, a, kEnd);
       },
       {"a0:-1 < a0:-1", "a0:-1 > a0:-1"}},
      {"lane numbers with a gap",
       [](Sketch& s) { s.road("a", {{lane(-4, {}, {5}), lane(-1)}, {lane(-1), lane(2), lane(5)}}); },
       {"a0:-4 > a1:5", "a1:5 < a0:-4"}},
      {"through a junction",
       [](Sketch& s) {
         const auto in = s.road("i", {{lane(-1), lane(1)}});
         const auto out = s.road("o", {{lane(-1), lane(1)}});
         const auto connecting = s.road("c", {{lane(-1, {-1}, {1})}});
         const auto j = s.junction(JunctionRecord::Kind::standard, {connection(in, connecting, kStart, {{-1, -1}})});
         s.link_to_junction(in, kEnd, j);
         s.link_to_junction(out, kEnd, j);
         s.link(connecting, kStart, in, kEnd);
         s.link(connecting, kEnd, out, kEnd);
         s.belongs_to(connecting, j);
       },
       {"i0:-1 > c0:-1", "o0:1 > c0:-1", "c0:-1 < i0:-1", "c0:-1 > o0:1"}},
      {"a junction's links alone, at the connecting road's end",
       [](Sketch& s) {
         const auto in = s.road("i", {{lane(-1), lane(1)}});
         const auto connecting = s.road("c", {{lane(1)}});
         const auto j = s.junction(JunctionRecord::Kind::standard, {connection(in, connecting, kEnd, {{1, 1}})});
         s.link_to_junction(in, kStart, j);
         s.belongs_to(connecting, j);
       },
       {"i0:1 < c0:1", "c0:1 > i0:1"}},
      {"a road with both ends in one junction: the connecting road tells which",
       [](Sketch& s) {
         const auto in = s.road("i", {{lane(-1), lane(1)}});
         const auto connecting = s.road("c", {{lane(-1)}});
         const auto j = s.junction(JunctionRecord::Kind::standard, {connection(in, connecting, kStart, {{1, -1}})});
         s.link_to_junction(in, kStart, j);
         s.link_to_junction(in, kEnd, j);
         s.link(connecting, kStart, in, kStart);
       },
       {"i0:1 < c0:-1", "c0:-1 < i0:1"}},
      {"direct junction",
       [](Sketch& s) {
         const auto main = s.road("m", {{lane(-3), lane(-2), lane(-1)}});
         const auto trunk = s.road("t", {{lane(-2), lane(-1)}});
         const auto ramp = s.road("r", {{lane(-1)}});
         const auto j = s.junction(JunctionRecord::Kind::direct, {connection(trunk, main, kStart, {{-1, -1}, {-2, -2}}),
                                                                  connection(ramp, main, kStart, {{-1, -3}})});
         s.link_to_junction(main, kStart, j);
         s.link_to_junction(trunk, kEnd, j);
         s.link_to_junction(ramp, kEnd, j);
       },
       {"m0:-3 < r0:-1", "m0:-2 < t0:-2", "m0:-1 < t0:-1", "t0:-2 > m0:-2", "t0:-1 > m0:-1", "r0:-1 > m0:-3"}},
  };
  for (const Case& c : cases) {
    Sketch sketch;
    c.draw(sketch);
    EXPECT_THAT(sketch.links(), ElementsAreArray(c.expected)) << c.name;
    EXPECT_THAT(sketch.warnings(), IsEmpty()) << c.name;
  }
}

TEST(Links, NameWhatDoesNotExist) {
  struct Case {
    const char* name;
    void (*draw)(Sketch&);
    const char* warning;
  };
  const Case cases[] = {
      {"next section lacks the lane", [](Sketch& s) { s.road("a", {{lane(-1, {}, {-2})}, {lane(-1)}}); },
       R"(road "a", lane -1 at s 10.00: successor lane -2 does not exist on road "a")"},
      {"lane 0 is no lane", [](Sketch& s) { s.road("a", {{lane(-1)}, {lane(-1, {0})}}); },
       R"(road "a", lane -1 at s 10.00: predecessor lane 0 does not exist on road "a")"},
      {"absurd number", [](Sketch& s) { s.road("a", {{lane(-1)}, {lane(-1, {2147483647})}}); },
       R"(road "a", lane -1 at s 10.00: predecessor lane 2147483647 does not exist on road "a")"},
      {"other road lacks the lane",
       [](Sketch& s) {
         const auto a = s.road("a", {{lane(-1, {1})}});
         const auto b = s.road("b", {{lane(-1)}});
         s.link(a, kStart, b, kStart);
       },
       R"(road "a", lane -1 at s 0.00: predecessor lane 1 does not exist on road "b")"},
      {"linked to nothing", [](Sketch& s) { s.road("a", {{lane(-2, {}, {-2}), lane(-1, {}, {-1})}}); },
       R"(road "a", lane -2: names a successor lane, but the road is linked to nothing at its end)"},
      {"junction names a lane that is not there",
       [](Sketch& s) {
         const auto in = s.road("i", {{lane(-1)}});
         const auto c = s.road("c", {{lane(-1)}});
         const auto j = s.junction(JunctionRecord::Kind::standard, {connection(in, c, kStart, {{-2, -1}})});
         s.link_to_junction(in, kEnd, j);
       },
       "junction \"J0\": links lane -2 of road \"i\" to lane -1 of road \"c\", but lane -2 does not exist on road "
       "\"i\" "
       "there"},
      {"incoming road leads elsewhere",
       [](Sketch& s) {
         const auto in = s.road("i", {{lane(-1)}});
         const auto c = s.road("c", {{lane(-1)}});
         s.junction(JunctionRecord::Kind::standard, {connection(in, c, kStart, {{-1, -1}})});
       },
       R"(junction "J0": incoming road "i" does not lead to it at either end)"},
  };
  for (const Case& c : cases) {
    Sketch sketch;
    c.draw(sketch);
    EXPECT_THAT(sketch.links(), IsEmpty()) << c.name;
    EXPECT_THAT(sketch.warnings(), ElementsAre(c.warning)) << c.name;
  }
}

TEST(Links, AVirtualJunctionsRoadsTouchNoLaneEnd) {
  Sketch sketch;
  const auto main = sketch.road("m", {{lane(-1)}});
  const auto drive = sketch.road("d", {{lane(-1, {-1})}});
  sketch.link_between_ends(drive, kStart, main, 4.0);
  const auto j = sketch.junction(JunctionRecord::Kind::virtual_, {connection(main, drive, kStart, {{-1, -1}})});
  sketch.belongs_to(drive, j);
  EXPECT_THAT(sketch.links(), IsEmpty());
  EXPECT_THAT(sketch.warnings(), IsEmpty());
}

}  // namespace
}  // namespace scrutineer::map::detail
