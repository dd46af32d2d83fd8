package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.CycleFixture.SETTINGS;
import static io.metasched.metascheduler.fixture.CycleFixture.cycle;
import static io.metasched.metascheduler.fixture.CycleFixture.outcomes;
import static io.metasched.metascheduler.fixture.CycleFixture.policy;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static io.metasched.metascheduler.fixture.SlotPicture.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.alternatives.BudgetReading;
import io.metasched.metascheduler.alternatives.CombinationChoice;
import io.metasched.metascheduler.alternatives.ExactChoice;
import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.fixture.JobFixture;
import io.metasched.metascheduler.fixture.RandomCycles;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.search.SearchFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BatchSlicerTest {

  @Test
  void cssIsOneSubBatchWhenEveryUserWantsToStartEarly() {
    for (long seed = 0; seed < 50; seed++) {
      var cycle = withAllWantingToStartEarly(RandomCycles.cycle(seed));
      var settings = RandomCycles.settings(seed);

      var css = policy(settings, "css").plan(cycle);
      var slicer = policy(settings, "batch-slicer", "k", "1").plan(cycle);

      assertThat(slicer).as("seed %d", seed).isEqualTo(css);
    }
  }

  @Test
  void moreSubBatchesThanJobsAreOneForEachJob() {
    for (long seed = 0; seed < 50; seed++) {
      var cycle = RandomCycles.cycle(seed);
      var jobs = Integer.toString(Math.max(1, cycle.queue().size()));

      var asManyAsJobs = policy("batch-slicer", "k", jobs).plan(cycle);
      var many = policy("batch-slicer", "k", "1000").plan(cycle);

      assertThat(many).as("seed %d", seed).isEqualTo(asManyAsJobs);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 10", "3, '3,3,4'", "4, '2,3,2,3'", "10, '1,1,1,1,1,1,1,1,1,1'"})
  void subBatchesAreContiguousAndDifferByOneJobAtMost(String k, String sizes) {
    var queue = LongStream.range(0, 10).mapToObj(n -> job(n).build()).toList();
    var seen = new ArrayList<String>();
    CombinationChoice counting =
        problem -> {
          seen.add(Integer.toString(problem.offersByJob().size()));
          return new ExactChoice().choose(problem);
        };
    var settings =
        new PolicySettings(
            SETTINGS.search(),
            1,
            SETTINGS.goal(),
            SETTINGS.reading(),
            counting,
            SETTINGS.options());

    var plan = policy(settings, "batch-slicer", "k", k).plan(cycle(slots("n1 .........."), queue));

    assertThat(String.join(",", seen)).isEqualTo(sizes);
    assertThat(plan.decisions())
        .extracting(Decision::job)
        .isEqualTo(queue.stream().map(Job::id).toList());
  }

  @Test
  void noJobGetsMoreAlternativesThanTheCapAllows() {
    var cycle = cycle(slots("n1 ........."), job(1).build(), job(2).volume(2).build());

    var alternatives =
        policy(withCap(2), "css").plan(cycle).decisions().stream()
            .map(Decision::alternatives)
            .toList();
    var unlimited =
        policy(withCap(Integer.MAX_VALUE), "css").plan(cycle).decisions().stream()
            .map(Decision::alternatives)
            .toList();

    assertThat(alternatives).containsExactly(2, 2);
    assertThat(unlimited).containsExactly(3, 3); // until the slots are used up
  }

  @Test
  void jobsWithoutACostLimitArePlannedUnderAnyGoalAndReading() {
    var cycle = cycle(slots("n1 $2 ....", "n2 ...."), job(1).volume(3).build(), job(2).build());

    for (var goal : VoGoal.values()) {
      for (var reading : BudgetReading.values()) {
        var settings =
            new PolicySettings(
                SETTINGS.search(), 14, goal, reading, SETTINGS.choice(), SETTINGS.options());

        var plan = policy(settings, "batch-slicer").plan(cycle);

        assertThat(outcomes(plan)).as("%s, %s", goal, reading).doesNotContain("waits");
      }
    }
  }

  @Test
  void aWindowIsProvenOnlyIfItsSearchAndTheChoiceAre() {
    var cycle = cycle(slots("n1 ...."), job(1).build());
    var published =
        new PolicySettings(
            SearchFamily.published(),
            14,
            SETTINGS.goal(),
            SETTINGS.reading(),
            SETTINGS.choice(),
            SETTINGS.options());

    assertThat(policy("css").plan(cycle).decisions()).allMatch(BatchSlicerTest::isProven);
    assertThat(policy(published, "css").plan(cycle).decisions())
        .noneMatch(BatchSlicerTest::isProven);
  }

  private static boolean isProven(Decision decision) {
    return decision instanceof Decision.Place place && place.proven();
  }

  private static PolicySettings withCap(int cap) {
    return new PolicySettings(
        SETTINGS.search(),
        cap,
        SETTINGS.goal(),
        SETTINGS.reading(),
        SETTINGS.choice(),
        SETTINGS.options());
  }

  private static CycleSnapshot withAllWantingToStartEarly(CycleSnapshot cycle) {
    List<Job> queue = cycle.queue().stream().map(BatchSlicerTest::wantingToStartEarly).toList();
    return new CycleSnapshot(
        cycle.cycle(),
        cycle.nowTick(),
        cycle.horizon(),
        cycle.granularityTicks(),
        queue,
        cycle.slots(),
        cycle.seed());
  }

  private static Job wantingToStartEarly(Job job) {
    return JobFixture.like(job).wants(Criterion.START).build();
  }
}
