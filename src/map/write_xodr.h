// OpenDRIVE text from what a file says, or from what lanes were made into.
//
//   const XodrExport out = export_xodr(document_of(lanes));      // OpenDRIVE 1.7, and what it cannot say
#pragma once

#include <string>
#include <vector>

#include "map/model.h"

namespace scrutineer::map {

// All that the document says, in the words of its own version. Numbers in their shortest form that reads back as the
// same double. What the reader adds itself (file, skipped, warnings) is not written. A ParamPoly3 whose p_end is neither
// 1 nor its length is scaled to p in [0, 1].
std::string to_xodr(const Document& document);

struct XodrExport {
  std::string text;
  std::vector<std::string> left_out;  // for people, one line each
};

// As OpenDRIVE 1.7, valid by its schema: what that version does not have is written as what comes nearest, or left out,
// and told.
XodrExport export_xodr(Document document);

}  // namespace scrutineer::map
