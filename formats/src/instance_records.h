#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formats/src/container_tables.h"
#include "formats/src/records.h"
#include "lodcook/loader.h"
#include "lodcook/result.h"

namespace lodcook::format {

std::vector<InstanceRecord> instance_records(std::span<const MeshInstance> instances);

/// Whether the matrix leaves every point of the box within what a float can hold; not where a number is not finite.
bool stays_in_range(const Mat4d& matrix, const Aabb& box) noexcept;

/// Instances as they are stored, each naming a mesh and a placement that is there, with a matrix that leaves all of the
/// mesh's box within the range of 32-bit floats.
Result<std::vector<MeshInstance>> read_instances(RecordView<InstanceRecord> records, const ContainerTables& tables);

}  // namespace lodcook::format
