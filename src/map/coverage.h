// What of the OpenDRIVE standard is read, element by element.
#pragma once

#include <string>

namespace scrutineer::map {

// docs/opendrive_coverage.md, made from the table that the reader works by.
std::string opendrive_coverage_markdown();

}  // namespace scrutineer::map
