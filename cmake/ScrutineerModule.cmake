# scrutineer_module(<name>
#                   [DEPENDS <module>...]       modules whose headers this one includes; each must come earlier in src/CMakeLists.txt
#                   [LINKS <target>...]         libraries that the module's sources and tests use
#                   [PUBLIC_LINKS <target>...]  libraries that the module's own headers include; keep heavy ones out of headers
#                   [TEST_LINKS <target>...]    libraries that only its tests and benchmarks use
#                   [COLD <subfolder>...]       not run frame by frame, so optimised less and compiled faster; "." is all of the folder
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

# Optimises those of the sources less that are in one of the subfolders; "." is the folder itself with all of them.
function(_scrutineer_cold folder sources)
  foreach(subfolder IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH subfolder BASE_DIRECTORY "${folder}" NORMALIZE)
    foreach(source IN LISTS sources)
      cmake_path(IS_PREFIX subfolder "${source}" NORMALIZE is_inside)
      if(is_inside)
        set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS "$<$<CONFIG:Release>:-O1>")
      endif()
    endforeach()
  endforeach()
endfunction()

# With SCRUTINEER_TOGETHER, replaces the sources of each subfolder by files that include up to twenty of them: the headers, parsed and
# instantiated once for twenty sources, are most of what a source costs. Not by CMake's own unity builds: those leave COLD sources out.
function(_scrutineer_together variable module folder)
  if(NOT SCRUTINEER_TOGETHER)
    return()
  endif()
  set(result "")
  set(subfolders "")
  list(JOIN ARGN "|" alone)
  foreach(source IN LISTS ${variable})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${folder}" OUTPUT_VARIABLE place)
    cmake_path(GET source PARENT_PATH subfolder)
    cmake_path(RELATIVE_PATH subfolder BASE_DIRECTORY "${folder}") # "." for the folder itself
    if(alone AND place MATCHES "^(${alone})")
      list(APPEND result "${source}")
    else()
      list(APPEND subfolders "${subfolder}")
      list(APPEND "sources_of_${subfolder}" "${source}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES subfolders)
  foreach(subfolder IN LISTS subfolders)
    set(number 0)
    while(sources_of_${subfolder})
      list(SUBLIST "sources_of_${subfolder}" 0 20 batch)
      list(REMOVE_ITEM "sources_of_${subfolder}" ${batch})
      # By the path below src/, the include root: the file, and so the compiler cache, is the same in every clone.
      list(TRANSFORM batch REPLACE "^${PROJECT_SOURCE_DIR}/src/(.+)" "#include \"\\1\"")
      list(JOIN batch "\n" content)
      set(file "${PROJECT_BINARY_DIR}/together/${module}/${subfolder}/${number}.cpp")
      cmake_path(NORMAL_PATH file)
      file(CONFIGURE OUTPUT "${file}" CONTENT "${content}\n" @ONLY)
      list(APPEND result "${file}")
      if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # it takes the included sources for headers
        set_property(SOURCE "${file}" APPEND PROPERTY COMPILE_OPTIONS -Wno-subobject-linkage)
      endif()
      math(EXPR number "${number} + 1")
    endwhile()
  endforeach()
  set(${variable} ${result} PARENT_SCOPE)
endfunction()

function(scrutineer_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXECUTABLE" "DEPENDS;LINKS;PUBLIC_LINKS;TEST_LINKS;COLD;ALONE")
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
    _scrutineer_together(compiled ${name} "${folder}" ${arg_ALONE})
    add_library(${library} STATIC ${compiled} ${module_HEADERS})
    target_link_libraries(${library} PUBLIC ${arg_DEPENDS} ${arg_PUBLIC_LINKS} PRIVATE ${arg_LINKS} scrutineer_flags)
    scrutineer_precompiled(${library} sources)
    _scrutineer_cold("${folder}" "${compiled}" ${arg_COLD})
    _scrutineer_cold("${PROJECT_BINARY_DIR}/together/${name}" "${compiled}" ${arg_COLD})
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
