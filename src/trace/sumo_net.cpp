#include "trace/sumo_net.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "trace/detail/xml_scanner.h"

namespace scrutineer::trace {

namespace {

using Words = std::set<std::string>;

void add_words(std::string_view text, Words& words) {
  while (!(text = trim(text)).empty()) {
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    words.emplace(word);
    text.remove_prefix(word.size());
  }
}

// What is said of lanes, connections and programs comes as <param key= value=/> inside of them.
class NetReader {
 public:
  explicit NetReader(ByteSource bytes) : tags_(std::move(bytes)) {}

  Result<std::vector<LightTie>> read() && {
    bool is_net = false;
    for (;;) {
      const auto more = tags_.next();
      if (!more) return more.problem();
      if (!*more) break;
      is_net = is_net || tags_.name() == "net";
      if (auto problem = take_tag()) return *std::move(problem);
    }
    if (!is_net) return Problem{{.file = tags_.place().file}, "is no SUMO net: an element net was expected"};
    std::vector<LightTie> all;
    for (const auto& [key, link] : links_) {
      if (link.signals.empty() && link.ways.empty()) continue;
      all.push_back({.light = fmt::format("{}/{}", key.first, key.second),
                     .signals = {link.signals.begin(), link.signals.end()},
                     .ways = {link.ways.begin(), link.ways.end()}});
    }
    return all;
  }

 private:
  struct Link {
    Words signals;
    std::set<JunctionWay> ways;
  };

  std::optional<Problem> take_tag() {
    const bool is_open = tags_.kind() != XmlScanner::Kind::close;
    if (tags_.name() == "param") return is_open ? take_param() : std::nullopt;
    if (tags_.name() != "lane" && tags_.name() != "tlLogic" && tags_.name() != "connection") return std::nullopt;
    lane_.clear();
    program_.clear();
    link_ = nullptr;
    if (!is_open) return std::nullopt;
    const bool is_empty = tags_.kind() == XmlScanner::Kind::empty;
    if (tags_.name() == "connection") {
      auto problem = take_connection();
      if (is_empty) link_ = nullptr;
      return problem;
    }
    if (is_empty) return std::nullopt;
    if (tags_.name() == "lane") lane_ = text_of("id");
    if (tags_.name() == "tlLogic") program_ = text_of("id");
    return std::nullopt;
  }

  std::optional<Problem> take_connection() {
    const XmlAttribute* const index = tags_.find("linkIndex");
    if (tags_.find("tl") == nullptr || index == nullptr) return std::nullopt;  // no light
    const auto number = parse_integer(index->raw);
    if (!number || *number > 1'000'000) {
      return Problem{tags_.place_of(*index), fmt::format("linkIndex must be a whole number, found \"{}\"", index->raw)};
    }
    if (*number < 0) return std::nullopt;  // SUMO's way to say: not controlled
    link_ = &links_[{text_of("tl"), static_cast<std::uint32_t>(*number)}];
    for (const std::string& incoming : roads_of(text_of("from") + "_" + text_of("fromLane")))
      for (const std::string& connecting : roads_of(text_of("via")))
        if (!incoming.empty() || !connecting.empty()) link_->ways.insert({incoming, connecting});
    // Written as an attribute it is taken too.
    if (tags_.find("signalID") != nullptr) add_words(text_of("signalID"), link_->signals);
    return std::nullopt;
  }

  std::optional<Problem> take_param() {
    constexpr std::string_view kLinkSignal = "linkSignalID:";
    const std::string key = text_of("key");
    if (!lane_.empty() && key == "origId") {
      Words lanes;  // "<road>_<lane>"
      add_words(text_of("value"), lanes);
      for (const std::string& lane : lanes) roads_of_lane_[lane_].insert(lane.substr(0, lane.rfind('_')));
    } else if (link_ != nullptr && key == "signalID") {
      add_words(text_of("value"), link_->signals);
    } else if (!program_.empty() && key.starts_with(kLinkSignal)) {
      const auto number = parse_integer(std::string_view(key).substr(kLinkSignal.size()));
      if (!number || *number < 0 || *number > 1'000'000) {
        return Problem{tags_.place_of(*tags_.find("key")),
                       fmt::format("linkSignalID must be followed by a link's index, found \"{}\"", key)};
      }
      add_words(text_of("value"), links_[{program_, static_cast<std::uint32_t>(*number)}].signals);
    }
    return std::nullopt;
  }

  // One that is empty where the net does not say. Of a lane in a junction it is then the edge, ":J_3": so netconvert names
  // the road where it makes a map of the net.
  Words roads_of(const std::string& lane) const {
    const auto found = roads_of_lane_.find(lane);
    if (found != roads_of_lane_.end()) return found->second;
    return {lane.starts_with(':') ? lane.substr(0, lane.rfind('_')) : std::string()};
  }

  std::string text_of(std::string_view attribute) {
    const XmlAttribute* const found = tags_.find(attribute);
    return found == nullptr ? std::string() : std::string(xml_decoded(found->raw, memory_));
  }

  XmlScanner tags_;
  std::map<std::pair<std::string, std::uint32_t>, Link> links_;
  std::unordered_map<std::string, Words> roads_of_lane_;
  std::string memory_;
  // The element that parameters belong to:
  std::string lane_, program_;
  Link* link_ = nullptr;
};

Result<std::vector<LightTie>> read(Result<ByteSource> bytes) {
  if (!bytes) return bytes.problem();
  return NetReader(*std::move(bytes)).read();
}

}  // namespace

bool is_left_hand_net(const std::string& file) {
  Result<ByteSource> bytes = ByteSource::open(file);
  if (!bytes) return false;
  XmlScanner tags(*std::move(bytes));
  for (;;) {
    const auto more = tags.next();
    if (!more || !*more) return false;
    if (tags.name() != "net") continue;
    const XmlAttribute* const left = tags.find("lefthand");
    return left != nullptr && (left->raw == "true" || left->raw == "1");
  }
}

Result<std::vector<LightTie>> read_sumo_net(const std::string& file) { return read(ByteSource::open(file)); }

Result<std::vector<LightTie>> read_sumo_net(std::string content, const std::string& file) {
  return read(ByteSource::from_memory(std::move(content), file));
}

}  // namespace scrutineer::trace
