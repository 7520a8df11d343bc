// The bytes of a map file as an XML tree.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "base/result.h"

namespace scrutineer::map::detail {

// Fills `tree` and returns the UTF-8 text that its line numbers are counted in, or why it is no XML.
Result<std::string> parse_xml(std::string bytes, const std::string& file_name, pugi::xml_document& tree,
                              std::vector<std::string>& warnings);

}  // namespace scrutineer::map::detail
