// A made-up suite on the disk, and the program beside it: workers are processes, and stores are SQLite's.
//
//   RealNight night;
//   const Ran ran = night.run("suite run @night --store @s.db --name n");
#pragma once

#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/run.h"
#include "kit/data.h"
#include "kit/fake_world.h"
#include "kit/run_writers.h"
#include "run/real_files.h"
#include "run/real_folders.h"
#include "suite/generator.h"

namespace scrutineer::app {

struct RealNight {
  explicit RealNight(int runs = 12) {
    const suite::Generator generator({.runs = runs, .maps = 2});
    for (const suite::GeneratedFile& file : generator.maps()) put(file.path, file.content);
    for (int run = 0; run < runs; ++run)
      for (const suite::GeneratedFile& file : generator.run(run)) put(file.path, file.content);
  }
  void put(const std::string& path, const std::string& content) const {
    const std::filesystem::path file = folder.path() / "night" / path;
    std::filesystem::create_directories(file.parent_path());
    kit::write_file(file, content);
  }
  // "@" begins paths in the folder.
  Ran run(std::string_view command_line) {
    std::vector<std::string> all = words(command_line);
    for (std::string& word : all)
      if (word.starts_with('@')) word = folder.file(word.substr(1));
    std::ostringstream out, err;
    Outside outside{{files, folders, progress}, {out, err, false, false}};
    const int code = app::run(all, outside);
    return {code, out.str(), err.str()};
  }

  kit::TemporaryFolder folder;
  run::RealFiles files;
  run::RealFolders folders;
  run::NoProgress progress;
};

}  // namespace scrutineer::app
