#include "base/plugin.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "base/version.h"

namespace scrutineer {

namespace {

namespace fs = std::filesystem;

fs::path plugin_folder() {
  const char* chosen = std::getenv("SCRUTINEER_PLUGINS");
  if (chosen != nullptr && *chosen != '\0') return chosen;
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path() / "lib" / "scrutineer";
}

std::string last_fault() {
  const char* fault = dlerror();
  return fault == nullptr ? "unknown" : fault;
}

}  // namespace

std::optional<std::string> find_plugin(const std::string& name) {
  const fs::path file = plugin_folder() / (name + ".so");
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return std::nullopt;
  return file.string();
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
