#include "base/result.h"

#include <fmt/format.h>

#include "base/printable.h"

namespace scrutineer {

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
  // Messages quote what files hold: whatever that is, they are one line of text that a terminal can show.
  return printable(place.empty() ? problem.message : place + ": " + problem.message);
}

}  // namespace scrutineer
