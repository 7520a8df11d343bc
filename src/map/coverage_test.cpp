#include "map/coverage.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <list>
#include <map>
#include <pugixml.hpp>
#include <set>

#include "kit/data.h"
#include "map/detail/element_table.h"

namespace scrutineer::map {
namespace {

using detail::ElementRow;
using detail::Treatment;

TEST(Coverage, PageIsFresh) {
  const auto path = kit::source_dir() / "docs" / "opendrive_coverage.md";
  EXPECT_EQ(kit::read_text(path), opendrive_coverage_markdown())
      << "docs/opendrive_coverage.md is stale; refresh it with: build/scrutineer docs";
}

void expect_sound(std::span<const ElementRow> rows, const std::string& path, bool inside_skipped) {
  std::set<std::string_view> names;
  for (const ElementRow& row : rows) {
    const std::string here = path + "/" + std::string(row.name);
    EXPECT_TRUE(names.insert(row.name).second) << here << " is there twice";
    const bool warned_of = row.name == "include";
    if (!inside_skipped && !warned_of) {
      EXPECT_EQ(row.read == nullptr, row.treatment == Treatment::skipped)
          << here << ": what is used or read has a function, what is skipped has none";
    }
    expect_sound(row.children, here, inside_skipped || row.treatment == Treatment::skipped);
  }
}

TEST(Coverage, TableSaysWhatTheReaderDoes) {
  expect_sound(detail::open_drive_row().children, "", false);
  expect_sound(detail::additional_data_rows(), "*", false);
}

// ---- against the standard's own schema ------------------------------------------------------------------------------

// The XML Schema files of the standard, as far as needed to list which element can stand in which.
class Schema {
 public:
  explicit Schema(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".xsd") continue;
      pugi::xml_document& file = files_.emplace_back();
      EXPECT_TRUE(file.load_file(entry.path().c_str())) << entry.path();
      for (const pugi::xml_node& node : file.document_element().children()) {
        const std::string name = node.attribute("name").value();
        if (std::string_view(node.name()) == "xs:complexType") types_[name] = node;
        if (std::string_view(node.name()) == "xs:group") groups_[name] = node;
        if (std::string_view(node.name()) == "xs:element") root_ = node;
      }
    }
  }

  pugi::xml_node root() const { return root_; }

  // Child elements by name, each with the types it can have.
  std::map<std::string, std::vector<pugi::xml_node>> children(const pugi::xml_node& type) const {
    std::map<std::string, std::vector<pugi::xml_node>> out;
    collect(type, out);
    out.erase("_OpenDriveElement");  // an abstract base that the schema lists as if it were an element
    return out;
  }

  std::vector<pugi::xml_node> types_of(const pugi::xml_node& element) const {
    std::vector<pugi::xml_node> out;
    const auto add = [&](const std::string& name) {
      if (const auto found = types_.find(name); found != types_.end()) out.push_back(found->second);
    };
    add(element.attribute("type").value());
    for (const pugi::xml_node& alternative : element.children("xs:alternative"))
      add(alternative.attribute("type").value());
    if (const pugi::xml_node own = element.child("xs:complexType")) out.push_back(own);
    return out;
  }

 private:
  void collect(const pugi::xml_node& node, std::map<std::string, std::vector<pugi::xml_node>>& out) const {
    for (const pugi::xml_node& child : node.children()) {
      const std::string_view kind = child.name();
      if (kind == "xs:element") {
        for (const pugi::xml_node& type : types_of(child)) out[child.attribute("name").value()].push_back(type);
        out[child.attribute("name").value()];
      } else if (kind == "xs:group") {
        if (const auto found = groups_.find(child.attribute("ref").value()); found != groups_.end())
          collect(found->second, out);
      } else {
        if (kind == "xs:extension")
          if (const auto base = types_.find(child.attribute("base").value()); base != types_.end())
            collect(base->second, out);
        collect(child, out);
      }
    }
  }

  std::list<pugi::xml_document> files_;
  std::map<std::string, pugi::xml_node> types_, groups_;
  pugi::xml_node root_;
};

const ElementRow* find(std::span<const ElementRow> rows, std::string_view name) {
  for (const ElementRow& row : rows)
    if (row.name == name) return &row;
  return nullptr;
}

std::size_t expect_listed(const Schema& schema, const std::vector<pugi::xml_node>& types, const ElementRow& row,
                          const std::string& path) {
  std::size_t count = 0;
  std::map<std::string, std::vector<pugi::xml_node>> children;
  for (const pugi::xml_node& type : types)
    for (auto& [name, child_types] : schema.children(type))
      children[name].insert(children[name].end(), child_types.begin(), child_types.end());
  for (const auto& [name, child_types] : children) {
    const std::string here = path + "/" + name;
    const ElementRow* child = find(row.children, name);
    if (child == nullptr) child = find(detail::additional_data_rows(), name);
    EXPECT_NE(child, nullptr) << "the element table does not list " << here;
    ++count;
    if (child != nullptr) count += expect_listed(schema, child_types, *child, here);
  }
  return count;
}

TEST(Coverage, ListsEveryElementOfTheSchema) {
  const auto folder = kit::data_dir() / ".." / "standards" / "opendrive" / "schema";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder " << folder;
  const Schema schema(folder);
  ASSERT_TRUE(schema.root());
  EXPECT_GT(expect_listed(schema, schema.types_of(schema.root()), detail::open_drive_row(), ""), 1000u);
}

}  // namespace
}  // namespace scrutineer::map
