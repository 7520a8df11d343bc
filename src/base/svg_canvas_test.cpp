#include "base/svg_canvas.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

namespace scrutineer {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SvgPath, WritesCentimetresFromTheUpperLeftCorner) {
  struct Case {
    const char* name;
    double x_min, y_max;
    std::vector<std::pair<double, double>> points;
    const char* expected;
  };
  const Case cases[] = {
      {"nothing", 0, 0, {}, ""},
      {"y grows downwards", 0, 100, {{0, 100}, {3, 90}}, "M0 0l3 10"},
      {"no leading or trailing zeros", 0, 0, {{0.5, -0.25}, {0.45, -1.25}}, "M.5 .25l-.05 1"},
      {"minus separates", 0, 0, {{1, 2}, {2, 4}}, "M1-2l1-2"},
      {"UTM", 4'412'345.0, 5'400'100.0, {{4'412'346.125, 5'400'099.0}, {4'412'350.0, 5'400'000.0}}, "M1.13 1l3.87 99"},
      {"a step below 1 cm is none", 0, 0, {{0, 0}, {0.004, 0}, {0.008, 0}}, "M0 0l.01 0"},
  };
  for (const auto& [name, x_min, y_max, points, expected] : cases) {
    SvgPath path(x_min, y_max);
    for (const auto& [x, y] : points) path.to(x, y);
    EXPECT_EQ(path.data(), expected) << name;
  }
}

TEST(SvgPath, RoundingDoesNotAddUp) {
  SvgPath path(0, 0);
  for (int i = 0; i <= 1000; ++i) path.to(0.004 * i, 0);  // each step alone would round to nothing
  double reached = 0.0;
  for (std::size_t at = path.data().find('l'); at != std::string::npos; at = path.data().find('l', at + 1))
    reached += std::stod(path.data().substr(at + 1));
  EXPECT_NEAR(reached, 4.0, 0.0051);
}

TEST(SvgPath, ClosesAndLifts) {
  SvgPath path(0, 0);
  path.to(0, 0);
  path.to(1, 0);
  path.close();
  path.to(5, 0);
  path.to(6, 0);
  path.lift();
  path.to(8, 0);
  EXPECT_EQ(path.data(), "M0 0l1 0zM5 0l1 0M8 0");
}

TEST(ScaleBar, IsARoundLength) {
  const std::pair<double, double> cases[] = {{0.7, 0.5}, {1, 1},   {1.9, 1},   {2, 2},
                                             {49, 20},   {50, 50}, {999, 500}, {3400, 2000}};
  for (const auto& [most, expected] : cases) EXPECT_DOUBLE_EQ(scale_bar_length(most), expected) << most;
}

SvgCanvas small_canvas(bool interactive = false) {
  return SvgCanvas({.title = "a & b", .subtitle = "two", .world = {0, 0, 100, 50}, .interactive = interactive});
}

TEST(SvgCanvas, LaysLayersInTheOrderOfTheirFirstUse) {
  SvgCanvas canvas = small_canvas();
  canvas.layer("low");
  SvgPath path = canvas.path();
  path.to(0, 0);
  path.to(1, 1);
  canvas.layer("high").add(path, "line", "x < y");
  canvas.layer("low").add_text(10, 50, 2, "name", "<5>");
  const std::string svg = canvas.svg();
  EXPECT_LT(svg.find("<g class=\"low\">"), svg.find("<g class=\"high\">"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"line\" d=\"M0 50l1-1\"><title>x &lt; y</title></path>"));
  EXPECT_THAT(svg, HasSubstr("<text class=\"name\" x=\"10\" y=\"0\" font-size=\"2\">&lt;5&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>a &amp; b</title>"));
}

TEST(SvgCanvas, PlacesSymbolsWithSizeAndAngle) {
  SvgCanvas canvas = small_canvas();
  canvas.symbol("dot", "<circle r=\"1\"/>");
  canvas.layer("signs").add_symbol("dot", 10, 40, 1.5);
  canvas.layer("signs").add_symbol("dot", 20, 40, 1, 3.14159265358979 / 2, "turned left");
  const std::string svg = canvas.svg();
  EXPECT_THAT(svg, HasSubstr("<g id=\"dot\"><circle r=\"1\"/></g>"));
  EXPECT_THAT(svg, HasSubstr("<use href=\"#dot\" transform=\"translate(10 10)scale(1.5)\"/>"));
  EXPECT_THAT(svg, HasSubstr("translate(20 10)rotate(-90)scale(1)\"><title>turned left</title></use>"));
}

TEST(SvgCanvas, FitsTheWorldIntoItsSize) {
  struct Case {
    const char* name;
    SvgBox world;
    double least_scale, most_scale;
  };
  const Case cases[] = {
      {"wide", {0, 0, 17'000, 10}, 0.05, 1600.0 / 17'000},
      {"tall", {0, 0, 10, 17'000}, 0.05, 1200.0 / 17'000},
      {"a point", {5, 5, 5, 5}, 1.0, 1600.0},
  };
  for (const auto& [name, world, least, most] : cases) {
    const SvgCanvas canvas({.world = world});
    EXPECT_GE(canvas.pixels_per_metre(), least) << name;
    EXPECT_LE(canvas.pixels_per_metre(), most) << name;
  }
}

TEST(SvgCanvas, CarriesItsScriptOnlyWhenAsked) {
  EXPECT_THAT(small_canvas(true).svg(), HasSubstr("<script>"));
  EXPECT_THAT(small_canvas(false).svg(), Not(HasSubstr("<script>")));
}

// Programs that make PNG of it know neither variables nor strokes in pixels.
TEST(SvgCanvas, IsInPlainMetresWhenItIsStill) {
  SvgCanvasOptions options{.world = {0, 0, 100, 50}, .width = 700.0, .interactive = false};
  const auto style_of = [](const SvgCanvasOptions& with, const std::string& css) {
    SvgCanvas canvas(with);
    canvas.style(css);
    const std::string svg = canvas.svg(),
                      style = svg.substr(svg.find("<style>"), svg.find("</style>") - svg.find("<style>"));
    return style.substr(style.rfind("stroke-width:2}") + 15);  // behind the canvas's own
  };
  struct Case {
    const char *name, *css, *still;
  };
  const double scale = SvgCanvas(options).pixels_per_metre();
  ASSERT_NEAR(scale, 4.42, 1e-9);
  const Case cases[] = {
      {"text", ".t{font-size:calc(var(--zoom,1)*2.5px)}.u{fill:#fff}", ".t{font-size:2.5px}.u{fill:#fff}"},
      {"a least size", ".g{transform:scale(max(var(--zoom,1),0.3))}", ".g{transform:scale(1)}"},
      {"a larger one", ".g{transform:scale(max(var(--zoom,1),1.5))}", ".g{transform:scale(1.5)}"},
      {"metres", ".m{stroke-width:.15}", ".m{stroke-width:.15}"},
      {"pixels", ".a,.b{fill:none;stroke-width:2.21;vector-effect:non-scaling-stroke;stroke-dasharray:4.42 8.84}",
       ".a,.b{fill:none;stroke-width:0.5;stroke-dasharray:1 2}"
       ".beside .a{fill:none;stroke-width:2.21;stroke-dasharray:4.42 8.84}"
       ".key .a{fill:none;stroke-width:0.5525;stroke-dasharray:1.105 2.21}"
       ".beside .b{fill:none;stroke-width:2.21;stroke-dasharray:4.42 8.84}"
       ".key .b{fill:none;stroke-width:0.5525;stroke-dasharray:1.105 2.21}"},
  };
  for (const auto& [name, css, still] : cases) {
    EXPECT_EQ(style_of(options, css), still) << name;
    SvgCanvasOptions interactive = options;
    interactive.interactive = true;
    EXPECT_EQ(style_of(interactive, css), css) << name;
  }
}

TEST(SvgCanvas, GrowsWithItsLegend) {
  SvgCanvas canvas = small_canvas();
  const auto height = [](const std::string& svg) { return std::stod(svg.substr(svg.find("height=\"") + 8)); };
  const double before = height(canvas.svg());
  for (int i = 0; i < 100; ++i) canvas.legend_area("driving", "driving");
  EXPECT_GT(height(canvas.svg()), before + 500);
}

}  // namespace
}  // namespace scrutineer
