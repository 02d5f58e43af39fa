#include "formats/src/instance_records.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "formats/src/record_checks.h"

namespace lodcook::format {
namespace {

constexpr std::size_t columns = 4, rows = 3;

Mat4d to_matrix(const InstanceRecord& record) noexcept {
  Mat4d out;
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t r = 0; r < rows; ++r) out.m[4 * c + r] = record.matrix[rows * c + r];
  }
  return out;
}

}  // namespace

bool stays_in_range(const Mat4d& matrix, const Aabb& box) noexcept {
  const auto reach = [](float a, float b) { return static_cast<double>(std::max(std::abs(a), std::abs(b))); };
  const double x = reach(box.min.x, box.max.x), y = reach(box.min.y, box.max.y), z = reach(box.min.z, box.max.z);
  for (std::size_t r = 0; r < rows; ++r) {
    const double most = std::abs(matrix.m[r]) * x + std::abs(matrix.m[4 + r]) * y + std::abs(matrix.m[8 + r]) * z +
                        std::abs(matrix.m[12 + r]);
    if (!(most <= static_cast<double>(std::numeric_limits<float>::max()))) return false;
  }
  return true;
}

std::vector<InstanceRecord> instance_records(std::span<const MeshInstance> instances) {
  std::vector<InstanceRecord> records;
  records.reserve(instances.size());
  for (const MeshInstance& instance : instances) {
    InstanceRecord& record = records.emplace_back();
    record.mesh = instance.mesh;
    record.placement = instance.placement;
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t r = 0; r < rows; ++r) record.matrix[rows * c + r] = instance.matrix.m[4 * c + r];
    }
  }
  return records;
}

Result<std::vector<MeshInstance>> read_instances(RecordView<InstanceRecord> records, const ContainerTables& tables) {
  const std::size_t first_mesh = tables.objects.size() - tables.shared_meshes;
  std::vector<MeshInstance> instances;
  instances.reserve(records.size());
  for (std::uint32_t i = 0; i < records.size(); ++i) {
    const InstanceRecord record = records[i];
    if (record.mesh >= tables.shared_meshes) {
      return fault(ErrorCode::invalid_index, "a mesh that is not there", "instance", i);
    }
    if (record.placement != no_placement && record.placement >= tables.placements.size()) {
      return fault(ErrorCode::invalid_index, "a placement that is not there", "instance", i);
    }
    if (!all_finite(record.matrix)) return fault(ErrorCode::non_finite, "its matrix is not finite", "instance", i);
    const MeshInstance instance{record.mesh, record.placement, to_matrix(record)};
    if (!stays_in_range(instance.matrix, tables.objects[first_mesh + record.mesh].bounds.box)) {
      return fault(ErrorCode::non_finite, "its matrix leads out of range", "instance", i);
    }
    instances.push_back(instance);
  }
  return instances;
}

}  // namespace lodcook::format
