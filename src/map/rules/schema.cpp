// The rule xml.valid_schema: structure, types and enumerations of every element, by the version of the file.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"
#include "map/rules/schema_model.h"

namespace scrutineer::map::rules {
namespace {

constexpr int kDeepest = 40;  // no element of the standard lies so deep

// Is it right by the text of 1.8 and 1.9, though their XSD refuses it? Its type t_grEqZeroOrContactPoint, of the segments
// of a junction's boundary, lacks the 0 that its name and the text have, and the word `begin` of the text's own example.
bool is_right_by_the_text(Node node, std::string_view attribute, std::string_view value) {
  if (!is_named(node, "segment") || !is_named(node.parent(), "boundary")) return false;
  const bool is_s = attribute == "sStart" || attribute == "sEnd";
  if (is_s && value == "begin") return true;
  return (is_s || attribute == "contactPoint") && parse_number(trim(value)) == 0.0;
}

class SchemaCheck {
 public:
  SchemaCheck(Check& check, int minor) : check_(check), model_(schema_model(minor)), minor_(minor) {}

  void run() {
    const Node root = check_.source().root();
    judge(root, model_.root(), 0);
  }

 private:
  // What is wrong in the same way in many elements is one finding with a count.
  void report(Node node, const ElementModel& model, const std::string& message, Level level = Level::error) {
    const auto [known, is_new] = known_.try_emplace({model.path, message}, nullptr);
    if (!is_new) {
      ++known->second->count;
      return;
    }
    Where where{.road = road_, .junction = junction_};
    known->second = &check_.report(node, where, fmt::format("{}: {}", node.name(), message)).level(level).finding();
  }

  void judge(Node node, const ElementModel& model, int depth) {
    judge_attributes(node, model);
    if (model.is_open || depth > kDeepest) return;
    judge_order(node, model);
    if (minor_ >= 8) judge_assertions(node, model);
    for (const Node child : node.children()) {
      if (child.type() != pugi::node_element) continue;
      if (depth == 0) enter(child);
      if (const ElementModel* next = model.child(child, model_.anywhere())) judge(child, *next, depth + 1);
    }
  }

  void enter(Node child) {
    const Source& source = check_.source();
    road_ = is_named(child, "road") ? &source.roads()[roads_++] : nullptr;
    junction_ = is_named(child, "junction") ? &source.junctions()[junctions_++] : nullptr;
  }

  void judge_attributes(Node node, const ElementModel& model) {
    std::size_t required = 0;
    for (const pugi::xml_attribute attribute : node.attributes()) {
      const std::string_view name = attribute.name();
      const auto found = std::ranges::find(model.attributes, name, &AttributeModel::name);
      if (found == model.attributes.end()) {
        const bool about_xml =
            name == "xmlns" || name.starts_with("xmlns:") || name.starts_with("xsi:") || name.starts_with("xml:");
        if (!about_xml) report(node, model, fmt::format("there is no attribute {} in OpenDRIVE 1.{}", name, minor_));
        continue;
      }
      if (found->is_required) ++required;
      if (!found->type->allows(attribute.value())) report_value(node, model, attribute, *found->type);
    }
    const auto wanted =
        static_cast<std::size_t>(std::ranges::count(model.attributes, true, &AttributeModel::is_required));
    if (required >= wanted) return;
    for (const AttributeModel& attribute : model.attributes)
      if (attribute.is_required && node.attribute(std::string(attribute.name).c_str()).empty())
        report(node, model, fmt::format("the attribute {} is missing", attribute.name));
  }

  void report_value(Node node, const ElementModel& model, pugi::xml_attribute found, const AttributeType& type) {
    const std::string message = fmt::format("{} is \"{}\", wanted {}", found.name(), found.value(), type.wanted());
    if (!is_right_by_the_text(node, found.name(), found.value())) return report(node, model, message);
    report(node, model, message + " by the schema; the text of the standard allows it", Level::information);
  }

  void judge_order(Node node, const ElementModel& model) {
    const auto wrong = mismatch(model.content, node);
    if (!wrong) return;
    if (!wrong->child) {
      report(node, model, fmt::format("{} is missing in it", wrong->expected));
    } else if (model.child(wrong->child, model_.anywhere()) == nullptr) {
      report(wrong->child, model,
             fmt::format("there is no element {} in {} in OpenDRIVE 1.{}", wrong->child.name(), node.name(), minor_));
    } else if (!wrong->expected.empty()) {
      report(wrong->child, model, fmt::format("{} comes before it in {}", wrong->expected, node.name()));
    } else {
      report(wrong->child, model, fmt::format("it comes too late, or too often, in {}", node.name()));
    }
  }

  // What the schema of 1.8 and 1.9 says with assertions.
  void judge_assertions(Node node, const ElementModel& model) {
    const std::string_view name = node.name();
    if (name == "junction") {
      std::set<std::string_view> ids;
      for (const Node connection : node.children("connection"))
        if (!ids.insert(text_of(connection, "id")).second)
          report(connection, model, fmt::format("the connection id {} is there twice", text_of(connection, "id")));
    } else if (name == "lanes" && node.child("laneOffset")) {
      if (!node.select_node("laneSection//border").node().empty())
        report(node, model, "there are borders beside the laneOffset");
    } else if (name == "lateralProfile" && node.child("crossSectionSurface")) {
      if (node.child("superelevation") || node.child("shape"))
        report(node, model, "there is superelevation or shape beside crossSectionSurface");
    } else if (name == "object") {
      judge_object(node, model);
    } else if (name == "border" && is_named(node.parent(), "borders")) {
      const bool many = count(node, "cornerReference") > 1, none = !node.child("cornerReference");
      if (has(node, "useCompleteOutline") ? !none : !many)
        report(node, model, "wanted useCompleteOutline, or at least two cornerReference");
    } else if (name == "marking" && minor_ == 8) {
      if (has(node, "side") ? !node.child("cornerReference").empty() : count(node, "cornerReference") < 2)
        report(node, model, "wanted side, or at least two cornerReference");
    } else if (name == "signal" && text_of(node, "type") == "multiBoard") {
      const bool is_complete = node.child("vmsBoard") && node.child("staticBoard");
      if (!is_complete || text_of(node, "dynamic") != "yes")
        report(node, model, "a multiBoard is dynamic and has a vmsBoard and a staticBoard");
    }
  }

  void judge_object(Node node, const ElementModel& model) {
    const bool radius = has(node, "radius"), length = has(node, "length"), width = has(node, "width");
    if (radius ? length || width : length != width) report(node, model, "wanted radius, or length and width");
    for (const std::string& wrong : forbidden_in_object(node))
      report(node, model, fmt::format("a {} must not have {}", text_of(node, "type"), wrong));
  }

  static std::size_t count(Node node, const char* name) {
    const auto children = node.children(name);
    return static_cast<std::size_t>(std::distance(children.begin(), children.end()));
  }

  Check& check_;
  const SchemaModel& model_;
  int minor_;
  std::map<std::pair<std::string_view, std::string>, Finding*> known_;
  const SourceRoad* road_ = nullptr;
  const SourceJunction* junction_ = nullptr;
  std::size_t roads_ = 0, junctions_ = 0;
};

void judge_schema(Check& check) {
  const Version version = check.version();
  if (!check.source().is_open_drive()) return check.skip_rule("the root element is not OpenDRIVE");
  if (version.major != 1 || version.minor < 1 || version.minor > 9)
    return check.skip_rule(fmt::format("there is no schema of OpenDRIVE {}.{}", version.major, version.minor));
  SchemaCheck(check, version.minor).run();
}

}  // namespace

MapRule valid_schema() {
  return {
      .uid = "asam.net:xodr:1.0.0:xml.valid_schema",
      .group = "basic",
      .title = "Elements and attributes are those of the file's version.",
      .doc =
          "Every element is one that the version has there, in the order of the standard, and as often as it says. "
          "Every "
          "attribute is known, there if it is required, and of its type; assertions of 1.8 and 1.9 hold. What is wrong "
          "in "
          "the same way in many places is one finding with a count. Ids and references have rules of their own. "
          "Where the schema refuses what the text of the standard allows (s of 0, or `begin`, in the boundary of a "
          "junction), that is only an information.",
      .why = "Other programs may refuse the file, or leave out what they do not expect.",
      .remedy = "Correct it, or write the version whose elements the file uses.",
      .level = Level::error,
      .peer =
          "A default namespace is not a fault. The schemas of 1.5 to 1.8 also say that ids are unique and references "
          "exist: "
          "here ids.id_unique_in_class and the rules of roads, junctions and signals do.",
      .run = judge_schema,
  };
}

}  // namespace scrutineer::map::rules
