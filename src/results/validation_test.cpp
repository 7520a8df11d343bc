// Readers that are not ours read what is written here: a schema validator, a JUnit and a SARIF reader, a CSV reader.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "kit/paths.h"
#include "kit/sample_result.h"
#include "results/schema.h"
#include "results/write_folder.h"

namespace scrutineer::results {
namespace {

namespace fs = std::filesystem;

class Scratch {
 public:
  Scratch() : path(fs::temp_directory_path() / ("scrutineer_results_" + std::to_string(::getpid()))) {
    fs::create_directories(path);
  }
  ~Scratch() { fs::remove_all(path); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  fs::path path;
};

void put(const fs::path& path, const std::string& content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

void put_result(const fs::path& folder, const RunResult& result) {
  for (const ResultFile& file : files_of(result)) put(folder / file.name, file.content);
}

struct Ran {
  int code = -1;
  std::string output;
};

// Debian's own Python: that is where scripts/install-deps puts the readers.
Ran validate(const fs::path& schema, const std::string& folders) {
  const std::string python = fs::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  const std::string command = python + " -B '" + (kit::source_dir() / "tests/results/validate.py").string() + "' '" +
                              schema.string() + "' " + folders + " 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  Ran ran;
  std::array<char, 4096> chunk{};
  while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), pipe))
    ran.output.append(chunk.data(), count);
  ran.code = WEXITSTATUS(::pclose(pipe));
  return ran;
}

constexpr int kReaderMissing = 77;

TEST(Validation, OtherReadersAcceptEveryResult) {
  const Scratch scratch;
  put(scratch.path / "schema.json", result_schema(sample_checks()));
  std::string folders;
  for (const auto& [name, result] : sample_results()) {
    put_result(scratch.path / name, result);
    folders += " '" + (scratch.path / name).string() + "'";
  }
  const Ran ran = validate(scratch.path / "schema.json", folders);
  if (ran.code == kReaderMissing) GTEST_SKIP() << ran.output;
  EXPECT_EQ(ran.code, 0) << ran.output;
}

// A validator that accepts anything would prove nothing.
TEST(Validation, OtherReadersRefuseWhatIsWrong) {
  struct Case {
    const char* name;
    const char *file, *from, *to;
    const char* expected;  // a part of what is said
  };
  const std::string json = "coverage/runtime_data.json";
  const Case cases[] = {
      {"a metric that the check does not have", json.c_str(), "\"excess\"", "\"success\"", "'success' was unexpected"},
      {"another unit", json.c_str(), "\"unit\": \"m/s\"", "\"unit\": \"kph\"", "'m/s' was expected"},
      {"an unknown severity", json.c_str(), "\"severity\": \"warning\"", "\"severity\": \"bad\"",
       "'bad' is not one of"},
      {"an unknown key", json.c_str(), "\"category\"", "\"katogory\"", "'katogory' was unexpected"},
      {"a text for a time", json.c_str(), "\"end\": 12.25", "\"end\": \"12.25\"", "is not of type 'number'"},
      {"another version", json.c_str(), "\"schema_version\": 2", "\"schema_version\": 1", "2 was expected"},
      {"a KPI's value that is not in both files", "kpis.csv", "10.204081632653061", "10.2",
       "share is '10.2' instead of"},
      {"broken XML", "junit.xml", "</testsuite>", "", "check_junit"},
      {"another count", "junit.xml", "failures=\"1\"", "failures=\"7\"", "junit.xml: failures is"},
      {"an unknown SARIF property", "results.sarif", "\"ruleIndex\"", "\"ruleNumber\"", "check_sarif"},
      {"an unclosed quote", "issues.csv", "\"{", "\"\"\"{", "check_csv"},
  };
  const Scratch scratch;
  put(scratch.path / "schema.json", result_schema(sample_checks()));
  for (const auto& [name, file, from, to, expected] : cases) {
    std::vector<ResultFile> files = files_of(small_result());
    for (ResultFile& each : files) {
      if (each.name == file) {
        const std::size_t at = each.content.find(from);
        ASSERT_NE(at, std::string::npos) << name;
        // The count stands twice: of all suites and of the one.
        for (std::size_t next = at; next != std::string::npos;
             next = each.content.find(from, next + std::string_view(to).size() + 1))
          each.content.replace(next, std::string_view(from).size(), to);
      }
      put(scratch.path / "result" / each.name, each.content);
    }
    const Ran ran = validate(scratch.path / "schema.json", "'" + (scratch.path / "result").string() + "'");
    if (ran.code == kReaderMissing) GTEST_SKIP() << ran.output;
    EXPECT_EQ(ran.code, 1) << name << ": " << ran.output;
    EXPECT_NE(ran.output.find(expected), std::string::npos) << name << ": " << ran.output;
  }
}

}  // namespace
}  // namespace scrutineer::results
