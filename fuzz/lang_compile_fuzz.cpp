// Any bytes as a configuration: compiling them ends, without a crash, in messages or in bytecode that the verifier
// takes.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "checks/catalogue.h"
#include "lang/compile.h"
#include "lang/diagnostic.h"

namespace {

using namespace scrutineer;

// A few checks stand for all: the library is compiled anew with every input.
std::vector<watch::Check> few_checks() {
  const std::set<std::string_view> kept = {"teleportation", "speed_policy", "approach_junction"};
  std::vector<watch::Check> checks;
  for (watch::Check& check : checks::catalogue())
    if (kept.contains(check.info.name)) checks.push_back(std::move(check));
  return checks;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<watch::Check> kCatalogue = few_checks();
  const std::string text(reinterpret_cast<const char*>(data), size);
  // A file can import itself; any other does not exist.
  const auto open = [&](const std::string& path) -> Result<std::string> {
    if (path == "fuzz.osc") return text;
    return Problem{{.file = path}, "no such file"};
  };
  const std::vector<lang::SourceText> files = {{"fuzz.osc", text}};
  const lang::Compilation made = lang::compile(files, {.catalogue = kCatalogue, .open_import = open});
  render(made.diagnostics, *made.sources);
  if (!made.program) {
    if (!made.diagnostics.empty()) return 0;
    std::fprintf(stderr, "neither a program nor a message:\n%s\n", text.c_str());
    std::abort();
  }
  made.program->types();
  made.program->bytecode();
  return 0;
}
