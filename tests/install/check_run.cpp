// Checks a run through the library: check_run run.json prints every issue.
#include <iostream>

#include "run/real_files.h"
#include "run/real_folders.h"
#include "run/run.h"

using namespace scrutineer;

int main(int count, char** words) {
  if (count != 2) return 2;
  run::RealFiles files;
  run::RealFolders folders;
  run::NoProgress progress;
  run::Outside outside{files, folders, progress};
  auto manifest = trace::read_manifest(words[1]);
  if (!manifest) return std::cerr << to_string(manifest.problem()) << '\n', 2;
  auto run = run::open(*std::move(manifest), outside);
  if (!run) return std::cerr << to_string(run.problem()) << '\n', 2;
  const run::Outcome outcome = run::evaluate(*run);
  if (!outcome.result) return std::cerr << to_string(*outcome.fault) << '\n', 2;
  for (const watch::Issue& issue : outcome.result->evaluation.issues) std::cout << issue.message << '\n';
  return outcome.result->evaluation.issues.empty() ? 0 : 1;
}
