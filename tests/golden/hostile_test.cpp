#include <doctest/doctest.h>

#include <initializer_list>
#include <random>
#include <string>

#include "tests/golden/container_walk.h"
#include "tests/golden/random_change.h"

using namespace lodcook;

namespace {

std::vector<std::byte> golden(const char* name) {
  std::vector<std::byte> file = test::read_whole((std::string(LODCOOK_GOLDEN_FOLDER "/") + name).c_str());
  REQUIRE(!file.empty());
  return file;
}

// Together they have every kind of chunk: v1_origins those of the whole asset, v1_instances instances.
constexpr const char* goldens[] = {"v1_square.lodc", "v1_scene.lodc", "v1_origins.lodc", "v1_instances.lodc"};

#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
constexpr bool sanitized = __has_feature(address_sanitizer);
#else
constexpr bool sanitized = false;
#endif

/// Every refusal is one of a container, of a limit or of a decoded number, never `internal`.
bool is_refusal(const Status& status) {
  if (status.ok()) return false;
  const auto number = static_cast<int>(status.error().code);
  return number / 100 == 3 || number / 100 == 4;
}

}  // namespace

TEST_CASE("every change of one byte is refused") {
  for (const char* name : goldens) {
    CAPTURE(name);
    std::vector<std::byte> file = golden(name);
    // Sanitizers take five times as long; there a fifth of the larger file's changes must do.
    const int step = sanitized && file.size() > 1024 ? 5 : 1;
    std::size_t missed = 0;
    for (std::size_t at = 0; at < file.size(); ++at) {
      const std::byte right = file[at];
      for (int change = 1; change < 256; change += step) {
        file[at] = right ^ static_cast<std::byte>(change);
        if (!is_refusal(test::open_and_load_all(file))) ++missed;
      }
      file[at] = right;
    }
    CHECK(missed == 0);
    CHECK(test::open_and_load_all(file).ok());
  }
}

TEST_CASE("every truncation and extension is refused") {
  for (const char* name : goldens) {
    CAPTURE(name);
    const std::vector<std::byte> file = golden(name);
    for (std::size_t size = 0; size < file.size(); ++size) {
      CAPTURE(size);
      REQUIRE(is_refusal(test::open_and_load_all(std::span(file).first(size))));
    }
    for (const std::size_t more : std::initializer_list<std::size_t>{1, 15, 16, 4096, 1 << 20}) {
      CAPTURE(more);
      std::vector<std::byte> longer = file;
      longer.resize(file.size() + more);
      REQUIRE(is_refusal(test::open_and_load_all(longer)));
    }
  }
}

TEST_CASE("changes with hashes made right again load soundly or are refused") {
  std::mt19937 random(20'011);
  std::size_t refused = 0;
  std::size_t loaded = 0;
  Limits limits;
  limits.memory_budget_bytes = 16 << 20;
  for (const char* name : goldens) {
    const std::vector<std::byte> file = golden(name);
    for (int round = 0; round < 20'000; ++round) {
      CAPTURE(round);
      std::vector<std::byte> changed = file;
      for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) test::change_something(changed, random);
      test::repair_hashes(changed);
      const Status status = test::open_and_load_all(changed, limits);
      const bool sound = status.ok() || is_refusal(status);
      REQUIRE_MESSAGE(sound, to_string(status.error()));
      ++(status.ok() ? loaded : refused);
    }
  }
  // Both must happen often, or the changes do not reach what they are for.
  CHECK(refused > 4'000);
  CHECK(loaded > 4'000);
}
