#include "lang/lower/lower.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "lang/lower/fold.h"
#include "lang/vm/intrinsics.h"
#include "scene/facts.h"

namespace scrutineer::lang {
namespace {

constexpr std::uint32_t kMost = 0xFFFF;  // that an operand can say

// What the format of bytecode cannot hold.
struct TooLarge {
  Span span;
  std::string what;
};

using Register = std::uint32_t;
constexpr Register kConstant = 0x80000000;  // constants are numbered from here until it is known where they begin

bool is_own(const Program& program, ExpressionId instance) {
  return program.expressions[instance].kind == ExpressionKind::own_instance;
}

// Is equality of these that of references: null equals null?
bool is_reference(const Type& type) {
  switch (type.kind) {
    case TypeKind::text:
    case TypeKind::structure:
    case TypeKind::actor:
    case TypeKind::instance:
    case TypeKind::list:
    case TypeKind::null:
      return true;
    default:
      return false;
  }
}

class FunctionLowering {
 public:
  FunctionLowering(const Program& program, const Function& function, Folding& folded, Code& code)
      : program_(program),
        function_(function),
        folded_(folded),
        code_(code),
        used_(function.locals),
        most_used_(function.locals) {
    at_ = function.span;
  }

  CodeFunction run() {
    if (function_.locals > kMost) throw TooLarge{function_.span, "it has too many variables"};
    lower(function_.body);
    emit(Opcode::leave, 0, 0, 0);
    return finished();
  }

 private:
  // Where a jump is whose target is not known yet.
  using Jumps = std::vector<std::size_t>;

  // ---- registers ----

  Register take() {
    const Register taken = used_++;
    most_used_ = std::max(most_used_, used_);
    if (used_ > kMost) throw TooLarge{at_, "it needs too many registers"};
    return taken;
  }
  // Gives back what was taken since.
  class Scope {
   public:
    explicit Scope(FunctionLowering& lowering) : lowering_(lowering), used_(lowering.used_) {}
    ~Scope() { lowering_.used_ = used_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    FunctionLowering& lowering_;
    Register used_;
  };

  Register constant(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto [place, is_new] = constants_.try_emplace(bits, static_cast<Register>(result_.constants.size()));
    if (is_new) result_.constants.push_back(value);
    return kConstant + place->second;
  }

  // ---- instructions ----

  void emit(Opcode opcode, Register a, Register b, std::uint32_t c) {
    pending_.push_back({opcode, a, b, c});
    result_.spans.push_back(at_);
  }
  std::size_t jump(Opcode opcode, Register a = 0, Register b = 0) {
    emit(opcode, a, b, 0);
    return pending_.size() - 1;
  }
  std::uint32_t here() const { return static_cast<std::uint32_t>(pending_.size()); }
  void land(const Jumps& jumps) {
    for (const std::size_t jump : jumps) pending_[jump].c = here();
  }
  void land(std::size_t jump) { pending_[jump].c = here(); }

  CodeFunction finished() {
    result_.name = function_.name;
    result_.span = function_.span;
    result_.parameters = function_.parameters;
    result_.locals = function_.locals;
    result_.registers = most_used_ + static_cast<std::uint32_t>(result_.constants.size());
    if (result_.registers > kMost) throw TooLarge{function_.span, "it needs too many registers"};
    if (pending_.size() > kMost) throw TooLarge{function_.span, "it is too long"};
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      const auto operand = [&](std::uint32_t value) {
        if (value >= kConstant) value = most_used_ + (value - kConstant);
        if (value > kMost) throw TooLarge{result_.spans[i], "too many things of one kind are numbered here"};
        return static_cast<std::uint16_t>(value);
      };
      const Pending& one = pending_[i];
      result_.instructions.push_back({one.opcode, operand(one.a), operand(one.b), operand(one.c)});
    }
    return std::move(result_);
  }

  // ---- expressions ----

  const Expression& expression(ExpressionId id) const { return program_.expressions[id]; }

  // Where the value is: in a register of its own, or where it lies anyway (a local, a constant).
  Register value(ExpressionId id) {
    if (const auto known = folded_(id)) return constant(*known);
    const Expression& what = expression(id);
    if (what.kind == ExpressionKind::local) return what.index;
    const Register into = take();
    lower_into(id, into);
    return into;
  }

  void lower_into(ExpressionId id, Register into) {
    const Expression& what = expression(id);
    const Span outer = std::exchange(at_, what.span);
    const Scope scope(*this);
    if (const auto known = folded_(id)) {
      emit(Opcode::copy, into, constant(*known), 0);
    } else {
      lower_computed(what, into);
    }
    at_ = outer;
  }

  // The values in a row of registers, as calls want them.
  Register row(const std::vector<ExpressionId>& values) {
    const Register first = used_;
    for (std::size_t i = 0; i < values.size(); ++i) take();
    for (std::size_t i = 0; i < values.size(); ++i) lower_into(values[i], first + static_cast<Register>(i));
    return first;
  }

  void lower_computed(const Expression& what, Register into) {
    const auto& operands = what.operands;
    switch (what.kind) {
      case ExpressionKind::constant:
      case ExpressionKind::null:
      case ExpressionKind::text_constant:
        return;  // were folded
      case ExpressionKind::local:
        emit(Opcode::copy, into, what.index, 0);
        return;
      case ExpressionKind::program_cell:
        emit(Opcode::load_program, into, 0, what.index);
        return;
      case ExpressionKind::own_cell:
        emit(Opcode::load_own, into, 0, what.index);
        return;
      case ExpressionKind::instance_cell:
        if (is_own(program_, operands[0])) {
          emit(Opcode::load_own, into, 0, what.index);
        } else {
          emit(Opcode::load_instance, into, value(operands[0]), what.index);
        }
        return;
      case ExpressionKind::data_cell:
        if (is_own(program_, operands[0])) {
          emit(Opcode::load_own_data, into, 0, what.index);
        } else {
          emit(Opcode::load_data, into, value(operands[0]), what.index);
        }
        return;
      case ExpressionKind::actor_cell:
        emit(Opcode::load_actor, into, value(operands[0]), what.index);
        return;
      case ExpressionKind::metric:
        emit(Opcode::metric, into, 0, what.index);
        return;
      case ExpressionKind::own_instance:
        emit(Opcode::own_instance, into, 0, 0);
        return;
      case ExpressionKind::own_actor:
        emit(Opcode::own_actor, into, 0, 0);
        return;
      case ExpressionKind::instance_of:
        if (operands.empty()) {
          emit(Opcode::instance_of_run, into, 0, what.index);
        } else {
          emit(Opcode::instance_of, into, value(operands[0]), what.index);
        }
        return;
      case ExpressionKind::unary:
        emit(static_cast<UnaryOperator>(what.index) == UnaryOperator::negate ? Opcode::negate : Opcode::logical_not,
             into, value(operands[0]), 0);
        return;
      case ExpressionKind::binary:
        lower_binary(what, into);
        return;
      case ExpressionKind::conditional:
        lower_conditional(what, into);
        return;
      case ExpressionKind::call:
        emit_after_row(Opcode::call, into, operands, what.index);
        return;
      case ExpressionKind::intrinsic:
        lower_intrinsic(what, into);
        return;
      case ExpressionKind::text:
        lower_text(what, into);
        return;
      case ExpressionKind::list:
        emit_after_row(Opcode::list, into, operands, static_cast<std::uint32_t>(operands.size()));
        return;
      case ExpressionKind::element: {
        const Register list = value(operands[0]);
        emit(Opcode::element, into, list, value(operands[1]));
        return;
      }
      case ExpressionKind::list_fold:
        lower_fold(what, into);
        return;
      case ExpressionKind::setting:
        emit(Opcode::setting, into, value(operands[0]), what.index);
        return;
      case ExpressionKind::interval_is_open:
        if (is_own(program_, operands[0])) {
          emit(Opcode::own_is_open, into, 0, 0);
        } else {
          emit(Opcode::is_open, into, value(operands[0]), 0);
        }
        return;
    }
  }

  void emit_after_row(Opcode opcode, Register into, const std::vector<ExpressionId>& operands, std::uint32_t c) {
    const Register first = row(operands);
    emit(opcode, into, first, c);
  }

  void lower_intrinsic(const Expression& what, Register into) {
    const Intrinsic& intrinsic = intrinsics()[what.index];
    if (what.operands.size() != intrinsic.arguments)
      throw std::logic_error(std::string(intrinsic.name) + " takes " + std::to_string(intrinsic.arguments) +
                             " arguments");
    if (intrinsic.function != nullptr) {
      emit_after_row(Opcode::intrinsic, into, what.operands, what.index);
      return;
    }
    const auto facts = scene::facts();
    const auto fact = std::ranges::find(facts, intrinsic.fact, &scene::Fact::name);
    emit(Opcode::fact, into, value(what.operands[0]), static_cast<std::uint32_t>(fact - facts.begin()));
  }

  // ---- operators ----

  static Opcode value_opcode(BinaryOperator op) {
    switch (op) {
      case BinaryOperator::add:
        return Opcode::add;
      case BinaryOperator::subtract:
        return Opcode::subtract;
      case BinaryOperator::multiply:
        return Opcode::multiply;
      case BinaryOperator::divide:
        return Opcode::divide;
      case BinaryOperator::modulo:
        return Opcode::modulo;
      case BinaryOperator::less:
      case BinaryOperator::greater:
        return Opcode::less;
      case BinaryOperator::less_equal:
      case BinaryOperator::greater_equal:
        return Opcode::less_equal;
      case BinaryOperator::equal:
        return Opcode::equal;
      default:
        return Opcode::differ;
    }
  }
  static bool is_swapped(BinaryOperator op) {
    return op == BinaryOperator::greater || op == BinaryOperator::greater_equal;
  }
  static bool is_logic(BinaryOperator op) { return op >= BinaryOperator::logical_and; }
  static bool is_text(BinaryOperator op) {
    return op == BinaryOperator::text_equal || op == BinaryOperator::text_not_equal;
  }
  bool compares_references(const Expression& what) const {
    const auto op = static_cast<BinaryOperator>(what.index);
    if (op != BinaryOperator::equal && op != BinaryOperator::not_equal) return false;
    return is_reference(expression(what.operands[0]).type) || is_reference(expression(what.operands[1]).type);
  }

  void lower_binary(const Expression& what, Register into) {
    const auto op = static_cast<BinaryOperator>(what.index);
    if (is_logic(op)) {
      lower_logic(what, into);
      return;
    }
    Register left = value(what.operands[0]);
    Register right = value(what.operands[1]);
    if (is_text(op)) {
      emit(Opcode::text_equal, into, left, right);
      if (op == BinaryOperator::text_not_equal) emit(Opcode::logical_not, into, into, 0);
      return;
    }
    if (compares_references(what)) {
      emit(Opcode::same, into, left, right);
      if (op == BinaryOperator::not_equal) emit(Opcode::logical_not, into, into, 0);
      return;
    }
    if (is_swapped(op)) std::swap(left, right);
    emit(value_opcode(op), into, left, right);
  }

  // A truth as a value. It is put together aside: `into` may be a variable that the operands read.
  void lower_logic(const Expression& what, Register into) {
    Jumps when_false;
    jump_when(what, false, when_false);
    emit(Opcode::copy, into, constant(1.0), 0);
    const std::size_t over = jump(Opcode::jump);
    land(when_false);
    emit(Opcode::copy, into, constant(0.0), 0);
    land(over);
  }

  void lower_conditional(const Expression& what, Register into) {
    if (const auto known = folded_(what.operands[0])) {
      lower_into(what.operands[holds(*known) ? 1 : 2], into);
      return;
    }
    Jumps otherwise;
    jump_when(what.operands[0], false, otherwise);
    lower_into(what.operands[1], into);
    const std::size_t over = jump(Opcode::jump);
    land(otherwise);
    lower_into(what.operands[2], into);
    land(over);
  }

  // Jumps if the expression's truth is `sense`, goes on otherwise.
  void jump_when(ExpressionId id, bool sense, Jumps& jumps) {
    if (const auto known = folded_(id)) {
      if (holds(*known) == sense) jumps.push_back(jump(Opcode::jump));
      return;
    }
    const Expression& what = expression(id);
    const Span outer = std::exchange(at_, what.span);
    const Scope scope(*this);
    if (what.kind == ExpressionKind::unary && static_cast<UnaryOperator>(what.index) == UnaryOperator::logical_not) {
      jump_when(what.operands[0], !sense, jumps);
    } else if (what.kind == ExpressionKind::binary && !compares_references(what)) {
      jump_when(what, sense, jumps);
    } else {
      jumps.push_back(jump(sense ? Opcode::jump_if : Opcode::jump_unless, value(id)));
    }
    at_ = outer;
  }

  // Of a binary operator.
  void jump_when(const Expression& what, bool sense, Jumps& jumps) {
    const auto op = static_cast<BinaryOperator>(what.index);
    if (!is_logic(op)) {
      jump_when_compared(what, op, sense, jumps);
      return;
    }
    // a and b, not (not a or not b); a implies b is not a or b.
    const bool decides = op == BinaryOperator::logical_or;  // this truth of the left side is the whole's
    const bool left_sense = op == BinaryOperator::implies ? false : decides;
    const bool whole = op != BinaryOperator::logical_and;  // what the whole is once the left side decides
    if (whole == sense) {
      jump_when(what.operands[0], left_sense, jumps);
      jump_when(what.operands[1], sense, jumps);
      return;
    }
    Jumps decided;
    jump_when(what.operands[0], left_sense, decided);
    jump_when(what.operands[1], sense, jumps);
    land(decided);
  }

  void jump_when_compared(const Expression& what, BinaryOperator op, bool sense, Jumps& jumps) {
    if (is_text(op) || op < BinaryOperator::less) {
      const Register truth = take();
      lower_binary(what, truth);
      jumps.push_back(jump(sense ? Opcode::jump_if : Opcode::jump_unless, truth));
      return;
    }
    Register left = value(what.operands[0]);
    Register right = value(what.operands[1]);
    if (is_swapped(op)) std::swap(left, right);
    Opcode opcode = Opcode::jump_less;
    switch (value_opcode(op)) {
      case Opcode::less:
        opcode = sense ? Opcode::jump_less : Opcode::unless_less;
        break;
      case Opcode::less_equal:
        opcode = sense ? Opcode::jump_less_equal : Opcode::unless_less_equal;
        break;
      case Opcode::equal:
        opcode = sense ? Opcode::jump_equal : Opcode::unless_equal;
        break;
      default:
        opcode = sense ? Opcode::jump_differ : Opcode::unless_differ;
        break;
    }
    jumps.push_back(jump(opcode, left, right));
  }

  // ---- texts ----

  static TextPart part_of(const Format& format) {
    if (!format.unit.empty()) return {format.type, find_unit(format.unit)};
    if (format.type.kind != TypeKind::number || format.type.dimension == kPlainNumber) return {format.type, nullptr};
    for (const std::string_view name : units_of(format.type.dimension)) {
      const Unit* unit = find_unit(name);
      if (unit->to_si(1.0) == 1.0) return {format.type, unit};
    }
    return {format.type, nullptr};
  }
  // A constant text is a part without a value; its type says which.
  static TextPart constant_text(std::uint32_t text) { return {{TypeKind::nothing, text, {}}, nullptr}; }

  std::uint32_t text_parts(std::vector<TextPart> parts) {
    code_.texts.push_back(std::move(parts));
    return static_cast<std::uint32_t>(code_.texts.size() - 1);
  }

  void lower_text(const Expression& what, Register into) {
    std::vector<TextPart> parts;
    std::vector<ExpressionId> values;
    for (std::size_t i = 0; i < what.operands.size(); ++i) {
      const Expression& operand = expression(what.operands[i]);
      if (operand.kind == ExpressionKind::text_constant) {
        parts.push_back(constant_text(operand.index));
        continue;
      }
      values.push_back(what.operands[i]);
      parts.push_back(part_of(i < what.formats.size() ? what.formats[i] : Format{operand.type, {}}));
    }
    const Register first = row(values);
    emit(Opcode::text, into, first, text_parts(std::move(parts)));
  }

  // ---- lists ----

  // Over the list, with the element in the local: `body` is asked to lower what happens with each.
  template <typename Body>
  void each(Register list_and_place, Register element, Body&& body) {
    const std::uint32_t top = here();
    const std::size_t exit = jump(Opcode::next, element, list_and_place);
    body();
    emit(Opcode::loop, 0, 0, top);
    land(exit);
  }
  Register list_and_place(ExpressionId list) {
    const Register first = take();
    const Register place = take();
    lower_into(list, first);
    emit(Opcode::copy, place, constant(0.0), 0);
    return first;
  }

  void lower_fold(const Expression& what, Register into) {
    const auto kind = static_cast<ListFold>(what.index);
    const Register list = list_and_place(what.operands[0]);
    const ExpressionId body = what.operands[1];
    const Register element = what.local;
    const Register result = take();  // aside: `into` may be a variable that the body reads
    switch (kind) {
      case ListFold::count:
      case ListFold::sum:
      case ListFold::average:
        lower_sum(kind, list, element, body, result);
        break;
      case ListFold::least:
      case ListFold::most:
        emit(Opcode::copy, result, constant(std::numeric_limits<double>::quiet_NaN()), 0);
        each(list, element, [&] {
          const Scope scope(*this);
          emit(kind == ListFold::least ? Opcode::least : Opcode::most, result, result, value(body));
        });
        break;
      case ListFold::any:
      case ListFold::all:
      case ListFold::first:
      case ListFold::first_index:
        lower_search(kind, list, element, body, result);
        break;
      case ListFold::filter:
      case ListFold::map:
        emit(Opcode::list, result, used_, 0);
        each(list, element, [&] {
          const Scope scope(*this);
          if (kind == ListFold::map) {
            emit(Opcode::append, result, value(body), 0);
            return;
          }
          Jumps skip;
          jump_when(body, false, skip);
          emit(Opcode::append, result, element, 0);
          land(skip);
        });
        break;
    }
    emit(Opcode::copy, into, result, 0);
  }

  void lower_sum(ListFold kind, Register list, Register element, ExpressionId body, Register result) {
    emit(Opcode::copy, result, constant(0.0), 0);
    each(list, element, [&] {
      const Scope scope(*this);
      if (kind != ListFold::count) {
        emit(Opcode::add, result, result, value(body));
        return;
      }
      Jumps skip;
      jump_when(body, false, skip);
      emit(Opcode::add, result, result, constant(1.0));
      land(skip);
    });
    if (kind == ListFold::average) emit(Opcode::divide, result, result, list + 1);  // 0 / 0 does not exist
  }

  void lower_search(ListFold kind, Register list, Register element, ExpressionId body, Register result) {
    Jumps found;
    each(list, element, [&] {
      const Scope scope(*this);
      jump_when(body, kind != ListFold::all, found);
    });
    const double none = kind == ListFold::any           ? 0.0
                        : kind == ListFold::all         ? 1.0
                        : kind == ListFold::first_index ? -1.0
                                                        : std::numeric_limits<double>::quiet_NaN();
    emit(Opcode::copy, result, constant(none), 0);
    const std::size_t over = jump(Opcode::jump);
    land(found);
    if (kind == ListFold::first) {
      emit(Opcode::copy, result, element, 0);
    } else if (kind == ListFold::first_index) {
      emit(Opcode::subtract, result, list + 1, constant(1.0));
    } else {
      emit(Opcode::copy, result, constant(kind == ListFold::any ? 1.0 : 0.0), 0);
    }
    land(over);
  }

  // ---- statements ----

  void lower(const std::vector<StatementId>& statements) {
    for (const StatementId id : statements) {
      const Statement& statement = program_.statements[id];
      at_ = statement.span;
      const Scope scope(*this);
      lower(statement);
    }
  }

  void lower(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::evaluate:
        value(statement.value);
        return;
      case StatementKind::assign:
        lower_assignment(statement);
        return;
      case StatementKind::branch: {
        if (const auto known = folded_(statement.value)) {
          lower(holds(*known) ? statement.body : statement.otherwise);
          return;
        }
        Jumps otherwise;
        jump_when(statement.value, false, otherwise);
        lower(statement.body);
        if (statement.otherwise.empty()) {
          land(otherwise);
          return;
        }
        const std::size_t over = jump(Opcode::jump);
        land(otherwise);
        lower(statement.otherwise);
        land(over);
        return;
      }
      case StatementKind::repeat_while: {
        const std::uint32_t top = here();
        Jumps exit;
        jump_when(statement.value, false, exit);
        lower(statement.body);
        at_ = statement.span;
        emit(Opcode::loop, 0, 0, top);
        land(exit);
        return;
      }
      case StatementKind::repeat_for: {
        const Register list = list_and_place(statement.value);
        each(list, statement.local, [&] {
          lower(statement.body);
          at_ = statement.span;
        });
        return;
      }
      case StatementKind::return_value:
        if (statement.value == kNone) {
          emit(Opcode::leave, 0, 0, 0);
        } else {
          emit(Opcode::give_back, value(statement.value), 0, 0);
        }
        return;
      case StatementKind::emit:
        emit(Opcode::emit, 0, 0, statement.index);
        return;
      case StatementKind::start_interval:
      case StatementKind::end_interval: {
        const bool starts = statement.kind == StatementKind::start_interval;
        if (statement.value == kNone || is_own(program_, statement.value)) {
          emit(starts ? Opcode::start_own : Opcode::end_own, 0, 0, 0);
        } else {
          emit(starts ? Opcode::start_interval : Opcode::end_interval, value(statement.value), 0, 0);
        }
        return;
      }
      case StatementKind::set_run_mode: {
        const bool is_check = statement.declaration == kNone;
        const std::uint32_t whose = is_check ? statement.check : statement.declaration;
        if (statement.value == kNone) {
          emit(is_check ? Opcode::set_check_mode_of_all : Opcode::set_mode_of_all, 0, statement.index, whose);
        } else {
          emit(is_check ? Opcode::set_check_mode : Opcode::set_mode, value(statement.value), statement.index, whose);
        }
        return;
      }
    }
  }

  void lower_assignment(const Statement& statement) {
    const Expression& target = expression(statement.target);
    if (target.kind == ExpressionKind::local) {
      lower_into(statement.value, target.index);
      return;
    }
    const Register what = value(statement.value);
    at_ = statement.span;
    switch (target.kind) {
      case ExpressionKind::program_cell:
        emit(Opcode::store_program, what, 0, target.index);
        return;
      case ExpressionKind::own_cell:
        emit(Opcode::store_own, what, 0, target.index);
        return;
      case ExpressionKind::instance_cell:
      case ExpressionKind::data_cell: {
        const bool is_data = target.kind == ExpressionKind::data_cell;
        if (is_own(program_, target.operands[0])) {
          emit(is_data ? Opcode::store_own_data : Opcode::store_own, what, 0, target.index);
        } else {
          emit(is_data ? Opcode::store_data : Opcode::store_instance, what, value(target.operands[0]), target.index);
        }
        return;
      }
      case ExpressionKind::actor_cell:
        emit(Opcode::store_actor, what, value(target.operands[0]), target.index);
        return;
      default:
        throw std::logic_error("assignment to what is neither a variable nor a cell");
    }
  }

  struct Pending {
    Opcode opcode;
    std::uint32_t a, b, c;
  };

  const Program& program_;
  const Function& function_;
  Folding& folded_;
  Code& code_;
  Span at_;  // what is being lowered
  Register used_, most_used_;
  CodeFunction result_;
  std::vector<Pending> pending_;
  std::map<std::uint64_t, Register> constants_;  // by their bits: -0.0 and 0.0 differ
};

}  // namespace

Code lower(const Program& program, std::vector<Diagnostic>& diagnostics) {
  Code code;
  Folding folded(program);
  for (const Function& function : program.functions) {
    try {
      code.functions.push_back(FunctionLowering(program, function, folded, code).run());
    } catch (const TooLarge& problem) {
      diagnostics.push_back({.severity = Severity::error,
                             .span = problem.span,
                             .message = "the function " + function.name + " is too large: " + problem.what,
                             .hint = {},
                             .notes = {}});
      code.functions.push_back({});
    }
  }
  return code;
}

}  // namespace scrutineer::lang
