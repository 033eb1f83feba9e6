# Every source file is laid out as clang-format does it.
file(GLOB_RECURSE sources ${ROOT}/src/*.?pp ${ROOT}/tests/*.?pp ${ROOT}/bench/*.?pp ${ROOT}/examples/*.?pp
  ${ROOT}/include/*.h ${ROOT}/tests/*.c ${ROOT}/examples/*.c)
execute_process(COMMAND ${CLANG_FORMAT} --dry-run -Werror ${sources} RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "run clang-format -i on the files above")
endif()
