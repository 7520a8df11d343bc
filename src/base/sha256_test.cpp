#include "base/sha256.h"

#include <gtest/gtest.h>
#include <malloc.h>

namespace scrutineer {
namespace {

TEST(Sha256, IsTheStandardsOne) {
  struct Case {
    const char* name;
    std::string content;
    const char* expected;
  };
  const Case cases[] = {
      {"nothing", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"a million times a", std::string(1'000'000, 'a'),
       "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
  };
  for (const auto& [name, content, expected] : cases) {
    EXPECT_EQ(sha256_hex(content), expected) << name;
    Sha256 pieces;
    pieces.add(std::string_view(content).substr(0, content.size() / 3));
    pieces.add(std::string_view(content).substr(content.size() / 3));
    EXPECT_EQ(pieces.hex(), expected) << name;
  }
}

// Where memory is lacking a hash must not: a library that initialises itself first takes a lot, and crashes without.
TEST(Sha256, TakesNoMemoryButItsOwn) {
  const std::size_t before = ::mallinfo2().uordblks;
  Sha256 hash;
  hash.add("abc");
  EXPECT_LE(::mallinfo2().uordblks - before, 512U);
}

}  // namespace
}  // namespace scrutineer
