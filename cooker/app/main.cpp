#include <cstdio>
#include <exception>
#include <new>

#include "cooker/app/commands.h"
#include "cooker/app/log.h"
#include "cooker/app/options.h"

namespace lodcook::cooker {
namespace {

struct RunCommand {
  Result<int> operator()(const CookCommand& command) const { return run_cook(command); }
  Result<int> operator()(const InfoCommand& command) const { return run_info(command); }
  Result<int> operator()(const VerifyCommand& command) const { return run_verify(command); }
  Result<int> operator()(const ExportCommand& command) const { return run_export(command); }
  Result<int> operator()(const WorkerCommand&) const { return run_worker(); }
};

Result<int> run(int argc, const char* const* argv) {
  Result<Invocation> invocation = parse_command_line(argc, argv);
  if (!invocation) return std::move(invocation).error();
  set_verbosity(invocation->verbosity);
  if (invocation->command) return std::visit(RunCommand{}, *invocation->command);
  const Status printed = print_result(invocation->text);
  if (!printed) return printed.error();
  return exit_done;
}

/// The one place where an exception ends and the one where an error becomes an exit code.
int run_guarded(int argc, const char* const* argv) noexcept {
  Error error;
  try {
    const Result<int> code = run(argc, argv);
    if (code) return *code;
    error = code.error();
  } catch (const std::bad_alloc&) {
    error = {ErrorCode::out_of_memory, "out of memory", {}};
  } catch (const std::exception& exception) {
    error = {ErrorCode::internal, exception.what(), {}};
  }
  set_status_line({});
  log_error(to_string(error));
  return exit_code(error.code);
}

}  // namespace
}  // namespace lodcook::cooker

int main(int argc, char** argv) { return lodcook::cooker::run_guarded(argc, argv); }
