// Aligned columns for people.
//
//   Table table({Align::left, Align::right});
//   table.row({"driving", "466"});
//   out << table.text("  ");
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scrutineer::app {

enum class Align { left, right };

class Table {
 public:
  explicit Table(std::vector<Align> columns) : columns_(std::move(columns)) {}

  void row(std::vector<std::string> cells);  // missing cells are empty
  bool empty() const { return rows_.empty(); }
  std::string text(std::string_view indent = "") const;  // without blanks at the ends of lines

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

std::string kilometres(double metres);  // "12.345 km", "412.5 m" below one kilometre

}  // namespace scrutineer::app
