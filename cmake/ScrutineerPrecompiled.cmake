# Headers that nearly every source includes, parsed once: std, fmt and, for tests, GoogleTest. They were most of what a source cost.
#
# scrutineer_precompiled(<target> sources|tests) lets a target use them. Sources still include what they use: `make lint` reads each
# of them without these.

option(SCRUTINEER_PRECOMPILED "Parse common headers once" ON)

set(_scrutineer_common_headers
  <algorithm> <array> <chrono> <cmath> <cstddef> <cstdint> <functional> <limits> <map> <memory> <numbers> <optional> <set> <span>
  <sstream> <string> <string_view> <tuple> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)

# The targets that own them. Everybody else must be compiled with the same flags.
function(_scrutineer_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS;HEADERS")
  set(source "${PROJECT_BINARY_DIR}/${target}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// Only for the headers.\n")
  add_library(${target} OBJECT "${source}")
  target_link_libraries(${target} PRIVATE ${arg_LINKS} scrutineer_flags)
  target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
  # g++ never writes the same precompiled header twice. So that another clone finds what this one compiled, the compiler cache goes by
  # this file, which says what is in it.
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.gch.sum" CONTENT
    "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}, fmt ${fmt_VERSION}, GTest ${GTest_VERSION}: ${arg_HEADERS}\n")
endfunction()

if(SCRUTINEER_PRECOMPILED)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(scrutineer_flags INTERFACE -fpch-preprocess) # for the compiler cache
  endif()
  _scrutineer_precompile(scrutineer_precompiled_sources LINKS fmt::fmt HEADERS ${_scrutineer_common_headers})
  if(SCRUTINEER_TESTS OR SCRUTINEER_BENCH) # benchmarks use the test kit
    _scrutineer_precompile(scrutineer_precompiled_tests LINKS fmt::fmt GTest::gmock
      HEADERS ${_scrutineer_common_headers} <gmock/gmock.h> <gtest/gtest.h>)
  endif()
endif()

function(scrutineer_precompiled target kind)
  if(SCRUTINEER_PRECOMPILED)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE") # as the libraries: g++ refuses precompiled headers made with -fPIC in a source with -fPIE
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${target} PRIVATE -fPIC)
    endif()
    target_precompile_headers(${target} REUSE_FROM scrutineer_precompiled_${kind})
  endif()
endfunction()
