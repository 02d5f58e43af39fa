#pragma once

/// SIGINT and SIGTERM as something a loop can ask for.
namespace lodcook::cooker {

/// From now on the first of each signal is noted instead of ending the process, a second one ends it at once, and
/// SIGPIPE is ignored. Call once.
void catch_interrupts();

/// Whether one has come since.
bool interrupted() noexcept;

/// A descriptor that becomes readable when one comes, for poll; -1 before catch_interrupts().
int interrupt_descriptor() noexcept;

}  // namespace lodcook::cooker
