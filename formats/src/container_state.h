#pragma once

#include <memory>

#include "formats/src/container_tables.h"
#include "formats/src/records.h"
#include "formats/src/zstd_contexts.h"
#include "lodcook/byte_source.h"
#include "lodcook/limits.h"
#include "lodcook/loader.h"

namespace lodcook {

struct Container::State {
  std::unique_ptr<ByteSource> source;
  Limits limits;
  format::HeaderRecord header{};
  format::ContainerTables tables;
  format::ZstdContexts contexts;
};

}  // namespace lodcook
