#include "cooker/publish/publish.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "cooker/publish/folder_lock.h"
#include "tests/unit/publish/failing_calls.h"
#include "tests/unit/publish/folder_fixture.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

const std::string old_container(3000, 'a');
const std::string old_manifest(300, 'b');
const std::string new_container(5000, 'c');
const std::string new_manifest(500, 'd');

PairPaths pair_in(const ScratchFolder& folder) {
  return {folder.path() / "rock.glb.lodc", folder.path() / "rock.glb.lod.json"};
}

bool holds(const PairPaths& paths, const std::string& container, const std::string& manifest) {
  return read_text(paths.container) == container && read_text(paths.manifest) == manifest;
}

const std::vector<std::string> pair_names{"rock.glb.lod.json", "rock.glb.lodc"};

/// Publishes over an old pair with call `fail_at` failing; false when there are fewer calls than that.
bool publish_over_old(int fail_at, int error_number, bool forks) {
  ScratchFolder folder;
  const PairPaths paths = pair_in(folder);
  write_text(paths.container, old_container);
  write_text(paths.manifest, old_manifest);
  FailingCalls calls(fail_at, error_number, forks);
  const Status done = publish_pair(paths, bytes_of(new_container), new_manifest, calls);
  CAPTURE(fail_at);
  CAPTURE(error_number);
  if (done) {
    CHECK(holds(paths, new_container, new_manifest));
  } else {
    CHECK(done.error().code == ErrorCode::cannot_write);
    CHECK(done.error().place.find(folder.path().string()) == 0);
    CHECK(holds(paths, old_container, old_manifest));
  }
  CHECK(folder.names() == pair_names);
  return fail_at < calls.count();
}

}  // namespace

TEST_CASE("a pair is published into an empty folder and over an old pair") {
  ScratchFolder folder;
  const PairPaths paths = pair_in(folder);
  REQUIRE(publish_pair(paths, bytes_of(old_container), old_manifest).ok());
  CHECK(holds(paths, old_container, old_manifest));
  REQUIRE(publish_pair(paths, bytes_of(new_container), new_manifest).ok());
  CHECK(holds(paths, new_container, new_manifest));
  CHECK(folder.names() == pair_names);
}

TEST_CASE("an empty file is published") {
  ScratchFolder folder;
  REQUIRE(publish_file(folder.path() / "empty", std::string_view()).ok());
  CHECK(std::filesystem::file_size(folder.path() / "empty") == 0);
}

TEST_CASE("read-only old files are replaced where the folder allows it") {
  ScratchFolder folder;
  const PairPaths paths = pair_in(folder);
  REQUIRE(publish_pair(paths, bytes_of(old_container), old_manifest).ok());
  std::filesystem::permissions(paths.container, std::filesystem::perms::owner_read);
  REQUIRE(publish_pair(paths, bytes_of(new_container), new_manifest).ok());
  CHECK(holds(paths, new_container, new_manifest));
}

TEST_CASE("whichever system call fails, a pair stays old or becomes new and nothing else is left") {
  for (const bool forks : {true, false}) {
    for (const int error_number : {ENOSPC, EIO, EINTR, EDQUOT, EROFS, EPERM, ENOLCK, FailingCalls::short_write}) {
      int fail_at = 0;
      while (publish_over_old(fail_at, error_number, forks)) ++fail_at;
      // two files: open, flock, link count, write, fsync and close each; folder: open, flock, fsync, close; two links,
      // two renames, two unlinks; a pipe, and a fork where there is one
      CHECK(fail_at >= 23);
    }
  }
}

TEST_CASE("whichever system call fails, nothing is left of a first pair that could not be published") {
  for (const int error_number : {ENOSPC, EIO}) {
    for (int fail_at = 0, count = 1; fail_at < count; ++fail_at) {
      ScratchFolder folder;
      const PairPaths paths = pair_in(folder);
      FailingCalls calls(fail_at, error_number);
      const Status done = publish_pair(paths, bytes_of(new_container), new_manifest, calls);
      count = calls.count();
      CAPTURE(fail_at);
      CHECK(folder.names() == (done ? pair_names : std::vector<std::string>()));
    }
  }
}

TEST_CASE("a full disk is an error with the reason, an interrupted call is none") {
  ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "file";
  FailingCalls full(3, ENOSPC);  // after open, flock and link count
  const Status failed = publish_file(file, "text", full);
  REQUIRE(!failed.ok());
  CHECK(failed.error().message == "cannot write: No space left on device");
  CHECK(failed.error().place == file.string());
  for (int fail_at = 0; fail_at < 12; ++fail_at) {
    FailingCalls interrupted(fail_at, EINTR);
    CAPTURE(fail_at);
    if (fail_at == 2) continue;  // fstat is never interrupted
    CHECK(publish_file(file, "text", interrupted).ok());
    CHECK(read_text(file) == "text");
    CHECK(folder.names() == std::vector<std::string>{"file"});
  }
}

TEST_CASE("a disk that is full after any byte leaves the old pair") {
  /// Takes so many bytes and no more, the last write a short one.
  class FullDisk : public FileCalls {
   public:
    explicit FullDisk(std::size_t room) : room_(room) {}
    ssize_t write(int file, const void* bytes, std::size_t size) override {
      const std::size_t fitting = std::min(size, room_);
      room_ -= fitting;
      if (fitting > 0) return FileCalls::write(file, bytes, fitting);
      errno = ENOSPC;
      return -1;
    }

   private:
    std::size_t room_;
  };
  const std::string container(120, 'c'), manifest(80, 'm');
  ScratchFolder folder;
  const PairPaths paths = pair_in(folder);
  REQUIRE(publish_pair(paths, bytes_of(old_container), old_manifest).ok());
  for (std::size_t room = 0; room < container.size() + manifest.size(); ++room) {
    FullDisk disk(room);
    const Status done = publish_pair(paths, bytes_of(container), manifest, disk);
    CAPTURE(room);
    REQUIRE(!done.ok());
    CHECK(done.error().place == (room < container.size() ? paths.container : paths.manifest).string());
    CHECK(holds(paths, old_container, old_manifest));
    CHECK(folder.names() == pair_names);
  }
  FullDisk disk(container.size() + manifest.size());
  CHECK(publish_pair(paths, bytes_of(container), manifest, disk).ok());
  CHECK(holds(paths, container, manifest));
}

TEST_CASE("a folder that is a file, or lies below one, is refused and the file stays") {
  ScratchFolder folder;
  write_text(folder.path() / "a", "i am a file");
  for (const char* place : {"a", "a/b", "a/b/c"}) {
    const PairPaths paths{folder.path() / place / "x.lodc", folder.path() / place / "x.lod.json"};
    const Status done = publish_pair(paths, bytes_of("c"), "m");
    REQUIRE(!done.ok());
    CHECK(done.error().code == ErrorCode::cannot_write);
    CHECK(done.error().place == (folder.path() / "a").string());
  }
  CHECK(folder.names() == std::vector<std::string>{"a"});
  CHECK(read_text(folder.path() / "a") == "i am a file");
}

TEST_CASE("an output that is a folder is refused and nothing is left") {
  ScratchFolder folder;
  const PairPaths paths = pair_in(folder);
  std::filesystem::create_directory(paths.manifest);
  write_text(paths.container, old_container);
  CHECK(!publish_pair(paths, bytes_of(new_container), new_manifest).ok());
  CHECK(read_text(paths.container) == old_container);
  CHECK(folder.names() == pair_names);
}

TEST_CASE("a pair in two folders is refused") {
  ScratchFolder folder;
  const Status done = publish_pair({folder.path() / "a/x.lodc", folder.path() / "b/x.lod.json"}, bytes_of("c"), "m");
  REQUIRE(!done.ok());
  CHECK(done.error().code == ErrorCode::invalid_argument);
  CHECK(folder.names().empty());
}

TEST_CASE("cooks that publish one pair at once always leave one cook's pair") {
  for (const int cooks : {2, 8}) {
    ScratchFolder folder;
    const PairPaths paths = pair_in(folder);
    REQUIRE(publish_pair(paths, bytes_of("0"), "0").ok());
    std::vector<pid_t> children;
    for (int cook = 0; cook < cooks; ++cook) {
      const pid_t child = ::fork();
      if (child == 0) {
        const std::string text(static_cast<std::size_t>(1000 * cook + 1), static_cast<char>('a' + cook));
        bool good = true;
        for (int round = 0; round < 20; ++round) good = good && publish_pair(paths, bytes_of(text), text).ok();
        ::_exit(good ? 0 : 1);
      }
      children.push_back(child);
    }
    for (int look = 0; look < 100; ++look) {
      auto lock = FolderLock::take(folder.path(), FolderLock::Kind::shared);
      REQUIRE(lock.ok());
      REQUIRE(read_text(paths.container) == read_text(paths.manifest));
    }
    for (const pid_t child : children) {
      int status = -1;
      REQUIRE(::waitpid(child, &status, 0) == child);
      CHECK(status == 0);
    }
    CHECK(read_text(paths.container) == read_text(paths.manifest));
    CHECK(folder.names() == pair_names);
  }
}

TEST_CASE("threads of one process publish at once") {
  ScratchFolder folder;
  std::vector<std::thread> threads;
  std::vector<int> good(4, 0);
  for (std::size_t i = 0; i < good.size(); ++i) {
    threads.emplace_back([&, i] {
      const std::string name = "asset" + std::to_string(i);
      const PairPaths paths{folder.path() / (name + ".lodc"), folder.path() / (name + ".lod.json")};
      for (int round = 0; round < 10; ++round) good[i] += publish_pair(paths, bytes_of(name), name).ok() ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(good == std::vector<int>(4, 10));
  CHECK(folder.names().size() == 8);
}
