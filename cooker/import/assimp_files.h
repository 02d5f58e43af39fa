#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <assimp/IOSystem.hpp>

#include "cooker/import/jail.h"

namespace lodcook::cooker {

/// Assimp's view of the file system: the model under its bare name, whose bytes are held once, and what the jail lets
/// through. Writing fails.
class JailedFiles : public Assimp::IOSystem {
 public:
  /// `model`: the bytes to be taken for the model's file; they must outlive the streams.
  JailedFiles(Jail& jail, std::span<const std::byte> model) : jail_(jail), model_(model) {}

  bool Exists(const char* path) const override;
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* path, const char* mode) override;
  void Close(Assimp::IOStream* stream) override;

 private:
  [[nodiscard]] bool is_model(const char* path) const;

  Jail& jail_;
  std::span<const std::byte> model_;
};

}  // namespace lodcook::cooker
