// Values of concepts as texts and as files: OpenODD's COD in YAML, and the same as a table.
//
//   COD:
//     - TEMPORAL_EXTENT: 0.5 s
//       SPATIAL_EXTENT: 12.5 -3.25
//       drivable_area_type;categorical_literal: primary_roads
//       speed;km/h: 48.2
//
// A row holds from its time to the next one's; what it does not name is not known from it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "odd/taxonomy.h"

namespace scrutineer::odd {

struct CodRow {
  struct Entry {
    ConceptId about;
    Value value;
    bool operator==(const Entry&) const = default;
  };
  Time time{};
  double x = 0.0, y = 0.0;  // of the ego, in the map's coordinates
  std::vector<Entry> values;
};

struct ReadCod {
  std::vector<CodRow> rows;
  std::vector<Problem> warnings;  // what the taxonomy does not have
};

// A problem: no YAML, no COD in it, or a value that its concept cannot have. Times are seconds ("0.5 s"), or dates,
// which then count from the first row's.
Result<ReadCod> read_cod(std::string_view text, const std::string& file, const Taxonomy& taxonomy);

// A value as files and manifests give it: "3 mm/h", "true", "[0.5 .. 1.9] mm/h", "bus_lane, traffic_lane". A problem
// without a place, if the concept cannot have it. `unit` is the one that a number without any has.
Result<Value> read_value(const Concept& about, std::string_view text, std::string_view unit = {});

std::string cod_yaml(const Taxonomy& taxonomy, std::span<const CodRow> rows);
std::string cod_csv(const Taxonomy& taxonomy, std::span<const CodRow> rows);

}  // namespace scrutineer::odd
