#include "trace/detail/byte_source.h"

#include <gmock/gmock.h>
#include <zstd.h>

#include <filesystem>
#include <random>

#include "kit/gzip.h"

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

}  // namespace
}  // namespace scrutineer::trace
