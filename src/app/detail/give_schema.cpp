#include "app/detail/give_schema.h"

#include <fmt/format.h>

#include <ostream>

#include "app/detail/words.h"
#include "base/printable.h"

namespace scrutineer::app {

int give_schema(const std::string& text, std::string_view command, const SchemaOptions& options, Outside& outside) {
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
  outside.screen.out << fmt::format("{} is {}; mend it with: {} --write {}\n", printable(options.check),
                                    found ? "out of date" : "missing", command, printable(options.check));
  return kFound;
}

}  // namespace scrutineer::app
