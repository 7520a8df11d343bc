// The moment of an issue from above: the map, everybody near, and the ways of those it is about.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/printable.h"
#include "base/text.h"
#include "base/utf8.h"
#include "report/detail/picture_parts.h"

namespace scrutineer::report::detail {
namespace {

constexpr double kAcross = 70.0;          // metres shown
constexpr std::size_t kLongestName = 18;  // characters of an actor's id

// About: fonts differ.
double drawn_width(std::string_view name) {
  double width = 0.0;
  for (std::size_t i = 0; i < name.size();) {
    const std::size_t length = utf8_length(name.substr(i));
    width += length == 1 ? 8.0 : 13.0;
    i += length;
  }
  return width;
}

bool overlap(const PixelBox& a, const PixelBox& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

struct At {
  double x, y, yaw;
};

// The last pose up to the time, if the actor is there then.
std::optional<At> pose_at(const Recording& recording, const RecordedActor& actor, Time time) {
  constexpr Duration kLingers = std::chrono::milliseconds(150);
  const auto time_of = [&](std::uint32_t frame) { return recording.times[frame]; };
  const auto after = std::ranges::upper_bound(actor.frames, time, {}, time_of);
  if (after == actor.frames.begin() || time - time_of(*(after - 1)) > kLingers) return std::nullopt;
  const auto place = static_cast<std::size_t>(after - actor.frames.begin()) - 1;
  return At{actor.x[place], actor.y[place], actor.yaw[place]};
}

class TopDrawing {
 public:
  TopDrawing(const PictureInputs& inputs, PixelBox box, At middle)
      : inputs_(inputs), box_(box), middle_(middle), scale_(box.width / kAcross) {}

  std::string draw() {
    svg_ = fmt::format(
        "<clipPath id=\"top\"><rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" rx=\"8\"/></clipPath>"
        "<g clip-path=\"url(#top)\"><rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" fill=\"#eef1ee\"/>",
        box_.x, box_.y, box_.width, box_.height);
    if (inputs_.map != nullptr) {
      draw_map(*inputs_.map);
      draw_stops(*inputs_.map, false);
    }
    for (const RecordedActor& actor : inputs_.recording.actors)
      if (is_concerned(actor)) draw_way(actor);
    for (const RecordedActor& actor : inputs_.recording.actors) draw_body(actor);
    draw_names();
    if (inputs_.map != nullptr) {
      draw_stops(*inputs_.map, true);
      draw_signals(*inputs_.map);
    }
    draw_scale();
    return svg_ + "</g>";
  }

 private:
  bool is_concerned(const RecordedActor& actor) const {
    return actor.info.id == inputs_.issue.actor || actor.info.id == inputs_.issue.other;
  }
  double px(double x) const { return box_.x + box_.width / 2.0 + (x - middle_.x) * scale_; }
  double py(double y) const { return box_.y + box_.height / 2.0 - (y - middle_.y) * scale_; }
  bool is_near(const PieceShape& shape) const {
    double x0 = 1e18, y0 = 1e18, x1 = -1e18, y1 = -1e18;
    for (const PiecePoint& point : shape.points) {
      x0 = std::min(x0, point.x), x1 = std::max(x1, point.x);
      y0 = std::min(y0, point.y), y1 = std::max(y1, point.y);
    }
    const double reach = kAcross;
    return x0 < middle_.x + reach && x1 > middle_.x - reach && y0 < middle_.y + reach && y1 > middle_.y - reach;
  }
  std::string path_of(const PieceShape& shape) const {
    std::string path;
    for (const PiecePoint& point : shape.points)
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px(point.x), py(point.y));
    return path;
  }

  void draw_map(const MapPiece& map) {
    const auto colour = [&](const PieceShape& lane) -> std::string_view {
      const std::string& type = map.lane_types[lane.kind];
      if (type == "sidewalk" || type == "walking" || type == "curb") return "#e4dfd3";
      for (const std::string_view beside : {"shoulder", "border", "stop", "parking", "restricted", "median", "biking"})
        if (type == beside) return "#dbe0e6";
      return "#c6cdd5";
    };
    for (const std::string_view layer : {"#e4dfd3", "#dbe0e6", "#c6cdd5"})
      for (const PieceShape& lane : map.lanes)
        if (colour(lane) == layer && is_near(lane))
          svg_ += fmt::format("<path d=\"{}Z\" fill=\"{}\" stroke=\"{}\" stroke-width=\".7\"/>", path_of(lane), layer,
                              layer);
    for (const PieceShape& mark : map.marks) {
      if (!is_near(mark)) continue;
      const std::string& style = map.mark_styles[mark.kind];
      const double width = parse_number(style.substr(style.rfind(' ') + 1)).value_or(0.12);
      svg_ += fmt::format(
          "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1f}\" stroke-dasharray=\"{}\"/>", path_of(mark),
          style.find("yellow") != std::string::npos ? kWarning : "#ffffff", std::max(0.8, width * scale_),
          style.starts_with("broken") ? fmt::format("{:.1f} {:.1f}", 3.0 * scale_, 4.5 * scale_) : "");
    }
  }

  LightShown shown(const PieceStop& stop) const {
    return stop.light ? inputs_.recording.lights[*stop.light].at(inputs_.issue.moment()) : LightShown::unknown;
  }
  std::vector<LightShown> shown(const PieceSignal& signal) const {
    std::vector<LightShown> all;
    for (const RecordedLight& light : inputs_.recording.lights)
      if (light.signal == signal.signal) all.push_back(light.at(inputs_.issue.moment()));
    return all;
  }
  bool is_meant(const PieceSignal& signal) const {
    return !inputs_.issue.signal.empty() && signal.id == inputs_.issue.signal &&
           signal.road == inputs_.issue.signal_road;
  }
  bool is_near(double x, double y) const {
    return std::abs(x - middle_.x) < kAcross && std::abs(y - middle_.y) < kAcross;
  }

  // Where to stop, in the colour of the light; wide and above all bodies where the issue is about it.
  void draw_stops(const MapPiece& map, bool meant) {
    for (const PieceStop& stop : map.stops) {
      if (!is_near(stop.from.x, stop.from.y)) continue;
      if (is_meant(map.signals[stop.signal]) != meant) continue;
      svg_ += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\" stroke-width=\"{:.1f}\"/>",
                          px(stop.from.x), py(stop.from.y), px(stop.to.x), py(stop.to.y), line_colour(shown(stop)),
                          meant ? std::max(4.0, 0.45 * scale_) : std::max(2.0, 0.3 * scale_));
    }
  }

  // The one that the issue is about above all others.
  void draw_signals(const MapPiece& map) {
    for (const bool meant : {false, true})
      for (const PieceSignal& signal : map.signals)
        if (is_meant(signal) == meant && is_near(signal.x, signal.y))
          svg_ += draw_signal(signal, shown(signal), px(signal.x), py(signal.y), scale_, meant);
  }

  // Five seconds before and after.
  void draw_way(const RecordedActor& actor) {
    const Time now = inputs_.issue.moment();
    std::string before, after;
    for (std::size_t i = 0; i < actor.frames.size(); ++i) {
      const Time time = inputs_.recording.times[actor.frames[i]];
      if (time < now - kAround || time > now + kAround) continue;
      std::string& path = time <= now ? before : after;
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px(actor.x[i]), py(actor.y[i]));
    }
    const std::string_view colour = actor.is_ego ? kEgo : kDim;
    svg_ +=
        fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\" opacity=\".65\"/>", before, colour);
    svg_ += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"2 5\" opacity=\".65\"/>",
        after, colour);
  }

  // Where the actor is, if it is there and near.
  std::optional<At> seen_at(const RecordedActor& actor) const {
    const auto pose = pose_at(inputs_.recording, actor, inputs_.issue.moment());
    return pose && is_near(pose->x, pose->y) ? pose : std::nullopt;
  }
  double length_of(const RecordedActor& actor) const { return std::max(actor.info.length * scale_, 3.0); }
  double width_of(const RecordedActor& actor) const { return std::max(actor.info.width * scale_, 3.0); }

  void draw_body(const RecordedActor& actor) {
    const auto pose = seen_at(actor);
    if (!pose) return;
    const double length = length_of(actor), width = width_of(actor);
    const std::string_view fill = actor.is_ego           ? kEgo
                                  : actor.info.is_vru    ? "#b85c00"
                                  : actor.info.is_static ? "#99a3ad"
                                                         : "#5f6d7b";
    const double degrees = -pose->yaw * 180.0 / 3.14159265358979323846;
    svg_ += fmt::format("<g transform=\"translate({:.1f} {:.1f}) rotate({:.2f})\">", px(pose->x), py(pose->y), degrees);
    svg_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" stroke=\"#f3f5f7\"/>",
        -length / 2.0, -width / 2.0, length, width, fill);
    if (!actor.info.is_static)
      svg_ += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#f3f5f7\" opacity=\".75\"/>",
          0.16 * length, -0.36 * width, 0.1 * length, 0.72 * width);
    if (is_concerned(actor))
      svg_ += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\" "
          "stroke-width=\"3\"/>",
          -length / 2.0 - 5.0, -width / 2.0 - 5.0, length + 10.0, width + 10.0, colour_of(inputs_.issue.severity));
    svg_ += "</g>";
  }

  // Those whom it is about have theirs first. A name that would lie over another one is left out.
  void draw_names() {
    std::vector<PixelBox> taken;
    for (const bool concerned : {true, false})
      for (const RecordedActor& actor : inputs_.recording.actors)
        if (is_concerned(actor) == concerned) draw_name(actor, taken);
  }

  // Below the body, or if another name is there, above it.
  void draw_name(const RecordedActor& actor, std::vector<PixelBox>& taken) {
    const auto pose = seen_at(actor);
    if (!pose) return;
    const std::string name = printable(actor.info.id, kLongestName);
    const double x = px(pose->x), y = py(pose->y), width = drawn_width(name);
    const double reach =
        (std::abs(std::sin(pose->yaw)) * length_of(actor) + std::abs(std::cos(pose->yaw)) * width_of(actor)) / 2.0;
    for (const double line : {y + reach + 20.0, y - reach - 11.0}) {
      const PixelBox box{x - width / 2.0, line - 12.0, width, 15.0};
      if (std::ranges::any_of(taken, [&](const PixelBox& other) { return overlap(box, other); })) continue;
      taken.push_back(box);
      svg_ += text_at(x, line, name,
                      "text-anchor:middle;font-size:13px;paint-order:stroke;stroke:#ffffff;stroke-width:3px");
      return;
    }
  }

  void draw_scale() {
    svg_ += fmt::format("<path d=\"M{0:.1f} {1:.1f}v5h{2:.1f}v-5\" fill=\"none\" stroke=\"{3}\" stroke-width=\"2\"/>",
                        box_.x + 14.0, box_.y + box_.height - 18.0, 10.0 * scale_, kText);
    svg_ += text_at(box_.x + 20.0, box_.y + box_.height - 20.0, "10 m", "font-size:12px");
  }

  const PictureInputs& inputs_;
  PixelBox box_;
  At middle_;
  double scale_;
  std::string svg_;
};

}  // namespace

std::string draw_top_view(const PictureInputs& inputs, PixelBox box) {
  for (const RecordedActor& actor : inputs.recording.actors)
    if (actor.info.id == inputs.issue.actor)
      if (const auto middle = pose_at(inputs.recording, actor, inputs.issue.moment()))
        return TopDrawing(inputs, box, *middle).draw();
  return {};
}

}  // namespace scrutineer::report::detail
