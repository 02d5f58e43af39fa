#include <doctest/doctest.h>

#include <cerrno>

#include "cooker/publish/publish.h"
#include "tests/unit/publish/failing_calls.h"
#include "tests/unit/publish/folder_fixture.h"

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("missing folders are made, however deep") {
  ScratchFolder folder;
  REQUIRE(create_folder(folder.path() / "d/e/f").ok());
  REQUIRE(create_folder(folder.path() / "d/e/f").ok());
  REQUIRE(create_folder(folder.path() / "d/g/").ok());
  CHECK(folder.names() == std::vector<std::string>{"d", "d/e", "d/e/f", "d/g"});
}

TEST_CASE("a dangling link is not a folder") {
  ScratchFolder folder;
  std::filesystem::create_symlink("nowhere", folder.path() / "link");
  const Status made = create_folder(folder.path() / "link/sub");
  REQUIRE(!made.ok());
  CHECK(made.error().code == ErrorCode::cannot_write);
}

TEST_CASE("a link to a folder is followed") {
  ScratchFolder folder;
  std::filesystem::create_directory(folder.path() / "real");
  std::filesystem::create_directory_symlink("real", folder.path() / "link");
  REQUIRE(create_folder(folder.path() / "link/sub").ok());
  CHECK(std::filesystem::is_directory(folder.path() / "real/sub"));
}

TEST_CASE("a folder that cannot be made is an error with the reason") {
  ScratchFolder folder;
  FailingCalls calls(0, EACCES);
  const Status made = create_folder(folder.path() / "d", calls);
  REQUIRE(!made.ok());
  CHECK(made.error().message == "cannot make the folder: Permission denied");
  CHECK(made.error().place == (folder.path() / "d").string());
  CHECK(folder.names().empty());
}
