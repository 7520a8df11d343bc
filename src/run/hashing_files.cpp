#include "run/hashing_files.h"

#include "base/sha256.h"

namespace scrutineer::run {

Result<std::string> HashingFiles::read(const std::string& path) {
  auto content = files_.read(path);
  if (content) hashes_->set(path, sha256_hex(*content));
  return content;
}

Result<std::string> HashingFiles::head(const std::string& path) { return files_.head(path); }

std::optional<Problem> HashingFiles::write(const std::string& path, std::string_view content) {
  return files_.write(path, content);
}

Result<std::unique_ptr<OutputFile>> HashingFiles::create(const std::string& path) { return files_.create(path); }

Result<std::unique_ptr<trace::Trace>> HashingFiles::open_trace(const trace::TraceSource& source) {
  trace::TraceSource hashed = source;
  hashed.hashes = hashes_;
  return files_.open_trace(hashed);
}

// No hash from here: it is the trace's file, which gets its hash when the trace is read.
Result<trace::CarriedMap> HashingFiles::carried_map(const std::string& path) { return files_.carried_map(path); }

bool HashingFiles::are_same(const std::string& path, const std::string& other_path) {
  return files_.are_same(path, other_path);
}

std::map<std::string, std::string> HashingFiles::hashes() const {
  std::map<std::string, std::string> all = hashes_->all();
  for (auto& [file, hash] : all) hash.insert(0, "sha256:");
  return all;
}

}  // namespace scrutineer::run
