# What `cmake --install` puts into a prefix: the runtime as a static and a shared library with meshoptimizer's decoders
# inside, its headers, and the files by which CMake and pkg-config find it. Beside the prefix it needs zstd and threads.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

file(READ "${PROJECT_SOURCE_DIR}/formats/include/lodcook/version.h" version_header)
foreach(part IN ITEMS MAJOR MINOR PATCH)
  if(NOT version_header MATCHES "LODCOOK_VERSION_${part} ${PROJECT_VERSION_${part}}\n")
    message(FATAL_ERROR "lodcook/version.h does not say version ${PROJECT_VERSION}, as the project does")
  endif()
endforeach()

set(decoders "${CMAKE_CURRENT_BINARY_DIR}/meshoptimizer")
set(decoder_members allocator.cpp.o indexcodec.cpp.o vertexcodec.cpp.o vertexfilter.cpp.o)
list(TRANSFORM decoder_members PREPEND "${decoders}/" OUTPUT_VARIABLE decoder_objects)
file(MAKE_DIRECTORY "${decoders}")
add_custom_command(
  OUTPUT ${decoder_objects}
  COMMAND "${CMAKE_AR}" x $<TARGET_FILE:meshoptimizer::meshoptimizer> ${decoder_members}
  WORKING_DIRECTORY "${decoders}"
  DEPENDS $<TARGET_FILE:meshoptimizer::meshoptimizer>
  VERBATIM)
set_source_files_properties(${decoder_objects} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)

add_library(lodcook_runtime_static STATIC $<TARGET_OBJECTS:lodcook_runtime> ${decoder_objects})
target_link_libraries(lodcook_runtime_static PRIVATE ${LODCOOK_ZSTD} Threads::Threads)

add_library(lodcook_runtime_shared SHARED $<TARGET_OBJECTS:lodcook_runtime> ${decoder_objects})
target_link_libraries(lodcook_runtime_shared PRIVATE zstd::libzstd_shared Threads::Threads)
set_target_properties(lodcook_runtime_shared PROPERTIES VERSION ${PROJECT_VERSION}
                                                        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

foreach(kind IN ITEMS static shared)
  set_target_properties(
    lodcook_runtime_${kind}
    PROPERTIES OUTPUT_NAME lodcook_runtime
               ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/package"
               LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/package"
               LINKER_LANGUAGE CXX
               EXPORT_NAME runtime_${kind})
  target_include_directories(lodcook_runtime_${kind} INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_compile_features(lodcook_runtime_${kind} INTERFACE cxx_std_20)
endforeach()

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/lodcook")
install(TARGETS lodcook_runtime_static lodcook_runtime_shared EXPORT lodcook COMPONENT runtime
        ARCHIVE COMPONENT runtime LIBRARY COMPONENT runtime NAMELINK_COMPONENT runtime)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/formats/include/lodcook" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        COMPONENT runtime)
install(EXPORT lodcook NAMESPACE lodcook:: FILE lodcook-targets.cmake DESTINATION "${package_folder}" COMPONENT runtime)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/lodcook-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
# the file says where it is itself, so that the prefix can be moved
file(RELATIVE_PATH LODCOOK_UP_FROM_PKGCONFIG "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" LODCOOK_UP_FROM_PKGCONFIG "${LODCOOK_UP_FROM_PKGCONFIG}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/lodcook.pc.in" "${CMAKE_CURRENT_BINARY_DIR}/lodcook.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_LIST_DIR}/lodcook-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/lodcook-config-version.cmake"
        DESTINATION "${package_folder}" COMPONENT runtime)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/lodcook.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT runtime)
