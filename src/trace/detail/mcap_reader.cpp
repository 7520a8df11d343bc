#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

#include "base/counted.h"
#include "base/printable.h"
#include "base/text.h"
#include "trace/detail/format_rows.h"
#include "trace/detail/mcap_records.h"
#include "trace/detail/osi_decoder.h"
#include "trace/detail/osi_topics.h"

namespace scrutineer::trace {

namespace {

using mcap::Opcode;

using osi::kGroundTruthSchema;
using osi::kSensorViewSchema;

struct KnownSchema {
  std::string name, encoding;
};
struct KnownChannel {
  std::uint16_t schema = 0;
  std::string topic, encoding;
};

// Reads the file from front to back; the index and the summary behind the data are not needed.
class McapReader final : public FrameSource {
 public:
  McapReader(ByteSource bytes, const TraceSource& source)
      : FrameSource(source), bytes_(std::move(bytes)), decoder_(actors_, lights_, notes_, host_id_, time_unit_) {}

  // Goes on to the first channel with OSI. A problem: there is none, or the file is bad before it.
  std::optional<Problem> find_channel() {
    add_to_checksum(bytes_.window().substr(0, mcap::kMagic.size()));
    bytes_.advance(mcap::kMagic.size());
    while (!chosen_) {
      const auto more = read_record();
      if (!more) return more.problem();
      if (!*more) return no_osi_problem();
    }
    return std::nullopt;
  }

  Result<bool> next(RawFrame& frame) override {
    can_continue_ = false;
    while (next_message_ == messages_.size()) {
      const auto more = read_record();
      if (!more) return more.problem();
      if (!*more) return false;
    }
    const QueuedMessage& message = messages_[next_message_++];
    can_continue_ = true;
    const auto found = decoder_.decode(message.data, log_time(message), frame);
    if (found) return problem(found->message);
    return true;
  }

  bool can_continue() const override { return can_continue_; }
  Place place() const override { return {.byte = record_offset_}; }

 private:
  struct QueuedMessage {
    std::uint64_t log_time;
    std::string_view data;
  };

  static std::optional<Duration> log_time(const QueuedMessage& message) {
    constexpr auto kLatest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (message.log_time > kLatest) return std::nullopt;
    return Duration(static_cast<std::int64_t>(message.log_time));
  }

  Problem problem(std::string message) const { return {place(), std::move(message)}; }

  // The next record of the file; its OSI messages, if any, are queued. False: the data have ended.
  Result<bool> read_record() {
    messages_.clear();
    next_message_ = 0;
    advance(size_);
    size_ = 0;
    if (pending_) return *pending_;
    if (ended_) return false;
    record_offset_ = bytes_.offset();

    const auto has_header = bytes_.fill(mcap::kRecordHeaderSize);
    if (!has_header) return has_header.problem();
    if (!*has_header) return problem("the file breaks off: the record that ends an MCAP file's data is missing");
    const mcap::RecordHeader header = mcap::read_record_header(bytes_.window());
    const auto remaining = bytes_.remaining();
    if (remaining && header.length > *remaining - mcap::kRecordHeaderSize)
      return bytes_.change().value_or(cut_off(header.length, *remaining - mcap::kRecordHeaderSize));
    if (!is_known(header.opcode)) ++unknown_records_;
    if (!is_of_interest(header.opcode)) return skip_record(header.length);
    if (header.length > mcap::kLargestRecord)
      return problem(fmt::format("a record's length is {} bytes, beyond any record", header.length));
    const auto has_content = bytes_.fill(mcap::kRecordHeaderSize + header.length);
    if (!has_content) return has_content.problem();
    if (!*has_content) return cut_off(header.length, bytes_.window().size() - mcap::kRecordHeaderSize);

    const std::string_view content = bytes_.window().substr(mcap::kRecordHeaderSize, header.length);
    if (header.opcode == Opcode::data_end || header.opcode == Opcode::footer) {
      ended_ = true;
      note_what_was_passed_over();
      return finish(header.opcode, content);
    }
    size_ = mcap::kRecordHeaderSize + header.length;
    if (header.opcode == Opcode::chunk) return read_chunk(content);
    return take({header.opcode, content});
  }

  static bool is_known(Opcode opcode) { return opcode >= Opcode::header && opcode <= Opcode::data_end; }

  // Of channels with OSI that are not read a note tells already, and those with a map are read by others.
  bool is_without_osi(const KnownChannel& channel) const {
    const auto schema = schemas_.find(channel.schema);
    const bool is_map = schema != schemas_.end() && schema->second.name == osi::kMapSchema;
    return !is_map && !osi::is_map_topic(channel.topic) && rank(channel) == 0;
  }

  void note_what_was_passed_over() {
    constexpr std::size_t kMostNamed = 5;
    std::size_t messages = 0;
    std::vector<std::string> topics;
    for (const auto& [id, count] : passed_over_) {
      const KnownChannel& channel = channels_.at(id);
      if (!is_without_osi(channel)) continue;
      messages += count;
      if (topics.size() <= kMostNamed) topics.push_back(topics.size() == kMostNamed ? "..." : channel.topic);
    }
    if (messages > 0)
      notes_.add(
          json_escaped(fmt::format("{} of channels without OSI ({}) {} passed over", counted(messages, "message"),
                                   fmt::join(topics, ", "), messages == 1 ? "was" : "were")));
    if (unknown_records_ > 0)
      notes_.add(fmt::format("{} of a kind that is not known {} passed over", counted(unknown_records_, "record"),
                             unknown_records_ == 1 ? "was" : "were"));
  }

  static bool is_of_interest(Opcode opcode) {
    switch (opcode) {
      case Opcode::schema:
      case Opcode::channel:
      case Opcode::message:
      case Opcode::chunk:
      case Opcode::data_end:
      case Opcode::footer:
        return true;
      default:
        return false;
    }
  }

  Problem cut_off(std::uint64_t wanted, std::uint64_t available) const {
    return problem(
        fmt::format("the record should have {} bytes, but the file ends after {} of them", wanted, available));
  }

  // Attachments may be larger than memory, so piece by piece.
  Result<bool> skip_record(std::uint64_t length) {
    advance(mcap::kRecordHeaderSize);
    for (std::uint64_t left = length; left > 0;) {
      const auto has_some = bytes_.fill(1);
      if (!has_some) return has_some.problem();
      if (!*has_some) return cut_off(length, length - left);
      const std::size_t step = static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes_.window().size()));
      advance(step);
      left -= step;
    }
    return true;
  }

  Result<bool> read_chunk(std::string_view content) {
    const auto chunk = mcap::read_chunk(content);
    if (!chunk) return problem("the chunk is shorter than its own fields say");
    auto records = unpacker_.unpack(*chunk);
    if (!records) return problem(records.problem().message);
    // Channels first: a chunk that begins with another channel's messages may hold the better one. A fault between the
    // records is told behind the messages that were read before it.
    take_all(*records, [](Opcode opcode) { return opcode != Opcode::message; });
    take_all(*records, [](Opcode opcode) { return opcode == Opcode::message; });
    // Several writers at work leave a chunk's messages out of order.
    const auto is_earlier = [](const QueuedMessage& a, const QueuedMessage& b) { return a.log_time < b.log_time; };
    if (!std::is_sorted(messages_.begin(), messages_.end(), is_earlier))
      std::stable_sort(messages_.begin(), messages_.end(), is_earlier);
    return true;
  }

  template <typename Wanted>
  void take_all(std::string_view records, Wanted wanted) {
    while (const auto record = mcap::take_record(records)) {
      if (!wanted(record->opcode)) continue;
      const auto taken = take(*record);
      if (taken) continue;
      if (!pending_) pending_ = taken.problem();
      return;
    }
    if (!records.empty() && !pending_) pending_ = problem("the chunk's last record is longer than the chunk");
  }

  Result<bool> take(const mcap::Record& record) {
    switch (record.opcode) {
      case Opcode::schema: {
        const auto schema = mcap::read_schema(record.content);
        if (!schema) return problem("a schema record is shorter than its own fields say");
        schemas_[schema->id] = {std::string(schema->name), std::string(schema->encoding)};
        return true;
      }
      case Opcode::channel: {
        const auto channel = mcap::read_channel(record.content);
        if (!channel) return problem("a channel record is shorter than its own fields say");
        return add_channel(*channel);
      }
      case Opcode::message: {
        const auto message = mcap::read_message(record.content);
        if (!message) return problem("a message record is shorter than its own fields say");
        if (channels_.find(message->channel) == channels_.end())
          return problem(fmt::format("a message is of channel {}, which was not announced", message->channel));
        if (chosen_ == message->channel)
          messages_.push_back({message->log_time, message->data});
        else
          ++passed_over_[message->channel];
        if (chosen_) has_messages_ = true;
        return true;
      }
      default:
        if (!is_known(record.opcode)) ++unknown_records_;
        return true;
    }
  }

  // 2: GroundTruth, 1: SensorView, 0: nothing for us.
  int rank(const KnownChannel& channel) const {
    const auto schema = schemas_.find(channel.schema);
    if (schema == schemas_.end() || channel.encoding != "protobuf" || osi::is_map_topic(channel.topic)) return 0;
    return schema->second.name == kGroundTruthSchema ? 2 : schema->second.name == kSensorViewSchema ? 1 : 0;
  }

  Result<bool> add_channel(const mcap::Channel& found) {
    const KnownChannel channel{found.schema, std::string(found.topic), std::string(found.encoding)};
    const auto [place, is_new] = channels_.insert({found.id, channel});
    if (!is_new) return true;  // announced again, as every chunk may
    const int new_rank = rank(channel);
    if (new_rank == 0) return true;
    if (chosen_) {
      const KnownChannel& rival = channels_.at(*chosen_);
      if (has_messages_ || new_rank <= rank(rival)) {
        notes_.add(fmt::format("channel {} is not read: {} is", text_of(channel), text_of(rival)));
        return true;
      }
      notes_.add(fmt::format("channel {} is not read: {} is", text_of(rival), text_of(channel)));
    }
    chosen_ = found.id;
    decoder_.declare(new_rank == 2 ? osi::Kind::ground_truth : osi::Kind::sensor_view);
    return true;
  }

  // "/topic (osi3.SensorView, protobuf)"
  std::string text_of(const KnownChannel& channel) const {
    const auto schema = schemas_.find(channel.schema);
    const std::string name = schema == schemas_.end() ? "no schema" : schema->second.name;
    const std::string encoding = schema == schemas_.end() ? channel.encoding : schema->second.encoding;
    return json_escaped(fmt::format("{} ({}, {})", channel.topic, name, encoding));
  }

  Problem no_osi_problem() const {
    std::string held;
    for (const auto& [id, channel] : channels_) held += (held.empty() ? "" : ", ") + text_of(channel);
    const bool is_of_ros = std::ranges::any_of(schemas_, [](const auto& schema) {
      return schema.second.encoding.starts_with("ros");
    });  // ros1msg, ros2msg ...
    return {
        {.file = bytes_.file()},
        fmt::format("holds no OSI: none of its channels has {} or {} as protobuf. It holds {}{}", kGroundTruthSchema,
                    kSensorViewSchema, held.empty() ? "no channels" : held,
                    is_of_ros ? ". It is a ROS bag, which is not read yet; write its actors as CSV, one row for each "
                                "and frame (docs/traces.md, Scrutineer CSV)"
                              : "")};
  }

  // All messages are read. What follows is for seeking, and its faults cost nothing.
  Result<bool> finish(Opcode opcode, std::string_view content) const {
    if (opcode != Opcode::data_end) return false;
    const auto checksum = mcap::read_data_end(content);
    if (!checksum) return problem("the record that ends the data is shorter than its own fields say");
    if (*checksum != 0 && *checksum != checksum_)
      return problem(
          fmt::format("the data are damaged: their checksum should be {:08x}, but is {:08x}", *checksum, checksum_));
    return false;
  }

  void advance(std::size_t count) {
    add_to_checksum(bytes_.window().substr(0, count));
    bytes_.advance(count);
  }

  void add_to_checksum(std::string_view part) {
    const auto* data = reinterpret_cast<const Bytef*>(part.data());
    checksum_ = static_cast<std::uint32_t>(crc32(checksum_, data, static_cast<uInt>(part.size())));
  }

  ByteSource bytes_;
  osi::Decoder decoder_;
  mcap::ChunkUnpacker unpacker_;
  std::map<std::uint16_t, KnownSchema> schemas_;
  std::map<std::uint16_t, KnownChannel> channels_;
  std::optional<std::uint16_t> chosen_;
  bool has_messages_ = false;                         // came after the choice, which is final from then on
  std::map<std::uint16_t, std::size_t> passed_over_;  // messages by channel
  std::size_t unknown_records_ = 0;
  std::vector<QueuedMessage> messages_;
  std::size_t next_message_ = 0;
  std::uint64_t record_offset_ = 0;
  std::size_t size_ = 0;  // of the record in the window
  std::uint32_t checksum_ = 0;
  bool ended_ = false;
  std::optional<Problem> pending_;  // found behind messages that are still to be handed out
  bool can_continue_ = false;
};

// The magic with any version in it.
bool looks_like(std::string_view head) {
  return head.starts_with(mcap::kMagic.substr(0, mcap::kVersionAt)) &&
         head.substr(std::min(mcap::kVersionAt + 1, head.size()))
             .starts_with(mcap::kMagic.substr(mcap::kVersionAt + 1));
}

Result<std::unique_ptr<FrameSource>> open(ByteSource bytes, const TraceSource& source) {
  if (!bytes.window().starts_with(mcap::kMagic))
    return Problem{{.file = bytes.file()},
                   fmt::format("is an MCAP file of version {}; version {} is read",
                               printable(bytes.window().substr(mcap::kVersionAt, 1)), mcap::kMagic[mcap::kVersionAt])};
  auto reader = std::make_unique<McapReader>(std::move(bytes), source);
  if (auto problem = reader->find_channel()) return *std::move(problem);
  return std::unique_ptr<FrameSource>(std::move(reader));
}

}  // namespace

TraceFormat mcap_format() {
  return {.format = {.name = "mcap",
                     .title = "ASAM OSI in MCAP",
                     .looked_for = "MCAP",
                     .extension = ".mcap",
                     .reads = "as OSI, in chunks plain or packed with zstd or lz4; omega-prime's map",
                     .leaves_out = "channels without OSI ground truth or sensor views"},
          .looks_like = looks_like,
          .open = open,
          .turn = 10};
}

}  // namespace scrutineer::trace
