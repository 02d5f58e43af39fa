#include "cooker/app/setting_keys.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <charconv>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "manifest/json_writer.h"

namespace lodcook::cooker {

namespace {

using manifest::JsonValue;
using Folder = std::filesystem::path;

template <class Number>
std::string number_text(Number value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

/// Bounds of a number; an open end is itself not allowed.
struct Range {
  double low = 0, high = 0;
  bool open = false;  ///< At the low end.

  [[nodiscard]] bool holds(double value) const { return (open ? value > low : value >= low) && value <= high; }
  [[nodiscard]] std::string words() const {
    return (open ? "above " : "from ") + number_text(low) + (open ? " up to " : " to ") + number_text(high);
  }
};

template <class Field>
using FieldType = std::remove_reference_t<std::invoke_result_t<Field, CookSettings&>>;

template <class Field>
SettingKey real(std::string path, Range range, Field field) {
  const auto set = [=](CookSettings& settings, const JsonValue& value, const Folder&) -> std::string {
    const bool good = value.kind == JsonValue::Kind::number && range.holds(value.number);
    if (!good) return "a number " + range.words();
    field(settings) = static_cast<FieldType<Field>>(value.number);
    return {};
  };
  return {std::move(path), set, [=](const CookSettings& settings) { return number_text(field(settings)); }};
}

template <class Field>
SettingKey whole(std::string path, Range range, Field field) {
  const auto set = [=](CookSettings& settings, const JsonValue& value, const Folder&) -> std::string {
    const bool good = value.kind == JsonValue::Kind::number && value.is_integer && range.holds(value.number);
    if (!good) return "a whole number " + range.words();
    field(settings) = static_cast<FieldType<Field>>(value.integer);
    return {};
  };
  return {std::move(path), set, [=](const CookSettings& settings) { return number_text(field(settings)); }};
}

/// A whole number of a few.
template <class Field>
SettingKey one_of(std::string path, std::vector<std::uint32_t> choices, Field field) {
  const auto set = [=](CookSettings& settings, const JsonValue& value, const Folder&) -> std::string {
    const bool good = value.is_integer && !value.is_negative &&
                      std::find(choices.begin(), choices.end(), value.integer) != choices.end();
    if (good) {
      field(settings) = static_cast<FieldType<Field>>(value.integer);
      return {};
    }
    std::string expected = "one of";
    for (const std::uint32_t choice : choices) expected += " " + number_text(choice);
    return expected;
  };
  return {std::move(path), set, [=](const CookSettings& settings) { return number_text(field(settings)); }};
}

template <class Field>
SettingKey flag(std::string path, Field field) {
  const auto set = [=](CookSettings& settings, const JsonValue& value, const Folder&) -> std::string {
    if (value.kind != JsonValue::Kind::boolean) return "true or false";
    field(settings) = value.boolean;
    return {};
  };
  return {std::move(path), set,
          [=](const CookSettings& settings) { return std::string(field(settings) ? "true" : "false"); }};
}

template <class Value>
struct Word {
  const char* text;
  Value value;
};

template <class Value, class Field>
SettingKey word(std::string path, std::vector<Word<Value>> words, Field field) {
  const auto set = [=](CookSettings& settings, const JsonValue& value, const Folder&) -> std::string {
    std::string expected = "one of";
    for (const Word<Value>& known : words) {
      if (value.kind == JsonValue::Kind::string && value.string == known.text) {
        field(settings) = known.value;
        return {};
      }
      expected += std::string(" \"") + known.text + "\"";
    }
    return expected;
  };
  const auto recorded = [=](const CookSettings& settings) {
    for (const Word<Value>& known : words) {
      if (known.value == field(settings)) return std::string("\"").append(known.text).append("\"");
    }
    return std::string("\"\"");
  };
  return {std::move(path), set, recorded};
}

std::string set_allowed_roots(CookSettings& settings, const JsonValue& value, const Folder& folder) {
  std::vector<Folder> roots;
  const auto is_path = [](const JsonValue& v) { return v.kind == JsonValue::Kind::string && !v.string.empty(); };
  if (is_path(value)) roots.push_back(folder / value.string);
  for (const JsonValue& element : value.elements) {
    if (is_path(element)) roots.push_back(folder / element.string);
  }
  const bool all = value.kind == JsonValue::Kind::array && roots.size() == value.elements.size();
  if (!all && value.kind != JsonValue::Kind::string) return "a list of folders";
  if (!all && roots.empty()) return "a list of folders";
  settings.import.allowed_roots = std::move(roots);
  return {};
}

/// A limit: it refuses assets and never shows in the output.
SettingKey unrecorded(SettingKey key) {
  key.recorded = nullptr;
  return key;
}

// The last argument of each reaches the field, for reading and for writing.

void add_view(std::vector<SettingKey>& keys) {
  keys.push_back(real(
      "view.fov_y_degrees", {0, 179, true}, [](auto& s) -> auto& { return s.view.fov_y_degrees; }));
  keys.push_back(real(
      "view.height_px", {0, 1e6, true}, [](auto& s) -> auto& { return s.view.height_px; }));
  keys.push_back(real(
      "view.pixel_error", {0, 1e4, true}, [](auto& s) -> auto& { return s.view.pixel_error; }));
}

void add_chain(std::vector<SettingKey>& keys) {
  keys.push_back(real(
      "ratio", {0, 0.95, true}, [](auto& s) -> auto& { return s.chain.ratio; }));
  keys.push_back(whole(
      "max_levels", {1, 32}, [](auto& s) -> auto& { return s.chain.max_levels; }));  // Limits::max_levels_per_object
  keys.push_back(whole(
      "triangle_floor", {1, 1e8}, [](auto& s) -> auto& { return s.chain.triangle_floor; }));
  keys.push_back(real(
      "max_error", {0, 1}, [](auto& s) -> auto& { return s.chain.max_error; }));
  keys.push_back(real(
      "normal_weight", {0, 1000}, [](auto& s) -> auto& { return s.chain.normal_weight; }));
  keys.push_back(real(
      "uv_weight", {0, 1000}, [](auto& s) -> auto& { return s.chain.uv_weight; }));
  keys.push_back(real(
      "color_weight", {0, 1000}, [](auto& s) -> auto& { return s.chain.color_weight; }));
  keys.push_back(real(
      "skin_weight", {0, 1000}, [](auto& s) -> auto& { return s.chain.skin_weight; }));
  keys.push_back(flag(
      "lock_border", [](auto& s) -> auto& { return s.chain.lock_border; }));
  keys.push_back(word<VertexOrder>(
      "order", {{"size", VertexOrder::size}, {"gpu", VertexOrder::gpu}},
      [](auto& s) -> auto& { return s.chain.order; }));
  keys.push_back(word<bool>(
      "prove", {{"off", false}, {"on", true}}, [](auto& s) -> auto& { return s.pack.prove; }));
  keys.push_back(word<bool>(
      "switch_on", {{"all", true}, {"shape", false}}, [](auto& s) -> auto& { return s.pack.slide_switches; }));
}

/// Files that hold the coarser levels of an asset.
SettingKey level_list() {
  const auto set = [](CookSettings& settings, const JsonValue& value, const Folder&) -> std::string {
    std::vector<std::string> files;
    for (const JsonValue& element : value.elements) {
      const bool good = element.kind == JsonValue::Kind::string && !element.string.empty();
      if (!good || value.kind != JsonValue::Kind::array) return "a list of files";
      files.push_back(element.string);
    }
    if (value.kind != JsonValue::Kind::array) return "a list of files";
    settings.levels = std::move(files);
    return {};
  };
  const auto recorded = [](const CookSettings& settings) {
    if (settings.levels.empty()) return std::string();
    JsonValue list;
    list.kind = JsonValue::Kind::array;
    for (const std::string& file : settings.levels) {
      JsonValue& element = list.elements.emplace_back();
      element.kind = JsonValue::Kind::string;
      element.string = file;
    }
    return manifest::compact_json(list);
  };
  return {"levels", set, recorded};
}

void add_scene(std::vector<SettingKey>& keys) {
  keys.push_back(word<bool>(
      "authored", {{"auto", true}, {"off", false}}, [](auto& s) -> auto& { return s.scene.authored; }));
  keys.push_back(level_list());
  keys.push_back(word<Grouping>(
      "group", {{"model", Grouping::model}, {"node", Grouping::node}, {"mesh", Grouping::mesh}},
      [](auto& s) -> auto& { return s.scene.grouping; }));
  keys.push_back(whole(
      "skin_influences", {1, 8}, [](auto& s) -> auto& { return s.scene.skin_influences; }));
  keys.push_back(whole(
      "pose_samples", {0, 16}, [](auto& s) -> auto& { return s.scene.pose_samples; }));
  keys.push_back(real(
      "weld_tolerance", {0, 0.1}, [](auto& s) -> auto& { return s.scene.weld_tolerance; }));
}

/// One length for all axes, or a list of three.
SettingKey cell_size() {
  const std::string expected = "a length from 0 to 1e30, or a list of three";
  const auto good = [](const JsonValue& value) {
    return value.kind == JsonValue::Kind::number && value.number >= 0 && value.number <= 1e30;
  };
  const auto set = [=](CookSettings& settings, const JsonValue& value, const Folder&) -> std::string {
    float sides[3] = {};
    for (std::size_t i = 0; i < 3; ++i) {
      const bool list = value.kind == JsonValue::Kind::array && value.elements.size() == 3;
      const JsonValue& side = list ? value.elements[i] : value;
      if (!good(side)) return expected;
      sides[i] = static_cast<float>(side.number);
    }
    settings.tiles.plan.cell_size = {sides[0], sides[1], sides[2]};
    return {};
  };
  const auto recorded = [](const CookSettings& settings) {
    const Vec3f size = settings.tiles.plan.cell_size;
    return "[" + number_text(size.x) + "," + number_text(size.y) + "," + number_text(size.z) + "]";
  };
  return {"tiles.size", set, recorded};
}

void add_tiles(std::vector<SettingKey>& keys) {
  keys.push_back(word<TileMode>(
      "tiles.mode",
      {{"off", TileMode::off}, {"auto", TileMode::automatic}, {"tree", TileMode::tree}, {"flat", TileMode::flat}},
      [](auto& s) -> auto& { return s.tiles.mode; }));
  keys.push_back(whole(
      "tiles.triangles", {1, 1e8}, [](auto& s) -> auto& { return s.tiles.plan.budget; }));
  keys.push_back(whole(
      "tiles.auto_triangles", {1, 1e8}, [](auto& s) -> auto& { return s.tiles.automatic_triangles; }));
  keys.push_back(flag(
      "tiles.instances", [](auto& s) -> auto& { return s.tiles.instances; }));
  keys.push_back(flag(
      "tiles.lock_open_borders", [](auto& s) -> auto& { return s.tiles.lock_open_borders; }));
  keys.push_back(word<TileAxes>(
      "tiles.axes", {{"auto", TileAxes::automatic}, {"xz", TileAxes::xz}, {"xyz", TileAxes::xyz}},
      [](auto& s) -> auto& { return s.tiles.plan.axes; }));
  keys.push_back(cell_size());
}

void add_pack(std::vector<SettingKey>& keys) {
  keys.push_back(one_of(
      "quantisation.position_bits", {0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24},
      [](auto& s) -> auto& { return s.pack.position_bits; }));
  keys.push_back(one_of(
      "quantisation.normal_bits", {8, 10, 12}, [](auto& s) -> auto& { return s.pack.normal_bits; }));
  keys.push_back(whole(
      "quantisation.uv_bits", {8, 16}, [](auto& s) -> auto& { return s.pack.uv_bits; }));
  keys.push_back(one_of(
      "quantisation.color_bits", {8, 16}, [](auto& s) -> auto& { return s.pack.color_bits; }));
  keys.push_back(flag(
      "quantisation.lossless", [](auto& s) -> auto& { return s.pack.lossless; }));
  keys.push_back(flag(
      "compression.meshopt", [](auto& s) -> auto& { return s.pack.meshopt; }));
  keys.push_back(whole(
      "compression.zstd_level", {0, 22}, [](auto& s) -> auto& { return s.pack.zstd_level; }));
}

void add_draw(std::vector<SettingKey>& keys) {
  keys.push_back(real(
      "bias", {0, 1e6, true}, [](auto& s) -> auto& { return s.draw.bias; }));
  keys.push_back(flag(
      "ignore_global_bias", [](auto& s) -> auto& { return s.draw.ignore_global_bias; }));
  keys.push_back(real(
      "cull_screen_height", {0, 10}, [](auto& s) -> auto& { return s.draw.cull_screen_height; }));
  keys.push_back(word<DetailPolicy>(
      "policy", {{"all", DetailPolicy::all}, {"near", DetailPolicy::near}, {"none", DetailPolicy::none}},
      [](auto& s) -> auto& { return s.draw.policy; }));
}

SettingKey triangle_limit() {
  constexpr Range range{1, 4294967295.0 / 3};  // corners are counted in 32 bits
  return {"limits.triangles",
          [=](CookSettings& settings, const JsonValue& value, const Folder&) -> std::string {
            if (!value.is_integer || !range.holds(value.number)) return "a whole number " + range.words();
            settings.import.max_triangles = value.integer;
            settings.scene.max_triangles = value.integer;
            return {};
          },
          nullptr};
}

/// A limit in MiB that is kept in bytes.
template <class Field>
SettingKey mebibytes(std::string path, Field field) {
  constexpr Range range{1, 1U << 24};  // 16 TiB
  return {std::move(path),
          [=](CookSettings& settings, const JsonValue& value, const Folder&) -> std::string {
            if (!value.is_integer || !range.holds(value.number)) return "a whole number " + range.words();
            field(settings) = value.integer << 20U;
            return {};
          },
          nullptr};
}

void add_limits(std::vector<SettingKey>& keys) {
  keys.push_back(triangle_limit());
  keys.push_back(mebibytes(
      "limits.asset_mib", [](auto& s) -> auto& { return s.import.max_asset_bytes; }));
  keys.push_back(mebibytes(
      "limits.reference_mib", [](auto& s) -> auto& { return s.import.max_reference_bytes; }));
  keys.push_back(unrecorded(whole(
      "limits.meshes", {1, 1e9}, [](auto& s) -> auto& { return s.import.max_meshes; })));
  keys.push_back(unrecorded(whole(
      "limits.depth", {1, 1e5}, [](auto& s) -> auto& { return s.import.max_depth; })));
  keys.push_back(unrecorded(whole(
      "limits.memory_mib", {1, 1U << 24}, [](auto& s) -> auto& { return s.worker.memory_mib; })));
  keys.push_back(unrecorded(real(
      "limits.time_seconds", {0, 1e7, true}, [](auto& s) -> auto& { return s.worker.time_seconds; })));
  keys.push_back(unrecorded(whole(
      "limits.memory_bytes_per_triangle", {0, 1e6},
      [](auto& s) -> auto& { return s.worker.memory_bytes_per_triangle; })));
  keys.push_back(unrecorded(real(
      "limits.time_ms_per_triangle", {0, 1e6}, [](auto& s) -> auto& { return s.worker.time_ms_per_triangle; })));
  keys.push_back({"allowed_roots", set_allowed_roots, nullptr});
}

std::vector<SettingKey> make_keys() {
  std::vector<SettingKey> keys;
  add_view(keys);
  add_chain(keys);
  add_scene(keys);
  add_tiles(keys);
  add_pack(keys);
  add_draw(keys);
  add_limits(keys);
  std::sort(keys.begin(), keys.end(), [](const SettingKey& a, const SettingKey& b) { return a.path < b.path; });
  return keys;
}

}  // namespace

const std::vector<SettingKey>& setting_keys() {
  static const std::vector<SettingKey> keys = make_keys();
  return keys;
}

}  // namespace lodcook::cooker
