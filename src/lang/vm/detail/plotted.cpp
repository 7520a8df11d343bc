#include "lang/vm/detail/plotted.h"

#include <functional>

namespace scrutineer::lang::detail {
namespace {

bool is_number(const Type& type) { return type.kind == TypeKind::number || type.kind == TypeKind::integer; }

bool has_plots(const Program& program, const Declaration& declaration) {
  return !program.objects[declaration.object].plots.empty() || !declaration.plots.empty();
}

void each_plot(const Program& program, const Declaration& declaration, const std::function<void(const Plot&)>& visit) {
  for (const Plot& plot : program.objects[declaration.object].plots) visit(plot);
  for (const Plot& plot : declaration.plots) visit(plot);
}

void each_measured(const ObjectType& object, const std::function<void(const Metric&)>& visit) {
  if (!object.has_intervals) return;
  for (const Metric& metric : object.metrics)
    if (is_number(metric.type) && metric.value != kNone) visit(metric);
}

}  // namespace

std::vector<PlottedLine> lines_of(const Program& program, std::uint32_t declaration) {
  std::vector<PlottedLine> lines;
  const Declaration& what = program.declarations[declaration];
  if (what.object == kNone || !what.is_checker) return lines;
  if (has_plots(program, what)) {
    each_plot(program, what, [&](const Plot& plot) {
      lines.push_back({plot.value});
      if (plot.limit != kNone) lines.push_back({plot.limit});
    });
  } else {
    each_measured(program.objects[what.object], [&](const Metric& metric) { lines.push_back({metric.value, true}); });
  }
  return lines;
}

std::vector<watch::PlotInfo> plots_of(const Image& image, std::uint32_t declaration) {
  std::vector<watch::PlotInfo> plots;
  const Declaration& what = image.program.declarations[declaration];
  if (what.object == kNone || !what.is_checker) return plots;
  if (has_plots(image.program, what)) {
    each_plot(image.program, what, [&](const Plot& plot) {
      watch::PlotInfo& info = plots.emplace_back(watch::PlotInfo{plot.title, {}});
      info.lines.push_back({.name = plot.name, .unit = plot.unit});
      if (plot.limit != kNone)
        info.lines.push_back({.name = "limit", .unit = plot.unit, .role = watch::LineRole::limit});
    });
  } else {
    each_measured(image.program.objects[what.object], [&](const Metric& metric) {
      plots.push_back({metric.name, {{.name = metric.name, .unit = metric.unit}}});
    });
  }
  return plots;
}

}  // namespace scrutineer::lang::detail
