# scrutineer_registry(<module> FUNCTION <name> TYPE <type> SUFFIX <suffix> HEADER <header> FILES <pattern>...)
#
# Parts that are found, not listed: every source of FILES that defines
#     <type> <part>_<suffix>() {
# at the beginning of a line gives one. Writes a source of the module with
#     std::vector<type> <name>();      // all of them, by the names of their functions
# which HEADER declares. One more part is therefore one more source; no static initialisers, nothing for a linker to drop.
function(scrutineer_registry module)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FUNCTION;TYPE;SUFFIX;HEADER" "FILES")
  file(GLOB files CONFIGURE_DEPENDS ${arg_FILES})
  list(FILTER files EXCLUDE REGEX "_(test|bench)\\.cpp$")
  set(parts)
  foreach(file IN LISTS files)
    file(STRINGS "${file}" lines REGEX "^${arg_TYPE} [a-z0-9_]+_${arg_SUFFIX}\\(\\) {")
    # What nearly looks like one would be left out without a word.
    file(STRINGS "${file}" slips REGEX "^${arg_TYPE} [A-Za-z0-9_]+\\(.*{$")
    list(FILTER slips EXCLUDE REGEX "^${arg_TYPE} [a-z0-9_]+_${arg_SUFFIX}\\(\\) {")
    if(slips)
      message(FATAL_ERROR "${file}: \"${slips}\" is not found as a part: write ${arg_TYPE} <name>_${arg_SUFFIX}() {")
    endif()
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^${arg_TYPE} ([a-z0-9_]+)\\(.*" "\\1" part "${line}")
      list(APPEND parts ${part})
    endforeach()
  endforeach()
  list(SORT parts)
  set(declarations "")
  set(calls "")
  foreach(part IN LISTS parts)
    string(APPEND declarations "${arg_TYPE} ${part}();\n")
    string(APPEND calls "      ${part}(),\n")
  endforeach()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${arg_FUNCTION}.gen.cpp")
  file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT
"// Written by cmake/ScrutineerRegistry.cmake.
#include \"@arg_HEADER@\"

namespace scrutineer::@module@ {

@declarations@
std::vector<@arg_TYPE@> @arg_FUNCTION@() {
  return {
@calls@  };
}

}  // namespace scrutineer::@module@
")
  target_sources(scrutineer_${module} PRIVATE "${source}")
endfunction()
