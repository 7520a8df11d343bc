// The countries of signs and roads, whose codes decide what a sign means (the table is in signal_kinds.cpp).
//
//   signal.country = country_code(signal.country);  // "se" becomes "SE", "germany" becomes "DE"
#pragma once

#include <string>
#include <string_view>

namespace scrutineer::map::detail {

// In the standard's own words: two or three capital letters, or OpenDRIVE. Empty: none is named, or one that is not known.
std::string country_code(std::string_view country);

}  // namespace scrutineer::map::detail
