#include "run/real_folders.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include "base/sha256.h"
#include "run/detail/descriptor.h"
#include "run/detail/folder_names.h"

namespace scrutineer::run {

namespace {

namespace fs = std::filesystem;

Problem problem_of(const std::string& path, std::string_view what, const std::error_code& error) {
  return file_problem(path, what, error.value());
}

}  // namespace

Result<results::Folders::Found> RealFolders::look(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  // A link that leads nowhere is nothing, also where it leads to itself.
  if (status.type() == fs::file_type::not_found || error == std::errc::too_many_symbolic_link_levels)
    return Found::nothing;
  if (error) return problem_of(path, "cannot open", error);
  return fs::is_directory(status) ? Found::folder : Found::file;
}

Result<std::vector<std::string>> RealFolders::names(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> names = folder_names(folder, error);
  if (error) return problem_of(folder, "cannot open", error);
  std::ranges::sort(names);
  return names;
}

std::optional<Problem> RealFolders::make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return problem_of(path, "cannot make this folder", error);
  return std::nullopt;
}

std::optional<Problem> RealFolders::write(const std::string& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  const bool complete =
      file.valid() && write_all(file.number(), content) && ::fsync(file.number()) == 0 && file.close() == 0;
  if (!complete) return file_problem(path, "cannot write", errno);
  return std::nullopt;
}

std::optional<Problem> RealFolders::rename(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return file_problem(to, "cannot write", errno);
  return std::nullopt;
}

std::optional<Problem> RealFolders::remove(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) return problem_of(path, "cannot remove", error);
  return std::nullopt;
}

// The system takes it back when the process ends, however that comes about.
Result<std::shared_ptr<void>> RealFolders::lock(const std::string& folder) {
  auto open = std::make_shared<Descriptor>(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open->valid()) return file_problem(folder, "cannot open", errno);
  // Any other error than EWOULDBLOCK comes from file systems without locks: then there is no lock.
  if (::flock(open->number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Problem{{.file = folder}, "somebody else is writing to it; wait for them, or name another folder"};
  return std::shared_ptr<void>(std::move(open));
}

std::optional<Problem> RealFolders::sync(const std::string& folder) {
  const Descriptor open(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems have nothing to sync in a folder, and say so.
  if (open.valid() && (::fsync(open.number()) == 0 || errno == EINVAL)) return std::nullopt;
  return file_problem(folder, "cannot write", errno);
}

Result<std::string> RealFolders::canonical(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::weakly_canonical(fs::absolute(path, error), error);
  if (error) return problem_of(path, "cannot open", error);
  return absolute.string();
}

bool RealFolders::is_stream(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

Result<std::string> RealFolders::sha256(const std::string& path) {
  // Opening a pipe would wait for somebody who writes to it.
  if (is_stream(path)) return Problem{{.file = path}, "is a pipe or a device, which cannot be read again"};
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return file_problem(path, "cannot open", errno);
  Sha256 hash;
  std::array<char, 1 << 16> piece;
  for (;;) {
    const ssize_t count = ::read(file.number(), piece.data(), piece.size());
    if (count == 0) return hash.hex();
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_problem(path, "cannot read", errno);
    hash.add({piece.data(), static_cast<std::size_t>(count)});
  }
}

}  // namespace scrutineer::run
