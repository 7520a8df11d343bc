// The rows of tables that are sorted by track, as drone data is, or in any other order: all of them are read, and given
// frame by frame. So memory grows with the run, by some 150 bytes for each row.
//
//   TrackRows rows(notes);
//   if (auto problem = rows.read(std::move(bytes), plan)) return *problem;   // of a table that cannot be read at all
//   rows.sort();
//   while (const auto frame = rows.next_frame()) ...
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "trace/detail/byte_source.h"
#include "trace/detail/csv_table.h"
#include "trace/detail/notes.h"
#include "trace/detail/track_plan.h"
#include "trace/frame.h"

namespace scrutineer::trace {

// One actor of the tables, as its first row has it.
struct Track {
  std::string id;
  std::string type;    // as the table has it; empty: it does not say
  std::string parent;  // the id of the actor that it is a part of; empty: it is whole
  double length = 0.0, width = 0.0, height = 0.0;
  bool is_ego = false;
  std::uint64_t rows = 0;
};

class TrackRows {
 public:
  explicit TrackRows(Notes& notes) : notes_(notes) {}

  // May be called for several tables of one run. Rows that are no rows become problems of their frames.
  std::optional<Problem> read(ByteSource bytes, const TrackPlan& plan);
  void sort();

  struct Row {
    Duration time{};
    std::uint32_t line = 0;
    std::uint32_t problem = kGood;  // which of the problems it is, if it is none
    ActorState state;               // its actor is a track
  };
  static constexpr std::uint32_t kGood = ~std::uint32_t{0};

  // The rows of the next frame, by their place in the files; nothing: there are no more.
  std::optional<std::span<const std::uint32_t>> next_frame();
  const Row& row(std::uint32_t index) const { return rows_[index]; }
  const Problem& problem_of(const Row& row) const { return problems_[row.problem]; }

  std::span<const Track> tracks() const { return tracks_; }
  std::span<Track> tracks() { return tracks_; }
  std::span<Row> all() { return rows_; }
  // Why the tables end before their end, once all frames were given.
  const std::optional<Problem>& end_problem() const { return end_problem_; }

 private:
  class Reading;

  std::uint32_t track_called(std::string_view id);

  Notes& notes_;
  std::vector<Row> rows_;
  std::vector<Track> tracks_;
  std::unordered_map<std::string, std::uint32_t> by_id_;
  std::vector<Duration> last_times_;  // by track
  std::vector<Problem> problems_;
  std::optional<Problem> end_problem_;
  std::vector<std::uint32_t> order_;  // rows by time
  std::size_t taken_ = 0;             // of the order
};

// What tables call actors: the words of Scrutineer CSV, and others that are usual. Nothing: nobody knows.
std::optional<Category> category_called(std::string_view word);

}  // namespace scrutineer::trace
