// Any text as an operational design domain, and as values of its concepts: reading it ends, with problems or with an ODD
// that can be explained and judges values.
#include "kit/fuzz.h"
#include "odd/cod_file.h"
#include "odd/condition_truths.h"
#include "odd/odd.h"

namespace {

using namespace scrutineer;

void judge(const odd::Odd& odd) {
  odd::ConditionTruths truths(odd);
  for (std::size_t i = 0; i < odd.conditions.size(); ++i) {
    const odd::Condition& condition = odd.conditions[i];
    (void)in_words(odd, condition);
    truths.set(condition.about, odd::Value::number(static_cast<double>(i)));
    truths.update();
  }
  if (!root_problem(odd)) (void)truths.reasons();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = kit::text_of(data, size);
  // A file can import itself; any other does not exist.
  const odd::ReadOdd read = odd::read_odd("fuzz.yaml", [&](const std::string& path) -> Result<std::string> {
    if (path == "fuzz.yaml") return text;
    return Problem{{.file = path}, "no such file"};
  });
  if (read.errors.empty()) {
    (void)explain(read.odd);
    judge(read.odd);
  }
  (void)odd::read_cod(text, "fuzz.yaml", odd::built_in_taxonomy());
  return 0;
}
