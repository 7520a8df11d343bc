// What users write that runs in no evaluation, which nobody would notice: it looks like a pass.
#include <fmt/format.h>

#include <unordered_set>

#include "lang/sema/detail/records.h"

namespace scrutineer::lang::detail {
namespace {

bool is_own(const TypeInfo& type) { return !type.is_library && !type.repeats_library && type.check == kNone; }

// Actors of a type that users declare never appear in a run.
bool is_own_actor(const TypeInfo* type) {
  return type != nullptr && type->kind == TypeClass::actor && !type->is_library && type->declaration != nullptr;
}

class NeverRuns {
 public:
  explicit NeverRuns(PassResults& passes) : passes_(passes) {}

  void report() {
    for (const TypeInfo& type : passes_.symbols.types) {
      if (type.base != nullptr) used_.insert(type.base);
      for (const InstanceInfo* instance : type.instances) used_.insert(instance->type);
    }
    for (const TypeInfo& type : passes_.symbols.types) {
      if (!is_own(type)) continue;
      for (const InstanceInfo* instance : type.instances) report(*instance, type);
      if (type.is_watcher && !type.is_global && !type.is_anonymous) report_unused(type);
      if (type.is_global && is_own_actor(type.actor)) report_own_actor(type.span, *type.actor);
    }
  }

 private:
  void report(const InstanceInfo& instance, const TypeInfo& holder) {
    if (instance.is_library || instance.is_broken) return;
    if (instance.declaration == kNone)
      passes_.reporter.warning(instance.span,
                               fmt::format("`{}` never runs: it stands in no `global modifier`", instance.name),
                               "watchers and checkers run there, in an extension of an actor, and in `top`");
    else if (is_own_actor(&holder))
      report_own_actor(instance.span, holder);
  }

  // What an imported file offers may be left alone.
  void report_unused(const TypeInfo& type) {
    if (used_.contains(&type) || passes_.loaded.imported_at.contains(type.span.file)) return;
    if (type.declaration == nullptr) return;  // a ready-made one, of an instance
    passes_.reporter.warning(
        type.span, fmt::format("`{}` never runs: no watcher is one", type.name),
        fmt::format("write `watcher x is {0}(...)` or `checker x is {0}(...) with: ...` in a `global modifier`",
                    type.name));
  }

  void report_own_actor(Span span, const TypeInfo& actor) {
    passes_.reporter.warning(span, fmt::format("this never runs: no actor of a run is a `{}`", actor.name),
                             "say it of a type that is built in, such as `vehicle`, `car` or `sut_vehicle`");
  }

  PassResults& passes_;
  std::unordered_set<const TypeInfo*> used_;
};

}  // namespace

void report_what_never_runs(PassResults& passes) {
  if (passes.reporter.error_count() == 0) NeverRuns(passes).report();
}

}  // namespace scrutineer::lang::detail
