#include "odd/detail/readers.h"

namespace scrutineer::odd::detail {
namespace {

YamlEntry entry_like(const YamlEntry& original, YamlNode value) {
  return {original.key, original.line, original.column, std::move(value)};
}

// Of an attribute or a primitive type: the name of its type as a text.
YamlNode type_of(const YamlNode& node) {
  if (const YamlEntry* const type = node.find("_concrete_attr_type")) return type->value;
  return node;
}

bool is(const YamlNode& node, std::string_view type) {
  const YamlEntry* const kind = node.find("_node_type");
  return kind != nullptr && kind->value.text == type;
}

YamlNode plain(const YamlNode& node) {
  if (is(node, "Categorical"))
    if (const YamlEntry* const literals = node.find("_literals")) return literals->value;
  if (is(node, "PrimitiveType"))
    if (const YamlEntry* const value = node.find("_value_")) return type_of(value->value);
  YamlNode map = node;
  map.entries.clear();
  const YamlEntry* const attributes = is(node, "Record") ? node.find("attributes") : nullptr;
  if (attributes != nullptr)
    for (const YamlEntry& attribute : attributes->value.entries)
      map.entries.push_back(entry_like(attribute, type_of(attribute.value)));
  for (const YamlEntry& entry : node.entries) {
    const bool is_named_type = is(entry.value, "PrimitiveType") && entry.value.find("_value_") == nullptr;  // "float"
    if (attributes != nullptr || entry.key == "_node_type" || is_named_type) continue;
    map.entries.push_back(
        entry_like(entry, entry.value.kind == YamlNode::Kind::map ? plain(entry.value) : entry.value));
  }
  return map;
}

}  // namespace

YamlNode plain_taxonomy(const YamlNode& root) { return plain(root); }

}  // namespace scrutineer::odd::detail
