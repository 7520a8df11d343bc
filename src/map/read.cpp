#include "map/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "map/detail/limits.h"

namespace scrutineer::map {
namespace {

Result<std::string> read_bytes(const std::string& path) {
  const auto problem = [&](std::string message) { return Problem{{.file = path}, std::move(message)}; };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return problem("is a folder, wanted an OpenDRIVE file");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return problem(fmt::format("cannot be opened: {}", std::strerror(errno)));

  // The size is only a hint: a pipe has none, and a file may grow.
  std::string bytes;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (!error) bytes.reserve(std::min<std::uintmax_t>(size, detail::kMaxTextBytes) + 1);
  constexpr std::size_t kChunk = 1 << 20;
  while (stream && bytes.size() <= detail::kMaxTextBytes) {
    const std::size_t have = bytes.size();
    bytes.resize(have + std::max(kChunk, bytes.capacity() - have));
    stream.read(bytes.data() + have, static_cast<std::streamsize>(bytes.size() - have));
    bytes.resize(have + static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) return problem(fmt::format("cannot be read: {}", std::strerror(errno)));
  return bytes;
}

}  // namespace

Result<std::unique_ptr<const RoadNetwork>> read_xodr(std::string text, const std::string& file_name) {
  Result<Document> document = read_document(std::move(text), file_name);
  if (!document) return document.problem();
  return build_network(*std::move(document));
}

Result<std::unique_ptr<const RoadNetwork>> read_xodr(const MapText& text) {
  Result<Document> document = read_document(text);
  if (!document) return document.problem();
  return build_network(*std::move(document));
}

Result<std::unique_ptr<const RoadNetwork>> read_xodr_file(const std::string& path) {
  Result<std::string> bytes = read_bytes(path);
  if (!bytes) return bytes.problem();
  return read_xodr(*std::move(bytes), path);
}

}  // namespace scrutineer::map
