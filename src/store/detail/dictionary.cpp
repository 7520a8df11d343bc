#include "store/detail/dictionary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace scrutineer::store::detail {

namespace {

// Rows in one statement: many, but not more parameters than the databases accept.
constexpr std::size_t kEntriesAtOnce = 500;

// "(?, ?), (?, ?)"
std::string places(std::size_t rows, std::size_t columns) {
  std::string row = "(?";
  for (std::size_t i = 1; i < columns; ++i) row += ", ?";
  row += ")";
  std::string all = row;
  for (std::size_t i = 1; i < rows; ++i) all += ", " + row;
  return all;
}

std::vector<Value> cells(std::span<const Entry> entries, std::size_t columns) {
  std::vector<Value> values;
  for (const Entry& entry : entries)
    values.insert(values.end(), entry.begin(), entry.begin() + std::ptrdiff_t(columns));
  return values;
}

class Lookup {
 public:
  Lookup(Database& database, const Dictionary& dictionary, std::span<const Entry> entries)
      : database_(database), dictionary_(dictionary), entries_(entries), ids_(entries.size()) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      places_.emplace(Entry(entries[i].begin(), entries[i].begin() + std::ptrdiff_t(dictionary.key_count)), i);
  }

  std::optional<Problem> look() {
    found_ = 0;
    const std::string sql = fmt::format("SELECT id, {0} FROM {1} WHERE ({0}) IN (VALUES {2})", dictionary_.keys,
                                        dictionary_.table, places(entries_.size(), dictionary_.key_count));
    return database_.query(sql, cells(entries_, dictionary_.key_count), [&](const Row& row) {
      Entry key;
      for (std::size_t i = 0; i < dictionary_.key_count; ++i) key.push_back(row.text(static_cast<int>(i) + 1));
      if (const auto place = places_.find(key); place != places_.end()) {
        ids_[place->second] = row.integer(0);
        ++found_;
      }
    });
  }

  std::optional<Problem> add() {
    const std::size_t columns = dictionary_.key_count + dictionary_.other_count;
    const std::string sql =
        fmt::format("INSERT INTO {} ({}{}{}) VALUES {} ON CONFLICT DO NOTHING", dictionary_.table, dictionary_.keys,
                    dictionary_.others.empty() ? "" : ", ", dictionary_.others, places(entries_.size(), columns));
    return database_.query(sql, cells(entries_, columns), [](const Row&) {});
  }

  bool has_all() const { return found_ == entries_.size(); }
  const std::vector<std::int64_t>& ids() const { return ids_; }

 private:
  Database& database_;
  const Dictionary& dictionary_;
  std::span<const Entry> entries_;
  std::map<Entry, std::size_t> places_;
  std::vector<std::int64_t> ids_;
  std::size_t found_ = 0;
};

}  // namespace

// Most are there already, so asking first saves writing. The entries are sorted: processes that add the same ones to a
// server at once wait for each other, and in one order they never wait in a circle.
Result<std::vector<std::int64_t>> ids_of(Database& database, const Dictionary& dictionary,
                                         const std::vector<Entry>& entries) {
  std::vector<std::int64_t> ids;
  for (std::size_t begin = 0; begin < entries.size(); begin += kEntriesAtOnce) {
    const std::size_t count = std::min(kEntriesAtOnce, entries.size() - begin);
    Lookup lookup(database, dictionary, std::span(entries).subspan(begin, count));
    if (auto problem = lookup.look()) return *problem;
    if (!lookup.has_all()) {
      if (auto problem = lookup.add()) return *problem;
      if (auto problem = lookup.look()) return *problem;
    }
    ids.insert(ids.end(), lookup.ids().begin(), lookup.ids().end());
  }
  return ids;
}

}  // namespace scrutineer::store::detail
