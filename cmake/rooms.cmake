# A room is one library in src/NAME. Its headers are seen as "blindmate/NAME/..." by those that link it and by nobody
# else: each room has an include folder of its own, so an include against the order of the rooms does not build.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(blindmate_flags INTERFACE)
target_compile_options(blindmate_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-qual -Wformat=2
  -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion -Wimplicit-fallthrough
  $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wuseless-cast -Wno-restrict>)
if(BLINDMATE_ARCHITECTURE AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(blindmate_flags INTERFACE -march=${BLINDMATE_ARCHITECTURE})
endif()
if(BLINDMATE_SANITIZE)
  # The whole build, so that no library is left out. clang 14 cannot check calls of coroutines.
  add_compile_options(-fsanitize=${BLINDMATE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function>)
  add_link_options(-fsanitize=${BLINDMATE_SANITIZE})
endif()

# blindmate_room(NAME [APPLICATION] SOURCES... NEEDS libraries...); an APPLICATION is not part of the installed library.
function(blindmate_room name)
  cmake_parse_arguments(ROOM "APPLICATION" "" "SOURCES;NEEDS" ${ARGN})
  set(includes ${PROJECT_BINARY_DIR}/rooms/${name})
  file(MAKE_DIRECTORY ${includes}/blindmate)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${includes}/blindmate/${name} SYMBOLIC)
  set(kind STATIC)
  set(scope PUBLIC)
  if(NOT ROOM_SOURCES)
    set(kind INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(blindmate_${name} ${kind} ${ROOM_SOURCES})
  add_library(blindmate::${name} ALIAS blindmate_${name})
  set_target_properties(blindmate_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(blindmate_${name} ${scope} cxx_std_20)
  target_include_directories(blindmate_${name} ${scope}
    $<BUILD_INTERFACE:${includes}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(blindmate_${name} ${scope} ${ROOM_NEEDS})
  if(ROOM_SOURCES)
    target_link_libraries(blindmate_${name} PRIVATE $<BUILD_INTERFACE:blindmate_flags>)
  endif()
  if(ROOM_APPLICATION)
    return()
  endif()
  install(TARGETS blindmate_${name} EXPORT blindmate)
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/blindmate/${name}
    FILES_MATCHING PATTERN "*.hpp")
endfunction()

# The C interface: its header is the contract of the environment's records too.
add_library(blindmate_header INTERFACE)
set_target_properties(blindmate_header PROPERTIES EXPORT_NAME header)
target_include_directories(blindmate_header INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS blindmate_header EXPORT blindmate)
install(FILES ${PROJECT_SOURCE_DIR}/include/blindmate.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(EXPORT blindmate NAMESPACE blindmate:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/blindmate
  FILE blindmate-targets.cmake)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/blindmate-config.cmake.in
  ${PROJECT_BINARY_DIR}/blindmate-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/blindmate)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/blindmate-config-version.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/blindmate-config.cmake ${PROJECT_BINARY_DIR}/blindmate-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/blindmate)
