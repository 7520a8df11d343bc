#include "trace/format_docs.h"

#include <fmt/format.h>

#include "trace/columns.h"
#include "trace/formats.h"

namespace scrutineer::trace {

namespace {

constexpr const char* kFormatsOpening =
    R"(# What is read of each format

A run is recognised by its content, plain or packed with gzip or zstd; its name does not matter. [Bringing your runs](traces.md) says more about some of these formats, and
[Your first run](first_run.md) how to begin with each. This page is made from the program's own table (`scrutineer docs --write docs`).

)";

constexpr const char* kColumnsOpening = R"(
## Any CSV: --columns

A table that no format fits is read if you say which of its columns mean what, with `--columns` or with `columns` in a manifest:

```
scrutineer check run.csv --map town.xodr --columns 'time=t:ms,id=track,x=pos_x,y=pos_y,yaw=heading:deg'
{ "trace": "run.csv", "columns": { "time": "t:ms", "id": "track", "x": "pos_x", "y": "pos_y", "yaw": "heading:deg" } }
```

- Each is TARGET=COLUMN, with the unit of the column behind a colon where it is not the first below. A minus before the column negates its numbers (`y=-south`). Columns that are called as
  targets are (`x`, `id` ...) need not be named.
- The first line names the columns; commas, semicolons or tabs part them, which is recognised, and with the latter two numbers may have decimal commas. A name with a comma, a colon or an equals sign in it is written in double quotes.
- `COLUMN==VALUE` takes only the rows that have this value, for files that hold several runs (`case_id==3`).
- All rows are read before the first frame is given, so tables that are sorted by actor are as good as those sorted by time. Rows of one actor must follow its time. Some 150 bytes of memory are used for each row.
- Rows whose times differ by at most a microsecond are one frame.
- Angles are counter-clockwise from +x; `deg_north` and `rad_north` are compass angles, clockwise from +y. `25Hz` means that the column counts frames, 25 in a second.

| target | meaning | units |
|---|---|---|
)";

}  // namespace

std::string formats_markdown() {
  std::string page = kFormatsOpening;
  page += "| format | in results | what is read | what is not |\n|---|---|---|---|\n";
  for (const Format& format : trace_formats())
    page += fmt::format("| {}{} | `{}` | {} | {} |\n", format.title,
                        format.extension.empty() ? "" : fmt::format(" ({})", format.extension), format.name,
                        format.reads, format.leaves_out);
  page +=
      "\nTraffic lights in a file of their own (`--lights`, `lights` in a manifest):\n\n| format | what is read "
      "|\n|---|---|\n";
  for (const Format& format : light_formats())
    page += fmt::format("| {} | {} |\n", format.title, format.reads.empty() ? format.looked_for : format.reads);
  page += kColumnsOpening;
  for (const ColumnTarget& target : column_targets()) {
    std::string units;
    for (const std::string_view unit : target.units) units += fmt::format("{}`{}`", units.empty() ? "" : ", ", unit);
    page += fmt::format("| `{}` | {} | {} |\n", target.name, target.meaning, units);
  }
  return page;
}

}  // namespace scrutineer::trace
