#include "results/detail/text_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/display_width.h"
#include "base/printable.h"
#include "base/text.h"
#include "trace/words.h"

namespace scrutineer::results::detail {

namespace {

constexpr std::size_t kWidestCell = 32;  // columns

// Marks alone are not drawn apart, but a long text of them is long, too.
std::size_t columns_of(std::string_view character) { return std::max<std::size_t>(display_width(character), 1); }

}  // namespace

std::string inked(bool colour, Ink ink, const std::string& text) {
  return colour && ink != Ink::none ? fmt::format("\033[{}m{}\033[0m", static_cast<int>(ink), text) : text;
}

Ink ink_of(watch::Severity severity) {
  return is_error(severity) ? Ink::red : severity == watch::Severity::warning ? Ink::yellow : Ink::dim;
}

// Ids differ at their ends.
Cell cell(std::string_view text) {
  const std::vector<std::string> all = printable_characters(text);
  std::size_t columns = 0, head = all.size(), head_columns = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    columns += columns_of(all[i]);
    if (head != all.size() || columns <= kWidestCell / 2) continue;
    head = i;
    head_columns = columns - columns_of(all[i]);
  }
  std::size_t tail = head;
  if (columns > kWidestCell) {
    tail = all.size();
    for (std::size_t room = kWidestCell - head_columns - 1; columns_of(all[tail - 1]) <= room;)
      room -= columns_of(all[--tail]);
  }
  Cell cell;
  for (std::size_t i = 0; i < head; ++i) cell.text += all[i];
  if (tail != head) cell.text += "\xE2\x80\xA6";  // an ellipsis
  for (std::size_t i = tail; i < all.size(); ++i) cell.text += all[i];
  cell.width = display_width(cell.text);
  return cell;
}

std::string text_of(const watch::Value& value) {
  if (const auto* number = std::get_if<double>(&value)) {
    if (std::isinf(*number)) return *number < 0.0 ? "-inf" : "inf";
    return std::isnan(*number) ? "" : rounded(*number, 3);
  }
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  return std::get<std::string>(value);
}

std::string amount(double value, std::string_view unit) {
  if (!std::isfinite(value)) return {};
  if (unit == "m/s") return fmt::format("{} m/s ({} km/h)", rounded(value, 2), rounded(value * 3.6, 1));
  return rounded(value, 3) + (unit.empty() ? "" : " " + std::string(unit));
}

std::string amount(const ShownMetric& metric) {
  if (metric.value == nullptr) return {};
  const double* number = std::get_if<double>(metric.value);
  return number == nullptr ? text_of(*metric.value) : amount(*number, metric.info->unit);
}

std::string actor_words(const watch::ActorRef& actor) {
  return fmt::format("{}{} {}", cell(actor.id).text, actor.is_ego ? " SUT" : "", trace::to_word(actor.type));
}

}  // namespace scrutineer::results::detail
