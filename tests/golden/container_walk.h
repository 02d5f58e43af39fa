#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lodcook/loader.h"

namespace lodcook::test {

/// Opens the bytes and loads every tile, shared mesh, draw origin and shared reason. Fails with the first error;
/// besides, fails with `internal` where a loaded tile breaks a promise of loader.h: an index not below vertex_count,
/// bytes of another size than declared or not 64-byte aligned, or a position that is not finite.
Status open_and_load_all(std::span<const std::byte> file, const Limits& limits = {});

/// Makes every hash right again after a change, as an attacker would: header, index, content and, where the index can
/// be read, those of every chunk as stored and as decoded.
void repair_hashes(std::vector<std::byte>& file);

std::vector<std::byte> read_whole(const char* path);

}  // namespace lodcook::test
