#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "cooker/app/cook_file.h"

/// What a program and its workers say to each other, as frames of wire.h.
namespace lodcook::cooker {

std::string encode_job(const CookJob& job);
std::optional<CookJob> decode_job(std::string_view payload);

/// The import is done; the limits of what follows depend on the number of triangles.
struct Imported {
  std::uint64_t triangles = 0;
};

using WorkerAnswer = std::variant<Imported, CookFacts, Error>;

std::string encode_answer(const WorkerAnswer& answer);
std::optional<WorkerAnswer> decode_answer(std::string_view payload);

}  // namespace lodcook::cooker
