#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "cooker/app/discover.h"
#include "temporary_folder.h"

using namespace lodcook;
using namespace lodcook::cooker;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> sources_of(const Discovery& found) {
  std::vector<std::string> out;
  for (const FoundModel& model : found.models) out.push_back(model.source);
  return out;
}

std::string reason_of(const Discovery& found, const std::string& source) {
  for (const auto& skipped : found.skipped) {
    if (skipped.source == source) return skipped.reason;
  }
  return {};
}

Discovery look(const std::vector<fs::path>& inputs, const fs::path& output = "/nowhere") {
  Result<Discovery> found = discover(inputs, output);
  REQUIRE(found.ok());
  return *found;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("models are found in all folders, sorted by bytes, with their side files left alone") {
  const TemporaryFolder folder;
  for (const char* name : {"b.obj", "B.OBJ", "a/z.glb", "a-b.stl", "a/m.mtl", "a/t.png", "lodcook.json", "x.bin"}) {
    folder.write(name, "x");
  }
  const Discovery found = look({folder.path()});
  CHECK(sources_of(found) == Names{"B.OBJ", "a-b.stl", "a/z.glb", "b.obj"});
  CHECK(found.skipped.empty());
  CHECK(found.failed.empty());
}

TEST_CASE("what is passed over is named with its reason") {
  const TemporaryFolder folder;
  folder.write("scan.ply.gz", "x");
  folder.write("notes.xyzzy", "x");
  folder.write("LICENCE", "x");
  mkfifo((folder.path() / "pipe.obj").c_str(), 0600);
  const Discovery found = look({folder.path()});
  CHECK(sources_of(found).empty());
  CHECK(reason_of(found, "scan.ply.gz") == "compressed; unpack it first");
  CHECK(reason_of(found, "notes.xyzzy") == "no reader for .xyzzy");
  CHECK(reason_of(found, "LICENCE") == "no extension that names a model format");
  CHECK(reason_of(found, "pipe.obj") == "not a regular file");
}

TEST_CASE("links are followed to files below INPUT and nowhere else") {
  const TemporaryFolder folder;
  folder.write("outside/far.obj", "x");
  folder.write("in/real/near.obj", "x");
  const fs::path in = folder.path() / "in";
  fs::create_symlink("real/near.obj", in / "link.obj");
  fs::create_symlink("../outside/far.obj", in / "leaving.obj");
  fs::create_symlink("nothing.obj", in / "dangling.obj");
  fs::create_directory_symlink(".", in / "loop");
  fs::create_directory_symlink("../outside", in / "away");
  const Discovery found = look({in});
  CHECK(sources_of(found) == Names{"link.obj", "real/near.obj"});
  CHECK(reason_of(found, "leaving.obj") == "a link that leaves the input folder");
  CHECK(reason_of(found, "away") == "a link that leaves the input folder");
  CHECK(reason_of(found, "dangling.obj") == "a link that leads nowhere");
}

TEST_CASE("an INPUT that is itself a link is searched") {
  const TemporaryFolder folder;
  folder.write("real/a.obj", "x");
  fs::create_directory_symlink("real", folder.path() / "link");
  CHECK(sources_of(look({folder.path() / "link"})) == Names{"a.obj"});
}

TEST_CASE("outputs inside INPUT are not cooked again") {
  const TemporaryFolder folder;
  folder.write("a.obj", "x");
  folder.write("cooked/a.glb", "x");
  CHECK(sources_of(look({folder.path()}, folder.path() / "cooked")) == Names{"a.obj"});
  CHECK(sources_of(look({folder.path()}, folder.path() / "x" / ".." / "cooked")) == Names{"a.obj"});
}

TEST_CASE("a named file is cooked under its own name, and must be a model") {
  const TemporaryFolder folder;
  const fs::path model = folder.write("deep/down/a.obj", "x"), text = folder.write("notes.txt", "x");
  const Discovery found = look({model, text});
  CHECK(sources_of(found) == Names{"a.obj"});
  REQUIRE(found.failed.size() == 1);
  CHECK(found.failed[0].source == "notes.txt");
  CHECK(found.failed[0].error.code == ErrorCode::unsupported_format);
}

TEST_CASE("two inputs with one output are an error, one file named twice is not") {
  const TemporaryFolder folder;
  folder.write("a/x.obj", "x");
  folder.write("b/x.obj", "x");
  const std::vector<fs::path> clash = {folder.path() / "a", folder.path() / "b"};
  CHECK(discover(clash, "/nowhere").error().code == ErrorCode::invalid_argument);
  CHECK(sources_of(look({folder.path() / "a", folder.path() / "a" / "x.obj"})) == Names{"x.obj"});
}

TEST_CASE("an INPUT that is not there is an error of the run") {
  const std::vector<fs::path> inputs = {"/no/such/folder"};
  CHECK(discover(inputs, "/nowhere").error().code == ErrorCode::not_found);
}

TEST_CASE("a name that is no UTF-8 fails that file alone") {
  const TemporaryFolder folder;
  folder.write("caf\xE9.obj", "x");
  folder.write("good.obj", "x");
  const Discovery found = look({folder.path()});
  CHECK(sources_of(found) == Names{"good.obj"});
  REQUIRE(found.failed.size() == 1);
  CHECK(found.failed[0].source == "caf\\xE9.obj");
}

TEST_CASE("a folder that cannot be read is a failed source of a name that an index may hold") {
  const TemporaryFolder folder;
  folder.write("good.obj", "x");
  folder.write("shut/a.obj", "x");
  fs::permissions(folder.path(), fs::perms::all);
  fs::permissions(folder.path() / "shut", fs::perms::none);
  const uid_t user = geteuid();
  if (user == 0) REQUIRE(seteuid(65534) == 0);  // to root every folder is readable
  const Discovery found = look({folder.path()});
  if (user == 0) REQUIRE(seteuid(user) == 0);
  fs::permissions(folder.path() / "shut", fs::perms::owner_all);
  CHECK(sources_of(found) == Names{"good.obj"});
  REQUIRE(found.failed.size() == 1);
  CHECK(found.failed[0].source == "shut");
  CHECK(found.failed[0].error.code == ErrorCode::cannot_read);
}
