#include "lang/vm/machine.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "lang/lower/fold.h"
#include "lang/lower/handles.h"
#include "lang/vm/intrinsics.h"
#include "scene/facts.h"

namespace scrutineer::lang {
namespace {

constexpr std::size_t kStack = std::size_t{1} << 18;  // registers: 2 MB
constexpr int kDigits = 3;                            // after the point, of amounts with a unit

constexpr double number_of(bool truth) { return truth ? 1.0 : 0.0; }

trace::ActorId actor_id(double handle) {
  const std::uint32_t index = index_below(handle, kNoActor);
  return index == kNoActor ? trace::ActorId() : trace::ActorId(index);
}

}  // namespace

Machine::Machine(const Code& code, const Program& program, Host& host)
    : code_(code),
      program_(program),
      facts_(scene::facts().data()),
      intrinsics_(intrinsics().data()),
      host_(host),
      pools_(program.texts),
      stack_(kStack),
      top_(stack_.data()),
      end_(stack_.data() + stack_.size()),
      program_cells_(program.cells, kNull) {
  for (const ActorType& actor : program.actors) actor_stride_ = std::max<std::size_t>(actor_stride_, actor.cells);
}

// ---- what goes wrong ------------------------------------------------------------------------------------------------

void Machine::fail(std::string message) { throw Fault{std::move(message), {}, false}; }
void Machine::fail_null(std::string_view what) { fail("null access: " + std::string(what)); }
void Machine::fail_endless() { fail("endless loop: more than " + std::to_string(kMostSteps) + " steps in one frame"); }

scene::Slot Machine::slot(double actor) const {
  const trace::ActorId id = actor_id(actor);
  if (!id.valid()) fail_null("there is no actor");
  if (own_ != nullptr && own_->actor == id && own_->slot.valid()) return own_->slot;
  const scene::Slot found = context_->scene.actors.slot_of(id);
  if (!found.valid()) fail_null("the actor is gone");
  return found;
}

const std::string& Machine::text(double handle) const {
  const std::string* found = pools_.find_text(handle);
  if (found == nullptr) fail_null("there is no text");
  return *found;
}

const std::vector<double>& Machine::list(double handle) const {
  const std::vector<double>* found = pools_.find_list(handle);
  if (found == nullptr) fail_null("there is no list");
  return *found;
}

InstanceCells Machine::other(double handle, std::uint32_t cell) {
  const InstanceCells found = host_.instance(handle);
  if (found.cells == nullptr) fail_null("there is no such watcher or modifier");
  if (cell >= found.count) fail("bad index: cell " + std::to_string(cell) + " of " + std::to_string(found.count));
  return found;
}

double Machine::element(double handle, double place) const {
  const std::vector<double>& elements = list(handle);
  const auto size = static_cast<std::uint32_t>(elements.size());
  const std::uint32_t index = index_below(place, size);
  if (index == size)
    fail("bad index: " + shortest(place) + " in a list of " + std::to_string(size) +
         (size == 1 ? " element" : " elements"));
  return elements[index];
}

double Machine::setting(std::uint32_t parameter, double actor) {
  const bool is_everybodys = program_.parameters[parameter]->path.starts_with("ftlx_global_eval_config.");
  return host_.setting(parameter, is_everybodys ? scene::Slot() : slot(actor));
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
      const trace::ActorId id = actor_id(value);
      const bool is_own = own_ != nullptr && own_->actor == id && own_->slot.valid();
      const scene::Slot slot = !id.valid() ? scene::Slot() : is_own ? own_->slot : scene().actors.slot_of(id);
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
      if (const std::vector<double>* elements = pools_.find_list(value)) {
        print_list(*elements, part, out);
      } else {
        out += "null";
      }
      return;
    case TypeKind::integer:
      out += shortest(value);
      return;
    default:
      if (part.unit != nullptr) {
        out += std::isfinite(value) ? rounded(part.unit->from_si(value), kDigits) : shortest(value);
        out += part.unit->name;
      } else {
        out += shortest(value);
      }
  }
}

void Machine::print_list(const std::vector<double>& list, const TextPart& part, std::string& out) const {
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

double Machine::run(FunctionId function, const Own& own, std::span<const double> arguments) {
  // What runs may be interrupted by what runs on an event of it.
  struct Restore {
    Machine& machine;
    const Own* own;
    double* top;
    int calls;
    ~Restore() {
      machine.own_ = own;
      machine.top_ = top;
      machine.calls_ = calls;
    }
  } const restore{*this, std::exchange(own_, &own), top_, calls_};
  return enter(code_.functions[function], arguments.data(), arguments.size());
}

double Machine::enter(const CodeFunction& function, const double* arguments, std::size_t count) {
  double* const registers = top_;
  if (calls_ >= kMostCalls || static_cast<std::size_t>(end_ - registers) < function.registers) [[unlikely]]
    throw Fault{"deep recursion: more than " + std::to_string(kMostCalls) + " calls within each other", function.span,
                true};
  ++calls_;
  top_ = registers + function.registers;
  const std::size_t given = std::min<std::size_t>(count, function.parameters);
  std::copy_n(arguments, given, registers);
  std::fill(registers + given, registers + function.locals, kNull);
  std::ranges::copy(function.constants, registers + function.first_constant());
  const double result = loop(function, registers);
  top_ = registers;
  --calls_;
  return result;
}

double Machine::loop(const CodeFunction& function, double* const r) {
  const Instruction* const first = function.instructions.data();
  const Instruction* next = first;
  const Own& own = *own_;
  try {
    for (;;) {
      const Instruction i = *next++;
      switch (i.opcode) {
        case Opcode::copy:
          r[i.a] = r[i.b];
          break;
        case Opcode::load_own:
          r[i.a] = own.cells[i.c];
          break;
        case Opcode::store_own:
          own.cells[i.c] = r[i.a];
          break;
        case Opcode::load_own_data:
          if (own.is_open == nullptr || !*own.is_open) fail_null("data outside an interval");
          r[i.a] = own.cells[i.c];
          break;
        case Opcode::store_own_data:
          if (own.is_open == nullptr || !*own.is_open) fail_null("data outside an interval");
          own.cells[i.c] = r[i.a];
          break;
        case Opcode::load_instance:
          r[i.a] = other(r[i.b], i.c).cells[i.c];
          break;
        case Opcode::store_instance:
          other(r[i.b], i.c).cells[i.c] = r[i.a];
          break;
        case Opcode::load_data:
        case Opcode::store_data: {
          const InstanceCells found = other(r[i.b], i.c);
          if (!found.is_open) fail_null("data outside an interval");
          if (i.opcode == Opcode::load_data) {
            r[i.a] = found.cells[i.c];
          } else {
            found.cells[i.c] = r[i.a];
          }
          break;
        }
        case Opcode::load_actor:
          r[i.a] = host_.actor_cells(scene().actors.id(slot(r[i.b])))[i.c];
          break;
        case Opcode::store_actor:
          host_.actor_cells(scene().actors.id(slot(r[i.b])))[i.c] = r[i.a];
          break;
        case Opcode::load_program:
          r[i.a] = program_cells_[i.c];
          break;
        case Opcode::store_program:
          program_cells_[i.c] = r[i.a];
          break;

        case Opcode::own_instance:
          r[i.a] = own.declaration == kNone
                       ? kNull
                       : instance_handle(own.declaration,
                                         own.actor.valid() ? static_cast<std::uint32_t>(own.actor.index()) : kNoActor);
          break;
        case Opcode::own_actor:
          r[i.a] = own.actor.valid() ? static_cast<double>(own.actor.index()) : kNull;
          break;
        case Opcode::instance_of:
          r[i.a] = host_.instance_of(i.c, r[i.b]);
          break;
        case Opcode::instance_of_run:
          r[i.a] = host_.instance_of_run(i.c);
          break;
        case Opcode::own_is_open:
          r[i.a] = number_of(own.is_open != nullptr && *own.is_open);
          break;
        case Opcode::is_open:
          r[i.a] = number_of(other(r[i.b], 0).is_open);
          break;
        case Opcode::metric:
          r[i.a] = host_.metric(i.c);
          break;
        case Opcode::setting:
          r[i.a] = setting(i.c, r[i.b]);
          break;
        case Opcode::fact:
          r[i.a] = facts_[i.c].value(scene(), slot(r[i.b]));
          break;

        case Opcode::negate:
          r[i.a] = -r[i.b];
          break;
        case Opcode::add:
          r[i.a] = r[i.b] + r[i.c];
          break;
        case Opcode::subtract:
          r[i.a] = r[i.b] - r[i.c];
          break;
        case Opcode::multiply:
          r[i.a] = r[i.b] * r[i.c];
          break;
        case Opcode::divide:
          r[i.a] = r[i.b] / r[i.c];
          break;
        case Opcode::modulo:
          r[i.a] = std::fmod(r[i.b], r[i.c]);
          break;
        case Opcode::least:
          r[i.a] = std::fmin(r[i.b], r[i.c]);
          break;
        case Opcode::most:
          r[i.a] = std::fmax(r[i.b], r[i.c]);
          break;

        case Opcode::logical_not:
          r[i.a] = number_of(!holds(r[i.b]));
          break;
        case Opcode::less:
          r[i.a] = number_of(r[i.b] < r[i.c]);
          break;
        case Opcode::less_equal:
          r[i.a] = number_of(r[i.b] <= r[i.c]);
          break;
        case Opcode::equal:
          r[i.a] = number_of(r[i.b] == r[i.c]);
          break;
        case Opcode::differ:
          r[i.a] = number_of(r[i.b] < r[i.c] || r[i.b] > r[i.c]);
          break;
        case Opcode::same:
          r[i.a] = number_of(r[i.b] == r[i.c] || (std::isnan(r[i.b]) && std::isnan(r[i.c])));
          break;
        case Opcode::text_equal:
          r[i.a] = number_of(texts_equal(r[i.b], r[i.c]));
          break;

        case Opcode::jump:
          next = first + i.c;
          break;
        case Opcode::jump_if:
          if (holds(r[i.a])) next = first + i.c;
          break;
        case Opcode::jump_unless:
          if (!holds(r[i.a])) next = first + i.c;
          break;
        case Opcode::jump_less:
          if (r[i.a] < r[i.b]) next = first + i.c;
          break;
        case Opcode::jump_less_equal:
          if (r[i.a] <= r[i.b]) next = first + i.c;
          break;
        case Opcode::jump_equal:
          if (r[i.a] == r[i.b]) next = first + i.c;
          break;
        case Opcode::jump_differ:
          if (r[i.a] < r[i.b] || r[i.a] > r[i.b]) next = first + i.c;
          break;
        case Opcode::unless_less:
          if (!(r[i.a] < r[i.b])) next = first + i.c;
          break;
        case Opcode::unless_less_equal:
          if (!(r[i.a] <= r[i.b])) next = first + i.c;
          break;
        case Opcode::unless_equal:
          if (!(r[i.a] == r[i.b])) next = first + i.c;
          break;
        case Opcode::unless_differ:
          if (!(r[i.a] < r[i.b] || r[i.a] > r[i.b])) next = first + i.c;
          break;
        case Opcode::loop:
          count_step();
          next = first + i.c;
          break;

        case Opcode::text:
          r[i.a] = make_text(r + i.b, code_.texts[i.c]);
          break;
        case Opcode::list:
          r[i.a] = pools_.add_list({r + i.b, i.c});
          break;
        case Opcode::append:
          list(r[i.a]);
          pools_.append(r[i.a], r[i.b]);
          break;
        case Opcode::element:
          r[i.a] = element(r[i.b], r[i.c]);
          break;
        case Opcode::next: {
          const std::vector<double>& elements = list(r[i.b]);
          const auto size = static_cast<std::uint32_t>(elements.size());
          const std::uint32_t place = index_below(r[i.b + 1], size);
          if (place == size) {
            next = first + i.c;
          } else {
            r[i.b + 1] = place + 1.0;
            r[i.a] = elements[place];
          }
          break;
        }

        case Opcode::call: {
          count_step();
          const CodeFunction& callee = code_.functions[i.c];
          r[i.a] = enter(callee, r + i.b, callee.parameters);
          break;
        }
        case Opcode::intrinsic:
          r[i.a] = intrinsics_[i.c].function(*this, r + i.b);
          break;
        case Opcode::give_back:
          return r[i.a];
        case Opcode::leave:
          return kNull;

        case Opcode::emit:
          count_step();
          host_.emit(own, i.c);
          break;
        case Opcode::start_own:
          host_.start_interval(instance_handle(
              own.declaration, own.actor.valid() ? static_cast<std::uint32_t>(own.actor.index()) : kNoActor));
          break;
        case Opcode::end_own:
          host_.end_interval(instance_handle(
              own.declaration, own.actor.valid() ? static_cast<std::uint32_t>(own.actor.index()) : kNoActor));
          break;
        case Opcode::start_interval:
          other(r[i.a], 0);
          host_.start_interval(r[i.a]);
          break;
        case Opcode::end_interval:
          other(r[i.a], 0);
          host_.end_interval(r[i.a]);
          break;
        case Opcode::set_mode:
        case Opcode::set_mode_of_all:
        case Opcode::set_check_mode:
        case Opcode::set_check_mode_of_all:
          set_mode(i, r);
          break;
      }
    }
  } catch (Fault& fault) {
    if (!std::exchange(fault.has_span, true)) fault.span = function.spans[static_cast<std::size_t>(next - first) - 1];
    throw;
  } catch (const PoolFull& full) {
    throw Fault{full.what(), function.spans[static_cast<std::size_t>(next - first) - 1], true};
  }
}

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
