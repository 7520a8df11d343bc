#include "lang/lower/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "checks/catalogue.h"
#include "kit/maps.h"
#include "kit/paths.h"
#include "kit/program_builder.h"
#include "kit/scenario.h"
#include "lang/lower/lower.h"
#include "lang/sema/analyse.h"
#include "lang/vm/intrinsics.h"
#include "lang/vm/pair_distances.h"
#include "lang/vm/program_run.h"
#include "lang/vm/runner.h"
#include "map/read.h"
#include "watch/engine.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using kit::ProgramBuilder;
using Op = BinaryOperator;

// Of one byte: all single bits, all of them, and a value of its own.
constexpr unsigned kChanges[] = {1, 2, 4, 8, 16, 32, 64, 128, 255, 0x5A};

// A program that uses every instruction.
Program everything() {
  ProgramBuilder make;
  make.enumeration({.name = "issue_kind", .words = {"evaluation_error", "mine"}});
  make.program().cells = 3;
  make.program().actors = {{"physical_object", kNone, {}, 2, kNone}, {"vehicle", 0, {}, 2, kNone}};
  static constexpr watch::Parameter<Distance> kParameter{"mine.limit", Distance::from_si(10.0), "A limit."};
  const auto x = [&] { return make.intrinsic("global_position.x", {make.own_actor()}); };
  const auto local = [&](std::uint32_t i) { return make.local(i); };
  const auto plus = [&](ExpressionId a, ExpressionId b) { return make.binary(Op::add, a, b); };
  const auto speed = [&] { return make.intrinsic("object_state.speed", {make.own_actor()}); };

  const auto helper = make.function("helper", {make.give_back(plus(local(0), make.own_cell(0)))}, 2, 1);
  const auto list = [&] { return make.list({x(), make.number(2.0), speed()}); };
  const auto own_instance = [&] { return make.instance_of(0, {make.own_actor()}); };
  const auto body = make.function(
      "on_clock",
      {make.assign(local(0), make.number(0.0)),
       make.repeat_while(make.binary(Op::logical_or, make.binary(Op::less, local(0), make.number(3.0)),
                                     make.binary(Op::equal, local(0), make.number(7.0))),
                         {make.assign(local(0), plus(local(0), make.number(1.0)))}),
       make.repeat_for(1, list(), {make.assign(make.own_cell(0), plus(make.own_cell(0), local(1)))}),
       make.assign(local(2), make.fold(ListFold::average, list(), 1, make.call(helper, {local(1)}))),
       make.assign(local(2), make.fold(ListFold::least, list(), 1, local(1))),
       make.assign(local(2), make.fold(ListFold::most, list(), 1, make.negate(local(1)))),
       make.assign(local(2), make.fold(ListFold::filter, list(), 1, make.binary(Op::not_equal, local(1), x()))),
       make.assign(local(2), make.element(list(), local(0))),
       make.assign(make.program_cell(1), make.binary(Op::modulo, make.program_cell(2), make.number(3.0))),
       make.assign(make.actor_cell(make.own_actor(), 1), make.actor_cell(make.own_actor(), 0)),
       make.assign(make.instance_cell(own_instance(), 0), make.instance_cell(own_instance(), 1)),
       make.assign(local(2), make.setting(kParameter, make.own_actor())), make.assign(local(2), make.metric(3)),
       make.assign(local(2), make.binary(Op::text_equal, make.text("a"),
                                         make.texts({{make.text("a"), ""}, {local(0), "kph"}, {x(), "m"}}))),
       make.assign(local(2), make.binary(Op::equal, make.own_actor(), make.null())),
       make.branch(make.binary(Op::greater_equal, x(), make.number(10.0)),
                   {make.start_interval(), make.start_interval(own_instance()), make.emit(0),
                    make.assign(make.data_cell(3), make.data_cell(2)),
                    make.assign(make.data_cell_of(own_instance(), 3), make.data_cell_of(own_instance(), 2))},
                   {make.end_interval(own_instance()), make.end_interval()}),
       make.branch(make.logical_not(make.is_open()), {make.set_run_mode(0, make.own_actor(), false)},
                   {make.set_run_mode(0, kNone, false), make.set_check_mode("none", kNone, true),
                    make.set_check_mode("none", make.own_actor(), true)}),
       make.evaluate(make.intrinsic("logger.log_info", {make.text("done")}))},
      3);
  ObjectType object;
  object.name = "everything";
  object.has_intervals = true;
  object.cells = 5;
  object.data = 1;
  object.data_struct = make.structure({.name = "data", .is_view = false, .fields = {}, .cells = 4});
  object.events = {"mine"};
  object.handlers.push_back({.event = EventKind::clock, .body = body});
  object.metrics.push_back({.name = "m", .unit = {}, .meaning = {}, .type = {}, .value = make.returning("m", x())});
  const auto type = make.object(std::move(object));
  Declaration declaration;
  declaration.name = "everything";
  declaration.object = type;
  declaration.whom = {ProgramBuilder::type("vehicle")};
  make.declaration(std::move(declaration));
  return make.program();
}

TEST(Verify, AcceptsWhatLoweringMakes) {
  const Program program = everything();
  std::vector<Diagnostic> diagnostics;
  EXPECT_EQ(verify(lower(program, diagnostics), program), std::nullopt);
}

TEST(Verify, RejectsWhatReachesOutside) {
  struct Case {
    const char* name;
    Instruction instruction;
    const char* expected;
  };
  const Case cases[] = {
      {"a register", {Opcode::copy, 0, 9, 0}, "f: 0 copy: register 9 of 2"},
      {"a register written", {Opcode::copy, 2, 0, 0}, "f: 0 copy: register 2 of 2"},
      {"a constant", {Opcode::copy, 1, 0, 0}, "f: 0 copy: it writes to a constant"},
      {"two registers", {Opcode::next, 0, 1, 1}, "f: 0 next: register 2 of 2"},
      {"an instruction", {Opcode::jump, 0, 0, 2}, "f: 0 jump: instruction 2 of 2"},
      {"itself, by a jump", {Opcode::jump, 0, 0, 0}, "f: 0 jump: it jumps back"},
      {"ahead, by a loop", {Opcode::loop, 0, 0, 1}, "f: 0 loop: it jumps ahead"},
      {"a function", {Opcode::call, 0, 0, 1}, "f: 0 call: function 1 of 1"},
      {"an intrinsic", {Opcode::intrinsic, 0, 0, 60000}, nullptr},
      {"a row", {Opcode::list, 0, 1, 2}, "f: 0 list: register 2 of 2"},
      {"a text", {Opcode::text, 0, 0, 0}, "f: 0 text: text 0 of 0"},
      {"a declaration", {Opcode::instance_of_run, 0, 0, 0}, "f: 0 instance_of_run: declaration 0 of 0"},
      {"an actor's cell", {Opcode::load_actor, 0, 0, 0}, "f: 0 load_actor: actor cell 0 of 0"},
      {"the program's cell", {Opcode::load_program, 0, 0, 0}, "f: 0 load_program: program cell 0 of 0"},
      {"an own cell", {Opcode::load_own, 0, 0, 3}, "o: f reaches own cell 3 of 3"},
      {"a parameter", {Opcode::setting, 0, 0, 0}, "f: 0 setting: parameter 0 of 0"},
      {"what is no instruction", {static_cast<Opcode>(999), 0, 0, 0}, "f: 0: there is no such instruction"},
      {"an operand that means nothing", {Opcode::leave, 0, 0, 1}, "f: 0 leave: an operand that means nothing is not 0"},
  };
  for (const auto& [name, instruction, expected] : cases) {
    ProgramBuilder make;
    const auto f = make.function("f", {}, 1);
    ObjectType object;
    object.name = "o";
    object.cells = 3;
    object.condition = f;
    make.object(std::move(object));
    Code code;
    code.functions.push_back({.name = "f",
                              .span = {},
                              .parameters = 0,
                              .locals = 1,
                              .registers = 2,
                              .constants = {1.0},
                              .instructions = {instruction, {}},
                              .spans = {{}, {}}});
    const auto problem = verify(code, make.program());
    ASSERT_TRUE(problem) << name;
    if (expected != nullptr) {
      EXPECT_EQ(*problem, expected) << name;
    }
  }
}

// Arguments that are computed lie in a row with constants: those alone may be written.
TEST(Verify, LetsOnlyThoseConstantsBeWrittenThatSayIt) {
  struct Case {
    const char* name;
    std::vector<std::uint32_t> written;
    std::uint16_t into;
    const char* problem;  // null: none
  };
  const Case cases[] = {
      {"a register", {}, 0, nullptr},
      {"a constant", {}, 2, "f: 0 copy: it writes to a constant"},
      {"one that is written", {1}, 2, nullptr},
      {"the one before it", {1}, 1, "f: 0 copy: it writes to a constant"},
      {"the one behind it", {1}, 3, "f: 0 copy: it writes to a constant"},
      {"one of several", {0, 2}, 3, nullptr},
      {"beyond all", {0, 1, 2}, 4, "f: 0 copy: register 4 of 4"},
      {"written ones that do not exist", {0, 3}, 0, "f: it writes to constants that it has not"},
      {"written ones in disorder", {2, 0}, 0, "f: the constants that it writes to have no order"},
  };
  for (const Case& c : cases) {
    ProgramBuilder make;
    make.function("f", {}, 1);
    Code code;
    code.functions.push_back({.name = "f",
                              .span = {},
                              .parameters = 0,
                              .locals = 1,
                              .registers = 4,
                              .constants = {1.0, 2.0, 3.0},
                              .written_constants = c.written,
                              .instructions = {{Opcode::copy, c.into, 0, 0}, {Opcode::leave, 0, 0, 0}},
                              .spans = {{}, {}}});
    const auto problem = verify(code, make.program());
    EXPECT_EQ(problem, c.problem == nullptr ? std::nullopt : std::optional<std::string>(c.problem)) << c.name;
  }
}

// A few frames of two cars, so that intervals open and close.
void evaluate(const Program& program, Code code) {
  const auto image = make_image(program, std::move(code), nullptr);
  const std::vector<watch::Check> checks = make_checks(image, {});
  const watch::Settings settings(checks);
  ProgramRun program_run(image);
  watch::Engine engine(checks, settings, {.companion = &program_run});
  std::vector<trace::ActorInfo> infos(2);
  for (std::size_t frame_number = 0; frame_number < 4; ++frame_number) {
    trace::Frame frame;
    frame.time = Time(100ms * frame_number);
    for (std::size_t i = 0; i < infos.size(); ++i) {
      infos[i].id = std::to_string(i);
      infos[i].category = trace::Category::car;
      trace::ActorState state;
      state.actor = trace::ActorId(i);
      state.x = frame_number % 2 == 0 ? 5.0 : 15.0;
      frame.actors.push_back(state);
    }
    engine.step(frame, infos);
  }
  engine.finish();
}

// Whatever one byte of the bytecode is changed to: it is rejected, or it runs to its end without harm. Run under the
// address sanitizer, harm is noticed.
TEST(Verify, StandsBetweenTheMachineAndEveryChangedByte) {
  const Program program = everything();
  std::vector<Diagnostic> diagnostics;
  const Code code = lower(program, diagnostics);
  evaluate(program, code);
  std::size_t accepted = 0, rejected = 0;
  for (std::size_t f = 0; f < code.functions.size(); ++f) {
    const std::size_t bytes = code.functions[f].instructions.size() * sizeof(Instruction);
    for (std::size_t byte = 0; byte < bytes; ++byte) {
      for (const unsigned change : kChanges) {
        Code changed = code;
        auto* const raw = reinterpret_cast<unsigned char*>(changed.functions[f].instructions.data());
        raw[byte] = static_cast<unsigned char>(raw[byte] ^ change);
        if (verify(changed, program)) {
          ++rejected;
          continue;
        }
        ++accepted;
        evaluate(program, std::move(changed));
      }
    }
  }
  EXPECT_GT(rejected, accepted);
  EXPECT_GT(accepted, 100U);
}

// A program as it would be run, whose bytecode can be changed in place.
struct Runnable {
  std::shared_ptr<Image> image;
  std::vector<watch::Check> checks;  // its own

  void run(const map::RoadNetwork& map, const kit::RunData& data, const watch::Settings& settings) const {
    ProgramRun program_run(image);
    watch::Engine engine(checks, settings, {.map = &map, .companion = &program_run});
    engine.announce(watch::EgoIs{trace::ActorId(0)});
    for (const trace::Frame& frame : data.frames) engine.step(frame, data.actors);
    engine.finish();
  }
};

Runnable runnable(const std::filesystem::path& file, std::span<const watch::Check> catalogue) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  auto sources = std::make_shared<Sources>();
  const FileIndex index = sources->add(file.filename().string(), text.str());
  const watch::Settings settings(catalogue);
  std::vector<std::string_view> names;
  for (const Intrinsic& intrinsic : intrinsics()) names.push_back(intrinsic.name);
  Analysis analysis = analyse(*sources, {index}, {catalogue, settings, names}, {});
  EXPECT_EQ(render(analysis.diagnostics, *sources), "");
  std::vector<Diagnostic> diagnostics;
  Code code = lower(analysis.program, diagnostics);
  EXPECT_EQ(verify(code, analysis.program), std::nullopt);
  const auto made = make_image(std::move(analysis.program), std::move(code), std::move(sources));
  return {std::const_pointer_cast<Image>(made), make_checks(made, catalogue)};
}

// The same of what people write: a car behind the ego, one beside it, one that comes towards it.
TEST(Verify, StandsBetweenTheMachineAndEveryChangedByteOfTheExamples) {
  const std::vector<watch::Check> catalogue = checks::catalogue();
  const auto map = map::build_network(kit::straight_road(500.0));
  kit::Scenario scenario({.map = map.get(), .step = 500ms, .duration = 1500ms});
  scenario.add({.id = "ego", .is_ego = true}).start_at("1", -1, 100.0).speed({{0s, 20.0}, {1s, 12.0}});
  scenario.add({.id = "1"}).start_at("1", -1, 92.0).speed(20.0);
  scenario.add({.id = "2"}).start_at("1", 1, 200.0).speed(15.0);
  const kit::RunData data = scenario.run();
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kit::source_dir() / "examples/config"))
    if (entry.path().extension() == ".osc") files.push_back(entry.path());
  std::ranges::sort(files);
  ASSERT_FALSE(files.empty());
  std::size_t accepted = 0, rejected = 0;
  for (const auto& file : files) {
    const Runnable program = runnable(file, catalogue);
    std::vector<watch::Check> all = catalogue;
    all.insert(all.end(), program.checks.begin(), program.checks.end());
    const watch::Settings settings(all);
    program.run(*map, data, settings);
    for (CodeFunction& function : program.image->code.functions) {
      const auto bytes = std::as_writable_bytes(std::span(function.instructions));
      for (std::byte& byte : bytes) {
        const std::byte before = byte;
        for (const unsigned change : kChanges) {
          byte = before ^ std::byte(change);
          if (verify(program.image->code, program.image->program)) {
            ++rejected;
          } else {
            ++accepted;
            program.run(*map, data, settings);
          }
        }
        byte = before;
      }
    }
    EXPECT_EQ(verify(program.image->code, program.image->program), std::nullopt) << file;
  }
  EXPECT_GT(rejected, accepted);
  EXPECT_GT(accepted, 100U);
}

}  // namespace
}  // namespace scrutineer::lang
