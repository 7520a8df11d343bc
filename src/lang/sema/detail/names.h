// Names in what never runs: scenarios, actions, modifiers. Each is looked up, and its type compared where it is known;
// nothing is made of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lang/library/standard_behaviours.h"
#include "lang/sema/detail/compilation.h"

namespace scrutineer::lang::detail {

// What a name or an expression stands for.
struct Meaning {
  enum class Kind : std::uint8_t {
    open,   // the standard's own, or an error was reported: nothing of it is looked at
    value,  // of a type
    phase,  // a labelled part of a `do` tree
    event,  // as named by `as`
  };
  Kind kind = Kind::open;
  Type type = {};            // of values; any: only its members are known
  TypeInfo* info = nullptr;  // of values: whose members it has; null: none
  const syntax::DoMember* phase = nullptr;
  const EventInfo* event = nullptr;             // null: without parameters
  const StandardBehaviour* standard = nullptr;  // of an open one: an invocation of this

  bool is_open() const { return kind == Kind::open; }
};

// What an invocation invokes, or a modifier's application applies.
struct Behaviour {
  bool is_known = false;
  TypeInfo* declared = nullptr;                 // null: the standard's, or open
  const StandardBehaviour* standard = nullptr;  // null: declared, or open
  Meaning actor;
};
enum class BehaviourKind : std::uint8_t { action, modifier };  // scenarios are invoked like actions

// The behaviours that the program declares, by the last part of their names.
using BehaviourIndex = std::unordered_map<std::string_view, std::vector<TypeInfo*>>;
BehaviourIndex index_behaviours(Compilation& c);

// What is seen at one place of a behaviour.
struct Sight {
  const Space* space = nullptr;
  TypeInfo* type = nullptr;
  std::optional<Meaning> actor;     // of the behaviour; nothing: it has none
  std::optional<Meaning> modified;  // whose invocation a `with` stands behind: its modifiers need no path
  std::vector<const syntax::Composition*> around;           // the outermost first
  std::vector<std::pair<std::string_view, Meaning>> names;  // `as` names, parameters of methods, variables
  Meaning it;
  bool sees_it = false;  // members of `it` need no path: constraints in `with`
};

class Names {
 public:
  Names(Compilation& compilation, const BehaviourIndex& behaviours, Sight what_is_seen)
      : sight(std::move(what_is_seen)), c_(compilation), behaviours_(behaviours) {}

  Meaning expression(const syntax::Expression& source, const Type* hint = nullptr);
  // Reports what cannot be of the type. A range may stand for one of its values.
  void typed(const syntax::Expression& source, const Type& type, std::string_view what);
  void condition(const syntax::Expression& source);
  // The event's parameters, if it is one that was declared.
  Meaning event(const syntax::Expression& path);

  Behaviour behaviour(const syntax::CallExpression& call, BehaviourKind kind);
  void arguments(const Behaviour& behaviour, const syntax::CallExpression& call);
  void arguments(std::string_view callee, const std::vector<ParameterInfo>& parameters, bool takes_others,
                 const std::vector<syntax::Argument>& arguments);

  Meaning meaning_of(const Type& type) const;
  Meaning meaning_of(TypeInfo& type) const;
  Sight sight;

 private:
  Meaning name(const syntax::Name& name, const Type* hint);
  Meaning member(const Meaning& object, const syntax::Name& name);
  Meaning member_of(const MemberInfo& member) const;
  Meaning member_of_phase(const syntax::DoMember& phase, const syntax::Name& name);
  Meaning call(const syntax::CallExpression& source);
  Meaning call_method(const std::vector<MethodInfo*>& candidates, const syntax::Name& name,
                      const std::vector<syntax::Argument>& arguments);
  void values(const std::vector<syntax::Argument>& arguments);
  Meaning binary(const syntax::BinaryExpression& source);
  Meaning word(const syntax::Name& name, const Type* hint);
  Meaning list(const syntax::ListExpression& source, const Type* hint);
  Meaning range(const syntax::RangeExpression& source, const Type* hint);
  Meaning cast(const syntax::CastExpression& source);
  Type standard_type(std::string_view name) const;  // any: it is not known
  bool fits(const Meaning& meaning, const Type& type) const;
  bool can_compare(const Type& a, const Type& b) const;
  bool is_open_here() const;                                        // what the type or its actor inherit is not known
  std::vector<const Meaning*> actors_of(BehaviourKind kind) const;  // whose behaviours need no path
  std::optional<Meaning> own_member(const syntax::Name& name);
  std::optional<Meaning> label(std::string_view name);
  std::optional<Meaning> label_of(const TypeInfo& type, std::string_view name);
  const syntax::DoMember* phase_in(const syntax::Composition& composition, std::string_view name);
  Meaning behaviour_of(const syntax::DoMember& phase);
  TypeInfo* declared(const std::vector<TypeInfo*>& named, const Meaning* actor, BehaviourKind kind) const;
  void unknown_behaviour(const syntax::Name& name, const Meaning* actor, BehaviourKind kind);
  void unknown_name(const syntax::Name& name);
  void add_members(const TypeInfo& type, std::vector<std::string_view>& names) const;

  using Phases = std::unordered_map<std::string_view, const syntax::DoMember*>;
  Compilation& c_;
  const BehaviourIndex& behaviours_;
  std::unordered_map<const syntax::Composition*, Phases> phases_;
  std::unordered_set<const syntax::DoMember*> busy_;  // labels that are looked at: `a: a.b.drive()` names itself
};

// `start`, `end`, `fail`.
bool is_event_of_behaviours(std::string_view name);

}  // namespace scrutineer::lang::detail
