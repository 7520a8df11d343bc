// Text helpers that more than one module needs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace scrutineer {

std::string_view trim(std::string_view text);
std::string to_lower(std::string_view text);  // ASCII only
bool equals_ignoring_case(std::string_view a, std::string_view b);
bool contains_ignoring_case(std::string_view text, std::string_view part);

// The whole text as a number, surrounding blanks allowed, in any locale; nothing for anything else ("1,5", "3m", "").
// "nan" and "inf" count as numbers here; the caller decides what they mean in its file.
std::optional<double> parse_number(std::string_view text);
std::optional<long long> parse_integer(std::string_view text);

// The shortest text that reads back as the same number: 0.1, 1e-09, 250.
std::string shortest(double value);
// At most `decimals` digits after the point, no trailing zeros: rounded(2.50, 2) is "2.5".
std::string rounded(double value, int decimals);

// The candidate most like `word`, if any is near enough to be a typing slip.
std::optional<std::string_view> did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

// For attributes and elements, or between quotes. What the format cannot hold (bytes that are no UTF-8, in XML also
// most control characters) becomes U+FFFD.
// Characters that a terminal would obey are written as references in XML, as people look at such files in one.
std::string xml_escaped(std::string_view text);
std::string json_escaped(std::string_view text);

// One cell of a CSV file, in quotes where it needs them.
std::string csv_quoted(std::string_view text);
// What a spreadsheet would take for a formula (a text that begins with = + - @, a tab or a carriage return, and is no
// number) with a ' in front; anything else as it is. Not for files that are read again: it changes names.
std::string spreadsheet_safe(std::string_view text);
// Both, for tables that people open in a spreadsheet.
std::string csv_cell(std::string_view text);

}  // namespace scrutineer
