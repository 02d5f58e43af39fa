#pragma once

#include <string_view>
#include <vector>

#include "manifest/folder_index.h"
#include "manifest/json_writer.h"

/// The lists that the index and the cook's report share.
namespace lodcook::manifest {

/// Both sort by source, bytewise.
void write_skipped(JsonWriter& out, std::vector<SkippedSource> skipped);
void write_failed(JsonWriter& out, std::vector<FailedSource> failed);

/// Members code (the number), name, message and, where it is not empty, place.
void write_error(JsonWriter& out, std::string_view key, const Error& error);

}  // namespace lodcook::manifest
