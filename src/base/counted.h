// A number with its noun, for messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace scrutineer {

// "1 run", "3 runs". Give `many` if the plural is not `one` with an s.
std::string counted(std::size_t count, std::string_view one, std::string_view many = {});

}  // namespace scrutineer
