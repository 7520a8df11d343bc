// An outside world made of values, for tests: files in memory, the screen as text.
#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/outside.h"
#include "app/run.h"

namespace scrutineer::app {

class FakeFiles : public Files {
 public:
  std::map<std::string, std::string> content;
  std::set<std::string> folders, unwritable;

  Result<std::string> read(const std::string& path) override {
    if (folders.contains(path)) return Problem{{.file = path}, "is a folder; a file is wanted"};
    const auto found = content.find(path);
    if (found == content.end()) return Problem{{.file = path}, "cannot open: No such file or directory"};
    return found->second;
  }
  std::optional<Problem> write(const std::string& path, std::string_view text) override {
    if (folders.contains(path) || unwritable.contains(path))
      return Problem{{.file = path}, "cannot write: Permission denied"};
    content[path] = text;
    return std::nullopt;
  }
};

class FakeProgress : public Progress {
 public:
  std::vector<std::string> begun;
  bool running = false;

  void begin(std::string_view what) override {
    begun.emplace_back(what);
    running = true;
  }
  void end() override { running = false; }
};

struct Ran {
  int code = 0;
  std::string out, err;
};

struct FakeWorld {
  FakeFiles files;
  FakeProgress progress;

  Ran run(const std::vector<std::string>& arguments, bool colour = false) {
    std::ostringstream out, err;
    Outside outside{files, progress, {out, err, colour, colour}};
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
