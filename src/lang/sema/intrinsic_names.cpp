#include <algorithm>

#include "lang/library.h"
#include "lang/sema/intrinsics.h"
#include "lang/syntax/parse.h"

namespace scrutineer::lang {
namespace {

using namespace syntax;

bool is_any_of(std::string_view text, std::span<const std::string> words) {
  return std::ranges::find(words, text) != words.end();
}

// What domain.osc declares as computed: fields of actors, views and singletons that are no views or singletons
// themselves, and external methods.
class Names {
 public:
  std::vector<std::string> of(const Tree& tree) {
    for (const Declaration& declaration : tree.declarations)
      if (const auto* type = std::get_if<TypeDeclaration>(&declaration.node)) classify(*type);
    for (const Declaration& declaration : tree.declarations) {
      if (const auto* type = std::get_if<TypeDeclaration>(&declaration.node))
        add(type->name.names.back().text, type->members, is_any_of(type->name.names.back().text, computed_));
      if (const auto* extension = std::get_if<Extension>(&declaration.node))
        add(extension->name.names.back().text, extension->members, false);
    }
    return std::move(names_);
  }

 private:
  void classify(const TypeDeclaration& type) {
    const std::string& name = type.name.names.back().text;
    const std::string base = type.inherits ? type.inherits->base.names.back().text : "";
    const bool is_special = base == "view" || base == "singleton";
    if (is_special || type.kind == TypeKind::actor) computed_.push_back(name);
    if (type.kind == TypeKind::structure) structs_.push_back(name);
  }

  void add(const std::string& owner, const std::vector<Member>& members, bool is_computed) {
    for (const Member& member : members) {
      if (const auto* field = std::get_if<Field>(&member.node); field != nullptr && is_computed) {
        // A struct is no single value: views are the actor, others have cells.
        if (field->type.containers.empty() && is_any_of(field->type.name.names.back().text, structs_)) continue;
        for (const Name& name : field->names) names_.push_back(owner + "." + name.text);
      }
      if (const auto* method = std::get_if<Method>(&member.node)) {
        const auto* external = std::get_if<ExternalBody>(&method->body);
        if (external == nullptr) continue;
        std::string name = owner + "." + method->name.text;
        if (!external->arguments.empty())
          if (const auto* text = std::get_if<StringLiteral>(&external->arguments.front().value->node))
            if (!text->parts.empty()) name = text->parts.front().text;
        names_.push_back(std::move(name));
      }
    }
  }

  std::vector<std::string> computed_, structs_, names_;
};

}  // namespace

std::vector<std::string> intrinsic_names() {
  Sources sources;
  std::vector<Diagnostic> diagnostics;
  const Tree tree = parse(sources, sources.add("<domain>", std::string(domain_library())), diagnostics);
  std::vector<std::string> names = Names().of(tree);
  for (const GenericFunction& function : generic_functions()) names.emplace_back(function.intrinsic);
  for (const std::string_view name : operation_names()) names.emplace_back(name);
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
  return names;
}

}  // namespace scrutineer::lang
