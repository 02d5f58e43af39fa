#include "cooker/publish/write_error.h"

#include <system_error>

namespace lodcook::cooker {

Error write_error(const std::filesystem::path& path, const std::string& deed, int error_number) {
  return {ErrorCode::cannot_write, "cannot " + deed + ": " + std::generic_category().message(error_number),
          path.string()};
}

}  // namespace lodcook::cooker
