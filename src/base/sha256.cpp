#include "base/sha256.h"

// OpenSSL 3 wants EVP instead of these functions. But EVP first initialises the whole library, which crashes if memory
// runs out. These functions allocate nothing, and use the processor's SHA instructions just as well.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <fmt/format.h>
#include <openssl/sha.h>

#include <array>

namespace scrutineer {

struct Sha256::State {
  SHA256_CTX context{};
};

Sha256::Sha256() : state_(std::make_unique<State>()) { SHA256_Init(&state_->context); }

Sha256::~Sha256() = default;

void Sha256::add(std::string_view piece) { SHA256_Update(&state_->context, piece.data(), piece.size()); }

std::string Sha256::hex() {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256_Final(digest.data(), &state_->context);
  std::string text;
  for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

std::string sha256_hex(std::string_view content) {
  Sha256 hash;
  hash.add(content);
  return hash.hex();
}

}  // namespace scrutineer
