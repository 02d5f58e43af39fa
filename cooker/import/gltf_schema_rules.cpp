#include "cooker/import/gltf_schema_rules.h"

namespace lodcook::cooker {
namespace {

using enum JsonShape;

constexpr MemberRule root[] = {
    {"asset", "asset", object, 0, true}, {"accessors", "accessor", objects}, {"animations", "animation", objects},
    {"bufferViews", "view", objects},    {"buffers", "buffer", objects},     {"extensions", "root_extensions", object},
    {"extensionsRequired", {}, strings}, {"extensionsUsed", {}, strings},    {"images", "image", objects},
    {"materials", "material", objects},  {"meshes", "mesh", objects},        {"nodes", "node", objects},
    {"samplers", "sampler", objects},    {"scene", "scenes", reference},     {"scenes", "scene", objects},
    {"skins", "skin", objects},          {"textures", "texture", objects}};
constexpr MemberRule asset[] = {{"version", {}, string, 0, true}, {"minVersion", {}, string}};
constexpr MemberRule accessor[] = {{"bufferView", "bufferViews", reference},
                                   {"byteOffset", {}, size},
                                   {"componentType", {}, size, 0, true},
                                   {"count", {}, size, 0, true},
                                   {"normalized", {}, boolean},
                                   {"sparse", "sparse", object},
                                   {"type", {}, string, 0, true}};
constexpr MemberRule sparse[] = {{"count", {}, size, 0, true},
                                 {"indices", "sparse_indices", object, 0, true},
                                 {"values", "sparse_values", object, 0, true}};
constexpr MemberRule sparse_indices[] = {
    {"bufferView", "bufferViews", reference, 0, true}, {"byteOffset", {}, size}, {"componentType", {}, size, 0, true}};
constexpr MemberRule sparse_values[] = {{"bufferView", "bufferViews", reference, 0, true}, {"byteOffset", {}, size}};
constexpr MemberRule animation[] = {{"channels", "channel", objects, 0, true},
                                    {"name", {}, string},
                                    {"samplers", "animation_sampler", objects, 0, true}};
constexpr MemberRule channel[] = {{"sampler", {}, size, 0, true}, {"target", "channel_target", object, 0, true}};
constexpr MemberRule channel_target[] = {{"node", "nodes", reference}, {"path", {}, string, 0, true}};
constexpr MemberRule animation_sampler[] = {{"input", "accessors", reference, 0, true},
                                            {"interpolation", {}, string},
                                            {"output", "accessors", reference, 0, true}};
constexpr MemberRule view[] = {{"buffer", "buffers", reference, 0, true},
                               {"byteLength", {}, size, 0, true},
                               {"byteOffset", {}, size},
                               {"byteStride", {}, size},
                               {"extensions", "view_extensions", object}};
constexpr MemberRule view_extensions[] = {{"EXT_meshopt_compression", "meshopt", object}};
constexpr MemberRule meshopt[] = {{"buffer", "buffers", reference, 0, true},
                                  {"byteLength", {}, size, 0, true},
                                  {"byteOffset", {}, size},
                                  {"byteStride", {}, size, 0, true},
                                  {"count", {}, size, 0, true},
                                  {"filter", {}, string},
                                  {"mode", {}, string, 0, true}};
constexpr MemberRule buffer[] = {{"byteLength", {}, size, 0, true}, {"uri", {}, string}};
constexpr MemberRule root_extensions[] = {{"KHR_lights_punctual", "light_list", object}};
constexpr MemberRule light_list[] = {{"lights", "light", objects, 0, true}};
constexpr MemberRule light[] = {{"color", {}, numbers, 3}, {"intensity", {}, number}, {"name", {}, string},
                                {"range", {}, number},     {"spot", "spot", object},  {"type", {}, string, 0, true}};
constexpr MemberRule spot[] = {{"innerConeAngle", {}, number}, {"outerConeAngle", {}, number}};
constexpr MemberRule image[] = {
    {"bufferView", "bufferViews", reference}, {"mimeType", {}, string}, {"uri", {}, string}};
constexpr MemberRule material[] = {{"alphaCutoff", {}, number},
                                   {"alphaMode", {}, string},
                                   {"doubleSided", {}, boolean},
                                   {"emissiveFactor", {}, numbers, 3},
                                   {"emissiveTexture", "texture_use", object},
                                   {"extensions", "material_extensions", object},
                                   {"name", {}, string},
                                   {"normalTexture", "texture_use", object},
                                   {"occlusionTexture", "texture_use", object},
                                   {"pbrMetallicRoughness", "pbr", object}};
constexpr MemberRule pbr[] = {{"baseColorFactor", {}, numbers, 4},
                              {"baseColorTexture", "texture_use", object},
                              {"metallicFactor", {}, number},
                              {"metallicRoughnessTexture", "texture_use", object},
                              {"roughnessFactor", {}, number}};
constexpr MemberRule material_extensions[] = {{"KHR_materials_pbrSpecularGlossiness", "glossiness", object}};
constexpr MemberRule glossiness[] = {{"diffuseFactor", {}, numbers, 4},
                                     {"diffuseTexture", "texture_use", object},
                                     {"glossinessFactor", {}, number},
                                     {"specularFactor", {}, numbers, 3},
                                     {"specularGlossinessTexture", "texture_use", object}};
constexpr MemberRule texture_use[] = {{"extensions", "texture_use_extensions", object},
                                      {"index", "textures", reference, 0, true},
                                      {"texCoord", {}, size}};
constexpr MemberRule texture_use_extensions[] = {{"KHR_texture_transform", "texture_transform", object}};
constexpr MemberRule texture_transform[] = {
    {"offset", {}, numbers, 2}, {"rotation", {}, number}, {"scale", {}, numbers, 2}, {"texCoord", {}, size}};
constexpr MemberRule mesh[] = {
    {"name", {}, string}, {"primitives", "primitive", objects, 0, true}, {"weights", {}, numbers}};
constexpr MemberRule primitive[] = {{"attributes", "accessors", attributes, 0, true},
                                    {"extensions", "primitive_extensions", object},
                                    {"indices", "accessors", reference},
                                    {"material", "materials", reference},
                                    {"mode", {}, size},
                                    {"targets", "accessors", attribute_sets}};
constexpr MemberRule primitive_extensions[] = {{"KHR_draco_mesh_compression", "draco", object}};
constexpr MemberRule draco[] = {{"attributes", {}, attributes, 0, true},
                                {"bufferView", "bufferViews", reference, 0, true}};
constexpr MemberRule node[] = {{"children", "nodes", references},
                               {"extensions", "node_extensions", object},
                               {"matrix", {}, numbers, 16},
                               {"mesh", "meshes", reference},
                               {"name", {}, string},
                               {"rotation", {}, numbers, 4},
                               {"scale", {}, numbers, 3},
                               {"skin", "skins", reference},
                               {"translation", {}, numbers, 3},
                               {"weights", {}, numbers}};
constexpr MemberRule node_extensions[] = {{"EXT_mesh_gpu_instancing", "instancing", object},
                                          {"KHR_lights_punctual", "light_use", object}};
constexpr MemberRule instancing[] = {{"attributes", "accessors", attributes, 0, true}};
constexpr MemberRule light_use[] = {{"light", {}, size, 0, true}};
constexpr MemberRule sampler[] = {{"wrapS", {}, size}, {"wrapT", {}, size}};
constexpr MemberRule scene[] = {{"name", {}, string}, {"nodes", "nodes", references}};
constexpr MemberRule skin[] = {{"inverseBindMatrices", "accessors", reference},
                               {"joints", "nodes", references, 0, true},
                               {"name", {}, string},
                               {"skeleton", "nodes", reference}};
constexpr MemberRule texture[] = {
    {"extensions", "texture_extensions", object}, {"sampler", "samplers", reference}, {"source", "images", reference}};
constexpr MemberRule texture_extensions[] = {{"EXT_texture_webp", "image_use", object},
                                             {"KHR_texture_basisu", "image_use", object}};
constexpr MemberRule image_use[] = {{"source", "images", reference}};

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
