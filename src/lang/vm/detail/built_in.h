// One more instance of a check of the catalogue: under a name of its own, for some actors, with settings and words of
// its own.
#pragma once

#include <cstdint>
#include <memory>

#include "lang/vm/image.h"
#include "watch/check.h"

namespace scrutineer::lang::detail {

// `info` is the declaration's, made from the original's.
watch::Check built_in_check(std::shared_ptr<const Image> image, std::uint32_t declaration, watch::CheckInfo info,
                            const watch::Check& original);

}  // namespace scrutineer::lang::detail
