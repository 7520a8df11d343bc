// Signs and lights where they stand, and what is painted on the road: stop lines across the lanes that they hold for,
// and crosswalks.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "map/detail/draw_layers.h"
#include "map/detail/lane_paint.h"
#include "map/lookup.h"
#include "map/sign_number.h"
#include "map/signals.h"

namespace scrutineer::map::detail {

namespace {

// A glyph is about 2 units high.
struct Glyph {
  std::string_view symbol, name, content;
  std::initializer_list<SignalKind> kinds;
};

constexpr Glyph kGlyphs[] = {
    {"light",
     "traffic light",
     "<rect x=\"-.5\" y=\"-1.1\" width=\"1\" height=\"2.2\" rx=\".2\" fill=\"#262b33\"/><circle cy=\"-.66\" r=\".27\" "
     "fill=\"#e5484d\"/><circle r=\".27\" fill=\"#f5b83d\"/><circle cy=\".66\" r=\".27\" fill=\"#3fae5a\"/>",
     {SignalKind::traffic_light}},
    {"small-light",
     "light for others than cars",
     "<rect x=\"-.35\" y=\"-.7\" width=\".7\" height=\"1.4\" rx=\".15\" fill=\"#56606e\"/><circle cy=\"-.32\" "
     "r=\".21\" "
     "fill=\"#e5484d\"/><circle cy=\".32\" r=\".21\" fill=\"#3fae5a\"/>",
     {SignalKind::pedestrian_light, SignalKind::bicycle_light, SignalKind::special_light}},
    {"stop-sign",
     "stop sign",
     "<path d=\"M-.41-1h.82l.59.59v.82l-.59.59h-.82l-.59-.59v-.82z\" fill=\"#c8202f\" stroke=\"#fff\" "
     "stroke-width=\".12\"/><text class=\"stop-text\" y=\".24\" font-size=\".66\">STOP</text>",
     {SignalKind::stop_sign}},
    {"yield-sign",
     "yield sign",
     "<path d=\"M-.95-.8h1.9l-.95 1.65z\" fill=\"#fff\" stroke=\"#c8202f\" stroke-width=\".34\" "
     "stroke-linejoin=\"round\"/>",
     {SignalKind::yield_sign}},
    {"speed-sign",
     "speed limit",
     "<circle r=\".85\" fill=\"#fff\" stroke=\"#c8202f\" stroke-width=\".26\"/>",
     {SignalKind::speed_limit}},
    {"speed-end-sign",
     "end of speed limit",
     "<circle r=\".85\" fill=\"#fff\" stroke=\"#56606e\" stroke-width=\".16\"/><path d=\"M-.6.6l1.2-1.2\" "
     "stroke=\"#56606e\" stroke-width=\".2\"/>",
     {SignalKind::speed_limit_end}},
    {"priority-sign",
     "priority",
     "<path d=\"M0-.95l.95.95l-.95.95l-.95-.95z\" fill=\"#f3c332\" stroke=\"#fff\" stroke-width=\".24\" "
     "stroke-linejoin=\"round\"/>",
     {SignalKind::priority_sign}},
    {"crosswalk-sign",
     "crosswalk sign",
     "<rect x=\"-.75\" y=\"-.75\" width=\"1.5\" height=\"1.5\" rx=\".15\" fill=\"#2d6bb5\"/><path "
     "d=\"M0-.5l.5.95h-1z\" "
     "fill=\"#fff\"/>",
     {SignalKind::crosswalk}},
    {"other-sign",
     "other sign, plate",
     "<rect x=\"-.5\" y=\"-.5\" width=\"1\" height=\"1\" rx=\".12\" fill=\"#fff\" stroke=\"#7a8493\" "
     "stroke-width=\".16\"/>",
     {SignalKind::supplementary, SignalKind::other}},
};

const Glyph* glyph_of(SignalKind kind) {
  for (const Glyph& glyph : kGlyphs)
    if (std::ranges::find(glyph.kinds, kind) != glyph.kinds.end()) return &glyph;
  return nullptr;  // painted on the road
}

bool is_line(SignalKind kind) { return kind == SignalKind::stop_line || kind == SignalKind::yield_line; }

std::string tooltip_of(const RoadNetwork& map, const Signal& signal, SignalKind kind) {
  const SignalRecord& record = signal.record;
  std::string text = fmt::format("signal {}, {}", record.id, to_string(kind));
  if (!record.name.empty()) text += fmt::format(" \"{}\"", record.name);
  return text + fmt::format(", type {} {} {}, road {}, s {}", record.country, record.type, record.subtype,
                            map.road(signal.road).id, rounded(record.s, 2));
}

class SignalPainter {
 public:
  SignalPainter(const RoadNetwork& map, SvgCanvas& canvas)
      : map_(map), canvas_(canvas), painted_(canvas.layer("painted")), signs_(canvas.layer("signals")) {
    // Large enough to be read on a whole town, never larger than a road.
    size_ = std::clamp(9.0 / canvas.pixels_per_metre(), kSmallest, kLargest);
  }

  void declare() {
    canvas_.style(
        ".stop-line-edge,.stop-line{fill:none}.stop-line-edge{stroke:#5d2026;stroke-width:.7}"
        ".stop-line{stroke:#fff;stroke-width:.4}"
        ".crosswalk{fill:#fff;fill-opacity:.6;stroke:#8d96a3;stroke-width:.1}"
        ".crosswalk-swatch{fill:#fff;stroke:#8d96a3}"
        ".stop-text{fill:#fff;text-anchor:middle;font-weight:bold;font-size:.66px}"
        ".limit{text-anchor:middle;font-weight:bold;fill:#262b33;pointer-events:none}");
    // While a viewer zooms in, glyphs keep their size on the screen until they are as large as real signs would look.
    canvas_.style(fmt::format(".glyph{{transform:scale(max(var(--zoom,1),{:.3g}))}}", kSmallest / size_));
    for (const Glyph& glyph : kGlyphs)
      canvas_.symbol(glyph.symbol, fmt::format("<g class=\"glyph\">{}</g>", glyph.content));
  }

  void paint_lines() {
    for (std::size_t i = 0; i < map_.roads().size(); ++i)
      for (const SignalPlace& place : signal_places(map_, RoadId(i)))
        if (is_line(place.meaning.kind) && !place.is_reference) paint_line(place);
  }

  void paint_crosswalks() {
    for (const Object& object : map_.objects())
      if (equals_ignoring_case(object.record.type, "crosswalk")) paint_crosswalk(object);
  }

  // Plates first: they stand at the post of the sign that they belong to, which should stay readable.
  void paint_signs() {
    for (const bool plates : {true, false}) {
      for (const Signal& signal : map_.signals()) {
        const SignalKind kind = meaning_of(signal.record).kind;
        if ((kind == SignalKind::supplementary || kind == SignalKind::other) == plates) paint_sign(signal, kind);
      }
    }
  }

  void add_legend() {
    if (used_.empty() && !any_line_ && !any_crosswalk_) return;
    canvas_.legend_heading("Signals");
    for (const Glyph& glyph : kGlyphs)
      if (std::ranges::find(used_, &glyph) != used_.end()) canvas_.legend_symbol(glyph.symbol, 7.0, glyph.name);
    if (any_line_) canvas_.legend_line("stop-line-edge", "stop line");
    if (any_crosswalk_) canvas_.legend_area("crosswalk-swatch", "crosswalk");
  }

 private:
  static constexpr double kSmallest = 1.0, kLargest = 6.0;  // metres for each unit of a glyph

  void paint_sign(const Signal& signal, SignalKind kind) {
    const Glyph* glyph = glyph_of(kind);
    const RoadPoint at = point_at(map_, signal.road, signal.record.s, signal.record.t);
    if (glyph == nullptr || !canvas_.world().contains(at.x, at.y)) return;
    const auto number = kind == SignalKind::speed_limit ? sign_number(signal.record) : std::nullopt;
    signs_.add_symbol(number ? numbered(*glyph, *number) : std::string(glyph->symbol), at.x, at.y, size_, 0.0,
                      tooltip_of(map_, signal, kind));
    if (std::ranges::find(used_, glyph) == used_.end()) used_.push_back(glyph);
  }

  // The glyph with a number on it. It is one symbol, so that both keep their size together while a viewer zooms.
  std::string numbered(const Glyph& glyph, const std::string& number) {
    std::string symbol = fmt::format("{}-{}", glyph.symbol, number);
    if (numbered_.insert(symbol).second)
      canvas_.symbol(
          symbol,
          fmt::format("<g class=\"glyph\">{}<text class=\"limit\" y=\"{}\" font-size=\"{}\">{}</text></g>",
                      glyph.content, number.size() > 2 ? ".25" : ".3", number.size() > 2 ? ".68" : ".84", number));
    return symbol;
  }

  void paint_line(const SignalPlace& place) {
    const LaneSection& section = map_.section(map_.find_section(place.road, place.s));
    SvgPath path = canvas_.path();
    const auto across = [&](double right, double left) {
      path.lift();
      for (const double t : {right, left}) {
        const RoadPoint at = point_at(map_, place.road, place.s, t);
        path.to(at.x, at.y);
      }
    };
    const RoadPoint middle = point_at(map_, place.road, place.s, place.t);
    if (!canvas_.world().contains(middle.x, middle.y)) return;
    for (std::size_t i = 0; i < section.lane_count; ++i) {
      const LaneId lane(section.first_lane + i);
      if (!paint_of(map_.lane(lane).type).carries_traffic() || !holds_for(map_, place, lane)) continue;
      const LaneSpan span = lane_span(map_, lane, place.s);
      across(span.right, span.left);
    }
    constexpr double kHalfWidth = 1.5;  // of a line that holds for no lane, so that it can be seen where it is
    if (path.empty()) across(place.t - kHalfWidth, place.t + kHalfWidth);
    painted_.add(path, "stop-line-edge");
    painted_.add(path, "stop-line");
    any_line_ = true;
  }

  void paint_crosswalk(const Object& object) {
    const ObjectRecord& record = object.record;
    const RoadPoint at = point_at(map_, object.road, record.s, record.t);
    if (!canvas_.world().contains(at.x, at.y)) return;
    const double heading = point_at(map_, object.road, record.s, 0.0).heading + record.heading;
    const double cos = std::cos(heading), sin = std::sin(heading);
    SvgPath path = canvas_.path();
    const auto local = [&](double u, double v) { path.to(at.x + cos * u - sin * v, at.y + sin * u + cos * v); };
    for (const auto& outline : record.outlines) {
      for (const ObjectCorner& corner : outline) {
        if (corner.road_coordinates) {
          const RoadPoint place = point_at(map_, object.road, corner.a, corner.b);
          path.to(place.x, place.y);
        } else {
          local(corner.a, corner.b);
        }
      }
      path.close();
    }
    if (record.outlines.empty()) {
      const double u = 0.5 * record.length, v = 0.5 * record.width;
      local(-u, -v);
      local(u, -v);
      local(u, v);
      local(-u, v);
      path.close();
    }
    painted_.add(
        path, "crosswalk",
        fmt::format("crosswalk {}, road {}, s {}", record.id, map_.road(object.road).id, rounded(record.s, 2)));
    any_crosswalk_ = true;
  }

  const RoadNetwork& map_;
  SvgCanvas& canvas_;
  SvgLayer& painted_;
  SvgLayer& signs_;
  double size_ = 1.0;
  std::vector<const Glyph*> used_;
  std::set<std::string> numbered_;  // symbols that exist
  bool any_line_ = false, any_crosswalk_ = false;
};

}  // namespace

void draw_signals(const RoadNetwork& map, const DrawOptions& options, SvgCanvas& canvas) {
  SignalPainter painter(map, canvas);
  painter.declare();
  painter.paint_crosswalks();
  painter.paint_lines();
  painter.paint_signs();
  if (!options.quiet) painter.add_legend();
}

}  // namespace scrutineer::map::detail
