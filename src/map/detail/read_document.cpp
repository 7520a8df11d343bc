// read_document: bytes to UTF-8 to XML tree to Document.
#include <algorithm>
#include <pugixml.hpp>

#include "base/text.h"
#include "map/detail/document_reader.h"
#include "map/detail/limits.h"
#include "map/detail/line_counter.h"
#include "map/detail/parse_xml.h"
#include "map/detail/source_text.h"
#include "map/map_text.h"
#include "map/read.h"
#include "map/rules/source.h"

namespace scrutineer::map {
namespace {

// What is wrong with the text, for people who have it in an editor.
std::string_view fault_of(pugi::xml_parse_status status) {
  switch (status) {
    case pugi::status_bad_pi:
      return "a declaration <?...?> is not closed";
    case pugi::status_bad_comment:
      return "a comment <!-- --> is not closed";
    case pugi::status_bad_cdata:
    case pugi::status_bad_doctype:
      return "a section <!...> is not closed";
    case pugi::status_bad_start_element:
    case pugi::status_unrecognized_tag:
      return "this < does not begin a sound tag";
    case pugi::status_bad_attribute:
      return "an attribute is not written as name=\"value\"";
    case pugi::status_bad_end_element:
      return "a closing tag </...> is not sound";
    case pugi::status_end_element_mismatch:
      return "a closing tag is not that of the element which is open";
    default:
      return "it cannot be read from here on";
  }
}

Problem not_xml(const pugi::xml_parse_result& result, std::string_view text, const std::string& file_name) {
  const std::size_t end = text.find_last_not_of(" \t\r\n") + 1;
  const auto offset = std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)), end);
  if (result.status == pugi::status_no_document_element)
    return {{.file = file_name, .line = 1}, "is not XML: there is no element in it"};
  const Place place{.file = file_name, .line = detail::LineCounter(text).line_at(offset)};
  if (offset + 1 >= end) return {place, "is not complete XML: it ends before all elements are closed (truncated?)"};
  return {place, "is not well-formed XML: " + std::string(fault_of(result.status))};
}

// XML's "od:road" is "road": elements of the root's namespace lose its prefix, so that reader and rules see the names of
// the standard. A shorter name is written over the longer one, so line numbers can still be told.
void drop_prefix(pugi::xml_document& tree) {
  const std::string_view root = tree.document_element().name();
  const std::size_t colon = root.find(':');
  if (colon == std::string_view::npos) return;
  struct Renamer : pugi::xml_tree_walker {
    std::string prefix;
    bool for_each(pugi::xml_node& node) override {
      const std::string name = node.name();
      if (name.starts_with(prefix)) node.set_name(name.c_str() + prefix.size());
      return true;
    }
  } renamer;
  renamer.prefix = root.substr(0, colon + 1);
  tree.traverse(renamer);
}

}  // namespace

Result<std::string> detail::parse_xml(std::string bytes, const std::string& file_name, pugi::xml_document& tree,
                                      std::vector<std::string>& warnings) {
  Result<std::string> unpacked = detail::unpacked(std::move(bytes), file_name, detail::kMaxTextBytes);
  if (!unpacked) return unpacked.problem();
  Result<std::string> text = detail::as_utf8(*std::move(unpacked), file_name, warnings);
  if (!text) return text.problem();
  if (trim(*text).empty()) return Problem{{.file = file_name}, "is empty, wanted an OpenDRIVE file"};

  // Parsing in place would save a copy, but overwrites line ends that line numbers are counted from.
  constexpr unsigned int kOptions = pugi::parse_default;  // without comments and processing instructions
  const pugi::xml_parse_result result = tree.load_buffer(text->data(), text->size(), kOptions, pugi::encoding_utf8);
  if (!result) return not_xml(result, *text, file_name);
  drop_prefix(tree);
  return text;
}

Result<Document> read_document(std::string bytes, const std::string& file_name) {
  std::vector<std::string> warnings;
  pugi::xml_document tree;
  const Result<std::string> text = detail::parse_xml(std::move(bytes), file_name, tree, warnings);
  if (!text) return text.problem();
  return detail::DocumentReader(*text, file_name, std::move(warnings)).read(tree);
}

Result<Document> read_document(const MapText& text) {
  if (text.problem()) return *text.problem();
  return detail::DocumentReader(text.text(), text.file(), text.warnings()).read(text.source().tree());
}

}  // namespace scrutineer::map
