#include "cooker/import/jail.h"

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <fstream>

#include "tests/unit/import/temp_folder.h"

namespace lodcook::cooker {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view secret = "must never be read";

// top/secret.bin lies outside the model's folder top/models.
struct Yard {
  TempFolder top;
  fs::path model = top.write("models/house.gltf", "{}");
  fs::path folder = model.parent_path();
  ImportOptions options;

  Yard() { top.write("secret.bin", secret); }

  Jail jail() const {
    Result<Jail> made = Jail::around(model, options);
    REQUIRE(made.ok());
    return *std::move(made);
  }
};

std::string text_of(const Result<FileBytes>& bytes) {
  if (!bytes.ok()) return error_name(bytes.error().code);
  return {reinterpret_cast<const char*>(bytes->memory.get()), bytes->size};
}

std::string read(const Yard& yard, std::string_view reference, Spelling spelling) {
  Jail jail = yard.jail();
  return text_of(jail.read(reference, spelling));
}

struct Attack {
  std::string_view reference;
  Spelling spelling = Spelling::path;
};

constexpr Attack attacks[] = {{"../secret.bin"},
                              {"./../secret.bin"},
                              {"..//secret.bin"},
                              {".././secret.bin"},
                              {"..\\secret.bin"},
                              {".\\..\\secret.bin"},
                              {"..\\/secret.bin"},
                              {"sub/../../secret.bin"},
                              {"a/b/../../../secret.bin"},
                              {"sub\\..\\..\\secret.bin"},
                              {"../../../../../../../../etc/passwd"},
                              {"/etc/passwd"},
                              {"//etc/passwd"},
                              {"\\etc\\passwd"},
                              {"\\\\server\\share\\secret.bin"},
                              {"\\\\?\\C:\\secret.bin"},
                              {"/dev/zero"},
                              {"/dev/stdin"},
                              {"/proc/self/environ"},
                              {"C:\\secret.bin"},
                              {"c:/secret.bin"},
                              {"C:secret.bin"},
                              {"sub/C:\\secret.bin"},
                              {"file:secret.bin"},
                              {"FILE:///etc/passwd"},
                              {"http://localhost/secret.bin"},
                              {"https://localhost/secret.bin"},
                              {"ftp:secret.bin"},
                              {"data:,x"},
                              {"javascript:0"},
                              {std::string_view("house.gltf\0.bin", 15)},
                              {std::string_view("\0", 1)},
                              {""},
                              {"."},
                              {".."},
                              {"./"},
                              {"sub/"},
                              {"%2e%2e/secret.bin", Spelling::uri},
                              {"..%2fsecret.bin", Spelling::uri},
                              {"..%5Csecret.bin", Spelling::uri},
                              {"%2E%2E%2Fsecret.bin", Spelling::uri},
                              {"%2fetc%2fpasswd", Spelling::uri},
                              {"file%3A///etc/passwd", Spelling::uri},
                              {"C%3a/secret.bin", Spelling::uri},
                              {"house.gltf%00.bin", Spelling::uri},
                              {"sub%2f..%2f..%2fsecret.bin", Spelling::uri}};
static_assert(std::size(attacks) >= 40);

TEST_CASE("no spelling of a path leads out of the model's folder") {
  const Yard yard;
  for (const Attack& attack : attacks) {
    CAPTURE(attack.reference);
    CHECK(read(yard, attack.reference, attack.spelling) == "forbidden_path");
  }
}

TEST_CASE("no spelling of a real file's own path leads out of the model's folder") {
  const Yard yard;
  const std::string absolute = (yard.top.path() / "secret.bin").string();
  const std::string around = "..\\models\\..\\..\\" + yard.top.path().filename().string() + "\\secret.bin";
  for (const std::string& reference : {absolute, "file://" + absolute, around}) {
    CAPTURE(reference);
    CHECK(read(yard, reference, Spelling::path) == "forbidden_path");
  }
}

TEST_CASE("an escape that is decoded once is not decoded again") {
  const Yard yard;
  // %252e is the three characters %2e, an ordinary if odd name
  CHECK(read(yard, "%252e%252e/secret.bin", Spelling::uri) == "missing_dependency");
  // an overlong '/' is not a slash
  CHECK(read(yard, "..%c0%afsecret.bin", Spelling::uri) == "missing_dependency");
  CHECK(read(yard, "%2e%2e/secret.bin", Spelling::path) == "missing_dependency");
}

TEST_CASE("links are followed inside the folder and refused where they lead out") {
  const Yard yard;
  yard.top.write("models/real.bin", "inside");
  fs::create_symlink("real.bin", yard.folder / "link.bin");
  fs::create_symlink("../secret.bin", yard.folder / "out.bin");
  fs::create_symlink(yard.top.path() / "secret.bin", yard.folder / "absolute.bin");
  fs::create_symlink("..", yard.folder / "up");
  fs::create_symlink("/", yard.folder / "root");
  fs::create_symlink("out.bin", yard.folder / "chain.bin");
  fs::create_symlink("loop.bin", yard.folder / "loop.bin");
  fs::create_symlink("nowhere.bin", yard.folder / "dangling.bin");
  CHECK(read(yard, "link.bin", Spelling::path) == "inside");
  CHECK(read(yard, "up/models/real.bin", Spelling::path) == "inside");
  for (const std::string_view reference :
       {"out.bin", "absolute.bin", "up/secret.bin", "root/etc/passwd", "chain.bin", "loop.bin"}) {
    CAPTURE(reference);
    CHECK(read(yard, reference, Spelling::path) == "forbidden_path");
  }
  CHECK(read(yard, "dangling.bin", Spelling::path) == "missing_dependency");
}

TEST_CASE("only regular files are opened, and none is waited for") {
  const Yard yard;
  REQUIRE(::mkfifo((yard.folder / "fifo.bin").c_str(), 0600) == 0);
  fs::create_directory(yard.folder / "folder.bin");
  fs::create_symlink("/dev/zero", yard.folder / "zero.bin");
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ::sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string name = (yard.folder / "socket.bin").string();
  REQUIRE(name.size() < sizeof address.sun_path);
  name.copy(address.sun_path, name.size());
  REQUIRE(::bind(socket, reinterpret_cast<const ::sockaddr*>(&address), sizeof address) == 0);
  for (const std::string_view reference : {"fifo.bin", "folder.bin", "zero.bin", "socket.bin"}) {
    CAPTURE(reference);
    CHECK(read(yard, reference, Spelling::path) == "forbidden_path");
    Jail jail = yard.jail();
    CHECK_FALSE(jail.exists(reference, Spelling::path));
  }
  ::close(socket);
}

TEST_CASE("odd but legal names are opened") {
  const Yard yard;
  for (const std::string name : {"A..B.bin", "..bin", "...", " .bin", "a b.bin", "Küche №4.bin", "50%25.bin", "50%.bin",
                                 "a?b#c.bin", "con", "-rf", "sub/tex:y.bin"}) {
    CAPTURE(name);
    yard.top.write("models/" + name, name);
    CHECK(read(yard, name, Spelling::path) == name);
  }
  CHECK(read(yard, "K%C3%BCche%20%E2%84%964.bin", Spelling::uri) == "Küche №4.bin");
  // written without escaping, by exporters that do not know better
  CHECK(read(yard, "50%25.bin", Spelling::uri) == "50%.bin");
  fs::remove(yard.folder / "50%.bin");
  CHECK(read(yard, "50%25.bin", Spelling::uri) == "50%25.bin");
}

TEST_CASE("another letter case is found where nothing is spelt exactly so") {
  const Yard yard;
  yard.top.write("models/tex/roof.png", "roof");
  Jail jail = yard.jail();
  CHECK(text_of(jail.read("Tex\\Roof.PNG", Spelling::path)) == "roof");
  REQUIRE(jail.dependencies().size() == 1);
  CHECK(jail.dependencies()[0].path == "tex/roof.png");
  CHECK(jail.dependencies()[0].asked_path == "Tex\\Roof.PNG");
  CHECK(jail.warnings().empty());
}

TEST_CASE("several letter cases give the exact one, else the first by bytes and a warning") {
  const Yard yard;
  yard.top.write("models/roof.png", "low");
  yard.top.write("models/ROOF.png", "high");
  Jail jail = yard.jail();
  CHECK(text_of(jail.read("roof.png", Spelling::path)) == "low");
  CHECK(jail.warnings().empty());
  CHECK(text_of(jail.read("Roof.png", Spelling::path)) == "high");
  REQUIRE(jail.warnings().size() == 1);
  CHECK(jail.warnings()[0].id == "ambiguous_letter_case");
}

TEST_CASE("an allowed root may be climbed to, and nothing beside it") {
  Yard yard;
  yard.top.write("shared/wall.bin", "wall");
  CHECK(read(yard, "../shared/wall.bin", Spelling::path) == "forbidden_path");
  yard.options.allowed_roots = {yard.top.path() / "shared"};
  Jail jail = yard.jail();
  CHECK(text_of(jail.read("../shared/wall.bin", Spelling::path)) == "wall");
  CHECK(jail.dependencies().at(0).path == "../shared/wall.bin");
  CHECK(text_of(jail.read("../shared/../secret.bin", Spelling::path)) == "forbidden_path");
  CHECK(text_of(jail.read("../secret.bin", Spelling::path)) == "forbidden_path");
  CHECK(text_of(jail.read((yard.top.path() / "shared/wall.bin").string(), Spelling::path)) == "forbidden_path");
  // a sibling whose name only starts like the root's
  yard.top.write("shared2/wall.bin", secret);
  CHECK(text_of(jail.read("../shared2/wall.bin", Spelling::path)) == "forbidden_path");
}

TEST_CASE("a missing file is an error that names both files, and is remembered") {
  const Yard yard;
  Jail jail = yard.jail();
  const Result<FileBytes> bytes = jail.read("walls.bin", Spelling::uri);
  REQUIRE_FALSE(bytes.ok());
  CHECK(bytes.error().code == ErrorCode::missing_dependency);
  CHECK(bytes.error().message.find("house.gltf") != std::string::npos);
  CHECK(bytes.error().message.find("walls.bin") != std::string::npos);
  REQUIRE(jail.first_refusal().has_value());
  CHECK(jail.first_refusal()->code == ErrorCode::missing_dependency);
  REQUIRE(jail.dependencies().size() == 1);
  CHECK(jail.dependencies()[0].path == "walls.bin");
  CHECK(jail.dependencies()[0].missing);
  CHECK(jail.dependencies()[0].read);
}

TEST_CASE("the files a model names are counted together, each once") {
  Yard yard;
  yard.top.write("models/a.bin", std::string(60, 'a'));
  yard.top.write("models/b.bin", std::string(41, 'b'));
  yard.options.max_reference_bytes = 100;
  Jail jail = yard.jail();
  CHECK(jail.read("a.bin", Spelling::path).ok());
  CHECK(jail.read("./a.bin", Spelling::path).ok());
  CHECK(text_of(jail.read("b.bin", Spelling::path)) == "over_file_size_limit");
  yard.options.max_reference_bytes = 101;
  Jail wider = yard.jail();
  CHECK(wider.read("a.bin", Spelling::path).ok());
  CHECK(wider.read("b.bin", Spelling::path).ok());
}

TEST_CASE("the model's own size has a limit, and it must be a regular file") {
  Yard yard;
  yard.options.max_asset_bytes = 1;
  CHECK(text_of(yard.jail().read_model()) == "over_file_size_limit");
  yard.options.max_asset_bytes = 2;
  CHECK(text_of(yard.jail().read_model()) == "{}");
  const fs::path fifo = yard.folder / "fifo.glb";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  yard.model = fifo;
  CHECK(text_of(yard.jail().read_model()) == "forbidden_path");
  CHECK(Jail::around(yard.folder / "gone.glb", {}).error().code == ErrorCode::not_found);
}

TEST_CASE("a texture is named, never opened") {
  const Yard yard;
  yard.top.write("models/tex/roof.png", "roof");
  REQUIRE(::mkfifo((yard.folder / "fifo.png").c_str(), 0600) == 0);
  Jail jail = yard.jail();
  CHECK(jail.name_texture("Tex/Roof.PNG", Spelling::path) == "tex/roof.png");
  CHECK(jail.name_texture("fifo.png", Spelling::path) == "fifo.png");
  CHECK(jail.name_texture("tex%5Cgone%20wall.png", Spelling::uri) == "tex/gone wall.png");
  CHECK(jail.dependencies().size() == 3);
  for (const Dependency& dependency : jail.dependencies()) {
    CAPTURE(dependency.path);
    CHECK_FALSE(dependency.read);
    CHECK(dependency.missing == (dependency.path == "tex/gone wall.png"));
  }
  REQUIRE(jail.warnings().size() == 1);
  CHECK(jail.warnings()[0].id == "texture_missing");
  CHECK_FALSE(jail.first_refusal().has_value());
}

TEST_CASE("a texture's path from another machine is cut to its file name") {
  const Yard yard;
  yard.top.write("models/roof.png", "roof");
  for (const std::string_view reference : {"C:\\Users\\ann\\roof.png", "/home/ann/roof.png", "../roof.png",
                                           "\\\\nas\\ann\\roof.png", "file:///ann/roof.png"}) {
    CAPTURE(reference);
    Jail jail = yard.jail();
    CHECK(jail.name_texture(reference, Spelling::path) == "roof.png");
    REQUIRE(jail.dependencies().size() == 1);
    CHECK(jail.dependencies()[0].asked_path.empty());
    CHECK_FALSE(jail.dependencies()[0].missing);
    REQUIRE(jail.warnings().size() == 1);
    CHECK(jail.warnings()[0].id == "texture_path_replaced");
    CHECK(jail.warnings()[0].message.find("ann") == std::string::npos);
  }
}

}  // namespace
}  // namespace lodcook::cooker
