#include "report/picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/detail/picture_parts.h"

namespace scrutineer::report {
namespace detail {

std::string_view colour_of(watch::Severity severity) {
  switch (severity) {
    case watch::Severity::error:
    case watch::Severity::error_continue:
      return kError;
    case watch::Severity::warning:
      return kWarning;
    default:
      return kInfo;
  }
}

std::string text_at(double x, double y, std::string_view text, std::string_view style) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" style=\"{}\">{}</text>", x, y, style, xml_escaped(text));
}

std::string words_of(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace detail

namespace {

using detail::text_at;
using detail::words_of;

constexpr double kWidth = 1120.0, kMargin = 24.0, kTopView = 520.0, kPlot = 230.0;
constexpr std::size_t kLine = 120;  // letters of the message in a line: wide ones fit, too
constexpr std::size_t kMostPlots = 3;

// At blanks, where there are any; a letter is never cut.
std::vector<std::string> wrapped(std::string_view text) {
  std::vector<std::string> lines;
  while (text.size() > kLine) {
    std::size_t end = text.rfind(' ', kLine);
    const bool at_blank = end != std::string_view::npos && end > 0;
    if (!at_blank)
      for (end = kLine; end > 1 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U;) --end;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(at_blank ? end + 1 : end);
  }
  lines.emplace_back(text);
  return lines;
}

// When it began; and what the picture shows, where that is later.
std::string when(const FoundIssue& issue) {
  const std::string start = rounded(to_seconds(issue.start), 2) + " s";
  return issue.decided ? fmt::format("from {}, shown at {} s", start, rounded(to_seconds(issue.moment()), 2)) : start;
}

}  // namespace

std::string issue_picture(const PictureInputs& inputs) {
  const FoundIssue& issue = inputs.issue;
  std::string body;
  body += fmt::format("<rect x=\"{}\" y=\"20\" width=\"8\" height=\"30\" fill=\"{}\"/>", kMargin,
                      detail::colour_of(issue.severity));
  body += text_at(kMargin + 18.0, 44.0, words_of(issue.kind), "font-weight:700;font-size:24px");
  body += text_at(kWidth - kMargin, 44.0,
                  fmt::format("{}, {}, issue {}", words_of(to_word(issue.severity)), when(issue), issue.id),
                  "text-anchor:end;font-size:15px;fill:#55626f");
  double y = 74.0;
  for (const std::string& line : wrapped(issue.message)) {
    body += text_at(kMargin, y, line, "font-size:14px;fill:#55626f");
    y += 20.0;
  }

  const std::string top = detail::draw_top_view(inputs, {kMargin, y, kTopView, kTopView});
  body += top;
  std::vector<detail::PicturePlot> plots = detail::plots_of(inputs);
  plots.resize(std::min(plots.size(), kMostPlots));
  const double left = top.empty() ? kMargin : 2.0 * kMargin + kTopView, width = kWidth - kMargin - left;
  const double height = plots.empty() ? kPlot
                                      : std::max(kPlot, (kTopView - kMargin * static_cast<double>(plots.size() - 1)) /
                                                            static_cast<double>(plots.size()));
  double below = y;
  for (const detail::PicturePlot& plot : plots) {
    body += detail::draw_plot(plot, issue, {left, below, width, height});
    below += height + kMargin;
  }
  if (plots.empty() && top.empty()) body += text_at(kMargin, y + 20.0, "There is nothing to draw.", "font-size:14px");
  const double bottom = std::max(below - kMargin, top.empty() ? y + 40.0 : y + kTopView) + kMargin;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 {0} {1:.0f}\" "
      "font-family=\"system-ui, 'DejaVu Sans', sans-serif\" fill=\"{2}\"><rect width=\"100%\" height=\"100%\" "
      "fill=\"#ffffff\"/>{3}</svg>\n",
      kWidth, bottom, detail::kText, body);
}

}  // namespace scrutineer::report
