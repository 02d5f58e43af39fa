#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "cooker/publish/folder_lock.h"
#include "cooker/publish/publish.h"
#include "cooker/publish/sweep.h"
#include "tests/unit/publish/folder_fixture.h"

/// kill_loop COUNT [SEED]: ends a process that publishes pairs without pause COUNT times with SIGKILL, it and its
/// process group, at random moments. Each time the pair must be whole and of one generation, and a sweep must leave
/// nothing but the pair. Fails at the first that is not so.
using namespace lodcook::cooker;

namespace {

constexpr std::uint64_t longest_wait_us = 12'000;  // several publications, so that every moment of one is met

std::string container_of(std::uint64_t generation) {
  std::mt19937_64 random(generation);
  std::string text(random() % 100'000, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

std::string manifest_of(std::uint64_t generation) { return "{\"generation\": " + std::to_string(generation) + "}\n"; }

[[noreturn]] void publish_without_end(const PairPaths& paths, std::uint64_t generation) {
  for (;; ++generation) {
    const std::string container = container_of(generation);
    if (!publish_pair(paths, bytes_of(container), manifest_of(generation)).ok()) ::_exit(1);
  }
}

/// Of the pair that is there, or ~0 where it is not whole.
std::uint64_t generation_of(const PairPaths& paths) {
  // the child that makes the changes outlives the process that was killed, for a moment, and holds the lock
  const auto lock = FolderLock::take(paths.manifest.parent_path(), FolderLock::Kind::shared);
  const std::string manifest = read_text(paths.manifest);
  const std::size_t digits = manifest.find(": ");
  std::uint64_t generation = ~0ULL;
  if (!lock || digits == std::string::npos) return generation;
  std::from_chars(manifest.data() + digits + 2, manifest.data() + manifest.size(), generation);
  const bool whole = manifest == manifest_of(generation) && read_text(paths.container) == container_of(generation);
  return whole ? generation : ~0ULL;
}

/// Number of files swept, or -1 where something but the pair stays. The child of a killed process can be still about to
/// end, its files locked.
int sweep(const ScratchFolder& folder, const std::vector<std::string>& pair) {
  int removed = 0;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const auto swept = sweep_leftovers(folder.path());
    if (!swept) return -1;
    removed += static_cast<int>(*swept);
    if (folder.names() == pair) return removed;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return -1;
}

bool kill_once(const PairPaths& paths, std::uint64_t next, std::chrono::microseconds wait) {
  const pid_t cook = ::fork();
  if (cook == 0) {
    ::setpgid(0, 0);
    publish_without_end(paths, next);
  }
  ::setpgid(cook, cook);
  std::this_thread::sleep_for(wait);
  ::kill(-cook, SIGKILL);
  int status = 0;
  return ::waitpid(cook, &status, 0) == cook && WIFSIGNALED(status);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const int count = argument_count > 1 ? std::stoi(arguments[1]) : 100;
  const std::uint64_t seed = argument_count > 2 ? std::stoull(arguments[2]) : 1;
  std::mt19937_64 random(seed);
  const ScratchFolder folder;
  const PairPaths paths{folder.path() / "asset.glb.lodc", folder.path() / "asset.glb.lod.json"};
  if (!publish_pair(paths, bytes_of(container_of(0)), manifest_of(0)).ok()) return 1;
  std::uint64_t generation = 0, changed = 0;
  int leftovers = 0;
  for (int i = 0; i < count; ++i) {
    const std::chrono::microseconds wait(random() % longest_wait_us);
    if (!kill_once(paths, generation + 1, wait)) return std::cerr << "the publishing process ended by itself\n", 1;
    const std::uint64_t found = generation_of(paths);
    if (found == ~0ULL || found < generation) return std::cerr << "kill " << i << ": the pair is not whole\n", 1;
    changed += found > generation ? 1 : 0;
    generation = found;
    const int swept = sweep(folder, {"asset.glb.lod.json", "asset.glb.lodc"});
    if (swept < 0) return std::cerr << "kill " << i << ": leftovers stay\n", 1;
    leftovers += swept;
  }
  std::cout << count << " of " << count << " kills left a whole pair; " << changed << " of them after " << generation
            << " publications in all; " << leftovers << " leftovers swept\n";
  return 0;
}
