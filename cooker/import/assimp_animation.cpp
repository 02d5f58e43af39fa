#include <algorithm>
#include <cmath>

#include "cooker/import/assimp_scene.h"

namespace lodcook::cooker {
namespace {

constexpr double default_ticks_per_second = 25;  // what Assimp tells its users to take for 0

/// Collects the keys of one channel: a key that is not finite or does not come after the last one is dropped.
class Keys {
 public:
  Keys(AnimationPath path, std::uint32_t node, double ticks_per_second) : ticks_per_second_(ticks_per_second) {
    channel_.node = node;
    channel_.path = path;
  }

  void add(double ticks, std::initializer_list<float> values) { add(ticks, std::vector<float>(values)); }
  void add(double ticks, const std::vector<float>& values) {
    const auto seconds = static_cast<float>(ticks / ticks_per_second_);
    const bool finite = std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
    if (!finite || !std::isfinite(seconds)) return;
    if (!channel_.times.empty() && seconds <= channel_.times.back()) return;
    channel_.times.push_back(seconds);
    channel_.values.insert(channel_.values.end(), values.begin(), values.end());
  }

  void move_to(Animation& animation) {
    if (!channel_.times.empty()) animation.channels.push_back(std::move(channel_));
  }

 private:
  AnimationChannel channel_;
  double ticks_per_second_;
};

void convert_node_channel(const AssimpConversion& conversion, const aiNodeAnim& source, double rate, Animation& out) {
  const std::uint32_t node = conversion.find_node(source.mNodeName);
  if (node == no_index) return;
  Keys places(AnimationPath::translation, node, rate), turns(AnimationPath::rotation, node, rate),
      scales(AnimationPath::scale, node, rate);
  for (unsigned i = 0; source.mPositionKeys != nullptr && i < source.mNumPositionKeys; ++i) {
    const aiVectorKey& key = source.mPositionKeys[i];
    places.add(key.mTime, {key.mValue.x, key.mValue.y, key.mValue.z});
  }
  for (unsigned i = 0; source.mRotationKeys != nullptr && i < source.mNumRotationKeys; ++i) {
    const aiQuatKey& key = source.mRotationKeys[i];
    turns.add(key.mTime, {key.mValue.x, key.mValue.y, key.mValue.z, key.mValue.w});
  }
  for (unsigned i = 0; source.mScalingKeys != nullptr && i < source.mNumScalingKeys; ++i) {
    const aiVectorKey& key = source.mScalingKeys[i];
    scales.add(key.mTime, {key.mValue.x, key.mValue.y, key.mValue.z});
  }
  places.move_to(out);
  turns.move_to(out);
  scales.move_to(out);
}

/// The FBX importer puts a '*' and a number behind the node's name.
std::uint32_t morphing_node(const AssimpConversion& conversion, const aiString& name) {
  const std::uint32_t node = conversion.find_node(name);
  if (node != no_index) return node;
  const std::string text = assimp_text(name);
  return conversion.find_node(aiString(text.substr(0, text.rfind('*'))));
}

void convert_morph_channel(const AssimpConversion& conversion, const aiMeshMorphAnim& source, double rate,
                           Animation& out) {
  const std::uint32_t node = morphing_node(conversion, source.mName);
  if (node == no_index || conversion.scene.nodes[node].mesh == no_index) return;
  const std::size_t count = conversion.scene.meshes[conversion.scene.nodes[node].mesh].default_morph_weights.size();
  if (count == 0) return;
  Keys keys(AnimationPath::weights, node, rate);
  for (unsigned k = 0; source.mKeys != nullptr && k < source.mNumKeys; ++k) {
    const aiMeshMorphKey& key = source.mKeys[k];
    std::vector<float> weights(count, 0);
    const bool whole = key.mValues != nullptr && key.mWeights != nullptr;
    for (unsigned i = 0; whole && i < key.mNumValuesAndWeights; ++i)
      if (key.mValues[i] < count) weights[key.mValues[i]] = static_cast<float>(key.mWeights[i]);
    keys.add(key.mTime, weights);
  }
  keys.move_to(out);
}

}  // namespace

Status convert_assimp_animations(AssimpConversion& conversion) {
  if (conversion.source.mNumAnimations > 0 && conversion.source.mAnimations == nullptr)
    return conversion.error(ErrorCode::inconsistent, "the scene has lost its animations");
  for (unsigned a = 0; a < conversion.source.mNumAnimations; ++a) {
    const aiAnimation* source = conversion.source.mAnimations[a];
    if (source == nullptr) return conversion.error(ErrorCode::inconsistent, "the scene has lost an animation");
    const double rate = source->mTicksPerSecond > 0 ? source->mTicksPerSecond : default_ticks_per_second;
    Animation& out = conversion.scene.animations.emplace_back();
    out.name = assimp_text(source->mName);
    for (unsigned c = 0; source->mChannels != nullptr && c < source->mNumChannels; ++c)
      if (source->mChannels[c] != nullptr) convert_node_channel(conversion, *source->mChannels[c], rate, out);
    for (unsigned c = 0; source->mMorphMeshChannels != nullptr && c < source->mNumMorphMeshChannels; ++c)
      if (source->mMorphMeshChannels[c] != nullptr)
        convert_morph_channel(conversion, *source->mMorphMeshChannels[c], rate, out);
    if (source->mNumMeshChannels > 0)
      conversion.scene.warnings.push_back(
          {"vertex_animation_left_out", "animation '" + out.name + "' moves vertices one by one; that is left out"});
  }
  return Done{};
}

}  // namespace lodcook::cooker
