// Pages that hold all they show: what web/ is built to, with data put into it. The same for a run and for a suite.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scrutineer::report {

// web/src/data/parts.ts reads them.
struct PagePart {
  std::string name;   // letters, digits and hyphens
  std::string bytes;  // empty: the page gets no such part
};

// `page`: page_template() of report.h, or suite_template().
std::string filled_page(std::string_view page, std::string_view title, std::span<const PagePart> parts);

// The page of a suite without data; empty if this program was built without it.
std::string_view suite_template();

}  // namespace scrutineer::report
