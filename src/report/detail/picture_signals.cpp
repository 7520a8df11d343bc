// Lights in their state and signs by their shape, as the page draws them.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/quantity.h"
#include "map/signal_kinds.h"
#include "report/detail/picture_parts.h"

namespace scrutineer::report::detail {
namespace {

constexpr std::array<std::string_view, 3> kLamps{"#e0402c", "#f0b400", "#22b45e"};  // from above
constexpr std::string_view kDark = "#3a4048";

std::array<bool, 3> lit_lamps(LightShown shown) {
  switch (shown) {
    case LightShown::red:
    case LightShown::flashing_red:
      return {true, false, false};
    case LightShown::red_yellow:
      return {true, true, false};
    case LightShown::yellow:
    case LightShown::flashing_yellow:
      return {false, true, false};
    case LightShown::green:
      return {false, false, true};
    case LightShown::off:
    case LightShown::unknown:
      break;
  }
  return {false, false, false};
}

std::string draw_light(std::span<const LightShown> shown, double x, double y, double scale) {
  const double lamp = std::clamp(0.28 * scale, 2.2, 5.0);
  bool flashes = false;
  std::array<bool, 3> lit{};
  for (const LightShown one : shown) {
    flashes = flashes || one == LightShown::flashing_red || one == LightShown::flashing_yellow;
    const auto lamps = lit_lamps(one);
    for (std::size_t i = 0; i < lit.size(); ++i) lit[i] = lit[i] || lamps[i];
  }
  std::string svg = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"{:.1f}\" fill=\"#1b1f24\" "
      "stroke=\"#8b949e\"/>",
      x - 1.4 * lamp, y - 3.6 * lamp, 2.8 * lamp, 7.2 * lamp, lamp);
  for (std::size_t i = 0; i < lit.size(); ++i)
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"{}/>", x,
                       y + (static_cast<double>(i) - 1.0) * 2.25 * lamp, lamp, lit[i] ? kLamps[i] : kDark,
                       lit[i] && flashes ? " stroke=\"#ffffff\" stroke-width=\"1.2\"" : "");
  return svg;
}

constexpr std::string_view kSignRed = "#c8202f", kSignInk = "#20262d", kSignGrey = "#56606e";

std::string on_sign(double x, double y, double size, std::string_view colour, std::string_view text) {
  return text_at(x, y + 0.36 * size, text,
                 fmt::format("text-anchor:middle;font-weight:700;font-size:{:.1f}px;fill:{}", size, colour));
}

std::string draw_stop_sign(double x, double y, double r) {
  std::string path;
  for (int i = 0; i < 8; ++i) {
    const double angle = (i + 0.5) * kPi / 4.0;
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x + r * std::cos(angle), y + r * std::sin(angle));
  }
  return fmt::format("<path d=\"{}Z\" fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"1.5\"/>", path, kSignRed) +
         on_sign(x, y, 0.62 * r, "#ffffff", "STOP");
}

std::string draw_round_sign(double x, double y, double r, std::string_view ring, double ring_width) {
  return fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"{:.1f}\"/>", x, y,
      r - ring_width / 2.0, ring, ring_width);
}

// As large as it takes to recognise them, whatever the scale.
std::string draw_sign(const PieceSignal& signal, double x, double y, double scale) {
  const double r = std::clamp(0.9 * scale, 8.0, 12.0);
  switch (signal.kind) {
    case map::SignalKind::stop_sign:
      return draw_stop_sign(x, y, r);
    case map::SignalKind::yield_sign:
      return fmt::format(
          "<path d=\"M{:.1f} {:.1f}H{:.1f}L{:.1f} {:.1f}Z\" fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"{:.1f}\" "
          "stroke-linejoin=\"round\"/>",
          x - 0.9 * r, y - 0.7 * r, x + 0.9 * r, x, y + 0.85 * r, kSignRed, 0.32 * r);
    case map::SignalKind::speed_limit:
      return draw_round_sign(x, y, r, kSignRed, 0.24 * r) +
             on_sign(x, y, (signal.number.size() > 2 ? 0.72 : 0.95) * r, kSignInk, signal.number);
    case map::SignalKind::speed_limit_end:
      return draw_round_sign(x, y, r, kSignGrey, 0.14 * r) +
             fmt::format("<path d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}\" stroke=\"{}\" stroke-width=\"{:.1f}\"/>",
                         x - 0.6 * r, y + 0.6 * r, 1.2 * r, -1.2 * r, kSignGrey, 0.2 * r);
    default:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"#ffffff\"/>", x, y,
                         0.3 * r, kDim);
  }
}

}  // namespace

std::string draw_signal(const PieceSignal& signal, std::span<const LightShown> shown, double x, double y, double scale,
                        bool is_meant) {
  std::string svg;
  if (is_meant)
    svg += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"2.5\"/>", x, y,
        std::clamp(1.3 * scale, 10.0, 23.0), kText);
  return svg + (signal.kind == map::SignalKind::traffic_light ? draw_light(shown, x, y, scale)
                                                              : draw_sign(signal, x, y, scale));
}

std::string_view line_colour(LightShown shown) {
  switch (shown) {
    case LightShown::red:
    case LightShown::red_yellow:
    case LightShown::flashing_red:
      return kLamps[0];
    case LightShown::yellow:
    case LightShown::flashing_yellow:
      return kLamps[1];
    case LightShown::green:
      return kLamps[2];
    case LightShown::off:
    case LightShown::unknown:
      break;
  }
  return kDim;
}

}  // namespace scrutineer::report::detail
