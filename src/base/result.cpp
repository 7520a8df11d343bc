#include "base/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace scrutineer {

namespace {

// Messages quote what files hold: whatever that is, they are one line of text that a terminal can show. Quotes and
// backslashes stay as they are; between them what JSON could not hold is escaped as there.
std::string one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\"\\"), text.size());
    line += json_escaped(text.substr(0, end));
    line += text.substr(end, 1);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return line;
}

}  // namespace

std::string to_string(const Place& place) {
  std::string text = place.file;
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) text += fmt::format(":{}", place.column);
  const char* separator = text.empty() ? "" : ": ";
  if (place.frame) {
    text += fmt::format("{}frame {}", separator, *place.frame);
    separator = ", ";
  }
  if (place.byte) text += fmt::format("{}byte {}", separator, *place.byte);
  return text;
}

std::string to_string(const Problem& problem) {
  const std::string place = to_string(problem.place);
  return one_line(place.empty() ? problem.message : place + ": " + problem.message);
}

}  // namespace scrutineer
