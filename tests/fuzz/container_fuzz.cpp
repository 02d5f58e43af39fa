#include <span>
#include <vector>

#include "tests/fuzz/fuzz_target.h"
#include "tests/golden/container_walk.h"

using namespace lodcook;

namespace {

/// A file is refused with a number of the container's or a limit's, or it loads and keeps every promise.
void load(std::span<const std::byte> file) {
  Limits limits;
  limits.max_chunk_bytes = 1 << 20;
  limits.memory_budget_bytes = 16 << 20;
  const Status status = test::open_and_load_all(file, limits);
  const int kind = status.ok() ? 3 : exit_code(status.error().code);
  test::require(kind == 3 || kind == 4, "refused with another number");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::span<const std::byte> file = std::as_bytes(std::span(bytes, size));
  load(file);
  std::vector<std::byte> repaired(file.begin(), file.end());
  test::repair_hashes(repaired);
  load(repaired);
  return 0;
}
