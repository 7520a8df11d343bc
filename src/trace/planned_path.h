// What actors plan to drive, from a file beside the run: plan.csv with time,id,x,y,speed.
//
//   auto plans = PlannedPaths::open("plan.csv");
//   if (auto problem = plans->advance(frame.time)) return problem;   // "plan.csv:7:3: x must be a number, found \"a\""
//   if (const PlannedPath* path = plans->of("7")) use(path->points);
//
// Rows with the same time and id are one path, from its first point to its last. It holds from its time on, until the
// actor's next one. Times are seconds from the run's first frame and do not decrease in the file, which is therefore
// read along with the run: memory holds one path per actor, and one row more.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace scrutineer::trace {

struct PlannedPoint {
  double x = 0.0, y = 0.0;  // of the map
  double speed = 0.0;       // m/s, to be driven there
  bool operator==(const PlannedPoint&) const = default;
};

struct PlannedPath {
  Time time{};  // from when it holds
  std::vector<PlannedPoint> points;
};

class PlannedPaths {
 public:
  static Result<PlannedPaths> open(const std::string& file);
  // The same for what is already in memory; `file` is what problems call it.
  static Result<PlannedPaths> open(std::string content, const std::string& file);

  PlannedPaths(PlannedPaths&&) noexcept;
  PlannedPaths& operator=(PlannedPaths&&) noexcept;
  ~PlannedPaths();

  // Takes in every path up to and at `now`, which does not decrease from call to call. A problem is final, and what was
  // read before it still holds.
  std::optional<Problem> advance(Time now);
  // The path that holds now, valid until the next advance(). Null: the actor has none yet.
  const PlannedPath* of(std::string_view actor) const;
  // Of the longest path so far.
  std::size_t most_points() const;

 private:
  class Rows;
  explicit PlannedPaths(std::unique_ptr<Rows> rows);
  std::unique_ptr<Rows> rows_;
};

}  // namespace scrutineer::trace
