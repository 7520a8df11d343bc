// Plugins (base/plugin.h) in tests: skip where one was not built, or look for them in another folder.
//
//   SCRUTINEER_NEEDS_PLUGIN("scrutineer_png", "pictures");
//   const kit::PluginFolder nowhere("no such folder");       // as if no plugin had been built
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/plugin.h"

// Skips the test, visibly, where the plugin was not built; `group` is the one of scripts/install-deps.
#define SCRUTINEER_NEEDS_PLUGIN(name, group)                                                     \
  do {                                                                                           \
    if (!::scrutineer::find_plugin(name))                                                        \
      GTEST_SKIP() << "no plugin " name ": its library is missing; scripts/install-deps " group; \
  } while (false)

namespace scrutineer::kit {

// While this exists plugins are looked for in `folder`.
class PluginFolder {
 public:
  explicit PluginFolder(const std::string& folder) {
    if (const char* before = std::getenv(kVariable)) before_ = before;
    setenv(kVariable, folder.c_str(), 1);
  }
  ~PluginFolder() { setenv(kVariable, before_.c_str(), 1); }  // empty is as good as not set
  PluginFolder(const PluginFolder&) = delete;
  PluginFolder& operator=(const PluginFolder&) = delete;

 private:
  static constexpr const char* kVariable = "SCRUTINEER_PLUGINS";
  std::string before_;
};

}  // namespace scrutineer::kit
