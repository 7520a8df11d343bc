#include "kit/postgresql.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>
#include <vector>

namespace scrutineer::kit {

namespace {

namespace fs = std::filesystem;

// Debian keeps the programs of each version in a folder of their own; the newest.
fs::path programs() {
  fs::path found;
  std::error_code ignored;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", ignored))
    if (fs::exists(version.path() / "bin" / "initdb") && version.path() > found) found = version.path();
  return found.empty() ? found : found / "bin";
}

// The server refuses to run as root. The process gets the signal when this one ends, however it does.
std::vector<std::string> as_user(std::vector<std::string> command) {
  std::vector<std::string> all{"setpriv", "--pdeathsig", "QUIT"};
  if (getuid() == 0) all.insert(all.end(), {"--reuid=postgres", "--regid=postgres", "--clear-groups"});
  all.push_back("--");
  all.insert(all.end(), command.begin(), command.end());
  return all;
}

pid_t start_program(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t process = fork();
  if (process != 0) return process;
  const int nothing = open("/dev/null", O_RDWR);  // NOLINT(cppcoreguidelines-pro-type-vararg)
  for (const int stream : {0, 1, 2}) dup2(nothing, stream);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

bool run_program(const std::vector<std::string>& command) {
  int status = 0;
  waitpid(start_program(command), &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

bool PostgresqlServer::is_installed() { return !programs().empty(); }

PostgresqlServer& PostgresqlServer::shared() {
  static PostgresqlServer server;
  return server;
}

PostgresqlServer::PostgresqlServer() {
  fs::permissions(folder_.path(), fs::perms::all);
  run_program(as_user({programs() / "initdb", "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8",
                       "--locale=C.UTF-8", "--pgdata=" + folder_.file("data")}));
  start();
}

PostgresqlServer::~PostgresqlServer() { kill(); }

void PostgresqlServer::start() {
  process_ = start_program(as_user({programs() / "postgres", "-D", folder_.file("data"), "-k", folder_.path(), "-h", "",
                                    "-c", "fsync=off", "-c", "max_connections=50"}));
  for (int i = 0; i < 300 && !answers(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

bool PostgresqlServer::answers() const {
  return run_program({programs() / "pg_isready", "-q", "-h", folder_.path(), "-U", "postgres"});
}

void PostgresqlServer::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGQUIT);
  waitpid(process_, nullptr, 0);
  process_ = 0;
}

std::string PostgresqlServer::new_database() {
  const std::string name = "test" + std::to_string(++databases_);
  EXPECT_TRUE(run_program({programs() / "createdb", "-h", folder_.path(), "-U", "postgres", name}));
  return "postgresql://postgres@/" + name + "?host=" + folder_.path().string();
}

}  // namespace scrutineer::kit
