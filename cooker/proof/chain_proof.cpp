#include "cooker/proof/chain_proof.h"

#include <algorithm>
#include <utility>

#include "cooker/proof/level_run.h"

namespace lodcook::proof {
namespace {

constexpr std::uint32_t least_samples = 64, triangles_per_sample = 256;

}  // namespace

struct ChainProof::State : ChainState {
  using ChainState::ChainState;
};

ChainProof::ChainProof(Surface level0, const ProofOptions& options)
    : ChainProof(std::make_shared<const Surface>(std::move(level0)), options) {}

ChainProof::ChainProof(std::shared_ptr<const Surface> level0, const ProofOptions& options)
    : state_(std::make_unique<State>(std::move(level0))) {
  State& s = *state_;
  s.options = options;
  const std::uint32_t count = s.level0.triangle_count();
  s.hints.resize(count);
  for (std::uint32_t t = 0; t < count; ++t) s.hints[t] = t;
  s.hint_levels.assign(count, 0);
  const std::uint32_t samples = least_samples + count / triangles_per_sample;
  s.level0_points = spread_points(s.level0, std::min(options.most_rms_samples, samples));
}

ChainProof::ChainProof(Surface level0, Surface parent, const Heritage& heritage, const ProofOptions& options)
    : ChainProof(std::move(level0), options) {
  State& s = *state_;
  std::vector<std::uint32_t> places(heritage.errors.size(), none);
  s.parent_error.resize(parent.triangle_count());
  for (std::uint32_t t = 0; t < parent.triangle_count(); ++t) {
    places[parent.source(t)] = t;
    s.parent_error[t] = heritage.errors[parent.source(t)];
  }
  std::uint32_t last = 0;  // near it in Morton order
  for (std::uint32_t t = 0; t < s.level0.triangle_count(); ++t) {
    const std::uint32_t hint = heritage.hints[s.level0.source(t)];
    if (hint != none && places[hint] != none) last = places[hint];
    s.hints[t] = last;
  }
  s.parent_storage = std::move(parent);
  s.has_parent = true;
}

ChainProof::~ChainProof() = default;
ChainProof::ChainProof(ChainProof&&) noexcept = default;
ChainProof& ChainProof::operator=(ChainProof&&) noexcept = default;

const Surface& ChainProof::level0() const noexcept { return state_->level0; }

LevelProof ChainProof::prove(Surface level) { return prove(std::move(level), state_->options.at_least); }

LevelProof ChainProof::prove(Surface level, float at_least) {
  ProvenLevel proven = prove_level(*state_, level, at_least);
  state_->succeed(std::move(level), std::move(proven.errors));
  return proven.proof;
}

Heritage ChainProof::heritage(std::size_t level0_triangles, std::size_t level_triangles) {
  State& s = *state_;
  Heritage out;
  out.errors.assign(level_triangles, 0);
  out.hints.assign(level0_triangles, none);
  const Surface& level = s.parent();
  for (std::uint32_t t = 0; t < s.parent_error.size(); ++t) out.errors[level.source(t)] = s.parent_error[t];
  for (std::uint32_t t = 0; t < s.level0.triangle_count(); ++t) {
    out.hints[s.level0.source(t)] = level.source(s.hint_of(t));
  }
  return out;
}

}  // namespace lodcook::proof
