// Lists of records that hold from their s to the next one's.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "map/model.h"

namespace scrutineer::kit {

// Takes off what holds from s on. The record that holds at s is then in both lists.
template <typename Record>
std::vector<Record> cut_records(std::vector<Record>& records, double s) {
  const auto first_after = std::ranges::lower_bound(records, s, {}, &Record::s);
  std::vector<Record> after(first_after, records.end());
  const bool begins_there = first_after != records.end() && first_after->s == s;
  if (first_after != records.begin() && !begins_there) {
    Record holding = *std::prev(first_after);
    if constexpr (std::is_same_v<Record, map::CubicRecord>) holding.cubic = holding.cubic.moved_to(s - holding.s);
    holding.s = s;
    after.insert(after.begin(), std::move(holding));
  }
  records.erase(first_after, records.end());
  return after;
}

template <typename Record>
void shift_records(std::vector<Record>& records, double ds) {
  for (Record& record : records) record.s += ds;
}

}  // namespace scrutineer::kit
