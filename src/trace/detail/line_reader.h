// The lines of a text input, one after the other, with their numbers.
//
//   LineReader lines(std::move(bytes));
//   for (;;) {
//     auto more = lines.next();                        // a problem: reading or unpacking failed
//     if (!more || !*more) break;
//     use(lines.line());                               // without its end; valid until the next call
//   }
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "trace/detail/byte_source.h"

namespace scrutineer::trace {

class LineReader {
 public:
  explicit LineReader(ByteSource bytes) : bytes_(std::move(bytes)) {}

  // False: there are no more. UTF-16 and lines that end with CR alone are problems that say so.
  Result<bool> next();
  std::string_view line() const { return line_; }
  std::uint32_t number() const { return number_; }  // from 1
  const std::string& file() const { return bytes_.file(); }

 private:
  std::optional<Problem> foreign_problem() const;

  ByteSource bytes_;
  std::string_view line_;
  std::size_t taken_ = 0;  // bytes of the window that the line takes, with its end
  std::uint32_t number_ = 0;
};

}  // namespace scrutineer::trace
