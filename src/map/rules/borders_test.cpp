#include "kit/rule_testing.h"

namespace scrutineer::map::rules {
namespace {

using kit::Road;

std::string bordered(int id, double a, double b = 0.0) {
  return fmt::format(
      R"(<lane id="{}" type="driving" level="false"><border sOffset="0" a="{}" b="{}" c="0" d="0"/></lane>)", id, a, b);
}
Road right(std::string lanes) {
  Road road;
  road.lanes = kit::section(0.0, "", lanes);
  return road;
}

TEST(BorderRules, HoldAtTheirTolerances) {
  Road offset = right(bordered(-1, -3.0));
  offset.offset = R"(<laneOffset s="0" a="0" b="0" c="0" d="0"/>)";
  Road left;
  left.lanes = kit::section(0.0, bordered(2, 3.0, 0.02) + bordered(1, 3.0), "");
  Road left_crossing;
  left_crossing.lanes = kit::section(0.0, bordered(2, 4.0, -0.010001) + bordered(1, 3.0), "");
  const kit::RuleCase cases[] = {
      {"further in",
       "road.lane.border.overlap_with_inner_lanes",
       "E",
       {right(bordered(-1, -3.0) + bordered(-2, -2.9999))},
       {right(bordered(-1, -3.0) + bordered(-2, -3.0))},
       {Road{}},
       "",
       "",
       "",
       4},
      {"at the end of the section",
       "road.lane.border.overlap_with_inner_lanes",
       "E",
       {left_crossing},
       {left},
       {Road{}},
       "",
       "",
       "",
       4},
      {"on the other side",
       "map.border_crosses_centre",
       "E",
       {right(bordered(-1, -1.0, 0.01011))},
       {right(bordered(-1, -1.0, 0.01009))},
       {Road{}},
       "",
       "",
       "",
       4},
      {"beside an offset",
       "road.lanes.lane_offset.no_offset_if_border_defined",
       "E",
       {offset},
       {right(bordered(-1, -3.0))},
       {Road{}},
       "",
       "",
       "",
       4},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

}  // namespace
}  // namespace scrutineer::map::rules
