// The functions of texts. Characters are those of UTF-8; bytes that are none count as one each.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scrutineer::lang::detail {

std::size_t characters(std::string_view text);
// From character `start` to `end`, not included; from the end if below 0. What lies outside is left out.
std::string_view substring(std::string_view text, double start, double end);
// An empty separator: every character.
std::vector<std::string_view> split(std::string_view text, std::string_view separator);
// Everywhere; at most a little longer than `longest`: the rest is left out.
std::string replaced(std::string_view text, std::string_view old, std::string_view with, std::size_t longest);
std::string_view trimmed(std::string_view text);
std::string lower(std::string_view text);  // ASCII only
std::string upper(std::string_view text);
double to_float(std::string_view text);  // NaN: it is no number

}  // namespace scrutineer::lang::detail
