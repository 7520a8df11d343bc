#include "odd/monitor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/clock_rounding.h"

namespace scrutineer::odd {
namespace {

double share(const std::array<double, 3>& amounts, Truth truth) {
  const double all = std::accumulate(amounts.begin(), amounts.end(), 0.0);
  return all > 0.0 ? amounts[static_cast<std::size_t>(truth)] / all : std::numeric_limits<double>::quiet_NaN();
}

double distance(const std::pair<double, double>& from, const std::pair<double, double>& to) {
  const double x = to.first - from.first, y = to.second - from.second;
  return std::sqrt(x * x + y * y);
}

// Is it so far from the value in the last row that the COD gets a new one?
bool differs(const Value& now, const Value& last, double step) {
  if (now == last) return false;
  if (now.kind != Value::Kind::number || last.kind != Value::Kind::number || step == 0.0) return true;
  return std::abs(now.low - last.low) >= step || std::abs(now.high - last.high) >= step;
}

}  // namespace

double Shares::time_share(Truth truth) const { return share(seconds, truth); }
double Shares::distance_share(Truth truth) const { return share(metres, truth); }

Monitor::Monitor(std::shared_ptr<const Odd> odd, Options options)
    : odd_(std::move(odd)),
      options_(std::move(options)),
      truths_(*odd_),
      source_(odd_->taxonomy, [this](ConceptId about) {
        return options_.all_concepts ? odd_->taxonomy.find(odd_->taxonomy.at(about).name).id == about
                                     : truths_.uses(about);
      }) {
  const std::size_t concepts = odd_->taxonomy.concepts().size();
  is_told_.resize(concepts);
  is_programmed_.resize(concepts);
  set_ = [this](ConceptId about, const Value& value) {
    if (!is_told_[about.index()] && !is_programmed_[about.index()]) truths_.set(about, value);
  };
  const std::vector<CodSource::Column> supplied = source_.columns();
  for (std::size_t i = 0; i < concepts; ++i) {
    const auto column = std::ranges::find(supplied, ConceptId(i), &CodSource::Column::about);
    const bool is_used = odd_->taxonomy.concepts()[i].kind != Concept::Kind::record && truths_.uses(ConceptId(i));
    if (column != supplied.end())
      columns_.push_back(*column);
    else if (is_used)
      columns_.push_back({ConceptId(i), 0.0});
  }
  last_values_.resize(columns_.size());
  shares_.resize(odd_->modules.size());
  for (std::size_t i = 0; i < odd_->modules.size(); ++i) modules_.push_back(truths_.of(ModuleId(i)));
  for (std::size_t i = 0; i < odd_->conditions.size(); ++i) conditions_.push_back(truths_.of(ConditionId(i)));
}

void Monitor::tell(ConceptId about, const Value& value) {
  const bool was_programmed = is_programmed_[about.index()];
  is_programmed_[about.index()] = value.is_known();
  if (value.is_known()) return truths_.set(about, value);
  if (!was_programmed) return;
  // What else is told of it holds again.
  truths_.set(about, Value{});
  source_.forget(about);
  if (!is_told_[about.index()]) return;
  for (const CodRow::Entry& entry : options_.told[told_rows_ - 1].values)
    if (entry.about == about) truths_.set(about, entry.value);
}

void Monitor::apply_told(Time now) {
  const std::vector<CodRow>& told = options_.told;
  while (told_rows_ < told.size() && told[told_rows_].time <= latest_in(now)) {
    if (told_rows_ > 0)
      for (const CodRow::Entry& entry : told[told_rows_ - 1].values) {
        is_told_[entry.about.index()] = false;
        set_(entry.about, Value{});
        source_.forget(entry.about);
      }
    for (const CodRow::Entry& entry : told[told_rows_].values) {
      set_(entry.about, entry.value);
      is_told_[entry.about.index()] = true;
    }
    ++told_rows_;
  }
}

void Monitor::step(scene::Scene& scene, scene::Slot ego) {
  const Time now = scene.actors.time();
  if (frames_ > 0 && now == last_time_) return;  // two checks watch one ODD
  sum_up(scene, ego);
  apply_told(now);
  source_.look(scene, ego, set_);
  const bool has_changed = truths_.update() || frames_ == 0;
  if (has_changed) note_changes(now);
  add_row(scene, ego, has_changed);
  ++frames_;
}

// What was so in the last frame was so until this one.
void Monitor::sum_up(const scene::Scene& scene, scene::Slot ego) {
  const Time now = scene.actors.time();
  std::optional<std::pair<double, double>> place;
  if (ego.valid()) place.emplace(scene.actors.state(ego).x, scene.actors.state(ego).y);
  if (frames_ > 0) {
    const double seconds = to_seconds(now - last_time_);
    const bool is_one_way = place && last_place_ && !scene.actors.relocated(ego);
    const double metres = is_one_way ? distance(*place, *last_place_) : 0.0;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      shares_[i].seconds[static_cast<std::size_t>(modules_[i])] += seconds;
      shares_[i].metres[static_cast<std::size_t>(modules_[i])] += metres;
    }
  }
  last_time_ = now;
  last_place_ = place;
}

void Monitor::note_changes(Time now) {
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    const Truth truth = truths_.of(ModuleId(i));
    if (truth != modules_[i] || frames_ == 0) changes_.push_back({now, true, i, truth});
    modules_[i] = truth;
  }
  for (std::size_t i = 0; i < conditions_.size(); ++i) {
    const Truth truth = truths_.of(ConditionId(i));
    if (truth != conditions_[i] || frames_ == 0) changes_.push_back({now, false, i, truth});
    conditions_[i] = truth;
  }
}

void Monitor::add_row(const scene::Scene& scene, scene::Slot ego, bool is_forced) {
  bool any = is_forced;
  for (std::size_t i = 0; i < columns_.size() && !any; ++i)
    any = differs(truths_.value(columns_[i].about), last_values_[i], columns_[i].step);
  if (!any) return;
  CodRow row{.time = scene.actors.time()};
  if (ego.valid()) row.x = scene.actors.state(ego).x, row.y = scene.actors.state(ego).y;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    last_values_[i] = truths_.value(columns_[i].about);
    if (last_values_[i].is_known()) row.values.push_back({columns_[i].about, last_values_[i]});
  }
  rows_.push_back(std::move(row));
}

std::vector<Reason> Monitor::reasons() const {
  std::vector<Reason> reasons;
  for (const ConditionId id : truths_.reasons()) {
    const Condition& condition = odd_->conditions[id.index()];
    const Concept& about = odd_->taxonomy.at(condition.about);
    const std::string words = in_words(*odd_, condition);  // "speed is at most 130 km/h"
    reasons.push_back({id, about.name, words.substr(about.name.size() + std::string_view(" is ").size()),
                       in_words(about, truths_.value(condition.about), condition.unit)});
  }
  return reasons;
}

}  // namespace scrutineer::odd
