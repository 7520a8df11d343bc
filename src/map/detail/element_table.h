// What is done with each element of the OpenDRIVE standard: the one table from which the reader dispatches and from
// which docs/opendrive_coverage.md is made.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace scrutineer::map::detail {

class DocumentReader;
struct Element;

enum class Treatment : std::uint8_t {
  used,     // decides answers of the library
  read,     // kept as the file says it, evaluated by nothing yet
  skipped,  // not read; counted in Document::skipped
};

struct ElementRow {
  using Read = void (DocumentReader::*)(Element&);

  std::string_view name;
  Treatment treatment = Treatment::skipped;
  Read read = nullptr;  // null: skipped, together with everything inside
  std::span<const ElementRow> children = {};
  std::string_view note = {};  // for the coverage page
};

// The root's row; every other row hangs below it.
const ElementRow& open_drive_row();
// <userData>, <include> and <dataQuality>, which the standard allows in every element.
std::span<const ElementRow> additional_data_rows();

}  // namespace scrutineer::map::detail
