// What the passes have found so far: load, declare, link, lay out, declare what runs, configure, compile. Each pass
// adds its own result and reads those before it. The first four take only what they need; from then on code is
// compiled, which may refer to all of it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "lang/sema/analyse.h"
#include "lang/sema/detail/configuration.h"
#include "lang/sema/detail/layout.h"
#include "lang/sema/detail/load.h"
#include "lang/sema/detail/methods.h"
#include "lang/sema/detail/objects.h"
#include "lang/sema/detail/program_tables.h"
#include "lang/sema/detail/type_table.h"
#include "lang/sema/detail/units.h"

namespace scrutineer::lang::detail {

struct BySource {
  bool operator()(const Span& a, const Span& b) const { return std::tie(a.file, a.begin) < std::tie(b.file, b.begin); }
};

struct PassResults {
  const Sources& sources;
  const Library& library;
  Reporter& reporter;
  const LoadedFiles& loaded;
  const Units& units;
  SymbolTable& symbols;
  TypeTable& types;
  Layout& layout;
  Program& program;
  ProgramTables& tables;
  RunningObjects objects = {};
  Configuration configuration = {};
  Methods methods{*this};

  // Reported once, however often it occurs.
  std::set<const TypeInfo*> watchers_without_data = {};                 // that were asked for more than they have
  std::map<Span, std::string, BySource> arguments_without_effect = {};  // of records, by their places
};

// The comment before the line, or at its end.
std::string comment_at(const Sources& sources, Span span);

}  // namespace scrutineer::lang::detail
