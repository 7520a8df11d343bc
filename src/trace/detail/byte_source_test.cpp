#include "trace/detail/byte_source.h"

#include <gmock/gmock.h>
#include <zstd.h>

#include <filesystem>
#include <random>

#include "base/sha256.h"
#include "kit/gzip.h"
#include "kit/run_writers.h"

namespace scrutineer::trace {
namespace {

using kit::gzip;
using testing::HasSubstr;

// Half noise, half repetition: packs somewhat.
std::string sample(std::size_t size) {
  std::mt19937 random(7);
  std::string text(size, 'x');
  for (std::size_t i = 0; i < size; i += 2) text[i] = static_cast<char>(random());
  return text;
}

std::string zstd(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

struct Outcome {
  std::string text;
  std::string problem;
};

Outcome read_all(std::string stored) {
  Outcome outcome;
  auto bytes = ByteSource::from_memory(std::move(stored), "run.bin");
  if (!bytes) return {"", to_string(bytes.problem())};
  for (;;) {
    const auto more = bytes->fill_block();
    outcome.text += bytes->window();
    bytes->advance(bytes->window().size());
    if (!more) outcome.problem = to_string(more.problem());
    if (!more || !*more) return outcome;
  }
}

TEST(ByteSource, UnpacksWhatIsPacked) {
  const std::string text = sample(800'000);
  const std::string skippable(
      "\x50\x2a\x4d\x18\x03\x00\x00\x00"
      "abc",
      11);
  struct Case {
    const char* name;
    std::string stored;
    std::string expected;
  };
  const Case cases[] = {
      {"plain", text, text},
      {"empty", "", ""},
      {"shorter than any magic number", "ab", "ab"},
      {"gzip", gzip(text), text},
      {"gzip of nothing", gzip(""), ""},
      {"gzip of what packs very well", gzip(std::string(5'000'000, 'a')), std::string(5'000'000, 'a')},
      {"two gzip members", gzip(text) + gzip("end"), text + "end"},
      {"gzip with padding", gzip(text) + std::string(1000, '\0'), text},
      {"zstd", zstd(text), text},
      {"zstd of what packs very well", zstd(std::string(5'000'000, 'a')), std::string(5'000'000, 'a')},
      {"two zstd frames", zstd(text) + zstd("end"), text + "end"},
      {"zstd behind a skippable frame", skippable + zstd(text), text},
  };
  for (const auto& [name, stored, expected] : cases) {
    const Outcome outcome = read_all(stored);
    EXPECT_EQ(outcome.problem, "") << name;
    EXPECT_TRUE(outcome.text == expected) << name << ": " << outcome.text.size() << " bytes";
  }
}

TEST(ByteSource, NamesTheByteOfAFaultAndKeepsWhatCameBefore) {
  const std::string text = sample(800'000);
  const auto damaged = [](std::string packed) {
    for (std::size_t i = packed.size() / 2; i < packed.size() / 2 + 400; ++i) packed[i] = '\x55';
    return packed;
  };
  const auto cut = [](std::string packed) { return packed.substr(0, packed.size() / 2); };
  struct Case {
    const char* name;
    std::string stored;
    const char* problem;
  };
  const Case cases[] = {
      {"gzip cut off", cut(gzip(text)), "the gzip data ends in the middle"},
      {"gzip damaged", damaged(gzip(text)), "the gzip data is broken"},
      {"gzip with a tail", gzip(text) + "tail", "the gzip data is followed by something else"},
      {"zstd cut off", cut(zstd(text)), "the zstd data ends in the middle"},
      {"zstd with a tail", zstd(text) + "tail of something", "the zstd data is broken"},
  };
  for (const auto& [name, stored, problem] : cases) {
    const Outcome outcome = read_all(stored);
    EXPECT_THAT(outcome.problem, HasSubstr(problem)) << name;
    EXPECT_THAT(outcome.problem, HasSubstr("run.bin: byte ")) << name;
    EXPECT_GT(outcome.text.size(), 300'000U) << name;
    EXPECT_TRUE(std::string_view(text).starts_with(std::string_view(outcome.text).substr(0, 300'000))) << name;
  }
}

TEST(ByteSource, WindowHoldsWhatWasAskedForAndKnowsItsPlace) {
  const std::string text = sample(2'000'000);
  auto bytes = ByteSource::from_memory(text, "run.bin");
  ASSERT_TRUE(bytes);
  bytes->advance(3);
  for (const std::size_t wanted : {10U, 900'000U, 1'999'997U}) {
    const auto enough = bytes->fill(wanted);
    ASSERT_TRUE(enough && *enough) << wanted;
    EXPECT_TRUE(bytes->window().substr(0, wanted) == std::string_view(text).substr(3, wanted)) << wanted;
    EXPECT_EQ(bytes->offset(), 3U);
    EXPECT_EQ(bytes->remaining(), 1'999'997U);
  }
  const auto enough = bytes->fill(1'999'998);
  ASSERT_TRUE(enough);
  EXPECT_FALSE(*enough);
  EXPECT_EQ(bytes->window().size(), 1'999'997U);
}

TEST(ByteSource, SaysWhyAFileCannotBeRead) {
  const std::string folder = std::filesystem::temp_directory_path().string();
  const auto missing = ByteSource::open(folder + "/there is no such file.osi");
  ASSERT_FALSE(missing);
  EXPECT_THAT(to_string(missing.problem()), HasSubstr("there is no such file.osi: cannot be opened: No such file"));
  const auto is_folder = ByteSource::open(folder);
  ASSERT_FALSE(is_folder);
  EXPECT_EQ(is_folder.problem().message, "is a folder, not a file");
}

TEST(ByteSource, SaysThatAFileIsStillBeingWritten) {
  struct Case {
    const char* name;
    std::size_t size_then;
    bool is_packed;
    const char* problem;
  };
  const Case cases[] = {
      {"unchanged", 600'000, false, ""},
      {"has grown", 600'100, false, "had 600000 bytes when it was opened and has 600100 now: it is being written"},
      {"was cut", 400'000, false, "had 600000 bytes when it was opened and has 400000 now: it is being written"},
      {"has grown, packed", 0, true, "now: it is being written"},
  };
  const kit::TemporaryFolder folder;
  for (const auto& [name, size_then, is_packed, problem] : cases) {
    const std::string text = sample(600'000), path = folder.file("run.bin");
    kit::write_file(path, is_packed ? gzip(text) : text);
    auto bytes = ByteSource::open(path);
    ASSERT_TRUE(bytes) << name;
    std::filesystem::resize_file(path, is_packed ? std::filesystem::file_size(path) + 7 : size_then);
    const auto enough = bytes->fill(text.size() + 1);
    EXPECT_EQ(static_cast<bool>(enough), *problem == '\0') << name;
    if (!enough) {
      EXPECT_THAT(to_string(enough.problem()), HasSubstr(problem)) << name;
    }
    EXPECT_TRUE(std::string_view(text).starts_with(bytes->window())) << name << ": nothing of what came later is read";
  }
}

TEST(ByteSource, HashesWhatItReads) {
  const std::string text = sample(600'000);
  const kit::TemporaryFolder folder;
  struct Case {
    const char* name;
    std::string stored;
    std::size_t read;  // of the unpacked bytes
  };
  const Case cases[] = {
      {"all of it", text, text.size()},
      {"a part, and the rest at the end", text, 10},
      {"packed: as it is stored", gzip(text), text.size()},
      {"a part of what is packed", zstd(text), 10},
  };
  for (const auto& [name, stored, read] : cases) {
    const auto hashes = std::make_shared<InputHashes>();
    const std::string path = folder.file("run.bin");
    kit::write_file(path, stored);
    {
      auto bytes = ByteSource::open(path, hashes);
      ASSERT_TRUE(bytes) << name;
      std::filesystem::remove(path);
      kit::write_file(path, "another file by the same name");
      EXPECT_TRUE(bytes->fill(read)) << name;
    }
    EXPECT_EQ(hashes->all(), (std::map<std::string, std::string>{{path, sha256_hex(stored)}})) << name;
    {
      EXPECT_TRUE(ByteSource::from_memory(stored, "memory", hashes)) << name;
    }
    EXPECT_EQ(hashes->all()["memory"], sha256_hex(stored)) << name;
  }
}

}  // namespace
}  // namespace scrutineer::trace
