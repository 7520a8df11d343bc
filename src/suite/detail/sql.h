// Lists of values in SQL.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/database.h"

namespace scrutineer::suite::detail {

// "(?, ?, ?)"; for 0 a list that matches nothing.
inline std::string marks(std::size_t count) {
  if (count == 0) return "(NULL)";
  std::string text = "(?";
  for (std::size_t i = 1; i < count; ++i) text += ", ?";
  return text + ")";
}

inline std::vector<store::Value> values_of(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

inline std::vector<store::Value> with(std::int64_t first, const std::vector<store::Value>& others) {
  std::vector<store::Value> all{first};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

}  // namespace scrutineer::suite::detail
