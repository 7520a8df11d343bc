// Which kinds of issues a suite can have beside the catalogue's: those that checkers of its own configurations declare.
// The suite's row in the store keeps them, so that a criterion about a kind that was misspelt can be told from one about
// a kind that happens not to occur.
//
//   OwnKinds kinds;
//   for (const auto& configuration : ...) add(kinds, own_kinds(*configuration));
//   row.configuration = with_own_kinds(row.configuration, kinds);
#pragma once

#include <optional>
#include <set>
#include <string>

#include "base/result.h"
#include "run/configuration.h"
#include "store/store.h"

namespace scrutineer::suite {

struct OwnKinds {
  std::set<std::string> names = {};
  // False: there may be others. Code of a configuration raises issues of any kind, and suites that were evaluated before
  // kinds were kept do not tell.
  bool are_all = true;

  bool operator==(const OwnKinds&) const = default;
};

OwnKinds own_kinds(const run::Configuration& configuration);
void add(OwnKinds& kinds, const OwnKinds& more);

// Of a suite's row: SuiteRow::configuration.
OwnKinds own_kinds_of(const std::string& configuration);
std::string with_own_kinds(const std::string& configuration, const OwnKinds& kinds);

// For a suite that is continued, maybe with other flags, checkers or another version: the store says from now on how it
// is evaluated now. Kinds that it could have before stay, and if it was not complete, so does how many runs it was to have.
std::optional<Problem> keep_configuration(store::Store& store, const store::SuiteRow& suite,
                                          const store::SuiteRow& wanted);

}  // namespace scrutineer::suite
