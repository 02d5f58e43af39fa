#include <doctest/doctest.h>

#include "cooker/app/worker_messages.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

CookJob odd_job() {
  CookJob job;
  job.file = "models/Stühle №4.obj";
  job.root = "models";
  job.source = "Stühle №4.obj";
  job.bytes = 1234567890123;
  job.outputs = {"out/a.lodc", "out/a.lod.json"};
  job.settings.import.allowed_roots = {"/shared/textures", "other"};
  job.level_files = {"a/far.glb"};
  job.settings.levels = {"far.glb"};
  job.settings.import.max_depth = 17;
  job.settings.scene.grouping = Grouping::mesh;
  job.settings.chain.ratio = 0.375;
  job.settings.pack.lossless = true;
  job.settings.view.height_px = 2160;
  job.settings.worker.memory_mib = 99;
  job.settings.draw.policy = DetailPolicy::near;
  job.settings.pack.prove = false;
  return job;
}

}  // namespace

TEST_CASE("a job arrives as it was sent") {
  const auto job = decode_job(encode_job(odd_job()).substr(4));
  REQUIRE(job);
  CHECK(job->file == "models/Stühle №4.obj");
  CHECK(job->root == "models");
  CHECK(job->source == "Stühle №4.obj");
  CHECK(job->bytes == 1234567890123);
  CHECK(job->outputs.container == "out/a.lodc");
  CHECK(job->outputs.manifest == "out/a.lod.json");
  CHECK(job->level_files == std::vector<std::string>{"a/far.glb"});
  CHECK(job->settings.levels == std::vector<std::string>{"far.glb"});
  CHECK(job->settings.import.allowed_roots == std::vector<std::filesystem::path>{"/shared/textures", "other"});
  CHECK(job->settings.import.max_depth == 17);
  CHECK(job->settings.scene.grouping == Grouping::mesh);
  CHECK(job->settings.chain.ratio == 0.375);
  CHECK(job->settings.pack.lossless);
  CHECK(job->settings.view.height_px == 2160);
  CHECK(job->settings.worker.memory_mib == 99);
  CHECK(job->settings.draw.policy == DetailPolicy::near);
  CHECK_FALSE(job->settings.pack.prove);
}

TEST_CASE("answers arrive as they were sent") {
  const auto imported = decode_answer(encode_answer(Imported{12}).substr(4));
  REQUIRE(imported);
  CHECK(std::get<Imported>(*imported).triangles == 12);

  CookFacts facts;
  facts.levels = 5;
  facts.triangles = 6;
  facts.bytes = 7;
  facts.warnings = {{"id", "message"}, {"other", ""}};
  const auto cooked = decode_answer(encode_answer(facts).substr(4));
  REQUIRE(cooked);
  CHECK(std::get<CookFacts>(*cooked).levels == 5);
  CHECK(std::get<CookFacts>(*cooked).triangles == 6);
  CHECK(std::get<CookFacts>(*cooked).bytes == 7);
  REQUIRE(std::get<CookFacts>(*cooked).warnings.size() == 2);
  CHECK(std::get<CookFacts>(*cooked).warnings[0].message == "message");
  CHECK(std::get<CookFacts>(*cooked).warnings[1].id == "other");

  const auto failed = decode_answer(encode_answer(Error{ErrorCode::truncated, "cut", "byte 3"}).substr(4));
  REQUIRE(failed);
  CHECK(std::get<Error>(*failed).code == ErrorCode::truncated);
  CHECK(std::get<Error>(*failed).message == "cut");
  CHECK(std::get<Error>(*failed).place == "byte 3");
}

TEST_CASE("a message cut at any byte is refused") {
  const std::string job = encode_job(odd_job()).substr(4);
  for (std::size_t size = 0; size < job.size(); ++size) CHECK_FALSE(decode_job(job.substr(0, size)));
  const std::string answer = encode_answer(Error{ErrorCode::truncated, "cut", "byte 3"}).substr(4);
  for (std::size_t size = 0; size < answer.size(); ++size) CHECK_FALSE(decode_answer(answer.substr(0, size)));
}
