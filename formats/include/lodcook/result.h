#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

/// Errors as values. Nothing in lodcook throws across a function of its own.
namespace lodcook {

/// Stable numbers: once released, a number keeps its meaning. The hundreds are the exit code of a command on one file
/// (1 usage or configuration, 2 reading or writing, 3 invalid input, 4 over a limit, 5 internal, 6 a difference).
enum class ErrorCode : std::uint32_t {
  // 1xx usage and configuration
  invalid_argument = 101,
  unknown_key = 102,
  invalid_value = 103,

  // 2xx the outside world
  cannot_open = 201,
  cannot_read = 202,
  cannot_write = 203,
  not_found = 204,
  out_of_memory = 205,

  // 3xx an input that is not what it claims
  unsupported_format = 301,
  unsupported_feature = 302,  // a required extension, by name
  malformed = 303,            // the syntax is broken
  truncated = 304,
  invalid_index = 305,
  non_finite = 306,
  no_triangles = 307,
  missing_dependency = 308,  // a file that the input names is not there
  forbidden_path = 309,      // a file that the input names lies outside the allowed roots
  importer_crashed = 310,
  importer_timeout = 311,
  inconsistent = 312,  // counts, sizes or references disagree

  // 32x a container that is not what it claims (the reader's checks, in their order)
  bad_magic = 320,
  unsupported_version = 321,
  unknown_required_feature = 322,
  header_hash_mismatch = 323,
  size_mismatch = 324,
  reserved_not_zero = 325,
  index_hash_mismatch = 326,
  bad_chunk_table = 327,
  bad_object_table = 328,
  bad_level_table = 329,
  bad_tile_table = 330,
  bad_string = 331,
  chunk_hash_mismatch = 332,
  decode_failed = 333,
  decoded_hash_mismatch = 334,
  unknown_codec = 335,
  bad_draw_table = 336,
  bad_attribute_table = 337,
  bad_scene_table = 338,  // materials, textures, joints, placements, lights

  // 4xx over a limit
  over_limit = 401,
  over_memory_budget = 402,
  over_chunk_limit = 403,
  over_tile_limit = 404,
  over_level_limit = 405,
  over_index_limit = 406,
  over_string_limit = 407,
  over_triangle_limit = 408,
  over_file_size_limit = 409,
  over_mesh_limit = 410,
  over_depth_limit = 411,
  over_memory_limit = 412,  // of a worker process

  // 5xx our own or a library's failure
  internal = 501,
  library_failure = 502,

  // 6xx verification
  verification_difference = 601,
};

/// What went wrong and where.
struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;  ///< The fact, in one sentence, without the place.
  std::string place;    ///< File, node, chunk or offset; may be empty.
};

/// The exit code a command on one file ends with for this error: the hundreds of its number.
constexpr int exit_code(ErrorCode code) noexcept { return static_cast<int>(code) / 100; }

/// The stable name of a code, as it is spelt in the enumeration.
const char* error_name(ErrorCode code) noexcept;

/// "place: message (name, number)", or without the place where there is none.
std::string to_string(const Error& error);

/// Either a value or an Error. Reading the wrong one is a bug and asserts.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool ok() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  T& value() & noexcept { return *checked<0>(); }
  const T& value() const& noexcept { return *checked<0>(); }
  T&& value() && noexcept { return std::move(*checked<0>()); }
  T& operator*() & noexcept { return value(); }
  const T& operator*() const& noexcept { return value(); }
  T&& operator*() && noexcept { return std::move(*this).value(); }
  T* operator->() noexcept { return checked<0>(); }
  const T* operator->() const noexcept { return checked<0>(); }

  Error& error() & noexcept { return *checked<1>(); }
  const Error& error() const& noexcept { return *checked<1>(); }
  Error&& error() && noexcept { return std::move(*checked<1>()); }

 private:
  template <std::size_t I>
  auto* checked() noexcept {
    assert(state_.index() == I);
    return std::get_if<I>(&state_);
  }
  template <std::size_t I>
  const auto* checked() const noexcept {
    assert(state_.index() == I);
    return std::get_if<I>(&state_);
  }

  std::variant<T, Error> state_;
};

/// The value of a Result that has nothing to say but that it worked.
struct Done {};

using Status = Result<Done>;

}  // namespace lodcook
