#include "store/detail/hold.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

namespace scrutineer::store::detail {

namespace {

std::string this_process() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  return fmt::format("process {} on {}", ::getpid(), host[0] == '\0' ? "this machine" : host.data());
}

// A lock file. Its holder writes its own name into it and removes it in the end. A file that a killed process left
// behind is used again.
class FileHold final : public Hold {
 public:
  FileHold(std::string path, Holding holding) : path_(std::move(path)), holding_(holding) {}
  FileHold(const FileHold&) = delete;
  FileHold& operator=(const FileHold&) = delete;
  ~FileHold() override {
    if (file_ < 0) return;
    // Only the last holder removes the file: if others still held it, a new file of that name would be another lock.
    if (::flock(file_, LOCK_EX | LOCK_NB) == 0) ::unlink(path_.c_str());
    ::close(file_);
  }

  Result<std::optional<std::string>> take(Database&) override {
    while (file_ < 0) {
      const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
      if (file < 0) return Problem{{.file = path_}, fmt::format("cannot be made: {}", std::strerror(errno))};
      const bool is_taken =
          ::flock(file, (holding_ == Holding::alone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 && errno == EWOULDBLOCK;
      if (is_taken) {
        std::string holder = content_of(file);
        ::close(file);
        return std::optional(std::move(holder));
      }
      // Its last holder may have removed it between open() and flock(). Other processes would then lock a new file.
      struct stat opened{}, named{};
      const bool is_still_there = ::fstat(file, &opened) == 0 && ::stat(path_.c_str(), &named) == 0 &&
                                  opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
      if (!is_still_there) {
        ::close(file);
        continue;
      }
      file_ = file;
      sign();
    }
    return std::optional<std::string>();
  }

 private:
  static std::string content_of(int file) {
    std::array<char, 512> text{};
    const ssize_t size = ::pread(file, text.data(), text.size(), 0);
    return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : "another process";
  }
  // Writes what other processes are told about the holder. If that fails, they learn only that there is one.
  void sign() const {
    const std::string text =
        fmt::format("{} since {:%Y-%m-%dT%H:%M:%SZ}", this_process(), fmt::gmtime(std::time(nullptr)));
    if (::ftruncate(file_, 0) != 0) return;
    [[maybe_unused]] const ssize_t written = ::pwrite(file_, text.data(), text.size(), 0);
  }

  std::string path_;
  Holding holding_;
  int file_ = -1;
};

// An advisory lock of the connection. The connection's name tells others which process holds it.
class ServerHold final : public Hold {
 public:
  ServerHold(std::int64_t suite, Holding holding) : suite_(suite), holding_(holding) {}

  Result<std::optional<std::string>> take(Database& database) override {
    bool is_held = false;
    const std::string sql = fmt::format("SELECT pg_try_advisory_lock{}(CAST(? AS INTEGER), CAST(? AS INTEGER))",
                                        holding_ == Holding::alone ? "" : "_shared");
    if (auto problem = database.query(sql, {kOurs, suite_}, [&](const Row& row) { is_held = row.integer(0) != 0; }))
      return *problem;
    if (is_held) {
      const std::string name = fmt::format("scrutineer, {}", this_process());
      if (auto problem = database.run("SELECT set_config('application_name', ?, false)", {std::string_view(name)}))
        return *problem;
      return std::optional<std::string>();
    }
    std::string holder = "another process";
    if (auto problem = database.query(
            "SELECT a.application_name, to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') "
            "FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.locktype = 'advisory' AND l.granted AND "
            "a.datname = current_database() AND CAST(l.classid AS BIGINT) = ? AND CAST(l.objid AS BIGINT) = ? "
            "ORDER BY a.backend_start DESC",
            {kOurs, suite_}, [&](const Row& row) {
              const std::string_view name = row.text(0);
              const std::size_t who = name.find("process ");
              if (who != std::string_view::npos) holder = fmt::format("{} since {}", name.substr(who), row.text(1));
            }))
      return *problem;
    return std::optional(std::move(holder));
  }

 private:
  static constexpr std::int64_t kOurs = 0x5C2717EE;  // marks our locks among all advisory locks of the database

  std::int64_t suite_;
  Holding holding_;
};

}  // namespace

std::unique_ptr<Hold> make_hold(const Database& database, std::int64_t suite, Holding holding) {
  if (database.dialect() == Dialect::postgresql) return std::make_unique<ServerHold>(suite, holding);
  // Beside the file itself, so that a link to it is locked, too.
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(database.name(), error);
  return std::make_unique<FileHold>(fmt::format("{}-suite-{}.lock", error ? database.name() : file.string(), suite),
                                    holding);
}

}  // namespace scrutineer::store::detail
