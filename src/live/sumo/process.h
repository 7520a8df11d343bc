// A started program that ends with this object, and also if our own process is killed.
//
//   auto sumo = Process::start({"sumo", "-c", "town.sumocfg"}, "sumo.log");
//   if (!sumo) return sumo.problem();
//   if (auto ended = sumo->ended()) say(*ended);            // "was killed by signal 9"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "live/patience.h"

namespace scrutineer::live::sumo {

class Process {
 public:
  // `log` takes what it prints. A problem: there is no such program.
  static Result<Process> start(const std::vector<std::string>& command, const std::string& log);

  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // How it ended, as the rest of a sentence; nothing while it runs.
  std::optional<std::string> ended();
  // Waits until it ended by itself, at most so many seconds; then it is killed.
  void finish(double seconds);
  int pid() const { return pid_; }

 private:
  explicit Process(int pid) : pid_(pid) {}

  int pid_ = -1;  // -1: moved from, or waited for
  std::optional<std::string> end_;
};

// Runs a program to its end. A problem: it does not exist, took too long, or failed; then the problem has its last
// lines.
std::optional<Problem> run_program(const std::vector<std::string>& command, const std::string& log,
                                   const Patience& patience = {});

// A TCP port that nobody uses just now.
int free_port();

}  // namespace scrutineer::live::sumo
