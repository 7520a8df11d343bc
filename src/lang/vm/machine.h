// Runs functions: one loop over instructions, registers on one stack that never moves.
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
#include "lang/lower/handles.h"
#include "lang/sema/program.h"
#include "lang/vm/pair_distances.h"
#include "lang/vm/pools.h"
#include "watch/context.h"

namespace scrutineer::scene {
struct Fact;
}

namespace scrutineer::lang {

struct Intrinsic;

// What went wrong while running.
struct Fault {
  std::string message;
  Span span;
  bool has_span = false;
};

// The instance whose code runs.
struct OwnInstance {
  double* cells = nullptr;
  std::uint32_t declaration = kNone;
  trace::ActorId actor;           // invalid: it belongs to none
  scene::Slot slot;               // its actor's, also in the frame in which it is gone
  const bool* is_open = nullptr;  // its interval; null: it has none
};

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

class Machine {
 public:
  static constexpr std::uint64_t kMostSteps = 1'000'000;  // loops and calls of one instance in one frame
  static constexpr int kMostCalls = 200;                  // within each other

  // Both must outlive the machine, and the code must be verified.
  Machine(const Code& code, const Program& program, Host& host);

  // The function's result; NaN: it has none. Throws Fault.
  double run(FunctionId function, const OwnInstance& own, std::span<const double> arguments = {});

  // Whose facts are asked for, as long as this lives: a context is good only while its caller runs.
  class Seeing {
   public:
    Seeing(Machine& machine, watch::Context& context)
        : machine_(machine), before_(std::exchange(machine.context_, &context)) {}
    ~Seeing() { machine_.context_ = before_; }
    Seeing(const Seeing&) = delete;
    Seeing& operator=(const Seeing&) = delete;

   private:
    Machine& machine_;
    watch::Context* before_;
  };
  watch::Context& context() const { return *context_; }
  scene::Scene& scene() const { return context_->scene; }
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
  scene::Slot find_slot(double actor) const;  // invalid: it is null, or not there now
  scene::Slot slot(double actor) const;
  const std::string& text(double handle) const;
  const std::vector<double>& list(double handle) const;
  double truth(bool value) const { return value ? 1.0 : 0.0; }
  [[noreturn]] static void fail(std::string message);

  // As texts print it.
  void print(double value, const TextPart& part, std::string& out) const;

 private:
  double enter(const CodeFunction& function, const double* arguments, std::size_t count);
  double make_text(const double* values, const std::vector<TextPart>& parts);
  double element(double list, double place) const;
  double setting(std::uint32_t parameter, double actor);
  void print_list(const std::vector<double>& list, const TextPart& part, std::string& out) const;
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
  bool can_ask(const Intrinsic& intrinsic, const double* arguments) const;
  void set_mode(const Instruction& one, const double* registers);
  bool texts_equal(double a, double b) const;
  [[noreturn]] static void fail_null(std::string_view what);
  [[noreturn]] static void fail_endless();
  [[noreturn]] static void fail_struct(bool exists);

  const Code& code_;
  const Program& program_;
  const scene::Fact* facts_;
  const Intrinsic* intrinsics_;
  Host& host_;
  Pools pools_;
  std::unique_ptr<double[]> stack_;  // whatever is read of it was written before
  double* top_;                      // the first free register
  double* end_;
  const CodeFunction* ready_ = nullptr;  // whose constants lie behind its registers ...
  const double* ready_at_ = nullptr;     // ... that begin here
  int calls_ = 0;
  std::uint64_t steps_ = 0;
  const OwnInstance* own_ = nullptr;
  watch::Context* context_ = nullptr;
  std::vector<double> program_cells_;
  std::size_t actor_stride_ = 0;
  std::vector<char> is_everybodys_;  // by parameter: it is the same for all actors
  std::string scratch_;
};

}  // namespace scrutineer::lang
