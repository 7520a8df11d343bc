// Files that remember the SHA-256 of all that was read through them: of the very bytes that were used.
//
//   HashingFiles hashing(outside.files);
//   Outside reading{hashing, outside.folders, outside.progress};
//   ... open and evaluate, destroy the trace ...
//   manifest.hashes = hashing.hashes();
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "run/outside.h"
#include "trace/input_hashes.h"

namespace scrutineer::run {

class HashingFiles : public Files {
 public:
  explicit HashingFiles(Files& files) : files_(files) {}  // which must outlive it

  Result<std::string> read(const std::string& path) override;
  Result<std::string> head(const std::string& path) override;
  std::optional<Problem> write(const std::string& path, std::string_view content) override;
  Result<std::unique_ptr<OutputFile>> create(const std::string& path) override;
  Result<std::unique_ptr<trace::Trace>> open_trace(const trace::TraceSource& source) override;
  Result<trace::CarriedMap> carried_map(const std::string& path) override;
  bool are_same(const std::string& path, const std::string& other_path) override;

  // By path, as a manifest has them: "sha256:" and 64 digits. Those of a trace are there once it is destroyed; a pipe
  // that was not read to its end has none.
  std::map<std::string, std::string> hashes() const;

 private:
  Files& files_;
  trace::SharedHashes hashes_ = std::make_shared<trace::InputHashes>();
};

}  // namespace scrutineer::run
