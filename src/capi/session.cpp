// A run that another program drives, frame by frame.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/utf8.h"
#include "capi/detail/actors.h"
#include "capi/detail/call.h"
#include "capi/detail/recorded_trace.h"
#include "capi/detail/run_inputs.h"
#include "live/event_lines.h"
#include "run/overwritten.h"
#include "run/stepped_run.h"
#include "trace/environment.h"
#include "trace/pushed_trace.h"

namespace scrutineer::capi {
namespace {

constexpr std::string_view kRunName = "session";     // unless the manifest has another
constexpr const char* kFormatName = "live session";  // as results call live runs: "live" and the simulator

struct AnnouncedRelocation {
  std::string actor;  // empty: the ego
  bool is_on_its_way = false;
};

}  // namespace

class Session {
 public:
  Failed open(const char* manifest_json, const scr_run_options* options) {
    if (auto failed = read_request(manifest_json, options, true, world_, request_)) return failed;
    if (request_.manifest.trace.empty()) request_.manifest.trace = kRunName;
    if (!request_.out.empty()) {
      auto opened = results::ResultFolder::open(request_.out, world_.folders());
      if (!opened) return bad_input(opened.problem());
      folder_.emplace(*std::move(opened));
    }
    if (auto failed = open_run(request_, world_, true, run_)) return failed;
    run_->format = kFormatName;
    auto pushed = std::make_unique<trace::PushedTrace>(trace_source(run_->manifest));
    pushed_ = pushed.get();
    std::unique_ptr<trace::Trace> trace = std::move(pushed);
    if (auto failed = record(trace)) return failed;
    trace_ = with_environment(as_meant(std::move(trace), run_->manifest), run_->environment);
    stepped_.emplace(*run_, *trace_, watch::Sinks{.before = [this](watch::Engine& engine, const watch::Moment& moment) {
      announce(engine, moment);
    }});
    return std::nullopt;
  }

  Failed step(Duration time, const scr_actor* actors, std::int64_t n_actors, const scr_light* lights,
              std::int64_t n_lights) {
    if (is_finished_) return wrong_state("the session is finished");
    if (is_over_) return wrong_state("the run is over: finish the session");
    forget_events();
    if (auto refused = push(time, actors, n_actors, lights, n_lights)) {
      if (refused_++ == 0) first_refused_ = refused->problem.message;
      return refused;
    }
    is_over_ = !stepped_->advance();
    announced_.clear();
    if (const auto& fault = stepped_->evaluation().fault()) return bad_input(*fault);
    return std::nullopt;
  }

  Failed relocate(const char* actor, bool is_on_its_way) {
    if (is_finished_) return wrong_state("the session is finished");
    std::string_view id;
    if (auto failed = read_optional_text(actor, "actor", id)) return failed;
    announced_.push_back({std::string(id), is_on_its_way});
    return std::nullopt;
  }

  std::span<const scr_event> events() {
    if (!has_events_) collect_events();
    return events_;
  }

  const std::string& event_lines() {
    if (!has_lines_ && !is_finished_) {
      watch::SteppedEvaluation& evaluation = stepped_->evaluation();
      lines_ = live::event_lines(evaluation.now(), evaluation.events(), evaluation.engine());
      has_lines_ = true;
    }
    return lines_;
  }

  // A run that was driven cannot be driven again: where its files cannot be written, the first call tells why, and
  // the next one gives the result.
  Failed finish(char*& text) {
    if (!is_finished_) {
      is_finished_ = true;
      forget_events();
      if (auto failed = evaluate_and_write()) return failed;
    }
    if (result_.empty()) return wrong_state("the session is finished already");
    text = as_c_text(result_);
    result_ = {};
    return std::nullopt;
  }

  bool is_over() const { return is_over_ || is_finished_; }

 private:
  Failed evaluate_and_write() {
    if (!is_over_) stepped_->advance();  // nothing was pushed: the run's end
    Failed lost = finish_recording();
    run::Outcome outcome = stepped_->finish();
    if (refused_ > 0 && outcome.result)
      outcome.result->notes.push_back(fmt::format(
          "{} not evaluated, as the session was told at once; the first: {}",
          refused_ == 1 ? "1 frame was" : fmt::format("{} frames were", refused_), valid_utf8(first_refused_)));
    Failed failed = give_result(outcome, *run_, request_.out, folder_, world_, result_);
    return lost ? std::move(lost) : std::move(failed);
  }

  // Without a recording the result's files name no run that could be read again.
  Failed finish_recording() {
    if (recorded_ == nullptr) return std::nullopt;
    auto problem = recorded_->finish();
    if (problem)
      run_->manifest.trace.clear();
    else if (recorded_->has_lights())
      run_->manifest.lights = RecordingFiles(request_.out).lights;
    return problem ? Failed(bad_input(*std::move(problem))) : std::nullopt;
  }

  void announce(watch::Engine& engine, const watch::Moment& moment) {
    for (const AnnouncedRelocation& relocation : announced_) {
      trace::ActorId actor = moment.ego;
      if (!relocation.actor.empty()) {
        const auto actors = moment.tables.actors();
        const auto found = std::ranges::find(actors, relocation.actor, &trace::ActorInfo::id);
        actor =
            found == actors.end() ? trace::ActorId() : trace::ActorId(static_cast<std::size_t>(found - actors.begin()));
      }
      if (actor.valid()) engine.announce(watch::Relocation{actor, relocation.is_on_its_way});
    }
  }

  Failed push(Duration time, const scr_actor* actors, std::int64_t n_actors, const scr_light* lights,
              std::int64_t n_lights) {
    if (auto failed = check_time(time.count())) return failed;
    if (auto failed = read_actors(actors, n_actors, actors_)) return failed;
    if (auto failed = read_lights(lights, n_lights, lights_)) return failed;
    if (auto problem = pushed_->push(time, actors_, lights_)) return bad_input(*std::move(problem));
    return std::nullopt;
  }

  // A result in files is about a run in files.
  Failed record(std::unique_ptr<trace::Trace>& trace) {
    if (request_.out.empty()) return std::nullopt;
    const RecordingFiles files(request_.out);
    if (auto problem = run::overwritten({files.trace, files.lights}, run::files_of(run_->manifest), world_.outside()))
      return bad_input(*std::move(problem));
    auto recorded = RecordedTrace::open(std::move(trace), files, world_.outside());
    if (!recorded) return bad_input(recorded.problem());
    recorded_ = recorded->get();
    trace = *std::move(recorded);
    run_->manifest.trace = files.trace;
    return std::nullopt;
  }

  void forget_events() {
    has_events_ = has_lines_ = false;
    events_.clear();
    lines_.clear();
  }

  void collect_events() {
    has_events_ = true;
    if (is_finished_) return;
    watch::SteppedEvaluation& evaluation = stepped_->evaluation();
    for (const watch::Event& event : evaluation.events()) {
      scr_event& out = events_.emplace_back();
      out = {};
      out.size = sizeof(scr_event);
      out.time_ns = evaluation.now().time_since_epoch().count();
      out.issue_kind = out.message = out.ended_by = "";
      std::visit([&](const auto& what) { describe(what, out); }, event);
    }
  }

  template <typename What>
  void describe_common(const What& what, std::int32_t kind, scr_event& out) {
    out.kind = kind;
    out.check = name_of(what.check);
    out.actor = what.actor.id.c_str();
    out.start_ns = what.start.time_since_epoch().count();
  }
  void describe(const watch::IntervalStarted& what, scr_event& out) {
    describe_common(what, SCR_EVENT_INTERVAL_START, out);
  }
  void describe(const watch::IntervalRecord& what, scr_event& out) {
    describe_common(what, SCR_EVENT_INTERVAL_END, out);
    out.end_ns = what.end.time_since_epoch().count();
    out.other_actor = what.other ? what.other->id.c_str() : nullptr;
    out.ended_by = to_word(what.ended_by).data();  // a literal
  }
  void describe(const watch::Issue& what, scr_event& out) {
    describe_common(what, SCR_EVENT_ISSUE, out);
    out.end_ns = what.end.time_since_epoch().count();
    out.other_actor = what.other ? what.other->id.c_str() : nullptr;
    out.severity = static_cast<std::int32_t>(what.severity);
    out.category = static_cast<std::int32_t>(what.category);
    out.issue_kind = what.kind.c_str();
    out.message = what.message.c_str();
  }

  static void describe(const watch::LogMessage& what, scr_event& out) {
    out.kind = SCR_EVENT_MESSAGE;
    out.severity = what.level == "warning" ? SCR_WARNING : what.level == "info" ? SCR_INFO : 0;
    out.check = what.source.c_str();
    out.actor = what.actor.c_str();
    out.start_ns = out.end_ns = what.time.time_since_epoch().count();
    out.message = what.text.c_str();
  }

  // The declarations' names need not end with a zero.
  const char* name_of(std::uint32_t check) {
    if (check >= names_.size()) names_.resize(check + std::size_t{1});
    if (!names_[check]) names_[check] = std::make_unique<std::string>(stepped_->evaluation().engine().info(check).name);
    return names_[check]->c_str();
  }

  RunRequest request_;
  World world_;
  std::optional<results::ResultFolder> folder_;
  std::optional<run::Run> run_;
  trace::PushedTrace* pushed_ = nullptr;  // in trace_
  RecordedTrace* recorded_ = nullptr;     // likewise; null: nobody wants files
  std::unique_ptr<trace::Trace> trace_;
  std::optional<run::SteppedRun> stepped_;
  std::vector<trace::PushedActor> actors_;
  std::vector<trace::PushedLight> lights_;
  std::vector<AnnouncedRelocation> announced_;  // for the next frame
  std::vector<scr_event> events_;
  std::vector<std::unique_ptr<std::string>> names_;  // of checks
  std::string lines_;
  std::size_t refused_ = 0;  // frames
  std::string first_refused_;
  std::string result_;  // JSON; empty: there is none, or the caller has it
  bool has_events_ = false, has_lines_ = false;
  bool is_over_ = false, is_finished_ = false;
};

}  // namespace scrutineer::capi

using namespace scrutineer;
using namespace scrutineer::capi;

struct scr_session {
  std::atomic<bool> is_busy{false};
  Session session;
};

namespace {

// A call with a session that nobody else uses at the time.
template <typename Body>
std::int32_t with(scr_session* session, scr_error** error, Body&& body) noexcept {
  return call(error, [&]() -> Failed {
    if (session == nullptr) return is_null("session");
    const Turn turn(session->is_busy);
    if (!turn) return is_busy("session");
    return body(session->session);
  });
}

}  // namespace

extern "C" {

scr_session* scr_session_open(const char* manifest_json, const scr_run_options* options, scr_error** error) {
  std::unique_ptr<scr_session> opened;
  const std::int32_t code = call(error, [&]() -> Failed {
    opened = std::make_unique<scr_session>();
    return opened->session.open(manifest_json, options);
  });
  return code == SCR_OK ? opened.release() : nullptr;
}

int32_t scr_session_step(scr_session* session, int64_t time_ns, const scr_actor* actors, int64_t n_actors,
                         const scr_light* lights, int64_t n_lights, scr_error** error) {
  return with(session, error,
              [&](Session& own) { return own.step(Duration(time_ns), actors, n_actors, lights, n_lights); });
}

int32_t scr_session_relocate(scr_session* session, const char* actor, int32_t is_on_its_way, scr_error** error) {
  return with(session, error, [&](Session& own) { return own.relocate(actor, is_on_its_way != 0); });
}

int32_t scr_session_is_over(const scr_session* session) {
  if (session == nullptr) return 1;
  const Turn turn(const_cast<scr_session*>(session)->is_busy);
  return turn && session->session.is_over() ? 1 : 0;
}

int32_t scr_session_events(scr_session* session, const scr_event** events, int64_t* count, scr_error** error) {
  return with(session, error, [&](Session& own) -> Failed {
    if (events == nullptr || count == nullptr) return is_null(events == nullptr ? "events" : "count");
    const auto found = own.events();
    *events = found.data();
    *count = static_cast<std::int64_t>(found.size());
    return std::nullopt;
  });
}

const char* scr_session_event_lines(scr_session* session, scr_error** error) {
  const char* lines = nullptr;
  with(session, error, [&](Session& own) -> Failed {
    lines = own.event_lines().c_str();
    return std::nullopt;
  });
  return lines;
}

char* scr_session_finish(scr_session* session, scr_error** error) {
  char* text = nullptr;
  with(session, error, [&](Session& own) { return own.finish(text); });
  return text;
}

void scr_session_close(scr_session* session) { delete session; }

}  // extern "C"
