# Writes the revision that is being built into OUTPUT: what git says, or the version where there is no repository.
execute_process(COMMAND git describe --always --dirty WORKING_DIRECTORY ${SOURCE}
  OUTPUT_VARIABLE revision ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT revision)
  set(revision ${VERSION})
endif()
file(WRITE ${OUTPUT} "#define BLINDMATE_REVISION \"${revision}\"\n")
