// The state of one compilation, shared by its passes: load, declare, link, lay out, configure, compile.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/unit.h"
#include "lang/diagnostic.h"
#include "lang/sema/analyse.h"
#include "lang/sema/detail/symbols.h"
#include "lang/sema/program.h"
#include "lang/syntax/tree.h"

namespace scrutineer::lang::detail {

// So that many mistakes stay readable, and cost no more than few.
inline constexpr std::size_t kMostErrors = 100;
inline constexpr std::size_t kMostHints = 30;  // of the kind "did you mean": each looks at all names

class Body;
struct Place;

struct Compilation {
  Compilation(Sources& all_sources, const Library& given) : sources(all_sources), library(given) {}

  Sources& sources;
  const Library& library;
  Program program;
  std::vector<Diagnostic> diagnostics;

  // ---- load.cpp: trees ----
  struct File {
    syntax::Tree tree;
    bool is_library = false;
    std::optional<Span> imported_at;
  };
  std::deque<File> files;  // imported ones before those that import them
  std::map<FileIndex, Span> imported_at;
  std::set<std::string, std::less<>> lost_names;  // that stand in lines with errors
  void load(const std::vector<FileIndex>& roots, const OpenImport& open_import);
  void add_import_chains();

  // ---- diagnostics.cpp ----
  void error(Span span, std::string message, std::string hint = {}, std::vector<Note> notes = {});
  void warning(Span span, std::string message, std::string hint = {});
  bool has_room_for_hints() const { return error_count < kMostHints; }
  std::string meant(std::string_view word, const std::vector<std::string_view>& candidates) const;
  std::size_t error_count = 0;

  // ---- declare.cpp: names ----
  std::deque<Space> spaces;
  std::deque<EnumInfo> enums;
  std::deque<TypeInfo> types;
  std::deque<FieldInfo> fields;
  std::deque<MethodInfo> methods;
  std::deque<EventInfo> events;
  std::deque<InstanceInfo> instances;
  std::unordered_map<std::string, TypeInfo*> types_by_name;             // "space::name"
  std::unordered_map<std::string, EnumInfo*> enums_by_name;             // likewise
  std::unordered_map<std::string, FieldInfo*> globals_by_name;          // likewise
  std::map<std::string, std::vector<ExportInfo>, std::less<>> exports;  // by namespace
  std::set<std::string, std::less<>> space_names;
  std::unordered_map<std::string_view, std::vector<EnumInfo*>> enums_by_word;
  std::vector<FieldInfo*> globals;
  std::vector<std::string> user_issue_kinds;
  struct RunPart {  // an `on` block outside of types
    const syntax::OnBlock* block = nullptr;
    const Space* space = nullptr;
    Span span;
  };
  std::vector<RunPart> run_parts;
  std::unordered_map<std::string, TypeInfo*> primitives;  // what `extend string:` adds to
  void declare();
  // By the standard's rules: the namespace itself, what those that it uses export, what is built in. Reports a name that
  // several of them export.
  TypeInfo* find_type(const syntax::Name& name, const Space& space);
  TypeInfo* find_type(const syntax::Path& path, const Space& space);
  EnumInfo* find_enum(const syntax::Name& name, const Space& space);
  FieldInfo* find_global(const syntax::Name& name, const Space& space);
  // Likewise among the members of a type and of those that it inherits from.
  const MemberInfo* visible_member(const TypeInfo& type, const syntax::Name& name, const Space& space) const;
  // A hint, where only the namespace keeps a member from being seen.
  std::string in_other_space(const TypeInfo& type, const syntax::Name& name) const;
  // Does the namespace export what another one, or itself, declares?
  bool exposes(std::string_view space, std::string_view declared_in, std::string_view name, int depth = 0) const;
  TypeInfo* library_type(std::string_view name) const;
  EnumInfo* library_enum(std::string_view name) const;

  // ---- units.cpp ----
  struct UserUnit {
    Dimension dimension;
    double factor = 1.0, offset = 0.0;
    Span span;
  };
  std::unordered_map<std::string, Dimension> physical_types;
  std::unordered_map<std::string_view, const Unit*> standard_units;
  std::unordered_map<std::string, UserUnit> user_units;
  void declare_units();
  struct UnitFactor {
    Dimension dimension;
    double (*to)(double value, const void* unit) = nullptr;
    double (*from)(double si, const void* unit) = nullptr;
    const void* unit = nullptr;
    double to_si(double value) const { return to(value, unit); }
    double from_si(double si) const { return from(si, unit); }
  };
  std::optional<UnitFactor> find_unit(std::string_view name) const;
  void unknown_unit(const syntax::Name& unit);

  // ---- link.cpp: bases, members ----
  void link();
  void link_bases();
  void add_actor(TypeInfo& type);
  void collect_members(TypeInfo& type);
  void add_member(TypeInfo& type, const Part& part, const syntax::Member& member);
  void find_watcher(InstanceInfo& instance);
  TypeInfo& unknown_data();
  void add_method(TypeInfo& type, const Part& part, const syntax::Method& method);
  std::vector<ParameterInfo> parameters_of(const std::vector<syntax::Parameter>& parameters, const Space& space);

  // ---- types.cpp ----
  Type type_of(const syntax::TypeReference& reference, const Space& space);
  Type type_of(TypeInfo& type);
  Type type_of(EnumInfo& type);
  Type list_of(const Type& element);
  Type range_of(const Type& element);
  Type element_of(const Type& container) const { return program.elements[container.index]; }
  TypeInfo* info_of(const Type& type) const;  // of structs, actors and instances; null otherwise
  EnumInfo* enum_of(const Type& type) const { return enum_infos[type.index]; }
  std::string describe(const Type& type) const;  // "a length", "a list of vehicle"
  std::string name_of(const Type& type) const;   // "length", "list of vehicle"
  bool converts(const Type& from, const Type& to) const;
  std::uint32_t cells_of(const Type& type) const;
  bool is_struct(const Type& type) const;  // one that is referred to; not a view of an actor
  std::vector<std::string_view> all_type_names() const;
  std::vector<TypeInfo*> struct_infos, actor_infos, object_infos;  // by index in the program
  std::vector<EnumInfo*> enum_infos;

  // ---- layout.cpp ----
  void lay_out();
  void lay_out_struct(TypeInfo& type);
  int layout_depth = 0;
  void lay_out_object(TypeInfo& type);
  std::uint32_t actor_cells = 0;

  // ---- methods.cpp ----
  struct MethodVersion {
    MethodInfo* method = nullptr;
    Type type{TypeKind::nothing};                 // of the receiver; nothing: it exists once
    bool is_own = false;                          // the instance that runs
    bool is_chosen = false;                       // this one, whatever the receiver's own type has instead
    ExpressionKind space = ExpressionKind::null;  // of a watcher's data: where its cells are ...
    std::uint32_t offset = 0;
    bool has_base = false;  // ... and that they are based on the first parameter
    Type base_type;
    auto key() const {
      return std::tuple(method, static_cast<int>(type.kind), type.index, is_own, is_chosen, static_cast<int>(space),
                        offset, has_base, static_cast<int>(base_type.kind), base_type.index);
    }
  };
  std::map<std::tuple<MethodInfo*, int, std::uint32_t, bool, bool, int, std::uint32_t, bool, int, std::uint32_t>,
           FunctionId>
      method_versions;
  std::vector<std::pair<FunctionId, MethodVersion>> pending_methods;
  bool compiles_methods = false;
  void compile_method(FunctionId id, const MethodVersion& version);
  // Of actors and structs: the first that fits counts.
  std::vector<MethodInfo*> overrides_of(const MethodInfo& method) const;
  void choose_override(FunctionId id, const MethodVersion& version, const std::vector<MethodInfo*>& overrides);
  FunctionId compiled(const MethodVersion& version);
  // The function that makes a new struct. It is compiled later, when all that `set` and `keep` say is known.
  FunctionId constructor_of(const Type& type);
  void compile_constructors();
  std::map<std::uint32_t, FunctionId> constructors;  // by struct
  std::vector<std::uint32_t> pending_constructors;   // structs
  void check_uncalled_methods();
  void check_unused_structs();
  void forget(std::size_t functions, std::size_t statements, std::size_t expressions);
  Type receiver_type(TypeInfo& owner);

  // ---- objects.cpp: what runs ----
  void declare_objects();
  void compile_objects();
  void compile_initials();
  std::shared_ptr<void> objects;                                  // between both
  std::unordered_map<const InstanceInfo*, TypeInfo*> ready_made;  // what `while_w` and its like become
  // `on` blocks and events that stand directly in an actor, or in what exists once, live in a modifier without a name.
  std::unordered_map<const TypeInfo*, TypeInfo*> anonymous;
  TypeInfo* anonymous_of(const TypeInfo& type) const;

  // ---- settings.cpp ----
  std::unordered_map<std::string_view, const watch::AnyParameter*> parameters_by_path;
  std::unordered_map<const watch::AnyParameter*, std::uint32_t> parameter_places;
  std::uint32_t place_of(const watch::AnyParameter& parameter);
  std::vector<std::uint32_t> checks_below(const TypeInfo& settings) const;  // of a group, by place in the catalogue
  std::optional<watch::Scope> scope_of(const TypeInfo& actor) const;        // nothing: no actor of a run is one
  struct ConfigValue {
    double value = 0.0;
    Span span;
  };
  // What users set in config structs of their own, by config and field.
  std::map<std::pair<const FieldInfo*, const FieldInfo*>, ConfigValue> config_values;
  std::unordered_map<const FieldInfo*, std::uint32_t> config_cells;
  std::uint32_t config_cell(const FieldInfo& field);  // of other fields that users add to settings

  // ---- values.cpp: what `set` and `keep` say ----
  struct ValueSource {
    syntax::KeepStrength strength = syntax::KeepStrength::by_default;
    const syntax::Expression* value = nullptr;  // null: a truth ...
    bool truth = true;                          // ... this one
    bool is_range = false;                      // the value is in a range
    std::vector<std::uint32_t> inside;  // the cells that lead to the struct whose cell it is for, the outermost first
    std::uint32_t offset = 0;
    std::uint32_t first_cell() const { return inside.empty() ? offset : inside.front(); }
    Type type;
    const Space* space = nullptr;
    TypeInfo* from = nullptr;        // the type in which it stands
    const TypeInfo* only = nullptr;  // for these actors only
    Span span;
  };
  using Values = std::vector<ValueSource>;
  std::unordered_map<const TypeInfo*, Values> values_of_type;       // structs, actors, objects: of new ones
  std::unordered_map<std::uint32_t, Values> values_of_declaration;  // of its instances
  Values values_of_program;
  std::set<const TypeInfo*> without_data;           // watchers whose data was asked for more than they have: told once
  std::deque<syntax::Expression> made_expressions;  // that stand in no tree
  void configure();
  void apply_values(Body& body, const Values& values, const Place& base);
  // What `set` and `keep` in the struct's own declaration and extensions give one of its fields.
  void apply_struct_values(Body& body, const Place& place, const Type& type, const std::vector<Values>& values);

  // ---- initial_order.cpp ----
  struct FieldValues {
    const FieldInfo* field = nullptr;  // null: what is given to none of them
    std::vector<Values> values;        // by the type that gives them, bases' first
    std::set<std::string_view> names;  // what stands in them
    bool reads_all = false;
    bool reads(std::string_view name) const;  // maybe
  };
  // The fields of a struct or of what runs, bases' too, in the order in which they get their first values.
  std::vector<FieldValues> initial_order(const TypeInfo& type) const;
  std::vector<FieldValues> order_of_globals() const;
  void check_cycles();  // fields whose first values need each other

  // ---- plots.cpp ----
  void add_plots(TypeInfo& object);
  // Of a `with:`; `body` makes a body in which the instance's names are known.
  void add_plots(const std::vector<syntax::Member>& with, std::uint32_t declaration, bool is_own_object,
                 const std::function<Body()>& body);

  // ---- coverage.cpp ----
  void add_metrics(TypeInfo& object);
  void check_records(TypeInfo& data);  // of a struct that no watcher and no info holds
  void add_info();
  // Arguments of records that are not acted on, by their places: told once for all.
  struct BySource {
    bool operator()(const Span& a, const Span& b) const {
      return std::tie(a.file, a.begin) < std::tie(b.file, b.begin);
    }
  };
  std::map<Span, std::string, BySource> without_effect;
  void tell_without_effect();
  void add_raised();                        // raised.cpp
  std::string comment_at(Span span) const;  // the comment before the line, or at its end

  // ---- tables ----
  std::unordered_map<std::string_view, std::uint32_t> intrinsic_places;
  std::unordered_map<std::string_view, std::uint32_t> checks_by_name;
  std::unordered_map<std::string, std::uint32_t> text_places;
  std::map<std::pair<int, std::pair<std::uint32_t, std::vector<int>>>, std::uint32_t> element_places;
  std::uint32_t text_place(std::string_view text);
  std::uint32_t intrinsic_place(std::string_view name, Span span);
};

std::string si_unit(const Dimension& dimension);  // as results name it
std::string qualified(std::string_view space, std::string_view name);
bool is_interval_event(std::string_view name);  // i_start, i_clock, i_end

}  // namespace scrutineer::lang::detail
