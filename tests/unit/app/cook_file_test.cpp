#include <doctest/doctest.h>

#include "cooker/app/cook_file.h"
#include "temporary_folder.h"

using namespace lodcook::cooker;

TEST_CASE("paths of the machine are taken out of messages") {
  const TemporaryFolder folder;
  const std::string root = folder.path().string();
  CHECK(without_root("cannot open " + root + "/a/b.bin", folder.path()) == "cannot open a/b.bin");
  CHECK(without_root(root + "/a: see " + root + "/b", folder.path()) == "a: see b");
  CHECK(without_root("nothing to take out", folder.path()) == "nothing to take out");
}

TEST_CASE("a root reached through a link is taken out in both spellings") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "real");
  std::filesystem::create_directory_symlink(folder.path() / "real", folder.path() / "link");
  const std::filesystem::path link = folder.path() / "link";
  CHECK(without_root((link / "x.obj").string(), link) == "x.obj");
  CHECK(without_root((folder.path() / "real" / "x.obj").string(), link) == "x.obj");
}

TEST_CASE("only whole paths are shortened") {
  CHECK(without_root("./a.gltf names '../b.bin'", ".") == "a.gltf names '../b.bin'");
  CHECK(without_root("models/a.obj names 'old/models/b.bin'", "models") == "a.obj names 'old/models/b.bin'");
  CHECK(without_root("supermodels/a.obj", "models") == "supermodels/a.obj");
  CHECK(without_root("/etc/passwd", "/") == "/etc/passwd");
}
