// Lists of anything: what their methods and operators are made of.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"
#include "lang/lower/fold.h"
#include "lang/vm/builtins.h"
#include "lang/vm/detail/builtin_helpers.h"
#include "lang/vm/whole_numbers.h"

namespace scrutineer::lang {
namespace {

using namespace detail;
using scene::fact;

using Elements = std::span<const double>;

std::vector<double> copy(Elements list) { return {list.begin(), list.end()}; }

bool is_same(Machine& machine, double a, double b) {
  return equal_whole(machine.pools(), a, b) || (!exists(a) && !exists(b));
}
bool is_same_text(Machine& machine, double a, double b) {
  const std::string *one = machine.pools().find_text(a), *two = machine.pools().find_text(b);
  return one == nullptr || two == nullptr ? one == two : *one == *two;
}

template <bool kTexts>
bool equal(Machine& machine, double a, double b) {
  return kTexts ? is_same_text(machine, a, b) : is_same(machine, a, b);
}
template <bool kTexts>
bool contains(Machine& machine, Elements list, double wanted) {
  return std::ranges::any_of(list, [&](double element) { return equal<kTexts>(machine, element, wanted); });
}
template <bool kTexts>
double contains_all(Machine& machine, const double* a) {
  const Elements list = machine.list(a[0]), part = machine.list(a[1]);
  for (const double wanted : part) {
    machine.count_step();
    if (!contains<kTexts>(machine, list, wanted)) return 0.0;
  }
  return 1.0;
}
template <bool kTexts>
double equals(Machine& machine, const double* a) {
  const Elements one = machine.list(a[0]), two = machine.list(a[1]);
  return truth(std::ranges::equal(one, two, [&](double x, double y) { return equal<kTexts>(machine, x, y); }));
}

template <bool kTexts>
double removed(Machine& machine, const double* a) {
  std::vector<double> rest = copy(machine.list(a[0]));
  const auto found = std::ranges::find_if(rest, [&](double element) { return equal<kTexts>(machine, element, a[1]); });
  if (found != rest.end()) rest.erase(found);
  return machine.pools().add_list(rest);
}
double sorted_by(Machine& machine, double list, Elements keys) {
  const Elements elements = machine.list(list);
  std::vector<std::size_t> order(std::min(elements.size(), keys.size()));
  for (std::size_t i = 0; i < order.size(); ++i) {
    machine.count_step();
    order[i] = i;
  }
  std::ranges::stable_sort(order, [&](std::size_t one, std::size_t two) {
    return less_whole(machine.pools(), keys[one], keys[two]) || (exists(keys[one]) && !exists(keys[two]));
  });
  std::vector<double> sorted;
  sorted.reserve(order.size());
  for (const std::size_t place : order) sorted.push_back(elements[place]);
  return machine.pools().add_list(sorted);
}

double list_contains(Machine& machine, const double* a) {
  return truth(contains<false>(machine, machine.list(a[0]), a[1]));
}
double list_contains_text(Machine& machine, const double* a) {
  return truth(contains<true>(machine, machine.list(a[0]), a[1]));
}
double list_contains_all(Machine& machine, const double* a) { return contains_all<false>(machine, a); }
double list_contains_all_texts(Machine& machine, const double* a) { return contains_all<true>(machine, a); }
double list_equals(Machine& machine, const double* a) { return equals<false>(machine, a); }
double list_equals_texts(Machine& machine, const double* a) { return equals<true>(machine, a); }

double list_find(Machine& machine, const double* a) {
  const Elements list = machine.list(a[0]);
  const auto found = std::ranges::find_if(list, [&](double element) { return is_same(machine, element, a[1]); });
  return found == list.end() ? kNull : static_cast<double>(found - list.begin());
}
double list_append(Machine& machine, const double* a) {
  machine.list(a[0]);  // there must be one
  return machine.pools().continue_list(a[0], a[1]);
}

double list_concat(Machine& machine, const double* a) {
  std::vector<double> both = copy(machine.list(a[0]));
  const Elements more = machine.list(a[1]);
  both.insert(both.end(), more.begin(), more.end());
  return machine.pools().add_list(both);
}
double list_remove(Machine& machine, const double* a) { return removed<false>(machine, a); }
double list_remove_text(Machine& machine, const double* a) { return removed<true>(machine, a); }
double list_set(Machine& machine, const double* a) {
  std::vector<double> changed = copy(machine.list(a[0]));
  const auto size = static_cast<std::uint32_t>(changed.size());
  const std::uint32_t place = index_below(a[1], size);
  if (place == size)
    Machine::fail("bad index: " + shortest(a[1]) + " in a list of " + std::to_string(size) +
                  (size == 1 ? " element" : " elements"));
  changed[place] = a[2];
  return machine.pools().add_list(changed);
}

// What does not exist comes last.
double list_sort(Machine& machine, const double* a) { return sorted_by(machine, a[0], machine.list(a[0])); }
double list_sort_by(Machine& machine, const double* a) { return sorted_by(machine, a[0], machine.list(a[1])); }
double list_sort_texts(Machine& machine, const double* a) {
  std::vector<double> texts = copy(machine.list(a[0]));
  for (std::size_t i = 0; i < texts.size(); ++i) machine.count_step();
  std::ranges::stable_sort(texts, [&](double one, double two) {
    const std::string *first = machine.pools().find_text(one), *second = machine.pools().find_text(two);
    return first != nullptr && (second == nullptr || *first < *second);
  });
  return machine.pools().add_list(texts);
}

// ---- the table ------------------------------------------------------------------------------------------------------

constexpr Builtin kLists[] = {
    {.owner = "list", .declaration = "append(list, x) -> list", .function = list_append, .meaning = "A new list."},
    {.owner = "list", .declaration = "concat(list, other) -> list", .function = list_concat},
    {.owner = "list", .declaration = "contains(list, x) -> bool", .function = list_contains},
    {.owner = "list", .declaration = "contains_all(list, part) -> bool", .function = list_contains_all},
    {.owner = "list", .declaration = "contains_all_texts(list, part) -> bool", .function = list_contains_all_texts},
    {.owner = "list", .declaration = "contains_text(list, text) -> bool", .function = list_contains_text},
    {.owner = "list", .declaration = "equals(list, other) -> bool", .function = list_equals},
    {.owner = "list", .declaration = "equals_texts(list, other) -> bool", .function = list_equals_texts},
    {.owner = "list",
     .declaration = "find(list, x) -> int",
     .function = list_find,
     .meaning = "The place of the first; nan if there is none."},
    {.owner = "list",
     .declaration = "remove(list, x) -> list",
     .function = list_remove,
     .meaning = "Without the first that is equal."},
    {.owner = "list", .declaration = "remove_text(list, text) -> list", .function = list_remove_text},
    {.owner = "list", .declaration = "set(list, place, x) -> list", .function = list_set},
    {.owner = "list",
     .declaration = "size(list) -> int",
     .function = SCRUTINEER_GIVES(static_cast<double>(machine.list(a[0]).size()))},
    {.owner = "list",
     .declaration = "sort(list) -> list",
     .function = list_sort,
     .meaning = "What does not exist comes last."},
    {.owner = "list",
     .declaration = "sort_by(list, keys) -> list",
     .function = list_sort_by,
     .meaning = "By numbers in another list, as long."},
    {.owner = "list", .declaration = "sort_texts(list) -> list", .function = list_sort_texts},
};

}  // namespace

BuiltinRows list_builtins() { return kLists; }

}  // namespace scrutineer::lang
