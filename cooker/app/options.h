#pragma once

#include <optional>
#include <string>

#include "cooker/app/commands.h"
#include "cooker/app/log.h"

namespace lodcook::cooker {

/// What a command line asks for: a command to run, or a text to print instead.
struct Invocation {
  std::optional<Command> command;
  Verbosity verbosity = Verbosity::normal;
  std::string text;  ///< Help or version.
};

/// Reads the command line. Fails with invalid_argument, the message being fit to print. Help and version are no
/// failure.
Result<Invocation> parse_command_line(int argc, const char* const* argv);

}  // namespace lodcook::cooker
