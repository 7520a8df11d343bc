// The only source that includes yaml-cpp, of which it uses the events alone: they carry the places of keys, too.

#include "odd/yaml.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <map>
#include <sstream>

#include "base/printable.h"
#include "base/text.h"
#include "base/utf8.h"

namespace scrutineer::odd {
namespace {

constexpr std::size_t kMostNodes = 200'000;  // aliases of aliases grow without end
constexpr std::size_t kDeepest = 100;
constexpr std::size_t kMostShown = 60;  // characters of a text in a message: a file of another kind may be one text

struct TreeError {
  YAML::Mark mark;
  std::string message;
};

std::uint32_t from_one(int from_zero) { return static_cast<std::uint32_t>(from_zero < 0 ? 0 : from_zero + 1); }

std::size_t count_nodes(const YamlNode& node) {
  std::size_t count = 1;
  for (const YamlNode& item : node.items) count += count_nodes(item);
  for (const YamlEntry& entry : node.entries) count += count_nodes(entry.value);
  return count;
}

class TreeBuilder final : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { put(node_at(mark), mark, anchor); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto known = anchored_.find(anchor);
    if (known == anchored_.end()) throw TreeError{mark, "an alias refers to a value that is not complete yet"};
    nodes_ += count_nodes(known->second);
    put(known->second, mark, 0);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = node_at(mark);
    node.is_quoted = tag == "!";
    node.text = value;
    const bool is_null = !node.is_quoted && (value.empty() || value == "~" || value == "null");
    node.kind = is_null ? YamlNode::Kind::null : YamlNode::Kind::text;
    put(std::move(node), mark, anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(YamlNode::Kind::list, mark, anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(YamlNode::Kind::map, mark, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

  YamlNode take() { return std::move(root_); }

 private:
  struct Open {
    YamlNode node;
    YAML::Mark mark;
    YAML::anchor_t anchor = 0;
    bool wants_key = true;  // of a map
  };

  static YamlNode node_at(const YAML::Mark& mark) {
    YamlNode node;
    node.line = from_one(mark.line);
    node.column = from_one(mark.column);
    return node;
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (open_.size() >= kDeepest) throw TreeError{mark, fmt::format("values are nested deeper than {}", kDeepest)};
    YamlNode node = node_at(mark);
    node.kind = kind;
    open_.push_back({std::move(node), mark, anchor});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    put(std::move(done.node), done.mark, done.anchor);
  }

  void put(YamlNode node, const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (++nodes_ > kMostNodes) throw TreeError{mark, fmt::format("there are more than {} values", kMostNodes)};
    if (anchor != 0) anchored_[anchor] = node;
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.kind == YamlNode::Kind::list) {
      parent.node.items.push_back(std::move(node));
    } else if (parent.wants_key) {
      if (node.kind == YamlNode::Kind::list || node.kind == YamlNode::Kind::map)
        throw TreeError{mark, "a key must be a text, found " + describe(node)};
      parent.node.entries.push_back({std::move(node.text), node.line, node.column, {}});
      parent.wants_key = false;
    } else {
      parent.node.entries.back().value = std::move(node);
      parent.wants_key = true;
    }
  }

  std::vector<Open> open_;
  std::map<YAML::anchor_t, YamlNode> anchored_;
  YamlNode root_;
  std::size_t nodes_ = 0;
};

}  // namespace

const YamlEntry* YamlNode::find(std::string_view key) const {
  const auto found = std::ranges::find(entries, key, &YamlEntry::key);
  return found == entries.end() ? nullptr : &*found;
}

Result<YamlNode> parse_yaml(std::string_view text, const std::string& file) {
  if (valid_utf8(text) != text) return Problem{{.file = file}, "this is no text in UTF-8, as YAML must be"};
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    TreeBuilder builder;
    if (!parser.HandleNextDocument(builder)) return Problem{{.file = file}, "the file is empty"};
    YamlNode root = builder.take();
    TreeBuilder second;
    if (parser.HandleNextDocument(second))
      return Problem{second.take().place(file), "a second YAML document begins here; a file may have one"};
    return root;
  } catch (const YAML::Exception& error) {
    return Problem{{.file = file, .line = from_one(error.mark.line), .column = from_one(error.mark.column)},
                   fmt::format("this is no YAML ({}); a text that begins with >, [, * or % must be in quotes, and "
                               "lines of one map must begin in the same column",
                               error.msg)};
  } catch (const TreeError& error) {
    return Problem{{.file = file, .line = from_one(error.mark.line), .column = from_one(error.mark.column)},
                   error.message};
  }
}

std::string describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::text:
      return fmt::format("\"{}\"", printable(node.text, kMostShown));
    case YamlNode::Kind::list:
      return "a list";
    case YamlNode::Kind::map:
      return "a map";
    case YamlNode::Kind::null:
      break;
  }
  return "nothing";
}

std::string yaml_text(std::string_view text) {
  const bool is_plain = !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '-' || c == '+' || c == '/';
  });
  const bool is_safe = is_plain && text != "-" && text != "." && text.find("--") == std::string_view::npos;
  return is_safe ? std::string(text) : fmt::format("\"{}\"", json_escaped(text));
}

}  // namespace scrutineer::odd
