#include "cooker/publish/folder_draft.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "tests/unit/publish/failing_calls.h"
#include "tests/unit/publish/folder_fixture.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

const std::vector<std::string> new_names{"out", "out/index", "out/parts", "out/parts/1", "out/parts/2"};
const std::vector<std::string> old_names{"out", "out/index", "out/old"};

Status publish_new(const std::filesystem::path& folder, OldFolder old, FileCalls& calls = system_file_calls()) {
  Result<FolderDraft> draft = FolderDraft::begin(folder, calls);
  if (!draft) return draft.error();
  for (const char* name : {"parts/1", "parts/2", "index"}) {
    if (Status added = draft->add(name, bytes_of("new")); !added) return added;
  }
  return draft->publish(old);
}

void make_old(const ScratchFolder& scratch) {
  std::filesystem::create_directory(scratch.path() / "out");
  write_text(scratch.path() / "out" / "index", "old");
  write_text(scratch.path() / "out" / "old", "old");
}

/// A file system that cannot exchange names.
class NoExchange : public FailingCalls {
 public:
  using FailingCalls::FailingCalls;
  int exchange(const char*, const char*) override {
    errno = EINVAL;
    return -1;
  }
};

/// Publishes over an old folder, or none, with one call failing; false when there are fewer calls than that.
template <class Calls>
bool publish_failing(int fail_at, int error_number, bool over_old) {
  const ScratchFolder scratch;
  if (over_old) make_old(scratch);
  Calls calls(fail_at, error_number);
  const Status done = publish_new(scratch.path() / "out", OldFolder::replace, calls);
  CAPTURE(fail_at);
  CAPTURE(error_number);
  if (done) {
    CHECK(scratch.names() == new_names);
    CHECK(read_text(scratch.path() / "out" / "index") == "new");
  } else {
    CHECK(done.error().code == ErrorCode::cannot_write);
    CHECK(scratch.names() == (over_old ? old_names : std::vector<std::string>{}));
  }
  return fail_at < calls.count();
}

}  // namespace

TEST_CASE("a folder appears where there is none, with the folders above it") {
  const ScratchFolder scratch;
  REQUIRE(publish_new(scratch.path() / "a" / "b" / "", OldFolder::keep).ok());
  CHECK(scratch.names() ==
        std::vector<std::string>{"a", "a/b", "a/b/index", "a/b/parts", "a/b/parts/1", "a/b/parts/2"});
}

TEST_CASE("an empty folder is filled, a full one is kept or replaced as asked") {
  const ScratchFolder scratch;
  const std::filesystem::path out = scratch.path() / "out";
  std::filesystem::create_directory(out);
  REQUIRE(publish_new(out, OldFolder::keep).ok());
  CHECK(scratch.names() == new_names);
  std::filesystem::remove_all(out);
  make_old(scratch);
  CHECK(publish_new(out, OldFolder::keep).error().code == ErrorCode::cannot_write);
  CHECK(scratch.names() == old_names);
  REQUIRE(publish_new(out, OldFolder::replace).ok());
  CHECK(scratch.names() == new_names);
}

TEST_CASE("a link to a folder stays, the folder is replaced") {
  const ScratchFolder scratch;
  make_old(scratch);
  std::filesystem::create_directory_symlink("out", scratch.path() / "link");
  REQUIRE(publish_new(scratch.path() / "link", OldFolder::replace).ok());
  CHECK(std::filesystem::is_symlink(scratch.path() / "link"));
  CHECK(read_text(scratch.path() / "out" / "index") == "new");
}

TEST_CASE("a draft that is not published leaves nothing") {
  const ScratchFolder scratch;
  {
    Result<FolderDraft> draft = FolderDraft::begin(scratch.path() / "out");
    REQUIRE(draft);
    REQUIRE(draft->add("parts/1", bytes_of("x")).ok());
    CHECK(scratch.names().size() == 3);
  }
  CHECK(scratch.names().empty());
}

TEST_CASE("whichever system call fails, a folder stays old or becomes new and nothing else is left") {
  for (const bool over_old : {true, false}) {
    for (const int error_number : {ENOSPC, EIO, EINTR, EROFS, EACCES, ENOLCK, FailingCalls::short_write}) {
      int fail_at = 0;
      while (publish_failing<FailingCalls>(fail_at, error_number, over_old)) ++fail_at;
      // three files: open, flock, link count, write, fsync, close, rename each
      CHECK(fail_at > 21);
      fail_at = 0;
      while (publish_failing<NoExchange>(fail_at, error_number, over_old)) ++fail_at;
      CHECK(fail_at > 21);
    }
  }
}

TEST_CASE("what a killed draft left is swept by the next one, one that is still being filled is not") {
  const ScratchFolder scratch;
  const pid_t child = ::fork();
  if (child == 0) {
    FailingCalls calls(15, FailingCalls::kill_instead);
    (void)publish_new(scratch.path() / "out", OldFolder::keep, calls);
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  CHECK(scratch.names().size() >= 2);
  Result<FolderDraft> other = FolderDraft::begin(scratch.path() / "other");
  REQUIRE(other);
  CHECK(scratch.names().size() == 1);
  REQUIRE(publish_new(scratch.path() / "out", OldFolder::keep).ok());
  REQUIRE(other->add("x", bytes_of("x")).ok());
  REQUIRE(other->publish(OldFolder::keep).ok());
  CHECK(scratch.names().size() == new_names.size() + 2);
}
