#include "trace/sumo_config.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "trace/detail/xml_scanner.h"

namespace scrutineer::trace {

namespace {

namespace fs = std::filesystem;

std::string beside(const std::string& file, std::string_view path) {
  return (fs::path(file).parent_path() / fs::path(trim(path))).lexically_normal().string();
}

// "a.xml, b.xml"
void add_list(std::string_view list, const std::string& file, std::vector<std::string>& into) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (const std::string_view path = trim(list.substr(0, comma)); !path.empty()) into.push_back(beside(file, path));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// The value of an attribute in a piece of a tag; empty: there is none.
std::string attribute(std::string_view tag, std::string_view name) {
  std::size_t at = tag.find(' ' + std::string(name) + "=\"");
  if (at == std::string_view::npos) return "";
  at += name.size() + 3;
  std::string memory;
  return std::string(xml_decoded(tag.substr(at, std::min(tag.find('"', at), tag.size()) - at), memory));
}

}  // namespace

Result<SumoConfig> read_sumo_config(std::string content, const std::string& file) {
  auto bytes = ByteSource::from_memory(std::move(content), file);
  if (!bytes) return bytes.problem();
  XmlScanner tags(*std::move(bytes));
  SumoConfig config;
  std::vector<std::string> additional;
  std::string prefix, fcd, memory;
  for (;;) {
    const auto more = tags.next();
    if (!more) return more.problem();
    if (!*more) break;
    const XmlAttribute* value = tags.find("value");
    if (value == nullptr) value = tags.find("v");
    if (tags.kind() == XmlScanner::Kind::close || value == nullptr) continue;
    const std::string text(xml_decoded(value->raw, memory));
    const std::string_view name = tags.name();
    // SUMO knows each by several names.
    if (is_one_of(name, {"net-file", "net", "n"})) config.net = beside(file, text);
    if (is_one_of(name, {"route-files", "routes", "r"})) add_list(text, file, config.definitions);
    if (is_one_of(name, {"additional-files", "additional", "a"})) add_list(text, file, additional);
    if (name == "fcd-output") fcd = text;
    if (name == "output-prefix") prefix = text;
  }
  config.definitions.insert(config.definitions.end(), additional.begin(), additional.end());
  const fs::path named(fcd);
  if (!fcd.empty()) config.fcd = beside(file, (named.parent_path() / (prefix + named.filename().string())).string());
  return config;
}

bool defines_vehicle_types(std::string_view head) { return head.find("<vType") != std::string_view::npos; }

std::vector<std::string> light_outputs(std::string_view head, const std::string& file) {
  std::vector<std::string> outputs;
  for (std::size_t at = head.find("<timedEvent"); at != std::string_view::npos; at = head.find("<timedEvent", at + 1)) {
    const std::string_view tag = head.substr(at, std::min(head.find('>', at), head.size()) - at);
    if (attribute(tag, "type") != "SaveTLSStates") continue;
    if (const std::string path = attribute(tag, "dest"); !path.empty()) outputs.push_back(beside(file, path));
  }
  return outputs;
}

SumoNetOrigin net_origin(std::string_view head) {
  SumoNetOrigin origin;
  const auto tag = [&](std::string_view name) {
    const std::size_t at = head.find(name);
    return at == std::string_view::npos ? std::string_view() : head.substr(at, head.find('>', at) - at);
  };
  origin.map = attribute(tag("<opendrive-files"), "value");
  const std::string offset = attribute(tag("<location"), "netOffset");
  const std::size_t comma = offset.find(',');
  if (comma == std::string::npos) return origin;
  const auto x = parse_number(offset.substr(0, comma)), y = parse_number(offset.substr(comma + 1));
  if (x && y) origin.offset = {*x, *y};
  return origin;
}

}  // namespace scrutineer::trace
