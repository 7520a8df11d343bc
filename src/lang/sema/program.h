// The typed program: what the sources mean once names, types, units and settings are resolved. sema makes it; lower
// turns its functions into bytecode and needs nothing else.
//
// Everything that runs is a function over cells. A cell is a double: numbers in SI units, truths as 0 and 1, words of
// enumerations by their place, texts, lists, actors and instances as handles. NaN is "does not exist" for numbers and
// null for references, so that one rule covers both: comparisons with it are false.
//
// Cells live in five spaces: those of the program (top.info, globals), of an actor (fields that users add to actor
// types), of an instance (parameters, variables and data of a watcher or modifier), of a struct, and the locals of a
// function. A struct is made once and then referred to: a field of such a type is one cell with a handle. Only the data
// of a watcher lies flat among the cells of its instance, as it begins anew with every interval.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/unit.h"
#include "lang/sema/large_numbers.h"
#include "lang/source.h"
#include "watch/settings.h"

namespace scrutineer::lang {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// ---- types ----------------------------------------------------------------------------------------------------------

enum class TypeKind : std::uint8_t {
  nothing,    // of statements and of functions without a result
  truth,      // bool
  integer,    // int, uint
  number,     // float, and physical types: with a dimension
  text,       // string
  word,       // an enumeration: `index` in Program::enums
  structure,  // `index` in Program::structs; a view of an actor if StructType::is_view
  actor,      // `index` in Program::actors
  instance,   // of a watcher or modifier: `index` in Program::objects
  list,       // `index` in Program::elements: the type of its elements
  range,      // likewise; two cells
  null,       // the literal
  any,        // of what could not be typed: an error was reported, and nothing more is said about it
};

struct Type {
  TypeKind kind = TypeKind::any;
  std::uint32_t index = kNone;
  Dimension dimension{};

  bool operator==(const Type&) const = default;
};

struct EnumType {
  std::string name;
  std::vector<std::string> words;  // by place
  bool is_built_in = false;        // declared by the library
};

struct Field {
  std::string name;
  Type type;
  std::uint32_t offset = 0;  // in cells
  std::string unit;          // in which it is recorded; empty: the SI one
};

struct StructType {
  std::string name;
  bool is_view = false;  // of an actor (state, bbox): its value is the actor's handle, and its fields are intrinsics
  std::vector<Field> fields;  // inherited ones first
  std::uint32_t cells = 0;
  bool is_built_in = false;    // declared by the library
  std::uint32_t base = kNone;  // that it inherits from
  std::uint32_t make = kNone;  // the function that makes a new one; kNone: nothing does
};

struct ActorType {
  std::string name;  // "vehicle", "car", "sut_vehicle"
  std::uint32_t base = kNone;
  // That users added, inherited ones first. An actor is of several types at once (car, sut_vehicle): no two fields of
  // any types share an offset, and `cells` is the same for all.
  std::vector<Field> fields;
  std::uint32_t cells = 0;
  // Gives values to what this type itself adds or sets; one parameter: the actor. Run for every type that an actor is
  // of, bases first, then categories (car), then roles (sut_vehicle). kNone: nothing to do.
  std::uint32_t initial = kNone;
};

// A unit that users declare.
struct DeclaredUnit {
  std::string name;
  Unit unit;  // its name is the one above
};

// A parameter of what users declare, as the engine's settings know it.
struct DeclaredParameter {
  std::string path, meaning;
  std::vector<std::string> word_texts;
  std::vector<std::string_view> words;
  std::uint32_t index = 0;        // in Program::parameters
  bool is_of_run = false;         // of what belongs to no actor: the same for everybody
  watch::AnyParameter parameter;  // its texts are those above
};

// ---- expressions ----------------------------------------------------------------------------------------------------

enum class UnaryOperator : std::uint8_t {
  negate,
  logical_not,
  to_number,  // from whole to fractional ones
};
enum class BinaryOperator : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  modulo,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,      // numbers, truths, words; of references: the same one, or both null
  not_equal,  // the opposite of equal, except that it is false too where a number does not exist
  text_equal,
  text_not_equal,
  logical_and,  // these three do not evaluate what does not matter
  logical_or,
  implies,
};

enum class ExpressionKind : std::uint8_t {
  constant,          // number; of a large whole one, its handle
  text_constant,     // index in Program::texts
  null,              //
  local,             // index
  program_cell,      // index: offset
  own_cell,          // index: offset in the instance that runs
  instance_cell,     // operands: the instance; index: offset
  data_cell,         // operands: the instance; index: offset. Null access unless its interval is open or ends just now
  actor_cell,        // operands: the actor; index: offset
  struct_cell,       // operands: the struct; index: offset. Null access unless there is one
  metric,            // index: in the built-in check's metrics, of its interval that ends just now; NaN: no such value
  own_instance,      // the instance that runs
  own_actor,         // its actor; null if it belongs to none
  instance_of,       // index: declaration; operands: its actor, none for the run's; null if there is none (now)
  unary,             // index: UnaryOperator
  binary,            // index: BinaryOperator
  conditional,       // operands: condition, then, otherwise
  call,              // index: function; operands: arguments
  intrinsic,         // index: of intrinsics(); operands: arguments, the receiver first
  text,              // operands: parts, each any type; `formats` says how each is printed
  list,              // operands: elements
  element,           // operands: list, place
  list_fold,         // index: ListFold; operands: the list, then the body, in which local `local` is the element
  setting,           // index: in Program::parameters; operands: the actor. The parameter as set for it
  interval_is_open,  // operands: the instance: `data != null`
  new_struct,        // index: in Program::structs. Its cells have no values yet
  struct_is,         // operands: the struct; index: in Program::structs. Is its own type that one, or inherits from it?
};
enum class ListFold : std::uint8_t { count, sum, least, most, average, any, all, first, filter, map, first_index };

// How a value is put into a text.
struct Format {
  Type type;
  std::string unit;  // after numbers; empty: the type's SI unit
};

using ExpressionId = std::uint32_t;
using StatementId = std::uint32_t;
using FunctionId = std::uint32_t;

struct Expression {
  ExpressionKind kind = ExpressionKind::null;
  Type type;
  Span span;
  double number = 0.0;
  std::uint32_t index = 0;
  std::uint32_t local = kNone;
  std::vector<ExpressionId> operands = {};
  std::vector<Format> formats = {};
};

// ---- statements -----------------------------------------------------------------------------------------------------

enum class StatementKind : std::uint8_t {
  evaluate,        // value
  assign,          // target (local or a cell), value
  branch,          // value: condition; body; otherwise
  repeat_while,    // value: condition; body
  repeat_for,      // value: a list; local: the element; body
  return_value,    // value, kNone: nothing
  emit,            // index: event; value: of this instance, kNone: of the one that runs
  start_interval,  // value: the instance, kNone: the one that runs; target: since when, kNone: now
  end_interval,    // value likewise
  set_run_mode,    // declaration: whose instances; value: of this actor, kNone: of all; index: freeze (1), active (0)
};

struct Statement {
  StatementKind kind = StatementKind::evaluate;
  Span span;
  ExpressionId target = kNone, value = kNone;
  std::uint32_t index = 0;
  std::uint32_t declaration = kNone;
  std::uint32_t check = kNone;  // instead of a declaration: a check of the catalogue, in Program::texts
  std::uint32_t local = kNone;
  std::vector<StatementId> body = {}, otherwise = {};
};

struct Function {
  std::string name;  // for dumps and errors: "zone_watcher.on_clock"
  Span span;
  std::uint32_t parameters = 0;  // the first locals
  std::uint32_t locals = 0;      // parameters included
  Type result;
  std::vector<StatementId> body;
};

// ---- what runs ------------------------------------------------------------------------------------------------------

enum class EventKind : std::uint8_t {
  clock,           // every frame: @top.w_clk, @top.clk
  start,           // the instance was created
  end,             // the run is over, or the instance ends
  interval_start,  // @i_start and so on, of `declaration`, kNone: of the own instance
  interval_clock,
  interval_end,
  new_issue,  // in the issue rules: `issues.curr` is the issue
  user,       // index: event; of `declaration`, kNone: of the own instance
  rise,       // of `condition`: held in this frame, not in the one before
  fall,
  elapsed,  // once, `period` after creation
  every,    // each `period` since creation
};

// A block that runs on an event.
struct Handler {
  EventKind event = EventKind::clock;
  std::uint32_t index = 0;
  std::uint32_t declaration = kNone;  // events of all actors' instances of it; the subject's unless `of_own_actor`
  std::uint32_t check = kNone;        // instead of a declaration: a check of the catalogue, in Program::texts
  bool of_own_actor = true;           // only if the emitting instance has the same actor
  FunctionId of_actor = kNone;        // only if the emitting instance's actor is what this gives (@sut.car.x.i_end)
  FunctionId condition = kNone;       // `if`; of rise and fall: what they look at
  FunctionId period = kNone;          // seconds
  FunctionId offset = kNone;          // of every: the first is that many seconds after creation; kNone: at creation
  std::uint32_t memory = kNone;       // the own cell in which rise, fall, elapsed and every keep what they know
  FunctionId body = kNone;            // one parameter if the event is named with `as`: the emitting instance
  Span span;
};

// A value that an interval, or the run, reports.
struct Metric {
  std::string name;
  std::string unit;  // SI; as results name it
  std::string meaning;
  Type type;
  FunctionId value = kNone;                // computed ...
  EventKind at = EventKind::interval_end;  // ... then
  FunctionId limit = kNone;                // of what is taken every frame: the value furthest from this stays
  bool is_limit = false;                   // it is what a value must not cross
};

// A line, and the limit that it must not cross, that pictures of issues show. Functions without parameters.
struct Plot {
  std::string title, name;
  std::string unit;  // as results name it
  FunctionId value = kNone;
  FunctionId limit = kNone;  // kNone: it has none
};

// A type of watcher, or of a modifier that holds some.
struct ObjectType {
  std::string name;
  Span span;
  bool has_intervals = false;
  std::vector<Field> fields;  // parameters, variables; `data` is one of them
  std::uint32_t cells = 0;
  std::uint32_t data = kNone;         // the offset of its data ...
  std::uint32_t data_struct = kNone;  // ... of this type; start_time and end_time are its first two fields
  std::vector<Handler> handlers;
  std::vector<std::string> events;  // of users
  FunctionId condition = kNone;     // while_w: the interval is open while this holds
  FunctionId for_at_least = kNone;  // ... and has held for so many seconds; asked once, when the instance begins
  FunctionId until = kNone;         // ... and from then on until this holds
  FunctionId unless = kNone;        // ... except while this holds ...
  std::string unless_text = {};     // ... which the source says in these words
  FunctionId initial = kNone;       // gives the fields their values
  FunctionId fresh_data = kNone;    // gives structs in its data their values, for every interval; kNone: it has none
  std::vector<Metric> metrics;
  std::vector<Plot> plots;
  std::vector<std::string> raises;  // kinds of issues that its own code raises: sut_error, sut_warning
};

// An issue that a checker raises when its interval ends: `with: it.sut_issue(...)`. Functions without parameters.
struct IssueRule {
  std::string kind;
  std::string kind_meaning;
  FunctionId severity = kNone;  // the word's place in watch::Severity; kNone: the kind's own
  FunctionId details = kNone;   // a text
  watch::Severity sut = watch::Severity::error, other = watch::Severity::error;
};

// A parameter as set in the sources, for the engine's settings.
struct SettingAssignment {
  std::string path;  // the parameter's own
  watch::Scope scope;
  double value = 0.0;
  Span span;
  std::string shown = {};  // where the value comes from, if not from that path: a config of the user's own
};

// One more check: an object for every actor of a type, or one for the run.
struct Declaration {
  std::string name;     // unique: "npc_vehicle.zones.front_left"
  std::string summary;  // the comment before it, or what it is
  Span span;
  std::uint32_t object = kNone;    // in Program::objects; kNone: a built-in check
  std::string built_in;            // its name
  std::vector<watch::Scope> whom;  // any of these; empty: one for the run
  std::uint32_t outer = kNone;     // the declaration of the modifier that it stands in
  FunctionId create = kNone;       // gives parameters their values in the new instance, after ObjectType::initial
  std::vector<SettingAssignment> settings;  // of a built-in check: its parameters as set for these instances alone
  bool is_checker = false;
  std::vector<IssueRule> issues;
  std::vector<Plot> plots;                // that its `with:` adds to those of its type
  std::vector<std::uint32_t> parameters;  // its own, in Program::parameters
  bool enabled = true;
};

struct Program {
  std::vector<EnumType> enums;
  std::vector<StructType> structs;
  std::vector<ActorType> actors;
  std::vector<Type> elements;  // of list and range types
  std::vector<std::string> texts;
  std::vector<LargeNumber> large_numbers;  // constants
  std::vector<const watch::AnyParameter*> parameters;
  std::vector<std::shared_ptr<const DeclaredParameter>> declared_parameters;  // those of them that users declare
  std::vector<std::shared_ptr<const DeclaredUnit>> units;                     // that users declare
  std::vector<std::string> intrinsics;                                        // all names, by place: for dumps

  std::vector<Expression> expressions;
  std::vector<Statement> statements;
  std::vector<Function> functions;
  std::vector<ObjectType> objects;
  std::vector<Declaration> declarations;  // a modifier before what stands in it

  std::uint32_t cells = 0;     // of the program
  FunctionId initial = kNone;  // gives them their values
  std::vector<Metric> info;    // top.info, at the end of the run; by path ("model.dut_name")
  std::vector<SettingAssignment> settings;
  std::vector<std::string> issue_kinds;  // that users added
};

}  // namespace scrutineer::lang
