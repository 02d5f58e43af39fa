#pragma once

#include <vector>

#include "formats/src/mutex.h"

struct ZSTD_DCtx_s;

namespace lodcook::format {

/// Decompression contexts that are kept for the next tile: making one anew takes as long as decoding a small tile.
/// There are never more than calls at one time. May be used from any thread.
class ZstdContexts {
 public:
  ZstdContexts() = default;
  ZstdContexts(const ZstdContexts&) = delete;
  ZstdContexts& operator=(const ZstdContexts&) = delete;
  ~ZstdContexts();

  /// A context for the caller alone, or null where there is no memory.
  ZSTD_DCtx_s* take();
  void give_back(ZSTD_DCtx_s* context);

 private:
  Mutex mutex_;
  std::vector<ZSTD_DCtx_s*> idle_;
};

}  // namespace lodcook::format
