#include "cooker/pack/prove_levels.h"

#include <algorithm>
#include <utility>

#include "cooker/pack/measure_slide.h"
#include "cooker/pack/position_ids.h"
#include "cooker/pack/unit_frame.h"
#include "cooker/proof/chain_proof.h"

namespace lodcook::cooker {

namespace {

/// Numbers of the level-0 positions that a packed level's vertices were before quantisation. Positions that level 0
/// does not have get numbers of their own, equal ones the same.
std::vector<std::uint32_t> ids_of(const LodLevel& level, const PackedLevel& packed, const PositionIds& known) {
  std::vector<std::uint32_t> ids;
  ids.reserve(packed.sources.size());
  bool all_known = true;
  for (const std::uint32_t source : packed.sources) {
    ids.push_back(known.find(level.vertices.positions[source], known.count()));
    all_known = all_known && ids.back() != known.count();
  }
  if (all_known) return ids;
  const PositionIds own(level.vertices.positions);
  for (std::size_t v = 0; v < ids.size(); ++v) {
    if (ids[v] == known.count()) ids[v] += own.ids()[packed.sources[v]];
  }
  return ids;
}

/// Level 0, and the numbers of every other level's positions in it. What finds them is gone afterwards: proving takes
/// more room than anything else.
Result<proof::Surface> numbered_level0(const Object& object, const UnitFrame& frame, const LodChain& chain,
                                       std::span<const PackedLevel> levels,
                                       std::vector<std::vector<std::uint32_t>>& level_ids) {
  const PositionIds known(object.vertices.positions);
  level_ids.resize(1);
  for (std::size_t k = 1; k < levels.size(); ++k) level_ids.push_back(ids_of(chain.levels[k], levels[k], known));
  return proof::Surface::make({frame(object.vertices.positions), object.indices, known.ids()});
}

}  // namespace

LevelProofFacts facts_of(const proof::LevelProof& proof) {
  LevelProofFacts facts;
  facts.proven = true;
  facts.relative.measured = proof.measured;
  facts.relative.bound = proof.bound;
  facts.relative.rms = proof.rms;
  facts.relative.rms_samples = proof.samples;
  facts.exhausted = proof.exhausted;
  facts.corner_tests = proof.corner_tests;
  facts.queries = proof.queries;
  return facts;
}

std::vector<LevelProofFacts> prove_levels(const Object& object, std::span<const Material> materials,
                                          const LodChain& chain, std::span<const PackedLevel> levels,
                                          double lattice_error) {
  std::vector<LevelProofFacts> facts(levels.size());
  if (!(chain.bounds.extent > 0)) return facts;
  facts[0].proven = true;
  facts[0].relative.bound = lattice_error;
  if (levels.size() == 1) return facts;
  const UnitFrame frame(chain.bounds.box, chain.bounds.extent);
  std::vector<std::vector<std::uint32_t>> level_ids;
  Result<proof::Surface> level0 = numbered_level0(object, frame, chain, levels, level_ids);
  if (!level0) return facts;
  proof::ChainProof prover(std::move(*level0), {});
  SlideJudge slide(object, materials, prover.level0());
  for (std::size_t k = 1; k < levels.size(); ++k) {
    const TileContent& tile = levels[k].content.tiles.front();
    const std::vector<Vec3f> positions = frame(levels[k].positions);
    const std::vector<std::uint32_t> ids = std::move(level_ids[k]);
    Result<proof::Surface> level = proof::Surface::make({positions, tile.indices, ids});
    if (!level) break;
    facts[k] = facts_of(prover.prove(std::move(*level)));
    const PaintDifference paint = slide.measure({positions, tile.indices, tile.draws, levels[k].sources,
                                                 &chain.levels[k].vertices, ids, *facts[k].relative.bound});
    facts[k].relative.slide = paint.slide;
    facts[k].normals = paint.normals;
  }
  return facts;
}

}  // namespace lodcook::cooker
