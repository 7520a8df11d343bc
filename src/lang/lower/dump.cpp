#include "lang/lower/dump.h"

#include <fmt/format.h>

#include "base/text.h"
#include "lang/lower/handles.h"
#include "lang/lower/verify.h"
#include "lang/vm/intrinsics.h"
#include "scene/facts.h"

namespace scrutineer::lang {
namespace {

class Listing {
 public:
  Listing(const Code& code, const Program& program, const Sources& sources)
      : code_(code), program_(program), sources_(sources) {}

  std::string run() {
    for (const CodeFunction& function : code_.functions) list(function);
    return std::move(out_);
  }

 private:
  void list(const CodeFunction& function) {
    if (!out_.empty()) out_ += '\n';
    out_ += fmt::format("{} ({} {}, {} {})\n", function.name, function.parameters,
                        function.parameters == 1 ? "parameter" : "parameters", function.registers,
                        function.registers == 1 ? "register" : "registers");
    std::string shown;
    for (std::size_t place = 0; place < function.instructions.size(); ++place) {
      if (std::string line = source_line(function.spans[place]); line != shown) {
        out_ += "  " + line + '\n';
        shown = std::move(line);
      }
      const Instruction& one = function.instructions[place];
      const OpcodeInfo& shape = info(one.opcode);
      std::string operands;
      for (const auto& [kind, value] :
           {std::pair(shape.a, one.a), std::pair(shape.b, one.b), std::pair(shape.c, one.c)}) {
        if (kind == Operand::none) continue;
        if (!operands.empty() && !operands.ends_with("= ")) operands += ", ";
        operands += kind == Operand::row ? row_text(function, one) : text(function, kind, value);
        if (kind == Operand::out) operands += " = ";
      }
      out_ += fmt::format("  {:>4}  {:<18}{}", place, shape.name, operands);
      while (out_.ends_with(' ')) out_.pop_back();
      out_ += '\n';
    }
  }

  std::string source_line(Span span) const {
    if (span.file >= sources_.size()) return "?";
    const SourceFile& file = sources_[span.file];
    const LineColumn at = file.line_column(span.begin);
    return fmt::format("{}:{}: {}", file.name(), at.line, trim(file.line(at.line)));
  }

  std::string text(const CodeFunction& function, Operand kind, std::uint16_t value) const {
    switch (kind) {
      case Operand::in:
      case Operand::out:
      case Operand::two:
        return register_text(function, value);
      case Operand::row:
        return {};  // row_text
      case Operand::own_cell:
        return fmt::format("own[{}]", value);
      case Operand::other_cell:
      case Operand::actor_cell:
        return fmt::format("[{}]", value);
      case Operand::program_cell:
        return fmt::format("program[{}]", value);
      case Operand::struct_type:
        return value < program_.structs.size() ? program_.structs[value].name : "?";
      case Operand::ahead:
      case Operand::back:
        return fmt::format("-> {}", value);
      case Operand::function:
        return value < code_.functions.size() ? code_.functions[value].name : "?";
      case Operand::intrinsic:
        return value < intrinsics().size() ? std::string(intrinsics()[value].name) : "?";
      case Operand::fact:
      case Operand::motion:
        return value < scene::facts().size() ? std::string(scene::facts()[value].name) : "?";
      case Operand::declaration:
        return value < program_.declarations.size() ? program_.declarations[value].name : "?";
      case Operand::check:
        return value < program_.texts.size() ? program_.texts[value] : "?";
      case Operand::parameter:
        return value < program_.parameters.size() ? std::string(program_.parameters[value]->path) : "?";
      case Operand::text_parts:
        return value < code_.texts.size() ? parts_text(value) : "?";
      case Operand::none:
      case Operand::metric:
      case Operand::event:
      case Operand::count:
      case Operand::truth:
        return std::to_string(value);
    }
    return {};
  }

  std::string register_text(const CodeFunction& function, std::uint16_t value) const {
    const std::uint32_t first = function.first_constant();
    if (!function.is_constant(value)) return fmt::format("r{}", value);
    const double constant = function.constants[value - first];
    if (constant >= kFirstText && constant < kFirstText + static_cast<double>(program_.texts.size()))
      return quoted(program_.texts[static_cast<std::size_t>(constant - kFirstText)]);
    return shortest(constant);
  }

  // "(r3, r4, 2)": its arguments.
  std::string row_text(const CodeFunction& function, const Instruction& one) const {
    std::string row;
    for (std::uint32_t i = 0; i < row_length(code_, info(one.opcode).c, one.c); ++i)
      row += (i > 0 ? ", " : "") + register_text(function, static_cast<std::uint16_t>(one.b + i));
    return "(" + row + ")";
  }

  std::string parts_text(std::uint16_t value) const {
    std::string pattern;
    for (const TextPart& part : code_.texts[value]) {
      if (part.type.kind == TypeKind::nothing) {
        pattern += program_.texts[part.type.index];
      } else {
        pattern += part.unit == nullptr ? "$()" : "$()" + std::string(part.unit->name);
      }
    }
    return quoted(pattern);
  }

  static std::string quoted(const std::string& text) { return '"' + json_escaped(text) + '"'; }

  const Code& code_;
  const Program& program_;
  const Sources& sources_;
  std::string out_;
};

}  // namespace

std::string dump_bytecode(const Code& code, const Program& program, const Sources& sources) {
  return Listing(code, program, sources).run();
}

}  // namespace scrutineer::lang
