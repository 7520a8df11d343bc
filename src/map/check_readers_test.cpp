// Readers that are not ours read what map checks write: a validator of XML schemas, and an object model of SARIF.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "kit/data.h"
#include "kit/paths.h"
#include "kit/rule_testing.h"
#include "kit/scratch_folder.h"
#include "map/check_report.h"
#include "map/map_text.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

namespace fs = std::filesystem;

constexpr int kReaderMissing = 77;

struct Read {
  int code = -1;
  std::string faults;
};

// Debian's own Python: that is where scripts/install-deps puts the readers.
Read read_by_others(const fs::path& folder) {
  const std::string python = fs::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  const std::string command = python + " -B '" + (kit::source_dir() / "tests/map/read_results.py").string() + "' '" +
                              folder.string() + "' 2>&1";
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  Read read;
  std::array<char, 4096> chunk{};
  while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), pipe))
    read.faults.append(chunk.data(), count);
  read.code = WEXITSTATUS(::pclose(pipe));
  return read;
}

CheckReport checked(const std::string& bytes, const std::string& name) {
  const auto map = read_xodr(bytes, name);
  const MapText text(bytes, name);
  CheckedMap input{.text = &text, .map = map ? map->get() : nullptr};
  if (!map) input.problem = map.problem();
  CheckReport report = check_map(input, map_rules());
  report.file = name;
  return report;
}

TEST(CheckReaders, AcceptTheResultsOfEveryMap) {
  SCRUTINEER_NEEDS_DATA();
  const kit::ScratchFolder scratch;
  std::size_t written = 0;
  for (const char* folder : {"bad-maps", "maps"}) {
    for (const fs::path& path : kit::all_maps(folder)) {
      const CheckReport report = checked(kit::read_text(path), path.filename().string());
      const std::string name = std::to_string(written++);
      std::ofstream(scratch.path() / (name + ".xqar")) << to_xqar(report, "1.2.3");
      std::ofstream(scratch.path() / (name + ".sarif")) << to_sarif({report}, "1.2.3");
    }
  }
  EXPECT_GT(written, 200U);
  const Read read = read_by_others(scratch.path());
  if (read.code == kReaderMissing) GTEST_SKIP() << read.faults;
  EXPECT_EQ(read.code, 0) << read.faults.substr(0, 3000);
}

// Names and values that XML, UTF-8 or a terminal stumble over.
TEST(CheckReaders, AcceptHostileNames) {
  const kit::ScratchFolder scratch;
  kit::Road road;
  road.id = "&lt;1&gt; &quot;a&quot; ' &amp;&#10;&#9;caf\xe9 \xf0\x9f\x9a\x97 \xef\xbf\xbe\xef\xbf\xbf";
  road.attributes = "colour=\"\x7f\xff\xfe\"";
  const CheckReport report = checked(kit::map_text(4, {road, road}), "caf\xe9 <\"'&\x01\x1b[2J.xodr");
  ASSERT_GT(report.count(Level::error), 0U);
  std::ofstream(scratch.path() / "hostile.xqar") << to_xqar(report, "1.2.3");
  std::ofstream(scratch.path() / "hostile.sarif") << to_sarif({report}, "1.2.3");
  const Read read = read_by_others(scratch.path());
  if (read.code == kReaderMissing) GTEST_SKIP() << read.faults;
  EXPECT_EQ(read.code, 0) << read.faults.substr(0, 3000);
}

// A reader that accepts anything would prove nothing.
TEST(CheckReaders, RefuseWhatIsWrong) {
  struct Case {
    const char *name, *file, *from, *to;
    const char* expected;  // a part of what is said
  };
  const Case cases[] = {
      {"a level that is none", "a.xqar", "level=\"1\"", "level=\"4\"", "'level'"},
      {"no description", "a.xqar", "<Locations description=", "<Locations about=", "'description' is required"},
      {"an unknown element", "a.xqar", "XMLLocation", "RoadLocation", "RoadLocation"},
      {"another order", "a.xqar", "<Param name=\"InputFile\"", "<AddressedRule/><Param name=\"InputFile\"",
       "AddressedRule"},
      {"a rule that the checker does not address", "a.xqar",
       "<AddressedRule ruleUID=\"asam.net:", "<AddressedRule ruleUID=\"asam.org:", "violated"},
      {"a UID that is none", "a.xqar", "ruleUID=\"asam.net:xodr:", "ruleUID=\"asam:xodr:", "'ruleUID'"},
      {"an issue twice", "a.xqar", "issueId=\"1\"", "issueId=\"0\"", "issue_ids"},
      {"issues of a rule that was skipped", "a.xqar", "status=\"completed\"", "status=\"skipped\"",
       "is skipped and has"},
      {"an unknown property", "a.sarif", "\"startLine\"", "\"line\"", "has no property line"},
      {"an unknown rule", "a.sarif", "\"ruleId\": \"asam.net", "\"ruleId\": \"asam.org", "there is no rule"},
      {"an unknown level", "a.sarif", "\"level\": \"error\"", "\"level\": \"grave\"", "level grave"},
  };
  kit::Road road;
  road.attributes = R"(colour="red")";
  const CheckReport report = checked(kit::map_text(4, {road, road}), "a.xodr");
  for (const Case& row : cases) {
    const kit::ScratchFolder scratch;
    const std::string file = row.file;
    std::string text = file.ends_with("xqar") ? to_xqar(report, "1.2.3") : to_sarif({report}, "1.2.3");
    const std::size_t first = text.find(row.from);
    ASSERT_NE(first, std::string::npos) << row.name;
    for (std::size_t at = first; at != std::string::npos;
         at = text.find(row.from, at + std::string_view(row.to).size()))
      text.replace(at, std::string_view(row.from).size(), row.to);
    std::ofstream(scratch.path() / file) << text;
    const Read read = read_by_others(scratch.path());
    if (read.code == kReaderMissing) GTEST_SKIP() << read.faults;
    EXPECT_EQ(read.code, 1) << row.name;
    EXPECT_NE(read.faults.find(row.expected), std::string::npos) << row.name << ": " << read.faults;
  }
}

}  // namespace
}  // namespace scrutineer::map
