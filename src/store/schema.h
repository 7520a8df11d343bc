// The tables of a store, described once: the SQL that creates them and docs/store_tables.md are both made from this.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/database.h"

namespace scrutineer::store {

// Goes up by one with every change of a table, together with a migration (migrations()).
inline constexpr std::int64_t kSchemaVersion = 1;

enum class ColumnType : std::uint8_t { id, integer, number, text, bytes };  // id: given by the database

struct Column {
  std::string_view name;
  ColumnType type;
  std::string_view meaning;
  bool may_be_null = false;
};

struct Index {
  std::string_view name, columns;
  bool is_unique = false;
};

struct Table {
  std::string_view name, meaning;
  std::vector<Column> columns;
  std::string_view primary_key = {};  // empty: the column of type id
  std::vector<Index> indices = {};
};

struct View {
  std::string_view name, meaning, select;
};

// The statements that bring a store from the version before `to_version` to it.
struct Migration {
  std::int64_t to_version;
  std::vector<std::string_view> statements;
};

std::span<const Table> tables();
std::span<const View> views();
std::span<const Migration> migrations();

// In the order in which they are run on an empty database.
std::vector<std::string> creating_statements(Dialect dialect);
std::vector<std::string> view_statements();

// The page of the manual about the tables.
std::string schema_markdown();

}  // namespace scrutineer::store
