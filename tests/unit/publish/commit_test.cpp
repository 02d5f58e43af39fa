#include "cooker/publish/commit.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cooker/publish/publish.h"
#include "tests/unit/publish/failing_calls.h"
#include "tests/unit/publish/folder_fixture.h"

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("a committing child that is killed at any of its calls leaves the old pair or the new one") {
  // calls of the parent before its child: six of each of two files but close, two of the folder, pipe and fork
  constexpr int first_of_child = 5 + 5 + 2 + 2;
  int kills = 0;
  for (int kill_at = first_of_child; kill_at < first_of_child + 7; ++kill_at) {
    ScratchFolder folder;
    const PairPaths paths{folder.path() / "x.lodc", folder.path() / "x.lod.json"};
    write_text(paths.container, "old");
    write_text(paths.manifest, "old");
    FailingCalls calls(kill_at, FailingCalls::kill_instead);
    const Status done = publish_pair(paths, bytes_of("new"), "new", calls);
    CAPTURE(kill_at);
    CHECK(read_text(paths.container) == read_text(paths.manifest));
    CHECK(read_text(paths.manifest) == (done ? "new" : "old"));
    CHECK(folder.names() == std::vector<std::string>{"x.lod.json", "x.lodc"});
    kills += done ? 0 : 1;
  }
  // links and renames: four calls after which the new pair is not there yet
  CHECK(kills == 4);
}

TEST_CASE("killing the process in the middle of its commit does not split the pair") {
  /// Ends the parent after the container's rename.
  class KillsParent : public FileCalls {
   public:
    int rename(const char* from, const char* to) override {
      const int result = FileCalls::rename(from, to);
      ::kill(parent_, SIGKILL);
      return result;
    }
    pid_t fork() override {
      parent_ = ::getpid();
      return FileCalls::fork();
    }

   private:
    pid_t parent_ = 0;
  };
  ScratchFolder folder;
  const PairPaths paths{folder.path() / "x.lodc", folder.path() / "x.lod.json"};
  REQUIRE(publish_pair(paths, bytes_of("old"), "old").ok());
  const pid_t cook = ::fork();
  if (cook == 0) {
    ::setpgid(0, 0);
    KillsParent calls;
    ::_exit(publish_pair(paths, bytes_of("new"), "new", calls).ok() ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(cook, &status, 0) == cook);
  CHECK(WIFSIGNALED(status));
  auto lock = FolderLock::take(folder.path(), FolderLock::Kind::shared);  // waits for the child that still commits
  REQUIRE(lock.ok());
  CHECK(read_text(paths.container) == "new");
  CHECK(read_text(paths.manifest) == "new");
}

TEST_CASE("leftover backups of a killed cook are in nobody's way") {
  ScratchFolder folder;
  const PairPaths paths{folder.path() / "x.lodc", folder.path() / "x.lod.json"};
  write_text(paths.container, "old");
  write_text(paths.manifest, "old");
  write_text(folder.path() / (".lodcook-0-" + std::to_string(::getpid()) + "-0.tmp"), "older");
  REQUIRE(publish_pair(paths, bytes_of("new"), "new").ok());
  CHECK(folder.names() == std::vector<std::string>{"x.lod.json", "x.lodc"});
}
