#include "cooker/import/collada_text.h"

#include <doctest/doctest.h>

#include <string_view>

namespace lodcook::cooker {
namespace {

std::optional<std::string> rewritten(std::string_view text) {
  return readable_collada(std::as_bytes(std::span(text.data(), text.size())));
}

TEST_CASE("blanks between a tag and a number go, all else stays") {
  CHECK(rewritten("<a>\n  0.5 1 </a>\n <b> word</b>") == "<a>0.5 1 </a>\n <b> word</b>");
  CHECK(rewritten("<a> -1</a><a>\t.5</a><a> +2</a>") == "<a>-1</a><a>.5</a><a>+2</a>");
  CHECK(rewritten("<a>  ") == std::nullopt);
  CHECK(rewritten("<a>0.5 1</a>") == std::nullopt);
  CHECK(rewritten("no tag") == std::nullopt);
}

TEST_CASE("UTF-16 becomes UTF-8") {
  using namespace std::string_view_literals;
  CHECK(rewritten("\xFF\xFE<\0a\0>\0"sv) == "<a>");
}

TEST_CASE("what is no text is left to the reader") {
  using namespace std::string_view_literals;
  CHECK(rewritten("<a>\0 1"sv) == std::nullopt);
}

}  // namespace
}  // namespace lodcook::cooker
