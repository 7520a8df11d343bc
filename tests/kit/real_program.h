// The program itself, started beside the test: for what needs processes, pipes and signals.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace scrutineer::kit {

inline std::filesystem::path program() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "scrutineer";
}

// Without a shell, its output thrown away. The process.
inline pid_t start_program(const std::vector<std::string>& arguments) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  const int nothing = ::open("/dev/null", O_WRONLY);
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(nothing, STDERR_FILENO);
  std::string name = "scrutineer";
  std::vector<char*> words{name.data()};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::execv(program().c_str(), words.data());
  ::_exit(127);
}

// The exit code; -1: a signal ended it.
inline int finished(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// A line of shell, with $scrutineer for the program. The exit code of its last command; nothing waits longer than a
// minute.
inline int shell(const std::string& line, const std::filesystem::path& folder) {
  const std::string command = "cd '" + folder.string() + "' && scrutineer='" + program().string() +
                              "' && export scrutineer && timeout 60 bash -c '" + line + "'";
  const int status = std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe): tests have one thread
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace scrutineer::kit
