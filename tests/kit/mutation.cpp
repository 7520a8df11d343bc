#include "kit/mutation.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/text.h"

namespace scrutineer::kit {
namespace {

struct Span {
  std::size_t begin = 0, end = 0;  // [begin, end)
  std::size_t size() const { return end - begin; }
};

// Tags from "<" to behind ">", whichever they are.
std::vector<Span> find_tags(const std::string& text) {
  std::vector<Span> tags;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) break;
    tags.push_back({at, end + 1});
  }
  return tags;
}

struct Attribute {
  Span name, value;  // value without its quotes
};

std::vector<Attribute> find_attributes(const std::string& text) {
  constexpr const char* kBeforeName = " \t\r\n<";
  std::vector<Attribute> attributes;
  for (std::size_t at = text.find("=\""); at != std::string::npos; at = text.find("=\"", at)) {
    const std::size_t close = text.find('"', at + 2);
    if (close == std::string::npos) break;
    const std::size_t before = text.find_last_of(kBeforeName, at);
    attributes.push_back({{before == std::string::npos ? 0 : before + 1, at}, {at + 2, close}});
    at = close + 1;
  }
  return attributes;
}

class Mutator {
 public:
  Mutator(std::string text, std::uint64_t seed) : text_(std::move(text)), random_(seed) {}

  Mutation run() {
    struct Kind {
      const char* name;
      void (Mutator::*change)();
    };
    constexpr Kind kKinds[] = {{"bytes", &Mutator::change_bytes},
                               {"tags", &Mutator::change_tag},
                               {"attributes", &Mutator::change_attribute},
                               {"numbers", &Mutator::change_number}};
    const Kind& kind = kKinds[below(std::size(kKinds))];
    const std::size_t changes = 1 + below(4);
    for (std::size_t i = 0; i < changes && !text_.empty(); ++i) (this->*kind.change)();
    return {std::move(text_), fmt::format("{}: {} changes", kind.name, changes)};
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : static_cast<std::size_t>(random_() % limit); }
  template <typename T>
  const T& any_of(const std::vector<T>& list) {
    return list[below(list.size())];
  }
  std::string part(Span span) const { return text_.substr(span.begin, span.size()); }
  void replace(Span span, const std::string& with) { text_.replace(span.begin, span.size(), with); }

  void change_bytes() {
    const std::size_t at = below(text_.size());
    const std::size_t length = 1 + below(below(2) == 0 ? 8 : 2000);
    switch (below(6)) {
      case 0:
        text_[at] = static_cast<char>(random_());
        break;
      case 1:
        text_[at] = "<>\"'&/=-.e0 \n"[below(13)];
        break;
      case 2:
        text_.erase(at, length);
        break;
      case 3:
        text_.insert(below(text_.size()), text_.substr(at, length));
        break;
      case 4:
        text_.insert(at, std::string(length, static_cast<char>(random_())));
        break;
      default:
        text_.resize(below(8) == 0 ? at : std::max(at, text_.size() - std::min(text_.size(), length)));
        break;
    }
  }

  void change_tag() {
    const std::vector<Span> tags = find_tags(text_);
    if (tags.empty()) return;
    const Span tag = any_of(tags), other = any_of(tags);
    switch (below(6)) {
      case 0:
        replace(tag, "");
        break;
      case 1:
        text_.insert(other.begin, part(tag));
        break;
      case 2:
        replace(tag, part(other));
        break;
      case 3: {  // everything from one tag to another, moved or repeated: whole elements with some luck
        const Span both{std::min(tag.begin, other.begin), std::max(tag.begin, other.begin)};
        if (both.size() < 20'000) text_.insert(any_of(tags).begin, part(both));
        break;
      }
      case 4: {
        const Span both{std::min(tag.begin, other.begin), std::max(tag.begin, other.begin)};
        if (both.size() < 20'000) replace(both, "");
        break;
      }
      default: {  // another element's name, opening and closing tag alike if it is an empty element
        constexpr const char* kNames[] = {"road", "lane",   "laneSection", "left",       "width",  "geometry", "line",
                                          "arc",  "spiral", "junction",    "connection", "signal", "unheardOf"};
        const std::size_t name = tag.begin + 1 + (text_[tag.begin + 1] == '/' ? 1 : 0);
        const std::size_t end = std::min(text_.find_first_of(" \t\r\n/>", name), tag.end);
        replace({name, end}, kNames[below(std::size(kNames))]);
        break;
      }
    }
  }

  void change_attribute() {
    const std::vector<Attribute> attributes = find_attributes(text_);
    if (attributes.empty()) return;
    const Attribute attribute = any_of(attributes), other = any_of(attributes);
    switch (below(6)) {
      case 0:
        replace({attribute.name.begin, attribute.value.end + 1}, "");
        break;
      case 1:
        text_.insert(attribute.name.begin, part({other.name.begin, other.value.end + 1}) + " ");
        break;
      case 2:
        replace(attribute.name, part(other.name));
        break;
      case 3:
        replace(attribute.value, part(other.value));
        break;
      case 4:
        replace(attribute.value, "");
        break;
      default: {
        const std::string value = part(attribute.value), other_value = part(other.value);
        const bool first = attribute.value.begin > other.value.begin;  // the later one first: places stay valid
        replace(first ? attribute.value : other.value, first ? other_value : value);
        replace(first ? other.value : attribute.value, first ? value : other_value);
        break;
      }
    }
  }

  void change_number() {
    std::vector<Attribute> numbers = find_attributes(text_);
    std::erase_if(numbers, [&](const Attribute& a) { return !parse_number(part(a.value)); });
    if (numbers.empty()) return;
    const Span value = any_of(numbers).value;
    const double number = *parse_number(part(value));
    constexpr const char* kNasty[] = {
        "0",     "-0",    "-1",         "nan",         "inf", "-inf",   "1e308", "-1e308", "1e-308", "5e-324",
        "1e400", "1e12",  "-1e12",      "1e9",         "1e6", "999999", "1e5",   "-1e5",   "1e3",    "1e-3",
        "1e-9",  "-1e-9", "2147483648", "-2147483649", "1,5", "0x10",   "1e",    "--1",    "1.5.2"};
    const auto nudged = [&](double factor) { return shortest(number * factor); };
    switch (below(7)) {
      case 0:
        replace(value, kNasty[below(std::size(kNasty))]);
        break;
      case 1:
        replace(value, shortest(-number));
        break;
      case 2:
        replace(value, nudged(below(2) == 0 ? 10.0 : 0.1));
        break;
      case 3:
        replace(value, nudged(below(2) == 0 ? 1000.0 : 0.001));
        break;
      case 4:
        replace(value, nudged(1.0 + 1e-3 * (static_cast<double>(below(2001)) - 1000.0)));
        break;
      case 5:
        replace(value, shortest(number + static_cast<double>(below(2001)) - 1000.0));
        break;
      default: {
        if (value.size() > 0) text_[value.begin + below(value.size())] = static_cast<char>('0' + below(10));
        break;
      }
    }
  }

  std::string text_;
  std::mt19937_64 random_;
};

}  // namespace

Mutation mutated(const std::string& xml, std::uint64_t seed) { return Mutator(xml, seed).run(); }

}  // namespace scrutineer::kit
