#include <doctest/doctest.h>

#include "cooker/app/describe_asset.h"
#include "cooker/app/hash_file.h"
#include "temporary_folder.h"

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("a file's hash is XXH64 with seed 0") {
  const TemporaryFolder folder;
  // the values that the reference implementation's command line prints
  CHECK(hash_file(folder.write("empty", "")).value() == "ef46db3751d8e999");
  CHECK(hash_file(folder.write("abc", "abc")).value() == "44bc2cf5ad770999");
}

TEST_CASE("what is no regular file is not opened") {
  const TemporaryFolder folder;
  CHECK(hash_file(folder.path()).error().code == ErrorCode::cannot_open);
  CHECK(hash_file(folder.path() / "none").error().code == ErrorCode::cannot_open);
}

TEST_CASE("a hash is written with all its digits") { CHECK(hex_hash(0xABC) == "0000000000000abc"); }
