// The declarations of a program as checks, for the same engine as those of the catalogue.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "lang/vm/image.h"
#include "watch/check.h"

namespace scrutineer::lang {

// Instances of built-in checks first, so that what the program's own code hears of them is of the same frame. The
// checks hold on to the image; they run only beside a ProgramRun of it. The catalogue must outlive them.
std::vector<watch::Check> make_checks(const std::shared_ptr<const Image>& image,
                                      std::span<const watch::Check> catalogue);

}  // namespace scrutineer::lang
