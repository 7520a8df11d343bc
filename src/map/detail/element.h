// One XML element while it is read.
#pragma once

#include <pugixml.hpp>

namespace scrutineer::map::detail {

struct ElementRow;

struct Element {
  pugi::xml_node node;
  const ElementRow* row = nullptr;  // what the element table says about it
  pugi::xml_attribute next = {};    // attributes mostly come in the same order: the next search starts here

  // The attribute's text, or null.
  const char* find(const char* name) {
    const pugi::xml_attribute attribute = node.attribute(name, next);
    return attribute ? attribute.value() : nullptr;
  }
};

}  // namespace scrutineer::map::detail
