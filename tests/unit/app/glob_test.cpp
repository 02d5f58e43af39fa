#include "cooker/app/glob.h"

#include <doctest/doctest.h>

#include <string>

using lodcook::cooker::glob_matches;
using lodcook::cooker::is_valid_glob;

TEST_CASE("a star and a question mark stay within one part") {
  CHECK(glob_matches("props/*.glb", "props/rock.glb"));
  CHECK(!glob_matches("props/*.glb", "props/big/rock.glb"));
  CHECK(!glob_matches("props/*.glb", "props/rock.obj"));
  CHECK(glob_matches("props/r?ck.glb", "props/rock.glb"));
  CHECK(!glob_matches("props?rock.glb", "props/rock.glb"));
  CHECK(!glob_matches("props/rock.glb?", "props/rock.glb"));
  CHECK(glob_matches("props/*", "props/.hidden"));
  CHECK(glob_matches("*/*", "a/b"));
  CHECK(!glob_matches("*/*", "a/b/c"));
}

TEST_CASE("two stars stand for any number of parts") {
  CHECK(glob_matches("**", "a/b/c"));
  CHECK(glob_matches("a/**", "a/b/c"));
  CHECK(glob_matches("a/**/c", "a/c"));
  CHECK(glob_matches("a/**/c", "a/b/b/c"));
  CHECK(glob_matches("**/c", "c"));
  CHECK(glob_matches("**/b/**/d", "a/b/x/b/c/d"));
  CHECK(!glob_matches("**/b/**/d", "a/c/d"));
  CHECK(!glob_matches("a/**", "b/c"));
  CHECK(glob_matches("a/**.glb", "a/x.glb"));
  CHECK(!glob_matches("a/**.glb", "a/b/x.glb"));
}

TEST_CASE("a pattern without a slash matches the file's name in any folder") {
  CHECK(glob_matches("*.glb", "rock.glb"));
  CHECK(glob_matches("*.glb", "a/b/rock.glb"));
  CHECK(!glob_matches("rock", "rock/x.glb"));
}

TEST_CASE("classes hold bytes, ranges and their opposite") {
  CHECK(glob_matches("lod[0-3].obj", "lod2.obj"));
  CHECK(!glob_matches("lod[0-3].obj", "lod4.obj"));
  CHECK(glob_matches("lod[!0-3].obj", "lod4.obj"));
  CHECK(!glob_matches("lod[!0-3].obj", "lod3.obj"));
  CHECK(glob_matches("[]x]", "]"));
  CHECK(glob_matches("[!]]", "x"));
  CHECK(!glob_matches("[!]]", "]"));
  CHECK(glob_matches("[a-]", "-"));
  CHECK(glob_matches("[-a]", "-"));
  CHECK(!glob_matches("a[!b]c", "a/c"));
  CHECK(glob_matches("a/[!b]c", "a/xc"));
}

TEST_CASE("a backslash takes the next character as it is") {
  CHECK(glob_matches("a\\*.glb", "a*.glb"));
  CHECK(!glob_matches("a\\*.glb", "ab.glb"));
  CHECK(glob_matches("\\[x\\]", "[x]"));
  CHECK(glob_matches("a\\\\b", "a\\b"));
}

TEST_CASE("case matters and a match is of the whole") {
  CHECK(!glob_matches("*.GLB", "rock.glb"));
  CHECK(!glob_matches("a/b", "a/b/c"));
  CHECK(!glob_matches("b/c", "a/b/c"));
  CHECK(!glob_matches("", "a"));
}

TEST_CASE("stars that fail late end soon") {
  const std::string path(2000, 'a');
  std::string pattern;
  for (int i = 0; i < 500; ++i) pattern += "*a";
  CHECK(!glob_matches(pattern + "b", path));
  CHECK(glob_matches(pattern, path));
  std::string deep, deeper;
  for (int i = 0; i < 300; ++i) {
    deep += "**/a/";
    deeper += "a/";
  }
  CHECK(!glob_matches(deep + "b", deeper + "c"));
}

TEST_CASE("broken patterns are known") {
  for (const char* good : {"*", "a/**", "[a]", "[]]", "[!]]", "a\\[", "\\\\", "[a\\]"}) {
    CAPTURE(good);
    CHECK(is_valid_glob(good));
  }
  for (const char* bad : {"", "[", "[a", "a\\", "[]", "[!]", "[a/b]", "\\\\["}) {
    CAPTURE(bad);
    CHECK(!is_valid_glob(bad));
  }
}
