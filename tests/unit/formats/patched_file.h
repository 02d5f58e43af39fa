#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "formats/src/container_write.h"
#include "formats/src/records.h"
#include "tests/golden/container_walk.h"
#include "tests/golden/golden_content.h"

namespace lodcook::test {

/// The golden scene as a file whose records can be changed, hashes following.
class PatchedFile {
 public:
  PatchedFile() : bytes_(*write_container(golden_scene(), {})) {}

  [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }
  [[nodiscard]] format::HeaderRecord header() const noexcept { return get<format::HeaderRecord>(0); }

  template <class Change>
  void change_header(const Change& change) {
    change_at<format::HeaderRecord>(0, change);
  }

  /// Changes record i of the table that begins `table_offset` bytes into the index.
  template <class Record, class Change>
  void change_record(std::size_t table_offset, std::size_t i, const Change& change) {
    change_at<Record>(format::header_size + table_offset + i * sizeof(Record), change);
  }

  template <class Change>
  void change_chunk(std::size_t i, const Change& change) {
    change_record<format::ChunkRecord>(0, i, change);
  }
  template <class Change>
  void change_object(std::size_t i, const Change& change) {
    change_record<format::ObjectRecord>(objects(), i, change);
  }
  template <class Change>
  void change_level(std::size_t i, const Change& change) {
    change_record<format::LevelRecord>(levels(), i, change);
  }
  template <class Change>
  void change_tile(std::size_t i, const Change& change) {
    change_record<format::TileRecord>(tiles(), i, change);
  }
  template <class Change>
  void change_draw(std::size_t i, const Change& change) {
    change_record<format::DrawRecord>(draws(), i, change);
  }
  template <class Change>
  void change_attribute(std::size_t i, const Change& change) {
    change_record<format::AttributeRecord>(attributes(), i, change);
  }
  template <class Change>
  void change_material(std::size_t i, const Change& change) {
    change_record<format::MaterialRecord>(materials(), i, change);
  }

  [[nodiscard]] std::size_t objects() const { return header().chunk_count * sizeof(format::ChunkRecord); }
  [[nodiscard]] std::size_t levels() const { return objects() + header().object_count * sizeof(format::ObjectRecord); }
  [[nodiscard]] std::size_t tiles() const { return levels() + header().level_count * sizeof(format::LevelRecord); }
  [[nodiscard]] std::size_t draws() const { return tiles() + header().tile_count * sizeof(format::TileRecord); }
  [[nodiscard]] std::size_t attributes() const { return draws() + header().draw_count * sizeof(format::DrawRecord); }
  [[nodiscard]] std::size_t materials() const {
    return attributes() + header().attribute_count * sizeof(format::AttributeRecord);
  }
  [[nodiscard]] std::size_t textures() const {
    return materials() + header().material_count * sizeof(format::MaterialRecord);
  }
  [[nodiscard]] std::size_t joints() const {
    return textures() + header().texture_count * sizeof(format::TextureRecord);
  }
  [[nodiscard]] std::size_t placements() const { return joints() + header().joint_count * sizeof(format::JointRecord); }
  [[nodiscard]] std::size_t lights() const {
    return placements() + header().placement_count * sizeof(format::PlacementRecord);
  }
  [[nodiscard]] std::size_t strings() const {
    return lights() + header().light_count * sizeof(format::LightRecord) +
           header().morph_count * sizeof(format::StringRef);
  }

  /// Opens the file and loads every tile.
  [[nodiscard]] Status load(const Limits& limits = {}) {
    repair_hashes(bytes_);
    return open_and_load_all(bytes_, limits);
  }

 private:
  template <class Record>
  [[nodiscard]] Record get(std::size_t at) const noexcept {
    Record record;
    std::memcpy(&record, bytes_.data() + at, sizeof(record));
    return record;
  }
  template <class Record, class Change>
  void change_at(std::size_t at, const Change& change) {
    Record record = get<Record>(at);
    change(record);
    std::memcpy(bytes_.data() + at, &record, sizeof(record));
  }

  std::vector<std::byte> bytes_;
};

}  // namespace lodcook::test
