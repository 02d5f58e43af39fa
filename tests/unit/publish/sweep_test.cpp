#include "cooker/publish/sweep.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cooker/publish/publish.h"
#include "cooker/publish/temporary_file.h"
#include "tests/unit/publish/failing_calls.h"
#include "tests/unit/publish/folder_fixture.h"

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("only names of temporary files are swept") {
  ScratchFolder folder;
  std::filesystem::create_directories(folder.path() / "sub/.lodcook-5-5.tmp");
  for (const char* name : {".lodcook-12-0.tmp", "sub/.lodcook-0-77-1.tmp"}) write_text(folder.path() / name, "half");
  const std::vector<std::string> others{".lodcook-.tmp",    ".lodcook-a.tmp", ".lodcook-12-0.tmp2",
                                        "lodcook-12-0.tmp", "rock.glb.lodc",  "sub/x.tmp"};
  for (const std::string& name : others) write_text(folder.path() / name, "kept");
  auto swept = sweep_leftovers(folder.path());
  REQUIRE(swept.ok());
  CHECK(*swept == 2);
  std::vector<std::string> left = others;
  left.insert(left.end(), {"sub", "sub/.lodcook-5-5.tmp"});
  std::sort(left.begin(), left.end());
  CHECK(folder.names() == left);
}

TEST_CASE("the file that a cook still writes is not swept, that of a killed one is") {
  ScratchFolder folder;
  {
    auto file = TemporaryFile::write(folder.path(), bytes_of("half"), system_file_calls());
    REQUIRE(file.ok());
    CHECK(*sweep_leftovers(folder.path()) == 0);
    CHECK(folder.names().size() == 1);
  }
  CHECK(folder.names().empty());
  const pid_t cook = ::fork();
  if (cook == 0) {
    FailingCalls calls(4, FailingCalls::kill_instead);  // at its fsync
    ::_exit(publish_file(folder.path() / "file", "text", calls).ok() ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(cook, &status, 0) == cook);
  REQUIRE(WIFSIGNALED(status));
  CHECK(folder.names().size() == 1);
  CHECK(*sweep_leftovers(folder.path()) == 1);
  CHECK(folder.names().empty());
}

TEST_CASE("a folder that is not there holds no leftovers") {
  ScratchFolder folder;
  CHECK(*sweep_leftovers(folder.path() / "none") == 0);
}

TEST_CASE("links to folders are not followed") {
  ScratchFolder inside;
  ScratchFolder outside;
  write_text(outside.path() / ".lodcook-1-1.tmp", "not ours");
  std::filesystem::create_directory_symlink(outside.path(), inside.path() / "link");
  CHECK(*sweep_leftovers(inside.path()) == 0);
  CHECK(outside.names().size() == 1);
}
