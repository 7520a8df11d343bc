#include "run/real_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "results/folders.h"
#include "run/detail/descriptor.h"
#include "run/detail/folder_names.h"
#include "trace/recognise.h"

namespace scrutineer::run {

namespace {

// Pipes, terminals and devices such as /dev/stdout are written to in place: nothing could be renamed over them.
bool is_special(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

// mkostemp makes files that only their owner reads; ours are as readable as the file they replace, or as any new one.
mode_t mode_for(const std::filesystem::path& target) {
  struct stat status{};
  if (::stat(target.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

class InPlaceFile final : public OutputFile {
 public:
  explicit InPlaceFile(std::string path) : path_(std::move(path)), file_(::open(path_.c_str(), O_WRONLY | O_CLOEXEC)) {}
  bool is_open() const { return file_.valid(); }

  std::optional<Problem> append(std::string_view content) override {
    if (!write_all(file_.number(), content)) return file_problem(path_, "cannot write", errno);
    return std::nullopt;
  }
  std::optional<Problem> finish() override {
    if (file_.close() != 0) return file_problem(path_, "cannot write", errno);
    return std::nullopt;
  }

 private:
  std::string path_;
  Descriptor file_;
};

// What programs that were killed left in the folder. A file that somebody is still writing is locked.
void remove_leftovers(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const std::string& name : folder_names(folder, ignored)) {
    if (!name.starts_with(results::kUnfinishedFile)) continue;
    const std::string path = folder / name;
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.valid() && ::flock(file.number(), LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  }
}

// Through a link to the file it names, so that the link survives; the temporary file is a neighbour, because a rename
// is only atomic within one file system.
class ReplacedFile final : public OutputFile {
 public:
  explicit ReplacedFile(std::string path) : path_(std::move(path)), target_(path_) {
    std::error_code ignored;
    if (std::filesystem::is_symlink(target_, ignored)) target_ = std::filesystem::weakly_canonical(target_, ignored);
    const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
    remove_leftovers(folder);
    do {
      temporary_ = (folder / results::kUnfinishedFile).string() + std::string(6, 'X');  // mkostemp fills these in
      file_.emplace(::mkostemp(temporary_.data(), O_CLOEXEC));
      is_pending_ = file_->valid();
    } while (is_pending_ && !is_locked());
  }
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;
  ~ReplacedFile() override { drop(); }
  bool is_open() const { return is_pending_; }

  std::optional<Problem> append(std::string_view content) override {
    if (write_all(file_->number(), content)) return std::nullopt;
    return failure(errno);
  }
  std::optional<Problem> finish() override {
    const bool complete = ::fchmod(file_->number(), mode_for(target_)) == 0 && ::fsync(file_->number()) == 0 &&
                          file_->close() == 0 && ::rename(temporary_.c_str(), target_.c_str()) == 0;
    if (!complete) return failure(errno);
    is_pending_ = false;
    return std::nullopt;
  }

 private:
  // False: another process took it for a leftover and removed it before it was locked.
  bool is_locked() const {
    struct stat status{};
    ::flock(file_->number(), LOCK_EX);  // where there are no locks, nobody removes anything
    return ::fstat(file_->number(), &status) != 0 || status.st_nlink > 0;
  }
  Problem failure(int error) {
    drop();
    return file_problem(path_, "cannot write", error);
  }
  void drop() {
    if (is_pending_) ::unlink(temporary_.c_str());
    is_pending_ = false;
  }

  std::string path_, temporary_;
  std::filesystem::path target_;
  std::optional<Descriptor> file_;
  bool is_pending_ = false;  // the temporary file is there
};

}  // namespace

Result<std::string> RealFiles::read(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status{};
  if (!file.valid() || ::fstat(file.number(), &status) != 0) return file_problem(path, "cannot open", errno);
  if (S_ISDIR(status.st_mode)) return Problem{{.file = path}, "is a folder; a file is wanted"};
  const auto too_large = [&] {
    return Problem{{.file = path}, fmt::format("is larger than the {} bytes that are read as a whole", largest_)};
  };
  if (S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) > largest_) return too_large();
  std::string content;
  content.reserve(static_cast<std::size_t>(status.st_size));
  std::array<char, 1 << 16> chunk;
  for (;;) {
    const ssize_t count = ::read(file.number(), chunk.data(), chunk.size());
    if (count == 0) return content;
    if (count > 0) content.append(chunk.data(), static_cast<std::size_t>(count));
    if (content.size() > largest_) return too_large();
    if (count < 0 && errno != EINTR) return file_problem(path, "cannot read", errno);
  }
}

Result<std::string> RealFiles::head(const std::string& path) { return trace::read_head(path); }

std::optional<Problem> RealFiles::write(const std::string& path, std::string_view content) {
  const auto file = create(path);
  if (!file) return file.problem();
  if (auto problem = (*file)->append(content)) return problem;
  return (*file)->finish();
}

Result<std::unique_ptr<OutputFile>> RealFiles::create(const std::string& path) {
  const auto opened = [&path](auto file) -> Result<std::unique_ptr<OutputFile>> {
    if (!file->is_open()) return file_problem(path, "cannot write", errno);
    return std::unique_ptr<OutputFile>(std::move(file));
  };
  return is_special(path) ? opened(std::make_unique<InPlaceFile>(path)) : opened(std::make_unique<ReplacedFile>(path));
}

Result<std::unique_ptr<trace::Trace>> RealFiles::open_trace(const trace::TraceSource& source) {
  return trace::open_trace(source);
}

Result<trace::CarriedMap> RealFiles::carried_map(const std::string& path) { return trace::read_carried_map(path); }

bool RealFiles::are_same(const std::string& path, const std::string& other_path) {
  std::error_code unknown;  // one of them is not there yet
  return path == other_path || std::filesystem::equivalent(path, other_path, unknown);
}

}  // namespace scrutineer::run
