// What commands say to people: problems, warnings, colours.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/run.h"
#include "base/result.h"
#include "run/configuration.h"

namespace scrutineer::app {

class Table;

// Says the problem, once, on the error stream: "scrutineer: town.xodr:118: ...". Returns kNotEvaluated.
int refuse(Outside& outside, const Problem& problem);
int refuse(Outside& outside, std::string_view message);

// The configuration of these files. What is wrong in them is said, each with its line. Null: it cannot be used.
std::shared_ptr<const run::Configuration> configured(const std::vector<std::string>& files, Outside& outside,
                                                     const std::vector<std::string>& lang_path = {});

// As a shell takes it for one word: between quotes, unless it needs none.
std::string shell_word(std::string_view text);

enum class Ink : std::uint8_t { bold, dim, red, green, yellow };
std::string inked(bool colour, Ink ink, std::string_view text);  // the text itself without colour

void print_section(std::string_view heading, const Table& table, Outside& outside);  // nothing for an empty table

}  // namespace scrutineer::app
