#pragma once

#include <cstdint>

/// The memory that a worker process may use.
namespace lodcook::cooker {

/// Size of this process's address space now; 0 where the system does not say.
std::uint64_t address_space_bytes();

/// Refuses to let the address space grow beyond `bytes`. Does nothing under AddressSanitizer, whose shadow memory no
/// limit can hold.
void limit_address_space(std::uint64_t bytes);

/// Ends this process with `out_of_memory_status` as soon as an allocation fails, whatever library asked for it.
void end_when_out_of_memory();

constexpr int out_of_memory_status = 86;

}  // namespace lodcook::cooker
