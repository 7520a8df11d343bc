// Suites on their way out of a store and into another: as files, or from store to store.
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
// What the store has already, of a suite with that name that was created at the same time, is left alone: an import that
// was interrupted goes on. A problem: there is another suite of that name.
Result<Transferred> import_files(Store& store, const std::string& folder, const ExportedText& files,
                                 const TransferOptions& options = {});
Result<Transferred> copy_suite(Store& from, const SuiteRow& suite, Store& into, const TransferOptions& options = {});
// The rules of triage that are not there yet; how many they were.
Result<std::size_t> copy_rules(Store& from, Store& into);

}  // namespace scrutineer::store
