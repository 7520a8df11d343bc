#include "app/detail/suite_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/printable.h"
#include "base/text.h"

namespace scrutineer::app {

namespace {

constexpr double kBetweenLines = 10.0, kBetweenObjects = 1.0;  // seconds

std::string span_text(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  if (whole >= 3600) return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
  if (whole >= 120) return fmt::format("{} min", whole / 60);
  return fmt::format("{} s", whole);
}

}  // namespace

void add_progress(Options& options, ProgressStyle& style) {
  options.choice<ProgressStyle>(
      "--progress", style,
      {{"auto", ProgressStyle::automatic}, {"json", ProgressStyle::json}, {"none", ProgressStyle::none}},
      "On the error stream: one line on a terminal and a line every 10 s elsewhere (default), "
      "an object each second, nothing");
}

std::string to_text(const suite::SuiteProgress& progress, std::size_t most_workers) {
  std::string text = fmt::format("{} of {} runs", progress.done, progress.all);
  if (progress.rate > 0.0) text += fmt::format(", {} a second", rounded(progress.rate, progress.rate < 10.0 ? 1 : 0));
  if (progress.seconds_left && progress.done < progress.all)
    text += fmt::format(", {} left", span_text(*progress.seconds_left));
  if (progress.not_evaluated > 0) text += fmt::format(", {} not evaluated", progress.not_evaluated);
  for (std::size_t i = 0; i < progress.workers.size() && i < most_workers; ++i)
    text += fmt::format("{} {} ({:.1f} s)", i == 0 ? ";" : ",", progress.workers[i].key, progress.workers[i].seconds);
  if (progress.workers.size() > most_workers)
    text += fmt::format(" and {} more", progress.workers.size() - most_workers);
  if (!progress.trouble.empty()) text += "; waiting: " + progress.trouble;
  return text;
}

std::string to_json(const suite::SuiteProgress& progress) {
  nlohmann::ordered_json workers = nlohmann::ordered_json::array();
  for (const suite::SuiteProgress::Busy& worker : progress.workers)
    workers.push_back({{"run", worker.key}, {"seconds", std::round(worker.seconds * 1000.0) / 1000.0}});
  nlohmann::ordered_json json{{"done", progress.done},
                              {"all", progress.all},
                              {"not_evaluated", progress.not_evaluated},
                              {"seconds", std::round(progress.seconds * 1000.0) / 1000.0},
                              {"rate", std::round(progress.rate * 10.0) / 10.0},
                              {"seconds_left", nullptr},
                              {"workers", std::move(workers)}};
  if (progress.seconds_left) json["seconds_left"] = std::ceil(*progress.seconds_left);
  if (!progress.trouble.empty()) json["waiting"] = progress.trouble;
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void SuiteReporter::show(const suite::SuiteProgress& progress) {
  std::ostream& err = outside_.screen.err;
  if (style_ == ProgressStyle::none) return;
  if (style_ == ProgressStyle::automatic && is_terminal_) {
    outside_.progress.begin(to_text(progress, 2));
    return;
  }
  const bool is_new_trouble = progress.trouble != told_trouble_;
  if (progress.seconds < next_ && !is_new_trouble) return;
  if (next_ == 0.0 && style_ == ProgressStyle::automatic && !is_new_trouble) {  // nobody needs a line about nothing
    next_ = kBetweenLines;
    return;
  }
  told_trouble_ = progress.trouble;
  next_ = progress.seconds + (style_ == ProgressStyle::json ? kBetweenObjects : kBetweenLines);
  err << (style_ == ProgressStyle::json ? to_json(progress) : printable(to_text(progress, 4))) << '\n' << std::flush;
}

bool errors_are_seen() { return ::isatty(STDERR_FILENO) != 0; }

}  // namespace scrutineer::app
