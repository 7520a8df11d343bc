#include "lang/lower/verify.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "lang/vm/intrinsics.h"
#include "scene/facts.h"

namespace scrutineer::lang {
namespace {

constexpr std::uint32_t kMostRegisters = 0xFFFF;

class Verifier {
 public:
  Verifier(const Code& code, const Program& program) : code_(code), program_(program) {
    for (const ActorType& actor : program.actors) actor_cells_ = std::max(actor_cells_, actor.cells);
  }

  std::optional<std::string> run() {
    if (code_.functions.size() != program_.functions.size()) return "there are other functions than in the program";
    if (auto problem = check_texts()) return problem;
    for (const CodeFunction& function : code_.functions)
      if (auto problem = check(function)) return function.name + ": " + *problem;
    return check_uses();
  }

 private:
  using Problem = std::optional<std::string>;

  static Problem beyond(std::string_view what, std::size_t value, std::size_t end) {
    if (value < end) return std::nullopt;
    return std::string(what) + " " + std::to_string(value) + " of " + std::to_string(end);
  }

  Problem check_texts() const {
    for (const auto& parts : code_.texts)
      for (const TextPart& part : parts)
        if (part.type.kind == TypeKind::nothing)
          if (auto problem = beyond("constant text", part.type.index, program_.texts.size())) return problem;
    return std::nullopt;
  }

  Problem check(const CodeFunction& function) const {
    if (function.parameters > function.locals) return "it has more parameters than variables";
    if (function.registers > kMostRegisters) return "it has too many registers";
    if (function.locals + function.constants.size() > function.registers) return "its registers overlap";
    if (!function.written_constants.empty() && function.written_constants.back() >= function.constants.size())
      return "it writes to constants that it has not";
    if (!std::ranges::is_sorted(function.written_constants)) return "the constants that it writes to have no order";
    if (function.spans.size() != function.instructions.size()) return "its places are not those of its instructions";
    if (function.instructions.empty()) return "it is empty";
    for (std::size_t place = 0; place < function.instructions.size(); ++place) {
      const Instruction& one = function.instructions[place];
      if (static_cast<std::size_t>(one.opcode) >= kOpcodes.size())
        return std::to_string(place) + ": there is no such instruction";
      if (auto problem = check(function, place))
        return std::to_string(place) + " " + std::string(info(one.opcode).name) + ": " + *problem;
    }
    const Opcode last = function.instructions.back().opcode;
    if (last != Opcode::leave && last != Opcode::give_back && last != Opcode::loop) return "it does not end";
    return std::nullopt;
  }

  Problem check(const CodeFunction& function, std::size_t place) const {
    const Instruction& one = function.instructions[place];
    const OpcodeInfo& shape = info(one.opcode);
    if (auto problem = check(function, place, shape.a, one.a)) return problem;
    if (auto problem = check(function, place, shape.c, one.c)) return problem;  // before b: it may say how many b are
    if (shape.b != Operand::row) return check(function, place, shape.b, one.b);
    const std::size_t end = one.b + static_cast<std::size_t>(row_length(code_, shape.c, one.c));
    return end <= function.registers ? std::nullopt : beyond("register", end - 1, function.registers);
  }

  // The machine counts on constants to stay what they are.
  static Problem written(const CodeFunction& function, std::size_t value) {
    if (auto problem = beyond("register", value, function.registers)) return problem;
    return function.is_constant(value) ? Problem("it writes to a constant") : std::nullopt;
  }

  Problem check(const CodeFunction& function, std::size_t place, Operand kind, std::uint16_t value) const {
    switch (kind) {
      case Operand::none:
        return value == 0 ? std::nullopt : Problem("an operand that means nothing is not 0");
      case Operand::in:
        return beyond("register", value, function.registers);
      case Operand::out:
        return written(function, value);
      case Operand::two:
        if (auto problem = written(function, value + std::size_t{1})) return problem;
        return written(function, value);
      case Operand::ahead:
        if (value <= place) return "it jumps back";
        return beyond("instruction", value, function.instructions.size());
      case Operand::back:
        return value <= place ? std::nullopt : Problem("it jumps ahead");
      case Operand::actor_cell:
        return beyond("actor cell", value, actor_cells_);
      case Operand::program_cell:
        return beyond("program cell", value, program_.cells);
      case Operand::struct_type:
        return beyond("struct", value, program_.structs.size());
      case Operand::function:
        return beyond("function", value, code_.functions.size());
      case Operand::intrinsic:
        if (auto problem = beyond("intrinsic", value, intrinsics().size())) return problem;
        return intrinsics()[value].function != nullptr ? std::nullopt : Problem("it is a fact, not a function");
      case Operand::motion:
        if (auto problem = beyond("fact", value, scene::facts().size())) return problem;
        return scene::facts()[value].kept != nullptr ? std::nullopt : Problem("that fact is not kept by Motion");
      case Operand::fact:
        if (auto problem = beyond("fact", value, scene::facts().size())) return problem;
        return scene::facts()[value].value != nullptr ? std::nullopt : Problem("that fact is not a number of an actor");
      case Operand::declaration:
        return beyond("declaration", value, program_.declarations.size());
      case Operand::check:
        return beyond("constant text", value, program_.texts.size());
      case Operand::text_parts:
        return beyond("text", value, code_.texts.size());
      case Operand::parameter:
        return beyond("parameter", value, program_.parameters.size());
      case Operand::truth:
        return beyond("truth", value, 2);
      case Operand::row:         // with its length, above
      case Operand::own_cell:    // with the objects that the function is run for, below
      case Operand::other_cell:  // these the machine checks
      case Operand::metric:
      case Operand::event:
      case Operand::count:
        return std::nullopt;
    }
    return std::nullopt;
  }

  // ---- whose cells a function reaches ----

  Problem check_uses() {
    find_own_cells();
    for (const ObjectType& object : program_.objects) {
      if (object.data != kNone && object.data_struct != kNone) {
        if (object.data_struct >= program_.structs.size()) return object.name + ": its data has no type";
        if (object.data + std::size_t{program_.structs[object.data_struct].cells} > object.cells)
          return object.name + ": its data lies beyond its cells";
      }
      for (const Handler& handler : object.handlers) {
        for (const FunctionId function :
             {handler.of_actor, handler.condition, handler.period, handler.offset, handler.body})
          if (auto problem = check_use(object.name, function, object.cells)) return problem;
        if (handler.memory != kNone)
          if (auto problem = beyond("cell", handler.memory, object.cells)) return object.name + ": " + *problem;
      }
      for (const Metric& metric : object.metrics)
        if (auto problem = check_use(object.name, metric.value, object.cells)) return problem;
      for (const FunctionId function :
           {object.condition, object.for_at_least, object.until, object.unless, object.initial, object.fresh_data})
        if (auto problem = check_use(object.name, function, object.cells)) return problem;
    }
    for (std::size_t d = 0; d < program_.declarations.size(); ++d) {
      const Declaration& declaration = program_.declarations[d];
      if (declaration.outer != kNone && declaration.outer >= d) return declaration.name + ": it stands in a later one";
      if (declaration.object != kNone && declaration.object >= program_.objects.size())
        return declaration.name + ": there is no such object";
      const std::uint32_t cells = declaration.object == kNone ? 0 : program_.objects[declaration.object].cells;
      if (auto problem = check_use(declaration.name, declaration.create, cells)) return problem;
      for (const IssueRule& rule : declaration.issues)
        for (const FunctionId function : {rule.severity, rule.details})
          if (auto problem = check_use(declaration.name, function, cells)) return problem;
    }
    for (const Metric& metric : program_.info)
      if (auto problem = check_use("top.info", metric.value, 0)) return problem;
    for (const ActorType& actor : program_.actors)
      if (auto problem = check_use(actor.name, actor.initial, 0)) return problem;
    return check_use("the program", program_.initial, 0);
  }

  // How many own cells each function needs, with all that it calls.
  void find_own_cells() {
    own_cells_.assign(code_.functions.size(), 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t f = 0; f < code_.functions.size(); ++f) {
        std::uint32_t needs = own_cells_[f];
        for (const Instruction& one : code_.functions[f].instructions) {
          const Operand kind = info(one.opcode).c;
          if (kind == Operand::own_cell) needs = std::max(needs, one.c + std::uint32_t{1});
          if (kind == Operand::function) needs = std::max(needs, own_cells_[one.c]);
        }
        changed = changed || needs != own_cells_[f];
        own_cells_[f] = needs;
      }
    }
  }

  Problem check_use(std::string_view user, FunctionId function, std::uint32_t cells) const {
    if (function == kNone) return std::nullopt;
    if (auto problem = beyond("function", function, code_.functions.size())) return std::string(user) + ": " + *problem;
    if (own_cells_[function] <= cells) return std::nullopt;
    return std::string(user) + ": " + code_.functions[function].name + " reaches own cell " +
           std::to_string(own_cells_[function] - 1) + " of " + std::to_string(cells);
  }

  const Code& code_;
  const Program& program_;
  std::uint32_t actor_cells_ = 0;
  std::vector<std::uint32_t> own_cells_;  // by function
};

}  // namespace

std::uint32_t row_length(const Code& code, Operand kind, std::uint16_t value) {
  switch (kind) {
    case Operand::function:
      return value < code.functions.size() ? code.functions[value].parameters : 0;
    case Operand::intrinsic:
      return value < intrinsics().size() ? intrinsics()[value].arguments : 0;
    case Operand::text_parts:
      return value >= code.texts.size()
                 ? 0
                 : static_cast<std::uint32_t>(std::ranges::count_if(
                       code.texts[value], [](const TextPart& part) { return part.type.kind != TypeKind::nothing; }));
    default:
      return value;
  }
}

std::optional<std::string> verify(const Code& code, const Program& program) { return Verifier(code, program).run(); }

}  // namespace scrutineer::lang
