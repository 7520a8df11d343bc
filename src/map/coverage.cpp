#include "map/coverage.h"

#include <fmt/format.h>

#include <map>

#include "map/detail/element_table.h"
#include "map/detail/limits.h"

namespace scrutineer::map {
namespace {

using detail::ElementRow;
using detail::Treatment;

struct Page {
  std::string rows;
  std::map<Treatment, int> counts;
  std::map<const ElementRow*, std::string> listed;  // where the children of shared rows are listed already

  void add(const ElementRow& row, const std::string& path) {
    constexpr const char* kWords[] = {"used", "read", "skipped"};
    std::string note(row.note);
    const bool has_children = !row.children.empty();
    const auto [place, is_new] =
        has_children ? listed.try_emplace(row.children.data(), path) : std::pair(listed.end(), false);
    if (has_children && !is_new) {
      if (!note.empty()) note += "; ";
      note += fmt::format("what it holds: as in `{}`", place->second);
    }
    rows += fmt::format("| `{}` | {} | {} |\n", path, kWords[static_cast<int>(row.treatment)], note);
    ++counts[row.treatment];
    if (has_children && is_new) add_all(row.children, path + "/");
  }

  void add_all(std::span<const ElementRow> elements, const std::string& prefix) {
    for (const ElementRow& row : elements) add(row, prefix + std::string(row.name));
  }
};

}  // namespace

std::string opendrive_coverage_markdown() {
  Page page;
  page.add_all(detail::open_drive_row().children, "");
  page.add_all(detail::additional_data_rows(), "*/");

  std::string out = R"(# What of OpenDRIVE is read

<!-- Made by `scrutineer docs`; the reader works by the same table (src/map/detail/element_table.cpp). -->

Files of OpenDRIVE 1.1 to 1.9 are read, as .xodr or compressed with gzip, in UTF-8, UTF-16, UTF-32 or the encoding that
the XML declaration names. The list has every element of OpenDRIVE 1.9 and those that only older versions have.

- **used**: decides answers of the library
- **read**: kept as the file says it; nothing evaluates it yet
- **skipped**: not read; `scrutineer map info` counts it, as it counts elements that are not of the standard

)";
  out += fmt::format("{} elements are used, {} are read, {} are skipped.\n\n", page.counts[Treatment::used],
                     page.counts[Treatment::read], page.counts[Treatment::skipped]);
  out += "| element | is | note |\n|---|---|---|\n" + page.rows;
  out += fmt::format(R"(
`*/` stands for every element. What is inside a skipped element is skipped with it.

## What is refused

A file that cannot be evaluated is refused with one message that names file, line, road and s: text that is not XML or
not OpenDRIVE, a missing attribute that is needed, a number that is none (also NaN and infinity), a road or geometry
whose length is below 0, s that does not ascend, the same id or lane number twice, a road without geometry or lanes.
What is merely odd is read, and named in a warning.

Beyond these bounds a file is refused too, so that no file can use up memory or time:

| what | at most |
|---|---|
| XML text, after unpacking | {} MB |
| any number | {:.0e} |
| x and y of a geometry | {:.0e} m |
| length of a road or geometry | {:.0e} m |
| what one geometry turns | {} rad |
| lane widths, lane borders, lane offsets | {} m |
| roads in a file | {} |
| lanes in a lane section | {} |
| lanes in a file | {} |
)",
                     detail::kMaxTextBytes >> 20, detail::kMaxNumber, detail::kMaxCoordinate, detail::kMaxRoadLength,
                     detail::kMaxTurning, detail::kMaxLateral, detail::kMaxRoads, detail::kMaxLanesInSection,
                     detail::kMaxLanes);
  return out;
}

}  // namespace scrutineer::map
