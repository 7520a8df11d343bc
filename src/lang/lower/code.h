// The functions of a program as bytecode.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/unit.h"
#include "lang/lower/opcodes.h"
#include "lang/sema/program.h"

namespace scrutineer::lang {

struct Instruction {
  Opcode opcode = Opcode::leave;
  std::uint16_t a = 0, b = 0, c = 0;

  bool operator==(const Instruction&) const = default;
};
static_assert(sizeof(Instruction) == 8);

// How one part of a text is printed.
struct TextPart {
  Type type;
  const Unit* unit = nullptr;  // of numbers; null: plain
};

struct CodeFunction {
  std::string name;
  Span span;
  std::uint32_t parameters = 0;
  std::uint32_t locals = 0;     // parameters included
  std::uint32_t registers = 0;  // all: locals, what is needed in between, constants last
  std::vector<double> constants;
  // Places among the constants that are written all the same: arguments that are computed, in a row with others that are
  // constants. Ascending.
  std::vector<std::uint32_t> written_constants;
  std::vector<Instruction> instructions;
  std::vector<Span> spans;  // of the instructions

  std::uint32_t first_constant() const { return registers - static_cast<std::uint32_t>(constants.size()); }
  bool is_constant(std::size_t place) const {
    return place >= first_constant() && place < registers &&
           !std::ranges::binary_search(written_constants, static_cast<std::uint32_t>(place - first_constant()));
  }
};

struct Code {
  std::vector<CodeFunction> functions;       // in the order of Program::functions
  std::vector<std::vector<TextPart>> texts;  // that `text` puts together
};

}  // namespace scrutineer::lang
