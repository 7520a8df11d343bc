// The metrics of an interval by name, for KPIs.
//
//   const IntervalMetrics metrics(metrics_of<ConflictMetrics>());
//   metrics.number(interval, "min_ttc");      // NaN: does not exist
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "watch/check.h"
#include "watch/kpi.h"

namespace scrutineer::checks {

class IntervalMetrics {
 public:
  explicit IntervalMetrics(std::vector<watch::MetricInfo> infos) : infos_(std::move(infos)) {}

  double number(const watch::KpiInterval& interval, std::string_view name) const {
    const watch::Value* value = find(interval, name);
    const auto* number = value != nullptr ? std::get_if<double>(value) : nullptr;
    return number != nullptr ? *number : std::numeric_limits<double>::quiet_NaN();
  }
  bool is_false(const watch::KpiInterval& interval, std::string_view name) const {
    const watch::Value* value = find(interval, name);
    const auto* truth = value != nullptr ? std::get_if<bool>(value) : nullptr;
    return truth != nullptr && !*truth;
  }
  std::string text(const watch::KpiInterval& interval, std::string_view name) const {
    const watch::Value* value = find(interval, name);
    const auto* text = value != nullptr ? std::get_if<std::string>(value) : nullptr;
    return text != nullptr ? *text : std::string();
  }

 private:
  const watch::Value* find(const watch::KpiInterval& interval, std::string_view name) const {
    for (std::size_t i = 0; i < infos_.size() && i < interval.data.size(); ++i)
      if (infos_[i].name == name) return &interval.data[i];
    return nullptr;
  }

  std::vector<watch::MetricInfo> infos_;
};

// The least (greatest) of those that exist; NaN if none does.
inline void take_least(double value, double& least) {
  if (std::isfinite(value) && !(value >= least)) least = value;
}
inline void take_most(double value, double& most) {
  if (std::isfinite(value) && !(value <= most)) most = value;
}

}  // namespace scrutineer::checks
