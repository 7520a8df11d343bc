#include <algorithm>

#include "lang/library/standard_names.h"
#include "lang/sema/detail/load.h"
#include "lang/sema/detail/symbol_table.h"
#include "lang/sema/detail/units.h"

namespace scrutineer::lang::detail {
namespace {

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
  Declarer(const LoadedFiles& loaded, const Units& units, Reporter& reporter)
      : loaded_(loaded), units_(units), reporter_(reporter), symbols_(reporter) {}

  SymbolTable declare() {
    for (const LoadedFile& file : loaded_.files) each(file, [&](auto& node, Span span) { first(node, span); });
    // Another name, which no declaration can give.
    symbols_.enums_by_name.emplace(qualified(kStandardNamespace, "distance_reference"),
                                   symbols_.library_enum("body_point"));
    for (const LoadedFile& file : loaded_.files) each(file, [&](auto& node, Span span) { second(node, span); });
    give_values();
    return std::move(symbols_);
  }

 private:
  // Declarations with the namespace in force.
  template <typename Visit>
  void each(const LoadedFile& file, Visit visit) {
    is_library_ = file.is_library;
    space_ = &symbols_.namespaces.emplace_back();
    if (is_library_) space_->name = kStandardNamespace;
    symbols_.namespace_names.insert(space_->name);
    for (const syntax::Declaration& declaration : file.tree.declarations) {
      if (const auto* space = std::get_if<syntax::Namespace>(&declaration.node)) {
        space_ = &symbols_.namespaces.emplace_back();
        space_->name = namespace_name(space->name.text);
        for (const syntax::Name& used : space->used) space_->used.emplace_back(namespace_name(used.text));
        symbols_.namespace_names.insert(space_->name);
      }
      std::visit([&](const auto& node) { visit(node, declaration.span); }, declaration.node);
    }
  }

  std::string key(const syntax::Name& first_name, std::string_view name) const {
    return qualified(first_name.space ? namespace_name(*first_name.space) : std::string_view(space_->name), name);
  }

  // ---- what is declared ----

  template <typename Node>
  void first(const Node& /*node*/, Span /*span*/) {}

  void first(const syntax::TypeDeclaration& declaration, Span span) {
    const std::string name = joined(declaration.name);
    const std::string at = key(declaration.name.names.front(), name);
    Part part{&declaration.members, space_, span, is_library_};
    if (TypeInfo* const same = is_library_ ? nullptr : repeated(declaration, name)) {
      part.repetition = &declaration;
      same->parts.push_back(part);
      symbols_.types_by_name.emplace(at, same);
      return;
    }
    const auto known = symbols_.types_by_name.find(at);
    if (known != symbols_.types_by_name.end()) {
      const TypeInfo& same = *known->second;
      reporter_.error(declaration.name.span, "`" + name + "` is declared already", {}, {{same.span, "here"}});
      return;
    }
    if (declaration.name.names.size() == 1 && is_primitive(name)) {
      reporter_.error(declaration.name.span, "`" + name + "` is a type of the language, and cannot be declared");
      return;
    }
    TypeInfo& type = symbols_.types.emplace_back();
    type.name = name;
    type.kind = class_of(declaration);
    type.span = declaration.name.span;
    type.space = space_;
    type.is_library = is_library_;
    type.is_watcher = declaration.is_watcher;
    type.is_global = declaration.is_global;
    type.declaration = &declaration;
    type.parts.push_back(part);
    symbols_.types_by_name.emplace(at, &type);
  }

  // Actors, watchers and groups of them that runs have, as users know them, written out once more: what is new in that
  // is added, or reported where it could not run (Configurer::report_changes_of_check). Anything else of a built-in name
  // is another thing, and shadows it.
  TypeInfo* repeated(const syntax::TypeDeclaration& declaration, std::string_view name) const {
    const TypeClass kind = class_of(declaration);
    const bool is_of_runs =
        kind == TypeClass::actor || kind == TypeClass::object || name == "top.main" || is_of_info(name);
    if (!space_->name.empty() || !is_of_runs) return nullptr;
    TypeInfo* const same = symbols_.library_type(name);
    return same != nullptr && same->kind == kind ? same : nullptr;
  }

  void first(const syntax::Enum& declaration, Span span) {
    if (declaration.is_extension) return;
    const std::string at = key(declaration.name, declaration.name.text);
    if (const auto known = symbols_.enums_by_name.find(at); known != symbols_.enums_by_name.end()) {
      reporter_.error(declaration.name.span, "`" + declaration.name.text + "` is declared already", {},
                      {{known->second->span, "here"}});
      return;
    }
    if (EnumInfo* const same =
            is_library_ || !space_->name.empty() ? nullptr : symbols_.library_enum(declaration.name.text)) {
      wanted_.push_back({same, &declaration, is_library_});
      symbols_.enums_by_name.emplace(at, same);
      return;
    }
    EnumInfo& type = symbols_.enums.emplace_back();
    type.name = declaration.name.text;
    type.span = declaration.name.span;
    type.is_library = is_library_;
    symbols_.enums_by_name.emplace(at, &type);
    wanted_.push_back({&type, &declaration, is_library_});
    (void)span;
  }

  void first(const syntax::GlobalField& declaration, Span span) {
    for (const syntax::Name& name : declaration.field.names) {
      FieldInfo& field = symbols_.fields.emplace_back();
      field.name = name.text;
      field.span = name.span;
      field.kind = declaration.field.kind;
      field.syntax = &declaration.field;
      field.value = declaration.field.value;
      field.space = space_;
      field.is_library = is_library_;
      const auto [known, is_new] = symbols_.globals_by_name.emplace(key(name, name.text), &field);
      if (is_new)
        symbols_.globals.push_back(&field);
      else
        reporter_.error(name.span, "`" + name.text + "` is declared already", {}, {{known->second->span, "here"}});
    }
    (void)span;
  }

  void first(const syntax::Export& declaration, Span span) {
    std::vector<ExportInfo>& exported = symbols_.exported[space_->name];
    for (const syntax::ExportItem& item : declaration.items) {
      ExportInfo& added = exported.emplace_back();
      added.space = space_;
      if (item.space) added.from = namespace_name(*item.space);
      if (!item.is_everything) added.name = item.text;
    }
    (void)span;
  }

  void first(const syntax::OnBlock& block, Span span) { symbols_.run_blocks.push_back({&block, space_, span}); }

  // ---- what is extended ----

  template <typename Node>
  void second(const Node& /*node*/, Span /*span*/) {}

  void second(const syntax::Enum& declaration, Span /*span*/) {
    if (!declaration.is_extension) return;
    if (EnumInfo* type = symbols_.find_enum(declaration.name, *space_)) {
      // A word that is not known could not be acted on.
      if (type->is_library && !is_library_ && (type->name == "issue_severity" || type->name == "run_mode")) {
        reporter_.error(declaration.name.span, "`" + type->name + "` cannot be extended");
        return;
      }
      wanted_.push_back({type, &declaration, is_library_});
      return;
    }
    if (is_standard_name(declaration.name.text)) return;
    std::vector<std::string_view> names;
    names.reserve(symbols_.enums.size());
    for (const EnumInfo& known : symbols_.enums) names.push_back(known.name);
    reporter_.error(declaration.name.span, "there is no enumeration `" + declaration.name.text + "` to extend",
                    reporter_.suggestion(declaration.name.text, names));
  }

  void second(const syntax::Extension& extension, Span span) {
    const Part part{&extension.members, space_, span, is_library_};
    if (extension.name.names.size() == 1 && is_primitive(extension.name.names.front().text)) {
      primitive(extension.name.names.front().text).parts.push_back(part);
      return;
    }
    if (TypeInfo* type = symbols_.find_type(extension.name, *space_)) {
      type->parts.push_back(part);
      return;
    }
    if (TypeInfo* type = symbols_.find_type(extension.name.names.front(), *space_);
        type != nullptr && extension.name.names.size() > 1) {
      NestedPart nested{{}, part};
      for (std::size_t i = 1; i < extension.name.names.size(); ++i) nested.path.push_back(&extension.name.names[i]);
      type->nested.push_back(std::move(nested));
      return;
    }
    const syntax::Name& unknown = extension.name.names.front();
    if (is_standard_name(unknown.text)) return;
    if (units_.physical_types.contains(unknown.text)) {
      reporter_.error(unknown.span, "the physical type `" + unknown.text + "` cannot be extended");
      return;
    }
    reporter_.error(unknown.span, "there is no type `" + unknown.text + "` to extend",
                    reporter_.suggestion(unknown.text, all_type_names(symbols_, units_, reporter_)));
  }

  static bool is_primitive(std::string_view name) {
    return std::ranges::find(kPrimitives, name) != std::end(kPrimitives);
  }

  TypeInfo& primitive(const std::string& name) {
    TypeInfo*& type = symbols_.primitives[name == "uint" ? "int" : name];
    if (type == nullptr) {
      type = &symbols_.types.emplace_back();
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
    for (EnumInfo& type : symbols_.enums)
      for (const auto& [word, place] : type.places) symbols_.enums_by_word[word].push_back(&type);
    for (auto& [word, types] : symbols_.enums_by_word)
      std::ranges::sort(types, {}, [](const EnumInfo* type) { return std::string_view(type->name); });
  }

  void add_word(const Wanted& wanted, EnumInfo& type, const syntax::EnumMember& member) {
    if (type.places.contains(member.name.text)) {
      const bool repeats_library = type.is_library && !wanted.is_library && !wanted.declaration->is_extension;
      if (!repeats_library)
        reporter_.error(member.name.span, "`" + member.name.text + "` is a word of `" + type.name + "` already");
      return;
    }
    std::uint64_t value = next_[&type];
    bool counts = true;
    if (member.value != nullptr) {
      if (const auto* number = std::get_if<syntax::IntegerLiteral>(&member.value->node)) {
        if (number->negative) {
          reporter_.error(member.value->span, "the value of a word is a whole number from 0");
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
        symbols_.user_issue_kinds.push_back(member.name.text);
    }
    type.places.emplace(member.name.text, same->second);
  }

  std::optional<std::uint64_t> value_of(EnumInfo& type, const syntax::Expression& value) {
    const EnumInfo* other = &type;
    const syntax::Name* word = nullptr;
    if (const auto* name = std::get_if<syntax::NameExpression>(&value.node)) word = &name->name;
    if (const auto* member = std::get_if<syntax::EnumMemberExpression>(&value.node)) {
      other = symbols_.find_enum(member->type, *space_);
      word = &member->member;
    }
    if (word != nullptr && other != nullptr)
      if (const auto place = other->places.find(word->text); place != other->places.end())
        return other->values[place->second];
    reporter_.error(value.span, "the value of a word is a whole number, or a word that is declared before it");
    return std::nullopt;
  }

  const LoadedFiles& loaded_;
  const Units& units_;
  Reporter& reporter_;
  SymbolTable symbols_;
  Namespace* space_ = nullptr;
  bool is_library_ = false;
  std::vector<Wanted> wanted_;
  std::unordered_map<const EnumInfo*, std::uint64_t> next_;
  std::unordered_map<const EnumInfo*, std::unordered_map<std::uint64_t, std::uint32_t>> by_value_;
};

}  // namespace

SymbolTable declare(const LoadedFiles& loaded, const Units& units, Reporter& reporter) {
  return Declarer(loaded, units, reporter).declare();
}

}  // namespace scrutineer::lang::detail
