#include "watch/engine.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <new>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "trace/categories.h"
#include "trace/words.h"
#include "watch/population.h"

namespace scrutineer::watch {

namespace {

// Of what checks say when they are asked to: a trace of one actor, ten times a second, for a quarter of an hour.
constexpr std::size_t kMostMessages = 10'000;

// Could the settings let it run for anybody at all?
bool is_turned_off(const CheckInfo& check, const Settings& settings) {
  std::vector<std::string> ids = settings.actors_named();
  ids.emplace_back();  // anybody else
  bool is_about_any = false;
  for (const std::string& id : ids) {
    for (std::size_t category = 0; category < trace::words<trace::Category>().size(); ++category) {
      trace::ActorInfo probe;
      probe.id = id;
      probe.category = static_cast<trace::Category>(category);
      probe.type = trace::type_of(probe.category);
      if (!is_about(check.subject, probe.type)) continue;
      bool is_about_it = false;
      for (const bool is_ego : {false, true}) {
        if (check.concerns && !check.concerns(probe, is_ego)) continue;
        if (settings.is_enabled(check, probe, is_ego)) return false;
        is_about_it = is_about_any = true;
      }
      // What is said of one actor outweighs what is said of its type, and the rest holds for those without a name, too.
      if (is_about_it && !id.empty()) break;
    }
  }
  return is_about_any;
}

// What a KPI needs to know of an interval.
struct KpiPart {
  std::uint32_t check = 0;
  const ActorRef* actor = nullptr;
  Time start{}, end{};
  std::vector<Value> data;  // only if somebody listens: intervals may have much of it
};

struct Running {
  const Check* check = nullptr;
  std::unique_ptr<Runner> runner;
  std::string failure;  // not empty: it threw
};

}  // namespace

struct Engine::State final : FindingSink {
  State(std::span<const Check> all, const Settings& with, EngineInputs given)
      : settings(with), inputs(given), scene({.map = inputs.map, .differences = inputs.differences}) {
    for (const Check& check : all)
      if (!is_turned_off(check.info, settings)) running.push_back({&check, check.make(check.info, settings), {}});
    keeper.emplace(inputs.limits, running.size());
    if (inputs.companion == nullptr) return;
    std::vector<const CheckInfo*> infos;
    infos.reserve(running.size());
    for (const Running& one : running) infos.push_back(&one.check->info);
    inputs.companion->begin(infos);
  }

  Context context() {
    return {.scene = scene,
            .settings = settings,
            .findings = *this,
            .lights = inputs.lights,
            .plans = inputs.plans,
            .previous = previous,
            .relocating = relocating,
            .plots = inputs.plots,
            .companion = inputs.companion,
            .odd = inputs.odd};
  }

  // Runs a piece of one check; what it throws stays with it.
  template <typename Piece>
  void contain(std::uint32_t place, Piece&& piece) {
    Running& one = running[place];
    if (!one.failure.empty()) return;
    current = place;
    try {
      piece(*one.runner);
    } catch (const std::bad_alloc&) {
      one.failure = "there is not enough memory";
    } catch (const std::exception& exception) {
      one.failure = exception.what();
      if (one.failure.empty()) one.failure = "unknown";
    }
  }

  template <typename Piece>
  void for_each_check(Piece&& piece) {
    for (std::uint32_t i = 0; i < running.size(); ++i) {
      contain(i, piece);
      apply_freezes();
    }
  }

  // A companion makes checks find something while another one is stepped.
  std::uint32_t place_of(const CheckInfo& check) const {
    if (current < running.size() && &running[current].check->info == &check) [[likely]]
      return current;
    const auto found = std::ranges::find(running, &check, [](const Running& one) { return &one.check->info; });
    return found == running.end() ? current : static_cast<std::uint32_t>(found - running.begin());
  }

  // Of what is not kept, as many as a frame may have.
  void tell(Event event, bool is_kept) {
    if (is_over) return;  // what happens at the end is in the evaluation
    if (is_kept || keeper->tells(events.size())) events.push_back(std::move(event));
  }

  void interval_started(const CheckInfo& check, const ActorRef& actor, Time start) override {
    tell(IntervalStarted{place_of(check), actor, start}, false);
    if (inputs.companion == nullptr) return;
    Context now = context();
    inputs.companion->interval_started(now, check, actor);
  }

  void interval_ended(const CheckInfo& check, IntervalRecord record) override {
    record.check = place_of(check);
    if (check.kpi && keeper->keeps_for_kpi(record.check))
      kpi_intervals.push_back({record.check, &kpi_actors.emplace(record.actor.uid, record.actor).first->second,
                               record.start, record.end,
                               check.kpi->info.hides_watchers ? std::vector<Value>() : record.data});
    const bool is_kept = keeper->keeps(record);
    if (is_kept) intervals.push_back(record);
    tell(record, is_kept);
    if (inputs.companion == nullptr) return;
    Context now = context();
    inputs.companion->interval_ended(now, check, record);
  }

  void log(LogMessage message) override {
    if (messages.size() >= kMostMessages) {
      ++messages_left_out;
      return;
    }
    events.push_back(message);
    messages.push_back(std::move(message));
  }

  void request_freeze(std::string_view check, trace::ActorId actor, bool frozen) override {
    freezes.push_back({std::string(check), actor, frozen});
  }

  void freeze(const Freeze& request) {
    Context now = context();
    for (std::uint32_t i = 0; i < running.size(); ++i) {
      if (running[i].check->info.name != request.check) continue;
      contain(i, [&](Runner& runner) { runner.freeze(now, request.actor, request.frozen); });
    }
  }

  // What is requested meanwhile has to wait for the next time: freezing each other goes on, but not without end.
  void apply_freezes() {
    if (freezes.empty()) [[likely]]
      return;
    const std::vector<Freeze> requests = std::exchange(freezes, {});
    for (const Freeze& request : requests) freeze(request);
  }

  RaisedIssue raise(const CheckInfo& check, const KindInfo& kind, Issue issue) override {
    issue.check = place_of(check);
    issue.kind = kind.name;
    issue.category = kind.category.value_or(issue.actor.is_ego ? Category::sut : Category::other);
    const scene::Slot slot = scene.actors.slot_of(scene.actors.actor_of(issue.actor.uid));
    trace::ActorInfo gone;
    gone.id = issue.actor.id;
    gone.category = issue.actor.type;
    const trace::ActorInfo& info = slot.valid() ? scene.actors.info(slot) : gone;
    issue.severity = settings.severity(kind, info, issue.actor.is_ego);
    const Severity before = issue.severity;
    if (inputs.companion != nullptr) {
      Context now = context();
      inputs.companion->judge(now, check, issue);
    }
    issue.original_severity.reset();
    if (issue.severity != before)
      issue.original_severity = before;
    else
      issue.reason.clear();  // one rule took back what another did
    if (issue.severity == Severity::ignore) return {};
    const bool is_kept = keeper->keeps(issue);
    if (is_kept) issues.push_back(issue);
    tell(std::move(issue), is_kept);
    return is_kept ? RaisedIssue(issues.size() - 1) : RaisedIssue();
  }

  void amend(RaisedIssue raised, Time end, const std::vector<Value>& data) override {
    if (!raised.valid()) return;
    issues[raised.index()].end = end;
    issues[raised.index()].data = data;
  }

  void reword(RaisedIssue raised, std::string_view from, std::string_view to) override {
    if (!raised.valid()) return;
    std::string& message = issues[raised.index()].message;
    if (const auto at = message.find(from); at != std::string::npos) message.replace(at, from.size(), to);
  }

  const Settings& settings;
  EngineInputs inputs;
  scene::Scene scene;
  std::vector<Running> running;
  std::uint32_t current = 0;  // the check that runs
  Time previous{};
  std::vector<trace::ActorId> relocating;  // on their way in the next frame
  trace::Frame without_relocating;
  std::vector<Freeze> freezes;  // requested
  std::uint64_t frames = 0;
  std::size_t actors = 0;
  std::optional<ActorRef> ego;
  std::optional<trace::Driver> ego_driver;
  double ego_metres = 0.0;  // driven
  std::vector<KpiOutcome> kpi_outcomes(const std::vector<CheckOutcome>& checks, const KpiRun& run) const;

  std::optional<Keeper> keeper;
  bool is_over = false;
  std::vector<Event> events;
  std::vector<Issue> issues;
  std::vector<IntervalRecord> intervals;
  std::vector<LogMessage> messages;
  std::size_t messages_left_out = 0;
  std::vector<KpiPart> kpi_intervals;
  std::map<int, ActorRef> kpi_actors;  // by uid
};

std::vector<KpiOutcome> Engine::State::kpi_outcomes(const std::vector<CheckOutcome>& checks, const KpiRun& run) const {
  struct Made {
    KpiOutcome outcome;
    bool any_judged = false, any_skipped = false, any_failed = false;
  };
  std::map<std::string_view, Made> by_name;
  for (std::size_t i = 0; i < running.size(); ++i) {
    const std::shared_ptr<const Kpi>& kpi = running[i].check->info.kpi;
    if (!kpi) continue;
    Made& made = by_name[kpi->info.name];
    made.outcome.kpi = kpi;
    const auto state = checks[i].state;
    made.any_failed = made.any_failed || state == CheckOutcome::State::failed;
    made.any_skipped = made.any_skipped || state == CheckOutcome::State::skipped;
    made.any_judged = made.any_judged || (state == CheckOutcome::State::completed && checks[i].instances > 0);
  }
  std::vector<KpiOutcome> outcomes;
  for (auto& [name, made] : by_name) {
    if (made.any_failed || (made.any_skipped && !made.any_judged)) continue;
    std::vector<KpiInterval> parts;
    for (const KpiPart& part : kpi_intervals) {
      const CheckInfo& watcher = running[part.check].check->info;
      if (watcher.kpi->info.name == name) parts.push_back({watcher.name, part.actor, part.start, part.end, part.data});
    }
    made.outcome.result = made.outcome.kpi->compute(parts, run);
    outcomes.push_back(std::move(made.outcome));
  }
  return outcomes;
}

Engine::Engine(std::span<const Check> checks, const Settings& settings, EngineInputs inputs)
    : state_(std::make_unique<State>(checks, settings, inputs)) {}
Engine::~Engine() = default;

scene::Scene& Engine::scene() { return state_->scene; }

const CheckInfo& Engine::info(std::uint32_t check) const { return state_->running[check].check->info; }

void Engine::announce(const Announcement& announcement) {
  if (const auto* ego = std::get_if<EgoIs>(&announcement)) {
    state_->scene.actors.set_ego(ego->actor);
  } else if (const auto* relocation = std::get_if<Relocation>(&announcement)) {
    if (relocation->is_on_its_way) {
      state_->relocating.push_back(relocation->actor);
    } else {
      state_->scene.actors.announce_relocation(relocation->actor);
    }
  } else {
    state_->freeze(std::get<Freeze>(announcement));
  }
}

std::span<const Event> Engine::step(const trace::Frame& frame, std::span<const trace::ActorInfo> known) {
  State& state = *state_;
  state.events.clear();
  state.previous = state.scene.actors.time();
  if (state.relocating.empty()) [[likely]] {
    state.scene.advance(frame, known);
  } else {
    state.without_relocating = frame;
    std::erase_if(state.without_relocating.actors, [&](const trace::ActorState& actor) {
      return std::ranges::find(state.relocating, actor.actor) != state.relocating.end();
    });
    state.scene.advance(state.without_relocating, known);
  }
  ++state.frames;
  state.actors = std::max(state.actors, known.size());
  if (const scene::Slot ego = state.scene.actors.ego(); !state.ego && ego.valid()) {
    state.ego = actor_ref(state.scene, ego);
    state.ego_driver = driver_of(state.scene, ego);
  }
  if (const scene::Slot ego = state.scene.actors.ego(); ego.valid() && state.scene.actors.age(ego) > 1) {
    const trace::ActorState &now = state.scene.actors.state(ego), &before = state.scene.actors.state(ego, 1);
    state.ego_metres += std::hypot(now.x - before.x, now.y - before.y);
  }
  Context context = state.context();
  if (state.inputs.companion != nullptr) {
    state.inputs.companion->begin_frame(context);
    state.apply_freezes();
  }
  state.for_each_check([&](Runner& runner) { runner.step(context); });
  if (state.inputs.companion != nullptr) {
    state.inputs.companion->end_frame(context);
    state.apply_freezes();
  }
  state.relocating.clear();
  return state.events;
}

Evaluation Engine::finish() {
  State& state = *state_;
  Context context = state.context();
  state.is_over = true;
  state.for_each_check([&](Runner& runner) { runner.finish(context); });
  Evaluation evaluation;
  for (std::uint32_t place = 0; place < state.running.size(); ++place) {
    const Running& one = state.running[place];
    CheckOutcome outcome;
    outcome.name = one.check->info.name;
    outcome.instances = one.runner->instances();
    outcome.intervals_left_out = state.keeper->intervals_left_out(place);
    outcome.notes = one.runner->notes();
    if (const std::size_t left = state.keeper->kpi_intervals_left_out(place); left > 0)
      outcome.notes.push_back(std::to_string(left) + " of its intervals are not in " +
                              std::string(one.check->info.kpi->info.name) + ": there were too many.");
    if (!one.failure.empty()) {
      outcome.state = CheckOutcome::State::failed;
      outcome.reason = one.failure;
    } else if (auto failure = one.runner->failure()) {
      outcome.state = CheckOutcome::State::failed;
      outcome.reason = *std::move(failure);
    } else if (const auto reason = one.runner->skip_reason()) {
      outcome.state = CheckOutcome::State::skipped;
      outcome.is_switched_off = one.runner->is_switched_off();
      // The check had all its data but was never asked to judge.
      outcome.reason = reason->empty() ? "it was frozen throughout" : *reason;
    }
    evaluation.checks.push_back(std::move(outcome));
    evaluation.infos.push_back(std::make_shared<const CheckInfo>(one.check->info));
  }
  const auto name = [&](std::uint32_t check) { return state.running[check].check->info.name; };
  std::ranges::stable_sort(state.issues, {}, [&](const Issue& issue) {
    return std::tuple(issue.time, name(issue.check), issue.actor.uid, issue.start, issue.other ? issue.other->uid : 0);
  });
  std::ranges::stable_sort(state.intervals, {}, [&](const IntervalRecord& record) {
    return std::tuple(record.start, name(record.check), record.actor.uid, record.end,
                      record.other ? record.other->uid : 0);
  });
  evaluation.issues = std::move(state.issues);
  evaluation.issues_left_out = state.keeper->issues_left_out();
  evaluation.events_left_out = state.keeper->events_left_out();
  evaluation.intervals = std::move(state.intervals);
  evaluation.frames = state.frames;
  evaluation.actors = state.actors;
  evaluation.end = state.scene.actors.time();
  evaluation.kpis = state.kpi_outcomes(evaluation.checks, {evaluation.end.time_since_epoch(), state.ego_metres});
  evaluation.ego = state.ego;
  evaluation.ego_driver = state.ego_driver;
  if (state.inputs.companion != nullptr) state.inputs.companion->finish(context, evaluation);
  evaluation.messages = std::move(state.messages);
  std::ranges::stable_sort(evaluation.messages, {}, &LogMessage::time);
  evaluation.messages_left_out += state.messages_left_out;
  return evaluation;
}

}  // namespace scrutineer::watch
