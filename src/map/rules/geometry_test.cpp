#include "kit/rule_testing.h"

namespace scrutineer::map::rules {
namespace {

using kit::line;
using kit::Road;

Road planned(std::string plan, double length = 100.0) { return {.length = length, .plan = std::move(plan)}; }

// Two lines of 50 m; the second begins elsewhere and in another direction.
Road two_lines(double gap, double turn_degrees) {
  return planned(line(0.0, 0.0, 0.0, 0.0, 50.0) + line(50.0, 50.0, gap, turn_degrees * 3.14159265358979 / 180.0, 50.0));
}

std::string poly(double a_u, double b_u, double a_v, double b_v, std::string_view range) {
  return fmt::format(R"(<paramPoly3 aU="{}" bU="{}" cU="0" dU="0" aV="{}" bV="{}" cV="0" dV="0" {}/>)", a_u, b_u, a_v,
                     b_v, range.empty() ? std::string() : fmt::format("pRange=\"{}\"", range));
}
Road cubic(double a_u, double b_u, double a_v, double b_v, std::string_view range = "normalized") {
  return planned(line(0.0, 0.0, 0.0, 0.0, 100.0, poly(a_u, b_u, a_v, b_v, range)));
}

TEST(GeometryRules, HoldAtTheirTolerances) {
  const auto arc = [](double curvature) {
    return planned(line(0.0, 0.0, 0.0, 0.0, 2.0, fmt::format("<arc curvature=\"{}\"/>", curvature)), 2.0);
  };
  const auto spiral = [](double end) {
    return planned(line(0.0, 0.0, 0.0, 0.0, 0.11, fmt::format("<spiral curvStart=\"-0.5\" curvEnd=\"{}\"/>", end)),
                   0.11);
  };
  const auto short_piece = [](double length) {
    return planned(line(0.0, 0.0, 0.0, 0.0, length) + line(length, length, 0.0, 0.0, 100.0 - length));
  };
  const kit::RuleCase cases[] = {
      {"a gap", "map.plan_view_gap", "E", {two_lines(0.0101, 0.0)}, {two_lines(0.0099, 0.0)}, {Road{}}},
      {"a small kink", "map.plan_view_kink", "I", {two_lines(0.0, 0.101)}, {two_lines(0.0, 0.099)}, {Road{}}},
      {"a kink", "map.plan_view_kink", "W", {two_lines(0.0, 1.01)}, {two_lines(0.0, -0.05)}, {Road{}}},
      {"tight arc", "map.curve_too_tight", "W", {arc(1.01)}, {arc(-1.000002)}, {Road{}}},
      {"fast spiral", "map.curve_too_tight", "W", {spiral(0.65)}, {spiral(0.55)}, {Road{}}},
      {"turned cubic",
       "map.hdg_not_tangent",
       "W",
       {cubic(0, 100, 0, 0.176)},
       {cubic(0, 100, 0, 0.174)},
       {Road{}},
       "",
       "",
       "",
       4},
      {"moved cubic",
       "map.hdg_not_tangent",
       "W",
       {cubic(0.0011, 100, 0, 0)},
       {cubic(0.0009, 100, 0, 0)},
       {Road{}},
       "",
       "",
       "",
       4},
      {"no length", "map.geometry_too_short", "I", {short_piece(0.9e-6)}, {short_piece(1.1e-6)}, {Road{}}},
      {"falling s",
       "road.geometry.elem_asc_order",
       "E",
       {planned(line(0.0, 0, 0, 0, 50) + line(49.0, 50, 0, 0, 50) + line(48.9, 50, 0, 0, 50))},
       {planned(line(0.0, 0, 0, 0, 50) + line(49.0, 50, 0, 0, 50) + line(49.0, 50, 0, 0, 50))},
       {Road{}},
       "",
       "",
       "",
       4},
      {"too short for its s",
       "road.geometry.length",
       "W",
       {planned(line(0, 0, 0, 0, 99.989))},
       {planned(line(0, 0, 0, 0, 99.991))},
       {Road{}}},
      {"short road",
       "road.min_length",
       "W",
       {planned(line(0, 0, 0, 0, 0.099), 0.099)},
       {planned(line(0, 0, 0, 0, 0.101), 0.101)},
       {Road{}}},
      {"stated longer",
       "road.geometry.parampoly3.length_match",
       "W",
       {cubic(0, 99.9989, 0, 0)},
       {cubic(0, 99.9991, 0, 0)},
       {Road{}},
       "",
       "",
       "",
       4},
      {"no range",
       "road.geometry.parampoly3.length_match",
       "W",
       {cubic(0, 100.0011, 0, 0, "")},
       {cubic(0, 100.0009, 0, 0, "")},
       {cubic(0, 1.1, 0, 0, "arcLength")},
       "",
       "",
       "",
       4},
      {"by arc length",
       "road.geometry.parampoly3.arclength_range",
       "E",
       {cubic(0, 1.0000111, 0, 0, "arcLength")},
       {cubic(0, 1.0000099, 0, 0, "arcLength")},
       {cubic(0, 90, 0, 0)},
       "",
       "",
       "",
       7},
      {"range",
       "road.geometry.parampoly3.normalized_range",
       "E",
       {cubic(0, 99.9989, 0, 0)},
       {cubic(0, 99.9991, 0, 0)},
       {Road{}},
       "",
       "",
       "",
       7},
      {"coefficients",
       "road.geometry.paramPoly3.valid_parameters",
       "W",
       {cubic(1.1e-6, 100, 0, 0)},
       {cubic(0.9e-6, 100, 0, 0)},
       {Road{}},
       "",
       "",
       "",
       4},
      {"coefficients of openMSL",
       "road.geometry.parampoly3.attributes",
       "W",
       {cubic(0, 100, 0, 0.0011)},
       {cubic(0, 100, 0, 0.0009)},
       {Road{}},
       "",
       "",
       "",
       4},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

TEST(GeometryRules, SayWhatTheyMeasured) {
  const RuleOutcome outcome = kit::outcome_of("map.plan_view_gap", kit::map_text(6, {two_lines(0.25, 0.0)}));
  ASSERT_EQ(outcome.findings.size(), 1U);
  const Finding& finding = outcome.findings[0];
  EXPECT_NEAR(finding.measured, 0.25, 1e-6);
  EXPECT_EQ(finding.threshold, 0.01);
  EXPECT_EQ(finding.s, 50.0);
  EXPECT_EQ(finding.xpath, "/OpenDRIVE/road[1]/planView/geometry[2]");
  EXPECT_EQ(finding.line, 4U);
  EXPECT_EQ(finding.related.size(), 1U);
}

}  // namespace
}  // namespace scrutineer::map::rules
