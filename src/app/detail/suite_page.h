// The page of a suite, for the commands that write one.
#pragma once

#include <cstddef>
#include <string>

#include "app/detail/options.h"
#include "app/run.h"
#include "base/result.h"
#include "store/store.h"
#include "suite/page.h"

namespace scrutineer::app {

struct SuitePageOptions {
  std::string folder;             // where index.html goes
  std::size_t run_reports = 100;  // of so many runs at most that have none the report is made
};
void add_run_reports(Options& options, SuitePageOptions& values);

// What to tell about the page that was written.
Result<std::string> write_suite_page(store::Store& store, const suite::PageQuestion& question,
                                     const SuitePageOptions& options, Outside& outside);

}  // namespace scrutineer::app
