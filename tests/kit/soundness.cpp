#include "kit/soundness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "kit/curve.h"
#include "kit/sections.h"

namespace scrutineer::kit {
namespace {

using namespace map;

double distance(const Spot& a, const Spot& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

double distance(const Spot& p, const std::array<Spot, 2>& segment) {
  const auto& [a, b] = segment;
  const double length = distance(a, b);
  if (length == 0.0) return distance(p, a);
  const double along =
      ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y) + (p.z - a.z) * (b.z - a.z)) / (length * length);
  const double f = std::clamp(along, 0.0, 1.0);
  return distance(p, Spot{std::lerp(a.x, b.x, f), std::lerp(a.y, b.y, f), std::lerp(a.z, b.z, f)});
}

// The cross-section of a lane: its two border points.
using Section = std::array<Spot, 2>;

// How far two cross-sections are from being the same one. A lane without width joins wherever it touches the other.
double gap(const Section& a, const Section& b) {
  if (distance(a[0], a[1]) < 1e-9) return distance(a[0], b);
  if (distance(b[0], b[1]) < 1e-9) return distance(b[0], a);
  return std::min(std::max(distance(a[0], b[0]), distance(a[1], b[1])),
                  std::max(distance(a[0], b[1]), distance(a[1], b[0])));
}

class Inspection {
 public:
  Inspection(const Document& document, double tolerance) : document_(document), tolerance_(tolerance) {
    for (const RoadRecord& road : document.roads) roads_[road.id] = &road;
  }

  std::vector<std::string> run() {
    for (const RoadRecord& road : document_.roads) {
      plan_view(road);
      widths(road);
      sections(road);
      ends(road);
      orders(road);
    }
    for (const JunctionRecord& junction : document_.junctions) connections(junction);
    return std::move(found_);
  }

 private:
  template <typename... Args>
  void report(fmt::format_string<Args...> format, Args&&... args) {
    found_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  static Section cross_section(const RoadRecord& road, const LaneSectionRecord& section, int lane, double s) {
    const LaneBorders borders = lane_borders(road, section, lane, s);
    return {spot_at(road, s, borders.inner), spot_at(road, s, borders.outer)};
  }

  static Section cross_section(const RoadRecord& road, ContactPoint end, int lane) {
    return cross_section(road, section_at(road, end), lane, s_at(road, end));
  }

  const RoadRecord* find(const std::string& id) const {
    const auto found = roads_.find(id);
    return found == roads_.end() ? nullptr : found->second;
  }

  void plan_view(const RoadRecord& road) {
    double s = 0.0;
    for (std::size_t i = 0; i < road.geometries.size(); ++i) {
      const Geometry& geometry = road.geometries[i];
      if (std::abs(geometry.s - s) > 1e-9) report("road {}: geometry at s {} should be at {}", road.id, geometry.s, s);
      s += geometry.length;
      if (i == 0) continue;
      const Pose before = end_pose(road.geometries[i - 1]);
      const Pose here = pose_at(geometry, 0.0);
      if (std::hypot(here.x - before.x, here.y - before.y) > tolerance_)
        report("road {}: gap in the reference line at s {}", road.id, geometry.s);
      if (std::abs(normalised_angle(here.heading - before.heading)) > 1e-6)
        report("road {}: kink in the reference line at s {}", road.id, geometry.s);
    }
    if (std::abs(s - road.length) > 1e-9) report("road {}: length {}, pieces {}", road.id, road.length, s);
  }

  void widths(const RoadRecord& road) {
    constexpr int kSamples = 20;
    for (const LaneSectionRecord& section : road.sections) {
      const double end = section_end(road, section);
      for (const LaneRecord& lane : section.lanes) {
        for (int i = 0; i <= kSamples; ++i) {
          const double s = std::lerp(section.s, end, static_cast<double>(i) / kSamples);
          const LaneBorders borders = lane_borders(road, section, lane.number, s);
          const double width = lane.number > 0 ? borders.outer - borders.inner : borders.inner - borders.outer;
          if (width < -1e-9) report("road {}: lane {} is {} m wide at s {}", road.id, lane.number, width, s);
        }
      }
    }
  }

  void sections(const RoadRecord& road) {
    for (std::size_t i = 1; i < road.sections.size(); ++i) {
      const LaneSectionRecord& before = road.sections[i - 1];
      const LaneSectionRecord& after = road.sections[i];
      for (const LaneRecord& lane : before.lanes) {
        for (const int next : lane.successors) {
          if (find_lane(after, next) == nullptr) {
            report("road {}: lane {} leads to lane {} at s {}, which is not there", road.id, lane.number, next,
                   after.s);
            continue;
          }
          // The offset of the same s may jump, which is a fault of the road, so both are evaluated there.
          const double apart =
              gap(cross_section(road, before, lane.number, after.s), cross_section(road, after, next, after.s));
          if (apart > tolerance_)
            report("road {}: lanes {} and {} are {} m apart at s {}", road.id, lane.number, next, apart, after.s);
        }
      }
      for (const LaneRecord& lane : after.lanes)
        for (const int previous : lane.predecessors)
          if (find_lane(before, previous) == nullptr)
            report("road {}: lane {} comes from lane {} at s {}, which is not there", road.id, lane.number, previous,
                   after.s);
    }
  }

  void ends(const RoadRecord& road) {
    for (const ContactPoint end : {ContactPoint::start, ContactPoint::end}) {
      const char* name = end == ContactPoint::start ? "start" : "end";
      const auto& link = end == ContactPoint::start ? road.predecessor : road.successor;
      if (!link) continue;
      if (link->kind == RoadLink::Kind::junction) {
        if (std::ranges::find(document_.junctions, link->element_id, &JunctionRecord::id) == document_.junctions.end())
          report("road {}: its {} leads to junction {}, which is not there", road.id, name, link->element_id);
        continue;
      }
      const RoadRecord* other = find(link->element_id);
      if (other == nullptr || !link->contact) {
        report("road {}: its {} leads to road {}, which is not there", road.id, name, link->element_id);
        continue;
      }
      if (road.junction.empty() && other->junction.empty()) returned(road, end, *other, *link->contact);
      for (const LaneRecord& lane : section_at(road, end).lanes) {
        const auto& linked = end == ContactPoint::start ? lane.predecessors : lane.successors;
        for (const int next : linked) touch(road, end, lane.number, *other, *link->contact, next);
      }
    }
  }

  void returned(const RoadRecord& road, ContactPoint end, const RoadRecord& other, ContactPoint contact) {
    const auto& back = contact == ContactPoint::start ? other.predecessor : other.successor;
    if (!back || back->element_id != road.id || back->contact != end)
      report("road {} is linked to road {}, but not back", road.id, other.id);
    for (const LaneRecord& lane : section_at(road, end).lanes) {
      for (const int next : end == ContactPoint::start ? lane.predecessors : lane.successors) {
        const LaneRecord* linked = find_lane(section_at(other, contact), next);
        if (linked == nullptr) continue;
        const auto& backward = contact == ContactPoint::start ? linked->predecessors : linked->successors;
        if (std::ranges::find(backward, lane.number) == backward.end())
          report("road {}: lane {} is linked to lane {} of road {}, but not back", road.id, lane.number, next,
                 other.id);
      }
    }
  }

  void touch(const RoadRecord& road, ContactPoint end, int lane, const RoadRecord& other, ContactPoint contact,
             int linked) {
    if (find_lane(section_at(road, end), lane) == nullptr || find_lane(section_at(other, contact), linked) == nullptr) {
      report("road {} lane {} is linked to road {} lane {}, which is not there", road.id, lane, other.id, linked);
      return;
    }
    const double apart = gap(cross_section(road, end, lane), cross_section(other, contact, linked));
    if (apart > tolerance_)
      report("road {} lane {} and road {} lane {} are {} m apart", road.id, lane, other.id, linked, apart);
  }

  void connections(const JunctionRecord& junction) {
    for (const JunctionConnection& connection : junction.connections) {
      const RoadRecord* incoming = find(connection.incoming_road);
      const RoadRecord* connecting = find(connection.connecting_road);
      if (incoming == nullptr || connecting == nullptr) {
        report("junction {}: connection {} names a road that is not there", junction.id, connection.id);
        continue;
      }
      for (const JunctionLaneLink& link : connection.lane_links)
        touch(*incoming, incoming_end(document_, junction, connection), link.from, *connecting, connection.contact,
              link.to);
    }
  }

  void orders(const RoadRecord& road) {
    const auto sorted = [&](const auto& records, const char* what) {
      using Record = typename std::decay_t<decltype(records)>::value_type;
      if (!std::ranges::is_sorted(records, {}, &Record::s)) report("road {}: {} are not sorted by s", road.id, what);
      for (const auto& record : records)
        if (record.s < 0.0 || record.s > road.length + 1e-9)
          report("road {}: {} at s {}, beyond the road", road.id, what, record.s);
    };
    sorted(road.types, "types");
    sorted(road.elevations, "elevations");
    sorted(road.superelevations, "superelevations");
    sorted(road.lane_offsets, "lane offsets");
    sorted(road.sections, "lane sections");
    for (const LaneSectionRecord& section : road.sections) {
      if (!std::ranges::is_sorted(section.lanes, {}, &LaneRecord::number))
        report("road {}: lanes at s {} are not sorted", road.id, section.s);
      for (const LaneRecord& lane : section.lanes) {
        sorted(lane.widths, "widths");
        sorted(lane.borders, "borders");
        sorted(lane.speeds, "lane speeds");
        sorted(lane.accesses, "lane accesses");
      }
    }
    for (const SignalRecord& signal : road.signals)
      if (signal.s < 0.0 || signal.s > road.length) report("road {}: signal {} beyond the road", road.id, signal.id);
  }

  const Document& document_;
  double tolerance_;
  std::map<std::string, const RoadRecord*> roads_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> unsound_places(const Document& document, double tolerance) {
  return Inspection(document, tolerance).run();
}

}  // namespace scrutineer::kit
