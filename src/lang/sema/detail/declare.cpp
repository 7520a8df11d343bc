// The first pass: which types, enumerations, globals and namespaces there are. Nothing is looked up here but what an
// extension extends.
#include <algorithm>

#include "lang/library/standard_names.h"
#include "lang/sema/detail/compilation.h"

namespace scrutineer::lang::detail {
namespace {

std::string joined(const syntax::Path& path) {
  std::string text;
  for (const syntax::Name& name : path.names) {
    if (!text.empty()) text += '.';
    text += name.text;
  }
  return text;
}

// "" and "null" are the global namespace.
std::string_view normal(std::string_view space) { return space == "null" ? std::string_view() : space; }

TypeClass class_of(const syntax::TypeDeclaration& declaration) {
  switch (declaration.kind) {
    case syntax::TypeKind::structure:
      return TypeClass::structure;
    case syntax::TypeKind::actor:
      return TypeClass::actor;
    case syntax::TypeKind::modifier:
      return declaration.is_watcher || declaration.is_global ? TypeClass::object : TypeClass::behaviour;
    case syntax::TypeKind::scenario:
    case syntax::TypeKind::action:
      break;
  }
  return TypeClass::behaviour;
}

constexpr std::string_view kPrimitives[] = {"bool", "int", "uint", "float", "string"};

class Declarer {
 public:
  explicit Declarer(Compilation& compilation) : c_(compilation) {}

  void declare() {
    for (const Compilation::File& file : c_.files) each(file, [&](auto& node, Span span) { first(node, span); });
    // Another name, which no declaration can give.
    c_.enums_by_name.emplace(qualified(kStandardSpace, "distance_reference"), c_.library_enum("body_point"));
    for (const Compilation::File& file : c_.files) each(file, [&](auto& node, Span span) { second(node, span); });
    give_values();
  }

 private:
  // Declarations with the namespace in force.
  template <typename Visit>
  void each(const Compilation::File& file, Visit visit) {
    is_library_ = file.is_library;
    space_ = &c_.spaces.emplace_back();
    if (is_library_) space_->name = kStandardSpace;
    c_.space_names.insert(space_->name);
    for (const syntax::Declaration& declaration : file.tree.declarations) {
      if (const auto* space = std::get_if<syntax::Namespace>(&declaration.node)) {
        space_ = &c_.spaces.emplace_back();
        space_->name = normal(space->name.text);
        for (const syntax::Name& used : space->used) space_->used.emplace_back(normal(used.text));
        c_.space_names.insert(space_->name);
      }
      std::visit([&](const auto& node) { visit(node, declaration.span); }, declaration.node);
    }
  }

  std::string key(const syntax::Name& first_name, std::string_view name) const {
    return qualified(first_name.space ? normal(*first_name.space) : std::string_view(space_->name), name);
  }

  // ---- what is declared ----

  template <typename Node>
  void first(const Node& /*node*/, Span /*span*/) {}

  void first(const syntax::TypeDeclaration& declaration, Span span) {
    const std::string name = joined(declaration.name);
    const std::string at = key(declaration.name.names.front(), name);
    Part part{&declaration.members, space_, span, is_library_};
    if (TypeInfo* const same = is_library_ ? nullptr : repeated(declaration, name)) {
      part.is_repetition = true;
      same->parts.push_back(part);
      c_.types_by_name.emplace(at, same);
      return;
    }
    const auto known = c_.types_by_name.find(at);
    if (known != c_.types_by_name.end()) {
      const TypeInfo& same = *known->second;
      c_.error(declaration.name.span, "`" + name + "` is declared already", {}, {{same.span, "here"}});
      return;
    }
    if (declaration.name.names.size() == 1 && is_primitive(name)) {
      c_.error(declaration.name.span, "`" + name + "` is a type of the language, and cannot be declared");
      return;
    }
    TypeInfo& type = c_.types.emplace_back();
    type.name = name;
    type.kind = class_of(declaration);
    type.span = declaration.name.span;
    type.space = space_;
    type.is_library = is_library_;
    type.is_watcher = declaration.is_watcher;
    type.is_global = declaration.is_global;
    type.declaration = &declaration;
    type.parts.push_back(part);
    c_.types_by_name.emplace(at, &type);
  }

  // Actors, watchers and groups of them that runs have, as users know them, written out once more: what is new in that is
  // added. Anything else of a built-in name is another thing, and shadows it.
  TypeInfo* repeated(const syntax::TypeDeclaration& declaration, std::string_view name) const {
    const TypeClass kind = class_of(declaration);
    const bool is_of_runs =
        kind == TypeClass::actor || kind == TypeClass::object || name == "top.main" || is_of_info(name);
    if (!space_->name.empty() || !is_of_runs) return nullptr;
    TypeInfo* const same = c_.library_type(name);
    return same != nullptr && same->kind == kind ? same : nullptr;
  }

  void first(const syntax::Enum& declaration, Span span) {
    if (declaration.is_extension) return;
    const std::string at = key(declaration.name, declaration.name.text);
    if (const auto known = c_.enums_by_name.find(at); known != c_.enums_by_name.end()) {
      c_.error(declaration.name.span, "`" + declaration.name.text + "` is declared already", {},
               {{known->second->span, "here"}});
      return;
    }
    if (EnumInfo* const same =
            is_library_ || !space_->name.empty() ? nullptr : c_.library_enum(declaration.name.text)) {
      wanted_.push_back({same, &declaration, is_library_});
      c_.enums_by_name.emplace(at, same);
      return;
    }
    EnumInfo& type = c_.enums.emplace_back();
    type.name = declaration.name.text;
    type.span = declaration.name.span;
    type.is_library = is_library_;
    c_.enums_by_name.emplace(at, &type);
    wanted_.push_back({&type, &declaration, is_library_});
    (void)span;
  }

  void first(const syntax::GlobalField& declaration, Span span) {
    for (const syntax::Name& name : declaration.field.names) {
      FieldInfo& field = c_.fields.emplace_back();
      field.name = name.text;
      field.span = name.span;
      field.kind = declaration.field.kind;
      field.syntax = &declaration.field;
      field.value = declaration.field.value;
      field.space = space_;
      field.is_library = is_library_;
      const auto [known, is_new] = c_.globals_by_name.emplace(key(name, name.text), &field);
      if (is_new)
        c_.globals.push_back(&field);
      else
        c_.error(name.span, "`" + name.text + "` is declared already", {}, {{known->second->span, "here"}});
    }
    (void)span;
  }

  void first(const syntax::Export& declaration, Span span) {
    std::vector<ExportInfo>& exported = c_.exports[space_->name];
    for (const syntax::ExportItem& item : declaration.items) {
      ExportInfo& added = exported.emplace_back();
      added.space = space_;
      if (item.space) added.from = normal(*item.space);
      if (!item.is_everything) added.name = item.text;
    }
    (void)span;
  }

  void first(const syntax::OnBlock& block, Span span) { c_.run_parts.push_back({&block, space_, span}); }

  // ---- what is extended ----

  template <typename Node>
  void second(const Node& /*node*/, Span /*span*/) {}

  void second(const syntax::Enum& declaration, Span /*span*/) {
    if (!declaration.is_extension) return;
    if (EnumInfo* type = c_.find_enum(declaration.name, *space_)) {
      // A word that is not known could not be acted on.
      if (type->is_library && !is_library_ && (type->name == "issue_severity" || type->name == "run_mode")) {
        c_.error(declaration.name.span, "`" + type->name + "` cannot be extended");
        return;
      }
      wanted_.push_back({type, &declaration, is_library_});
      return;
    }
    if (is_standard_name(declaration.name.text)) return;
    std::vector<std::string_view> names;
    names.reserve(c_.enums.size());
    for (const EnumInfo& known : c_.enums) names.push_back(known.name);
    c_.error(declaration.name.span, "there is no enumeration `" + declaration.name.text + "` to extend",
             c_.meant(declaration.name.text, names));
  }

  void second(const syntax::Extension& extension, Span span) {
    const Part part{&extension.members, space_, span, is_library_};
    if (extension.name.names.size() == 1 && is_primitive(extension.name.names.front().text)) {
      primitive(extension.name.names.front().text).parts.push_back(part);
      return;
    }
    if (TypeInfo* type = c_.find_type(extension.name, *space_)) {
      type->parts.push_back(part);
      return;
    }
    if (TypeInfo* type = c_.find_type(extension.name.names.front(), *space_);
        type != nullptr && extension.name.names.size() > 1) {
      NestedPart nested{{}, part};
      for (std::size_t i = 1; i < extension.name.names.size(); ++i) nested.path.push_back(&extension.name.names[i]);
      type->nested.push_back(std::move(nested));
      return;
    }
    const syntax::Name& unknown = extension.name.names.front();
    if (is_standard_name(unknown.text)) return;
    if (c_.physical_types.contains(unknown.text)) {
      c_.error(unknown.span, "the physical type `" + unknown.text + "` cannot be extended");
      return;
    }
    c_.error(unknown.span, "there is no type `" + unknown.text + "` to extend",
             c_.meant(unknown.text, c_.all_type_names()));
  }

  static bool is_primitive(std::string_view name) {
    return std::ranges::find(kPrimitives, name) != std::end(kPrimitives);
  }

  TypeInfo& primitive(const std::string& name) {
    TypeInfo*& type = c_.primitives[name == "uint" ? "int" : name];
    if (type == nullptr) {
      type = &c_.types.emplace_back();
      type->name = name == "uint" ? "int" : name;
      type->is_library = true;
      type->space = space_;
    }
    return *type;
  }

  // ---- words ----

  struct Wanted {
    EnumInfo* type;
    const syntax::Enum* declaration;
    bool is_library;
  };

  void give_values() {
    for (const Wanted& wanted : wanted_) {
      EnumInfo& type = *wanted.type;
      for (const syntax::EnumMember& member : wanted.declaration->members) add_word(wanted, type, member);
    }
    for (EnumInfo& type : c_.enums)
      for (const auto& [word, place] : type.places) c_.enums_by_word[word].push_back(&type);
    for (auto& [word, types] : c_.enums_by_word)
      std::ranges::sort(types, {}, [](const EnumInfo* type) { return std::string_view(type->name); });
  }

  void add_word(const Wanted& wanted, EnumInfo& type, const syntax::EnumMember& member) {
    if (type.places.contains(member.name.text)) {
      const bool repeats_library = type.is_library && !wanted.is_library && !wanted.declaration->is_extension;
      if (!repeats_library)
        c_.error(member.name.span, "`" + member.name.text + "` is a word of `" + type.name + "` already");
      return;
    }
    std::uint64_t value = next_[&type];
    bool counts = true;
    if (member.value != nullptr) {
      if (const auto* number = std::get_if<syntax::IntegerLiteral>(&member.value->node)) {
        if (number->negative) {
          c_.error(member.value->span, "the value of a word is a whole number from 0");
          return;
        }
        value = number->magnitude;
      } else {
        counts = false;
        const auto other = value_of(type, *member.value);
        if (!other) return;
        value = *other;
      }
    }
    if (counts) next_[&type] = value + 1;
    const auto [same, is_new] = by_value_[&type].emplace(value, static_cast<std::uint32_t>(type.words.size()));
    if (is_new) {
      type.words.push_back(member.name.text);
      type.values.push_back(value);
      if (!wanted.is_library && type.is_library && type.name == "issue_kind")
        c_.user_issue_kinds.push_back(member.name.text);
    }
    type.places.emplace(member.name.text, same->second);
  }

  std::optional<std::uint64_t> value_of(EnumInfo& type, const syntax::Expression& value) {
    const EnumInfo* other = &type;
    const syntax::Name* word = nullptr;
    if (const auto* name = std::get_if<syntax::NameExpression>(&value.node)) word = &name->name;
    if (const auto* member = std::get_if<syntax::EnumMemberExpression>(&value.node)) {
      other = c_.find_enum(member->type, *space_);
      word = &member->member;
    }
    if (word != nullptr && other != nullptr)
      if (const auto place = other->places.find(word->text); place != other->places.end())
        return other->values[place->second];
    c_.error(value.span, "the value of a word is a whole number, or a word that is declared before it");
    return std::nullopt;
  }

  Compilation& c_;
  Space* space_ = nullptr;
  bool is_library_ = false;
  std::vector<Wanted> wanted_;
  std::unordered_map<const EnumInfo*, std::uint64_t> next_;
  std::unordered_map<const EnumInfo*, std::unordered_map<std::uint64_t, std::uint32_t>> by_value_;
};

template <typename Symbol>
Symbol* find_in(Compilation& c, const std::unordered_map<std::string, Symbol*>& symbols, std::string_view text,
                const syntax::Name& name, const Space& space) {
  const auto at = [&](std::string_view where) -> Symbol* {
    const auto found = symbols.find(qualified(where, text));
    return found == symbols.end() ? nullptr : found->second;
  };
  // What a namespace exports, be it its own or another one's.
  const auto exported_by = [&](std::string_view used, Symbol* known) -> Symbol* {
    for (const std::string& declared_in : c.space_names) {
      Symbol* const symbol = c.exposes(used, declared_in, text) ? at(declared_in) : nullptr;
      if (symbol == nullptr || symbol == known) continue;
      if (known != nullptr) {
        c.error(name.span, "`" + std::string(text) + "` is exported by several of the namespaces that are used",
                "write the namespace before it: ns::" + std::string(text),
                {{known->span, "here"}, {symbol->span, "and here"}});
        return known;
      }
      known = symbol;
    }
    return known;
  };
  if (name.space) {
    // The standard has two namespaces, this program one for both.
    const std::string_view where = name.space->starts_with("std") ? kStandardSpace : normal(*name.space);
    if (Symbol* symbol = at(where)) return symbol;
    if (Symbol* symbol = exported_by(where, nullptr)) return symbol;
    return where.empty() ? at(kStandardSpace) : nullptr;  // where the standard's names were before it had namespaces
  }
  if (Symbol* symbol = at(space.name)) return symbol;
  Symbol* found = nullptr;
  for (const std::string& used : space.used) found = exported_by(used, found);
  return found != nullptr ? found : at(kStandardSpace);
}

}  // namespace

void Compilation::declare() { Declarer(*this).declare(); }

bool Compilation::exposes(std::string_view space, std::string_view declared_in, std::string_view name,
                          int depth) const {
  constexpr int kDeepest = 10;  // namespaces that export each other's names
  const auto exported = exports.find(space);
  if (exported == exports.end() || depth > kDeepest) return false;
  return std::ranges::any_of(exported->second, [&](const ExportInfo& item) {
    if (!item.name.empty() && item.name != name) return false;
    if (item.from) return *item.from == declared_in;
    if (declared_in == space) return true;
    // A name that is not its own is that of a namespace that it uses.
    return !item.name.empty() && std::ranges::any_of(item.space->used, [&](const std::string& used) {
      return exposes(used, declared_in, name, depth + 1);
    });
  });
}

TypeInfo* Compilation::find_type(const syntax::Name& name, const Space& space) {
  return find_in(*this, types_by_name, name.text, name, space);
}

TypeInfo* Compilation::find_type(const syntax::Path& path, const Space& space) {
  return find_in(*this, types_by_name, joined(path), path.names.front(), space);
}

EnumInfo* Compilation::find_enum(const syntax::Name& name, const Space& space) {
  return find_in(*this, enums_by_name, name.text, name, space);
}

FieldInfo* Compilation::find_global(const syntax::Name& name, const Space& space) {
  return find_in(*this, globals_by_name, name.text, name, space);
}

TypeInfo* Compilation::library_type(std::string_view name) const {
  const auto found = types_by_name.find(qualified(kStandardSpace, name));
  return found == types_by_name.end() ? nullptr : found->second;
}

EnumInfo* Compilation::library_enum(std::string_view name) const {
  const auto found = enums_by_name.find(qualified(kStandardSpace, name));
  return found == enums_by_name.end() ? nullptr : found->second;
}

}  // namespace scrutineer::lang::detail
