// SHA-256, for telling by their content which files a result was made from.
//
//   Sha256 hash;
//   while (...) hash.add(piece);
//   hash.hex();                     // once, at the end: "e3b0c442...", 64 digits
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace scrutineer {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view piece);
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256_hex(std::string_view content);

}  // namespace scrutineer
