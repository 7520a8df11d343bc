// Where cells are: the kind of expression that reads them, what that is based on, and the first cell.
#pragma once

#include "lang/sema/program.h"

namespace scrutineer::lang::detail {

struct CellAddress {
  ExpressionKind space = ExpressionKind::own_cell;
  ExpressionId base = kNone;
  std::uint32_t offset = 0;
  bool is_flat = false;  // of a struct: its own cells begin here, not a cell that refers to it
};

}  // namespace scrutineer::lang::detail
