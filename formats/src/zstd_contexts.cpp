#include "formats/src/zstd_contexts.h"

#include <zstd.h>

namespace lodcook::format {

ZstdContexts::~ZstdContexts() {
  for (ZSTD_DCtx* context : idle_) ZSTD_freeDCtx(context);
}

ZSTD_DCtx* ZstdContexts::take() {
  {
    const Lock lock(mutex_);
    if (!idle_.empty()) {
      ZSTD_DCtx* const context = idle_.back();
      idle_.pop_back();
      return context;
    }
  }
  return ZSTD_createDCtx();
}

void ZstdContexts::give_back(ZSTD_DCtx* context) {
  const Lock lock(mutex_);
  idle_.push_back(context);
}

}  // namespace lodcook::format
