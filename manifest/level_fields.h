#pragma once

#include <vector>

#include "manifest/asset_manifest.h"
#include "manifest/json_fields.h"
#include "manifest/json_writer.h"
#include "manifest/words.h"

/// What levels and tiles have in common in the manifest.
namespace lodcook::manifest {

void write_numbers(JsonWriter& out, std::string_view key, const LevelError& error);
LevelError read_numbers(const JsonFields& fields);

void write_draws(JsonWriter& out, const std::vector<LevelDraw>& draws);
std::vector<LevelDraw> read_draws(const JsonFields& fields, std::size_t material_count);

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

}  // namespace lodcook::manifest
