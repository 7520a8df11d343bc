# How every target of the project is compiled and linked: the interface target scrutineer_flags.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths count from the project's root, so that another clone finds what this one compiled; and precompiled headers are
  # cached only when the cache is told that their macros and times do not matter.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${CCACHE_PROGRAM}")
endif()

if(SCRUTINEER_TOGETHER) # a file of many sources takes up to 2.5 GB to compile: no more at once than there is memory for
  cmake_host_system_information(RESULT memory_mb QUERY TOTAL_PHYSICAL_MEMORY)
  math(EXPR compilers "${memory_mb} / 2560 + 1")
  set_property(GLOBAL APPEND PROPERTY JOB_POOLS compilers=${compilers})
  set(CMAKE_JOB_POOL_COMPILE compilers)
endif()

add_library(scrutineer_flags INTERFACE)

target_compile_options(scrutineer_flags INTERFACE
  -Wall -Wextra -Wpedantic
  -Wshadow
  -Wconversion
  -Wno-sign-conversion # clang counts it to -Wconversion, g++ does not
  -Wold-style-cast
  -Wnon-virtual-dtor
  -Woverloaded-virtual
  -Wimplicit-fallthrough
  -Wextra-semi
  -Wundef
  -Wno-missing-field-initializers # designated initialisers leave out what has a default
  -fdiagnostics-color=always
  -ffp-contract=off # the same result on every processor
  $<$<BOOL:${SCRUTINEER_WERROR}>:-Werror>)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(scrutineer_flags INTERFACE
    -Wduplicated-cond
    -Wlogical-op
    -Wno-restrict # g++ 12 reports std::string's own operator+ (GCC bug 105651)
    # Guesses after inlining, with false alarms from std::optional, std::string and instrumented code; in precompiled headers they
    # are not silenced as they are in system headers.
    -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
    # Nobody replaces a function of the libraries by another one of the same name, so calls may be inlined within a file: 2 to 3 %
    # of the instructions, as clang does anyway.
    $<$<CONFIG:Release>:-fno-semantic-interposition>
    # An eighth of the time of compiling many sources together was the compiler looking for memory to give back, every 128 MB.
    $<$<CONFIG:Release>:--param=ggc-min-heapsize=2000000>)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(scrutineer_flags INTERFACE -Wno-unknown-warning-option)
endif()

if(SCRUTINEER_SANITIZE)
  target_compile_options(scrutineer_flags INTERFACE
    -fsanitize=${SCRUTINEER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(scrutineer_flags INTERFACE -fsanitize=${SCRUTINEER_SANITIZE})
endif()

find_program(MOLD_PROGRAM mold)
find_program(LLD_PROGRAM ld.lld)
if(MOLD_PROGRAM)
  target_link_options(scrutineer_flags INTERFACE -fuse-ld=mold)
elseif(LLD_PROGRAM)
  target_link_options(scrutineer_flags INTERFACE -fuse-ld=lld)
endif()

if(SCRUTINEER_LTO)
  include(CheckIPOSupported)
  check_ipo_supported(LANGUAGES CXX)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()
