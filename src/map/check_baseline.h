// Findings that somebody has looked at and accepted: a text file, one per line, that later checks leave out.
//
//   file.write("known.txt", baseline_of(reports));
//   Result<Baseline> baseline = read_baseline(text, "known.txt");
//   baseline->accept(report);
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "map/check.h"

namespace scrutineer::map {

// A finding is known again by the map's file name, rule, road or junction, lane and s in whole metres. Numbers that were
// measured may change, and so may the place of the element in the file.
class Baseline {
 public:
  explicit Baseline(std::map<std::string, std::size_t> known) : known_(std::move(known)) {}

  // Takes the known findings out of the report and counts them. As many as the file has, no more.
  void accept(CheckReport& report) const;

 private:
  std::map<std::string, std::size_t> known_;
};

Result<Baseline> read_baseline(std::string_view text, const std::string& file_name);
std::string baseline_of(const std::vector<CheckReport>& reports);

}  // namespace scrutineer::map
