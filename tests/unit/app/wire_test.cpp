#include <doctest/doctest.h>

#include "cooker/app/wire.h"

using namespace lodcook::cooker;

TEST_CASE("a frame delivered byte by byte comes out whole") {
  WireWriter writer;
  writer.number(0xFFFFFFFFFFFFFFFFULL);
  writer.text("two\0zeros");
  writer.text("");
  const std::string frame = writer.frame() + writer.frame();
  FrameAssembler assembler;
  int frames = 0;
  for (const char byte : frame) {
    assembler.add({&byte, 1});
    while (const auto payload = assembler.next()) {
      WireReader reader(*payload);
      CHECK(reader.number() == 0xFFFFFFFFFFFFFFFFULL);
      CHECK(reader.text() == "two");
      CHECK(reader.text().empty());
      CHECK(reader.ok());
      ++frames;
    }
  }
  CHECK(frames == 2);
}

TEST_CASE("a payload cut at any byte is noticed and never read past") {
  WireWriter writer;
  writer.number(7);
  writer.text("abc");
  const std::string payload = writer.frame().substr(4);
  for (std::size_t size = 0; size < payload.size(); ++size) {
    WireReader reader(std::string_view(payload).substr(0, size));
    reader.number();
    reader.text();
    CHECK_FALSE(reader.ok());
  }
}

TEST_CASE("a count that the rest cannot hold is refused") {
  WireWriter writer;
  writer.number(1ULL << 60);
  const std::string payload = writer.frame().substr(4);
  WireReader reader(payload);
  CHECK(reader.count() == 0);
  CHECK_FALSE(reader.ok());
}

TEST_CASE("a frame longer than any of ours breaks the stream") {
  FrameAssembler assembler;
  assembler.add("\xFF\xFF\xFF\xFF");
  CHECK_FALSE(assembler.next());
  CHECK(assembler.broken());
}
