// scrutineer schema: what a result looks like, for programs that read it.

#include "results/schema.h"

#include "app/detail/command.h"
#include "app/detail/give_schema.h"
#include "checks/catalogue.h"

namespace scrutineer::app {

namespace {

int schema(const SchemaOptions& options, Outside& outside) {
  return give_schema(results::result_schema(checks::catalogue()), "scrutineer schema", options, outside);
}

}  // namespace

Command schema_command() {
  return {.name = "schema",
          .turn = 440,
          .summary = "Print the JSON schema of results (runtime_data.json)",
          .example = "scrutineer schema",
          .declare = declare<SchemaOptions, add_schema_files, schema>};
}

}  // namespace scrutineer::app
