// Texts.
#include "lang/vm/detail/texts.h"

#include <string>
#include <vector>

#include "lang/vm/builtins.h"
#include "lang/vm/detail/builtin_helpers.h"
#include "lang/vm/whole_numbers.h"

namespace scrutineer::lang {
namespace {

using namespace detail;

// Places beyond 2^53 are handles of a pool, which would be taken for the text's beginning.
double part_of_text(Machine& machine, const double* a) {
  const double start = to_number(machine.pools(), a[1]), end = to_number(machine.pools(), a[2]);
  return machine.pools().add_text(std::string(detail::substring(machine.text(a[0]), start, end)));
}
double split_text(Machine& machine, const double* a) {
  std::vector<double> parts;
  // Copies: the pool may move its texts while it takes more.
  const std::string text = machine.text(a[0]), separator = machine.text(a[1]);
  for (const std::string_view part : split(text, separator)) parts.push_back(machine.pools().add_text(part));
  return machine.pools().add_list(parts);
}
double join_texts(Machine& machine, const double* a) {
  const std::string& between = machine.text(a[0]);
  std::string joined;
  bool is_first = true;
  for (const double part : machine.list(a[1])) {
    if (!is_first) joined += between;
    is_first = false;
    const std::string* text = machine.pools().find_text(part);
    joined += text == nullptr ? "null" : *text;
    if (joined.size() > Pools::kLongestText) break;  // adding it fails
  }
  return machine.pools().add_text(joined);
}

// ---- the table ------------------------------------------------------------------------------------------------------

constexpr Builtin kTexts[] = {
    {.owner = "string",
     .declaration = "def length() -> int",
     .function = SCRUTINEER_GIVES(static_cast<double>(detail::characters(machine.text(a[0])))),
     .meaning = "In characters."},
    {.owner = "string",
     .declaration = "def contains(substring: string) -> bool",
     .function = SCRUTINEER_GIVES(truth(machine.text(a[0]).find(machine.text(a[1])) != std::string::npos)),
     .meaning = "Is the other text in it?"},
    {.owner = "string",
     .declaration = "def substring(start: int, end: int = 9007199254740991) -> string",
     .function = part_of_text,
     .meaning = "From start, included, to end, not included; from the end if below 0."},
    {.owner = "string",
     .declaration = "def split(separator: string) -> list of string",
     .function = split_text,
     .meaning = "The parts between the separators; every character if that is empty."},
    {.owner = "string",
     .declaration = "def join(parts: list of string) -> string",
     .function = join_texts,
     .meaning = "The parts with this text between them."},
    {.owner = "string",
     .declaration = "def replace(old: string, new: string) -> string",
     .function = SCRUTINEER_GIVES(machine.pools().add_text(
         detail::replaced(machine.text(a[0]), machine.text(a[1]), machine.text(a[2]), Pools::kLongestText))),
     .meaning = "With the new text wherever the old one was."},
    {.owner = "string",
     .declaration = "def trim() -> string",
     .function = SCRUTINEER_GIVES(machine.pools().add_text(std::string(detail::trimmed(machine.text(a[0]))))),
     .meaning = "Without blanks at both ends."},
    {.owner = "string",
     .declaration = "def to_lower() -> string",
     .function = SCRUTINEER_GIVES(machine.pools().add_text(detail::lower(machine.text(a[0])))),
     .meaning = "In lower case, as far as letters are ASCII."},
    {.owner = "string",
     .declaration = "def to_upper() -> string",
     .function = SCRUTINEER_GIVES(machine.pools().add_text(detail::upper(machine.text(a[0])))),
     .meaning = "In upper case, as far as letters are ASCII."},
    {.owner = "string",
     .declaration = "to_float(text) -> float",
     .function = SCRUTINEER_GIVES(detail::to_float(machine.text(a[0]))),
     .meaning = "Nan if it is none."},
    {.owner = "string",
     .declaration = "to_int(text) -> int",
     .function = SCRUTINEER_GIVES(whole_of(machine.pools(), machine.text(a[0]))),
     .meaning = "Nan if it is none."},
};

}  // namespace

BuiltinRows text_builtins() { return kTexts; }

}  // namespace scrutineer::lang
