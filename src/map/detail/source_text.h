// The bytes of a map file as one UTF-8 text: unpacked if they are gzip, converted if they are in another encoding.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"

namespace scrutineer::map::detail {

// gzip is recognised by its first bytes. More than `limit` bytes of text are refused, however small the file is.
Result<std::string> unpacked(std::string bytes, const std::string& file_name, std::size_t limit);

// UTF-16 and UTF-32 are recognised by their byte order mark or first character, others by the XML declaration. A text
// that is not in the encoding it claims is read as ISO 8859-1, which fits every byte, and `warnings` says so.
Result<std::string> as_utf8(std::string text, const std::string& file_name, std::vector<std::string>& warnings);

}  // namespace scrutineer::map::detail
