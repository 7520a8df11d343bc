#include "map/map_text.h"

#include <utility>

#include "map/detail/parse_xml.h"
#include "map/rules/source.h"

namespace scrutineer::map {

MapText::MapText(std::string bytes, std::string file_name) : file_(std::move(file_name)) {
  auto tree = std::make_unique<pugi::xml_document>();
  Result<std::string> text = detail::parse_xml(std::move(bytes), file_, *tree, warnings_);
  if (text) {
    text_ = *std::move(text);
  } else {
    problem_ = text.problem();
    tree->reset();
  }
  source_ = std::make_unique<rules::Source>(std::move(tree), text_);
}

MapText::~MapText() = default;

}  // namespace scrutineer::map
