#include "map/detail/document_reader.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/text.h"
#include "map/detail/limits.h"

namespace scrutineer::map::detail {
namespace {

// Without a namespace prefix: "od:road" is "road".
std::string_view local_name(const pugi::xml_node& node) {
  const char* name = node.name();
  const char* colon = std::strchr(name, ':');
  return colon == nullptr ? name : colon + 1;
}

const ElementRow* find_row(std::span<const ElementRow> rows, std::string_view name) {
  for (const ElementRow& row : rows)
    if (row.name == name) return &row;
  return nullptr;
}

// What the table says about a child of this name; null: nothing.
const ElementRow* find_row(const ElementRow& parent, std::string_view name) {
  const auto find = [&](std::string_view local) {
    const ElementRow* row = find_row(parent.children, local);
    return row != nullptr ? row : find_row(additional_data_rows(), local);
  };
  if (const ElementRow* row = find(name)) return row;
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? nullptr : find(name.substr(colon + 1));
}

// A file's own text, short and on one line.
std::string brief(std::string_view text) {
  std::string out(text.substr(0, kMaxShownText));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  // Not through the middle of a character.
  if (text.size() > kMaxShownText) {
    while (!out.empty() && (static_cast<unsigned char>(text[out.size()]) & 0xC0) == 0x80) out.pop_back();
    out += "...";
  }
  return out;
}

// 12.5 for "1.2500000000000000e+01"; what is not a number stays as it is.
std::string tidy_number(std::string_view text) {
  const std::optional<double> number = parse_number(text);
  return number ? shortest(*number) : brief(text);
}

// `lane -1`, `geometry at s 12.5`, `signal "7" at s 3`; empty for elements that only hold others.
std::string label(const pugi::xml_node& node) {
  std::string out;
  const std::string_view name = local_name(node);
  if (const pugi::xml_attribute id = node.attribute("id"))
    out += " " + (name == "lane" ? brief(id.value()) : shown(id.value()));
  if (const pugi::xml_attribute s = node.attribute("s")) out += " at s " + tidy_number(s.value());
  if (const pugi::xml_attribute s = node.attribute("sOffset")) out += " at sOffset " + tidy_number(s.value());
  return out.empty() ? out : std::string(name) + out;
}

// The parts, listed from the innermost to the outermost, the other way round.
std::string joined_outermost_first(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts.rbegin(), parts.rend(), separator));
}

// Where an element stands: `road "12", laneSection at s 0, lane -1, width at sOffset 5`.
std::string whereabouts(const pugi::xml_node& node) {
  std::vector<std::string> parts;
  for (pugi::xml_node at = node; at.parent().parent(); at = at.parent()) {
    std::string part = label(at);
    if (part.empty() && at == node) part = brief(local_name(at));
    if (!part.empty()) parts.push_back(std::move(part));
  }
  return joined_outermost_first(parts, ", ");
}

// road/lanes/laneSection/lane/roadMark: the side that a lane is on is left out.
std::string path_of(const pugi::xml_node& node) {
  std::vector<std::string> parts;
  for (pugi::xml_node at = node; at.parent().parent(); at = at.parent()) {
    const std::string_view name = local_name(at);
    const bool is_side = name == "left" || name == "center" || name == "right";
    if (!is_side || at == node) parts.push_back(brief(name));
  }
  return joined_outermost_first(parts, "/");
}

}  // namespace

std::string shown(std::string_view text) { return '"' + brief(text) + '"'; }

DocumentReader::DocumentReader(std::string_view text, std::string file_name, std::vector<std::string> warnings)
    : file_name_(std::move(file_name)), lines_(text) {
  document_.file = file_name_;
  document_.warnings = std::move(warnings);
}

Result<Document> DocumentReader::read(const pugi::xml_document& tree) {
  Element root{.node = tree.document_element(), .row = &open_drive_row()};
  if (local_name(root.node) != root.row->name) {
    return Problem{{.file = file_name_, .line = line_of(root.node)},
                   fmt::format("not an OpenDRIVE file: the root element is <{}>, wanted <OpenDRIVE>",
                               brief(local_name(root.node)))};
  }
  const auto count = [&](const char* name) {
    return static_cast<std::size_t>(std::ranges::distance(root.node.children(name)));
  };
  const std::size_t roads = count("road");
  if (roads > kMaxRoads)
    return Problem{{.file = file_name_, .line = line_of(root.node)},
                   fmt::format("has {} roads; a file must have at most {}", roads, kMaxRoads)};
  document_.roads.reserve(roads);
  document_.junctions.reserve(count("junction"));
  read_children(root);
  if (failed()) return *std::move(problem_);
  if (document_.roads.empty())
    return Problem{{.file = file_name_, .line = line_of(root.node)}, "has no <road>: there is nothing to evaluate"};
  if (!root.node.find_child([](const pugi::xml_node& child) { return local_name(child) == "header"; }))
    warn(root.node, "has no <header>: the version of the standard is not known");

  if (unsaid_warnings_ > 0)
    document_.warnings.push_back(fmt::format("{}: {} more warnings are left out", file_name_, unsaid_warnings_));

  std::vector<SkippedElement>& skipped = document_.skipped;
  const auto add = [&](const Skips& skips) { skipped.push_back({skips.path, skips.count, line_of(skips.first)}); };
  for (const auto& [key, skips] : known_skips_) add(skips);
  for (const auto& [path, skips] : unknown_skips_) add(skips);
  std::ranges::sort(skipped, {}, [](const SkippedElement& e) { return std::pair(e.path, e.first_line); });
  // A path can come from two rows: <center> lanes are apart from the others.
  std::vector<SkippedElement> merged;
  for (SkippedElement& element : skipped) {
    if (!merged.empty() && merged.back().path == element.path)
      merged.back().count += element.count;
    else
      merged.push_back(std::move(element));
  }
  skipped = std::move(merged);
  return std::move(document_);
}

void DocumentReader::read_children(Element& parent) {
  const ElementRow* row = nullptr;  // like elements mostly follow each other: the last one's row is tried first
  for (pugi::xml_node child = parent.node.first_child(); child && !failed(); child = child.next_sibling()) {
    if (child.type() != pugi::node_element) continue;
    const std::string_view name = child.name();
    if (row == nullptr || row->name != name) row = find_row(*parent.row, name);
    if (row == nullptr || row->read == nullptr) {
      skip(child, parent.row, row);
    } else {
      Element element{.node = child, .row = row};
      (this->*row->read)(element);
    }
  }
}

void DocumentReader::skip(const pugi::xml_node& node, const ElementRow* parent, const ElementRow* row) {
  const SkipKey key{parent, row};
  if (row == nullptr) {
    last_skips_ = &unknown_skips_[path_of(node)];
  } else if (last_skips_ == nullptr || last_skip_ != key) {
    last_skips_ = &known_skips_[key];
  }
  last_skip_ = key;
  if (last_skips_->count++ == 0) {
    last_skips_->first = node;
    last_skips_->path = path_of(node);
  }
}

void DocumentReader::skip_include(Element& include) {
  warn(include.node, fmt::format("the file {} is not read", shown(text_or_empty(include, "file"))));
  skip(include.node, nullptr, nullptr);
}

// ---- problems -------------------------------------------------------------------------------------------------------

std::uint32_t DocumentReader::line_of(const pugi::xml_node& node) {
  const std::ptrdiff_t offset = node.offset_debug();
  return offset < 0 ? 0 : lines_.line_at(static_cast<std::size_t>(offset));
}

void DocumentReader::fail(const pugi::xml_node& node, std::string_view message) {
  if (failed()) return;  // the first one is the cause; the others may follow from it
  problem_ = Problem{{.file = file_name_, .line = line_of(node)}, fmt::format("{}: {}", whereabouts(node), message)};
}

void DocumentReader::warn(const pugi::xml_node& node, std::string_view message) {
  if (failed()) return;
  if (document_.warnings.size() >= kMaxWarnings) {
    ++unsaid_warnings_;
    return;
  }
  const std::string where = whereabouts(node);
  document_.warnings.push_back(
      to_string(Problem{{.file = file_name_, .line = line_of(node)},
                        where.empty() ? std::string(message) : where + ": " + std::string(message)}));
}

void DocumentReader::warn_once(const pugi::xml_node& node, std::string_view word, std::string_view message) {
  if (warned_words_.emplace(word).second) warn(node, message);
}

// ---- attributes -----------------------------------------------------------------------------------------------------

std::string_view DocumentReader::text(Element& element, const char* name) {
  const char* value = element.find(name);
  if (value == nullptr) {
    fail(element.node, fmt::format("attribute {} is missing", name));
    return {};
  }
  return value;
}

std::string_view DocumentReader::text_or_empty(Element& element, const char* name) {
  const char* value = element.find(name);
  return value == nullptr ? std::string_view{} : value;
}

double DocumentReader::number(Element& element, const char* name) {
  const char* value = element.find(name);
  if (value == nullptr) {
    fail(element.node, fmt::format("attribute {} is missing", name));
    return 0.0;
  }
  const std::optional<double> parsed = parse_number(value);
  if (parsed && std::abs(*parsed) <= kMaxNumber) return *parsed;  // false for NaN
  if (!parsed || !std::isfinite(*parsed))
    fail(element.node, fmt::format("attribute {} must be a number, found {}", name, shown(value)));
  else
    fail(element.node, fmt::format("attribute {} must be within +-{}, found {}", name, kMaxNumber, shown(value)));
  return 0.0;
}

int DocumentReader::integer(Element& element, const char* name) {
  const char* value = element.find(name);
  if (value == nullptr) {
    fail(element.node, fmt::format("attribute {} is missing", name));
    return 0;
  }
  constexpr long long kLargest = 1'000'000'000;
  const std::optional<long long> parsed = parse_integer(value);
  if (parsed && *parsed >= -kLargest && *parsed <= kLargest) return static_cast<int>(*parsed);
  fail(element.node, fmt::format("attribute {} must be a whole number, found {}", name, shown(value)));
  return 0;
}

std::optional<double> DocumentReader::optional_number(Element& element, const char* name) {
  const char* value = element.find(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  const std::optional<double> parsed = parse_number(value);
  if (parsed && std::abs(*parsed) <= kMaxNumber) return parsed;
  warn(element.node, fmt::format("attribute {} should be a number, found {}: ignored", name, shown(value)));
  return std::nullopt;
}

std::optional<int> DocumentReader::optional_integer(Element& element, const char* name) {
  const char* value = element.find(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return integer(element, name);
}

bool DocumentReader::flag(Element& element, const char* name) {
  const char* value = element.find(name);
  if (value == nullptr) return false;
  const std::string_view word = value;
  if (word == "true" || word == "yes" || word == "1") return true;
  if (word != "false" && word != "no" && word != "0" && !word.empty())
    warn(element.node,
         fmt::format("attribute {} should be true or false, found {}: taken as false", name, shown(word)));
  return false;
}

Orientation DocumentReader::orientation(Element& element) {
  const char* value = element.find("orientation");
  const std::string_view word = value == nullptr ? "" : value;
  if (word == "+") return Orientation::with_s;
  if (word == "-") return Orientation::against_s;
  if (word != "none" && !word.empty())
    warn(element.node, fmt::format("orientation should be +, - or none, found {}: taken as none", shown(word)));
  return Orientation::both;
}

std::optional<ContactPoint> DocumentReader::contact_point(Element& element) {
  const char* value = element.find("contactPoint");
  const std::string_view word = value == nullptr ? "" : value;
  if (word == "start") return ContactPoint::start;
  if (word == "end") return ContactPoint::end;
  if (!word.empty())
    warn(element.node, fmt::format("contactPoint should be start or end, found {}: ignored", shown(word)));
  return std::nullopt;
}

// The temporary layer is not read: what is tied to lanes of it is tied to none here.
bool DocumentReader::is_of_temporary_layer(Element& element, const char* layer) {
  return text_or_empty(element, layer) == "temporary";
}

LaneValidity DocumentReader::validity(Element& element) {
  const int from = integer(element, "fromLane");
  const int to = integer(element, "toLane");
  if (is_of_temporary_layer(element)) return {0, 0};
  return {std::min(from, to), std::max(from, to)};
}

SpeedLimit DocumentReader::speed_limit(Element& element) {
  const std::string_view max = text(element, "max");
  const std::string_view unit = text_or_empty(element, "unit");
  if (failed() || max == "undefined") return {};
  if (max == "no limit") return {.kind = SpeedLimit::Kind::no_limit};

  const std::optional<double> value = parse_number(max);
  if (!value || !(*value >= 0.0 && *value <= kMaxNumber)) {
    warn(element.node,
         fmt::format("max should be a speed, \"no limit\" or \"undefined\", found {}: taken as undefined", shown(max)));
    return {};
  }
  double factor = 1.0;
  if (unit == "km/h") {
    factor = 1.0 / 3.6;
  } else if (unit == "mph") {
    factor = 0.44704;
  } else if (unit != "m/s" && !unit.empty()) {
    warn(element.node,
         fmt::format("unit should be m/s, km/h or mph, found {}: the speed is taken as undefined", shown(unit)));
    return {};
  }
  return {.kind = SpeedLimit::Kind::limit, .max = Speed::from_si(*value * factor)};
}

// ---- along the road -------------------------------------------------------------------------------------------------

double DocumentReader::ordered_s(Element& element, const char* name, double base, std::optional<double> previous) {
  const double s = base + number(element, name);
  if (s < base - kSameS) {
    fail(element.node, fmt::format("{} must not be below 0", name));
    return base;
  }
  if (previous && s < *previous) {
    if (s < *previous - kSameS) {
      fail(element.node, fmt::format("{} must ascend, but the {} before begins at {}", name, local_name(element.node),
                                     shortest(*previous - base)));
    }
    return *previous;
  }
  return std::max(s, base);
}

void DocumentReader::check_on_road(Element& element, double s) {
  if (s < -kBeyondEnd) {
    warn(element.node, "lies before the road's start");
  } else if (s > road_->length + kBeyondEnd) {
    warn(element.node, fmt::format("lies beyond the road's end at s {}", shortest(road_->length)));
  }
}

Cubic DocumentReader::cubic(Element& element, const char* a, const char* b, const char* c, const char* d) {
  Cubic out;
  out.a = number(element, a);
  out.b = number(element, b);
  out.c = number(element, c);
  out.d = number(element, d);
  return out;
}

void DocumentReader::read_cubic(Element& element, const char* s_name, double base, std::vector<CubicRecord>& records) {
  const bool is_first = records.empty();
  const double s = ordered_s(element, s_name, base, is_first ? std::nullopt : std::optional(records.back().s));
  const bool is_repeated = !is_first && s == records.back().s;
  records.push_back({s, cubic(element, "a", "b", "c", "d")});
  if (is_repeated)
    warn(element.node,
         fmt::format("replaces the {0} before, which begins at the same {1}", local_name(element.node), s_name));
  check_on_road(element, s);
}

void DocumentReader::check_lateral(Element& element, const Cubic& cubic, double length, const char* what) {
  const double bound =
      std::abs(cubic.a) + length * (std::abs(cubic.b) + length * (std::abs(cubic.c) + length * std::abs(cubic.d)));
  if (bound <= kMaxLateral) return;
  const double low = lowest(cubic, length).value;
  const double high = -lowest(Cubic{} - cubic, length).value;
  if (low < -kMaxLateral || high > kMaxLateral) {
    fail(element.node, fmt::format("{} must stay within +-{} m, found {} m", what, kMaxLateral,
                                   rounded(high > kMaxLateral ? high : low, 2)));
  }
}

Lowest lowest(const Cubic& cubic, double length) {
  Lowest best{cubic.a, 0.0};
  if (cubic.b == 0.0 && cubic.c == 0.0 && cubic.d == 0.0) return best;
  const auto look_at = [&](double ds) {
    if (!(ds > 0.0 && ds <= length)) return;
    if (const double value = cubic.at(ds); value < best.value) best = {value, ds};
  };
  look_at(length);
  // Where the slope b + 2c ds + 3d ds^2 is zero. The second root comes from the product of both, which is b / 3d:
  // subtracting nearly equal numbers would lose its digits.
  const double discriminant = cubic.c * cubic.c - 3.0 * cubic.d * cubic.b;
  if (discriminant >= 0.0) {
    const double q = -(cubic.c + std::copysign(std::sqrt(discriminant), cubic.c));
    if (cubic.d != 0.0) look_at(q / (3.0 * cubic.d));
    if (q != 0.0) look_at(cubic.b / q);
  }
  return best;
}

}  // namespace scrutineer::map::detail
