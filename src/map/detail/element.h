// One XML element while it is read.
#pragma once

#include <pugixml.hpp>

namespace scrutineer::map::detail {

struct ElementRow;

struct Element {
  pugi::xml_node node;
  const ElementRow* row = nullptr;  // what the element table says about it
  // Attributes mostly stand in the order in which they are asked for, with some between that are not, so those that
  // follow are tried before all are searched.
  pugi::xml_attribute next = node.first_attribute();

  // The attribute's text, or null.
  const char* find(const char* name) {
    for (pugi::xml_attribute at = next; at; at = at.next_attribute())
      if (is_named(at.name(), name)) return take(at);
    const pugi::xml_attribute before = node.attribute(name);
    return before ? take(before) : nullptr;
  }

 private:
  const char* take(pugi::xml_attribute found) {
    next = found.next_attribute();
    return found.value();
  }
  static bool is_named(const char* found, const char* wanted) {  // names are too short for a call of strcmp to pay
    while (*found == *wanted && *found != '\0') ++found, ++wanted;
    return *found == *wanted;
  }
};

}  // namespace scrutineer::map::detail
