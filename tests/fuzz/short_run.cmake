# Always the same run: from the seeds alone, whatever earlier runs found.
file(REMOVE_RECURSE ${FOUND})
file(MAKE_DIRECTORY ${FOUND})
execute_process(COMMAND ${FUZZER} -seed=1 -runs=${RUNS} -max_len=2000 -artifact_prefix=${FOUND}/ ${FOUND} ${SEEDS}
  RESULT_VARIABLE failed ERROR_VARIABLE log)
if(failed)
  message(FATAL_ERROR "${log}")
endif()
