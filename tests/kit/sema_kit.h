// For tests: programs as text, and what the analysis says about them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "checks/catalogue.h"
#include "lang/sema/analyse.h"
#include "lang/vm/intrinsics.h"

namespace scrutineer::lang {

struct AnalysedText {
  Sources sources;
  Analysis analysis;
};

// What all tests share: the catalogue, and every function that declarations name.
struct TestLibrary {
  std::vector<watch::Check> checks = checks::catalogue();
  watch::Settings settings{checks};
  std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const Intrinsic& intrinsic : intrinsics()) all.push_back(intrinsic.name);
    return all;
  }();

  Library library() const { return {checks, settings, names, {"shared"}}; }
};

inline const TestLibrary& test_library() {
  static const TestLibrary kLibrary;
  return kLibrary;
}

// The text as my.osc; imports are among `files`.
inline AnalysedText analysed(std::string_view text, const std::map<std::string, std::string>& files = {}) {
  AnalysedText result;
  const FileIndex file = result.sources.add("my.osc", std::string(text));
  result.analysis =
      analyse(result.sources, {file}, test_library().library(), [&](const std::string& path) -> Result<std::string> {
        const auto found = files.find(path);
        if (found == files.end()) return Problem{{}, "there is no such file"};
        return found->second;
      });
  return result;
}

}  // namespace scrutineer::lang
