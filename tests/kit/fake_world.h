// The whole program in the test's own process: files in memory, the screen as text.
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/run.h"
#include "kit/fake_folders.h"
#include "kit/fake_outside.h"

namespace scrutineer::app {

struct Ran {
  int code = 0;
  std::string out, err;
};

struct FakeWorld {
  run::FakeFiles files;
  results::FakeFolders folders;
  run::FakeProgress progress;

  Ran run(const std::vector<std::string>& arguments, bool colour = false) {
    std::ostringstream out, err;
    Outside outside{{files, folders, progress}, {out, err, colour, colour}};
    const int code = app::run(arguments, outside);
    return {code, out.str(), err.str()};
  }
};

// "map info FILE" -> its words. Quotes mean nothing.
inline std::vector<std::string> words(std::string_view command_line) {
  std::istringstream stream{std::string(command_line)};
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

}  // namespace scrutineer::app
