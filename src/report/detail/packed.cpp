#include "report/detail/packed.h"

#include <zlib.h>

#include <cstdint>
#include <new>

namespace scrutineer::report {

std::string base64(std::string_view bytes) {
  static constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
  char* to = text.data();
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const std::uint32_t word = (byte(i) << 16U) | (byte(i + 1) << 8U) | byte(i + 2);
    *to++ = kAlphabet[word >> 18U];
    *to++ = kAlphabet[(word >> 12U) & 63U];
    *to++ = kAlphabet[(word >> 6U) & 63U];
    *to++ = kAlphabet[word & 63U];
  }
  if (i == bytes.size()) return text;
  // One or two bytes are left; what they do not fill stays '='.
  const bool are_two = i + 2 == bytes.size();
  const std::uint32_t word = (byte(i) << 16U) | (are_two ? byte(i + 1) << 8U : 0U);
  *to++ = kAlphabet[word >> 18U];
  *to++ = kAlphabet[(word >> 12U) & 63U];
  if (are_two) *to = kAlphabet[(word >> 6U) & 63U];
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
