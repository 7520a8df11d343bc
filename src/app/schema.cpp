// scrutineer schema: what a result looks like, for programs that read it.

#include "results/schema.h"

#include <fmt/format.h>

#include <ostream>

#include "app/commands.h"
#include "checks/catalogue.h"

namespace scrutineer::app {

int schema(const SchemaOptions& options, Outside& outside) {
  const std::string text = results::result_schema(checks::catalogue());
  if (!options.write.empty()) {
    if (const auto problem = outside.files.write(options.write, text)) return refuse(outside, *problem);
    return kFine;
  }
  if (options.check.empty()) {
    outside.screen.out << text;
    return kFine;
  }
  const auto found = outside.files.read(options.check);
  if (found && *found == text) return kFine;
  outside.screen.out << fmt::format("{} is {}; mend it with: scrutineer schema --write {}\n", options.check,
                                    found ? "out of date" : "missing", options.check);
  return kFound;
}

}  // namespace scrutineer::app
