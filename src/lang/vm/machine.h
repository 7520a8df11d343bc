// Runs functions: one loop over instructions. Each function has registers of its own, in which its constants lie ready;
// one that is called while it runs takes further ones from a stack that never moves.
//
// Whatever code does wrong when it runs (null access, a place outside a list, loops and calls without end) is thrown
// as a Fault with its place in the source; whoever called run() stops the instance that ran. Code must be verified
// (lower/verify.h): then nothing it does reads or writes what is not its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/lower/code.h"
#include "lang/lower/fold.h"
#include "lang/lower/handles.h"
#include "lang/sema/program.h"
#include "lang/vm/intrinsics.h"
#include "lang/vm/pair_distances.h"
#include "lang/vm/pools.h"
#include "watch/context.h"

namespace scrutineer::lang {

// What went wrong while running.
struct Fault {
  std::string message;
  Span span;
  bool has_span = false;
};

// What becomes of an instance as it runs.
struct InstanceState {
  // Its data exists: its interval is open, or ends just now. Where code ended the interval, the data is gone although
  // the lifecycle may still wait for it to go on.
  bool is_open = false;
  bool is_ending = false;    // its handlers of i_end run
  bool is_stopped = false;   // after an error
  scene::Epoch stepped = 0;  // the last frame in which it took its step
};
inline constexpr InstanceState kNoInterval;

// The instance whose code runs.
struct OwnInstance {
  double* cells = nullptr;
  std::uint32_t declaration = kNone;
  trace::ActorId actor;  // invalid: it belongs to none
  scene::Slot slot;      // its actor's, also in the frame in which it is gone
  const InstanceState* state = &kNoInterval;
  double handle = slot.valid() ? static_cast<double>(actor.index()) : kNull;  // of the actor, if it has a slot
};
inline const OwnInstance kNobody;

// An invalid actor: the run's own instance.
inline double instance_handle(std::uint32_t declaration, trace::ActorId actor) {
  return instance_handle(declaration, actor.valid() ? static_cast<std::uint32_t>(actor.index()) : kNoActor);
}

// A stretch of cells of an instance.
struct InstanceCells {
  double* cells = nullptr;  // null: there is no such instance
  std::uint32_t count = 0;
  bool is_open = false;
};

// Lists of all actors of the current frame, by uid.
enum class Everybody : std::uint8_t { physical_objects, vehicles, persons, animals, plain_objects };

// What running code asks of the world around it.
class Host {
 public:
  virtual ~Host() = default;
  virtual InstanceCells instance(double handle) = 0;
  virtual double instance_of(std::uint32_t declaration, double actor) = 0;  // NaN: there is none
  virtual double instance_of_run(std::uint32_t declaration) = 0;
  virtual double* actor_cells(trace::ActorId actor) = 0;
  virtual double metric(std::uint32_t metric) = 0;                        // NaN: there is none
  virtual double setting(std::uint32_t parameter, scene::Slot slot) = 0;  // invalid: the same for everybody
  virtual void emit(const OwnInstance& own, std::uint32_t event) = 0;
  virtual void emit_of(double handle, std::uint32_t event) = 0;
  // `since` in seconds from the run's first frame; NaN: now.
  virtual void start_interval(double handle, double since) = 0;
  virtual void end_interval(double handle) = 0;
  // Invalid: of all.
  virtual void set_mode(std::uint32_t declaration, trace::ActorId actor, bool frozen) = 0;
  virtual void set_check_mode(const std::string& check, trace::ActorId actor, bool frozen) = 0;
  virtual void log(const OwnInstance& own, std::string_view level, const std::string& text) = 0;
  // Now, of the instance that runs. The kind by its name.
  virtual void raise(const OwnInstance& own, const std::string& kind, watch::Severity severity,
                     const std::string& details) = 0;
  virtual watch::Issue* issue() = 0;           // that is being raised; null: none is
  virtual std::string_view issue_check() = 0;  // the name of the check that raises it
  virtual std::optional<map::RoadDistance> road_distance(scene::Slot from, scene::Slot to, BodyPoint from_point,
                                                         BodyPoint to_point) = 0;
  virtual double everybody(Everybody who) = 0;  // a list
};

// Which instance runs which function next.
struct Turn {
  const OwnInstance* own = nullptr;  // null: nobody
  FunctionId function = kNone;
};

// An instance among those that run one after the other.
struct TurnRow {
  OwnInstance own;
  InstanceState* state = nullptr;
  bool needs_care = true;  // Turns::next() has to know of it; so of the one behind the last
};

// Instances that run one after the other in a frame.
class Turns {
 public:
  virtual ~Turns() = default;
  // Told what the last one gave. Whatever runs meanwhile runs within Machine::Aside.
  virtual Turn next(double result) = 0;

  // Where there is nothing to tell or ask, as for most: did it run a condition that holds, so that then() is next ...
  bool goes_on(double result) {
    if (then_ == kNone || part_ != Part::first || !holds(result)) return false;
    part_ = Part::then;
    return true;
  }
  FunctionId then() const { return then_; }
  // ... else the next instance that runs first(); null: next() has to know.
  const OwnInstance* next_alike() {
    const TurnRow &ran = *now_, &next = now_[1];
    if (!can_end_alike_ || next.needs_care || next.state->is_stopped) return nullptr;
    if (part_ != Part::clock) {
      if (ran.state->is_open) return nullptr;
      ran.state->stepped = epoch_;
    }
    ++now_;
    tell_time();
    part_ = Part::first;
    return &next.own;
  }
  FunctionId first() const { return first_; }

 protected:
  // What is open sees in its data what time it is.
  void tell_time() {
    if (now_->state->is_open && time_cell_ != kNone) now_->own.cells[time_cell_] = seconds_;
  }

  // What an instance runs: `first`, a condition with what happens where it holds or the only one, and in an open interval
  // what it does on every frame of that.
  enum class Part : std::uint8_t { first, then, clock };

  TurnRow* now_ = nullptr;  // whose turn it is
  Part part_ = Part::first;
  bool can_end_alike_ = false;  // there is no more to do than first_ and then_, and nothing else of whose turn it is
  // After these an instance is done, unless its interval is open; none: there is more to do.
  FunctionId first_ = kNone, then_ = kNone;
  scene::Epoch epoch_ = 0;
  std::uint32_t time_cell_ = kNone;
  double seconds_ = 0.0;
};

class Machine {
 public:
  static constexpr std::uint64_t kMostSteps = 1'000'000;  // loops and calls of one instance in one frame
  static constexpr int kMostCalls = 200;                  // within each other

  // Both must outlive the machine, and the code must be verified.
  Machine(const Code& code, const Program& program, Host& host);

  // The function's result; NaN: it has none. Throws Fault.
  double run(FunctionId function, const OwnInstance& own, std::span<const double> arguments = {}) {
    return run({&own, function}, arguments, nullptr);
  }
  // Functions without arguments, one instance after the other, until nobody is next. Entering and leaving a function
  // costs more than most functions do, and is done once here. What is thrown is of the one whose turn it is.
  void run_each(Turn first, Turns& turns) { run(first, {}, &turns); }

  // Whose facts are asked for, as long as this lives: a context is good only while its caller runs.
  class Seeing {
   public:
    Seeing(Machine& machine, watch::Context& context)
        : machine_(machine),
          before_(std::exchange(machine.context_, &context)),
          scene_before_(std::exchange(machine.scene_, &context.scene)),
          ego_before_(std::exchange(machine.ego_, handle_of_ego(context.scene.actors))) {
      machine.last_actor_ = kNull;
    }
    ~Seeing() {
      machine_.context_ = before_;
      machine_.scene_ = scene_before_;
      machine_.ego_ = ego_before_;
      machine_.last_actor_ = kNull;
    }
    Seeing(const Seeing&) = delete;
    Seeing& operator=(const Seeing&) = delete;

   private:
    static double handle_of_ego(const scene::Actors& actors) {
      const scene::Slot ego = actors.ego();
      return ego.valid() ? static_cast<double>(actors.id(ego).index()) : kNull;
    }

    Machine& machine_;
    watch::Context* before_;
    scene::Scene* scene_before_;
    double ego_before_;
  };
  // What runs between two turns, as long as this lives, is part of neither.
  class Aside {
   public:
    explicit Aside(Machine& machine)
        : machine_(machine), own_(std::exchange(machine.own_, &kNobody)), calls_(std::exchange(machine.calls_, 0)) {}
    ~Aside() {
      machine_.own_ = own_;
      machine_.calls_ = calls_;
    }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

   private:
    Machine& machine_;
    const OwnInstance* own_;
    int calls_;
  };
  watch::Context& context() const { return *context_; }
  scene::Scene& scene() const { return *scene_; }
  void begin_steps() { steps_ = 0; }
  void count_step() {
    if (++steps_ > kMostSteps) [[unlikely]]
      fail_endless();
  }

  Pools& pools() { return pools_; }
  const Pools& pools() const { return pools_; }
  Host& host() { return host_; }
  const Program& program() const { return program_; }
  const OwnInstance& own() const { return *own_; }
  std::vector<double>& program_cells() { return program_cells_; }
  std::size_t actor_stride() const { return actor_stride_; }

  // ---- for intrinsics: what a handle means; Faults where it means nothing ----
  scene::Slot find_slot(double actor) const {  // invalid: it is null, or not there now
    if (own_->handle == actor) return own_->slot;
    return actor == last_actor_ ? last_slot_ : find_other_slot(actor);
  }
  [[gnu::always_inline]] scene::Slot slot(double actor) const {
    const scene::Slot found = find_slot(actor);
    if (!found.valid()) [[unlikely]]
      fail_actor(actor);
    return found;
  }
  const std::string& text(double handle) const;
  std::span<const double> list(double handle) const;
  double truth(bool value) const { return value ? 1.0 : 0.0; }
  [[noreturn]] static void fail(std::string message);

  // As texts print it.
  void print(double value, const TextPart& part, std::string& out) const;

 private:
  double run(Turn turn, std::span<const double> arguments, Turns* turns);
  // A function, ready to run.
  struct Ready {
    const Instruction* first = nullptr;
    double* registers = nullptr;  // its own, constants included
    std::uint32_t parameters = 0;
    std::uint32_t filled = 0;  // parameters, and the locals that are null at first, where that can be seen
    bool is_running = false;   // in these registers
  };
  // What runs may be interrupted by what runs on an event of it. Whatever ends it, the machine is as it was before.
  class Running {
   public:
    Running(Machine& machine, Ready& function)
        : machine_(machine),
          own_(machine.own_),
          top_(machine.top_),
          calls_(machine.calls_++),
          function_(&function),
          was_running_(std::exchange(function.is_running, true)) {}
    ~Running() {
      leave();
      machine_.own_ = own_;
      machine_.calls_ = calls_;
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    void change_to(Ready& function) {
      leave();
      function_ = &function;
      was_running_ = std::exchange(function.is_running, true);
    }
    double* registers(FunctionId function) {
      return was_running_ ? machine_.more_registers(machine_.code_.functions[function]) : function_->registers;
    }

   private:
    void leave() {
      function_->is_running = was_running_;
      machine_.top_ = top_;
    }

    Machine& machine_;
    const OwnInstance* own_;
    double* top_;
    int calls_;
    Ready* function_;
    bool was_running_;
  };
  // Registers of a function whose own ones are in use.
  double* more_registers(const CodeFunction& function);
  [[noreturn]] static void fail_deep(const CodeFunction& function);
  double make_text(const double* values, const std::vector<TextPart>& parts);
  double element(double list, double place) const;
  double setting(std::uint32_t parameter, double actor);
  void print_list(std::span<const double> list, const TextPart& part, std::string& out) const;
  InstanceCells other(double handle, std::uint32_t cell);  // without cells: there is no such instance
  // Null: the actor that has the struct is absent.
  double* struct_cell(double handle, std::uint32_t cell) {
    Pools::Struct* const found = pools_.find_struct(handle);
    if (found != nullptr && cell < found->cells.size()) [[likely]]
      return &found->cells[cell];
    if (!is_absent(handle)) fail_struct(found != nullptr);
    return nullptr;
  }
  bool struct_is(double handle, std::uint32_t type) const;  // null is of no type
  scene::Slot find_other_slot(double actor) const;
  bool can_ask(const Intrinsic& intrinsic, const double* arguments) const {
    switch (intrinsic.asked_of) {
      case AskedOf::nobody:
        return true;
      case AskedOf::actor:
        return find_slot(arguments[0]).valid();
      case AskedOf::two_actors:
        return find_slot(arguments[0]).valid() && find_slot(arguments[1]).valid();
      case AskedOf::text:
        return pools_.find_text(arguments[0]) != nullptr;
      case AskedOf::list:
        return pools_.find_list(arguments[0]).has_value();
    }
    return true;
  }
  void set_mode(const Instruction& one, const double* registers);
  bool texts_equal(double a, double b) const;
  [[noreturn]] static void fail_null(std::string_view what);
  [[noreturn]] static void fail_actor(double actor);
  [[noreturn]] static void fail_endless();
  [[noreturn]] static void fail_struct(bool exists);

  const Code& code_;
  const Program& program_;
  // By fact: its value. What Motion keeps is read where it lies, as nearly every checker asks for it.
  struct FactValue {
    double (*of)(scene::Scene&, scene::Slot) = nullptr;
    const double scene::MotionFacts::* kept = nullptr;
  };
  double value_of(std::uint32_t fact, scene::Slot slot) const {
    const FactValue& value = facts_[fact];
    if (value.kept != nullptr) return scene().motion.facts(slot).*value.kept;
    return value.of(scene(), slot);
  }
  std::vector<FactValue> facts_;
  const Intrinsic* intrinsics_;
  Host& host_;
  Pools pools_;
  std::vector<Ready> ready_;             // by function
  std::unique_ptr<double[]> registers_;  // of all of them; whatever is read of it was written before
  std::unique_ptr<double[]> stack_;      // likewise
  double* top_;                          // the first free register
  double* end_;
  int calls_ = 0;
  std::uint64_t steps_ = 0;
  const OwnInstance* own_ = &kNobody;
  watch::Context* context_ = nullptr;
  scene::Scene* scene_ = nullptr;  // of the context
  double ego_ = kNull;             // its handle in this context; null: there is none
  // Who was looked for last in this context, and where that is: mostly the ego.
  mutable double last_actor_ = kNull;
  mutable scene::Slot last_slot_;
  std::vector<double> program_cells_;
  std::size_t actor_stride_ = 0;
  std::vector<char> is_everybodys_;  // by parameter: it is the same for all actors
  std::string scratch_;
};

}  // namespace scrutineer::lang
