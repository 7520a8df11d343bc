// Writes the instructions of one function: registers are taken and given back, constants collected, jumps landed.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lang/lower/code.h"

namespace scrutineer::lang::detail {

// What the format of bytecode cannot hold.
struct TooLarge {
  Span span;
  std::string what;
};

using Register = std::uint32_t;

class Assembler {
 public:
  // Where a jump is whose target is not known yet.
  using Jumps = std::vector<std::size_t>;

  explicit Assembler(const Function& function)
      : function_(function), at_(function.span), used_(function.locals), most_used_(function.locals) {
    if (function.locals > kMost) throw TooLarge{function.span, "it has too many variables"};
  }

  // What is written from now on belongs to this place of the source; the place before.
  Span go_to(Span span) { return std::exchange(at_, span); }

  // ---- registers ----

  Register take() {
    const Register taken = used_++;
    most_used_ = std::max(most_used_, used_);
    if (used_ > kMost) throw TooLarge{at_, "it needs too many registers"};
    return taken;
  }
  Register next_free() const { return used_; }
  // Gives back what was taken since.
  class BorrowedRegisters {
   public:
    explicit BorrowedRegisters(Assembler& assembler) : assembler_(assembler), used_(assembler.used_) {}
    ~BorrowedRegisters() { assembler_.used_ = used_; }
    BorrowedRegisters(const BorrowedRegisters&) = delete;
    BorrowedRegisters& operator=(const BorrowedRegisters&) = delete;

   private:
    Assembler& assembler_;
    Register used_;
  };

  Register constant(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto [place, is_new] = constants_.try_emplace(bits, static_cast<Register>(result_.constants.size()));
    if (is_new) result_.constants.push_back(value);
    return kConstant + place->second;
  }

  // Registers in a row, of which those with a value hold that from the beginning and are never written. The others are
  // written before each use, and used for nothing else.
  Register row_with_constants(const std::vector<std::optional<double>>& values) {
    const auto first = static_cast<Register>(result_.constants.size());
    for (const std::optional<double>& value : values) {
      if (!value) result_.written_constants.push_back(static_cast<Register>(result_.constants.size()));
      result_.constants.push_back(value.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    return kConstant + first;
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

 private:
  static constexpr std::uint32_t kMost = 0xFFFF;  // that an operand can say
  static constexpr Register kConstant =
      0x80000000;  // constants are numbered from here until it is known where they begin

  struct Pending {
    Opcode opcode;
    std::uint32_t a, b, c;
  };

  const Function& function_;
  Span at_;  // what is being lowered
  Register used_, most_used_;
  CodeFunction result_;
  std::vector<Pending> pending_;
  std::map<std::uint64_t, Register> constants_;  // by their bits: -0.0 and 0.0 differ
};

}  // namespace scrutineer::lang::detail
