// Moves suites out of a store and into another, as files or from store to store.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/rows.h"
#include "store/store.h"

namespace scrutineer::store {

// Where exported files go, piece by piece.
using ExportedFiles = std::function<std::optional<Problem>(std::string_view file, std::string_view piece)>;

// CSV files and suite.json: all that is stored of the suite. The same suite gives the same bytes whatever store it is in.
std::optional<Problem> export_suite(Store& store, const SuiteRow& suite, const ExportedFiles& files);

struct Transferred {
  SuiteRow suite;           // as it is in the store now
  std::size_t written = 0;  // runs
  std::size_t known = 0;    // that the store had already, with the same content
};

struct TransferOptions {
  std::string as = {};  // the suite's name in the store; empty: the one that it has
};

// Reads an exported file; a problem says that there is none.
using ExportedText = std::function<Result<std::string>(std::string_view file)>;
// Runs that the store already has with the same content are left alone, so an interrupted import can be continued. A
// suite is the same if it has the same name and time of creation. A problem: the store has another suite of that name.
Result<Transferred> import_files(Store& store, const std::string& folder, const ExportedText& files,
                                 const TransferOptions& options = {});
Result<Transferred> copy_suite(Store& from, const SuiteRow& suite, Store& into, const TransferOptions& options = {});
// Copies the rules of triage that `into` does not have yet; returns how many.
Result<std::size_t> copy_rules(Store& from, Store& into);

}  // namespace scrutineer::store
