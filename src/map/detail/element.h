// One XML element while it is read.
#pragma once

#include <pugixml.hpp>

namespace scrutineer::map::detail {

struct ElementRow;

struct Element {
  pugi::xml_node node;
  const ElementRow* row = nullptr;  // what the element table says about it
  // Attributes mostly stand in the order in which they are asked for, so the next one is tried before all are searched.
  pugi::xml_attribute next = node.first_attribute();

  // The attribute's text, or null.
  const char* find(const char* name) {
    if (!is_named(next.name(), name)) next = node.attribute(name);
    if (!next) return nullptr;
    const char* value = next.value();
    next = next.next_attribute();
    return value;
  }

 private:
  static bool is_named(const char* found, const char* wanted) {  // names are too short for a call of strcmp to pay
    while (*found == *wanted && *found != '\0') ++found, ++wanted;
    return *found == *wanted;
  }
};

}  // namespace scrutineer::map::detail
