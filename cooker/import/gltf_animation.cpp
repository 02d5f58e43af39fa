#include "cooker/import/gltf_animation.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "cooker/import/gltf_accessor.h"

namespace lodcook::cooker {
namespace {

std::optional<AnimationPath> path_of(cgltf_animation_path_type path) {
  switch (path) {
    case cgltf_animation_path_type_translation: return AnimationPath::translation;
    case cgltf_animation_path_type_rotation: return AnimationPath::rotation;
    case cgltf_animation_path_type_scale: return AnimationPath::scale;
    case cgltf_animation_path_type_weights: return AnimationPath::weights;
    default: return std::nullopt;
  }
}

AnimationInterpolation interpolation_of(cgltf_interpolation_type type) {
  return type == cgltf_interpolation_type_step           ? AnimationInterpolation::step
         : type == cgltf_interpolation_type_cubic_spline ? AnimationInterpolation::cubic_spline
                                                         : AnimationInterpolation::linear;
}

std::uint64_t numbers_per_key(const cgltf_animation_channel& channel, AnimationPath path) {
  const bool cubic = channel.sampler->interpolation == cgltf_interpolation_type_cubic_spline;
  std::uint64_t numbers = path == AnimationPath::rotation ? 4 : 3;
  if (path == AnimationPath::weights) {
    const cgltf_mesh* mesh = channel.target_node->mesh;
    numbers = mesh == nullptr || mesh->primitives_count == 0 ? 0 : mesh->primitives[0].targets_count;
  }
  return numbers * (cubic ? 3 : 1);
}

Result<std::vector<float>> read_all(GltfDocument& document, const cgltf_accessor& accessor, Integers integers) {
  if (Status ok = check_accessor(document, accessor); !ok.ok()) return std::move(ok).error();
  if (accessor.buffer_view == nullptr) {
    if (Status ok = document.charge_zeros(accessor.count * 16); !ok.ok()) return std::move(ok).error();
  }
  const std::size_t n = component_count(accessor);
  std::vector<float> out(accessor.count * n);
  Status read = read_floats(document, accessor, integers, {}, {out, n});
  if (!read.ok()) return std::move(read).error();
  return out;
}

bool fits(const AnimationChannel& channel, std::uint64_t per_key) {
  const auto not_ascending = std::adjacent_find(channel.times.begin(), channel.times.end(), std::greater_equal<>());
  return per_key > 0 && channel.values.size() == channel.times.size() * per_key && not_ascending == channel.times.end();
}

Result<std::optional<AnimationChannel>> read_channel(GltfDocument& document, const cgltf_animation_channel& from,
                                                     const NodeTree& tree, const std::string& place) {
  const std::optional<AnimationPath> path = path_of(from.target_path);
  if (!path || from.target_node == nullptr) return std::optional<AnimationChannel>();
  AnimationChannel out;
  out.node = tree.numbers[cgltf_node_index(&document.root(), from.target_node)];
  if (out.node == no_index) return std::optional<AnimationChannel>();
  out.path = *path;
  out.interpolation = interpolation_of(from.sampler->interpolation);
  Result<std::vector<float>> times = read_all(document, *from.sampler->input, Integers::as_declared);
  if (!times.ok()) return std::move(times).error();
  const bool are_fractions = *path == AnimationPath::rotation || *path == AnimationPath::weights;
  Result<std::vector<float>> values =
      read_all(document, *from.sampler->output, are_fractions ? Integers::always_fractions : Integers::as_declared);
  if (!values.ok()) return std::move(values).error();
  out.times = *std::move(times);
  out.values = *std::move(values);
  if (fits(out, numbers_per_key(from, *path))) return std::optional<AnimationChannel>(std::move(out));
  document.warn("animation_channel_left_out", place + ": its values do not fit its keys");
  return std::optional<AnimationChannel>();
}

}  // namespace

Result<std::vector<Animation>> read_animations(GltfDocument& document, const NodeTree& tree) {
  std::vector<Animation> out;
  for (std::size_t i = 0; i < document.root().animations_count; ++i) {
    const cgltf_animation& from = document.root().animations[i];
    Animation animation;
    animation.name = text_of(from.name);
    for (std::size_t j = 0; j < from.channels_count; ++j) {
      const std::string place = place_of("animations", i) + "." + place_of("channels", j);
      Result<std::optional<AnimationChannel>> channel = read_channel(document, from.channels[j], tree, place);
      if (!channel.ok()) return std::move(channel).error();
      if (channel->has_value()) animation.channels.push_back(**std::move(channel));
    }
    out.push_back(std::move(animation));
  }
  return out;
}

}  // namespace lodcook::cooker
