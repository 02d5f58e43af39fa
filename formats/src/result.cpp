#include "lodcook/result.h"

namespace lodcook {

const char* error_name(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::unknown_key: return "unknown_key";
    case ErrorCode::invalid_value: return "invalid_value";
    case ErrorCode::cannot_open: return "cannot_open";
    case ErrorCode::cannot_read: return "cannot_read";
    case ErrorCode::cannot_write: return "cannot_write";
    case ErrorCode::not_found: return "not_found";
    case ErrorCode::out_of_memory: return "out_of_memory";
    case ErrorCode::unsupported_format: return "unsupported_format";
    case ErrorCode::unsupported_feature: return "unsupported_feature";
    case ErrorCode::malformed: return "malformed";
    case ErrorCode::truncated: return "truncated";
    case ErrorCode::invalid_index: return "invalid_index";
    case ErrorCode::non_finite: return "non_finite";
    case ErrorCode::no_triangles: return "no_triangles";
    case ErrorCode::missing_dependency: return "missing_dependency";
    case ErrorCode::forbidden_path: return "forbidden_path";
    case ErrorCode::importer_crashed: return "importer_crashed";
    case ErrorCode::importer_timeout: return "importer_timeout";
    case ErrorCode::inconsistent: return "inconsistent";
    case ErrorCode::bad_magic: return "bad_magic";
    case ErrorCode::unsupported_version: return "unsupported_version";
    case ErrorCode::unknown_required_feature: return "unknown_required_feature";
    case ErrorCode::header_hash_mismatch: return "header_hash_mismatch";
    case ErrorCode::size_mismatch: return "size_mismatch";
    case ErrorCode::reserved_not_zero: return "reserved_not_zero";
    case ErrorCode::index_hash_mismatch: return "index_hash_mismatch";
    case ErrorCode::bad_chunk_table: return "bad_chunk_table";
    case ErrorCode::bad_object_table: return "bad_object_table";
    case ErrorCode::bad_level_table: return "bad_level_table";
    case ErrorCode::bad_tile_table: return "bad_tile_table";
    case ErrorCode::bad_string: return "bad_string";
    case ErrorCode::chunk_hash_mismatch: return "chunk_hash_mismatch";
    case ErrorCode::decode_failed: return "decode_failed";
    case ErrorCode::decoded_hash_mismatch: return "decoded_hash_mismatch";
    case ErrorCode::unknown_codec: return "unknown_codec";
    case ErrorCode::bad_draw_table: return "bad_draw_table";
    case ErrorCode::bad_attribute_table: return "bad_attribute_table";
    case ErrorCode::bad_scene_table: return "bad_scene_table";
    case ErrorCode::over_limit: return "over_limit";
    case ErrorCode::over_memory_budget: return "over_memory_budget";
    case ErrorCode::over_chunk_limit: return "over_chunk_limit";
    case ErrorCode::over_tile_limit: return "over_tile_limit";
    case ErrorCode::over_level_limit: return "over_level_limit";
    case ErrorCode::over_index_limit: return "over_index_limit";
    case ErrorCode::over_string_limit: return "over_string_limit";
    case ErrorCode::over_triangle_limit: return "over_triangle_limit";
    case ErrorCode::over_file_size_limit: return "over_file_size_limit";
    case ErrorCode::over_mesh_limit: return "over_mesh_limit";
    case ErrorCode::over_depth_limit: return "over_depth_limit";
    case ErrorCode::over_memory_limit: return "over_memory_limit";
    case ErrorCode::internal: return "internal";
    case ErrorCode::library_failure: return "library_failure";
    case ErrorCode::verification_difference: return "verification_difference";
  }
  return "unknown";
}

std::string to_string(const Error& error) {
  std::string text = error.place.empty() ? std::string() : error.place + ": ";
  text += error.message;
  text += " (";
  text += error_name(error.code);
  text += ", ";
  text += std::to_string(static_cast<std::uint32_t>(error.code));
  text += ")";
  return text;
}

}  // namespace lodcook
