// All instructions: the one list from which lowering, the verifier, the listing and the machine are made.
//
// An instruction has three operands of 16 bits, a, b and c. What each of them is, is written beside its meaning, so
// that the verifier needs to know nothing else about an instruction.
//
// In the equations R is the registers of the running function (its parameters and other locals, then what it needs in
// between, then its constants), own the cells of the instance that runs. `holds(x)` is: x exists and is not 0.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace scrutineer::lang {

enum class Operand : std::uint8_t {
  none,          // must be 0
  in,            // a register that is read
  out,           // a register that is written
  two,           // two registers in a row, read and written
  row,           // the first of the registers that hold arguments; how many, c says
  own_cell,      // in the running instance
  other_cell,    // in some instance: the machine checks it against what it finds
  actor_cell,    //
  program_cell,  //
  struct_type,   //
  ahead,         // a jump to an instruction further on
  back,          // a jump back
  function,      //
  intrinsic,     //
  fact,          //
  motion,        // a fact that Motion keeps
  declaration,   //
  check,         // a check of the catalogue, by its name in the constant texts
  text_parts,    // how the parts of a text are printed
  parameter,     // of the catalogue
  metric,        //
  event,         // of users
  count,         // a plain number
  truth,         // 0 or 1
};

// clang-format off
#define SCRUTINEER_OPCODES(X)                                                                                        \
  /* ---- cells ---- */                                                                                              \
  X(copy,             out, in,   none)         /* R[a] = R[b] */                                                     \
  X(load_own,         out, none, own_cell)     /* R[a] = own[c] */                                                   \
  X(store_own,        in,  none, own_cell)     /* own[c] = R[a] */                                                   \
  X(load_own_data,    out, none, own_cell)     /* R[a] = own[c]; the own interval must be open */                    \
  X(store_own_data,   in,  none, own_cell)     /* own[c] = R[a]; likewise */                                         \
  X(load_instance,    out, in,   other_cell)   /* R[a] = instance(R[b])[c] */                                        \
  X(store_instance,   in,  in,   other_cell)   /* instance(R[b])[c] = R[a] */                                        \
  X(load_data,        out, in,   other_cell)   /* R[a] = instance(R[b])[c]; its interval must be open */             \
  X(store_data,       in,  in,   other_cell)   /* instance(R[b])[c] = R[a]; likewise */                              \
  X(load_actor,       out, in,   actor_cell)   /* R[a] = actor(R[b])[c] */                                           \
  X(store_actor,      in,  in,   actor_cell)   /* actor(R[b])[c] = R[a] */                                           \
  X(load_program,     out, none, program_cell) /* R[a] = program[c] */                                               \
  X(store_program,    in,  none, program_cell) /* program[c] = R[a] */                                               \
  X(load_struct,      out, in,   other_cell)   /* R[a] = struct(R[b])[c] */                                          \
  X(store_struct,     in,  in,   other_cell)   /* struct(R[b])[c] = R[a] */                                          \
  /* ---- who and what ---- */                                                                                       \
  X(new_struct,       out, none, struct_type)  /* R[a] = a new struct of the type c */                               \
  X(struct_is,        out, in,   struct_type)  /* R[a] = is the own type of struct(R[b]) c, or inherits from it? */   \
  X(own_instance,     out, none, none)         /* R[a] = the instance that runs */                                   \
  X(own_actor,        out, none, none)         /* R[a] = its actor; null: it has none */                             \
  X(ego,              out, none, none)         /* R[a] = the ego; null: it is not there now */                       \
  X(instance_of,      out, in,   declaration)  /* R[a] = the instance of c that belongs to the actor R[b], or null */ \
  X(instance_of_run,  out, none, declaration)  /* R[a] = the one instance of c, or null */                           \
  X(own_is_open,      out, none, none)         /* R[a] = is the own interval open? */                                \
  X(is_open,          out, in,   none)         /* R[a] = is the interval of instance(R[b]) open? */                  \
  X(metric,           out, none, metric)       /* R[a] = metric c of the interval that ends just now */              \
  X(setting,          out, in,   parameter)    /* R[a] = parameter c as set for the actor R[b] */                    \
  X(fact,             out, in,   fact)         /* R[a] = fact c of the actor R[b] */                                 \
  X(own_fact,         out, none, fact)         /* R[a] = fact c of the own actor */                                  \
  X(own_motion,       out, none, motion)       /* the same, of a fact that Motion keeps */                           \
  /* ---- numbers ---- */                                                                                            \
  X(negate,           out, in,   none)         /* R[a] = -R[b] */                                                    \
  X(add,              out, in,   in)           /* R[a] = R[b] + R[c] */                                              \
  X(subtract,         out, in,   in)           /* R[a] = R[b] - R[c] */                                              \
  X(multiply,         out, in,   in)           /* R[a] = R[b] * R[c] */                                              \
  X(divide,           out, in,   in)           /* R[a] = R[b] / R[c] */                                              \
  X(modulo,           out, in,   in)           /* R[a] = what is left of R[b] after whole R[c]s, towards 0 */        \
  X(least,            out, in,   in)           /* R[a] = the lesser of R[b] and R[c]; the other one if one does not exist */ \
  X(most,             out, in,   in)           /* R[a] = the greater of them; likewise */ \
  /* ---- whole numbers: the same, exact up to 64 bits ---- */                                                        \
  X(to_number,        out, in,   none)         /* R[a] = the number next to R[b] that a double holds */              \
  X(add_whole,        out, in,   in)           /* R[a] = R[b] + R[c] */                                              \
  X(subtract_whole,   out, in,   in)           /* R[a] = R[b] - R[c] */                                              \
  X(multiply_whole,   out, in,   in)           /* R[a] = R[b] * R[c] */                                              \
  X(divide_whole,     out, in,   in)           /* R[a] = R[b] / R[c], towards 0 */                                   \
  X(modulo_whole,     out, in,   in)           /* R[a] = what is left of R[b] after whole R[c]s, towards 0 */        \
  X(least_whole,      out, in,   in)           /* R[a] = the lesser of R[b] and R[c]; the other one if one does not exist */ \
  X(most_whole,       out, in,   in)           /* R[a] = the greater of them; likewise */ \
  X(less_whole,       out, in,   in)           /* R[a] = R[b] < R[c] */                                              \
  X(less_equal_whole, out, in,   in)           /* R[a] = R[b] <= R[c] */                                             \
  X(equal_whole,      out, in,   in)           /* R[a] = R[b] == R[c] */                                             \
  X(differ_whole,     out, in,   in)           /* R[a] = R[b] < R[c] or R[b] > R[c] */                               \
  /* ---- truths: 0 or 1 ---- */                                                                                     \
  X(logical_not,      out, in,   none)         /* R[a] = not holds(R[b]) */                                          \
  X(less,             out, in,   in)           /* R[a] = R[b] < R[c] */                                              \
  X(less_equal,       out, in,   in)           /* R[a] = R[b] <= R[c] */                                             \
  X(equal,            out, in,   in)           /* R[a] = R[b] == R[c] */                                             \
  X(differ,           out, in,   in)           /* R[a] = R[b] < R[c] or R[b] > R[c] */                               \
  X(same,             out, in,   in)           /* R[a] = R[b] == R[c] or neither exists */                           \
  X(text_equal,       out, in,   in)           /* R[a] = the texts R[b] and R[c] are equal, or both null */          \
  /* ---- jumps: only `loop` goes back ---- */                                                                       \
  X(jump,             none, none, ahead)       /* go to c */                                                         \
  X(jump_if,          in,  none, ahead)        /* if holds(R[a]): go to c */                                         \
  X(jump_unless,      in,  none, ahead)        /* if not holds(R[a]): go to c */                                     \
  X(jump_if_open,     none, none, ahead)       /* if the own interval is open: go to c */                            \
  X(jump_unless_open, none, none, ahead)       /* if it is not: go to c */                                           \
  X(jump_less,        in,  in,   ahead)        /* if R[a] < R[b]: go to c */                                         \
  X(jump_less_equal,  in,  in,   ahead)        /* if R[a] <= R[b]: go to c */                                        \
  X(jump_equal,       in,  in,   ahead)        /* if R[a] == R[b]: go to c */                                        \
  X(jump_differ,      in,  in,   ahead)        /* if R[a] < R[b] or R[a] > R[b]: go to c */                          \
  X(unless_less,      in,  in,   ahead)        /* if not R[a] < R[b]: go to c */                                     \
  X(unless_less_equal, in, in,   ahead)        /* if not R[a] <= R[b]: go to c */                                    \
  X(unless_equal,     in,  in,   ahead)        /* if not R[a] == R[b]: go to c */                                    \
  X(unless_differ,    in,  in,   ahead)        /* if neither R[a] < R[b] nor R[a] > R[b]: go to c */                 \
  X(jump_less_whole,  in,  in,   ahead)        /* likewise, of whole numbers */                                      \
  X(jump_less_equal_whole, in, in, ahead)                                                                            \
  X(jump_equal_whole, in,  in,   ahead)                                                                              \
  X(jump_differ_whole, in, in,   ahead)                                                                              \
  X(unless_less_whole, in, in,   ahead)                                                                              \
  X(unless_less_equal_whole, in, in, ahead)                                                                          \
  X(unless_equal_whole, in, in,  ahead)                                                                              \
  X(unless_differ_whole, in, in, ahead)                                                                              \
  X(loop,             none, none, back)        /* one step more; go to c */                                          \
  /* ---- texts and lists ---- */                                                                                    \
  X(text,             out, row,  text_parts)   /* R[a] = the parts R[b] ... as one text */                           \
  X(list,             out, row,  count)        /* R[a] = a new list of the c values R[b] ... */                      \
  X(append,           in,  in,   none)         /* R[b] becomes the last of the list R[a] */                          \
  X(element,          out, in,   in)           /* R[a] = what stands at R[c] in the list R[b], from 0 */             \
  X(next,             out, two,  ahead)        /* if R[b+1] < size of R[b]: R[a] = R[b][R[b+1]], R[b+1] += 1; else go to c */ \
  /* ---- calls ---- */                                                                                              \
  X(call,             out, row,  function)     /* R[a] = c(R[b] ...) */                                              \
  X(intrinsic,        out, row,  intrinsic)    /* R[a] = c(R[b] ...) */                                              \
  X(give_back,        in,  none, none)         /* return R[a] */                                                     \
  X(leave,            none, none, none)        /* return nothing */                                                  \
  /* ---- what happens ---- */                                                                                       \
  X(emit,             none, none, event)       /* the own event c */                                                 \
  X(start_own,        none, none, none)        /* the own interval begins */                                         \
  X(start_own_since,  in,  none, none)         /* it began at R[a] */                                                \
  X(end_own,          none, none, none)        /* the own interval ends */                                           \
  X(start_interval,   in,  none, none)         /* that of instance(R[a]) begins */                                   \
  X(start_interval_since, in, in, none)        /* it began at R[b] */                                                \
  X(end_interval,     in,  none, none)         /* that of instance(R[a]) ends */                                     \
  X(set_mode,         in,  truth, declaration) /* the instance of c that belongs to the actor R[a] is frozen (b = 1) or thawed */ \
  X(set_mode_of_all,  none, truth, declaration) /* likewise all instances of c */                                    \
  X(set_check_mode,   in,  truth, check)       /* likewise that of a check of the catalogue */                       \
  X(set_check_mode_of_all, none, truth, check) /* likewise all of it */                                              \
  X(emit_of,          in,  none, event)        /* the event c of instance(R[a]) */
// clang-format on

enum class Opcode : std::uint16_t {
#define SCRUTINEER_OPCODE(name, a, b, c) name,
  SCRUTINEER_OPCODES(SCRUTINEER_OPCODE)
#undef SCRUTINEER_OPCODE
};

struct OpcodeInfo {
  std::string_view name;
  Operand a, b, c;
};

inline constexpr std::array kOpcodes{
#define SCRUTINEER_OPCODE(name, a, b, c) OpcodeInfo{#name, Operand::a, Operand::b, Operand::c},
    SCRUTINEER_OPCODES(SCRUTINEER_OPCODE)
#undef SCRUTINEER_OPCODE
};

constexpr const OpcodeInfo& info(Opcode opcode) { return kOpcodes[static_cast<std::size_t>(opcode)]; }

}  // namespace scrutineer::lang
