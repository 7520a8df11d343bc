// What a run was evaluated from, as one hash: map, trace, side files, configuration and the engine's version. A suite that
// is started again evaluates only runs whose hash has changed.
//
// Where the files lie does not count, so that the same run in another folder has the same content.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "trace/manifest.h"

namespace scrutineer::suite {

// What is judged and how, for all runs of a suite: over what their manifests say.
struct Judging {
  std::vector<std::string> config = {}, lang_path = {};
  std::string odd = {};  // an OpenODD file; empty: what the manifest names
  std::vector<trace::ManifestSetting> settings = {};
  std::optional<trace::FailOn> fail_on = {};
};
void apply(const Judging& judging, trace::Manifest& manifest);

// The files beside the configurations that a manifest names, in a fixed order; empty: not given.
std::vector<std::string> input_files(const trace::Manifest& manifest);

// `hash_of` gives the SHA-256 of a file; any text if it cannot be read. `configuration` is the hash of what its
// configurations consist of, empty without any.
std::string content_of(const trace::Manifest& manifest, const std::string& configuration,
                       const std::function<std::string(const std::string& file)>& hash_of);

}  // namespace scrutineer::suite
