// Empty values on the command line. They come from unset variables of scripts, and "not given" would be the wrong
// guess: a run without its lights passes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "app/detail/program.h"
#include "kit/fake_world.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;

// A command line in which the last value is empty, and what it is the value of.
struct EmptyValue {
  std::vector<std::string> words;
  std::string name;
};

// Something that may stand in the place of a value, so that only the last one is at fault.
std::string some_value(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.find('|') == std::string::npos ? "1" : type.substr(0, type.find('|'));
}

void add_of_command(const CLI::App& command, const std::vector<std::string>& words, std::vector<EmptyValue>& all) {
  std::vector<std::string> before = words;  // and the values that go by their place
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_expected_max() == 0) continue;  // a flag
    EmptyValue empty{option->get_positional() ? before : words, option->get_name()};
    if (!option->get_positional()) empty.words.push_back(empty.name);
    empty.words.emplace_back();
    if (option->get_positional()) before.push_back(some_value(*option));
    all.push_back(std::move(empty));
  }
}

void add_of_group(const CLI::App& above, const std::vector<std::string>& words, std::vector<EmptyValue>& all) {
  for (const CLI::App* command : above.get_subcommands([](const CLI::App*) { return true; })) {
    std::vector<std::string> longer = words;
    longer.push_back(command->get_name());
    add_of_command(*command, longer, all);
    add_of_group(*command, longer, all);
  }
}

TEST(EmptyValues, AreRefusedByEveryOptionOfEveryCommand) {
  const Program program;
  std::vector<EmptyValue> all;
  add_of_group(*program.parser, {}, all);
  EXPECT_GT(all.size(), 250U);
  for (const auto& [command_line, name] : all) {
    const bool is_being_typed = command_line.front() == "complete";  // a shell asks what the next word may be
    FakeWorld world;
    const Ran ran = world.run(command_line);
    EXPECT_EQ(ran.code, is_being_typed ? kFine : kNotEvaluated) << command_line.front() << ' ' << name;
    const std::string says = is_being_typed ? "" : name + ": must not be empty (see scrutineer ";
    EXPECT_THAT(ran.err, HasSubstr(says)) << command_line.front() << ' ' << name;
  }
}

TEST(EmptyValues, AreTheSameHoweverTheyAreWritten) {
  const struct {
    const char* name;
    std::vector<std::string> words;
    const char* says;
  } cases[] = {
      {"a word of its own", {"check", "run.csv", "--map", ""}, "--map: must not be empty"},
      {"behind an equals sign, at the end", {"check", "run.csv", "--map="}, "--map: must not be empty"},
      {"before another option", {"check", "run.csv", "--map=", "--ego", "0"}, "--map: must not be empty"},
      {"before the run", {"check", "--map=", "run.csv"}, "--map: must not be empty"},
      {"of a run that is checked without the word", {"run.csv", "--lights="}, "--lights: must not be empty"},
      {"behind a flag", {"check", "run.csv", "--report", "--out="}, "--out: must not be empty"},
      {"one of several",
       {"check", "run.csv", "--set", "policy.max_speed=1mps", "--set", ""},
       "--set: must not be empty"},
      {"a short option", {"report", "result", "-o", ""}, "--output: must not be empty"},
      {"a choice", {"check", "run.csv", "--format", ""}, "--format: must not be empty"},
      {"a number", {"map", "draw", "a.xodr", "-o", "a.svg", "--width", ""}, "--width: must not be empty"},
      {"of an option that there is not", {"check", "run.csv", "--mpa="}, "check has no option --mpa"},
      {"a run among others", {"check", "run.csv", ""}, "RUN: must not be empty"},
      {"a map", {"map", "check", ""}, "PATH: must not be empty"},
      {"behind --", {"map", "check", "--", ""}, "PATH: must not be empty"},
      {"a name behind --", {"explain", "--", ""}, "NAME: must not be empty"},
      {"a word too many behind --", {"report", "--", "a", "b"}, "\"b\" is one word too many: scrutineer report"},
      {"what is written", {"trace", "convert", "run.csv", ""}, "OUT: must not be empty"},
  };
  for (const auto& c : cases) {
    FakeWorld world;
    world.files.content["run.csv"] = "time,id,type,x,y,z,yaw\n0,a,car,1,2,3,0\n";
    const Ran ran = world.run(c.words);
    EXPECT_EQ(ran.code, kNotEvaluated) << c.name;
    EXPECT_THAT(ran.err, HasSubstr(c.says)) << c.name;
    EXPECT_EQ(ran.out, "") << c.name;
  }
}

// "--sumo=--output=" and "--sumo --output=" hand on an argument that ends so.
TEST(EmptyValues, AnEqualsSignAtTheEndOfAValueStays) {
  const struct {
    const char* name;
    std::vector<std::string> words;
  } cases[] = {
      {"in one word", {"live", "sumo", "--sumo=--fcd-output="}},
      {"in two", {"live", "sumo", "--sumo", "--fcd-output="}},
  };
  for (const auto& c : cases) {
    FakeWorld world;
    EXPECT_THAT(world.run(c.words).err, testing::Not(HasSubstr("must not be empty"))) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::app
