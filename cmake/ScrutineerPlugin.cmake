# scrutineer_plugin(<name>
#                   MODULE <module>        the folder of src/ it belongs to, whose tests load it
#                   SOURCES <file>...      in a folder plugin/, which the module's own library leaves out
#                   [LINKS <target>...])   the library that makes it a plugin, and modules that its code calls
#
# A part of the program that is loaded when it is first used (base/plugin.h): lib/scrutineer/<name>.so, as seen from the
# folder above the program's, in the build tree and after installing. Call it only where its library was found.
function(scrutineer_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODULE" "SOURCES;LINKS")
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}_version.gen.cpp" @ONLY CONTENT
"// Written by cmake/ScrutineerPlugin.cmake.
extern \"C\" __attribute__((visibility(\"default\"))) const char scrutineer_plugin_version[] = \"@PROJECT_VERSION@\";
")
  add_library(${name} MODULE ${arg_SOURCES} "${CMAKE_CURRENT_BINARY_DIR}/${name}_version.gen.cpp")
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${name} PRIVATE ${arg_LINKS} scrutineer_flags)
  # It brings its own copy of the project's code that it calls, and keeps that to itself.
  target_link_options(${name} PRIVATE LINKER:--exclude-libs,ALL LINKER:--gc-sections)
  set_target_properties(${name} PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/scrutineer")
  install(TARGETS ${name} LIBRARY DESTINATION lib/scrutineer)
  set_property(GLOBAL APPEND PROPERTY SCRUTINEER_PLUGINS ${name})
  if(TARGET ${arg_MODULE}_test)
    add_dependencies(${arg_MODULE}_test ${name})
  endif()
endfunction()
