#include "cooker/import/gltf_schema_rules.h"

namespace lodcook::cooker {
namespace {

using enum JsonShape;

constexpr MemberRule root[] = {
    {"asset", object, "asset", 0, true}, {"accessors", objects, "accessor"}, {"animations", objects, "animation"},
    {"bufferViews", objects, "view"},    {"buffers", objects, "buffer"},     {"extensions", object, "root_extensions"},
    {"extensionsRequired", strings},     {"extensionsUsed", strings},        {"images", objects, "image"},
    {"materials", objects, "material"},  {"meshes", objects, "mesh"},        {"nodes", objects, "node"},
    {"samplers", objects, "sampler"},    {"scene", reference, "scenes"},     {"scenes", objects, "scene"},
    {"skins", objects, "skin"},          {"textures", objects, "texture"}};
constexpr MemberRule asset[] = {{"version", string, {}, 0, true}, {"minVersion", string}};
constexpr MemberRule accessor[] = {{"bufferView", reference, "bufferViews"},
                                   {"byteOffset", size},
                                   {"componentType", size, {}, 0, true},
                                   {"count", size, {}, 0, true},
                                   {"normalized", boolean},
                                   {"sparse", object, "sparse"},
                                   {"type", string, {}, 0, true}};
constexpr MemberRule sparse[] = {{"count", size, {}, 0, true},
                                 {"indices", object, "sparse_indices", 0, true},
                                 {"values", object, "sparse_values", 0, true}};
constexpr MemberRule sparse_indices[] = {
    {"bufferView", reference, "bufferViews", 0, true}, {"byteOffset", size}, {"componentType", size, {}, 0, true}};
constexpr MemberRule sparse_values[] = {{"bufferView", reference, "bufferViews", 0, true}, {"byteOffset", size}};
constexpr MemberRule animation[] = {
    {"channels", objects, "channel", 0, true}, {"name", string}, {"samplers", objects, "animation_sampler", 0, true}};
constexpr MemberRule channel[] = {{"sampler", size, {}, 0, true}, {"target", object, "channel_target", 0, true}};
constexpr MemberRule channel_target[] = {{"node", reference, "nodes"}, {"path", string, {}, 0, true}};
constexpr MemberRule animation_sampler[] = {
    {"input", reference, "accessors", 0, true}, {"interpolation", string}, {"output", reference, "accessors", 0, true}};
constexpr MemberRule view[] = {{"buffer", reference, "buffers", 0, true},
                               {"byteLength", size, {}, 0, true},
                               {"byteOffset", size},
                               {"byteStride", size},
                               {"extensions", object, "view_extensions"}};
constexpr MemberRule view_extensions[] = {{"EXT_meshopt_compression", object, "meshopt"}};
constexpr MemberRule meshopt[] = {{"buffer", reference, "buffers", 0, true},
                                  {"byteLength", size, {}, 0, true},
                                  {"byteOffset", size},
                                  {"byteStride", size, {}, 0, true},
                                  {"count", size, {}, 0, true},
                                  {"filter", string},
                                  {"mode", string, {}, 0, true}};
constexpr MemberRule buffer[] = {{"byteLength", size, {}, 0, true}, {"uri", string}};
constexpr MemberRule root_extensions[] = {{"KHR_lights_punctual", object, "light_list"}};
constexpr MemberRule light_list[] = {{"lights", objects, "light", 0, true}};
constexpr MemberRule light[] = {{"color", numbers, {}, 3}, {"intensity", number},    {"name", string},
                                {"range", number},         {"spot", object, "spot"}, {"type", string, {}, 0, true}};
constexpr MemberRule spot[] = {{"innerConeAngle", number}, {"outerConeAngle", number}};
constexpr MemberRule image[] = {{"bufferView", reference, "bufferViews"}, {"mimeType", string}, {"uri", string}};
constexpr MemberRule material[] = {{"alphaCutoff", number},
                                   {"alphaMode", string},
                                   {"doubleSided", boolean},
                                   {"emissiveFactor", numbers, {}, 3},
                                   {"emissiveTexture", object, "texture_use"},
                                   {"extensions", object, "material_extensions"},
                                   {"name", string},
                                   {"normalTexture", object, "texture_use"},
                                   {"occlusionTexture", object, "texture_use"},
                                   {"pbrMetallicRoughness", object, "pbr"}};
constexpr MemberRule pbr[] = {{"baseColorFactor", numbers, {}, 4},
                              {"baseColorTexture", object, "texture_use"},
                              {"metallicFactor", number},
                              {"metallicRoughnessTexture", object, "texture_use"},
                              {"roughnessFactor", number}};
constexpr MemberRule material_extensions[] = {{"KHR_materials_pbrSpecularGlossiness", object, "glossiness"}};
constexpr MemberRule glossiness[] = {{"diffuseFactor", numbers, {}, 4},
                                     {"diffuseTexture", object, "texture_use"},
                                     {"glossinessFactor", number},
                                     {"specularFactor", numbers, {}, 3},
                                     {"specularGlossinessTexture", object, "texture_use"}};
constexpr MemberRule texture_use[] = {
    {"extensions", object, "texture_use_extensions"}, {"index", reference, "textures", 0, true}, {"texCoord", size}};
constexpr MemberRule texture_use_extensions[] = {{"KHR_texture_transform", object, "texture_transform"}};
constexpr MemberRule texture_transform[] = {
    {"offset", numbers, {}, 2}, {"rotation", number}, {"scale", numbers, {}, 2}, {"texCoord", size}};
constexpr MemberRule mesh[] = {{"name", string}, {"primitives", objects, "primitive", 0, true}, {"weights", numbers}};
constexpr MemberRule primitive[] = {{"attributes", attributes, "accessors", 0, true},
                                    {"extensions", object, "primitive_extensions"},
                                    {"indices", reference, "accessors"},
                                    {"material", reference, "materials"},
                                    {"mode", size},
                                    {"targets", attribute_sets, "accessors"}};
constexpr MemberRule primitive_extensions[] = {{"KHR_draco_mesh_compression", object, "draco"}};
constexpr MemberRule draco[] = {{"attributes", attributes, {}, 0, true},
                                {"bufferView", reference, "bufferViews", 0, true}};
constexpr MemberRule node[] = {{"children", references, "nodes"},
                               {"extensions", object, "node_extensions"},
                               {"matrix", numbers, {}, 16},
                               {"mesh", reference, "meshes"},
                               {"name", string},
                               {"rotation", numbers, {}, 4},
                               {"scale", numbers, {}, 3},
                               {"skin", reference, "skins"},
                               {"translation", numbers, {}, 3},
                               {"weights", numbers}};
constexpr MemberRule node_extensions[] = {{"EXT_mesh_gpu_instancing", object, "instancing"},
                                          {"KHR_lights_punctual", object, "light_use"}};
constexpr MemberRule instancing[] = {{"attributes", attributes, "accessors", 0, true}};
constexpr MemberRule light_use[] = {{"light", size, {}, 0, true}};
constexpr MemberRule sampler[] = {{"wrapS", size}, {"wrapT", size}};
constexpr MemberRule scene[] = {{"name", string}, {"nodes", references, "nodes"}};
constexpr MemberRule skin[] = {{"inverseBindMatrices", reference, "accessors"},
                               {"joints", references, "nodes", 0, true},
                               {"name", string},
                               {"skeleton", reference, "nodes"}};
constexpr MemberRule texture[] = {
    {"extensions", object, "texture_extensions"}, {"sampler", reference, "samplers"}, {"source", reference, "images"}};
constexpr MemberRule texture_extensions[] = {{"EXT_texture_webp", object, "image_use"},
                                             {"KHR_texture_basisu", object, "image_use"}};
constexpr MemberRule image_use[] = {{"source", reference, "images"}};

struct Kind {
  std::string_view name;
  std::span<const MemberRule> rules;
};

constexpr Kind kinds[] = {{"root", root},
                          {"asset", asset},
                          {"accessor", accessor},
                          {"sparse", sparse},
                          {"sparse_indices", sparse_indices},
                          {"sparse_values", sparse_values},
                          {"animation", animation},
                          {"channel", channel},
                          {"channel_target", channel_target},
                          {"animation_sampler", animation_sampler},
                          {"view", view},
                          {"view_extensions", view_extensions},
                          {"meshopt", meshopt},
                          {"buffer", buffer},
                          {"root_extensions", root_extensions},
                          {"light_list", light_list},
                          {"light", light},
                          {"spot", spot},
                          {"image", image},
                          {"material", material},
                          {"pbr", pbr},
                          {"material_extensions", material_extensions},
                          {"glossiness", glossiness},
                          {"texture_use", texture_use},
                          {"texture_use_extensions", texture_use_extensions},
                          {"texture_transform", texture_transform},
                          {"mesh", mesh},
                          {"primitive", primitive},
                          {"primitive_extensions", primitive_extensions},
                          {"draco", draco},
                          {"node", node},
                          {"node_extensions", node_extensions},
                          {"instancing", instancing},
                          {"light_use", light_use},
                          {"sampler", sampler},
                          {"scene", scene},
                          {"skin", skin},
                          {"texture", texture},
                          {"texture_extensions", texture_extensions},
                          {"image_use", image_use}};

}  // namespace

std::span<const MemberRule> rules_of(std::string_view kind) {
  for (const Kind& known : kinds) {
    if (known.name == kind) return known.rules;
  }
  return {};
}

}  // namespace lodcook::cooker
