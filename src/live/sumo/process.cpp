#include "live/sumo/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>
#include <utility>

namespace scrutineer::live::sumo {

namespace {

// Where Debian keeps SUMO's own data: without it netconvert knows no lane types.
constexpr const char* kDebiansSumo = "/usr/share/sumo";

std::string end_of(int status) {
  if (WIFSIGNALED(status)) return fmt::format("was killed by signal {}", WTERMSIG(status));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

std::string last_lines(const std::string& file) {
  std::ifstream in(file);
  std::string line, last;
  while (std::getline(in, line))
    if (line.find_first_not_of(" \t\r") != std::string::npos)
      last = (line.starts_with("Error") || last.empty()) ? line : last;
  return last;
}

}  // namespace

Result<Process> Process::start(const std::vector<std::string>& command, const std::string& log) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  // The child tells through this pipe why it could not become the program; it closes by itself if it did.
  int report[2] = {-1, -1};
  if (pipe2(report, O_CLOEXEC) != 0) return Problem{{}, fmt::format("no pipe: {}", std::strerror(errno))};
  const int parent = getpid();
  const int pid = fork();
  if (pid < 0) return Problem{{}, fmt::format("{} cannot be started: {}", command[0], std::strerror(errno))};
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // it goes when we do
    if (getppid() != parent) _exit(127);
    setenv("SUMO_HOME", kDebiansSumo, 0);
    signal(SIGPIPE, SIG_DFL);  // what we ignore ourselves, a child would ignore, too
    setpgid(0, 0);             // Ctrl-C is for us: we end it in good order
    const int out = open(log.empty() ? "/dev/null" : log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    const int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(in, 0);
    dup2(out, 1);
    dup2(out, 2);
    execvp(arguments[0], arguments.data());
    const int error = errno;
    [[maybe_unused]] const auto written = write(report[1], &error, sizeof error);
    _exit(127);
  }
  close(report[1]);
  int error = 0;
  const bool failed = read(report[0], &error, sizeof error) == sizeof error;
  close(report[0]);
  if (failed) {
    waitpid(pid, nullptr, 0);
    return Problem{{},
                   error == ENOENT ? fmt::format("the program {} is not installed", command[0])
                                   : fmt::format("{} cannot be started: {}", command[0], std::strerror(error))};
  }
  return Process(pid);
}

Process::Process(Process&& other) noexcept : pid_(std::exchange(other.pid_, -1)), end_(std::move(other.end_)) {}

Process::~Process() { finish(0.0); }

std::optional<std::string> Process::ended() {
  if (pid_ < 0) return end_;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) == pid_) {
    end_ = end_of(status);
    pid_ = -1;
  }
  return end_;
}

void Process::finish(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto patience = Clock::now() + std::chrono::duration<double>(seconds);
  while (pid_ >= 0 && !ended() && Clock::now() < patience) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  int status = 0;
  waitpid(pid_, &status, 0);
  end_ = end_of(status);
  pid_ = -1;
}

std::optional<Problem> run_program(const std::vector<std::string>& command, const std::string& log,
                                   const Patience& patience) {
  auto program = Process::start(command, log);
  if (!program) return program.problem();
  Patience until_asked = patience;
  until_asked.seconds_after_stop_request = 0.0;  // nothing is lost with it
  Wait wait(until_asked);
  while (!program->ended()) {
    if (const auto when = wait.over()) return Problem{{}, fmt::format("{} did not finish {}", command[0], *when)};
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (*program->ended() == "ended with exit code 0") return std::nullopt;
  return Problem{{}, fmt::format("{} {}: {}", command[0], *program->ended(), last_lines(log))};
}

int free_port() {
  const int handle = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  int port = 0;
  if (bind(handle, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
      getsockname(handle, reinterpret_cast<sockaddr*>(&address), &size) == 0)
    port = ntohs(address.sin_port);
  close(handle);
  return port;
}

}  // namespace scrutineer::live::sumo
