// A picture of one issue for chats and tickets, made without a browser: what the page shows of it, as SVG or PNG.
//
//   const std::string svg = issue_picture({.issue = issue, .check = check.info, .recording = &recording, .map =
//   &piece}); const auto png = to_png(svg, 2.0);
#pragma once

#include <string>

#include "base/result.h"
#include "report/found.h"
#include "report/map_piece.h"
#include "report/recording.h"
#include "watch/check.h"

namespace scrutineer::report {

struct PictureInputs {
  const FoundIssue& issue;
  const watch::CheckInfo& check;
  const Recording& recording;
  const MapPiece* map = nullptr;
};

std::string issue_picture(const PictureInputs& inputs);

// `scale`: pixels of the picture for one of the drawing.
Result<std::string> to_png(const std::string& svg, double scale);

}  // namespace scrutineer::report
