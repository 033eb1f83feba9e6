# Every source file is laid out as clang-format 19 does it.
file(GLOB_RECURSE sources ${ROOT}/src/*.?pp ${ROOT}/tests/*.?pp ${ROOT}/bench/*.?pp ${ROOT}/examples/*.?pp
  ${ROOT}/include/*.h ${ROOT}/tests/*.c ${ROOT}/examples/*.c)
execute_process(COMMAND ${CLANG_FORMAT} --dry-run -Werror ${sources} RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "run clang-format-19 -i on the files above")
endif()
