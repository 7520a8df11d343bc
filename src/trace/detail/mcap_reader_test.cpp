// MCAP files written by hand: how OSI is found in them, and how their faults are told.
#include <gmock/gmock.h>

#include <limits>

#include "kit/mcap_records.h"
#include "kit/read_run.h"
#include "kit/wire_message.h"

namespace scrutineer::trace {
namespace {

using kit::read_run;
using kit::ReadRun;
using kit::WireMessage;
using kit::mcap::channel;
using kit::mcap::checksum_of;
using kit::mcap::chunk;
using kit::mcap::data_end;
using kit::mcap::file;
using kit::mcap::footer;
using kit::mcap::header;
using kit::mcap::kMagic;
using kit::mcap::Opcode;
using kit::mcap::record;
using kit::mcap::schema;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::string message(std::uint16_t its_channel, std::uint64_t log_time, const WireMessage& content) {
  return kit::mcap::message(its_channel, log_time, content.bytes());
}

// ---- OSI ------------------------------------------------------------------------------------------------------------

WireMessage truth(std::uint64_t seconds, std::uint64_t actor = 1) {
  const WireMessage base = WireMessage().triple(1, 4.0, 2.0, 1.5).triple(2, 10.0, 20.0, 0.75).triple(3, 0.0, 0.0, 0.1);
  const WireMessage car = WireMessage().inner(1, WireMessage().varint(1, actor)).inner(2, base).varint(3, 2);
  return WireMessage().inner(2, WireMessage().varint(1, seconds)).inner(5, car);
}
WireMessage view(std::uint64_t seconds, std::uint64_t actor = 1) {
  return WireMessage().inner(7, truth(seconds, actor));
}

const std::string kTruthChannel = schema(1, "osi3.GroundTruth") + channel(1, 1, "truth");
const std::string kViewChannel = schema(2, "osi3.SensorView") + channel(2, 2, "view");
constexpr std::uint64_t kSecond = 1'000'000'000;

std::string truths(std::uint64_t first, std::uint64_t count) {
  std::string records;
  for (std::uint64_t i = first; i < first + count; ++i) records += message(1, i * kSecond, truth(i));
  return records;
}

std::vector<double> times(const ReadRun& run) {
  std::vector<double> times;
  for (const Frame& frame : run.frames) times.push_back(to_seconds(frame.time));
  return times;
}

TEST(McapReader, ReadsEveryLayout) {
  const std::string index =
      record(Opcode::message_index, kit::mcap::little_endian(1, 2) + kit::mcap::little_endian(0, 4));
  const std::string summary =
      schema(1, "osi3.GroundTruth") + channel(1, 1, "truth") + record(Opcode::statistics, "abc");
  const std::string attachment = record(Opcode::attachment, std::string(3'000'000, 'a'));
  const std::string large =
      kTruthChannel + record(static_cast<Opcode>(200), std::string(3'000'000, 'u')) + truths(0, 3);
  const std::string begin = std::string(kMagic) + header();
  const std::string end = footer() + std::string(kMagic);
  const std::string passed = "1 record of a kind that is not known was passed over";
  struct Case {
    const char* name;
    std::string content;
    std::vector<std::string> notes = {};
  };
  const Case cases[] = {
      {"no chunks", file(kTruthChannel + truths(0, 3))},
      {"one plain chunk", file(chunk("", kTruthChannel + truths(0, 3)))},
      {"one zstd chunk", file(chunk("zstd", kTruthChannel + truths(0, 3)))},
      {"one lz4 chunk", file(chunk("lz4", kTruthChannel + truths(0, 3)))},
      {"two chunks", file(chunk("zstd", kTruthChannel + truths(0, 2)) + chunk("lz4", truths(2, 1)))},
      {"two chunks that repeat the channel",
       file(chunk("zstd", kTruthChannel + truths(0, 2)) + chunk("zstd", kTruthChannel + truths(2, 1)))},
      {"channel before the chunk", file(kTruthChannel + chunk("zstd", truths(0, 3)))},
      {"an empty chunk", file(chunk("zstd", "") + chunk("zstd", kTruthChannel + truths(0, 3)))},
      {"no checksums", file(chunk("zstd", kTruthChannel + truths(0, 3), {.checksum = 0}))},
      {"with an index", file(chunk("zstd", kTruthChannel + truths(0, 3)) + index)},
      {"with a summary", begin + chunk("zstd", kTruthChannel + truths(0, 3)) + data_end() + summary + end},
      {"with an attachment", file(attachment + chunk("zstd", kTruthChannel + truths(0, 3)) + attachment)},
      {"with large unknown records in chunks", file(chunk("zstd", large)), {passed}},
      {"with large unknown records in an lz4 chunk", file(chunk("lz4", large)), {passed}},
      {"with a checksum of all data",
       begin + kTruthChannel + truths(0, 3) + data_end(checksum_of(begin + kTruthChannel + truths(0, 3))) + end},
      {"without the summary that the end should have", begin + kTruthChannel + truths(0, 3) + data_end()},
      {"with a footer only", begin + kTruthChannel + truths(0, 3) + end},
  };
  for (const auto& [name, content, notes] : cases) {
    const ReadRun run = read_run(content, {.file = "run.mcap"});
    EXPECT_EQ(run.problem, "") << name;
    EXPECT_THAT(times(run), ElementsAre(0.0, 1.0, 2.0)) << name;
    ASSERT_TRUE(run.trace) << name;
    EXPECT_EQ(run.trace->format(), "mcap") << name;
    EXPECT_THAT(run.tables.notes(), testing::ElementsAreArray(notes)) << name;
  }
}

TEST(McapReader, ChoosesTheChannel) {
  const std::string other = schema(3, "foxglove.Grid") + channel(3, 3, "grid");
  const std::string json = schema(4, "osi3.GroundTruth", "jsonschema") + channel(4, 4, "as json", "json");
  const std::string second = channel(5, 1, "second truth");
  const auto of = [](std::uint16_t its_channel, std::uint64_t seconds, std::uint64_t actor) {
    return message(its_channel, seconds * kSecond, its_channel == 2 ? view(seconds, actor) : truth(seconds, actor));
  };
  struct Case {
    const char* name;
    std::string content;
    std::vector<std::string> ids;
    std::vector<std::string> notes;
  };
  const Case cases[] = {
      {"the view alone", file(chunk("zstd", kViewChannel + of(2, 0, 22))), {"22"}, {}},
      {"truth and view",
       file(chunk("zstd", kTruthChannel + kViewChannel + of(2, 0, 22) + of(1, 0, 11))),
       {"11"},
       {"channel view (osi3.SensorView, protobuf) is not read: truth (osi3.GroundTruth, protobuf) is"}},
      {"view and truth",
       file(chunk("zstd", kViewChannel + of(2, 0, 22) + kTruthChannel + of(1, 0, 11))),
       {"11"},
       {"channel view (osi3.SensorView, protobuf) is not read: truth (osi3.GroundTruth, protobuf) is"}},
      {"a truth that comes too late",
       file(chunk("zstd", kViewChannel + of(2, 0, 22)) + chunk("zstd", kTruthChannel + of(1, 1, 11))),
       {"22"},
       {"channel truth (osi3.GroundTruth, protobuf) is not read: view (osi3.SensorView, protobuf) is"}},
      {"two truths",
       file(chunk("zstd", kTruthChannel + second + of(5, 0, 55) + of(1, 0, 11))),
       {"11"},
       {"channel second truth (osi3.GroundTruth, protobuf) is not read: truth (osi3.GroundTruth, protobuf) is"}},
      {"behind another channel",
       file(chunk("zstd", other + of(3, 0, 33)) + chunk("zstd", kTruthChannel + of(1, 0, 11))),
       {"11"},
       {"1 message of channels without OSI (grid) was passed over"}},
      {"beside one as JSON",
       file(chunk("zstd", json + kTruthChannel + of(4, 0, 44) + of(1, 0, 11))),
       {"11"},
       {"1 message of channels without OSI (as json) was passed over"}},
  };
  for (const auto& [name, content, ids, notes] : cases) {
    const ReadRun run = read_run(content, {.file = "run.mcap"});
    ASSERT_EQ(run.problem, "") << name;
    EXPECT_EQ(run.ids(0), ids) << name;
    EXPECT_THAT(run.tables.notes(), testing::ElementsAreArray(notes)) << name;
  }
}

TEST(McapReader, RefusesWhatHoldsNoOsi) {
  struct Case {
    const char* name;
    std::string content;
    const char* held;
  };
  const Case cases[] = {
      {"ROS",
       file(chunk("zstd", schema(1, "osi_3_msgs/osi_GroundTruth", "ros1msg") + channel(1, 1, "/sim/truth", "ros1"))),
       "It holds /sim/truth (osi_3_msgs/osi_GroundTruth, ros1msg)"},
      {"detections",
       file(schema(1, "osi3.SensorData") + channel(1, 1, "lidar") + schema(2, "x.Y") + channel(2, 2, "more")),
       "It holds lidar (osi3.SensorData, protobuf), more (x.Y, protobuf)"},
      {"no schema", file(channel(1, 0, "free", "json")), "It holds free (no schema, json)"},
      {"nothing", file(""), "It holds no channels"},
  };
  for (const auto& [name, content, held] : cases) {
    const ReadRun run = read_run(content, {.file = "run.mcap"});
    EXPECT_THAT(run.problem,
                HasSubstr("run.mcap: holds no OSI: none of its channels has osi3.GroundTruth or osi3.SensorView"))
        << name;
    EXPECT_THAT(run.problem, HasSubstr(held)) << name;
  }
}

TEST(McapReader, TellsVersionsAndMagicsThatItDoesNotKnow) {
  const std::string good = file(chunk("zstd", kTruthChannel + truths(0, 2)));
  const auto with = [&](std::size_t at, char byte) {
    std::string bytes = good;
    bytes[at] = byte;
    return bytes;
  };
  struct Case {
    const char* name;
    std::string content, problem;
  };
  const Case cases[] = {
      {"a newer version", with(5, '1'), "run.mcap: is an MCAP file of version 1; version 0 is read"},
      {"no version", with(5, '\0'), "run.mcap: is an MCAP file of version \\u0000; version 0 is read"},
      {"another magic", with(1, 'N'), "run.mcap: is of no known format"},
      {"damaged on its way", with(6, '\n'), "run.mcap: is of no known format"},
      {"the magic alone", good.substr(0, 8), "the file breaks off"},
  };
  for (const auto& [name, content, problem] : cases)
    EXPECT_THAT(read_run(content, {.file = "run.mcap"}).problem, HasSubstr(problem)) << name;
}

TEST(McapReader, CountsWhatItPassesOver) {
  const std::string foreign = schema(7, "x.Y") + channel(7, 7, "lidar") + channel(8, 7, "camera");
  const std::string map = schema(9, "osi3.MapAsamOpenDrive") + channel(9, 9, "maps") + message(9, 0, WireMessage());
  const std::string unknown = record(static_cast<Opcode>(0x42), "whatever");
  const std::string others = message(7, 0, WireMessage()) + message(8, 0, WireMessage()) + message(7, 1, WireMessage());
  const ReadRun run =
      read_run(file(unknown + chunk("zstd", kTruthChannel + foreign + map + others + unknown + truths(0, 2))),
               {.file = "run.mcap"});
  EXPECT_EQ(run.problem, "");
  EXPECT_THAT(times(run), ElementsAre(0.0, 1.0));
  EXPECT_THAT(run.tables.notes(), ElementsAre("3 messages of channels without OSI (lidar, camera) were passed over",
                                              "2 records of a kind that is not known were passed over"));
}

TEST(McapReader, SortsAChunkByLogTime) {
  const std::string records =
      message(1, 2 * kSecond, truth(2)) + message(1, 0, truth(0)) + message(1, kSecond, truth(1));
  const ReadRun run = read_run(file(chunk("zstd", kTruthChannel + records)), {.file = "run.mcap"});
  EXPECT_EQ(run.problem, "");
  EXPECT_THAT(times(run), ElementsAre(0.0, 1.0, 2.0));
}

TEST(McapReader, ARecordsTimeStandsInForAMissingTimestamp) {
  const WireMessage timeless =
      WireMessage().inner(5, WireMessage().inner(1, {}).inner(2, WireMessage().triple(2, 1.0, 2.0, 3.0)));
  const ReadRun run =
      read_run(file(kTruthChannel + message(1, 5 * kSecond, timeless) + message(1, 7 * kSecond, timeless)),
               {.file = "run.mcap"});
  EXPECT_EQ(run.problem, "");
  EXPECT_THAT(times(run), ElementsAre(0.0, 2.0));
  EXPECT_EQ(run.tables.start_seconds(), 5.0);
  EXPECT_THAT(run.tables.notes(), Contains(HasSubstr("the time of their records is taken")));
}

TEST(McapReader, MessagesMustBeWhatTheirSchemaSays) {
  struct Case {
    const char* name;
    std::string content;
    const char* problem;
  };
  const Case cases[] = {
      {"a view among truths", file(kTruthChannel + message(1, 0, view(0))),
       "the message is no OSI GroundTruth, though"},
      {"a truth among views", file(kViewChannel + message(2, 0, truth(0))), "the message is no OSI SensorView, though"},
  };
  for (const auto& [name, content, problem] : cases)
    EXPECT_THAT(read_run(content, {.file = "run.mcap"}).problem, HasSubstr(problem)) << name;
}

TEST(McapReader, FaultsNameFrameAndByte) {
  const std::string begin = std::string(kMagic) + header();
  const std::string first = begin + chunk("zstd", kTruthChannel + truths(0, 2));
  const std::string place = "run.mcap: frame 2, byte " + std::to_string(first.size()) + ": ";
  const std::string third = chunk("zstd", truths(2, 200));
  const auto damaged = [](std::string bytes, std::size_t at) {
    bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
    return bytes;
  };
  const std::string plain = chunk("", truths(2, 3));
  const auto car_at = [](std::uint64_t actor, double x) {
    return WireMessage()
        .inner(1, WireMessage().varint(1, actor))
        .inner(2, WireMessage().triple(1, 4.0, 2.0, 1.5).triple(2, x, 0.0, 0.0));
  };
  const WireMessage lost = car_at(7, std::numeric_limits<double>::quiet_NaN()), again = car_at(1, 0.0);
  struct Case {
    const char* name;
    std::string content;
    std::string problem;
  };
  const Case cases[] = {
      {"the end is missing", first, place + "the file breaks off: the record that ends an MCAP file's data is missing"},
      {"cut in a record's header", first + third.substr(0, 5), place + "the file breaks off"},
      {"cut in a chunk", first + third.substr(0, 100),
       place + "the record should have " + std::to_string(third.size() - 9) +
           " bytes, but the file ends after 91 of them"},
      {"checksum", first + damaged(plain, plain.size() - 30) + data_end(),
       place + "the chunk is damaged: its checksum should be "},
      {"zstd", first + damaged(third, 60) + data_end(), place + "the chunk "},
      {"lz4", first + damaged(chunk("lz4", truths(2, 200)), 52) + data_end(), place + "the chunk is damaged: "},
      {"a chunk with less than it says", first + chunk("zstd", truths(2, 3), {.size = 100'000}) + data_end(),
       place + "the chunk should hold 100000 bytes, but holds "},
      {"a chunk with more than it says", first + chunk("lz4", truths(2, 3), {.size = 10}) + data_end(),
       place + "the chunk should hold 10 bytes, but holds at least "},
      {"a chunk beyond reason", first + chunk("zstd", truths(2, 3), {.size = std::uint64_t{1} << 60}) + data_end(),
       place + "the chunk claims to hold 1152921504606846976 bytes"},
      {"a chunk just beyond the limit", first + chunk("zstd", truths(2, 3), {.size = (512U << 20U) + 1}) + data_end(),
       place + "the chunk claims to hold 536870913 bytes, beyond any chunk"},
      {"a chunk just within it", first + chunk("zstd", truths(2, 3), {.size = 512U << 20U}) + data_end(),
       place + "the chunk should hold 536870912 bytes, but holds "},
      {"unknown packing", first + chunk("snappy", truths(2, 3)) + data_end(),
       place + "the chunk is packed with \"snappy\": only zstd and lz4 are known"},
      {"a chunk shorter than its fields", first + record(Opcode::chunk, "abc") + data_end(),
       place + "the chunk is shorter than its own fields say"},
      {"a record beyond reason",
       first + kit::mcap::little_endian(5, 1) + kit::mcap::little_endian(std::uint64_t{1} << 40, 8) + data_end(),
       place + "the record should have 1099511627776 bytes"},
      {"a channel nobody announced", first + message(9, 0, truth(2)) + data_end(),
       place + "a message is of channel 9, which was not announced"},
      {"a message shorter than its fields", first + record(Opcode::message, "abc") + data_end(),
       place + "a message record is shorter"},
      {"no protobuf", first + message(1, 0, WireMessage().text(5, "\x0a\x7f")) + data_end(),
       place + "the message is no valid protobuf"},
      {"a place that is no number", first + message(1, 0, truth(2).inner(5, lost)) + data_end(),
       place + "actor 7: x must be a number within +-1e7, found nan"},
      {"an actor twice", first + message(1, 0, truth(2).inner(5, again)) + data_end(),
       place + "actor 1 comes twice in this frame"},
      {"time goes back", first + message(1, 0, truth(0)) + data_end(),
       place + "time 0 s is earlier than that of the frame before"},
      {"checksum of all data", first + data_end(0x12345678),
       place + "the data are damaged: their checksum should be 12345678"},
  };
  for (const auto& [name, content, problem] : cases) {
    const ReadRun run = read_run(content, {.file = "run.mcap"});
    EXPECT_THAT(run.problem, HasSubstr(problem)) << name;
    EXPECT_THAT(times(run), ElementsAre(0.0, 1.0)) << name;
  }
}

TEST(McapReader, WhatAChunkHeldBeforeItsFaultIsDelivered) {
  const std::string records = kTruthChannel + truths(0, 2);
  struct Case {
    const char* name;
    std::string records;
    const char* problem;
  };
  const Case cases[] = {
      {"cut inside", records + truths(2, 1).substr(0, 40),
       "frame 2, byte 32: the chunk's last record is longer than the chunk"},
      {"unknown channel", records + message(9, 0, truth(2)), "frame 2, byte 32: a message is of channel 9"},
  };
  for (const auto& [name, content, problem] : cases) {
    const ReadRun run = read_run(file(chunk("zstd", content)), {.file = "run.mcap"});
    EXPECT_THAT(run.problem, HasSubstr(problem)) << name;
    EXPECT_THAT(times(run), ElementsAre(0.0, 1.0)) << name;
  }
}

TEST(McapReader, BadFramesCanBeSkippedBadChunksCannot) {
  const std::string records =
      kTruthChannel + truths(0, 1) + message(1, kSecond, WireMessage().text(5, "\x0a\x7f")) + truths(2, 1);
  const ReadRun run = read_run(file(chunk("zstd", records)), {.file = "run.mcap", .skip_bad_frames = true});
  EXPECT_EQ(run.problem, "");
  EXPECT_THAT(times(run), ElementsAre(0.0, 2.0));
  EXPECT_EQ(run.tables.counts().bad_frames, 1U);

  const std::string bad = chunk("zstd", truths(3, 1), {.checksum = 99});
  const ReadRun broken = read_run(file(chunk("zstd", records) + bad), {.file = "run.mcap", .skip_bad_frames = true});
  EXPECT_THAT(broken.problem, HasSubstr("its checksum should be 00000063"));
  EXPECT_THAT(times(broken), ElementsAre(0.0, 2.0));
}

}  // namespace
}  // namespace scrutineer::trace
