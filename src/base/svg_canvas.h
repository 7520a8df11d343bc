// A drawing in world coordinates (metres, y up) that ends as SVG text.
//
//   SvgCanvas canvas({.title = "town.xodr", .world = {0, 0, 400, 300}});
//   canvas.style(".path{fill:none;stroke:#c33;stroke-width:.4}");
//   SvgPath line = canvas.path();
//   for (const auto& [x, y] : points) line.to(x, y);
//   canvas.layer("paths").add(line, "path", "actor 7");
//   file << canvas.svg();
//
// Inside the map, lengths (stroke widths, glyph sizes) are metres, so they grow when a viewer zooms; a style with
// `vector-effect:non-scaling-stroke` is in pixels instead, and `var(--zoom,1)` in a style is how many times wider the
// view is than at first. Coordinates are written relative to the world's corner, in
// centimetres, so large ones (UTM) cost nothing. The same calls give the same bytes.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace scrutineer {

struct SvgBox {
  double x_min = 0.0, y_min = 0.0, x_max = 0.0, y_max = 0.0;

  double width() const { return x_max - x_min; }
  double height() const { return y_max - y_min; }
  bool overlaps(const SvgBox& other) const {
    return x_min <= other.x_max && other.x_min <= x_max && y_min <= other.y_max && other.y_min <= y_max;
  }
  bool contains(double x, double y) const { return x >= x_min && x <= x_max && y >= y_min && y <= y_max; }
  bool operator==(const SvgBox&) const = default;
};

// Places of the drawing in whole centimetres from the upper left corner of the world, y down.
class SvgPath {
 public:
  SvgPath(double x_min, double y_max) : x_min_(x_min), y_max_(y_max) {}

  void lift() { pen_is_down_ = false; }  // the next point starts a new line
  void to(double x, double y);
  void close();  // back to where the line began, and lift
  const std::string& data() const { return data_; }
  bool empty() const { return data_.empty(); }

 private:
  double x_min_, y_max_;
  bool pen_is_down_ = false;
  std::int64_t last_x_ = 0, last_y_ = 0;
  std::string data_;
};

// What is drawn together; later layers lie above earlier ones.
class SvgLayer {
 public:
  SvgLayer(std::string name, double x_min, double y_max) : name_(std::move(name)), x_min_(x_min), y_max_(y_max) {}

  const std::string& name() const { return name_; }
  // A line or an area, whichever its class is styled as. The tooltip is shown while the mouse is over it.
  void add(const SvgPath& path, std::string_view css_class, std::string_view tooltip = {});
  // A symbol of SvgCanvas::symbol, `size` metres for each unit of it, turned counter-clockwise by `angle` radians.
  void add_symbol(std::string_view symbol, double x, double y, double size, double angle = 0.0,
                  std::string_view tooltip = {});
  void add_text(double x, double y, double size, std::string_view css_class, std::string_view text);
  const std::string& content() const { return content_; }

 private:
  std::string name_;
  double x_min_, y_max_;
  std::string content_;
};

struct SvgCanvasOptions {
  std::string title, subtitle;
  SvgBox world;           // what the drawing shows at least
  double width = 1600.0;  // of the whole drawing, in pixels
  double max_height = 1200.0;
  bool interactive =
      true;  // a script for browsers: wheel zooms, dragging moves; without it var(--zoom,1) is written as 1
};

class SvgCanvas {
 public:
  explicit SvgCanvas(SvgCanvasOptions options);

  const SvgBox& world() const { return options_.world; }  // all that it shows
  double pixels_per_metre() const { return scale_; }

  SvgPath path() const { return {options_.world.x_min, options_.world.y_max}; }
  SvgLayer& layer(std::string_view name);  // made on first use, above all others; stays valid
  void style(std::string_view css) { style_ += css; }
  // Drawn around (0, 0), y down, for SvgLayer::add_symbol and legends.
  void symbol(std::string_view id, std::string_view content);

  void legend_heading(std::string_view text);
  void legend_area(std::string_view css_class, std::string_view text);
  void legend_line(std::string_view css_class, std::string_view text);  // drawn 4 pixels to the metre
  void legend_symbol(std::string_view symbol, double pixels, std::string_view text);

  std::string svg() const;

 private:
  struct LegendRow {
    std::string swatch, text;
    bool heading = false;
  };

  SvgCanvasOptions options_;
  double scale_ = 1.0;                         // pixels for a metre
  double map_width_ = 0.0, map_height_ = 0.0;  // pixels
  std::deque<SvgLayer> layers_;                // a deque: references stay valid
  std::string style_, symbols_;
  std::vector<LegendRow> legend_;
};

// The longest of 1, 2, 5, 10, ... metres that is at most `metres`: the length of a scale bar.
double scale_bar_length(double metres);

}  // namespace scrutineer
