#include "cooker/import/whole_file.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/unit/import/import_models.h"

namespace lodcook::cooker {
namespace {

bool is_cut(const char* extension, const std::string& content) {
  const Status status = check_whole_file(extension, std::as_bytes(std::span(content.data(), content.size())));
  if (status.ok()) return false;
  CHECK(status.error().code == ErrorCode::truncated);
  return true;
}

TEST_CASE("sizes in the header") {
  using namespace std::string_literals;
  CHECK_FALSE(is_cut(".lwo", "FORM\0\0\0\4LWO2"s));
  CHECK(is_cut(".lwo", "FORM\0\0\0\5LWO2"s));
  std::string half_life = "IDST"s + std::string(96, '\0');
  half_life[72] = 100;
  CHECK_FALSE(is_cut(".mdl", half_life));
  half_life[72] = 101;
  CHECK(is_cut(".mdl", half_life));
}

TEST_CASE("end marks") {
  const std::string solid = "solid a\nfacet normal 0 0 1\nouter loop\nendloop\nendfacet\nendsolid a\n";
  CHECK_FALSE(is_cut(".stl", solid));
  CHECK_FALSE(is_cut(".stl", solid + solid));
  CHECK(is_cut(".stl", solid.substr(0, solid.size() - 12)));
  CHECK(is_cut(".stl", solid + "solid b\n"));
  CHECK_FALSE(is_cut(".x3d", "<X3D></X3D>\n"));
  CHECK(is_cut(".x3d", "<X3D><Scene>"));
  CHECK_FALSE(is_cut(".ifc", "ISO-10303-21;\nEND-ISO-10303-21;\r\n"));
  CHECK(is_cut(".ifc", "ISO-10303-21;\nDATA;\n"));
  CHECK_FALSE(is_cut(".smd", "version 1\nnodes\nend\ntriangles\nend\n"));
  CHECK(is_cut(".smd", "version 1\nnodes\nend\ntriangles\n"));
}

TEST_CASE("braces, those in quotes and remarks not counted") {
  CHECK_FALSE(is_cut(".ogex", "Node { Name {string {\"a } \\\" b\"}} } // {\n"));
  CHECK(is_cut(".ogex", "Node { Name {string {\"a\"}}"));
  CHECK(is_cut(".ogex", "Node { Name {string {\"a}}}"));
}

TEST_CASE("counts of rows and objects") {
  const std::string mesh =
      "numMeshes 1\nmesh {\nnumverts 1\nvert 0 ( 0 0 ) 0 1\nnumtris 1\ntri 0 0 0 0\nnumweights 1\n";
  CHECK_FALSE(is_cut(".md5mesh", mesh + "weight 0 0 1 ( 0 0 0 )\n}\n"));
  CHECK(is_cut(".md5mesh", mesh + "}\n"));
  CHECK(is_cut(".md5mesh", mesh + "weight 0 0 1 ( 0 0 0 )\n"));
  CHECK(is_cut(".md5mesh", "numMeshes 2\nmesh {\n}\n"));
  CHECK_FALSE(is_cut(".ac", "AC3Db\nOBJECT world\nkids 1\nOBJECT poly\nkids 0\n"));
  CHECK(is_cut(".ac", "AC3Db\nOBJECT world\nkids 1\nOBJECT poly\n"));
  CHECK(is_cut(".ac", "AC3Db\nOBJECT world\nkids 1\nOBJECT group\nkids 2\nOBJECT poly\nkids 0\n"));
  CHECK(is_cut(".ac", "AC3Db\nOBJECT world\nkids 2\nOBJECT poly\nkids 0\n"));
  CHECK_FALSE(is_cut(".raw", "name\n0 0 0 1 0 0 0 1 0\n0 0 0 1 0 0 0 1 0 1 1 1\n"));
  CHECK(is_cut(".raw", "0 0 0 1 0 0 0 1\n"));
}

TEST_CASE("other formats pass") { CHECK_FALSE(is_cut(".fbx", "anything")); }

}  // namespace
}  // namespace lodcook::cooker
