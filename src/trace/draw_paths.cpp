#include "trace/draw_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "trace/words.h"

namespace scrutineer::trace {

namespace {

// Okabe and Ito's colours that show on white; the ego has the first for itself. When they are used up, lines are
// dashed.
constexpr std::array<std::string_view, 6> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b57e00", "#2a9fd6"};
constexpr std::array<std::string_view, 3> kDashes = {"none", "7 4", "2 4"};

constexpr std::size_t kMostInLegend = 24;
constexpr std::size_t kLongestName = 22;
constexpr double kLabelPixels = 12.0, kTimePixels = 9.0;
constexpr double kBetweenTimes = 55.0;  // pixels from one time to the next of the same actor

// Text of so many pixels, whatever the zoom.
std::string pixels(const SvgCanvas& canvas, double size) {
  return fmt::format("calc(var(--zoom,1)*{:.4g}px)", size / canvas.pixels_per_metre());
}

// An id as a label: one short line.
std::string label_of(std::string_view id) {
  std::string text;
  std::size_t characters = 0;
  for (const char c : id) {
    const bool starts_character = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (starts_character && ++characters > kLongestName) return text + "\xE2\x80\xA6";
    text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return text;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string seconds(Time time) { return rounded(to_seconds(time), 2) + " s"; }

std::array<Corner, 4> body(const Pose& pose, const ActorInfo& info) {
  const double cos = std::cos(pose.yaw), sin = std::sin(pose.yaw);
  const double ahead = 0.5 * info.length, left = 0.5 * info.width;
  const auto at = [&](double along, double across) {
    return Corner{pose.x + cos * along - sin * across, pose.y + sin * along + cos * across};
  };
  return {at(ahead, left), at(-ahead, left), at(-ahead, -left), at(ahead, -left)};
}

// Which parts of the drawing have something on them that text should not cover, in cells of some pixels.
class Occupied {
 public:
  explicit Occupied(const SvgCanvas& canvas)
      : world_(canvas.world()),
        cell_(kCellPixels / canvas.pixels_per_metre()),
        columns_(count(world_.width())),
        rows_(count(world_.height())),
        cells_(columns_ * rows_, false) {}

  double cell() const { return cell_; }

  void mark(const SvgBox& box) {
    visit(box, [this](std::size_t i) { cells_[i] = true; });
  }
  void mark_line(const Corner& from, const Corner& to) {
    // What is outside does not matter, and must not be walked through in small steps.
    if (!world_.overlaps(
            {std::min(from.x, to.x), std::min(from.y, to.y), std::max(from.x, to.x), std::max(from.y, to.y)}))
      return;
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const double steps = std::min(std::ceil(length / cell_) + 1.0, 1e5);
    for (double i = 0.0; i <= steps; ++i) {
      const double x = from.x + (to.x - from.x) * i / steps, y = from.y + (to.y - from.y) * i / steps;
      mark({x, y, x, y});
    }
  }
  bool is_free(const SvgBox& box) {
    bool free = world_.contains(box.x_min, box.y_min) && world_.contains(box.x_max, box.y_max);
    visit(box, [&](std::size_t i) { free = free && !cells_[i]; });
    return free;
  }

 private:
  static constexpr double kCellPixels = 3.0;

  std::size_t count(double metres) const { return static_cast<std::size_t>(std::ceil(metres / cell_)) + 1; }

  template <typename Visit>
  void visit(const SvgBox& box, const Visit& visit_cell) const {
    if (!world_.overlaps(box)) return;
    const auto index = [this](double metres, std::size_t most) {
      return static_cast<std::size_t>(std::clamp(metres / cell_, 0.0, static_cast<double>(most - 1)));
    };
    const std::size_t last_row = index(box.y_max - world_.y_min, rows_);
    const std::size_t last_column = index(box.x_max - world_.x_min, columns_);
    for (std::size_t row = index(box.y_min - world_.y_min, rows_); row <= last_row; ++row)
      for (std::size_t column = index(box.x_min - world_.x_min, columns_); column <= last_column; ++column)
        visit_cell(row * columns_ + column);
  }

  SvgBox world_;
  double cell_;
  std::size_t columns_, rows_;
  std::vector<bool> cells_;
};

// Text beside places, where there is room for it.
class Labels {
 public:
  explicit Labels(SvgCanvas& canvas) : canvas_(canvas), occupied_(canvas), layer_(canvas.layer("names")) {}

  Occupied& occupied() { return occupied_; }

  // `distance`: metres from the place that the text keeps at least. False: there is no room, and nothing was added; it
  // is added all the same if it must be.
  bool add(const Pose& at, double distance, double size, std::string_view css_class, std::string_view text,
           bool must_be) {
    const double metre = 1.0 / canvas_.pixels_per_metre();
    const double height = 1.1 * size * metre;
    const double width = 0.66 * size * metre * static_cast<double>(character_count(text));
    // Far from its place a text could be anybody's: only what must be there goes so far.
    for (const double farther : {0.0, 8.0 * metre, 18.0 * metre}) {
      if (farther > 0.0 && !must_be) return false;
      const double aside = distance + farther + 0.5 * width, above = distance + farther + 0.5 * height;
      for (const auto& [right, up] : {std::pair{1, 0}, std::pair{-1, 0}, std::pair{0, 1}, std::pair{0, -1},
                                      std::pair{1, 1}, std::pair{-1, 1}, std::pair{1, -1}, std::pair{-1, -1}}) {
        const double diagonal = right != 0 && up != 0 ? 0.75 : 1.0;
        const double x = at.x + diagonal * aside * right, y = at.y + diagonal * above * up;
        if (!occupied_.is_free(box_at(x, y, width, height))) continue;
        put(x, y, width, height, size * metre, css_class, text);
        return true;
      }
    }
    if (must_be) put(at.x, at.y + distance + 0.5 * height, width, height, size * metre, css_class, text);
    return must_be;
  }

 private:
  static SvgBox box_at(double x, double y, double width, double height) {
    return {x - 0.5 * width, y - 0.5 * height, x + 0.5 * width, y + 0.5 * height};
  }
  void put(double x, double y, double width, double height, double size, std::string_view css_class,
           std::string_view text) {
    occupied_.mark(box_at(x, y, width, height));
    layer_.add_text(x, y, size, css_class, text);
  }

  SvgCanvas& canvas_;
  Occupied occupied_;
  SvgLayer& layer_;
};

class Painter {
 public:
  Painter(const PathCollector& collector, std::span<const ActorInfo> actors, const PathOptions& options,
          SvgCanvas& canvas)
      : collector_(collector), actors_(actors), options_(options), canvas_(canvas) {}

  void paint() {
    choose();
    declare();
    paint_still();
    paint_faint();
    for (const Drawn& drawn : drawn_) paint_line(drawn);
    for (const Drawn& drawn : drawn_) paint_bodies(drawn);
    for (const Drawn& drawn : drawn_) paint_ticks(drawn);
    paint_jumps();
    paint_names();
    add_legend();
  }

 private:
  struct Drawn {
    const ActorPath* path;
    const ActorInfo* info;
    std::string css_class;  // of its colour
    bool is_ego = false;
    bool is_part = false;  // of an actor that is drawn: only its body is
  };

  bool is_shown(std::size_t actor) const {
    return actor < collector_.paths().size() && !collector_.paths()[actor].strokes.empty() &&
           (actor >= options_.shown.size() || options_.shown[actor]);
  }

  void choose() {
    std::size_t next = 0;
    std::vector<std::string> classes(collector_.paths().size());  // of those that are drawn
    std::vector<std::size_t> parts;
    for (std::size_t actor = 0; actor < collector_.paths().size(); ++actor) {
      const ActorInfo& info = actors_[actor];
      const ActorPath& path = collector_.paths()[actor];
      if (!is_shown(actor)) continue;
      if (info.is_static) {
        still_.push_back(&path);
        continue;
      }
      if (actor < options_.faint.size() && options_.faint[actor]) {
        faint_.push_back(&path);
        continue;
      }
      if (info.parent.valid() && is_shown(info.parent.index())) {
        parts.push_back(actor);
        continue;
      }
      const bool is_ego = path.actor == options_.ego;
      // The first colour is the ego's.
      const std::size_t count = kColours.size() - 1;
      const std::size_t colour = is_ego ? 0 : 1 + next % count, dash = is_ego ? 0 : next / count % kDashes.size();
      next += is_ego ? 0 : 1;
      classes[actor] = fmt::format("c{} d{}", colour, dash);
      drawn_.push_back({&path, &info, classes[actor], is_ego});
    }
    for (const std::size_t part : parts) {
      const std::string& css_class = classes[actors_[part].parent.index()];
      if (!css_class.empty()) drawn_.push_back({&collector_.paths()[part], &actors_[part], css_class, false, true});
    }
    // The ego's line is the widest and drawn first, so that paths along the same way stay visible on top of it.
    std::ranges::stable_partition(drawn_, &Drawn::is_ego);
  }

  void declare() {
    canvas_.style(
        ".went{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round;vector-effect:non-scaling-stroke}"
        ".ego-went{stroke-width:6;stroke-opacity:.45;vector-effect:non-scaling-stroke}"
        ".faint-went{fill:none;stroke:#9aa2ae;stroke-width:1;stroke-opacity:.5;vector-effect:non-scaling-stroke}"
        ".body{stroke-width:1;stroke-linejoin:round;vector-effect:non-scaling-stroke}"
        ".first{fill:#fff;stroke-width:1.6;vector-effect:non-scaling-stroke}.between{fill-opacity:.13;stroke-opacity:."
        "55}"
        ".last{fill-opacity:.85;stroke-width:1.2;vector-effect:non-scaling-stroke}"
        ".nose{fill:none;stroke:#fff;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round;vector-effect:"
        "non-scaling-stroke;pointer-events:none}"
        ".still{fill:#8b93a0;fill-opacity:.35;stroke:#6b7482;stroke-width:.8;vector-effect:non-scaling-stroke}"
        ".tick-ring,.tick-hole{fill:none;stroke-linecap:round;vector-effect:non-scaling-stroke}"
        ".tick-ring{stroke-width:6;vector-effect:non-scaling-stroke}"
        ".tick-hole{stroke:#fff;stroke-width:2.6;pointer-events:none;vector-effect:non-scaling-stroke}"
        ".jump{fill:none;stroke:#111;stroke-width:1.6;stroke-linecap:round;vector-effect:non-scaling-stroke}"
        ".actor-id,.clock{text-anchor:middle;dominant-baseline:central;paint-order:stroke;stroke:#fff;"
        "stroke-opacity:.9;stroke-width:.28em;stroke-linejoin:round;pointer-events:none}"
        ".actor-id{font-weight:bold}");
    for (std::size_t i = 0; i < kColours.size(); ++i)
      canvas_.style(
          fmt::format(".c{0}{{stroke:{1}}}.c{0}.between,.c{0}.last{{fill:{1}}}.t{0}{{fill:{1}}}", i, kColours[i]));
    for (std::size_t i = 1; i < kDashes.size(); ++i)
      canvas_.style(fmt::format(".d{}.went{{stroke-dasharray:{};vector-effect:non-scaling-stroke}}", i, kDashes[i]));
    canvas_.style(fmt::format(".actor-id{{font-size:{}}}.clock{{font-size:{}}}", pixels(canvas_, kLabelPixels),
                              pixels(canvas_, kTimePixels)));
  }

  void add_body(SvgLayer& layer, const Pose& pose, const ActorInfo& info, std::string_view css_class,
                std::string_view tooltip) {
    SvgPath path = canvas_.path();
    for (const Corner& corner : body(pose, info)) path.to(corner.x, corner.y);
    path.close();
    layer.add(path, css_class, tooltip);
  }

  std::string tooltip(const ActorInfo& info, const Pose& pose) const {
    return fmt::format("{} {}, {}: x {:.2f}, y {:.2f}", to_word(info.category), label_of(info.id), seconds(pose.time),
                       pose.x, pose.y);
  }

  void paint_still() {
    for (const ActorPath* path : still_) {
      const ActorInfo& info = actors_[path->actor.index()];
      add_body(canvas_.layer("things"), path->first, info, "still",
               fmt::format("{} {}, never moves", to_word(info.category), label_of(info.id)));
    }
  }

  void paint_faint() {
    for (const ActorPath* path : faint_) add_line(*path, actors_[path->actor.index()], "faint-went");
  }

  void paint_line(const Drawn& drawn) {
    if (drawn.is_part) return;
    add_line(*drawn.path, *drawn.info, fmt::format("went {}{}", drawn.css_class, drawn.is_ego ? " ego-went" : ""));
  }

  void add_line(const ActorPath& actor, const ActorInfo& info, const std::string& css_class) {
    SvgPath path = canvas_.path();
    for (const std::vector<Corner>& stroke : actor.strokes) {
      path.lift();
      for (const Corner& corner : stroke) path.to(corner.x, corner.y);
    }
    canvas_.layer("paths").add(path, css_class,
                               fmt::format("{} {}, {} to {}", to_word(info.category), label_of(info.id),
                                           seconds(actor.first.time), seconds(actor.last.time)));
  }

  // Bodies in between only where they do not touch each other.
  void paint_bodies(const Drawn& drawn) {
    SvgLayer& layer = canvas_.layer("bodies");
    const ActorPath& path = *drawn.path;
    const double apart = std::max(2.0 * drawn.info->length, 30.0 / canvas_.pixels_per_metre());
    const auto is_far = [&](const Pose& a, const Pose& b) { return std::hypot(a.x - b.x, a.y - b.y) >= apart; };
    const Pose* before = &path.first;
    for (const Pose& pose : path.ticks) {
      if (!is_far(pose, *before) || !is_far(pose, path.last)) continue;
      add_body(layer, pose, *drawn.info, "body between " + drawn.css_class, tooltip(*drawn.info, pose));
      before = &pose;
    }
    add_body(layer, path.first, *drawn.info, "body first " + drawn.css_class, tooltip(*drawn.info, path.first));
    add_body(layer, path.last, *drawn.info, "body last " + drawn.css_class, tooltip(*drawn.info, path.last));
    paint_nose(layer, path.last, *drawn.info);
  }

  // Which way it looks, on the body at the end.
  void paint_nose(SvgLayer& layer, const Pose& pose, const ActorInfo& info) {
    if (info.width * canvas_.pixels_per_metre() < 6.0) return;
    const double cos = std::cos(pose.yaw), sin = std::sin(pose.yaw), size = 0.28 * info.width;
    const double tip = 0.5 * info.length - 0.25 * info.width;
    SvgPath path = canvas_.path();
    for (const auto& [along, across] : {std::pair{tip - size, size}, std::pair{tip, 0.0}, std::pair{tip - size, -size}})
      path.to(pose.x + cos * along - sin * across, pose.y + sin * along + cos * across);
    layer.add(path, "nose");
  }

  // Those that are to be seen: not on each other, not on the bodies at the start and the end.
  std::vector<Pose> ticks_of(const Drawn& drawn) const {
    const double apart = 12.0 / canvas_.pixels_per_metre(), half = 0.5 * drawn.info->length;
    const auto distance = [](const Pose& a, const Pose& b) { return std::hypot(a.x - b.x, a.y - b.y); };
    std::vector<Pose> seen;
    if (drawn.is_part) return seen;
    for (const Pose& pose : drawn.path->ticks) {
      if (distance(pose, drawn.path->first) < half || distance(pose, drawn.path->last) < half) continue;
      if (seen.empty() || distance(pose, seen.back()) >= apart) seen.push_back(pose);
    }
    return seen;
  }

  void paint_ticks(const Drawn& drawn) {
    SvgLayer& layer = canvas_.layer("times");
    for (const Pose& pose : ticks_of(drawn)) {
      add_dot(layer, pose, "tick-ring " + drawn.css_class, tooltip(*drawn.info, pose));
      add_dot(layer, pose, "tick-hole", "");
    }
  }

  void add_dot(SvgLayer& layer, const Pose& pose, std::string_view css_class, std::string_view tooltip_text) {
    // A line of (nearly) no length with round ends is a disc whose size is in pixels.
    SvgPath path = canvas_.path();
    path.to(pose.x, pose.y);
    path.to(pose.x + 0.01, pose.y);
    layer.add(path, css_class, tooltip_text);
  }

  void paint_jumps() {
    if (options_.jumps.empty()) return;
    SvgLayer& layer = canvas_.layer("jump-marks");
    canvas_.symbol("jump", "<path class=\"jump\" d=\"M-1-1l2 2M1-1l-2 2\"/>");
    for (const DrawnJump& jump : options_.jumps)
      layer.add_symbol("jump", jump.x, jump.y, 5.0 / canvas_.pixels_per_metre(), 0.0, jump.label);
  }

  static std::string text_class(const Drawn& drawn) { return "t" + drawn.css_class.substr(1, 1); }

  void mark_what_is_there(Occupied& occupied) {
    const double metre = 1.0 / canvas_.pixels_per_metre();
    for (const Drawn& drawn : drawn_) {
      for (const std::vector<Corner>& stroke : drawn.path->strokes)
        for (std::size_t i = 1; i < stroke.size(); ++i) occupied.mark_line(stroke[i - 1], stroke[i]);
      for (const Pose& pose : {drawn.path->first, drawn.path->last}) {
        const std::array<Corner, 4> corners = body(pose, *drawn.info);
        for (std::size_t i = 0; i < corners.size(); ++i) occupied.mark_line(corners[i], corners[(i + 1) % 4]);
      }
    }
    for (const DrawnJump& jump : options_.jumps) {
      const double by = 6.0 * metre;
      occupied.mark({jump.x - by, jump.y - by, jump.x + by, jump.y + by});
    }
  }

  // Ids first, they matter most; then times where room is left, not too many.
  void paint_names() {
    Labels labels(canvas_);
    mark_what_is_there(labels.occupied());
    const double metre = 1.0 / canvas_.pixels_per_metre();
    for (const Drawn& drawn : drawn_) {
      if (drawn.is_part) continue;
      labels.add(drawn.path->last, 0.5 * drawn.info->width + 4.0 * metre, kLabelPixels, "actor-id " + text_class(drawn),
                 label_of(drawn.info->id), drawn_.size() <= kMostInLegend);
    }
    for (const Drawn& drawn : drawn_) {
      const Pose* before = nullptr;
      for (const Pose& pose : ticks_of(drawn)) {
        if (before != nullptr && std::hypot(pose.x - before->x, pose.y - before->y) < kBetweenTimes * metre) continue;
        if (labels.add(pose, 5.0 * metre, kTimePixels, "clock " + text_class(drawn), seconds(pose.due), false))
          before = &pose;
      }
    }
  }

  void add_legend() {
    canvas_.legend_heading("Actors");
    std::size_t count = 0;
    for (const Drawn& drawn : drawn_) {
      if (drawn.is_part || ++count > kMostInLegend) continue;
      const std::string text = fmt::format("{}{}, {}", label_of(drawn.info->id), drawn.is_ego ? " (ego)" : "",
                                           to_word(drawn.info->category));
      canvas_.legend_line(fmt::format("went {}{}", drawn.css_class, drawn.is_ego ? " ego-went" : ""), text);
    }
    if (count > kMostInLegend) canvas_.legend_line("", fmt::format("and {} more", count - kMostInLegend));
    if (!faint_.empty()) canvas_.legend_line("faint-went", fmt::format("{} others", faint_.size()));
    if (!still_.empty()) canvas_.legend_area("still", fmt::format("{} that never move", still_.size()));
    canvas_.legend_heading("Marks");
    canvas_.legend_area("body first c0", "at the start");
    canvas_.legend_area("body between c0", "on the way");
    canvas_.legend_area("body last c0", "at the end");
    canvas_.symbol("tick", "<path class=\"tick-ring c0\" d=\"M0 0h.01\"/><path class=\"tick-hole\" d=\"M0 0h.01\"/>");
    canvas_.legend_symbol("tick", 1.0, fmt::format("every {}", seconds(Time(collector_.tick_step()))));
    if (!options_.jumps.empty())
      canvas_.legend_symbol(
          "jump", 5.0,
          fmt::format("{} implausible jump{}", options_.jumps.size(), options_.jumps.size() == 1 ? "" : "s"));
  }

  const PathCollector& collector_;
  std::span<const ActorInfo> actors_;
  const PathOptions& options_;
  SvgCanvas& canvas_;
  std::vector<Drawn> drawn_;
  std::vector<const ActorPath*> still_, faint_;
};

}  // namespace

std::optional<SvgBox> window_of(const PathCollector& collector, std::span<const ActorInfo> actors,
                                const std::vector<bool>& shown) {
  std::optional<SvgBox> box;
  const auto widen = [&box](double x, double y, double by) {
    if (!box) box = SvgBox{x - by, y - by, x + by, y + by};
    *box = {std::min(box->x_min, x - by), std::min(box->y_min, y - by), std::max(box->x_max, x + by),
            std::max(box->y_max, y + by)};
  };
  // Things that never move may be all over the place; they matter only where somebody moves.
  for (const bool with_still : {false, true}) {
    for (const ActorPath& path : collector.paths()) {
      const std::size_t actor = path.actor.index();
      if ((actor < shown.size() && !shown[actor]) || actors[actor].is_static != with_still) continue;
      const double by = 0.5 * std::hypot(actors[actor].length, actors[actor].width);
      for (const std::vector<Corner>& stroke : path.strokes)
        for (const Corner& corner : stroke) widen(corner.x, corner.y, by);
    }
    if (box) break;
  }
  if (!box) return std::nullopt;
  const double air = 8.0 + 0.04 * std::max(box->width(), box->height());
  return SvgBox{box->x_min - air, box->y_min - air, box->x_max + air, box->y_max + air};
}

void draw_grid(SvgCanvas& canvas) {
  canvas.style(
      ".metre-line{fill:none;stroke:#dfe2e7;stroke-width:1;vector-effect:non-scaling-stroke}"
      ".metres{fill:#8b93a0;dominant-baseline:central;pointer-events:none}");
  const double pixel = 1.0 / canvas.pixels_per_metre();
  const double step = scale_bar_length(160.0 * pixel);
  const SvgBox& world = canvas.world();
  SvgLayer& layer = canvas.layer("grid");
  SvgPath lines = canvas.path();
  const auto line = [&](double x1, double y1, double x2, double y2) {
    lines.lift();
    lines.to(x1, y1);
    lines.to(x2, y2);
  };
  for (double i = std::ceil(world.x_min / step); i * step <= world.x_max; ++i) {
    line(i * step, world.y_min, i * step, world.y_max);
    if (i * step + 50.0 * pixel < world.x_max)
      layer.add_text(i * step + 4.0 * pixel, world.y_min + 9.0 * pixel, 10.0 * pixel, "metres", rounded(i * step, 3));
  }
  for (double i = std::ceil(world.y_min / step); i * step <= world.y_max; ++i) {
    line(world.x_min, i * step, world.x_max, i * step);
    layer.add_text(world.x_min + 4.0 * pixel, i * step + 8.0 * pixel, 10.0 * pixel, "metres", rounded(i * step, 3));
  }
  layer.add(lines, "metre-line");
}

void draw_paths(const PathCollector& collector, std::span<const ActorInfo> actors, const PathOptions& options,
                SvgCanvas& canvas) {
  Painter(collector, actors, options, canvas).paint();
}

}  // namespace scrutineer::trace
