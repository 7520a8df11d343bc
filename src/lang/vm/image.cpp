#include "lang/vm/image.h"

#include <algorithm>
#include <set>

#include "lang/vm/intrinsics.h"
#include "scene/facts.h"

namespace scrutineer::lang {
namespace {

bool is_own(const Handler& handler) { return handler.declaration == kNone && handler.check == kNone; }

void plan_first(const ObjectType& object, ObjectPlan& plan) {
  plan.has_more = true;
  if (object.condition != kNone) {
    plan.first = object.condition;
    return;
  }
  if (plan.frame.empty() || plan.frame.front().event != EventKind::clock) return;
  const FrameHandler& handler = plan.frame.front();
  const bool is_only = plan.frame.size() == 1 && handler.body != kNone && !handler.wants_emitter;
  if (handler.condition != kNone) {
    plan.first = handler.condition;
    if (is_only) plan.then = handler.body;
  } else if (!handler.wants_emitter) {
    plan.first = handler.body;
  }
  plan.has_more = !is_only;
}

FunctionId only_clock(const Code& code, const ObjectType& object, const ObjectPlan& plan) {
  if (plan.interval_clock.size() != 1 || plan.has_clock_metrics) return kNone;
  const Handler& handler = object.handlers[plan.interval_clock.front()];
  const bool is_plain = handler.condition == kNone && handler.body != kNone;
  return is_plain && code.functions[handler.body].parameters == 0 ? handler.body : kNone;
}

// Does every instance that runs it surely ask how its own actor moves?
bool asks_for_own_motion(const CodeFunction& function) {
  for (const Instruction& one : function.instructions) {
    if (one.opcode == Opcode::own_motion) return true;
    const OpcodeInfo& kinds = info(one.opcode);
    if (kinds.c == Operand::ahead || kinds.c == Operand::back) break;
  }
  return false;
}

ObjectPlan plan_of(const Program& program, const Code& code, const ObjectType& object) {
  ObjectPlan plan;
  for (std::uint32_t i = 0; i < object.handlers.size(); ++i) {
    const Handler& handler = object.handlers[i];
    switch (handler.event) {
      case EventKind::clock:
      case EventKind::rise:
      case EventKind::fall:
      case EventKind::elapsed:
      case EventKind::every:
        plan.frame.push_back({.place = i,
                              .event = handler.event,
                              .wants_emitter = handler.body != kNone && code.functions[handler.body].parameters > 0,
                              .condition = handler.condition,
                              .body = handler.body});
        break;
      case EventKind::start:
        plan.created.push_back(i);
        break;
      case EventKind::end:
        plan.ended.push_back(i);
        break;
      case EventKind::interval_start:
        if (is_own(handler)) plan.interval_started.push_back(i);
        break;
      case EventKind::interval_clock:
        if (is_own(handler)) plan.interval_clock.push_back(i);
        break;
      case EventKind::interval_end:
        if (is_own(handler)) plan.interval_ended.push_back(i);
        break;
      case EventKind::user:
        if (is_own(handler)) plan.user[handler.index].push_back(i);
        break;
      case EventKind::new_issue:
        break;
    }
  }
  plan_first(object, plan);
  plan.asks_for_own_motion = plan.first != kNone && asks_for_own_motion(code.functions[plan.first]);
  plan.has_clock_metrics =
      std::ranges::any_of(object.metrics, [](const Metric& metric) { return metric.at == EventKind::interval_clock; });
  plan.only_clock = only_clock(code, object, plan);
  if (object.data != kNone && object.data_struct != kNone) plan.data_cells = program.structs[object.data_struct].cells;
  plan.fresh_data = object.cells;
  plan.metrics = plan.fresh_data + plan.data_cells;
  plan.stride = std::max<std::uint32_t>(1, plan.metrics + static_cast<std::uint32_t>(object.metrics.size()));
  return plan;
}

void listen(Image& image, std::uint32_t declaration) {
  const Declaration& who = image.program.declarations[declaration];
  if (who.object == kNone || image.exists[declaration] == 0) return;
  const ObjectType& object = image.program.objects[who.object];
  for (std::uint32_t i = 0; i < object.handlers.size(); ++i) {
    const Handler& handler = object.handlers[i];
    const Listener listener{declaration, i};
    if (handler.event == EventKind::new_issue) image.rules.push_back(listener);
    if (is_own(handler)) continue;
    Heard& heard = handler.declaration != kNone ? image.heard[handler.declaration]
                                                : image.heard_checks[image.program.texts[handler.check]];
    switch (handler.event) {
      case EventKind::interval_start:
        heard.started.push_back(listener);
        break;
      case EventKind::interval_clock:
        heard.clock.push_back(listener);
        break;
      case EventKind::interval_end:
        heard.ended.push_back(listener);
        break;
      case EventKind::user:
        heard.user[handler.index].push_back(listener);
        break;
      default:
        break;
    }
  }
}

// The facts that functions ask for, with all that they call.
class FactsOf {
 public:
  explicit FactsOf(const Code& code) : code_(code) {}

  std::vector<const scene::Fact*> run(const ObjectType& object, const detail::ToldFacts& told) {
    for (const Handler& handler : object.handlers) {
      look(handler.condition);
      look(handler.body);
    }
    for (const FunctionId function : {object.condition, object.until, object.unless}) look(function);
    for (const Metric& metric : object.metrics) look(metric.value);
    for (const scene::Fact* fact : told.needed) found_.insert(fact->name);
    std::vector<const scene::Fact*> facts;
    facts.reserve(found_.size());
    for (const std::string_view name : found_) facts.push_back(scene::find_fact(name));
    return facts;
  }

 private:
  void look(FunctionId function) {
    if (function == kNone || !seen_.insert(function).second) return;
    for (const Instruction& one : code_.functions[function].instructions) {
      if (one.opcode == Opcode::call) look(one.c);
      const Operand what = info(one.opcode).c;
      if (what == Operand::fact || what == Operand::motion) found_.insert(scene::facts()[one.c].name);
      if (one.opcode != Opcode::intrinsic) continue;
      const scene::Fact* fact = intrinsics()[one.c].fact;
      // Code may do well without what a run need not tell: told_facts.h knows who cannot.
      if (fact != nullptr && fact->is_told == nullptr) found_.insert(fact->name);
    }
  }

  const Code& code_;
  std::set<FunctionId> seen_;
  std::set<std::string_view> found_;
};

}  // namespace

std::string Image::place(Span span) const {
  if (sources == nullptr || span.file >= sources->size()) return {};
  const SourceFile& file = (*sources)[span.file];
  const LineColumn at = file.line_column(span.begin);
  return file.name() + ':' + std::to_string(at.line) + ':' + std::to_string(at.column);
}

std::shared_ptr<const Image> make_image(Program program, Code code, std::shared_ptr<const Sources> sources) {
  auto image = std::make_shared<Image>();
  image->program = std::move(program);
  image->code = std::move(code);
  image->sources = std::move(sources);
  const Program& made = image->program;
  image->told = detail::told_facts_of(made);
  for (const ObjectType& object : made.objects) image->objects.push_back(plan_of(made, image->code, object));
  const std::size_t count = made.declarations.size();
  image->heard.resize(count);
  image->inside.resize(count);
  image->facts.resize(count);
  for (std::uint32_t d = 0; d < count; ++d) {
    const Declaration& declaration = made.declarations[d];
    const bool outer_exists = declaration.outer == kNone || image->exists[declaration.outer] != 0;
    image->exists.push_back(declaration.enabled && outer_exists ? 1 : 0);
    for (std::uint32_t around = d; around != kNone; around = made.declarations[around].outer)
      image->inside[around].push_back(d);
    if (const std::uint32_t object = declaration.object; object != kNone)
      image->facts[d] = FactsOf(image->code).run(made.objects[object], image->told[object]);
  }
  for (std::uint32_t d = 0; d < count; ++d) listen(*image, d);
  return image;
}

}  // namespace scrutineer::lang
