#include "report/page.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/detail/packed.h"

namespace scrutineer::report {
namespace {

// Replaces the only occurrence of a mark.
void put_at(std::string& page, std::string_view mark, std::string_view text) {
  const auto at = page.find(mark);
  if (at != std::string::npos) page.replace(at, mark.size(), text);
}

}  // namespace

std::string filled_page(std::string_view page, std::string_view title, std::span<const PagePart> parts) {
  std::string data;
  for (const PagePart& part : parts)
    if (!part.bytes.empty())
      data += fmt::format("<script type=\"text/plain\" data-part=\"{}\">{}</script>\n", part.name, packed(part.bytes));
  std::string filled(page);
  // The data first: it is base64, and no title can be mistaken for its mark.
  put_at(filled, "@DATA@", data);
  put_at(filled, "@TITLE@", xml_escaped(title));
  return filled;
}

}  // namespace scrutineer::report
