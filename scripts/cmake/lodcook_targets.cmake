# One way to make a library or program of ours: explicit sources, one set of warnings, one floating-point model.

add_library(lodcook_options INTERFACE)
target_compile_features(lodcook_options INTERFACE cxx_std_20)
target_compile_options(
  lodcook_options
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Werror
            # fused multiply-add would make the bytes depend on the processor
            -ffp-contract=off)

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# lodcook_room(NAME SOURCES file... [LINKS target...] [PRIVATE_LINKS target...])
# A static library of one room. LINKS reach whoever links the room; PRIVATE_LINKS (third-party libraries that only
# this room may use) do not.
function(lodcook_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(${name} STATIC ${ROOM_SOURCES})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(
    ${name}
    PUBLIC ${ROOM_LINKS}
    PRIVATE lodcook_options ${ROOM_PRIVATE_LINKS})
endfunction()
