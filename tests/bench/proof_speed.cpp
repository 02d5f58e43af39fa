// proof_speed MODEL [chain]: proves the chain of each object of a model, once. Prints a line for each level, and the
// CPU time of the proof over that of making the chain, both in this process.
#include <cstdio>
#include <cstring>
#include <ctime>

#include "cooker/import/import.h"
#include "cooker/lod/chain.h"
#include "cooker/pack/object_coding.h"
#include "cooker/pack/prove_levels.h"
#include "cooker/scene/group.h"

namespace {

using namespace lodcook;
using namespace lodcook::cooker;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<PackedLevel> pack_levels(const LodChain& chain) {
  const PackOptions options;
  const ObjectCoding coding = choose_coding(chain, options);
  std::vector<PackedLevel> levels;
  for (const LodLevel& level : chain.levels) {
    auto packed = make_level(level, coding, options, levels.empty() ? Collapsed::keep : Collapsed::drop);
    if (!packed) break;
    levels.push_back(std::move(*packed));
  }
  return levels;
}

struct Times {
  double chain = 0, redo = 0, prove = 0;
};

void print_level(std::size_t k, const LodLevel& level, const LevelProofFacts& facts) {
  std::printf("L%-2zu %8zu triangles %.5f / %.5f / %.5f; %8.1f k corner tests, %8llu exact queries\n", k,
              level.indices.size() / 3, level.estimate, facts.relative.measured.value_or(0),
              facts.relative.bound.value_or(0), static_cast<double>(facts.corner_tests) / 1e3,
              static_cast<unsigned long long>(facts.queries));
}

bool prove_object(const Object& object, const std::vector<Material>& materials, Times& times) {
  ChainOptions options;
  const double start = cpu_seconds();
  auto chain = build_chain(object, options);
  if (!chain) return false;
  const double made = cpu_seconds();
  options.redo = true;
  chain = build_chain(object, options);
  if (!chain) return false;
  const double redone = cpu_seconds();
  const std::vector<PackedLevel> levels = pack_levels(*chain);
  const double packed = cpu_seconds();
  const auto facts = prove_levels(object, materials, *chain, levels, 0);
  times.prove += cpu_seconds() - packed;
  times.chain += made - start;
  times.redo += redone - made;
  for (std::size_t k = 1; k < facts.size(); ++k) print_level(k, chain->levels[k], facts[k]);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const char* name = std::strrchr(argv[1], '/');
  auto scene = import_scene(argv[1], {});
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  auto checked = check_scene(std::move(*scene), {});
  if (!checked) return std::puts(to_string(checked.error()).c_str()), 1;
  const auto set = group_scene(*checked, {});
  if (!set) return std::puts(to_string(set.error()).c_str()), 1;
  Times times;
  for (const Object& object : set->objects) {
    if (!prove_object(object, set->materials, times)) return 1;
  }
  std::printf("%s: chain %.3f s, with redo %.3f s, prove %.3f s; prove / chain %.2f\n",
              name != nullptr ? name + 1 : argv[1], times.chain, times.redo, times.prove, times.prove / times.chain);
  return 0;
}
