// Any text as the files of an exported suite: importing them ends in a problem or in a suite that is exported to files
// which, imported again, give the same bytes.
//
// The input is all files in one: a line "== NAME" begins each.
#include <map>
#include <memory>

#include "kit/fuzz.h"
#include "kit/scratch_folder.h"
#include "store/store.h"
#include "store/transfer.h"

namespace {

using namespace scrutineer;
using Files = std::map<std::string, std::string, std::less<>>;

Files files_of(std::string_view text) {
  Files files;
  std::string* file = nullptr;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n') + 1 == 0 ? text.size() : text.find('\n') + 1);
    text.remove_prefix(line.size());
    if (line.starts_with("== ")) {
      file = &files[std::string(line.substr(3, line.size() - 3 - (line.ends_with('\n') ? 1 : 0)))];
    } else if (file != nullptr) {
      *file += line;
    }
  }
  return files;
}

Result<store::Transferred> import(store::Store& store, const Files& files) {
  return import_files(store, "exported", [&](std::string_view name) -> Result<std::string> {
    const auto found = files.find(name);
    if (found == files.end()) return Problem{{.file = std::string(name)}, "no such file"};
    return found->second;
  });
}

Files exported(store::Store& store, const store::SuiteRow& suite) {
  Files files;
  const auto problem = export_suite(store, suite, [&](std::string_view name, std::string_view piece) {
    files[std::string(name)] += piece;
    return std::optional<Problem>();
  });
  kit::require(!problem, "cannot be exported", problem ? to_string(*problem) : "");
  return files;
}

void remove_all(store::Store& store) {
  const auto suites = store.suites();
  kit::require(static_cast<bool>(suites), "the store is broken", suites ? "" : to_string(suites.problem()));
  for (const store::SuiteRow& suite : *suites) {
    const auto problem = store.remove_suite(suite.id);
    kit::require(!problem, "cannot be removed", problem ? to_string(*problem) : "");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const kit::ScratchFolder folder;
  static const std::unique_ptr<store::Store> store =
      std::move(*store::open_store(folder.file("fuzz.db"), store::OpenMode::create));
  remove_all(*store);
  const auto first = import(*store, files_of(kit::text_of(data, size)));
  if (!first) return 0;
  const Files once = exported(*store, first->suite);
  remove_all(*store);
  const auto second = import(*store, once);
  kit::require(static_cast<bool>(second), "what was exported cannot be imported",
               second ? "" : to_string(second.problem()));
  kit::require(exported(*store, second->suite) == once, "what was imported is exported differently");
  return 0;
}
