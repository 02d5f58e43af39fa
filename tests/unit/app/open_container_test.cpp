#include "cooker/app/open_container.h"

#include <doctest/doctest.h>

#include "temporary_folder.h"

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("a container that cannot be opened is named") {
  const TemporaryFolder folder;
  const std::filesystem::path missing = folder.path() / "none.lodc";
  CHECK(open_container(missing).error().code == ErrorCode::not_found);
  CHECK(open_container(missing).error().place == missing.string());
  const std::filesystem::path text = folder.write("text.lodc", std::string(200, 'x'));
  CHECK(open_container(text).error().code == ErrorCode::bad_magic);
  CHECK(open_container(text).error().place.starts_with(text.string()));
}
