// Parts of the program that need a heavy or rare library: shared objects that are loaded when first used, so that the
// program itself starts without that library, and also builds without it where the plugin is optional.
//
//   // In a header that the plugin and its user include, C linkage so that the name can be looked up:
//   extern "C" bool scrutineer_png(const std::string& svg, std::string& png);
//
//   auto to_png = plugin_function<decltype(scrutineer_png)>(
//       {.name = "scrutineer_png", .function = "scrutineer_png", .what_to_do = "PNG pictures need librsvg: ..."});
//   if (!to_png) return to_png.problem();
//   (*to_png)(svg, png);
//
// A plugin is looked for in the folder that the environment variable SCRUTINEER_PLUGINS names. Where that is not set:
// in ../lib/scrutineer/ as seen from the running program, its place in the build tree and after `cmake --install`; and
// for programs of others in scrutineer/ beside libscrutineer.so.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace scrutineer {

struct PluginFunction {
  const char* name;        // of the plugin, as given to scrutineer_plugin() in CMake
  const char* function;    // that it exports
  const char* what_to_do;  // a sentence for a person who does not have the plugin
};

// The plugin's file; nothing: it was not built.
std::optional<std::string> find_plugin(const std::string& name);

// The function's address. A plugin stays loaded until the program ends.
Result<void*> load_plugin(const PluginFunction& wanted);

template <typename Function>
Result<Function*> plugin_function(const PluginFunction& wanted) {
  const auto found = load_plugin(wanted);
  if (!found) return found.problem();
  return reinterpret_cast<Function*>(*found);
}

}  // namespace scrutineer
