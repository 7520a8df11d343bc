#include "lang/sema/analyse.h"

#include <algorithm>

#include "lang/sema/detail/behaviours.h"
#include "lang/sema/detail/compilation.h"
#include "lang/sema/intrinsics.h"

namespace scrutineer::lang {

Analysis analyse(Sources& sources, const std::vector<FileIndex>& files, const Library& library,
                 const OpenImport& open_import) {
  detail::Compilation c(sources, library);
  c.program.intrinsics.assign(library.intrinsics.begin(), library.intrinsics.end());
  for (std::size_t i = 0; i < library.intrinsics.size(); ++i)
    c.intrinsic_places.emplace(library.intrinsics[i], static_cast<std::uint32_t>(i));
  for (const watch::SettingInfo& setting : library.settings.all())
    c.parameters_by_path.emplace(setting.parameter->path, setting.parameter);

  c.load(files, open_import);
  c.declare_units();
  c.declare();
  c.link();
  c.lay_out();
  c.declare_objects();
  c.configure();
  c.check_cycles();
  c.compile_objects();
  c.compile_initials();
  c.compile_constructors();
  c.check_uncalled_methods();
  c.check_unused_structs();
  detail::check_behaviours(c);
  c.add_info();
  c.compile_constructors();
  c.add_raised();
  c.tell_without_effect();
  c.program.issue_kinds = std::move(c.user_issue_kinds);

  if (c.error_count > detail::kMostErrors) {
    Diagnostic& last = c.diagnostics.back();
    last.notes.push_back({last.span, "there are more errors than are shown"});
  }
  c.add_import_chains();
  std::ranges::stable_sort(c.diagnostics, {}, [](const Diagnostic& diagnostic) {
    return std::pair(diagnostic.span.file, diagnostic.span.begin);
  });
  // What one line says twice, because it is compiled for two instances, is said once.
  const auto repeated = std::ranges::unique(c.diagnostics, [](const Diagnostic& a, const Diagnostic& b) {
    return a.span == b.span && a.message == b.message;
  });
  c.diagnostics.erase(repeated.begin(), repeated.end());
  return {std::move(c.program), std::move(c.diagnostics)};
}

}  // namespace scrutineer::lang
