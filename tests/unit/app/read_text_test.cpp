#include <doctest/doctest.h>

#include "cooker/app/read_text.h"
#include "temporary_folder.h"

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("a file is read as it is") {
  const TemporaryFolder folder;
  const std::string bytes("a\0\xFF\r\n", 5);
  CHECK(read_text(folder.write("file", bytes)).value() == bytes);
  CHECK(read_text(folder.write("empty", "")).value().empty());
}

TEST_CASE("what is not there and what is no file are told apart") {
  const TemporaryFolder folder;
  CHECK(read_text(folder.path() / "none").error().code == ErrorCode::not_found);
  CHECK(read_text(folder.path()).error().code == ErrorCode::cannot_open);
}
