#include "suite/detail/record_bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrutineer::suite::detail {

namespace {

// Both are called with the same fields in the same order, so that what one writes the other reads.
class ByteWriter {
 public:
  std::string bytes;

  void number(std::uint64_t value) {
    while (value >= 0x80) {
      bytes += static_cast<char>(0x80 | (value & 0x7F));
      value >>= 7;
    }
    bytes += static_cast<char>(value);
  }
  void field(const std::string& text) {
    number(text.size());
    bytes += text;
  }
  void field(std::int64_t value) { number(static_cast<std::uint64_t>(value)); }
  void field(bool value) { bytes += value ? '\1' : '\0'; }
  void field(double value) {
    const auto all = std::bit_cast<std::array<char, sizeof value>>(value);
    bytes.append(all.data(), all.size());
  }
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool is_good() const { return is_good_; }
  void refuse() { is_good_ = false; }
  bool is_at_end() const { return rest_.empty(); }

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(next());
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    is_good_ = false;
    return 0;
  }
  // How many things follow. Each takes at least a byte, so a count above the number of bytes left is wrong.
  std::size_t count() {
    const std::uint64_t value = number();
    if (value > rest_.size()) is_good_ = false;
    return is_good_ ? static_cast<std::size_t>(value) : 0;
  }
  void field(std::string& text) {
    const std::size_t size = count();
    text.assign(rest_.substr(0, size));
    rest_.remove_prefix(size);
  }
  void field(std::int64_t& value) { value = static_cast<std::int64_t>(number()); }
  void field(bool& value) { value = next() != '\0'; }
  void field(double& value) {
    std::array<char, sizeof value> all{};
    if (rest_.size() < all.size()) {
      is_good_ = false;
      return;
    }
    rest_.copy(all.data(), all.size());
    rest_.remove_prefix(all.size());
    value = std::bit_cast<double>(all);
  }

 private:
  char next() {
    if (rest_.empty()) {
      is_good_ = false;
      return '\0';
    }
    const char byte = rest_.front();
    rest_.remove_prefix(1);
    return byte;
  }

  std::string_view rest_;
  bool is_good_ = true;
};

template <typename Bytes>
constexpr bool kIsReading = std::is_same_v<Bytes, ByteReader>;

// Each struct once, for both directions.
void fields(auto& bytes, auto& value)
  requires requires { bytes.field(value); }
{
  bytes.field(value);
}
template <typename T, typename U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

template <typename Bytes, Is<store::Outcome> T>
void fields(Bytes& bytes, T& outcome) {
  auto number = static_cast<std::int64_t>(outcome);
  bytes.field(number);
  if constexpr (kIsReading<Bytes>) {
    if (number < 0 || number > static_cast<std::int64_t>(store::Outcome::out_of_memory)) return bytes.refuse();
    outcome = static_cast<store::Outcome>(number);
  }
}
template <typename Bytes, typename Items>
void items(Bytes& bytes, Items& list);
template <typename Bytes, typename Optional>
void maybe(Bytes& bytes, Optional& value);

template <typename Bytes, Is<store::MetricValue> T>
void fields(Bytes& bytes, T& value) {
  auto kind = static_cast<std::int64_t>(value.index());
  bytes.field(kind);
  if constexpr (kIsReading<Bytes>) {
    if (kind < 0 || kind > 2) return bytes.refuse();
    if (kind == 1) value = 0.0;
    if (kind == 2) value = std::string();
  }
  if (auto* number = std::get_if<double>(&value)) bytes.field(*number);
  if (auto* text = std::get_if<std::string>(&value)) bytes.field(*text);
}
template <typename Bytes, Is<store::MetricRow> T>
void fields(Bytes& bytes, T& row) {
  fields(bytes, row.name);
  fields(bytes, row.value);
  fields(bytes, row.unit);
}
template <typename Bytes, Is<store::ActorPart> T>
void fields(Bytes& bytes, T& actor) {
  fields(bytes, actor.id);
  fields(bytes, actor.type);
  fields(bytes, actor.role);
}
template <typename Bytes, Is<store::RunRow> T>
void fields(Bytes& bytes, T& run) {
  fields(bytes, run.key);
  fields(bytes, run.content);
  fields(bytes, run.manifest);
  fields(bytes, run.folder);
  fields(bytes, run.verdict);
  fields(bytes, run.verdict_after_rules);
  fields(bytes, run.complete);
  fields(bytes, run.reason);
  fields(bytes, run.outcome);
  fields(bytes, run.failed_checks);
  fields(bytes, run.duration);
  maybe(bytes, run.ego_km);
  fields(bytes, run.frames);
  fields(bytes, run.actors);
  fields(bytes, run.wall_s);
  fields(bytes, run.cpu_s);
}
template <typename Bytes, Is<store::IssueRow> T>
void fields(Bytes& bytes, T& issue) {
  fields(bytes, issue.number);
  fields(bytes, issue.time);
  fields(bytes, issue.start);
  fields(bytes, issue.end);
  fields(bytes, issue.kind);
  fields(bytes, issue.category);
  fields(bytes, issue.severity);
  fields(bytes, issue.original_severity);
  fields(bytes, issue.reason);
  fields(bytes, issue.checker);
  fields(bytes, issue.actor);
  maybe(bytes, issue.other);
  fields(bytes, issue.driver);
  fields(bytes, issue.message);
  fields(bytes, issue.details);
  fields(bytes, issue.notes);
  fields(bytes, issue.cluster);
  maybe(bytes, issue.worst);
  maybe(bytes, issue.limit);
  fields(bytes, issue.unit);
  items(bytes, issue.metrics);
}
template <typename Bytes, Is<store::Cluster> T>
void fields(Bytes& bytes, T& cluster) {
  fields(bytes, cluster.id);
  fields(bytes, cluster.kind);
  fields(bytes, cluster.checker);
  fields(bytes, cluster.category);
  fields(bytes, cluster.roles);
  fields(bytes, cluster.normalised);
}
template <typename Bytes, Is<store::KpiRow> T>
void fields(Bytes& bytes, T& kpi) {
  fields(bytes, kpi.subject);
  fields(bytes, kpi.is_total);
  fields(bytes, kpi.name);
  fields(bytes, kpi.value);
}
template <typename Bytes, Is<store::AttributeRow> T>
void fields(Bytes& bytes, T& attribute) {
  fields(bytes, attribute.name);
  fields(bytes, attribute.value);
}
template <typename Bytes, Is<store::IntervalRow> T>
void fields(Bytes& bytes, T& interval) {
  fields(bytes, interval.number);
  fields(bytes, interval.watcher);
  fields(bytes, interval.actor);
  fields(bytes, interval.other);
  fields(bytes, interval.start);
  fields(bytes, interval.end);
  fields(bytes, interval.ended_by);
  items(bytes, interval.metrics);
}
template <typename Bytes, Is<store::MessageRow> T>
void fields(Bytes& bytes, T& message) {
  fields(bytes, message.number);
  fields(bytes, message.time);
  fields(bytes, message.level);
  fields(bytes, message.checker);
  fields(bytes, message.actor);
  fields(bytes, message.text);
}
template <typename Bytes, Is<store::RunRecord> T>
void fields(Bytes& bytes, T& record) {
  fields(bytes, record.run);
  items(bytes, record.issues);
  items(bytes, record.clusters);
  items(bytes, record.metrics);
  items(bytes, record.kpis);
  items(bytes, record.attributes);
  items(bytes, record.intervals);
  items(bytes, record.messages);
}

template <typename Bytes, typename Items>
void items(Bytes& bytes, Items& list) {
  if constexpr (kIsReading<Bytes>) {
    const std::size_t count = bytes.count();
    list.reserve(count);
    for (std::size_t i = 0; i < count && bytes.is_good(); ++i) fields(bytes, list.emplace_back());
  } else {
    bytes.number(list.size());
    for (auto& item : list) fields(bytes, item);
  }
}
template <typename Bytes, typename Optional>
void maybe(Bytes& bytes, Optional& value) {
  bool has_value = value.has_value();
  bytes.field(has_value);
  if constexpr (kIsReading<Bytes>)
    if (has_value) value.emplace();
  if (has_value) fields(bytes, *value);
}

// A store looks clusters up by what the issues name.
bool has_clusters_of_issues(const store::RunRecord& record) {
  std::set<std::string_view> known;
  for (const store::Cluster& cluster : record.clusters) known.insert(cluster.id);
  return std::ranges::all_of(record.issues,
                             [&](const store::IssueRow& issue) { return known.contains(issue.cluster); });
}

}  // namespace

std::string to_bytes(const store::RunRecord& record) {
  ByteWriter writer;
  fields(writer, record);
  return std::move(writer.bytes);
}

std::optional<store::RunRecord> record_from_bytes(std::string_view bytes) {
  ByteReader reader(bytes);
  store::RunRecord record;
  fields(reader, record);
  if (!reader.is_good() || !reader.is_at_end() || !has_clusters_of_issues(record)) return std::nullopt;
  return record;
}

}  // namespace scrutineer::suite::detail
