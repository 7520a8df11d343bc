#include "app/detail/gate.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <sstream>
#include <vector>

namespace scrutineer::app {
namespace {

std::string passed(const std::vector<std::string>& parts, bool colour) {
  std::ostringstream screen;
  {
    Gate gate(screen, colour);
    std::ostream out(&gate);
    for (const std::string& part : parts) out << part;
  }
  return screen.str();
}

TEST(Gate, LetsNothingPassThatATerminalWouldObey) {
  struct Case {
    const char* name;
    std::vector<std::string> parts;
    bool colour;
    std::string expected;
  };
  const Case cases[] = {
      {"plain lines", {"a b\n\tc\n"}, false, "a b\n\tc\n"},
      {"words of other tongues", {"Gr\u00FC\u00DFe"}, false, "Gr\u00FC\u00DFe"},
      {"our colours", {"\033[31mFAIL\033[0m"}, true, "\033[31mFAIL\033[0m"},
      {"our colours, unwanted", {"\033[31mFAIL"}, false, "\\u001b[31mFAIL"},
      {"colours that are not ours", {"\033[8mhidden"}, true, "\\u001b[8mhidden"},
      {"clearing the screen", {"\033[2J\033[H"}, true, "\\u001b[2J\\u001b[H"},
      {"a title", {"\033]0;owned\a"}, true, "\\u001b]0;owned\\u0007"},
      {"C1", {"\u009B2J"}, false, "\\u009b2J"},
      {"turning the direction", {"\u202Etxt\u2066"}, false, "\\u202etxt\\u2066"},
      {"carriage returns", {"PASS\rFAIL"}, false, "PASS\\rFAIL"},
      {"no UTF-8", {"a\xFFz"}, false, "a\uFFFDz"},
      {"a character in two parts", {"Stra\xC3", "\x9F", "e"}, false, "Stra\u00DFe"},
      {"a colour in two parts", {"\033[3", "1mred"}, true, "\033[31mred"},
      {"an escape in two parts", {"\033", "[2J"}, true, "\\u001b[2J"},
      {"half a character at the end", {"a\xC3"}, false, "a\uFFFD"},
      {"an escape at the end", {"a\033"}, true, "a\\u001b"},
      {"JSON stays what it says", {"{\"id\": \"\u009B\"}"}, false, "{\"id\": \"\\u009b\"}"},
  };
  for (const auto& [name, parts, colour, expected] : cases) EXPECT_EQ(passed(parts, colour), expected) << name;
}

// Takes nothing, as a full disk or a pipe without a reader does.
class Broken : public std::streambuf {
 public:
  explicit Broken(int error) : error_(error) {}

 protected:
  int_type overflow(int_type) override {
    errno = error_;
    return traits_type::eof();
  }

 private:
  int error_;
};

TEST(Gate, KnowsWhetherTheReaderHasGone) {
  for (const int error : {EPIPE, ENOSPC}) {
    Broken broken(error);
    std::ostream screen(&broken);
    Gate gate(screen, false);
    std::ostream out(&gate);
    out << "text" << std::flush;
    EXPECT_FALSE(out) << error;
    EXPECT_EQ(gate.reader_has_gone(), error == EPIPE) << error;
  }
}

}  // namespace
}  // namespace scrutineer::app
