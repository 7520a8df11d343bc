// The program beside somebody who sends OSI: over a pipe, TCP and UDP, in good order and not.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill is POSIX, and only there

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "kit/data.h"
#include "kit/lane_maps.h"
#include "kit/maps.h"
#include "kit/osi_lanes.h"
#include "kit/osi_runs.h"
#include "kit/osi_sender.h"
#include "kit/paths.h"
#include "kit/real_program.h"
#include "kit/run_writers.h"
#include "kit/scratch_folder.h"
#include "map/lane_map.h"
#include "map/read.h"

namespace scrutineer::app {
namespace {

namespace fs = std::filesystem;
using kit::OsiSender;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

std::string example(const char* path) { return (kit::source_dir() / "examples" / path).string(); }

std::size_t rows(const std::string& csv) { return static_cast<std::size_t>(std::ranges::count(csv, '\n')); }

// The ego leaves the road.
std::string departure() { return kit::read_text(example("runs/departure/run.osi")); }

// A program that runs in a folder; what it says goes to the files out and err there.
class Running {
 public:
  Running(const fs::path& folder, const std::string& arguments) : folder_(folder) {
    fs::remove(folder / "err");  // of one before
    child_ = ::fork();
    if (child_ != 0) return;
    const std::string command =
        fmt::format("cd '{}' && exec '{}' {} > out 2> err", folder.string(), kit::program().string(), arguments);
    ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    ::_exit(127);
  }
  ~Running() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    kit::finished(child_);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // What stands behind these words in what it said, to the line's end.
  std::string said(const std::string& words) const {
    for (int tries = 0; tries < 1'000; ++tries) {
      const std::string err = fs::exists(folder_ / "err") ? kit::read_text(folder_ / "err") : "";
      const std::size_t at = err.find(words);
      const std::size_t end = at == std::string::npos ? at : err.find('\n', at);
      if (end != std::string::npos) return err.substr(at + words.size(), end - at - words.size());
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    throw std::runtime_error("the program never said: " + words + "\n" + kit::read_text(folder_ / "err"));
  }
  void interrupt() const { ::kill(child_, SIGINT); }
  int exit_code() { return kit::finished(std::exchange(child_, 0)); }

 private:
  fs::path folder_;
  pid_t child_ = 0;
};

void send(const OsiSender& sender, const std::string& file, OsiSender::Protocol protocol, std::size_t piece) {
  if (protocol == OsiSender::Protocol::udp) {
    for (const std::string& message : kit::osi_messages(file)) {
      for (const std::string& packet : kit::esmini_packets(message, piece)) sender.send(packet);
      // No simulator is faster than this, and buffers of the system are small.
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    return;
  }
  for (std::size_t at = 0; at < file.size(); at += piece) sender.send(std::string_view(file).substr(at, piece));
}

// All files of a result, with another name of the run. The resolved manifest is left out, as a stream cannot be named
// there, and so is what only live runs have.
std::map<std::string, std::string> result_in(const fs::path& folder, const std::string& name) {
  std::map<std::string, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string file = entry.path().lexically_relative(folder).string();
    if (entry.is_directory() || file == "run.json" || file == "events.jsonl") continue;
    std::string text = kit::read_text(entry.path());
    std::string in_addresses = name;  // as SARIF writes it
    if (const std::size_t colon = name.find(':'); colon != std::string::npos) in_addresses.replace(colon, 1, "%3A");
    for (const std::string& one : {name, in_addresses}) {
      const std::string quoted = fmt::format("\"{}\"", one);
      for (std::size_t at = 0; (at = text.find(quoted, at)) != std::string::npos;)
        text.replace(at, quoted.size(), "RUN");
    }
    files[file] = text;
  }
  return files;
}

TEST(LiveOsi, GivesTheSameResultAsAFileWhicheverWayTheFramesCome) {
  const kit::ScratchFolder folder;
  const std::string file = departure();
  kit::write_file(folder.file("run.osi"), file);
  const std::string map = example("maps/town.xodr");
  ASSERT_EQ(kit::shell(fmt::format("\"$scrutineer\" check run.osi --map \"{}\" --out checked > out 2> err", map),
                       folder.path()),
            1)
      << kit::read_text(folder.file("err"));
  const auto expected = result_in(folder.file("checked"), "run.osi");
  ASSERT_TRUE(expected.contains("coverage/runtime_data.json") && expected.contains("issues.csv"));
  EXPECT_THAT(expected.at("coverage/runtime_data.json"), HasSubstr("\"kind\": \"road_departure\""));
  EXPECT_EQ(
      kit::shell(fmt::format("\"$scrutineer\" live osi --stdin --map \"{}\" --out stdin < run.osi > out 2> err", map),
                 folder.path()),
      1);
  EXPECT_EQ(result_in(folder.file("stdin"), "stdin"), expected);
  struct Case {
    const char* name;
    const char* word;
    OsiSender::Protocol protocol;
    std::size_t piece;  // bytes at once
  };
  for (const Case& c :
       {Case{"tcp", "tcp", OsiSender::Protocol::tcp, 1'000}, Case{"udp", "udp", OsiSender::Protocol::udp, 8'192},
        Case{"udp in small packets", "udp", OsiSender::Protocol::udp, 100}}) {
    Running program(folder.path(),
                    fmt::format("live osi --{} 0 --idle 0.5 --map '{}' --out '{}'", c.word, map, c.name));
    OsiSender sender(c.protocol, program.said(fmt::format("waiting for OSI messages at {} ", c.word)));
    send(sender, file, c.protocol, c.piece);
    sender.hang_up();
    EXPECT_EQ(program.exit_code(), 1) << c.name;
    EXPECT_EQ(result_in(folder.file(c.name), fmt::format("{}:0", c.word)), expected) << c.name;
  }
}

TEST(LiveOsi, KeepsAResultWhateverTheSenderDoes) {
  const std::string file = departure();
  const std::vector<std::string> messages = kit::osi_messages(file);
  ASSERT_GT(messages.size(), 50U);
  using Send = std::function<void(const OsiSender&)>;
  const auto in_packets = [&](const OsiSender& sender, std::size_t first, std::size_t behind_last) {
    send(
        sender,
        kit::osi_file({messages.begin() + static_cast<long>(first), messages.begin() + static_cast<long>(behind_last)}),
        OsiSender::Protocol::udp, 100);
  };
  struct Case {
    const char* name;
    const char* protocol;
    Send send;
    int code;
    const char* message;
  };
  const Case cases[] = {
      {"it goes away within a message", "tcp",
       [&](const OsiSender& sender) { sender.send(file.substr(0, file.size() - 9)); }, 2, "the message should have"},
      {"time goes back", "tcp", [&](const OsiSender& sender) { sender.send(file + file); }, 2,
       "is earlier than that of the frame before"},
      {"time goes back over UDP", "udp",
       [&](const OsiSender& sender) {
         in_packets(sender, 0, messages.size());
         in_packets(sender, 0, 1);
       },
       2, "as if the simulation had begun anew"},
      {"a packet is lost", "udp",
       [&](const OsiSender& sender) {
         in_packets(sender, 0, 10);
         std::vector<std::string> packets = kit::esmini_packets(messages[10], 100);
         packets.pop_back();
         for (const std::string& packet : packets) sender.send(packet);
         in_packets(sender, 11, messages.size());
       },
       1, "1 of the frames sent over UDP came incomplete"},
  };
  for (const Case& c : cases) {
    const kit::ScratchFolder folder;
    Running program(folder.path(), fmt::format("live osi --{} 0 --idle 0.5 --map '{}' --out result", c.protocol,
                                               example("maps/town.xodr")));
    const bool is_tcp = std::string_view(c.protocol) == "tcp";
    OsiSender sender(is_tcp ? OsiSender::Protocol::tcp : OsiSender::Protocol::udp,
                     program.said(fmt::format("waiting for OSI messages at {} ", c.protocol)));
    c.send(sender);
    sender.hang_up();
    EXPECT_EQ(program.exit_code(), c.code) << c.name;
    EXPECT_THAT(kit::read_text(folder.file("err")), HasSubstr(c.message)) << c.name;
    const std::string result = kit::read_text(folder.file("result/coverage/runtime_data.json"));
    EXPECT_THAT(result, HasSubstr("\"kind\": \"road_departure\"")) << c.name;
    EXPECT_THAT(result, HasSubstr(c.message)) << c.name << ": the result says it, too";
  }
}

TEST(LiveOsi, EndsInGoodOrderWhenAskedTo) {
  const kit::ScratchFolder folder;
  const std::string file = departure();
  Running program(folder.path(), fmt::format("live osi --tcp 0 --map '{}' --out result --events events.jsonl",
                                             example("maps/town.xodr")));
  OsiSender sender(OsiSender::Protocol::tcp, program.said("waiting for OSI messages at tcp "));
  sender.send(file);
  sender.send(file.substr(0, 10));  // half a message: it is about to send more
  for (int tries = 0; tries < 1'000 && kit::read_text(folder.file("events.jsonl")).empty(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  program.interrupt();
  EXPECT_EQ(program.exit_code(), 1);
  EXPECT_THAT(kit::read_text(folder.file("err")), HasSubstr("stopped on request"));
  EXPECT_THAT(kit::read_text(folder.file("result/coverage/runtime_data.json")), HasSubstr("\"complete\": true"));
}

TEST(LiveOsi, TellsWhatHappensWhereverItIsWanted) {
  const kit::ScratchFolder folder;
  kit::write_file(folder.file("run.osi"), departure());
  const std::string map = example("maps/town.xodr");
  const auto go = [&](const std::string& options) {
    return kit::shell(
        fmt::format("\"$scrutineer\" live osi --stdin --map \"{}\" {} < run.osi > out 2> err", map, options),
        folder.path());
  };
  ASSERT_EQ(go("--out result --events events.jsonl"), 1) << kit::read_text(folder.file("err"));
  const std::string lines = kit::read_text(folder.file("result/events.jsonl"));
  EXPECT_THAT(lines, HasSubstr(R"("event":"issue","check":"road_departure")"));
  const auto count = [&](std::string_view words) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = lines.find(words, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  // Every issue and every interval, also those that only the run's end ended.
  EXPECT_EQ(count("\"event\":\"issue\""), rows(kit::read_text(folder.file("result/issues.csv"))) - 1);
  EXPECT_EQ(count("\"event\":\"interval_end\""), rows(kit::read_text(folder.file("result/intervals.csv"))) - 1);
  EXPECT_EQ(kit::read_text(folder.file("events.jsonl")), lines);
  ASSERT_EQ(go("--events -"), 1);
  EXPECT_EQ(kit::read_text(folder.file("out")), lines);

  Running program(folder.path(), fmt::format("live osi --tcp 0 --map '{}' --events tcp:0", map));
  OsiSender listener(OsiSender::Protocol::tcp, program.said("events are told at tcp "));
  OsiSender sender(OsiSender::Protocol::tcp, program.said("waiting for OSI messages at tcp "));
  sender.send(kit::read_text(folder.file("run.osi")));
  sender.hang_up();
  EXPECT_EQ(listener.receive_all(), lines);
  EXPECT_EQ(program.exit_code(), 1);
}

// What a configuration's code says comes with the rest, also what it says at the very end.
TEST(LiveOsi, TellsWhatAConfigurationSays) {
  const kit::ScratchFolder folder;
  kit::write_file(folder.file("run.osi"), departure());
  kit::write_file(folder.file("mine.osc"), R"osc(
global modifier sut_vehicle.mine:
    on @start:
        logger.log_info("$(actor.id) is here")
    on @end:
        logger.log_warning("that was all")
)osc");
  ASSERT_EQ(
      kit::shell("\"$scrutineer\" live osi --stdin --config mine.osc --out result --events - < run.osi > out 2> err",
                 folder.path()),
      1)
      << kit::read_text(folder.file("err"));
  const std::string lines = kit::read_text(folder.file("out"));
  const Json result = Json::parse(kit::read_text(folder.file("result/coverage/runtime_data.json")));
  ASSERT_EQ(result["messages"].size(), 2U);
  const std::string ego = result["messages"][0]["actor"];
  const std::string first = fmt::format(
      R"({{"time":0.0,"event":"message","level":"info","check":"sut_vehicle.mine","actor":"{0}","message":"{0} is here"}})",
      ego);
  EXPECT_THAT(lines, HasSubstr(first));
  EXPECT_THAT(lines, HasSubstr(R"("event":"message","level":"warning","check":"sut_vehicle.mine")"));
  std::size_t messages = 0;
  for (std::size_t at = 0; (at = lines.find(R"("event":"message")", at)) != std::string::npos; ++at) ++messages;
  EXPECT_EQ(messages, 2U);
}

// The lanes that the first message carries are the map, as when a file is checked.
TEST(LiveOsi, MakesAMapFromTheLanesOfTheFirstMessage) {
  const kit::ScratchFolder folder;
  const map::LaneMap lanes = kit::lanes_of(*map::build_network(kit::straight_road(1000.0)), 0.05);
  const auto run_with = [](const std::string& carried) {
    std::vector<std::string> messages;
    for (std::uint64_t i = 0; i <= 50; ++i)
      messages.push_back(
          kit::osi_car(100 * i, 20.0 + static_cast<double>(i), -1.75 - 0.2 * static_cast<double>(i)).bytes() +
          (i == 0 ? carried : ""));
    return kit::osi_file(messages);
  };
  kit::write_file(folder.file("run.osi"), run_with(kit::osi_ground_truth(lanes)));
  ASSERT_EQ(kit::shell("\"$scrutineer\" check run.osi --out checked > out 2> err", folder.path()), 1)
      << kit::read_text(folder.file("err"));
  const auto expected = result_in(folder.file("checked"), "run.osi");
  EXPECT_THAT(expected.at("coverage/runtime_data.json"), HasSubstr("made from the run's 2 OSI lanes"));
  EXPECT_THAT(expected.at("issues.csv"), HasSubstr("road_departure"));  // the map is used
  EXPECT_EQ(kit::shell("\"$scrutineer\" live osi --stdin --record kept.osi --out stdin < run.osi > out 2> err",
                       folder.path()),
            1)
      << kit::read_text(folder.file("err"));
  EXPECT_EQ(result_in(folder.file("stdin"), "kept.osi").at("issues.csv"), expected.at("issues.csv"));
  EXPECT_EQ(kit::shell("\"$scrutineer\" check kept.json --out again > out 2> err", folder.path()), 1);
  EXPECT_EQ(result_in(folder.file("again"), "kept.osi").at("issues.csv"), expected.at("issues.csv"));
  Running program(folder.path(), "live osi --udp 0 --idle 0.5 --out udp");
  const OsiSender sender(OsiSender::Protocol::udp, program.said("waiting for OSI messages at udp "));
  send(sender, kit::read_text(folder.file("run.osi")), OsiSender::Protocol::udp, 8'192);
  EXPECT_EQ(program.exit_code(), 1);
  EXPECT_EQ(result_in(folder.file("udp"), "udp:0").at("issues.csv"), expected.at("issues.csv"));

  // A map that is named wins, and without lanes there is none.
  const std::string town = example("maps/town.xodr");
  EXPECT_EQ(kit::shell(fmt::format("\"$scrutineer\" live osi --stdin --map \"{}\" < run.osi > out 2> err", town),
                       folder.path()),
            1);
  EXPECT_THAT(kit::read_text(folder.file("err")), HasSubstr("the map may be of another place"));
  kit::write_file(folder.file("bare.osi"), run_with(""));
  EXPECT_EQ(kit::shell("\"$scrutineer\" live osi --stdin < bare.osi > out 2> err", folder.path()), 0);
  EXPECT_THAT(kit::read_text(folder.file("err")), Not(HasSubstr("OSI lanes")));
}

// As check does with run.json; what options say wins.
TEST(LiveOsi, TakesAManifest) {
  const kit::ScratchFolder folder;
  kit::write_file(folder.file("run.osi"), departure());
  fs::copy(example("maps/town.xodr"), folder.path());
  struct Case {
    const char* name;
    const char* manifest;
    const char* options;
    int code;
    const char* told;
  };
  const Case cases[] = {
      {"map and settings", R"({"map": "town.xodr", "settings": [{"severity": "road_departure=info"}]})", "", 1, "info"},
      {"options win", R"({"map": "nowhere.xodr"})", "--map town.xodr", 1, "road_departure"},
      {"who is the ego", R"({"map": "town.xodr", "ego": "nobody"})", "", 2, "nobody"},
      {"an option for the ego", R"({"map": "town.xodr"})", "--ego nobody", 2, "nobody"},
      {"a key that is none", R"({"mapp": "town.xodr"})", "", 2, "did you mean map?"},
      {"what is for recorded runs", R"({"lights": "lights.csv"})", "", 2, "lights is for recorded runs"},
      {"no JSON", "{", "", 2, "run.json"},
  };
  for (const Case& c : cases) {
    kit::write_file(folder.file("run.json"), c.manifest);
    EXPECT_EQ(kit::shell(fmt::format("\"$scrutineer\" live osi --stdin --manifest run.json {} < run.osi > out 2>&1",
                                     c.options),
                         folder.path()),
              c.code)
        << c.name << ": " << kit::read_text(folder.file("out"));
    EXPECT_THAT(kit::read_text(folder.file("out")), HasSubstr(c.told)) << c.name;
  }
}

TEST(LiveOsi, RecordsWhatWasSentByteForByte) {
  const kit::ScratchFolder folder;
  kit::write_file(folder.file("run.osi"), departure());
  fs::copy(example("maps/town.xodr"), folder.path());
  ASSERT_EQ(kit::shell("\"$scrutineer\" live osi --stdin --map town.xodr --record kept.osi --out live --report "
                       "--disable off_lane < run.osi > out 2> err",
                       folder.path()),
            1)
      << kit::read_text(folder.file("err"));
  EXPECT_EQ(kit::read_text(folder.file("kept.osi")), kit::read_text(folder.file("run.osi")));
  EXPECT_THAT(kit::read_text(folder.file("live/report.html")), HasSubstr("data-part=\"poses\""));
  const auto live = result_in(folder.file("live"), "kept.osi");
  for (const char* manifest : {"kept.json", "live/run.json"}) {
    ASSERT_EQ(kit::shell(fmt::format("\"$scrutineer\" check {} --out again > out 2> err", manifest), folder.path()), 1)
        << kit::read_text(folder.file("err"));
    EXPECT_EQ(result_in(folder.file("again"), "kept.osi").at("issues.csv"), live.at("issues.csv")) << manifest;
    EXPECT_EQ(result_in(folder.file("again"), "kept.osi").at("intervals.csv"), live.at("intervals.csv")) << manifest;
  }
}

TEST(LiveOsi, GivesAResultWithoutItsRecording) {
  const kit::ScratchFolder folder;
  kit::write_file(folder.file("run.osi"), departure());
  // A disk on which the recording finds no room.
  ASSERT_EQ(kit::shell(fmt::format("trap \"\" XFSZ; ulimit -f 20; \"$scrutineer\" live osi --stdin --map \"{}\" "
                                   "--record kept.osi < run.osi > out 2> err",
                                   example("maps/town.xodr")),
                       folder.path()),
            2);
  EXPECT_EQ(kit::read_text(folder.file("err")), "scrutineer: kept.osi: cannot write: File too large\n");
  EXPECT_THAT(kit::read_text(folder.file("out")), HasSubstr("speed_limit"));
  EXPECT_FALSE(fs::exists(folder.file("kept.osi")));
}

TEST(LiveOsi, WritesNoResultOverWhatItReads) {
  const kit::ScratchFolder folder;
  kit::write_file(folder.file("run.osi"), departure());
  ASSERT_EQ(kit::shell("\"$scrutineer\" check run.osi --out result > out 2> err", folder.path()), 1);
  fs::copy(example("maps/town.xodr"), folder.file("result/map.xodr"));
  kit::write_file(folder.file("result/run.json"), R"({"map": "map.xodr"})");
  const auto live = [&](const char* out) {
    return kit::shell(
        fmt::format("\"$scrutineer\" live osi --stdin --manifest result/run.json --out {} < run.osi > out "
                    "2> err",
                    out),
        folder.path());
  };
  EXPECT_EQ(live("result"), 2);
  EXPECT_THAT(kit::read_text(folder.file("err")),
              HasSubstr("result/map.xodr: is read from, and belongs to the result in result"));
  EXPECT_TRUE(fs::exists(folder.file("result/map.xodr")));
  EXPECT_EQ(live("another"), 1);
}

TEST(LiveOsi, RefusesWhatCannotWork) {
  const kit::ScratchFolder folder;
  struct Case {
    const char* name;
    const char* options;
    const char* message;
  };
  const Case cases[] = {
      {"no source", "", "say where the messages come from"},
      {"two sources", "--stdin --tcp 0", "one of them"},
      {"no such port", "--tcp 70000", "--tcp"},
      {"events to no port", "--stdin --events tcp:x", "--events tcp:x: expected tcp: and a port"},
      {"an address that is none", "--tcp 0 --bind nowhere", "nowhere is no IPv4 address"},
      {"nothing on standard input", "--stdin", "holds no frames"},
      {"a report without a folder", "--stdin --report", "--report needs --out DIR"},
      {"nobody connects", "--tcp 0 --timeout 0.05", "nobody connected within 0.05 s (--timeout)"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(kit::shell(fmt::format("\"$scrutineer\" live osi {} < /dev/null > out 2> err", c.options), folder.path()),
              2)
        << c.name;
    EXPECT_THAT(kit::read_text(folder.file("err")), HasSubstr(c.message)) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::app
