# Every third-party package, found once. meshoptimizer comes from scripts/build_meshoptimizer (CMAKE_PREFIX_PATH is set
# by the presets) or from any package manager that has at least 0.22.

find_package(Threads REQUIRED)
find_package(zstd CONFIG REQUIRED)
find_package(meshoptimizer 0.22 CONFIG REQUIRED)

find_path(LODCOOK_XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
add_library(lodcook_xxhash INTERFACE)
target_include_directories(lodcook_xxhash SYSTEM INTERFACE "${LODCOOK_XXHASH_INCLUDE_DIR}")
target_compile_definitions(lodcook_xxhash INTERFACE XXH_INLINE_ALL)

if(TARGET zstd::libzstd_static)
  set(LODCOOK_ZSTD zstd::libzstd_static)
else()
  set(LODCOOK_ZSTD zstd::libzstd_shared)
endif()

if(NOT LODCOOK_RUNTIME_ONLY)
  find_package(assimp 5.2 CONFIG REQUIRED)
  find_package(draco CONFIG REQUIRED)
  find_package(CLI11 CONFIG REQUIRED)
  find_package(nlohmann_json CONFIG REQUIRED)
  find_package(spdlog CONFIG REQUIRED)
  find_package(TBB CONFIG REQUIRED)

  get_target_property(LODCOOK_MESHOPTIMIZER_INCLUDE meshoptimizer::meshoptimizer INTERFACE_INCLUDE_DIRECTORIES)
  find_path(LODCOOK_CGLTF_INCLUDE_DIR cgltf.h HINTS ${LODCOOK_MESHOPTIMIZER_INCLUDE} REQUIRED)
  add_library(lodcook_cgltf INTERFACE)
  target_include_directories(lodcook_cgltf SYSTEM INTERFACE "${LODCOOK_CGLTF_INCLUDE_DIR}")

  if(LODCOOK_TESTS)
    find_package(doctest CONFIG REQUIRED)
    include("${doctest_DIR}/doctest.cmake")
  endif()
endif()
