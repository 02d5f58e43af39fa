#pragma once

#include <filesystem>
#include <span>
#include <string>

#include <lodcook/result.h>

#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// Reads a model with read_with_assimp, in its own jail; dependencies and warnings of the jail are added as
/// import_scene does.
Result<Scene> read_model(const std::filesystem::path& file);

/// A path below the shared folder (environment LODCOOK_SHARED, else beside the project).
std::filesystem::path shared_path(const std::string& relative);

/// Whether the file is there; says so once on the output where it is not, for tests that then skip it.
bool is_there(const std::filesystem::path& file);

std::size_t triangle_count(const Scene& scene);
std::size_t vertex_count(const Scene& scene);
double triangle_area(const Scene& scene);
bool has_warning(const Scene& scene, const std::string& id);

/// A model of the corpus and what its table says of it.
struct GoodModel {
  const char* file;
  std::size_t triangles;
};
struct BrokenModel {
  const char* file;
  ErrorCode code;
};

/// Checks that each that is there is read with so many triangles, parents before children.
void check_good(std::span<const GoodModel> models);

/// Checks that each that is there is refused by its kind, the place beginning with its file name.
void check_broken(std::span<const BrokenModel> models);

}  // namespace lodcook::cooker
