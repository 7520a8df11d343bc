// The manual's pages about checks and settings, made from the checks' own declarations.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "watch/check.h"
#include "watch/settings.h"

namespace scrutineer::app {

struct Page {
  std::string file, text;  // Markdown, below the manual's folder
};

inline constexpr const char* kCheckersFolder = "checkers";

// checkers/README.md, and one page for each check and each KPI.
std::vector<Page> checker_pages(std::span<const watch::Check> checks, const watch::Settings& settings);
Page settings_page(std::span<const watch::Check> checks, const watch::Settings& settings);

}  // namespace scrutineer::app
