#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "cooker/import/ply_header.h"

namespace lodcook::cooker {

/// One row of an element; entries in the order of its properties, `values` unused for lists and `lists` for values.
struct PlyRow {
  std::vector<double> values;
  std::vector<std::vector<double>> lists;
};

/// Reads the values behind a PLY header, whatever their encoding, in the order of the file.
class PlyRows {
 public:
  PlyRows(std::span<const std::byte> file, const PlyHeader& header)
      : rest_(file.subspan(header.body)), encoding_(header.encoding) {}

  /// Fails with truncated at the end of the file and with malformed where a text has no number.
  Status read(const PlyElement& element, PlyRow& row);

  /// After the last row: fails with inconsistent where the file goes on, so that the header cannot have been right.
  Status finish();

 private:
  Status read_value(PlyType type, double& out);
  Status read_text(double& out);
  Status read_list(const PlyProperty& property, std::vector<double>& out);
  void skip_blanks();

  std::span<const std::byte> rest_;
  PlyEncoding encoding_;
};

}  // namespace lodcook::cooker
