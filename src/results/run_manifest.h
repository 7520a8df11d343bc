// DIR/run.json: the manifest of the run that a result is about, resolved, with the hash of every file that was read.
// It is a manifest itself: `scrutineer check DIR/run.json` gives the same result again.
#pragma once

#include <string>

#include "base/result.h"
#include "results/folders.h"
#include "trace/manifest.h"

namespace scrutineer::results {

// `manifest` as it was used: flags included, with the ego that was found, and the hashes of what was read. A file without
// one there is hashed now. Paths are written relative to `folder`, those of pipes and devices as they were given.
Result<std::string> run_manifest(const trace::Manifest& manifest, const std::string& folder, Folders& folders);

}  // namespace scrutineer::results
