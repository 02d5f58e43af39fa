#include "manifest/level_fields.h"

namespace lodcook::manifest {

void write_numbers(JsonWriter& out, std::string_view key, const LevelError& error) {
  out.begin_object(key, JsonWriter::Layout::row);
  out.member("estimate", error.estimate);
  if (error.rms) out.member("rms", *error.rms);
  if (error.rms) out.member("rms_samples", error.rms_samples);
  if (error.measured) out.member("measured", *error.measured);
  if (error.bound) out.member("bound", *error.bound);
  if (error.slide) out.member("slide", *error.slide);
  out.end();
}

LevelError read_numbers(const JsonFields& fields) {
  LevelError error;
  for (const char* key : {"estimate", "rms", "measured", "bound", "slide"}) {
    if (fields.has(key) && !(fields.number(key) >= 0)) fields.refuse(key, "a number from 0 on is expected");
  }
  error.estimate = fields.number("estimate");
  error.rms = fields.optional_number("rms");
  if (error.rms) error.rms_samples = fields.count32("rms_samples");
  error.measured = fields.optional_number("measured");
  error.bound = fields.optional_number("bound");
  error.slide = fields.optional_number("slide");
  return error;
}

void write_draws(JsonWriter& out, const std::vector<LevelDraw>& draws) {
  out.begin_array("draws", JsonWriter::Layout::row);
  for (const LevelDraw& draw : draws) {
    out.begin_object();
    out.member("material", draw.material);
    out.member("triangles", draw.triangles);
    if (draw.source_draws) out.member("source_draws", *draw.source_draws);
    if (draw.placement) out.member("placement", *draw.placement);
    out.end();
  }
  out.end();
}

std::vector<LevelDraw> read_draws(const JsonFields& fields, std::size_t material_count) {
  std::vector<LevelDraw> draws;
  fields.each("draws", [&](const JsonFields& draw) {
    draws.push_back({draw.count32("material"), draw.count("triangles"), {}, {}});
    if (draw.has("source_draws")) draws.back().source_draws = draw.count32("source_draws");
    if (draw.has("placement")) draws.back().placement = draw.count32("placement");
    if (draws.back().material >= material_count) {
      draw.refuse("material", "there is no such material", ErrorCode::invalid_index);
    }
  });
  return draws;
}

void write_vector(JsonWriter& out, std::string_view key, const Vec3f& v) {
  out.begin_array(key, JsonWriter::Layout::row);
  for (const float number : {v.x, v.y, v.z}) out.element(number);
  out.end();
}

Vec3f read_vector(const JsonFields& fields, std::string_view key) {
  float v[3] = {};
  fields.numbers(key, v);
  return {v[0], v[1], v[2]};
}

void write_box(JsonWriter& out, const Aabb& box) {
  out.begin_object("box", JsonWriter::Layout::row);
  write_vector(out, "min", box.min);
  write_vector(out, "max", box.max);
  out.end();
}

Aabb read_box(const JsonFields& fields) {
  const JsonFields box = fields.object("box");
  return {read_vector(box, "min"), read_vector(box, "max")};
}

void write_normal_angle(JsonWriter& out, const std::optional<NormalAngle>& angle) {
  if (!angle) return;
  out.begin_object("normal_angle", JsonWriter::Layout::row);
  out.member("mean_degrees", angle->mean_degrees);
  out.member("worst_degrees", angle->worst_degrees);
  out.member("samples", angle->samples);
  out.end();
}

std::optional<NormalAngle> read_normal_angle(const JsonFields& fields) {
  if (!fields.has("normal_angle")) return std::nullopt;
  const JsonFields angle = fields.object("normal_angle");
  return NormalAngle{angle.number("mean_degrees"), angle.number("worst_degrees"), angle.count32("samples")};
}

}  // namespace lodcook::manifest
