#include "cooker/app/log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <utility>

namespace lodcook::cooker {
namespace {

Verbosity chosen_verbosity = Verbosity::normal;
std::string status_line;

spdlog::logger& logger() {
  static spdlog::logger instance = [] {
    spdlog::logger made("lodcook", std::make_shared<spdlog::sinks::stderr_sink_st>());
    made.set_pattern("lodcook: %v");
    return made;
  }();
  return instance;
}

void erase_status_line() {
  if (!status_line.empty()) std::fputs("\r\033[K", stderr);
}

void draw_status_line() {
  if (!status_line.empty()) std::fputs(status_line.c_str(), stderr);
  std::fflush(stderr);
}

void write(std::string_view prefix, std::string_view message) {
  erase_status_line();
  logger().info("{}{}", prefix, message);
  draw_status_line();
}

}  // namespace

void set_verbosity(Verbosity verbosity) { chosen_verbosity = verbosity; }

Verbosity current_verbosity() { return chosen_verbosity; }

void log_error(std::string_view message) { write("error: ", message); }

void log_warning(std::string_view message) {
  if (chosen_verbosity != Verbosity::quiet) write("warning: ", message);
}

void log_note(std::string_view message) {
  if (chosen_verbosity != Verbosity::quiet) write("", message);
}

void log_detail(std::string_view message) {
  if (chosen_verbosity == Verbosity::verbose) write("", message);
}

bool status_line_shown() { return chosen_verbosity == Verbosity::normal && isatty(STDERR_FILENO) == 1; }

void set_status_line(std::string text) {
  if (!status_line_shown()) return;
  erase_status_line();
  status_line = std::move(text);
  draw_status_line();
}

}  // namespace lodcook::cooker
