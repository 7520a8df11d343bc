// The words that the page compares with those in its data, as a TypeScript source: web/src/data/words.ts.
//
// Each list is a type there, so a word that the program never writes does not compile. A test keeps the file fresh.
#pragma once

#include <string>

namespace scrutineer::report::detail {

std::string page_words();

}  // namespace scrutineer::report::detail
