#include "map/rules/schema_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <mutex>

#include "base/text.h"
#include "map/rules/schema_table.h"

namespace scrutineer::map::rules {
namespace {

// ---- attribute types ------------------------------------------------------------------------------------------------

// Schemas collapse blanks around everything but strings.
std::string_view collapsed(std::string_view value) { return trim(value); }

class AnyText : public AttributeType {
 public:
  bool allows(std::string_view) const override { return true; }
  std::string wanted() const override { return "a text"; }
};

// INF and NaN are numbers of a schema; map.numbers_finite is about them.
std::optional<double> schema_number(std::string_view value) {
  value = collapsed(value);
  if (value == "INF" || value == "-INF" || value == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (value.starts_with('+')) value.remove_prefix(1);
  const bool is_plain = std::ranges::all_of(
      value, [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E'; });
  return is_plain ? parse_number(value) : std::nullopt;
}

class Number : public AttributeType {
 public:
  bool allows(std::string_view value) const override { return schema_number(value).has_value(); }
  std::string wanted() const override { return "a number"; }
};

class Integer : public AttributeType {
 public:
  Integer(double least, double most) : least_(least), most_(most) {}
  bool allows(std::string_view value) const override {
    value = collapsed(value);
    std::string_view digits = value;
    if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
    if (digits.empty() || !std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; })) return false;
    const double number = parse_number(value.starts_with('+') ? value.substr(1) : value).value_or(0.0);
    return number >= least_ && number <= most_;
  }
  std::string wanted() const override {
    if (least_ == 1.0) return "an integer above 0";
    if (most_ == -1.0) return "an integer below 0";
    return least_ == 0.0 ? "an integer at least 0" : "an integer";
  }

 private:
  double least_, most_;
};

class Words : public AttributeType {
 public:
  explicit Words(std::vector<std::string_view> words) : words_(std::move(words)) {}
  bool allows(std::string_view value) const override { return std::ranges::find(words_, value) != words_.end(); }
  std::string wanted() const override {
    constexpr std::size_t kMost = 6;
    const std::size_t shown = std::min(kMost, words_.size());
    return fmt::format("one of {}{}",
                       fmt::join(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                       words_.size() > kMost ? ", ..." : "");
  }

 private:
  std::vector<std::string_view> words_;
};

class AnyOf : public AttributeType {
 public:
  explicit AnyOf(std::vector<const AttributeType*> members) : members_(std::move(members)) {}
  bool allows(std::string_view value) const override {
    return std::ranges::any_of(members_, [&](const AttributeType* member) { return member->allows(value); });
  }
  std::string wanted() const override {
    std::string text;
    for (const AttributeType* member : members_) text += (text.empty() ? "" : ", or ") + member->wanted();
    return text;
  }

 private:
  std::vector<const AttributeType*> members_;
};

class ListOf : public AttributeType {
 public:
  explicit ListOf(const AttributeType* item) : item_(item) {}
  bool allows(std::string_view value) const override {
    while (!(value = trim(value)).empty()) {
      const std::size_t end = std::min(value.find_first_of(" \t\r\n"), value.size());
      if (!item_->allows(value.substr(0, end))) return false;
      value.remove_prefix(end);
    }
    return true;
  }
  std::string wanted() const override { return "a list, each " + item_->wanted(); }

 private:
  const AttributeType* item_;
};

// A number within limits, or a text of capital letters, which is the only pattern that the schemas have.
class Limited : public AttributeType {
 public:
  Limited(const AttributeType* base, std::span<const std::string_view> limits) : base_(base) {
    for (const std::string_view limit : limits) {
      const std::size_t blank = limit.find(' ');
      const std::string_view name = limit.substr(0, blank), value = limit.substr(blank + 1);
      if (name == "pattern") {
        letters_ = value == "[A-Z]{2}" ? 2 : value == "[A-Z]{3}" ? 3 : 0;
        continue;
      }
      const double number = parse_number(value).value_or(0.0);
      if (name.starts_with("min")) least_ = number;
      if (name.starts_with("max")) most_ = number;
      is_exclusive_ |= name == "minExclusive";
    }
  }
  bool allows(std::string_view value) const override {
    if (!base_->allows(value)) return false;
    if (letters_ > 0)
      return value.size() == letters_ && std::ranges::all_of(value, [](char c) { return c >= 'A' && c <= 'Z'; });
    const std::optional<double> number = schema_number(value);
    if (!number) return true;
    return (is_exclusive_ ? *number > least_ : *number >= least_) && *number <= most_;
  }
  std::string wanted() const override {
    if (letters_ > 0) return fmt::format("{} capital letters", letters_);
    std::string text = fmt::format("{} {} {:g}", base_->wanted(), is_exclusive_ ? "above" : "at least", least_);
    if (std::isfinite(most_)) text += fmt::format(" and at most {:g}", most_);
    return text;
  }

 private:
  const AttributeType* base_;
  std::size_t letters_ = 0;
  bool is_exclusive_ = false;
  double least_ = -std::numeric_limits<double>::infinity(), most_ = std::numeric_limits<double>::infinity();
};

std::unique_ptr<AttributeType> base_type(std::string_view name) {
  constexpr double kMost = std::numeric_limits<double>::infinity();
  if (name == "double" || name == "float") return std::make_unique<Number>();
  if (name == "int") return std::make_unique<Integer>(-2147483648.0, 2147483647.0);
  if (name == "integer") return std::make_unique<Integer>(-kMost, kMost);
  if (name == "unsignedInt") return std::make_unique<Integer>(0.0, 4294967295.0);
  if (name == "unsignedShort") return std::make_unique<Integer>(0.0, 65535.0);
  if (name == "nonNegativeInteger") return std::make_unique<Integer>(0.0, kMost);
  if (name == "positiveInteger") return std::make_unique<Integer>(1.0, kMost);
  if (name == "negativeInteger") return std::make_unique<Integer>(-kMost, -1.0);
  if (name == "boolean") return std::make_unique<Words>(std::vector<std::string_view>{"true", "false", "1", "0"});
  return std::make_unique<AnyText>();
}

// ---- reading the table ----------------------------------------------------------------------------------------------

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// "a,(b|c)*,~" and so on.
class ModelReader {
 public:
  explicit ModelReader(std::string_view text) : text_(text) {}

  Particle read() { return list(); }

 private:
  Particle list() {
    Particle result;
    result.parts.push_back(item());
    char joint = ',';
    while (!text_.empty() && (text_.front() == ',' || text_.front() == '|')) {
      joint = text_.front();
      text_.remove_prefix(1);
      result.parts.push_back(item());
    }
    if (joint == '|') result.kind = Particle::Kind::choice;
    return result;
  }

  Particle item() {
    Particle result;
    if (text_.starts_with('(')) {
      text_.remove_prefix(1);
      result = list();
      if (text_.starts_with(')')) text_.remove_prefix(1);
    } else if (text_.starts_with('~')) {
      text_.remove_prefix(1);
      result.kind = Particle::Kind::choice;
      result.least = 0;
      result.most = -1;
      for (const std::string_view name : {"userData", "include", "dataQuality"})
        result.parts.push_back({.kind = Particle::Kind::element, .name = name});
      return result;
    } else {
      const std::size_t end = std::min(text_.find_first_of(",|()?*+{"), text_.size());
      result.kind = Particle::Kind::element;
      result.name = text_.substr(0, end);
      text_.remove_prefix(end);
    }
    occurs(result);
    return result;
  }

  void occurs(Particle& particle) {
    if (text_.empty()) return;
    switch (text_.front()) {
      case '?':
        particle.least = 0;
        break;
      case '*':
        particle.least = 0;
        particle.most = -1;
        break;
      case '+':
        particle.most = -1;
        break;
      case '{': {
        const std::size_t comma = text_.find(','), close = text_.find('}');
        particle.least = static_cast<int>(parse_integer(text_.substr(1, comma - 1)).value_or(0));
        const auto most = parse_integer(text_.substr(comma + 1, close - comma - 1));
        particle.most = most ? static_cast<int>(*most) : -1;
        text_.remove_prefix(close);
        break;
      }
      default:
        return;
    }
    text_.remove_prefix(1);
  }

  std::string_view text_;
};

// ---- matching children ----------------------------------------------------------------------------------------------

// The schemas are deterministic: the name of the next child tells which part it belongs to.
class Matcher {
 public:
  explicit Matcher(pugi::xml_node parent) : at_(first_element(parent.first_child())) {}

  // False: something is wrong at the child that is reached.
  bool match(const Particle& particle) {
    int times = 0;
    while (particle.most < 0 || times < particle.most) {
      if (!can_begin(particle)) break;
      const pugi::xml_node before = at_;
      if (!match_once(particle)) return false;
      if (at_ == before) break;  // it may be empty, and was
      ++times;
    }
    if (times >= particle.least || may_be_empty(particle)) return true;
    expected_ = name_of(particle);
    return false;
  }

  pugi::xml_node at() const { return at_; }
  const std::string& expected() const { return expected_; }

 private:
  static pugi::xml_node first_element(pugi::xml_node node) {
    while (node && node.type() != pugi::node_element) node = node.next_sibling();
    return node;
  }

  bool match_once(const Particle& particle) {
    if (particle.kind == Particle::Kind::element) {
      at_ = first_element(at_.next_sibling());
      return true;
    }
    if (particle.kind == Particle::Kind::choice) {
      for (const Particle& part : particle.parts)
        if (can_begin(part)) return match(part);
      return true;
    }
    return std::ranges::all_of(particle.parts, [&](const Particle& part) { return match(part); });
  }

  // Is the next child one that this part can begin with?
  bool can_begin(const Particle& particle) const {
    if (!at_) return false;
    if (particle.kind == Particle::Kind::element) return particle.name == at_.name();
    for (const Particle& part : particle.parts) {
      if (can_begin(part)) return true;
      if (particle.kind == Particle::Kind::sequence && !may_be_empty(part)) return false;
    }
    return false;
  }

  static bool may_be_empty(const Particle& particle) {
    if (particle.least == 0) return true;
    if (particle.kind == Particle::Kind::element) return false;
    if (particle.kind == Particle::Kind::choice) return std::ranges::any_of(particle.parts, may_be_empty);
    return std::ranges::all_of(particle.parts, may_be_empty);
  }

  static std::string name_of(const Particle& particle) {
    if (particle.kind == Particle::Kind::element) return std::string(particle.name);
    std::string names;
    for (const Particle& part : particle.parts) {
      if (particle.kind == Particle::Kind::sequence && may_be_empty(part)) continue;
      if (!names.empty()) names += " or ";
      names += name_of(part);
      if (particle.kind == Particle::Kind::sequence) break;
    }
    return names;
  }

  pugi::xml_node at_;
  std::string expected_;
};

}  // namespace

std::optional<Mismatch> mismatch(const Particle& content, pugi::xml_node parent) {
  Matcher matcher(parent);
  if (!matcher.match(content)) return Mismatch{matcher.at(), matcher.expected()};
  if (matcher.at()) return Mismatch{matcher.at(), ""};
  return std::nullopt;
}

const ElementModel* ElementModel::child(pugi::xml_node node, const ElementModel& anywhere) const {
  const auto find = [](const ElementModel& model, std::string_view name) {
    const auto found = model.children.find(name);
    return found == model.children.end() ? nullptr : found->second;
  };
  if (const ElementModel* found = find(*this, node.name())) return found;
  if (const ElementModel* found = find(anywhere, node.name())) return found;
  // Elements whose content depends on their type.
  const std::string name = node.name();
  if (const ElementModel* found = find(*this, name + ":" + node.attribute("type").value())) return found;
  return find(*this, name + ":*");
}

SchemaModel::SchemaModel(int minor) {
  for (const std::string_view piece : schema_table())
    for (const std::string_view line : split(piece, '\n')) read(line, minor);
  link_children();
  root_ = &element("");
  anywhere_ = &element("*");
}

ElementModel& SchemaModel::element(std::string_view path) {
  const auto [place, is_new] = by_path_.try_emplace(path, nullptr);
  if (is_new) {
    place->second = &elements_.emplace_back();
    place->second->path = path;
  }
  return *place->second;
}

void SchemaModel::add_type(std::string_view line) {
  const std::size_t blank = line.find(' '), second = line.find(' ', blank + 1);
  const std::string_view name = line.substr(0, blank), kind = line.substr(blank + 1, second - blank - 1);
  const std::vector<std::string_view> words = split(line.substr(second + 1), '\t');
  if (kind == "enum") {
    types_[name] = std::make_unique<Words>(words);
  } else if (kind == "union") {
    std::vector<const AttributeType*> members;
    members.reserve(words.size());
    for (const std::string_view word : words) members.push_back(type(word));
    types_[name] = std::make_unique<AnyOf>(std::move(members));
  } else if (kind == "list") {
    types_[name] = std::make_unique<ListOf>(type(words[0]));
  } else {
    types_[name] = std::make_unique<Limited>(type(words[0]), std::span(words).subspan(1));
  }
}

const AttributeType* SchemaModel::type(std::string_view name) {
  std::unique_ptr<AttributeType>& found = types_[name];
  if (!found) found = base_type(name);
  return found.get();
}

void SchemaModel::read(std::string_view line, int minor) {
  const char kind = line.front();
  std::string_view rest = line.substr(std::min<std::size_t>(2, line.size()));
  if (kind == 'T') return add_type(rest);
  if (kind == 'E') {
    current_ = rest;
    return;
  }
  if (kind == '=') {
    aliases_[current_] = rest;
    return;
  }
  const auto first = parse_integer(rest.substr(0, 1)), last = parse_integer(rest.substr(2, 1));
  if (minor < first.value_or(0) || minor > last.value_or(0)) return;
  rest.remove_prefix(std::min<std::size_t>(4, rest.size()));
  ElementModel& model = element(current_);
  if (kind == 'C') {
    model.is_open = rest.find("#any") != std::string_view::npos;
    if (!rest.empty() && !rest.starts_with('#')) model.content = ModelReader(rest).read();
    return;
  }
  for (std::string_view word : split(rest, ' ')) {
    const bool is_required = word.starts_with('!');
    if (is_required) word.remove_prefix(1);
    const std::size_t colon = word.find(':');
    model.attributes.push_back({word.substr(0, colon), type(word.substr(colon + 1)), is_required});
  }
}

void SchemaModel::link_children() {
  std::vector<std::pair<std::string_view, const ElementModel*>> all;
  all.reserve(by_path_.size());
  for (const auto& [path, model] : by_path_) all.emplace_back(path, model);
  for (const auto& [path, target] : aliases_) {
    const auto found = by_path_.find(target);
    if (found != by_path_.end()) all.emplace_back(path, found->second);
  }
  for (const auto& [path, model] : all) {
    const std::size_t slash = path.rfind('/');
    const std::string_view parent = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    if (!path.empty()) element(parent).children[name] = model;
  }
}

const SchemaModel& schema_model(int minor) {
  static std::mutex mutex;
  static std::array<std::unique_ptr<const SchemaModel>, 10> models;
  const std::scoped_lock lock(mutex);
  std::unique_ptr<const SchemaModel>& model = models.at(static_cast<std::size_t>(minor));
  if (!model) model = std::make_unique<const SchemaModel>(minor);
  return *model;
}

}  // namespace scrutineer::map::rules
