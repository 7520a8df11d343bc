// The schema of one version of OpenDRIVE, ready to check elements by.
//
//   const SchemaModel& model = schema_model(4);      // 1.4
//   const ElementModel* road = model.root().child(node);
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace scrutineer::map::rules {

// What an attribute may be.
class AttributeType {
 public:
  virtual ~AttributeType() = default;
  virtual bool allows(std::string_view value) const = 0;
  virtual std::string wanted() const = 0;  // "a number at least 0"
};

struct AttributeModel {
  std::string_view name;
  const AttributeType* type = nullptr;
  bool is_required = false;
};

// A part of what may be in an element.
struct Particle {
  enum class Kind { element, sequence, choice };
  Kind kind = Kind::sequence;
  std::string_view name;
  int least = 1, most = 1;  // most: -1 is any number
  std::vector<Particle> parts = {};
};

struct ElementModel {
  std::string_view path;
  bool is_open = false;  // anything may be in it
  Particle content;
  std::vector<AttributeModel> attributes;
  std::unordered_map<std::string_view, const ElementModel*> children;

  // The model of a child element; null: there is none of that name.
  const ElementModel* child(pugi::xml_node node, const ElementModel& anywhere) const;
};

class SchemaModel {
 public:
  explicit SchemaModel(int minor);

  const ElementModel& root() const { return *root_; }
  const ElementModel& anywhere() const { return *anywhere_; }  // holds userData, include and dataQuality

 private:
  void read(std::string_view line, int minor);
  void link_children();
  void add_type(std::string_view line);
  const AttributeType* type(std::string_view name);
  ElementModel& element(std::string_view path);

  std::deque<ElementModel> elements_;
  std::unordered_map<std::string_view, ElementModel*> by_path_;
  std::unordered_map<std::string_view, std::string_view> aliases_;
  std::unordered_map<std::string_view, std::unique_ptr<AttributeType>> types_;
  std::string_view current_;
  const ElementModel *root_ = nullptr, *anywhere_ = nullptr;
};

// Made when first asked for, then kept. 1 to 9.
const SchemaModel& schema_model(int minor);

// The first child that must not be where it is, or nothing, and what is missing or was expected.
struct Mismatch {
  pugi::xml_node child;  // empty: something is missing at the end
  std::string expected;
};
std::optional<Mismatch> mismatch(const Particle& content, pugi::xml_node parent);

}  // namespace scrutineer::map::rules
