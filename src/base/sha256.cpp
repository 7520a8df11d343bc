#include "base/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <new>

namespace scrutineer {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  if (state_->context == nullptr || EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) != 1)
    throw std::bad_alloc();
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view piece) { EVP_DigestUpdate(state_->context, piece.data(), piece.size()); }

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_DigestFinal_ex(state_->context, digest.data(), &length);
  std::string text;
  for (unsigned i = 0; i < length; ++i) text += fmt::format("{:02x}", digest.at(i));
  return text;
}

std::string sha256_hex(std::string_view content) {
  Sha256 hash;
  hash.add(content);
  return hash.hex();
}

}  // namespace scrutineer
