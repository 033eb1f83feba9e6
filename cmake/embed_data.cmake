# blindmate_embed(ROOM OUTPUT FILES...): files that are part of a room's library. embedded(NAME) in the room's namespace,
# which the room's embedded.hpp declares, gives the bytes of the file that is called so. The source
# to compile is put into OUTPUT.
function(blindmate_embed room output)
  set(symbols)
  set(cases)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER "${room}_${name}" symbol)
    string(APPEND symbols "asm(\".section .rodata\\n${symbol}_begin: .incbin \\\"${file}\\\"\\n${symbol}_end: .byte 0\\n.previous\\n\");\n"
      "extern \"C\" const char ${symbol}_begin[], ${symbol}_end[];\n")
    string(APPEND cases "  if (name == \"${name}\") return {${symbol}_begin, static_cast<std::size_t>(${symbol}_end - ${symbol}_begin)};\n")
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded.cpp.in embedded.cpp @ONLY)
  set_property(SOURCE ${CMAKE_CURRENT_BINARY_DIR}/embedded.cpp PROPERTY OBJECT_DEPENDS "${ARGN}")
  set(${output} ${CMAKE_CURRENT_BINARY_DIR}/embedded.cpp PARENT_SCOPE)
endfunction()
