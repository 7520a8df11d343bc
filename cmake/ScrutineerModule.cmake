# scrutineer_module(<name>
#                   [DEPENDS <module>...]       modules whose headers this one includes; each must come earlier in src/CMakeLists.txt
#                   [LINKS <target>...]         libraries that the module's sources and tests use
#                   [PUBLIC_LINKS <target>...]  libraries that the module's own headers include; keep heavy ones out of headers
#                   [TEST_LINKS <target>...]    libraries that only its tests and benchmarks use
#                   [COLD <subfolder>...]       not run frame by frame, so optimised less and compiled faster; "." is all of the folder
#                   [COLD_FLAG <flag>]          how: -O1, or -Og where it is not even run once per run of a suite
#                   [ALONE <pattern>...]        sources whose private names another has, too: never compiled together with others
#                   [EXECUTABLE <program>])     builds main.cpp of the folder into this program
#
# Turns the folder src/<name>, subfolders included, into targets. No source is ever listed by hand:
#   *_test.cpp   -> <name>_test        GoogleTest, one ctest entry per test, named <name>.<Suite>.<Test>
#   *_bench.cpp  -> <name>_microbench  Google Benchmark, with SCRUTINEER_BENCH
#   other *.cpp  -> scrutineer_<name>  static library, alias scrutineer::<name>
# The include root is src/, so a header is named "map/road_network.h" everywhere.

include(GoogleTest)
include(ScrutineerPrecompiled)

# _scrutineer_sources(<prefix> <folder>): sets <prefix>_SOURCES, _TESTS, _BENCHES, _HEADERS and _FACE (headers directly in the folder).
function(_scrutineer_sources prefix folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${folder}/*.h")
  list(SORT sources)
  list(SORT headers)
  set(tests ${sources})
  set(benches ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER benches INCLUDE REGEX "_bench\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_(test|bench)\\.cpp$|/plugin/") # plugins: cmake/ScrutineerPlugin.cmake
  file(GLOB face CONFIGURE_DEPENDS "${folder}/*.h")
  list(SORT face)
  foreach(kind IN ITEMS sources headers tests benches face)
    string(TOUPPER ${kind} suffix)
    set(${prefix}_${suffix} ${${kind}} PARENT_SCOPE)
  endforeach()
endfunction()

# Adds a GoogleTest executable and its tests, which ctest finds when it starts, not during the build.
function(_scrutineer_test target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PREFIX" "SOURCES;LINKS")
  if(NOT SCRUTINEER_TESTS OR NOT arg_SOURCES)
    return()
  endif()
  add_executable(${target} ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE ${arg_LINKS} scrutineer::testkit GTest::gmock_main scrutineer_flags)
  scrutineer_precompiled(${target} tests)
  gtest_discover_tests(${target}
    TEST_PREFIX "${arg_PREFIX}."
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT 300 LABELS "${arg_PREFIX}")
endfunction()

# Whether the source is in one of the subfolders; "." is the folder itself with all of them.
function(_scrutineer_is_cold variable folder source)
  set(${variable} FALSE PARENT_SCOPE)
  foreach(subfolder IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH subfolder BASE_DIRECTORY "${folder}" NORMALIZE)
    cmake_path(IS_PREFIX subfolder "${source}" NORMALIZE is_inside)
    if(is_inside)
      set(${variable} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# Compiles the sources in these subfolders, and files that include such sources, with another flag for optimisation.
function(_scrutineer_cold folder flag sources)
  foreach(source IN LISTS sources)
    get_source_file_property(is_cold "${source}" SCRUTINEER_COLD)
    if(is_cold STREQUAL "NOTFOUND")
      _scrutineer_is_cold(is_cold "${folder}" "${source}" ${ARGN})
    endif()
    if(is_cold)
      set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS "$<$<CONFIG:Release>:${flag}>")
    endif()
  endforeach()
endfunction()

# With SCRUTINEER_TOGETHER, replaces sources by files that include many of them: the templates that they share, instantiated and
# compiled once for many sources, are most of what a source costs. ON: up to twenty of a subfolder. MODULE: up to 45 of the module,
# a third quicker still from nothing, but slower after any change. Not by CMake's own unity builds: those leave COLD sources out.
# _scrutineer_together(<variable> <module> <folder> [COLD <subfolder>...] [ALONE <pattern>...])
function(_scrutineer_together variable module folder)
  if(NOT SCRUTINEER_TOGETHER)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "COLD;ALONE")
  set(result "")
  set(groups "")
  list(JOIN arg_ALONE "|" alone)
  foreach(source IN LISTS ${variable})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${folder}" OUTPUT_VARIABLE place)
    if(alone AND place MATCHES "^(${alone})")
      list(APPEND result "${source}")
      continue()
    endif()
    cmake_path(GET source PARENT_PATH group)
    cmake_path(RELATIVE_PATH group BASE_DIRECTORY "${folder}") # "." for the folder itself
    if(SCRUTINEER_TOGETHER STREQUAL "MODULE")
      _scrutineer_is_cold(is_cold "${folder}" "${source}" ${arg_COLD})
      set(group hot)
      if(is_cold)
        set(group cold)
      endif()
    endif()
    list(APPEND groups "${group}")
    list(APPEND "sources_of_${group}" "${source}")
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    set(size 20)
    if(SCRUTINEER_TOGETHER STREQUAL "MODULE") # as few files as there may be, of equal size
      list(LENGTH "sources_of_${group}" count)
      math(EXPR files "(${count} + 44) / 45")
      math(EXPR size "(${count} + ${files} - 1) / ${files}")
    endif()
    set(number 0)
    while(sources_of_${group})
      list(SUBLIST "sources_of_${group}" 0 ${size} batch)
      list(REMOVE_ITEM "sources_of_${group}" ${batch})
      list(GET batch 0 first)
      # By the path below src/, the include root: the file, and so the compiler cache, is the same in every clone.
      list(TRANSFORM batch REPLACE "^${PROJECT_SOURCE_DIR}/src/(.+)" "#include \"\\1\"")
      list(JOIN batch "\n" content)
      set(file "${PROJECT_BINARY_DIR}/together/${module}/${group}/${number}.cpp")
      cmake_path(NORMAL_PATH file)
      file(CONFIGURE OUTPUT "${file}" CONTENT "${content}\n" @ONLY)
      list(APPEND result "${file}")
      _scrutineer_is_cold(is_cold "${folder}" "${first}" ${arg_COLD})
      set_property(SOURCE "${file}" PROPERTY SCRUTINEER_COLD ${is_cold})
      if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # it takes the included sources for headers
        set_property(SOURCE "${file}" APPEND PROPERTY COMPILE_OPTIONS -Wno-subobject-linkage)
      endif()
      math(EXPR number "${number} + 1")
    endwhile()
  endforeach()
  set(${variable} ${result} PARENT_SCOPE)
endfunction()

function(scrutineer_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXECUTABLE;COLD_FLAG" "DEPENDS;LINKS;PUBLIC_LINKS;TEST_LINKS;COLD;ALONE")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "scrutineer_module(${name}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()

  list(FIND SCRUTINEER_MODULES ${name} own_place)
  foreach(depend IN LISTS arg_DEPENDS)
    list(FIND SCRUTINEER_MODULES ${depend} place)
    if(place EQUAL -1 OR NOT place LESS own_place)
      message(FATAL_ERROR "src/${name} cannot depend on ${depend}: it is not before ${name} in src/CMakeLists.txt")
    endif()
  endforeach()

  set(folder "${PROJECT_SOURCE_DIR}/src/${name}")
  _scrutineer_sources(module "${folder}")
  if(arg_EXECUTABLE)
    list(REMOVE_ITEM module_SOURCES "${folder}/main.cpp")
  endif()
  list(TRANSFORM arg_DEPENDS PREPEND "scrutineer::")

  set(library scrutineer_${name})
  if(module_SOURCES)
    set(compiled ${module_SOURCES})
    _scrutineer_together(compiled ${name} "${folder}" COLD ${arg_COLD} ALONE ${arg_ALONE})
    add_library(${library} STATIC ${compiled} ${module_HEADERS})
    target_link_libraries(${library} PUBLIC ${arg_DEPENDS} ${arg_PUBLIC_LINKS} PRIVATE ${arg_LINKS} scrutineer_flags)
    scrutineer_precompiled(${library} sources)
    if(NOT arg_COLD_FLAG)
      set(arg_COLD_FLAG -O1)
    endif()
    _scrutineer_cold("${folder}" ${arg_COLD_FLAG} "${compiled}" ${arg_COLD})
    set(scope PUBLIC)
  else() # headers only
    add_library(${library} INTERFACE)
    target_link_libraries(${library} INTERFACE ${arg_DEPENDS} ${arg_PUBLIC_LINKS} ${arg_LINKS})
    set(scope INTERFACE)
  endif()
  add_library(scrutineer::${name} ALIAS ${library})
  target_include_directories(${library} ${scope} "${PROJECT_SOURCE_DIR}/src")
  target_sources(${library} ${scope}
    FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/src" FILES ${module_FACE})
  set_property(GLOBAL APPEND PROPERTY SCRUTINEER_BUILT_MODULES ${name})

  if(arg_EXECUTABLE)
    add_executable(${arg_EXECUTABLE} "${folder}/main.cpp")
    target_link_libraries(${arg_EXECUTABLE} PRIVATE scrutineer::${name} ${arg_LINKS} scrutineer_flags)
  endif()

  _scrutineer_test(${name}_test
    PREFIX ${name}
    SOURCES ${module_TESTS}
    LINKS scrutineer::${name} ${arg_LINKS} ${arg_TEST_LINKS})

  if(SCRUTINEER_BENCH AND module_BENCHES)
    add_executable(${name}_microbench ${module_BENCHES})
    target_link_libraries(${name}_microbench PRIVATE
      scrutineer::${name} ${arg_LINKS} ${arg_TEST_LINKS} scrutineer::testkit benchmark::benchmark_main scrutineer_flags)
  endif()
endfunction()

# scrutineer_link_included(<target> <source>): links the modules whose headers are included by the source, or by headers of the tests'
# kit that it includes; and so what those need.
function(scrutineer_link_included target source)
  get_property(modules GLOBAL PROPERTY SCRUTINEER_BUILT_MODULES)
  file(STRINGS "${source}" includes REGEX "^#include \"[a-z]+/")
  foreach(line IN LISTS includes)
    if(line MATCHES "\"(kit/[a-z_]+\\.h)\"")
      file(STRINGS "${PROJECT_SOURCE_DIR}/tests/${CMAKE_MATCH_1}" inner REGEX "^#include \"[a-z]+/")
      list(APPEND includes ${inner})
    endif()
  endforeach()
  list(TRANSFORM includes REPLACE "^#include \"([a-z]+)/.*" "\\1")
  list(REMOVE_DUPLICATES includes)
  foreach(module IN LISTS includes)
    if(module IN_LIST modules)
      target_link_libraries(${target} PRIVATE scrutineer::${module})
    endif()
  endforeach()
endfunction()
