// Lists, and texts made of parts.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lang/lower/fold.h"
#include "lang/vm/detail/functions.h"
#include "lang/vm/detail/texts.h"

namespace scrutineer::lang::detail {
namespace {

bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool is_same_text(Machine& machine, double a, double b) {
  const std::string *one = machine.pools().find_text(a), *two = machine.pools().find_text(b);
  return one == nullptr || two == nullptr ? one == two : *one == *two;
}

template <bool kTexts>
bool equal(Machine& machine, double a, double b) {
  return kTexts ? is_same_text(machine, a, b) : is_same(a, b);
}
template <bool kTexts>
bool contains(Machine& machine, const std::vector<double>& list, double wanted) {
  return std::ranges::any_of(list, [&](double element) { return equal<kTexts>(machine, element, wanted); });
}
template <bool kTexts>
double contains_all(Machine& machine, const double* a) {
  const std::vector<double>&list = machine.list(a[0]), &part = machine.list(a[1]);
  for (const double wanted : part) {
    machine.count_step();
    if (!contains<kTexts>(machine, list, wanted)) return 0.0;
  }
  return 1.0;
}
template <bool kTexts>
double equals(Machine& machine, const double* a) {
  const std::vector<double>&one = machine.list(a[0]), &two = machine.list(a[1]);
  return truth(std::ranges::equal(one, two, [&](double x, double y) { return equal<kTexts>(machine, x, y); }));
}

}  // namespace

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
  const std::vector<double>& list = machine.list(a[0]);
  const auto found = std::ranges::find_if(list, [&](double element) { return is_same(element, a[1]); });
  return found == list.end() ? kNull : static_cast<double>(found - list.begin());
}
double list_append(Machine& machine, const double* a) {
  std::vector<double> longer = machine.list(a[0]);
  longer.push_back(a[1]);
  return machine.pools().add_list(longer);
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
    joined += machine.text(part);
    if (joined.size() > Pools::kLongestText) break;  // adding it fails
  }
  return machine.pools().add_text(joined);
}

}  // namespace scrutineer::lang::detail
