#include <doctest/doctest.h>

#include "cooker/app/options.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

Result<Invocation> parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "lodcook");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace

TEST_CASE("a cook takes inputs, output and settings in the order given") {
  const auto parsed = parse({"cook", "a", "b.obj", "-o", "out", "--set", "ratio=0.4", "--set", "note=a=b", "--group",
                             "node", "--jobs", "3", "--json", "-q"});
  REQUIRE(parsed.ok());
  const auto& cook = std::get<CookCommand>(*parsed->command);
  CHECK(cook.inputs == std::vector<std::filesystem::path>{"a", "b.obj"});
  CHECK(cook.output == "out");
  REQUIRE(cook.overrides.size() == 3);
  CHECK(cook.overrides[0].key == "ratio");
  CHECK(cook.overrides[0].value == "0.4");
  CHECK(cook.overrides[1].key == "note");
  CHECK(cook.overrides[1].value == "a=b");
  CHECK(cook.overrides[2].key == "group");
  CHECK(cook.overrides[2].value == "node");
  CHECK(cook.jobs == 3);
  CHECK(cook.json);
  CHECK(parsed->verbosity == Verbosity::quiet);
}

TEST_CASE("--set takes one value and leaves the inputs behind it alone") {
  const auto parsed = parse({"cook", "--set", "ratio=0.4", "models", "-o", "out"});
  REQUIRE(parsed.ok());
  const auto& cook = std::get<CookCommand>(*parsed->command);
  CHECK(cook.inputs == std::vector<std::filesystem::path>{"models"});
  CHECK(cook.overrides.size() == 1);
}

TEST_CASE("verify takes several sources, export an object and a level") {
  const auto verify = parse({"verify", "out", "--source", "a", "b"});
  REQUIRE(verify.ok());
  CHECK(std::get<VerifyCommand>(*verify->command).sources.size() == 2);
  const auto exported = parse({"export", "x.lodc", "--level", "2", "--object", "1", "-o", "x.glb"});
  REQUIRE(exported.ok());
  CHECK(std::get<ExportCommand>(*exported->command).level == 2);
  CHECK(std::get<ExportCommand>(*exported->command).object == 1);
  CHECK(std::get<ExportCommand>(*exported->command).kind == ExportKind::level);
}

TEST_CASE("export takes one level, all levels or a format that has them all") {
  const auto kind_of = [](const std::vector<const char*>& arguments) {
    const auto parsed = parse(arguments);
    REQUIRE(parsed.ok());
    return std::get<ExportCommand>(*parsed->command).kind;
  };
  CHECK(kind_of({"export", "x.lodc", "--all-levels", "-o", "x.glb"}) == ExportKind::all_levels);
  CHECK(kind_of({"export", "x.lodc", "--format", "glb", "--level", "0", "-o", "x.glb"}) == ExportKind::level);
  CHECK(kind_of({"export", "x.lodc", "--format", "3dtiles", "-o", "x"}) == ExportKind::tileset);
}

TEST_CASE("help and version are texts, not failures") {
  for (const std::vector<const char*>& arguments : std::vector<std::vector<const char*>>{
           {"--help"}, {"cook", "--help"}, {"info", "--help"}, {"verify", "--help"}, {"export", "--help"}}) {
    const auto parsed = parse(arguments);
    REQUIRE(parsed.ok());
    CHECK_FALSE(parsed->command);
    CHECK(parsed->text.find("Example") != std::string::npos);
  }
  CHECK(parse({"--version"})->text.starts_with("lodcook "));
}

TEST_CASE("a wrong command line is invalid_argument") {
  for (const std::vector<const char*>& arguments :
       std::vector<std::vector<const char*>>{{},
                                             {"bake"},
                                             {"cook"},
                                             {"cook", "models"},
                                             {"cook", "-o", "out"},
                                             {"cook", "models", "-o", "out", "--jobs", "0"},
                                             {"cook", "models", "-o", "out", "--jobs", "many"},
                                             {"cook", "models", "-o", "out", "--set", "ratio"},
                                             {"cook", "models", "-o", "out", "--set", "=1"},
                                             {"cook", "models", "-o", "out", "--nonsense"},
                                             {"info"},
                                             {"info", "a", "b"},
                                             {"verify"},
                                             {"export", "a.lodc", "-o", "b.glb"},
                                             {"export", "a.lodc", "-o", "b.glb", "--level", "-1"},
                                             {"export", "a.lodc", "-o", "b.glb", "--level", "1", "--all-levels"},
                                             {"export", "a.lodc", "-o", "b", "--format", "3dtiles", "--level", "1"},
                                             {"export", "a.lodc", "-o", "b", "--format", "3dtiles", "--all-levels"},
                                             {"export", "a.lodc", "-o", "b", "--format", "obj", "--level", "1"}}) {
    const auto parsed = parse(arguments);
    REQUIRE_FALSE(parsed.ok());
    CHECK(parsed.error().code == ErrorCode::invalid_argument);
    CHECK_FALSE(parsed.error().message.empty());
  }
}

TEST_CASE("a command that does not exist is named, and the help of cook names every setting") {
  CHECK(parse({"bake", "x"}).error().message.find("'bake'") != std::string::npos);
  const std::string help = parse({"cook", "--help"})->text;
  for (const std::string& key : known_setting_keys()) {
    CAPTURE(key);
    CHECK(help.find(' ' + key) != std::string::npos);
  }
}

TEST_CASE("an option with an empty text is refused, not taken as not given") {
  for (const char* option :
       {"--config", "--group", "--prove", "--tile-mode", "--tile-triangles", "--tile-size", "--tile-axes"}) {
    CAPTURE(option);
    const auto parsed = parse({"cook", "a", "-o", "out", option, ""});
    REQUIRE_FALSE(parsed.ok());
    CHECK(parsed.error().code == ErrorCode::invalid_argument);
    CHECK(parsed.error().message.find(option) != std::string::npos);
  }
}
