// What is just within a limit is read, what is just beyond it is refused. Limits of one format are in its reader's test.
#include "trace/detail/limits.h"

#include <gmock/gmock.h>

#include <string>

#include "kit/gzip.h"
#include "kit/read_run.h"

namespace scrutineer::trace {
namespace {

using kit::read_run;
using testing::HasSubstr;

std::string csv_with_line(std::size_t length) {
  const std::string header = "time,id,type,x,y,yaw,length,width,height,";
  return header + std::string(length - header.size(), 'n') + "\n0,a,car,0,0,0,4,2,1,\n";
}

std::string fcd_with_tag(std::size_t length) {
  const std::string begin = "<vehicle id=\"a\" x=\"0\" y=\"0\" angle=\"0\" type=\"", end = "\" speed=\"0\"/>";
  return "<fcd-export><timestep time=\"0\">" + begin + std::string(length - begin.size() - end.size(), 't') + end +
         "</timestep></fcd-export>";
}

TEST(Limits, HoldForLinesAndTags) {
  struct Case {
    const char* name;
    std::string text;
    const char* problem;  // empty: none
  };
  const Case cases[] = {
      {"a line just within", csv_with_line(kLongestLine), ""},
      {"a line beyond", csv_with_line(kLongestLine + 1), "run:1: the line is longer than 67108864 bytes"},
      {"a tag just within", fcd_with_tag(kLongestTag), ""},
      {"a tag beyond", fcd_with_tag(kLongestTag + 1), "the tag is longer than 16777216 bytes"},
  };
  for (const auto& [name, text, problem] : cases)
    EXPECT_THAT(read_run(text, {.file = "run"}).problem, HasSubstr(problem)) << name;
}

TEST(Limits, HoldForWhatIsUnpacked) {
  const std::string packed = kit::gzip(csv_with_line(kLongestLine + 1));
  EXPECT_LT(packed.size(), kLongestLine / 500);
  EXPECT_THAT(read_run(packed, {.file = "run"}).problem, HasSubstr("the line is longer than 67108864 bytes"));
}

}  // namespace
}  // namespace scrutineer::trace
