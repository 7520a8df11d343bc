#include "base/plugin.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/version.h"

namespace scrutineer {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> plugin_folders() {
  const char* chosen = std::getenv("SCRUTINEER_PLUGINS");
  if (chosen != nullptr && *chosen != '\0') return {chosen};
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  std::vector<fs::path> folders{program.parent_path().parent_path() / "lib" / "scrutineer"};
  Dl_info library{};  // this code's own file, which is the program or libscrutineer.so
  if (dladdr(reinterpret_cast<const void*>(&find_plugin), &library) != 0 && library.dli_fname != nullptr)
    folders.push_back(fs::path(library.dli_fname).parent_path() / "scrutineer");
  return folders;
}

std::string last_fault() {
  const char* fault = dlerror();
  return fault == nullptr ? "unknown" : fault;
}

}  // namespace

std::optional<std::string> find_plugin(const std::string& name) {
  for (const fs::path& folder : plugin_folders()) {
    const fs::path file = folder / (name + ".so");
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) return file.string();
  }
  return std::nullopt;
}

Result<void*> load_plugin(const PluginFunction& wanted) {
  const auto file = find_plugin(wanted.name);
  if (!file) return Problem{{}, wanted.what_to_do};
  void* plugin = dlopen(file->c_str(), RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) return Problem{{}, fmt::format("{} ({})", wanted.what_to_do, last_fault())};
  // Values of C++ types are handed over, so both must be of one build.
  const auto* its_version = static_cast<const char*>(dlsym(plugin, "scrutineer_plugin_version"));
  if (its_version == nullptr || its_version != version())
    return Problem{{.file = *file},
                   fmt::format("this plugin belongs to version {} of the program, which is {}: install both together",
                               its_version == nullptr ? "unknown" : its_version, version())};
  void* function = dlsym(plugin, wanted.function);
  if (function == nullptr) return Problem{{.file = *file}, "this plugin is damaged: " + last_fault()};
  return function;
}

}  // namespace scrutineer
