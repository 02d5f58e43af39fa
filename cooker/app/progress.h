#pragma once

#include <cstddef>
#include <string>

#include "cooker/app/cook_file.h"

namespace lodcook::cooker {

/// Tells a person how far a cook has come: a bar where stderr is a terminal, a line for each model elsewhere.
class Progress {
 public:
  explicit Progress(std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// One more model is done. Its warnings are told at once; why it failed is left to the summary.
  void finished(const std::string& source, const CookOutcome& outcome);

 private:
  void draw() const;

  std::size_t total_, done_ = 0;
};

}  // namespace lodcook::cooker
