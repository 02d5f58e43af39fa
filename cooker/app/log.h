#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Everything a person reads while a command runs. Writes to stderr only; stdout belongs to results.
namespace lodcook::cooker {

enum class Verbosity : std::uint8_t { quiet, normal, verbose };

/// Messages below the verbosity are dropped: quiet keeps errors, normal drops details.
void set_verbosity(Verbosity verbosity);
Verbosity current_verbosity();

void log_error(std::string_view message);
void log_warning(std::string_view message);
void log_note(std::string_view message);
void log_detail(std::string_view message);

/// Whether a status line can be shown: stderr is a terminal and the verbosity is normal.
bool status_line_shown();

/// Replaces the line that stays below all messages; an empty text removes it. Does nothing where it is not shown.
void set_status_line(std::string text);

}  // namespace lodcook::cooker
