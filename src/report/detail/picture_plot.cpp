// One plot as SVG: axes, the interval, what lights show, the lines and their names.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "base/text.h"
#include "report/detail/picture_parts.h"
#include "trace/words.h"

namespace scrutineer::report::detail {
namespace {

constexpr double kLeft = 54.0, kTop = 46.0, kBottom = 40.0, kRight = 12.0;  // pixels around the lines
constexpr std::array<std::string_view, 4> kColours{"#0072b2", "#00875f", "#8a4fb0", "#a86500"};
constexpr double kLetter = 6.6;  // pixels, about
// By trace::LightColour; empty: nothing to be seen.
constexpr std::array<std::string_view, 6> kLights{"", "", "#1f9d55", "#d9a400", "#c8321f", "#e07020"};

struct Look {
  std::string_view colour, dash;
  double width;
};

Look look_of(watch::LineRole role, std::size_t nth) {
  if (role == watch::LineRole::limit) return {kError, nth == 0 ? "7 4" : "2 4", 1.8};
  if (role == watch::LineRole::context) return {kDim, "3 3", 1.5};
  return {kColours[nth % kColours.size()], nth == 0 ? "" : "10 2", 2.2};
}

// The least of 1, 2, 5, 10 ... with no more than `most` steps in the range.
double step_for(double range, double most) {
  const double rough = range / most, power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough) return factor * power;
  return 10.0 * power;
}

struct Scale {
  double least, most, from, to;  // values, pixels
  double at(double value) const { return from + (value - least) / (most - least) * (to - from); }
};

class PlotDrawing {
 public:
  PlotDrawing(const PicturePlot& plot, const FoundIssue& issue, PixelBox box) : plot_(plot), issue_(issue), box_(box) {
    for (const PictureLine& line : plot.lines)
      if (line.line->role == watch::LineRole::axis) axis_ = &line;
  }

  std::string draw() {
    measure();
    svg_ = text_at(box_.x, box_.y + 16.0, words_of(plot_.title), "font-weight:600;font-size:15px");
    draw_lights();
    draw_interval();
    draw_axes();
    draw_lines();
    return svg_;
  }

 private:
  // Where on the axis something of that time is.
  double x_of(double time) const {
    if (axis_ == nullptr) return time;
    const auto after = std::ranges::lower_bound(axis_->times, time - 1e-9);
    return axis_->values[after == axis_->times.end() ? axis_->values.size() - 1
                                                     : static_cast<std::size_t>(after - axis_->times.begin())];
  }

  void measure() {
    double x0 = std::numeric_limits<double>::infinity(), x1 = -x0, y0 = x0, y1 = -x0;
    for (const PictureLine& line : plot_.lines) {
      const bool is_drawn = line.line->role != watch::LineRole::axis && line.line->role != watch::LineRole::light;
      for (std::size_t i = 0; i < line.times.size(); ++i) {
        const double x = x_of(line.times[i]);
        if (std::isfinite(x)) x0 = std::min(x0, x), x1 = std::max(x1, x);
        if (is_drawn && std::isfinite(line.values[i]))
          y0 = std::min(y0, line.values[i]), y1 = std::max(y1, line.values[i]);
      }
    }
    if (!(x1 > x0)) x1 = x0 + 1.0;
    const double air = y1 - y0 > 1e-9 ? 0.08 * (y1 - y0) : std::max(0.5, 0.1 * std::abs(y1));
    x_ = {x0, x1, box_.x + kLeft, box_.x + box_.width - kRight};
    if (runs_back()) std::swap(x_.from, x_.to);
    y_ = {y0 >= 0.0 && y0 < air ? 0.0 : y0 - air, y1 + air, box_.y + box_.height - kBottom, box_.y + kTop};
  }

  // Time runs from left to right, also where the axis falls as it goes on, as a distance to go does.
  bool runs_back() const {
    if (axis_ == nullptr) return false;
    const auto is_there = [](double value) { return std::isfinite(value); };
    const auto first = std::ranges::find_if(axis_->values, is_there);
    const auto last = std::find_if(axis_->values.rbegin(), axis_->values.rend(), is_there);
    return first != axis_->values.end() && *first > *last;
  }

  void draw_lights() {
    for (const PictureLine& line : plot_.lines) {
      if (line.line->role != watch::LineRole::light) continue;
      const auto state_at = [&](std::size_t i) {
        return static_cast<std::size_t>(std::isfinite(line.values[i]) ? line.values[i] : 0.0);
      };
      // One rectangle for as long as a state lasts: seams between many would show.
      for (std::size_t i = 0, end = 0; i + 1 < line.times.size(); i = end) {
        const std::size_t state = state_at(i);
        for (end = i + 1; end + 1 < line.times.size() && state_at(end) == state;) ++end;
        if (state >= kLights.size() || kLights[state].empty()) continue;
        lights_.insert(state);
        const std::size_t last = std::isfinite(x_of(line.times[end])) ? end : end - 1;
        const double a = x_.at(x_of(line.times[i])), b = x_.at(x_of(line.times[last]));
        svg_ += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" opacity=\".28\"/>",
            std::min(a, b), y_.to, std::abs(b - a), y_.from - y_.to, kLights[state]);
      }
    }
  }

  void draw_interval() {
    const double a = x_.at(x_of(to_seconds(issue_.start))), b = x_.at(x_of(to_seconds(issue_.end)));
    const auto [begin, end] = std::minmax(x_.from, x_.to);
    const double left = std::clamp(std::min(a, b), begin, end), right = std::clamp(std::max(a, b), begin, end);
    for (const auto& [height, opacity] : {std::pair(y_.from - y_.to, 0.14), std::pair(4.0, 0.9)})
      svg_ +=
          fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" opacity=\"{}\"/>",
                      left, y_.to, std::max(right - left, 2.0), height, colour_of(issue_.severity), opacity);
  }

  void draw_axes() {
    const double y_step = step_for(y_.most - y_.least, 5.0);
    for (double k = std::ceil(y_.least / y_step); k * y_step <= y_.most; ++k) {
      const double y = y_.at(k * y_step);
      svg_ += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"{}\"/>", x_.from, y, x_.to, kFaint);
      svg_ +=
          text_at(box_.x + kLeft - 6.0, y + 4.0, rounded(k * y_step, 3), "text-anchor:end;font-size:12px;fill:#55626f");
    }
    const double step = step_for(x_.most - x_.least, 7.0);
    for (double k = std::ceil(x_.least / step); k * step <= x_.most; ++k) {
      const double x = x_.at(k * step);
      svg_ += fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"{}\"/>", x, y_.from, y_.to, kFaint);
      svg_ += text_at(x, y_.from + 16.0, rounded(k * step, 3), "text-anchor:middle;font-size:12px;fill:#55626f");
    }
    svg_ += text_at(box_.x + box_.width - kRight, y_.from + 32.0,
                    axis_ == nullptr ? "time [s]" : fmt::format("{} [{}]", axis_->line->name, axis_->line->unit),
                    "text-anchor:end;font-size:12px;fill:#55626f");
  }

  void draw_lines() {
    std::array<std::size_t, 5> counts{};
    for (const PictureLine& line : plot_.lines) {
      if (line.line->role == watch::LineRole::axis || line.line->role == watch::LineRole::light) continue;
      const Look look = look_of(line.line->role, counts[static_cast<std::size_t>(line.line->role)]++);
      std::string path;
      bool is_down = false;
      for (std::size_t i = 0; i < line.times.size(); ++i) {
        const double x = x_of(line.times[i]);
        const bool is_there = std::isfinite(line.values[i]) && std::isfinite(x);
        if (is_there) path += fmt::format("{}{:.1f} {:.1f}", is_down ? "L" : "M", x_.at(x), y_.at(line.values[i]));
        is_down = is_there;
      }
      const std::string stroke = fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{}\"",
                                             look.colour, look.width, look.dash);
      svg_ += fmt::format("<path d=\"{}\" {}/>", path, stroke);
      const std::string name =
          words_of(line.line->name) + (line.line->unit.empty() ? "" : fmt::format(" [{}]", line.line->unit));
      explain(fmt::format("<path d=\"M{:.1f} -4h22\" {}/>", legend_end_, stroke), 28.0, name);
    }
    for (const std::size_t state : lights_) explain_band(kLights[state], "light " + word_of(state));
    explain_band(colour_of(issue_.severity), "the issue's interval");
    draw_legend();
  }

  static std::string word_of(std::size_t light) { return words_of(trace::words<trace::LightColour>()[light]); }

  // What a line or band means: its sample, and words `beside` that. The legend is one line of text.
  void explain(const std::string& sample, double beside, const std::string& text) {
    constexpr double kGap = 20.0;
    legend_ += sample + text_at(legend_end_ + beside, 0.0, text, "font-size:12px;fill:#55626f");
    legend_end_ += beside + kLetter * static_cast<double>(text.size()) + kGap;
  }
  void explain_band(std::string_view colour, const std::string& text) {
    explain(fmt::format("<rect x=\"{:.1f}\" y=\"-9\" width=\"16\" height=\"10\" fill=\"{}\" opacity=\".5\"/>",
                        legend_end_, colour),
            22.0, text);
  }

  // Smaller where it would be wider than the plot.
  void draw_legend() {
    svg_ += fmt::format("<g transform=\"translate({:.1f} {:.1f}) scale({:.3g})\">{}</g>", box_.x, box_.y + 34.0,
                        std::min(1.0, box_.width / legend_end_), legend_);
  }

  const PicturePlot& plot_;
  const FoundIssue& issue_;
  PixelBox box_;
  const PictureLine* axis_ = nullptr;
  Scale x_{}, y_{};
  std::set<std::size_t> lights_;  // that are drawn, by trace::LightColour
  std::string svg_;
  std::string legend_;
  double legend_end_ = 0.0;  // pixels
};

}  // namespace

std::string draw_plot(const PicturePlot& plot, const FoundIssue& issue, PixelBox box) {
  return PlotDrawing(plot, issue, box).draw();
}

}  // namespace scrutineer::report::detail
