#include "trace/detail/mcap_records.h"

namespace scrutineer::trace::mcap {

namespace {

// Takes fields off the front of a record's content. Once one is missing, all that follow are empty.
class Fields {
 public:
  explicit Fields(std::string_view content) : rest_(content) {}

  template <typename Number>
  Number number() {
    const std::string_view bytes = take(sizeof(Number));
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return static_cast<Number>(value);
  }
  std::string_view text() { return take(number<std::uint32_t>()); }  // with its length in front
  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) {
      is_complete_ = false;
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::string_view rest() const { return rest_; }

  template <typename Content>
  std::optional<Content> if_complete(Content content) const {
    return is_complete_ ? std::optional<Content>(content) : std::nullopt;
  }

 private:
  std::string_view rest_;
  bool is_complete_ = true;
};

}  // namespace

RecordHeader read_record_header(std::string_view bytes) {
  Fields fields(bytes);
  const auto opcode = static_cast<Opcode>(fields.number<std::uint8_t>());
  return {opcode, fields.number<std::uint64_t>()};
}

std::optional<Schema> read_schema(std::string_view content) {
  Fields fields(content);
  Schema schema{};
  schema.id = fields.number<std::uint16_t>();
  schema.name = fields.text();
  schema.encoding = fields.text();
  return fields.if_complete(schema);
}

std::optional<Channel> read_channel(std::string_view content) {
  Fields fields(content);
  Channel channel{};
  channel.id = fields.number<std::uint16_t>();
  channel.schema = fields.number<std::uint16_t>();
  channel.topic = fields.text();
  channel.encoding = fields.text();
  return fields.if_complete(channel);
}

std::optional<Message> read_message(std::string_view content) {
  Fields fields(content);
  Message message{};
  message.channel = fields.number<std::uint16_t>();
  fields.number<std::uint32_t>();  // sequence
  message.log_time = fields.number<std::uint64_t>();
  fields.number<std::uint64_t>();  // publish time
  message.data = fields.rest();
  return fields.if_complete(message);
}

std::optional<Chunk> read_chunk(std::string_view content) {
  Fields fields(content);
  Chunk chunk{};
  fields.number<std::uint64_t>();  // the times of its first
  fields.number<std::uint64_t>();  // and last message
  chunk.unpacked_size = fields.number<std::uint64_t>();
  chunk.unpacked_crc = fields.number<std::uint32_t>();
  chunk.compression = fields.text();
  chunk.records = fields.take(fields.number<std::uint64_t>());
  return fields.if_complete(chunk);
}

std::optional<std::uint32_t> read_data_end(std::string_view content) {
  Fields fields(content);
  const auto checksum = fields.number<std::uint32_t>();
  return fields.if_complete(checksum);
}

std::optional<Record> take_record(std::string_view& records) {
  if (records.size() < kRecordHeaderSize) return std::nullopt;
  const RecordHeader header = read_record_header(records);
  if (header.length > records.size() - kRecordHeaderSize) return std::nullopt;
  const Record record{header.opcode, records.substr(kRecordHeaderSize, header.length)};
  records.remove_prefix(kRecordHeaderSize + header.length);
  return record;
}

}  // namespace scrutineer::trace::mcap
