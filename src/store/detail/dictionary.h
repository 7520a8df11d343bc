// Tables of texts that rows of other tables refer to by a short id.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace scrutineer::store::detail {

struct Dictionary {
  std::string_view table;
  std::string_view keys;      // columns that are unique together: "name, unit"
  std::size_t key_count = 1;  // how many they are
  std::string_view others = {};
  std::size_t other_count = 0;
};

inline constexpr Dictionary kTests{"tests", "key"};
inline constexpr Dictionary kNames{"names", "name, unit", 2};
inline constexpr Dictionary kClusters{"clusters", "code", 1, "kind, checker, category, roles, normalised", 5};

using Entry = std::vector<std::string_view>;  // the keys, then the others

// The ids of the entries; new entries are added. The entries must be sorted and have different keys.
Result<std::vector<std::int64_t>> ids_of(Database& database, const Dictionary& dictionary,
                                         const std::vector<Entry>& entries);

}  // namespace scrutineer::store::detail
