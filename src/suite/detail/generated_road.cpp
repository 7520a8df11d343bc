#include "suite/detail/generated_road.h"

#include <fmt/format.h>

#include <cmath>

namespace scrutineer::suite::detail {

namespace {

// Where a stretch leads from a point, on the reference line.
RoadPoint along(const RoadPoint& from, double curvature, double distance) {
  if (curvature == 0.0)
    return {from.x + distance * std::cos(from.heading), from.y + distance * std::sin(from.heading), from.heading};
  const double heading = from.heading + curvature * distance;
  return {from.x + (std::sin(heading) - std::sin(from.heading)) / curvature,
          from.y - (std::cos(heading) - std::cos(from.heading)) / curvature, heading};
}

std::string lane_xodr(int id, double width) {
  return fmt::format(R"(          <lane id="{}" type="driving" level="false">
            <width sOffset="0" a="{}" b="0" c="0" d="0"/>
            <roadMark sOffset="0" type="broken" weight="standard" color="white" width="0.12"/>
          </lane>
)",
                     id, width);
}

}  // namespace

double GeneratedRoad::curvature_at(double s) const {
  double end = 0.0;
  for (const Stretch& stretch : stretches) {
    end += stretch.length;
    if (s < end) return stretch.curvature;
  }
  return stretches.back().curvature;
}

RoadPoint point_at(const GeneratedRoad& road, double s, double t) {
  RoadPoint point;
  double rest = s;
  for (const Stretch& stretch : road.stretches) {
    const double distance = rest < stretch.length ? rest : stretch.length;
    point = along(point, stretch.curvature, distance);
    rest -= distance;
    if (rest <= 0.0) break;
  }
  return {point.x - t * std::sin(point.heading), point.y + t * std::cos(point.heading), point.heading};
}

std::string to_xodr(const GeneratedRoad& road) {
  std::string geometries;
  RoadPoint at;
  double s = 0.0;
  for (const Stretch& stretch : road.stretches) {
    geometries +=
        fmt::format("      <geometry s=\"{}\" x=\"{}\" y=\"{}\" hdg=\"{}\" length=\"{}\">{}</geometry>\n", s, at.x,
                    at.y, at.heading, stretch.length,
                    stretch.curvature == 0.0 ? "<line/>" : fmt::format("<arc curvature=\"{}\"/>", stretch.curvature));
    at = along(at, stretch.curvature, stretch.length);
    s += stretch.length;
  }
  std::string left, right;
  for (int lane = road.lanes_each_way; lane >= 1; --lane) left += lane_xodr(lane, road.lane_width);
  for (int lane = 1; lane <= road.lanes_each_way; ++lane) right += lane_xodr(-lane, road.lane_width);
  return fmt::format(R"(<?xml version="1.0" encoding="UTF-8"?>
<OpenDRIVE>
  <header revMajor="1" revMinor="7" name="{0}" vendor="Scrutineer"/>
  <road name="{0}" length="{1}" id="1" junction="-1" rule="RHT">
    <type s="0" type="{2}">
      <speed max="{3}" unit="m/s"/>
    </type>
    <planView>
{4}    </planView>
    <elevationProfile/>
    <lateralProfile/>
    <lanes>
      <laneSection s="0">
        <left>
{5}        </left>
        <center>
          <lane id="0" type="none" level="false">
            <roadMark sOffset="0" type="solid" weight="standard" color="white" width="0.12"/>
          </lane>
        </center>
        <right>
{6}        </right>
      </laneSection>
    </lanes>
  </road>
</OpenDRIVE>
)",
                     road.name, s, road.type, road.speed_limit, geometries, left, right);
}

std::span<const GeneratedRoad> generated_roads() {
  constexpr double kKmh = 1.0 / 3.6;
  static const std::vector<GeneratedRoad> roads = {
      {"avenue", "town", 50 * kKmh, 2, 3.5, {{1400.0, 0.0}}},
      {"bend", "rural", 70 * kKmh, 2, 3.5, {{250.0, 0.0}, {300.0, 0.004}, {900.0, 0.0}}},
      {"hairpin", "town", 50 * kKmh, 2, 3.5, {{300.0, 0.0}, {250.0, 0.01}, {850.0, 0.0}}},
      {"snake", "rural", 70 * kKmh, 2, 3.5, {{200.0, 0.003}, {200.0, -0.003}, {200.0, 0.003}, {800.0, -0.001}}},
      {"parkway", "rural", 100 * kKmh, 3, 3.5, {{2000.0, 0.0005}}},
  };
  return roads;
}

}  // namespace scrutineer::suite::detail
