#include "report/detail/packed.h"

#include <zlib.h>

#include <cstdint>
#include <new>

namespace scrutineer::report {

std::string base64(std::string_view bytes) {
  static constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) : 0U;
  };
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t word = (byte(i) << 16U) | (byte(i + 1) << 8U) | byte(i + 2);
    text.push_back(kAlphabet[word >> 18U]);
    text.push_back(kAlphabet[(word >> 12U) & 63U]);
    text.push_back(i + 1 < bytes.size() ? kAlphabet[(word >> 6U) & 63U] : '=');
    text.push_back(i + 2 < bytes.size() ? kAlphabet[word & 63U] : '=');
  }
  return text;
}

std::string packed(std::string_view bytes) {
  constexpr int kLevel = 6;
  std::string deflated(compressBound(static_cast<uLong>(bytes.size())), '\0');
  uLongf size = static_cast<uLongf>(deflated.size());
  // zlib reads bytes of another sign. It cannot fail here but for want of memory.
  const auto* from = reinterpret_cast<const Bytef*>(bytes.data());
  if (compress2(reinterpret_cast<Bytef*>(deflated.data()), &size, from, static_cast<uLong>(bytes.size()), kLevel) !=
      Z_OK)
    throw std::bad_alloc();
  deflated.resize(size);
  return base64(deflated);
}

}  // namespace scrutineer::report
