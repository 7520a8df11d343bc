# Every library the project uses, all from Debian packages (scripts/install-deps names them), but for those of plugins:
# a plugin looks for its library itself, and is left out where that is not there (src/report, src/live).
# A module asks for one by its target in LINKS; headers of packages are system headers, so they raise no warnings.

find_package(Threads REQUIRED)       # Threads::Threads
find_package(CLI11 REQUIRED)         # CLI11::CLI11        command line
find_package(FastFloat REQUIRED)     # FastFloat::fast_float  text to number
find_package(fmt REQUIRED)           # fmt::fmt            formatting
find_package(GEOS 3.11 REQUIRED)     # GEOS::geos_c        unions of polygons
find_package(nlohmann_json REQUIRED) # nlohmann_json::nlohmann_json  writing and small reading of JSON
find_package(pugixml REQUIRED)       # pugixml::pugixml    XML
find_package(SQLite3 REQUIRED)       # SQLite::SQLite3     suites in one file
find_package(yaml-cpp REQUIRED)       # yaml-cpp            OpenODD files
find_package(ZLIB REQUIRED)          # ZLIB::ZLIB          compressed inputs

find_package(PkgConfig REQUIRED)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd) # PkgConfig::zstd   compressed inputs
pkg_check_modules(lz4 REQUIRED IMPORTED_TARGET liblz4)   # PkgConfig::lz4    compressed inputs

find_path(PROTOZERO_INCLUDE_DIR protozero/pbf_reader.hpp REQUIRED)
add_library(protozero::protozero INTERFACE IMPORTED)     # protobuf wire format, headers only
target_include_directories(protozero::protozero INTERFACE "${PROTOZERO_INCLUDE_DIR}")

# One hash is taken from a large library, so its archive is linked: the shared library would be a seventh of the program's start.
find_library(LIBCRYPTO_ARCHIVE libcrypto.a REQUIRED)
find_path(LIBCRYPTO_INCLUDE_DIR openssl/sha.h REQUIRED)
add_library(openssl::hashes INTERFACE IMPORTED)          # SHA-256 by the processor's own instructions
target_include_directories(openssl::hashes INTERFACE "${LIBCRYPTO_INCLUDE_DIR}")
target_link_libraries(openssl::hashes INTERFACE "${LIBCRYPTO_ARCHIVE}")

if(SCRUTINEER_TESTS OR SCRUTINEER_BENCH)
  find_package(GTest CONFIG REQUIRED) # GTest::gmock_main
endif()
if(SCRUTINEER_BENCH)
  find_package(benchmark REQUIRED)    # benchmark::benchmark_main
endif()
