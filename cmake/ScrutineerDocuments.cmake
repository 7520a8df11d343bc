# What `cmake --install` puts beside the program and the library, for people and for tools:
#   lib/pkgconfig/scrutineer.pc                           pkg-config --cflags --libs scrutineer, from wherever the tree lies
#   share/man/man1/scrutineer*.1                          manual pages
#   share/bash-completion/completions/scrutineer,
#   share/zsh/vendor-completions/_scrutineer,
#   share/fish/vendor_completions.d/scrutineer.fish       completions
# The program writes all but the first itself when it is installed, so that they are as its help.

file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/scrutineer.pc" @ONLY CONTENT
"prefix=\${pcfiledir}/../..
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: scrutineer
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Libs: -L\${libdir} -lscrutineer
Cflags: -I\${includedir}
")
install(FILES "${PROJECT_BINARY_DIR}/scrutineer.pc" DESTINATION lib/pkgconfig)

install(CODE [[
  set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
  function(let_program_write)
    execute_process(COMMAND "${prefix}/bin/scrutineer" ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
  endfunction()
  let_program_write(docs --man "${prefix}/share/man/man1")
  foreach(shell_and_file IN ITEMS
      "bash|bash-completion/completions/scrutineer" "zsh|zsh/vendor-completions/_scrutineer" "fish|fish/vendor_completions.d/scrutineer.fish")
    string(REPLACE "|" ";" words "${shell_and_file}")
    list(GET words 0 shell)
    list(GET words 1 file)
    cmake_path(GET file PARENT_PATH folder)
    file(MAKE_DIRECTORY "${prefix}/share/${folder}")
    let_program_write(completion ${shell} OUTPUT_FILE "${prefix}/share/${file}")
  endforeach()
]])
