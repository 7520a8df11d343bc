// What the commands have in common that ask a store: which store, how the answer is printed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/detail/options.h"
#include "app/run.h"
#include "base/result.h"
#include "store/store.h"
#include "suite/answer.h"
#include "suite/questions.h"

namespace scrutineer::app {

enum class AnswerFormat : std::uint8_t { text, json, csv };

struct AskingOptions {
  std::string store;
  AnswerFormat format = AnswerFormat::text;
  std::string table;  // of several, for CSV; empty: the first
};
void add_asking(Options& options, AskingOptions& asking);
void add_answer_format(Options& options, AskingOptions& asking);  // without --store

// What a suite is compared with.
struct AgainstOptions {
  suite::Against against;
  std::vector<std::string> ignore_labels;
};
void add_against(Options& options, AgainstOptions& values);
suite::Against against(const AgainstOptions& values);

// "a,b" and "a" "b" are the same list.
std::vector<std::string> split_lists(const std::vector<std::string>& given);

// Opens the store, asks, and prints the answer. `mode`: read for questions.
using Asking = std::function<Result<suite::Answer>(store::Store&)>;
int ask(const AskingOptions& asking, Outside& outside, const Asking& question,
        store::OpenMode mode = store::OpenMode::read);

// As people are shown it.
std::string to_text(const suite::Answer& answer, bool colour);
// In the format that was asked for. A problem: there is no such table.
Result<std::string> formatted(const suite::Answer& answer, const AskingOptions& asking, bool colour);

// Of commands that do something: a few lines for people, the same as facts for programs. CSV is one row of them.
void add_facts_format(Options& options, AnswerFormat& format);
void print_facts(const std::string& text, const suite::Answer& answer, AnswerFormat format, Outside& outside);

// A bar of a chart, `share` of `width` characters long.
std::string bar(double share, std::size_t width);

// Who makes a rule or pins a suite: what was given, else the user's name.
std::string author(const std::string& given);

}  // namespace scrutineer::app
