#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/asset_manifest.h"
#include "manifest/json_fields.h"
#include "manifest/json_writer.h"
#include "manifest/words.h"

/// What levels, tiles and shared meshes have in common in the manifest.
namespace lodcook::manifest {

void write_numbers(JsonWriter& out, std::string_view key, const LevelError& error);
LevelError read_numbers(const JsonFields& fields);

void write_draws(JsonWriter& out, const std::vector<LevelDraw>& draws);
std::vector<LevelDraw> read_draws(const JsonFields& fields, std::size_t material_count);

/// Nothing is written for none.
void write_normal_angle(JsonWriter& out, const std::optional<NormalAngle>& angle);
std::optional<NormalAngle> read_normal_angle(const JsonFields& fields);

/// The "error" of LevelFacts or TileFacts.
template <class Facts>
void write_error(JsonWriter& out, const Facts& facts) {
  out.begin_object("error");
  write_numbers(out, "relative", facts.relative);
  write_numbers(out, "absolute", facts.absolute);
  out.begin_object("switch", JsonWriter::Layout::row);
  out.member("relative", facts.error_relative);
  out.member("absolute", facts.error_absolute);
  out.end();
  out.member("proof", word(facts.proof));
  out.end();
}

template <class Facts>
void read_error(const JsonFields& fields, Facts& facts) {
  facts.relative = read_numbers(fields.object("relative"));
  facts.absolute = read_numbers(fields.object("absolute"));
  const JsonFields switching = fields.object("switch");
  facts.error_relative = switching.number("relative");
  facts.error_absolute = switching.number("absolute");
  const std::string text = fields.string("proof");
  const std::optional<Proof> proof = proof_of(text);
  if (!proof) fields.refuse("proof", "the word \"" + text + "\" is not known");
  facts.proof = proof.value_or(Proof::none);
}

void write_vector(JsonWriter& out, std::string_view key, const Vec3f& v);
Vec3f read_vector(const JsonFields& fields, std::string_view key);

/// The "box" of TileFacts or SharedMeshFacts.
void write_box(JsonWriter& out, const Aabb& box);
Aabb read_box(const JsonFields& fields);

/// Where TileFacts or SharedMeshFacts are stored and what that holds.
template <class Facts>
void write_stored(JsonWriter& out, const Facts& facts) {
  write_box(out, facts.box);
  out.member("triangles", facts.triangles);
  out.member("vertices", facts.vertices);
  out.member("bytes", facts.bytes);
  out.member("decoded_bytes", facts.decoded_bytes);
  out.member("offset", facts.offset);
  out.member("hash", facts.hash);
}

template <class Facts>
void read_stored(const JsonFields& fields, Facts& facts) {
  facts.box = read_box(fields);
  facts.triangles = fields.count("triangles");
  facts.vertices = fields.count("vertices");
  facts.bytes = fields.count("bytes");
  facts.decoded_bytes = fields.count("decoded_bytes");
  facts.offset = fields.count("offset");
  facts.hash = hash_text(fields, "hash");
}

}  // namespace lodcook::manifest
