#include "cooker/app/progress.h"

#include "cooker/app/counted.h"
#include "cooker/app/log.h"

namespace lodcook::cooker {
namespace {

constexpr std::size_t bar_width = 30;

}  // namespace

Progress::Progress(std::size_t total) : total_(total) { draw(); }

Progress::~Progress() { set_status_line({}); }

void Progress::finished(const std::string& source, const CookOutcome& outcome) {
  ++done_;
  const std::string place = '[' + std::to_string(done_) + '/' + std::to_string(total_) + "] " + source;
  if (!outcome) {
    log_note(place + ": failed");
  } else {
    for (const manifest::ManifestWarning& warning : outcome->warnings) {
      log_warning(source + ": " + warning.message + " (" + warning.id + ")");
    }
    const std::string line = place + ": " + counted(outcome->triangles, "triangle") + ", " +
                             counted(outcome->levels, "level") + ", " + counted(outcome->bytes, "byte");
    // the bar says enough where there is one
    if (status_line_shown()) {
      log_detail(line);
    } else {
      log_note(line);
    }
  }
  draw();
}

void Progress::draw() const {
  if (total_ == 0) return;
  const std::size_t filled = bar_width * done_ / total_;
  set_status_line('[' + std::string(filled, '#') + std::string(bar_width - filled, ' ') + "] " + std::to_string(done_) +
                  " of " + std::to_string(total_));
}

}  // namespace lodcook::cooker
