// What a command may not write to: the files that it reads, and those that it writes already.
//
//   if (const auto problem = overwritten({options.output}, {options.file}, outside)) return refuse(outside, *problem);
//
// Every command that writes a file which the user names asks this before it writes anything.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/outside.h"
#include "trace/manifest.h"

namespace scrutineer::run {

// Files are compared, not names: a link is the file that it leads to. Empty names stand for no file. Pipes and devices
// are none of the files: nothing in them is lost.
bool is_one_of(const std::string& path, const std::vector<std::string>& files, Outside& outside);

// The first output that is an input, or another output.
std::optional<Problem> overwritten(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs,
                                   Outside& outside);

// All files that a manifest names, and itself; some names may be empty.
std::vector<std::string> files_of(const trace::Manifest& manifest);

// The first of these files that belongs to the result in `folder`: it would be removed along with that result when a new
// one is written there.
std::optional<Problem> clash_with_result(const std::string& folder, const std::vector<std::string>& inputs,
                                         Outside& outside);

// What a result consists of, whether all of it is there or not. Its page is none of them: it is made from the result.
std::vector<std::string> files_of_result(const std::string& folder);

}  // namespace scrutineer::run
