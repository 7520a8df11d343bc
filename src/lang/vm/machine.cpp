#include "lang/vm/machine.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "lang/lower/fold.h"
#include "lang/lower/handles.h"
#include "lang/vm/intrinsics.h"
#include "lang/vm/whole_numbers.h"
#include "scene/facts.h"

namespace scrutineer::lang {
namespace {

constexpr std::size_t kStack = std::size_t{1} << 18;  // registers: 2 MB
constexpr int kDigits = 3;                            // after the point, of amounts with a unit

constexpr double number_of(bool truth) { return truth ? 1.0 : 0.0; }

// Are all variables surely written before they are read, so that nobody sees what was there before? Looks only as far as
// instructions follow each other.
bool writes_locals_first(const CodeFunction& function) {
  std::vector<char> is_written(function.locals, 0);
  std::fill_n(is_written.begin(), function.parameters, 1);
  const auto reads = [&](std::size_t value) { return value < function.locals && is_written[value] == 0; };
  for (const Instruction& one : function.instructions) {
    const OpcodeInfo& kinds = info(one.opcode);
    if (kinds.c == Operand::ahead || kinds.c == Operand::back) break;
    if (kinds.a == Operand::in && reads(one.a)) return false;
    if (kinds.b == Operand::in && reads(one.b)) return false;
    if (kinds.b == Operand::row && one.b < function.locals) return false;
    if (kinds.c == Operand::in && reads(one.c)) return false;
    if (kinds.a == Operand::out && one.a < function.locals) is_written[one.a] = 1;
  }
  return std::ranges::find(is_written, 0) == is_written.end();
}

trace::ActorId actor_id(double handle) {
  const std::uint32_t index = index_below(handle, kNoActor);
  return index == kNoActor ? trace::ActorId() : trace::ActorId(index);
}

}  // namespace

Machine::Machine(const Code& code, const Program& program, Host& host)
    : code_(code),
      program_(program),
      intrinsics_(intrinsics().data()),
      host_(host),
      pools_(program.texts, program.large_numbers),
      stack_(std::make_unique_for_overwrite<double[]>(kStack)),
      top_(stack_.get()),
      end_(stack_.get() + kStack),
      program_cells_(program.cells, kNull) {
  for (const watch::AnyParameter* parameter : program.parameters)
    is_everybodys_.push_back(parameter->path.starts_with("ftlx_global_eval_config.") ? 1 : 0);
  for (const auto& declared : program.declared_parameters)
    if (declared->is_of_run) is_everybodys_[declared->index] = 1;
  for (const ActorType& actor : program.actors) actor_stride_ = std::max<std::size_t>(actor_stride_, actor.cells);
  for (const scene::Fact& fact : scene::facts()) facts_.push_back({fact.value, fact.kept});
  std::size_t registers = 0;
  for (const CodeFunction& function : code.functions) registers += function.registers;
  registers_ = std::make_unique_for_overwrite<double[]>(registers);
  double* free = registers_.get();
  for (const CodeFunction& function : code.functions) {
    ready_.push_back({.first = function.instructions.data(),
                      .registers = free,
                      .parameters = function.parameters,
                      .filled = writes_locals_first(function) ? function.parameters : function.locals});
    std::ranges::copy(function.constants, free + function.first_constant());
    free += function.registers;
  }
}

// ---- what goes wrong ------------------------------------------------------------------------------------------------

void Machine::fail(std::string message) { throw Fault{std::move(message), {}, false}; }
void Machine::fail_null(std::string_view what) { fail("null access: " + std::string(what)); }
void Machine::fail_actor(double actor) {
  fail_null(actor_id(actor).valid() ? "the actor is gone" : "there is no actor");
}
void Machine::fail_deep(const CodeFunction& function) {
  throw Fault{"deep recursion: more than " + std::to_string(kMostCalls) + " calls within each other", function.span,
              true};
}
void Machine::fail_endless() { fail("endless loop: more than " + std::to_string(kMostSteps) + " steps in one frame"); }

void Machine::fail_struct(bool exists) {
  if (exists) fail("bad index: the struct has no such cell");
  fail_null("there is no struct");
}

bool Machine::struct_is(double handle, std::uint32_t type) const {
  const Pools::Struct* const found = pools_.find_struct(handle);
  for (std::uint32_t at = found == nullptr ? kNone : found->type; at != kNone; at = program_.structs[at].base)
    if (at == type) return true;
  return false;
}

scene::Slot Machine::find_other_slot(double actor) const {
  const trace::ActorId id = actor_id(actor);
  last_actor_ = actor;
  last_slot_ = id.valid() ? context_->scene.actors.slot_of(id) : scene::Slot();
  return last_slot_;
}

const std::string& Machine::text(double handle) const {
  const std::string* found = pools_.find_text(handle);
  if (found == nullptr) fail_null("there is no text");
  return *found;
}

std::span<const double> Machine::list(double handle) const {
  const auto found = pools_.find_list(handle);
  if (!found) fail_null("there is no list");
  return *found;
}

InstanceCells Machine::other(double handle, std::uint32_t cell) {
  const InstanceCells found = host_.instance(handle);
  if (found.cells != nullptr && cell >= found.count)
    fail("bad index: cell " + std::to_string(cell) + " of " + std::to_string(found.count));
  return found;
}

double Machine::element(double handle, double place) const {
  const auto found = pools_.find_list(handle);
  if (!found) return kNull;
  const std::span<const double> elements = *found;
  const auto size = static_cast<std::uint32_t>(elements.size());
  const std::uint32_t index = index_below(place, size);
  if (index == size)
    fail("bad index: " + shortest(place) + " in a list of " + std::to_string(size) +
         (size == 1 ? " element" : " elements"));
  return elements[index];
}

double Machine::setting(std::uint32_t parameter, double actor) {
  if (is_everybodys_[parameter] != 0) return host_.setting(parameter, {});
  const scene::Slot whose = find_slot(actor);
  return whose.valid() ? host_.setting(parameter, whose) : kNull;
}

bool Machine::texts_equal(double a, double b) const {
  const std::string* left = pools_.find_text(a);
  const std::string* right = pools_.find_text(b);
  return left == nullptr || right == nullptr ? left == right : *left == *right;
}

// ---- texts ----------------------------------------------------------------------------------------------------------

void Machine::print(double value, const TextPart& part, std::string& out) const {
  switch (part.type.kind) {
    case TypeKind::truth:
      out += holds(value) ? "true" : "false";
      return;
    case TypeKind::text:
      // A built-in check's metric is printed as what it turns out to be.
      if (const std::string* text = pools_.find_text(value)) {
        out += *text;
      } else {
        out += std::isnan(value) ? "null" : shortest(value);
      }
      return;
    case TypeKind::word: {
      const auto& words = program_.enums[part.type.index].words;
      const std::uint32_t word = index_below(value, static_cast<std::uint32_t>(words.size()));
      out += word == words.size() ? "null" : words[word];
      return;
    }
    case TypeKind::structure:
    case TypeKind::actor: {
      const bool is_struct = part.type.kind == TypeKind::structure && part.type.index < program_.structs.size();
      if (is_struct && !program_.structs[part.type.index].is_view) {
        const Pools::Struct* const found = pools_.find_struct(value);
        out += found == nullptr ? "null" : program_.structs[found->type].name;
        return;
      }
      const scene::Slot slot = find_slot(value);
      out += slot.valid() ? scene().actors.info(slot).id : "null";
      return;
    }
    case TypeKind::instance: {
      const double declaration = std::floor(value / kInstancesPerDeclaration);
      const auto count = static_cast<std::uint32_t>(program_.declarations.size());
      const std::uint32_t place = index_below(declaration, count);
      out += place == count ? "null" : program_.declarations[place].name;
      return;
    }
    case TypeKind::list:
      if (const auto elements = pools_.find_list(value)) {
        print_list(*elements, part, out);
      } else {
        out += "null";
      }
      return;
    case TypeKind::integer:
      out += text_of_whole(pools_, value);
      return;
    default:
      if (std::isnan(value)) {
        out += "nan";
      } else if (part.unit != nullptr && std::isfinite(value)) {
        out += rounded(part.unit->from_si(value), kDigits);
        out += part.unit->name;
      } else {
        out += shortest(value);
      }
  }
}

void Machine::print_list(std::span<const double> list, const TextPart& part, std::string& out) const {
  const Type element = part.type.index < program_.elements.size() ? program_.elements[part.type.index] : Type{};
  out += '[';
  bool is_first = true;
  for (const double value : list) {
    if (!std::exchange(is_first, false)) out += ", ";
    // Lists of lists are not printed further in: a list cannot hold itself, but this needs no proof of it.
    if (element.kind == TypeKind::list) {
      out += "[...]";
    } else {
      print(value, {element, part.unit}, out);
    }
  }
  out += ']';
}

double Machine::make_text(const double* values, const std::vector<TextPart>& parts) {
  std::string made = std::move(scratch_);
  made.clear();
  for (const TextPart& part : parts) {
    if (part.type.kind == TypeKind::nothing) {
      made += program_.texts[part.type.index];
    } else {
      print(*values++, part, made);
    }
  }
  const double handle = pools_.add_text(made);
  scratch_ = std::move(made);
  return handle;
}

// ---- running --------------------------------------------------------------------------------------------------------

double* Machine::more_registers(const CodeFunction& function) {
  double* const first = top_;
  if (static_cast<std::size_t>(end_ - first) < function.registers) fail_deep(function);
  top_ = first + function.registers;
  std::ranges::copy(function.constants, first + function.first_constant());
  return first;
}

// Each instruction jumps to the next one itself, over the addresses of labels (an extension of g++ and clang): a
// processor foresees many such jumps, each with its own habits, but not the one of a switch. It halves the time.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
// NOLINTNEXTLINE(bugprone-macro-parentheses): statements
#define SCRUTINEER_GO goto* kPlaces[static_cast<std::size_t>(at->opcode)]
#define SCRUTINEER_NEXT \
  ++at;                 \
  SCRUTINEER_GO

// long: one place for each instruction, which jump to each other
double Machine::run(Turn turn, std::span<const double> arguments, Turns* turns) {
  if (calls_ >= kMostCalls) [[unlikely]]
    fail_deep(code_.functions[turn.function]);
  Ready* ready = &ready_[turn.function];
  Running running(*this, *ready);
  double* r = running.registers(turn.function);
  double result = kNull;

  static const void* const kPlaces[] = {
#define SCRUTINEER_OPCODE(name, a, b, c) &&do_##name,
      SCRUTINEER_OPCODES(SCRUTINEER_OPCODE)
#undef SCRUTINEER_OPCODE
  };
  const Instruction* first = ready->first;
  const Instruction* at = nullptr;  // what runs
next_turn:
  own_ = turn.own;
  if (ready->filled != 0) {
    std::uint32_t filled = 0;
    for (; filled < ready->parameters && filled < arguments.size(); ++filled) r[filled] = arguments[filled];
    for (; filled < ready->filled; ++filled) r[filled] = kNull;
  }
  const OwnInstance* const own = turn.own;
  double* const cells = own->cells;
  at = first;
  try {
    SCRUTINEER_GO;
  do_copy:
    r[at->a] = r[at->b];
    SCRUTINEER_NEXT;
  do_load_own:
    r[at->a] = cells[at->c];
    SCRUTINEER_NEXT;
  do_store_own:
    cells[at->c] = r[at->a];
    SCRUTINEER_NEXT;
  do_load_own_data:
    if (!own->state->is_open) fail_null("data outside an interval");
    r[at->a] = cells[at->c];
    SCRUTINEER_NEXT;
  do_store_own_data:
    if (!own->state->is_open) fail_null("data outside an interval");
    cells[at->c] = r[at->a];
    SCRUTINEER_NEXT;
  do_load_instance: {
    const InstanceCells found = other(r[at->b], at->c);
    r[at->a] = found.cells == nullptr ? kAbsent : found.cells[at->c];
    SCRUTINEER_NEXT;
  }
  do_store_instance: {
    const InstanceCells found = other(r[at->b], at->c);
    if (found.cells != nullptr) found.cells[at->c] = r[at->a];
    SCRUTINEER_NEXT;
  }
  do_load_data:
  do_store_data: {
    const InstanceCells found = other(r[at->b], at->c);
    if (found.cells != nullptr && !found.is_open) fail_null("data outside an interval");
    if (at->opcode == Opcode::load_data) {
      r[at->a] = found.cells == nullptr ? kAbsent : found.cells[at->c];
    } else if (found.cells != nullptr) {
      found.cells[at->c] = r[at->a];
    }
    SCRUTINEER_NEXT;
  }
  do_load_actor: {
    const scene::Slot whose = find_slot(r[at->b]);
    r[at->a] = whose.valid() ? host_.actor_cells(scene().actors.id(whose))[at->c] : kAbsent;
    SCRUTINEER_NEXT;
  }
  do_store_actor: {
    const scene::Slot whose = find_slot(r[at->b]);
    if (whose.valid()) host_.actor_cells(scene().actors.id(whose))[at->c] = r[at->a];
    SCRUTINEER_NEXT;
  }
  do_load_program:
    r[at->a] = program_cells_[at->c];
    SCRUTINEER_NEXT;
  do_store_program:
    program_cells_[at->c] = r[at->a];
    SCRUTINEER_NEXT;

  do_load_struct: {
    const double* const cell = struct_cell(r[at->b], at->c);
    r[at->a] = cell == nullptr ? kAbsent : *cell;
    SCRUTINEER_NEXT;
  }
  do_store_struct:
    if (double* const cell = struct_cell(r[at->b], at->c)) *cell = r[at->a];
    SCRUTINEER_NEXT;
  do_new_struct:
    r[at->a] = pools_.add_struct(at->c, program_.structs[at->c].cells);
    SCRUTINEER_NEXT;
  do_struct_is:
    r[at->a] = number_of(struct_is(r[at->b], at->c));
    SCRUTINEER_NEXT;

  do_own_instance:
    r[at->a] = own->declaration == kNone ? kNull : instance_handle(own->declaration, own->actor);
    SCRUTINEER_NEXT;
  do_own_actor:
    r[at->a] = own->actor.valid() ? static_cast<double>(own->actor.index()) : kNull;
    SCRUTINEER_NEXT;
  do_ego:
    r[at->a] = ego_;
    SCRUTINEER_NEXT;
  do_instance_of:
    r[at->a] = host_.instance_of(at->c, r[at->b]);
    SCRUTINEER_NEXT;
  do_instance_of_run:
    r[at->a] = host_.instance_of_run(at->c);
    SCRUTINEER_NEXT;
  do_own_is_open:
    r[at->a] = number_of(own->state->is_open);
    SCRUTINEER_NEXT;
  do_is_open:
    r[at->a] = number_of(other(r[at->b], 0).is_open);
    SCRUTINEER_NEXT;
  do_metric:
    r[at->a] = host_.metric(at->c);
    SCRUTINEER_NEXT;
  do_setting:
    r[at->a] = setting(at->c, r[at->b]);
    SCRUTINEER_NEXT;
  do_fact: {
    const scene::Slot whose = find_slot(r[at->b]);
    r[at->a] = whose.valid() ? value_of(at->c, whose) : kNull;
    SCRUTINEER_NEXT;
  }
  do_own_motion:
    r[at->a] = own->slot.valid() ? scene_->motion.facts(own->slot).*facts_[at->c].kept : kNull;
    SCRUTINEER_NEXT;
  do_own_fact:
    r[at->a] = own->slot.valid() ? value_of(at->c, own->slot) : kNull;
    SCRUTINEER_NEXT;

  do_negate:
    r[at->a] = -r[at->b];
    SCRUTINEER_NEXT;
  do_add:
    r[at->a] = r[at->b] + r[at->c];
    SCRUTINEER_NEXT;
  do_subtract:
    r[at->a] = r[at->b] - r[at->c];
    SCRUTINEER_NEXT;
  do_multiply:
    r[at->a] = r[at->b] * r[at->c];
    SCRUTINEER_NEXT;
  do_divide:
    r[at->a] = r[at->b] / r[at->c];
    SCRUTINEER_NEXT;
  do_modulo:
    r[at->a] = std::fmod(r[at->b], r[at->c]);
    SCRUTINEER_NEXT;
  do_least:
    r[at->a] = std::fmin(r[at->b], r[at->c]);
    SCRUTINEER_NEXT;
  do_most:
    r[at->a] = std::fmax(r[at->b], r[at->c]);
    SCRUTINEER_NEXT;

// NOLINTBEGIN(bugprone-macro-parentheses): statements and names
#define SCRUTINEER_WHOLE(name)                             \
  do_##name : r[at->a] = name(pools_, r[at->b], r[at->c]); \
  SCRUTINEER_NEXT;
#define SCRUTINEER_COMPARE_WHOLE(name)                                \
  do_##name : r[at->a] = number_of(name(pools_, r[at->b], r[at->c])); \
  SCRUTINEER_NEXT;                                                    \
  do_jump_##name : if (name(pools_, r[at->a], r[at->b])) {            \
    at = first + at->c;                                               \
    SCRUTINEER_GO;                                                    \
  }                                                                   \
  SCRUTINEER_NEXT;                                                    \
  do_unless_##name : if (!name(pools_, r[at->a], r[at->b])) {         \
    at = first + at->c;                                               \
    SCRUTINEER_GO;                                                    \
  }                                                                   \
  SCRUTINEER_NEXT;
    // NOLINTEND(bugprone-macro-parentheses)
  do_to_number:
    r[at->a] = to_number(pools_, r[at->b]);
    SCRUTINEER_NEXT;
    SCRUTINEER_WHOLE(add_whole)
    SCRUTINEER_WHOLE(subtract_whole)
    SCRUTINEER_WHOLE(multiply_whole)
    SCRUTINEER_WHOLE(divide_whole)
    SCRUTINEER_WHOLE(modulo_whole)
    SCRUTINEER_WHOLE(least_whole)
    SCRUTINEER_WHOLE(most_whole)
    SCRUTINEER_COMPARE_WHOLE(less_whole)
    SCRUTINEER_COMPARE_WHOLE(less_equal_whole)
    SCRUTINEER_COMPARE_WHOLE(equal_whole)
    SCRUTINEER_COMPARE_WHOLE(differ_whole)
#undef SCRUTINEER_WHOLE
#undef SCRUTINEER_COMPARE_WHOLE

  do_logical_not:
    r[at->a] = number_of(!holds(r[at->b]));
    SCRUTINEER_NEXT;
  do_less:
    r[at->a] = number_of(r[at->b] < r[at->c]);
    SCRUTINEER_NEXT;
  do_less_equal:
    r[at->a] = number_of(r[at->b] <= r[at->c]);
    SCRUTINEER_NEXT;
  do_equal:
    r[at->a] = number_of(r[at->b] == r[at->c]);
    SCRUTINEER_NEXT;
  do_differ:
    r[at->a] = number_of(r[at->b] < r[at->c] || r[at->b] > r[at->c]);
    SCRUTINEER_NEXT;
  do_same:
    r[at->a] = number_of(r[at->b] == r[at->c] || (std::isnan(r[at->b]) && std::isnan(r[at->c])));
    SCRUTINEER_NEXT;
  do_text_equal:
    r[at->a] = number_of(texts_equal(r[at->b], r[at->c]));
    SCRUTINEER_NEXT;

  do_jump:
    at = first + at->c;
    SCRUTINEER_GO;
  do_jump_if:
    if (holds(r[at->a])) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_jump_unless:
    if (!holds(r[at->a])) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_jump_if_open:
    if (own->state->is_open) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_jump_unless_open:
    if (!own->state->is_open) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_jump_less:
    if (r[at->a] < r[at->b]) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_jump_less_equal:
    if (r[at->a] <= r[at->b]) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_jump_equal:
    if (r[at->a] == r[at->b]) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_jump_differ:
    if (r[at->a] < r[at->b] || r[at->a] > r[at->b]) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_unless_less:
    if (!(r[at->a] < r[at->b])) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_unless_less_equal:
    if (!(r[at->a] <= r[at->b])) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_unless_equal:
    if (!(r[at->a] == r[at->b])) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_unless_differ:
    if (!(r[at->a] < r[at->b] || r[at->a] > r[at->b])) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    SCRUTINEER_NEXT;
  do_loop:
    count_step();
    at = first + at->c;
    SCRUTINEER_GO;

  do_text:
    r[at->a] = make_text(r + at->b, code_.texts[at->c]);
    SCRUTINEER_NEXT;
  do_list:
    r[at->a] = pools_.add_list({r + at->b, at->c});
    SCRUTINEER_NEXT;
  do_append:
    list(r[at->a]);
    pools_.append(r[at->a], r[at->b]);
    SCRUTINEER_NEXT;
  do_element:
    r[at->a] = element(r[at->b], r[at->c]);
    SCRUTINEER_NEXT;
  do_next: {
    const auto elements = pools_.find_list(r[at->b]);
    const auto size = elements ? static_cast<std::uint32_t>(elements->size()) : 0;
    const std::uint32_t place = index_below(r[at->b + 1], size);
    if (place == size) {
      at = first + at->c;
      SCRUTINEER_GO;
    }
    r[at->b + 1] = place + 1.0;
    r[at->a] = (*elements)[place];
    SCRUTINEER_NEXT;
  }

  do_call: {
    count_step();
    r[at->a] = run({own, at->c}, {r + at->b, ready_[at->c].parameters}, nullptr);
    SCRUTINEER_NEXT;
  }
  do_intrinsic: {
    const Intrinsic& called = intrinsics_[at->c];
    // A question to an absent actor has no answer; the program goes on.
    r[at->a] = can_ask(called, r + at->b) ? called.function(*this, r + at->b) : called.otherwise;
    SCRUTINEER_NEXT;
  }
  do_give_back:
    result = r[at->a];
    goto done;
  do_leave:
    result = kNull;
    goto done;

  do_emit:
    count_step();
    host_.emit(*own, at->c);
    SCRUTINEER_NEXT;
  do_emit_of:
    count_step();
    if (host_.instance(r[at->a]).cells != nullptr) host_.emit_of(r[at->a], at->c);
    SCRUTINEER_NEXT;
  do_start_own:
    host_.start_interval(instance_handle(own->declaration, own->actor), kNull);
    SCRUTINEER_NEXT;
  do_start_own_since:
    host_.start_interval(instance_handle(own->declaration, own->actor), r[at->a]);
    SCRUTINEER_NEXT;
  do_end_own:
    host_.end_interval(instance_handle(own->declaration, own->actor));
    SCRUTINEER_NEXT;
  do_start_interval:
    if (host_.instance(r[at->a]).cells != nullptr) host_.start_interval(r[at->a], kNull);
    SCRUTINEER_NEXT;
  do_start_interval_since:
    if (host_.instance(r[at->a]).cells != nullptr) host_.start_interval(r[at->a], r[at->b]);
    SCRUTINEER_NEXT;
  do_end_interval:
    if (host_.instance(r[at->a]).cells != nullptr) host_.end_interval(r[at->a]);
    SCRUTINEER_NEXT;
  do_set_mode:
  do_set_mode_of_all:
  do_set_check_mode:
  do_set_check_mode_of_all:
    set_mode(*at, r);
    SCRUTINEER_NEXT;
  } catch (Fault& fault) {
    if (!std::exchange(fault.has_span, true))
      fault.span = code_.functions[turn.function].spans[static_cast<std::size_t>(at - first)];
    throw;
  } catch (const PoolFull& full) {
    throw Fault{full.what(), code_.functions[turn.function].spans[static_cast<std::size_t>(at - first)], true};
  }
done:
  if (turns == nullptr) return result;
  {
    const FunctionId before = turn.function;
    if (turns->goes_on(result)) {
      turn.function = turns->then();
    } else if (const OwnInstance* const next = turns->next_alike()) [[likely]] {
      turn = {next, turns->first()};
      begin_steps();
    } else {
      turn = turns->next(result);
      if (turn.own == nullptr) return result;
    }
    if (turn.function != before) {
      ready = &ready_[turn.function];
      running.change_to(*ready);
      r = running.registers(turn.function);
      first = ready->first;
    }
  }
  goto next_turn;
}

#pragma GCC diagnostic pop

void Machine::set_mode(const Instruction& one, const double* registers) {
  const bool is_of_all = one.opcode == Opcode::set_mode_of_all || one.opcode == Opcode::set_check_mode_of_all;
  trace::ActorId actor;
  if (!is_of_all) actor = scene().actors.id(slot(registers[one.a]));
  if (one.opcode == Opcode::set_mode || one.opcode == Opcode::set_mode_of_all) {
    host_.set_mode(one.c, actor, one.b != 0);
  } else {
    host_.set_check_mode(program_.texts[one.c], actor, one.b != 0);
  }
}

}  // namespace scrutineer::lang
