package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.CycleFixture.cycle;
import static io.metasched.metascheduler.fixture.CycleFixture.policy;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static io.metasched.metascheduler.fixture.SlotPicture.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.fixture.RandomCycles;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BatchSliceFillingTest {

  @ParameterizedTest
  @CsvSource({
    "order, 0, ''",
    "order, 2, '4 3'",
    "most-expensive, 1, '3'",
    "most-expensive, 2, '3 1'",
    "most-demanding, 1, '2'",
    "most-demanding, 3, '3 2 1'",
    "order, 9, '4 3 2 1'"
  })
  void theFirstSubBatchIsChosenByItsPrincipleAndSlicedInQueueOrder(
      String first, String n, String sliced) {
    // submitted in the opposite order, which must not change the result
    var cycle =
        cycle(
            slots("n1 ..........", "n2 .........."),
            job(4).submittedAt(9).volume(1).limit(4).build(),
            job(3).submittedAt(8).volume(2).limit(8).build(),
            job(2).submittedAt(7).nodes(2).volume(2).limit(5).build(),
            job(1).submittedAt(6).volume(3).limit(6).build());

    var plan = policy("bsf", "n", n, "first", first).plan(cycle);

    var notBackfilled =
        plan.decisions().stream()
            .filter(decision -> decision instanceof Decision.Place place && !place.movable())
            .map(decision -> decision.job().toString())
            .collect(Collectors.joining(" "));
    assertThat(notBackfilled).isEqualTo(sliced);
  }

  @ParameterizedTest
  @CsvSource({"order", "most-expensive", "most-demanding"})
  void withoutAFirstSubBatchItIsBackfilling(String first) {
    for (long seed = 0; seed < 40; seed++) {
      var cycle = RandomCycles.cycle(seed);
      var settings = RandomCycles.settings(seed);

      var bsf = policy(settings, "bsf", "n", "0", "first", first).plan(cycle);

      var backfilling = policy(settings, "backfilling").plan(cycle);
      assertThat(bsf).as("seed %d", seed).isEqualTo(backfilling);
    }
  }

  @ParameterizedTest
  @CsvSource({"order", "most-expensive", "most-demanding"})
  void withAllJobsInTheFirstSubBatchItIsTheBatchSlicer(String first) {
    for (long seed = 0; seed < 40; seed++) {
      var cycle = RandomCycles.cycle(seed);
      var settings = RandomCycles.settings(seed);

      var bsf = policy(settings, "bsf", "n", "100000", "k", "3", "first", first).plan(cycle);

      var slicer = policy(settings, "batch-slicer", "k", "3").plan(cycle);
      assertThat(bsf).as("seed %d", seed).isEqualTo(slicer);
    }
  }

  @Test
  void itMovesJobsAsBackfillingDoes() {
    var moved = 0;
    for (long seed = 0; seed < 100; seed++) {
      var settings = RandomCycles.settings(seed);
      var bsf = policy(settings, "bsf", "n", "2");
      var cycle = RandomCycles.cycle(seed);
      var replan = RandomCycles.afterJobsHaveGone(cycle, bsf.plan(cycle));

      var moves = bsf.replan(replan);

      assertThat(moves).isEqualTo(policy(settings, "backfilling").replan(replan));
      moved += moves.size();
    }
    assertThat(moved).isPositive();
  }
}
