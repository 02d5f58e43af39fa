#include "lodcook/level_residency.h"

#include <doctest/doctest.h>

using namespace lodcook;

TEST_CASE("two cameras keep their own levels") {
  ViewStates states(2, 3);
  states.levels(0)[1] = 4;
  states.levels(1)[1] = 2;
  CHECK(states.levels(0)[1] == 4);
  CHECK(states.levels(1)[1] == 2);
  CHECK(states.levels(0)[0] == level_unknown);
  CHECK(states.levels(2).empty());
  states.levels(0)[2] = 1;
  states.forget_object(1);
  CHECK(states.levels(0)[1] == level_unknown);
  CHECK(states.levels(1)[1] == level_unknown);
  CHECK(states.levels(0)[2] == 1);
  states.forget_view(0);
  CHECK(states.levels(0)[2] == level_unknown);
}

TEST_CASE("what a shadow view draws is the caller's policy") {
  CHECK(shadow_level(ShadowPolicy::own_choice, 3, 1) == 3);
  CHECK(shadow_level(ShadowPolicy::finest, 3, 1) == 0);
  CHECK(shadow_level(ShadowPolicy::as_main_view, 3, 1) == 1);
  CHECK(shadow_level(ShadowPolicy::finest, level_culled, 1) == level_culled);
}

TEST_CASE("residency: the desired, else next coarser, else next finer, else what is shown") {
  const auto check = [](std::uint8_t desired, std::uint32_t resident, int level, bool fallback) {
    const ResidentLevel drawn = resident_level(desired, resident, 7);
    CHECK(int{drawn.level} == level);
    CHECK(drawn.fallback == fallback);
  };
  check(2, 0b111111, 2, false);
  check(2, 0b111011, 3, true);
  check(2, 0b100011, 5, true);
  check(2, 0b000011, 1, true);
  check(2, 0b000001, 0, true);
  check(2, 0, 7, true);
  check(31, 1U << 30, 30, true);
  check(level_culled, 0b1, level_culled, false);
  CHECK(resident_level(2, 0).level == level_unknown);
}

TEST_CASE("the coarsest level is loaded first and then the desired one") {
  CHECK(level_to_load(2, 0, 6) == 5);
  CHECK(level_to_load(2, 0b000100, 6) == 5);
  CHECK(level_to_load(2, 0b100000, 6) == 2);
  CHECK(level_to_load(2, 0b100100, 6) == level_unknown);
  CHECK(level_to_load(level_culled, 0, 6) == 5);
  CHECK(level_to_load(level_culled, 0b100000, 6) == level_unknown);
  CHECK(level_to_load(0, 0, 0) == level_unknown);
}

TEST_CASE("a fade advances once a frame, turns round when interrupted, and its weights sum to 1") {
  Fade fade;
  advance(fade, 1, 0.25F, 0);  // nothing was shown: no fade
  CHECK(fade.weight == 1);
  CHECK(int{fade.to} == 1);
  advance(fade, 2, 0.25F, 1);
  CHECK(int{fade.from} == 1);
  CHECK(int{fade.to} == 2);
  CHECK(fade.weight == 0.25F);
  advance(fade, 2, 0.25F, 1);  // a second view of the same frame
  CHECK(fade.weight == 0.25F);
  advance(fade, 2, 0.25F, 2);
  CHECK(fade.weight == 0.5F);
  advance(fade, 1, 0.25F, 3);  // back from 0.5
  CHECK(int{fade.from} == 2);
  CHECK(int{fade.to} == 1);
  CHECK(fade.weight == 0.75F);
  advance(fade, 3, 0.25F, 4);  // a third level waits for the end
  CHECK(int{fade.to} == 1);
  CHECK(fade.weight == 1);
  advance(fade, 3, 0.25F, 5);
  CHECK(int{fade.from} == 1);
  CHECK(int{fade.to} == 3);
  CHECK(fade.weight == 0.25F);
}

TEST_CASE("no weight of a fade is lost to rounding") {
  for (int steps = 2; steps < 400; ++steps) {
    Fade fade;
    advance(fade, 0, 1.0F / static_cast<float>(steps), 0);
    for (int frame = 1; fade.to == 0 || fade.weight < 1; ++frame) {
      advance(fade, 1, 1.0F / static_cast<float>(steps), static_cast<std::uint64_t>(frame));
      REQUIRE((1 - fade.weight) + fade.weight == 1);
      REQUIRE(frame <= steps + 1);
    }
  }
}

TEST_CASE("without a duration there is no fading") {
  for (const float step : {0.0F, -1.0F, 1.0F, 5.0F}) {
    Fade fade;
    advance(fade, 1, step, 0);
    advance(fade, 2, step, 1);
    CHECK(int{fade.to} == 2);
    CHECK(int{fade.from} == 2);
    CHECK(fade.weight == 1);
  }
}

TEST_CASE("a pass is due at first, after n frames, after x units, and when the lens changes") {
  const PassSchedule schedule{10, 0.5};
  PassState state;
  View view = perspective_view({}, 1, 1080);
  CHECK(pass_is_due(schedule, view, 100, state));
  CHECK(!pass_is_due(schedule, view, 101, state));
  view.position.x = 0.4;
  CHECK(!pass_is_due(schedule, view, 102, state));
  view.position.x = 0.6;
  CHECK(pass_is_due(schedule, view, 103, state));
  CHECK(!pass_is_due(schedule, view, 112, state));
  CHECK(pass_is_due(schedule, view, 113, state));
  view.reach *= 2;
  CHECK(pass_is_due(schedule, view, 114, state));
  CHECK(!pass_is_due({0, 0}, view, 100'000, state));
}
