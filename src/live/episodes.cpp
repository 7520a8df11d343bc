#include "live/episodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/text.h"

namespace scrutineer::live {

namespace {

struct Overlap {
  std::size_t count = 0;
  double seconds = 0.0;
};

std::string seconds(Time time) { return shortest(to_seconds(time)); }
std::string seconds(double value) { return std::isfinite(value) ? rounded(value, 4) : std::string(); }

// Those that began with a teleport to a lane: only they have estimates.
std::vector<const Episode*> with_estimates(std::span<const Episode> episodes) {
  std::vector<const Episode*> found;
  for (const Episode& episode : episodes)
    if (episode.teleport && std::isfinite(episode.teleport->choice.estimated_time)) found.push_back(&episode);
  return found;
}

std::size_t number_of(std::span<const Episode> episodes, const Episode* episode) {
  return static_cast<std::size_t>(episode - episodes.data());
}

}  // namespace

std::string episodes_csv(std::span<const Episode> episodes, const watch::Evaluation& evaluation) {
  constexpr std::array kSeverities{watch::Severity::info, watch::Severity::warning, watch::Severity::error_continue,
                                   watch::Severity::error};
  std::string text = "episode,start,end,duration";
  for (const watch::Severity severity : kSeverities) text += fmt::format(",issues_{}", to_word(severity));
  for (const auto& check : evaluation.infos) text += fmt::format(",{0}_count,{0}_duration", csv_cell(check->name));
  text += '\n';
  for (std::size_t number = 0; number < episodes.size(); ++number) {
    const Episode& episode = episodes[number];
    const bool is_last = number + 1 == episodes.size();
    const auto is_in = [&](Time time) { return time >= episode.start && (time < episode.end || is_last); };
    text += fmt::format("{},{},{},{}", number, seconds(episode.start), seconds(episode.end),
                        shortest(to_seconds(episode.end - episode.start)));
    for (const watch::Severity severity : kSeverities)
      text += fmt::format(",{}", std::ranges::count_if(evaluation.issues, [&](const watch::Issue& issue) {
                            return issue.severity == severity && is_in(issue.start);
                          }));
    std::vector<Overlap> overlaps(evaluation.infos.size());
    for (const watch::IntervalRecord& interval : evaluation.intervals) {
      const Time begin = std::max(interval.start, episode.start), end = std::min(interval.end, episode.end);
      if (begin > end || (begin == episode.end && !is_last)) continue;
      ++overlaps[interval.check].count;
      overlaps[interval.check].seconds += to_seconds(end - begin);
    }
    for (const Overlap& overlap : overlaps) text += fmt::format(",{},{}", overlap.count, seconds(overlap.seconds));
    text += '\n';
  }
  return text;
}

std::string arrival_csv(std::span<const Episode> episodes) {
  std::string text = "episode,start,spawn_lane,distance_to_midpoint,target_time,estimated_time,achieved_time\n";
  for (const Episode* episode : with_estimates(episodes)) {
    const teleport::Choice& choice = episode->teleport->choice;
    text += fmt::format("{},{},{},{},{},{},{}\n", number_of(episodes, episode), seconds(episode->start),
                        csv_cell(choice.spawn_lane), seconds(choice.distance_to_midpoint), seconds(choice.target_time),
                        seconds(choice.estimated_time), episode->arrival ? seconds(*episode->arrival) : "");
  }
  return text;
}

std::string arrival_summary(std::span<const Episode> episodes) {
  const auto all = with_estimates(episodes);
  if (all.empty()) return "";
  std::vector<double> late;
  for (const Episode* episode : all)
    if (episode->arrival) late.push_back(*episode->arrival - episode->teleport->choice.estimated_time);
  std::string text = fmt::format("Arrivals at the midpoint: {} of {} episodes", late.size(), all.size());
  if (late.empty()) return text + "\n";
  std::ranges::sort(late);
  const double mean = std::accumulate(late.begin(), late.end(), 0.0) / static_cast<double>(late.size());
  return text + fmt::format("; later than estimated by {} s on average, {} s in the middle, from {} to {} s\n",
                            rounded(mean, 2), rounded(late[late.size() / 2], 2), rounded(late.front(), 2),
                            rounded(late.back(), 2));
}

std::string arrival_svg(std::span<const Episode> episodes) {
  constexpr double kSize = 480.0, kLeft = 60.0, kTop = 40.0, kBottom = 50.0;
  double most = 1.0;
  for (const Episode* episode : with_estimates(episodes))
    most = std::max({most, episode->teleport->choice.target_time, episode->teleport->choice.estimated_time,
                     episode->arrival.value_or(0.0)});
  const double tick = std::pow(10.0, std::floor(std::log10(most)));
  const double step = most / tick > 5.0 ? tick * 2.0 : most / tick > 2.0 ? tick : tick / 2.0;
  most = std::ceil(most / step) * step;
  const auto x = [&](double time) { return kLeft + kSize * time / most; };
  const auto y = [&](double time) { return kTop + kSize * (1.0 - time / most); };
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n"
      "<text x=\"{2}\" y=\"24\" font-size=\"15\">Arrival times at the midpoint, by episode</text>\n",
      kSize + kLeft + 40.0, kSize + kTop + kBottom, kLeft);
  for (double at = 0.0; at <= most + 1e-9; at += step)
    text += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}M{3:.1f} {4:.1f}H{5:.1f}\" stroke=\"#ddd\"/>"
        "<text x=\"{0:.1f}\" y=\"{6:.1f}\" text-anchor=\"middle\">{7}</text>"
        "<text x=\"{8:.1f}\" y=\"{9:.1f}\" text-anchor=\"end\">{7}</text>\n",
        x(at), y(0.0), y(most), x(0.0), y(at), x(most), y(0.0) + 18.0, rounded(at, 2), x(0.0) - 8.0, y(at) + 4.0);
  text += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>\n", x(0.0),
                      y(0.0), x(most), y(most));
  text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">target arrival time in s</text>\n",
                      x(most / 2.0), y(0.0) + 38.0);
  text += fmt::format(
      "<text transform=\"translate(18 {:.1f}) rotate(-90)\" text-anchor=\"middle\">arrival time in s</text>\n",
      y(most / 2.0));
  for (const Episode* episode : with_estimates(episodes)) {
    const teleport::Choice& choice = episode->teleport->choice;
    const std::size_t number = number_of(episodes, episode);
    if (episode->arrival)
      text += fmt::format(
          "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"#d55e00\"/>"
          "<circle cx=\"{0:.1f}\" cy=\"{2:.1f}\" r=\"4\" fill=\"#d55e00\"><title>episode {3}: achieved {4} s</title>"
          "</circle>\n",
          x(choice.target_time), y(choice.estimated_time), y(*episode->arrival), number, rounded(*episode->arrival, 2));
    text += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"7\" fill=\"#0072b2\"><title>episode {}: estimated {} s, "
        "target {} s</title></rect>\n",
        x(choice.target_time) - 3.5, y(choice.estimated_time) - 3.5, number, rounded(choice.estimated_time, 2),
        rounded(choice.target_time, 2));
  }
  text += fmt::format(
      "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"7\" height=\"7\" fill=\"#0072b2\"/><text x=\"{2:.1f}\" "
      "y=\"{3:.1f}\">estimated</text><circle cx=\"{4:.1f}\" cy=\"{5:.1f}\" r=\"4\" fill=\"#d55e00\"/><text "
      "x=\"{2:.1f}\" y=\"{6:.1f}\">achieved</text>\n</svg>\n",
      kLeft + 12.0, kTop + 8.0, kLeft + 26.0, kTop + 16.0, kLeft + 15.5, kTop + 28.0, kTop + 32.0);
  return text;
}

}  // namespace scrutineer::live
