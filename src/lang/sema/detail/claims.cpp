#include "lang/sema/detail/claims.h"

#include <fmt/format.h>

#include <algorithm>

namespace scrutineer::lang::detail {

std::string quoted_target(const PassResults& passes, const Claim& claim) {
  return fmt::format("`{}`", passes.sources.text(claim.target->span));
}

CellPath path_to(const Program& program, const CellAddress& address) {
  CellPath path{address.space, address.base, {address.offset}};
  while (path.space == ExpressionKind::struct_cell) {
    const Expression& structure = program.expressions[path.base];
    path.space = structure.kind;
    path.base = structure.operands.empty() ? kNone : structure.operands.front();
    path.cells.insert(path.cells.begin(), structure.index);
  }
  return path;
}

void KeptConstants::note(const std::string& key, double value, const Claim& claim, Span target) {
  if (!claim.is_hard()) return;
  const auto [known, is_new] = noted_.emplace(key, std::pair(value, claim.span));
  if (!is_new && known->second.first != value) contradict(claim.span, target, known->second.second);
}

void KeptConstants::contradict(Span claim, Span target, Span other) {
  passes_.reporter.error(claim, fmt::format("`{}` is kept at another value already", passes_.sources.text(target)),
                         "a default is overridden: keep(default ...)", {{other, "here"}});
}

void KeptConstants::add(double value, const Claim& claim, Span target, const CellPath& path, const TypeInfo& type) {
  Kept kept{nullptr, kNone, path.cells, value, claim.span, target};
  if (path.space == ExpressionKind::own_cell) {
    kept.type = &type;
  } else if (path.space == ExpressionKind::instance_cell) {
    const Expression& base = passes_.program.expressions[path.base];
    if (base.kind != ExpressionKind::instance_of) return;
    kept.declaration = base.index;
  } else if (path.space != ExpressionKind::program_cell) {
    return;
  }
  kept_.push_back(std::move(kept));
}

void KeptConstants::compare() {
  for (const Kept& kept : kept_) {
    if (kept.type != nullptr) {
      compare_with_parts(kept, *kept.type, kept.cells);
      for (const TypeInfo* base = kept.type->base; base != nullptr; base = base->base) compare(kept, *base, kept.cells);
    } else if (kept.declaration != kNone) {
      const std::uint32_t object = passes_.program.declarations[kept.declaration].object;
      if (object != kNone) compare_with_type(kept, *passes_.types.objects[object], kept.cells);
    } else {
      for (const FieldInfo* global : passes_.symbols.globals) compare_with_field(kept, *global, kept.cells);
    }
  }
}

void KeptConstants::compare(const Kept& kept, const TypeInfo& type, CellSpan cells) {
  for (const Kept& other : kept_)
    if (other.type == &type && std::ranges::equal(other.cells, cells) && other.value != kept.value)
      contradict(kept.span, kept.target, other.span);
}

void KeptConstants::compare_with_type(const Kept& kept, const TypeInfo& type, CellSpan cells) {
  for (const TypeInfo* at = &type; at != nullptr; at = at->base) compare(kept, *at, cells);
  compare_with_parts(kept, type, cells);
}

// The struct among the fields that the path leads into.
void KeptConstants::compare_with_parts(const Kept& kept, const TypeInfo& type, CellSpan cells) {
  for (const TypeInfo* at = &type; at != nullptr; at = at->base)
    for (const FieldInfo* field : at->fields) compare_with_field(kept, *field, cells);
}

void KeptConstants::compare_with_field(const Kept& kept, const FieldInfo& field, CellSpan cells) {
  if (cells.size() > 1 && passes_.types.is_struct(field.type) && field.offset == cells.front())
    compare_with_type(kept, *passes_.types.info_of(field.type), cells.subspan(1));
}

}  // namespace scrutineer::lang::detail
