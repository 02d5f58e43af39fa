#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lodcook/result.h>

namespace lodcook::manifest {

/// Something that is not as the manifests say.
struct Difference {
  std::string path;  ///< Relative to the verified folder, or to INPUT for a source.
  Error error;
};

/// What one run of `verify` found: the document of `verify --json`.
struct VerifyReport {
  std::uint64_t checked = 0;  ///< Assets.
  std::vector<Difference> differences;
};

/// Format "lodcook.verify"; differences sorted by path, then code, then message.
std::string to_json(const VerifyReport& report);

}  // namespace lodcook::manifest
