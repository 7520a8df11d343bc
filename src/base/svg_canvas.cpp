#include "base/svg_canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text.h"

namespace scrutineer {

namespace {

// The furniture around the map, in pixels.
constexpr double kMargin = 16.0;
constexpr double kHeader = 60.0;
constexpr double kFooter = 44.0;
constexpr double kSidebar = 210.0;
constexpr double kLegendRow = 20.0;
constexpr double kLegendHeading = 30.0;
constexpr double kMinMapHeight = 240.0;
constexpr double kLongestScaleBar = 200.0;
constexpr double kLegendPixelsPerMetre = 4.0;

constexpr std::string_view kStyle =
    "text{font-family:'DejaVu Sans',Verdana,sans-serif;fill:#2c3440}"
    ".title{font-size:20px;font-weight:bold}.subtitle,.reading{font-size:12px;fill:#66707f}"
    ".legend{font-size:12px}.heading{font-size:12px;font-weight:bold}"
    ".paper{fill:#fff}.ground{fill:#f7f7f4}.frame{fill:none;stroke:#c9cdd4}"
    ".bar{fill:none;stroke:#2c3440;stroke-width:2}";

// Zooms at the mouse, moves with it, and keeps the scale bar and the reading of x and y true.
constexpr std::string_view kScript = R"js((() => {
  const root = document.currentScript.parentNode, map = root.querySelector('.map');
  const world = map.querySelector('.world'), box = map.viewBox.baseVal;
  const home = [box.x, box.y, box.width, box.height];
  const bar = root.querySelector('.bar'), length = root.querySelector('.length'), reading = root.querySelector('.reading');
  const place = e => new DOMPoint(e.clientX, e.clientY).matrixTransform(world.getScreenCTM().inverse());
  const show = (x, y, width, height) => {
    map.setAttribute('viewBox', [x, y, width, height].join(' '));
    world.style.setProperty('--zoom', width / home[2]);
    const pixels = world.getScreenCTM().a / root.getScreenCTM().a, most = 200 / pixels;
    const ten = 10 ** Math.floor(Math.log10(most)), metres = ten * [5, 2, 1].find(n => n * ten <= most);
    bar.setAttribute('d', `M${bar.dataset.x} ${bar.dataset.y}v6h${metres * pixels}v-6`);
    length.textContent = metres >= 1000 ? metres / 1000 + ' km' : +metres.toPrecision(1) + ' m';
  };
  let held = null;
  map.addEventListener('wheel', e => {
    e.preventDefault();
    const at = place(e), f = Math.exp(Math.max(-60, Math.min(60, e.deltaY)) / 200);
    show(at.x + (box.x - at.x) * f, at.y + (box.y - at.y) * f, box.width * f, box.height * f);
  }, {passive: false});
  map.addEventListener('mousedown', e => { held = place(e); e.preventDefault(); });
  window.addEventListener('mouseup', () => held = null);
  map.addEventListener('mousemove', e => {
    const at = place(e);
    if (held) show(box.x + held.x - at.x, box.y + held.y - at.y, box.width, box.height);
    else reading.textContent = `x ${(+map.dataset.x + at.x).toFixed(2)}  y ${(+map.dataset.y - at.y).toFixed(2)}`;
  });
  map.addEventListener('dblclick', () => show(...home));
})())js";

std::int64_t centimetres(double metres) { return std::llround(metres * 100.0); }

// Hundredths as the shortest decimal: 1250 is "12.5", -5 is "-.05".
void append_hundredths(std::string& text, std::int64_t value) {
  if (value < 0) text += '-';
  const std::uint64_t size = static_cast<std::uint64_t>(value < 0 ? -value : value);
  const std::uint64_t whole = size / 100, rest = size % 100;
  if (whole != 0 || rest == 0) text += fmt::format_int(whole).c_str();
  if (rest == 0) return;
  text += '.';
  text += static_cast<char>('0' + rest / 10);
  if (rest % 10 != 0) text += static_cast<char>('0' + rest % 10);
}

void append_pair(std::string& text, std::int64_t x, std::int64_t y) {
  append_hundredths(text, x);
  if (y >= 0) text += ' ';
  append_hundredths(text, y);
}

std::string tooltip_element(std::string_view tooltip) {
  return tooltip.empty() ? std::string() : fmt::format("<title>{}</title>", xml_escaped(tooltip));
}

constexpr std::string_view kPixelStroke = "vector-effect:non-scaling-stroke";

// The lengths of strokes, "stroke-width:2" and "stroke-dasharray:7 4", in other units.
std::string with_strokes(std::string_view declarations, double factor) {
  std::string text;
  while (!declarations.empty()) {
    const std::size_t end = std::min(declarations.find(';'), declarations.size());
    const std::string_view one = declarations.substr(0, end);
    declarations.remove_prefix(std::min(end + 1, declarations.size()));
    if (one == kPixelStroke) continue;
    const std::size_t colon = one.find(':');
    const bool is_length = one.starts_with("stroke-width:") || one.starts_with("stroke-dasharray:");
    text += text.empty() ? "" : ";";
    if (!is_length) {
      text += one;
      continue;
    }
    text += one.substr(0, colon + 1);
    for (std::string_view rest = one.substr(colon + 1); !rest.empty();) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      const auto number = parse_number(rest.substr(0, blank));
      text += number ? fmt::format("{:.4g}", *number * factor) : std::string(rest.substr(0, blank));
      text += blank < rest.size() ? " " : "";
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
  }
  return text;
}

// For programs that know no vector-effect:non-scaling-stroke: gives widths in pixels in the units of the place where
// they are used. That is metres in the map, pixels beside it, and kLegendPixelsPerMetre in the lines of the legend.
std::string without_pixel_strokes(std::string_view css, double pixels_per_metre) {
  std::string text;
  while (!css.empty()) {
    const std::size_t open = css.find('{'), end = std::min(css.find('}'), css.size());
    if (open == std::string_view::npos || open > end) break;
    const std::string_view selector = css.substr(0, open), body = css.substr(open + 1, end - open - 1);
    css.remove_prefix(std::min(end + 1, css.size()));
    const bool is_in_pixels = body.find(kPixelStroke) != std::string_view::npos;
    text += fmt::format("{}{{{}}}", selector, is_in_pixels ? with_strokes(body, 1.0 / pixels_per_metre) : body);
    if (!is_in_pixels) continue;
    for (std::string_view rest = selector; !rest.empty();) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      text += fmt::format(".beside {}{{{}}}", rest.substr(0, comma), with_strokes(body, 1.0));
      text += fmt::format(".key {}{{{}}}", rest.substr(0, comma), with_strokes(body, 1.0 / kLegendPixelsPerMetre));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }
  return text + std::string(css);
}

// The style for programs that know no CSS variables (librsvg, Inkscape): there is no zoom, so --zoom is 1.
std::string without_zoom(std::string css) {
  constexpr std::string_view kSize = "calc(var(--zoom,1)*", kLeast = "max(var(--zoom,1),";
  for (std::size_t at = css.find(kSize); at != std::string::npos; at = css.find(kSize, at)) {
    css.erase(css.find(')', at + kSize.size()), 1);
    css.erase(at, kSize.size());
  }
  for (std::size_t at = css.find(kLeast); at != std::string::npos; at = css.find(kLeast, at)) {
    const std::size_t number = at + kLeast.size(), end = css.find(')', number);
    const double least = parse_number(css.substr(number, end - number)).value_or(1.0);
    css.replace(at, end + 1 - at, shortest(std::max(1.0, least)));
  }
  return css;
}

std::string length_text(double metres) {
  return metres >= 1000.0 ? shortest(metres / 1000.0) + " km" : shortest(metres) + " m";
}

}  // namespace

double scale_bar_length(double metres) {
  const double ten = std::pow(10.0, std::floor(std::log10(metres)));
  for (const double step : {5.0, 2.0})
    if (step * ten <= metres) return step * ten;
  return ten;
}

// ---- SvgPath --------------------------------------------------------------------------------------------------------

void SvgPath::to(double x, double y) {
  const std::int64_t view_x = centimetres(x - x_min_), view_y = centimetres(y_max_ - y);
  if (!pen_is_down_) {
    data_ += 'M';
    append_pair(data_, view_x, view_y);
    pen_is_down_ = true;
  } else if (view_x != last_x_ || view_y != last_y_) {
    // Steps between rounded places: short to write, and their errors do not add up.
    data_ += 'l';
    append_pair(data_, view_x - last_x_, view_y - last_y_);
  }
  last_x_ = view_x;
  last_y_ = view_y;
}

void SvgPath::close() {
  if (pen_is_down_) data_ += 'z';
  pen_is_down_ = false;
}

// ---- SvgLayer -------------------------------------------------------------------------------------------------------

void SvgLayer::add(const SvgPath& path, std::string_view css_class, std::string_view tooltip) {
  if (path.empty()) return;
  content_ += fmt::format("<path class=\"{}\" d=\"{}\"", css_class, path.data());
  content_ += tooltip.empty() ? "/>\n" : fmt::format(">{}</path>\n", tooltip_element(tooltip));
}

void SvgLayer::add_symbol(std::string_view symbol, double x, double y, double size, double angle,
                          std::string_view tooltip) {
  std::string place;
  append_hundredths(place, centimetres(x - x_min_));
  place += ' ';
  append_hundredths(place, centimetres(y_max_ - y));
  content_ += fmt::format("<use href=\"#{}\" transform=\"translate({})", symbol, place);
  const double degrees = -angle * 180.0 / 3.14159265358979323846;  // SVG turns clockwise
  if (angle != 0.0) content_ += fmt::format("rotate({})", rounded(degrees, 1));
  content_ += fmt::format("scale({})\"", rounded(size, 3));
  content_ += tooltip.empty() ? "/>\n" : fmt::format(">{}</use>\n", tooltip_element(tooltip));
}

void SvgLayer::add_text(double x, double y, double size, std::string_view css_class, std::string_view text) {
  std::string view_x, view_y;
  append_hundredths(view_x, centimetres(x - x_min_));
  append_hundredths(view_y, centimetres(y_max_ - y));
  content_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>\n", css_class, view_x,
                          view_y, rounded(size, 2), xml_escaped(text));
}

// ---- SvgCanvas ------------------------------------------------------------------------------------------------------

SvgCanvas::SvgCanvas(SvgCanvasOptions options) : options_(std::move(options)) {
  SvgBox& world = options_.world;
  // A line or a point still needs some room around it to be seen.
  constexpr double kLeast = 1.0;
  if (world.width() < kLeast) world.x_max = (world.x_min -= 0.5 * kLeast) + kLeast;
  if (world.height() < kLeast) world.y_max = (world.y_min -= 0.5 * kLeast) + kLeast;
  map_width_ = std::max(200.0, options_.width - kSidebar - 3.0 * kMargin);
  const double most_height = std::max(kMinMapHeight, options_.max_height - kHeader - kFooter);
  scale_ = std::min(map_width_ / world.width(), most_height / world.height());
  map_height_ = std::clamp(std::ceil(world.height() * scale_), kMinMapHeight, most_height);
  // What is left of the map's area shows more of the world.
  const double more_width = map_width_ / scale_ - world.width(), more_height = map_height_ / scale_ - world.height();
  world = {world.x_min - 0.5 * more_width, world.y_min - 0.5 * more_height, world.x_max + 0.5 * more_width,
           world.y_max + 0.5 * more_height};
}

SvgLayer& SvgCanvas::layer(std::string_view name) {
  for (SvgLayer& known : layers_)
    if (known.name() == name) return known;
  return layers_.emplace_back(std::string(name), options_.world.x_min, options_.world.y_max);
}

void SvgCanvas::symbol(std::string_view id, std::string_view content) {
  symbols_ += fmt::format("<g id=\"{}\">{}</g>\n", id, content);
}

void SvgCanvas::legend_heading(std::string_view text) { legend_.push_back({"", std::string(text), true}); }

void SvgCanvas::legend_area(std::string_view css_class, std::string_view text) {
  legend_.push_back(
      {fmt::format("<rect class=\"{}\" x=\"0\" y=\"-10\" width=\"26\" height=\"13\"/>", css_class), std::string(text)});
}

void SvgCanvas::legend_line(std::string_view css_class, std::string_view text) {
  legend_.push_back(
      {fmt::format("<g class=\"key\" transform=\"translate(0 -4)scale({})\"><path class=\"{}\" d=\"M0 0h6.5\"/></g>",
                   kLegendPixelsPerMetre, css_class),
       std::string(text)});
}

void SvgCanvas::legend_symbol(std::string_view symbol, double pixels, std::string_view text) {
  // A symbol of one pixel to the metre is one of strokes in pixels, which still pictures have in metres. What is used is
  // not beside the map to its style, so it is drawn as large as there.
  const double scale = pixels == 1.0 && !options_.interactive ? scale_ : pixels;
  legend_.push_back(
      {fmt::format("<use href=\"#{}\" transform=\"translate(13 -4)scale({})\"/>", symbol, rounded(scale, 2)),
       std::string(text)});
}

std::string SvgCanvas::svg() const {
  double legend_height = 0.0;
  for (const LegendRow& row : legend_) legend_height += row.heading ? kLegendHeading : kLegendRow;
  const double height = kHeader + std::max(map_height_ + kFooter, legend_height + kMargin);
  const double width = map_width_ + kSidebar + 3.0 * kMargin;
  const SvgBox& world = options_.world;

  // max-width: a drawing wider than the browser's window would have to be scrolled. Still drawings get no height:auto,
  // because librsvg, which makes PNG of them, does not know it.
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "style=\"{6}\">\n"
      "<title>{2}</title>\n<style>{3}{4}</style>\n<defs>\n{5}</defs>\n"
      "<rect class=\"paper\" width=\"{0}\" height=\"{1}\"/>\n",
      rounded(width, 1), rounded(height, 1), xml_escaped(options_.title), kStyle,
      options_.interactive ? style_ : without_pixel_strokes(without_zoom(style_), scale_), symbols_,
      options_.interactive ? "max-width:100%;height:auto" : "max-width:100%");
  text += fmt::format(
      "<text class=\"title\" x=\"{0}\" y=\"32\">{1}</text>\n<text class=\"subtitle\" x=\"{0}\" y=\"50\">{2}</text>\n",
      kMargin, xml_escaped(options_.title), xml_escaped(options_.subtitle));

  const std::string frame = fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", kMargin, kHeader,
                                        rounded(map_width_, 1), rounded(map_height_, 1));
  text += fmt::format("<rect class=\"ground\" {}/>\n", frame);
  text +=
      fmt::format("<svg class=\"map\" {} viewBox=\"0 0 {} {}\" data-x=\"{}\" data-y=\"{}\">\n", frame,
                  rounded(world.width(), 2), rounded(world.height(), 2), shortest(world.x_min), shortest(world.y_max));
  text += "<g class=\"world\">\n";
  for (const SvgLayer& layer : layers_)
    text += fmt::format("<g class=\"{}\">\n{}</g>\n", xml_escaped(layer.name()), layer.content());
  text += "</g>\n</svg>\n";
  text += fmt::format("<rect class=\"frame\" {}/>\n", frame);

  const double bar = scale_bar_length(kLongestScaleBar / scale_);
  const double bar_y = kHeader + map_height_ + 12.0;
  text += fmt::format(
      "<path class=\"bar\" data-x=\"{0}\" data-y=\"{1}\" d=\"M{0} {1}v6h{2}v-6\"/>\n"
      "<text class=\"legend length\" x=\"{0}\" y=\"{3}\">{4}</text>\n",
      kMargin, rounded(bar_y, 1), rounded(bar * scale_, 2), rounded(bar_y + 22.0, 1), length_text(bar));
  text += fmt::format("<text class=\"reading\" x=\"{}\" y=\"{}\" text-anchor=\"end\">x right, y up</text>\n",
                      rounded(kMargin + map_width_, 1), rounded(bar_y + 6.0, 1));

  double y = kHeader;
  for (const LegendRow& row : legend_) {
    y += row.heading ? kLegendHeading : kLegendRow;
    text += fmt::format(
        "<g class=\"beside\" transform=\"translate({} {})\">{}<text class=\"{}\" x=\"{}\" y=\"0\">{}</text></g>\n",
        rounded(map_width_ + 2.0 * kMargin, 1), rounded(y - 14.0, 1), row.swatch, row.heading ? "heading" : "legend",
        row.heading ? 0 : 36, xml_escaped(row.text));
  }
  if (options_.interactive) text += fmt::format("<script><![CDATA[{}]]></script>\n", kScript);
  return text + "</svg>\n";
}

}  // namespace scrutineer
