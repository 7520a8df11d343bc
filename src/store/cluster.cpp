#include "store/cluster.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/sha256.h"

namespace scrutineer::store {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
// Bytes of other alphabets belong to words.
bool is_word_character(char c) {
  return is_digit(c) || is_lower(c) || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_any(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - at;
}

// How long the number is that begins here, without its sign; 0: there is none.
std::size_t number_at(std::string_view text, std::size_t at) {
  std::size_t length = digits_at(text, at);
  if (length == 0) return 0;
  if (at + length < text.size() && text[at + length] == '.') {
    const std::size_t decimals = digits_at(text, at + length + 1);
    if (decimals > 0) length += 1 + decimals;
  }
  std::size_t exponent = at + length;
  if (exponent < text.size() && (text[exponent] == 'e' || text[exponent] == 'E')) {
    ++exponent;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    const std::size_t digits = digits_at(text, exponent);
    if (digits > 0) length = exponent + digits - at;
  }
  return length;
}

std::size_t word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_word_character(text[end])) ++end;
  return end - at;
}

// "[3.400s] "
std::string_view without_time(std::string_view message) {
  if (!message.starts_with('[')) return message;
  std::size_t at = 1;
  if (message.substr(at).starts_with('-')) ++at;
  const std::size_t number = number_at(message, at);
  if (number == 0 || !message.substr(at + number).starts_with("s]")) return message;
  message.remove_prefix(at + number + 2);
  while (message.starts_with(' ')) message.remove_prefix(1);
  return message;
}

// Ids that are numbers, or could be words of the sentence, are known only where an actor is described: "7 - car".
bool is_unmistakable(std::string_view id) {
  if (id.size() < 3) return std::ranges::any_of(id, [](char c) { return !is_lower(c) && !is_digit(c); });
  return std::ranges::any_of(id, [](char c) { return !is_digit(c); });
}

class Normaliser {
 public:
  explicit Normaliser(const ClusterInput& issue) : issue_(issue), text_(without_time(issue.message)) {
    for (const std::string& name : issue.names)
      if (is_unmistakable(name)) names_.emplace_back(name);
    // The longest first: "Main Street East" before "Main Street".
    std::ranges::sort(names_, [](auto a, auto b) { return a.size() != b.size() ? a.size() > b.size() : a < b; });
  }

  std::string run() {
    out_.reserve(text_.size());
    while (at_ < text_.size()) {
      if (at_ > 0 && is_word_character(text_[at_ - 1]) && is_word_character(text_[at_])) {
        copy(1);
      } else if (!take_place() && !take_actor(issue_.actor_id, "<actor>") && !take_actor(issue_.other_id, "<other>") &&
                 !take_name() && !take_number() && !take_word()) {
        copy(1);
      }
    }
    return std::move(out_);
  }

 private:
  void copy(std::size_t length) {
    out_ += text_.substr(at_, length);
    at_ += length;
  }
  void replace(std::size_t length, std::string_view by) {
    out_ += by;
    at_ += length;
    remember(by);
  }
  void remember(std::string_view word) { before_ = std::exchange(last_, word); }

  bool is_here(std::string_view wanted) const {
    const std::string_view rest = text_.substr(at_);
    if (wanted.empty() || !rest.starts_with(wanted)) return false;
    return rest.size() == wanted.size() || !is_word_character(wanted.back()) || !is_word_character(rest[wanted.size()]);
  }

  // What is named after a noun that stands without an article: "of road mill_road", "at junction 7", but not "off the
  // road on the left". A light's or sign's name is followed by its road.
  bool take_place() {
    static constexpr std::array<std::string_view, 3> kPlaces{"road", "junction", "signal"};
    static constexpr std::array<std::string_view, 12> kPrepositions{
        "of", "on", "from", "to", "at", "in", "over", "onto", "via", "through", "into", "between"};
    static constexpr std::array<std::string_view, 3> kSignals{"light", "sign", "signal"};
    if (at_ == 0 || (text_[at_ - 1] != ' ' && text_[at_ - 1] != '"')) return false;
    const bool is_quoted = text_[at_] == '"';
    const std::size_t length = is_quoted ? quoted_at(at_) : word_at(text_, at_);
    if (length == 0) return false;
    const bool is_place = is_any(last_, kPlaces) && (is_quoted || is_any(before_, kPrepositions));
    const bool is_signal = is_any(last_, kSignals) && text_.substr(at_ + length).starts_with(" of road ");
    if (!is_place && !is_signal) return false;
    replace(length, "<name>");
    return true;
  }

  std::size_t quoted_at(std::size_t at) const {
    const std::size_t end = text_.find('"', at + 1);
    return end == std::string_view::npos ? 0 : end + 1 - at;
  }

  bool take_actor(std::string_view id, std::string_view by) {
    if (!is_here(id)) return false;
    const bool is_described = text_.substr(at_ + id.size()).starts_with(" - ");
    // Behind the dash stands the type: an actor may be called "car" and be one.
    if (text_.substr(0, at_).ends_with(" - ") || (!is_described && !is_unmistakable(id))) return false;
    replace(id.size(), by);
    return true;
  }

  bool take_name() {
    for (const std::string_view name : names_) {
      if (!is_here(name)) continue;
      replace(name.size(), "<name>");
      return true;
    }
    return false;
  }

  bool take_number() {
    const bool has_sign = text_[at_] == '-' || text_[at_] == '+';
    const std::size_t begin = at_ + (has_sign ? 1 : 0);
    if (has_sign && at_ > 0 && is_word_character(text_[at_ - 1])) return false;
    const std::size_t length = number_at(text_, begin);
    if (length == 0) return false;
    const std::string_view unit = text_.substr(begin + length, word_at(text_, begin + length));
    // "9a7f" is an id.
    const bool is_id = std::ranges::any_of(unit.substr(std::min<std::size_t>(unit.size(), 1)), is_digit) &&
                       unit != "m2" && unit != "m3" && unit != "s2" && unit != "s3";
    if (is_id) {
      replace(begin + length + unit.size() - at_, "<id>");
    } else {
      replace(begin + length - at_, "#");
      out_ += unit;
      at_ += unit.size();
    }
    return true;
  }

  bool take_word() {
    const std::size_t length = word_at(text_, at_);
    if (length == 0) return false;
    const std::string_view word = text_.substr(at_, length);
    if (word == "inf" || word == "nan" || word == "infinity") {
      replace(length, "#");
    } else if (length > 2 && std::ranges::any_of(word, is_digit)) {
      replace(length, "<id>");
    } else {
      copy(length);  // among them the s2 of m/s2
      remember(word);
    }
    return true;
  }

  const ClusterInput& issue_;
  std::string_view text_;
  std::vector<std::string_view> names_;
  std::string out_;
  std::size_t at_ = 0;
  std::string_view last_, before_;  // the two words in front
};

// Of clauses between semicolons that are equal and follow each other, one.
std::string without_repeated_clauses(std::string text) {
  static constexpr std::string_view kBetween = "; ";
  if (text.find(kBetween) == std::string::npos) return text;
  std::string kept;
  std::string_view rest = text, last;
  for (bool is_first = true; !rest.empty(); is_first = false) {
    const std::size_t end = rest.find(kBetween);
    const std::string_view clause = rest.substr(0, end);
    if (is_first || clause != last) {
      if (!is_first) kept += kBetween;
      kept += clause;
    }
    last = clause;
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + kBetween.size());
  }
  return kept;
}

// Whether violations were joined into one issue, noise decides: it tells no two issues apart.
std::string without_breaks(std::string text) {
  constexpr std::string_view kBreaks = " on and off";
  const std::size_t at = text.find("," + std::string(kBreaks) + " for # s");
  if (at != std::string::npos) text.erase(at + 1, kBreaks.size());
  return text;
}

}  // namespace

std::string normalised_message(const ClusterInput& issue) {
  return without_breaks(without_repeated_clauses(Normaliser(issue).run()));
}

Cluster cluster_of(const ClusterInput& issue) {
  Cluster cluster{.id = {},
                  .kind = std::string(issue.kind),
                  .checker = std::string(issue.checker),
                  .category = std::string(issue.category),
                  .roles = std::string(issue.actor_role),
                  .normalised = normalised_message(issue)};
  if (!issue.other_role.empty()) cluster.roles += "," + std::string(issue.other_role);
  cluster.id = cluster_id(cluster);
  return cluster;
}

std::string cluster_id(const Cluster& cluster) {
  std::string all;
  for (const std::string* part :
       {&cluster.kind, &cluster.checker, &cluster.category, &cluster.roles, &cluster.normalised}) {
    // With its length in front no two lists of parts read the same.
    all += std::to_string(part->size()) + ":" + *part;
  }
  return sha256_hex(all).substr(0, 16);
}

bool is_name_of_place(std::string_view metric) {
  static constexpr std::array<std::string_view, 4> kNouns{"road", "junction", "signal", "lane"};
  const std::size_t underscore = metric.rfind('_');
  return is_any(underscore == std::string_view::npos ? metric : metric.substr(underscore + 1), kNouns);
}

}  // namespace scrutineer::store
