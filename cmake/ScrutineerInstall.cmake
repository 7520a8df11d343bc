# What `cmake --install` puts below the prefix, for people and for other programs:
#   bin/scrutineer                  the program
#   lib/scrutineer/*.so             its plugins (cmake/ScrutineerPlugin.cmake)
#   lib/libscrutineer.so            the C library (src/capi), which brings what it needs
#   include/scrutineer.h            its header
#   lib/libscrutineer_cpp.so        all modules but the command line and the C face, for programs in C++
#   include/scrutineer/             the modules' faces
#   lib/cmake/scrutineer/           find_package(scrutineer) gives the targets scrutineer::scrutineer (C) and scrutineer::cpp
# tests/install/ builds a program with it.

include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY SCRUTINEER_BUILT_MODULES)
list(REMOVE_ITEM modules app capi)

file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/library.gen.cpp" CONTENT "// Written by cmake/ScrutineerInstall.cmake: a library needs a source.\n")
add_library(scrutineer_library SHARED "${PROJECT_BINARY_DIR}/library.gen.cpp")
set_target_properties(scrutineer_library PROPERTIES
  OUTPUT_NAME scrutineer_cpp
  EXPORT_NAME cpp
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} # before 1.0 any minor version may change faces
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
target_compile_features(scrutineer_library INTERFACE cxx_std_20)
target_include_directories(scrutineer_library INTERFACE "$<INSTALL_INTERFACE:include/scrutineer>")
foreach(module IN LISTS modules)
  get_target_property(type scrutineer_${module} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    target_link_libraries(scrutineer_library PRIVATE scrutineer_${module})
    set_property(TARGET scrutineer_library PROPERTY LINK_LIBRARY_OVERRIDE_scrutineer_${module} WHOLE_ARCHIVE)
  endif()
  get_target_property(headers scrutineer_${module} HEADER_SET)
  foreach(header IN LISTS headers)
    cmake_path(RELATIVE_PATH header BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/src" OUTPUT_VARIABLE name)
    cmake_path(GET name PARENT_PATH folder)
    install(FILES "${header}" DESTINATION "include/scrutineer/${folder}")
  endforeach()
endforeach()
target_link_libraries(scrutineer_library PRIVATE scrutineer_polygon_union scrutineer_flags)
target_link_options(scrutineer_library PRIVATE LINKER:--exclude-libs,libcrypto.a) # not to be taken for another program's own

install(TARGETS scrutineer RUNTIME DESTINATION bin)
install(FILES "${PROJECT_SOURCE_DIR}/src/capi/scrutineer.h" DESTINATION include)
install(TARGETS scrutineer_c scrutineer_library EXPORT scrutineerTargets LIBRARY DESTINATION lib)
install(EXPORT scrutineerTargets FILE scrutineerConfig.cmake NAMESPACE scrutineer:: DESTINATION lib/cmake/scrutineer)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/scrutineerConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/scrutineerConfigVersion.cmake" DESTINATION lib/cmake/scrutineer)
