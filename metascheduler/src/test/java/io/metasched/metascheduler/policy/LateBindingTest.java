package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.CycleFixture.cycle;
import static io.metasched.metascheduler.fixture.CycleFixture.outcomes;
import static io.metasched.metascheduler.fixture.CycleFixture.policy;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static io.metasched.metascheduler.fixture.SlotPicture.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.fixture.RandomCycles;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.WindowRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LateBindingTest {
  private static final long UNIT = 1000;

  @Test
  void jobsThatBeginLaterThanAheadWaitAndAreNotBookedYet() {
    var cycle =
        cycle(
            slots("n1 ##......"),
            job(1).volume(2).build(),
            job(2).volume(2).build(),
            job(3).volume(9).build());

    var plan = policy("late-binding", "ahead", "2").plan(cycle);

    assertThat(outcomes(plan)).isEqualTo("1@2 n1, 2 waits, 3 waits");
    assertThat(reasons(plan.decisions()))
        .containsExactly(PostponeReason.NOT_YET, PostponeReason.NO_ALTERNATIVE);
  }

  @Test
  void aJobWithADeadlineIsBookedHoweverFarAheadAndBeforeThoseThatCameEarlier() {
    var cycle =
        cycle(
            slots("n1 ........"),
            job(1).volume(3).build(),
            job(2).volume(3).deadline(3).build(),
            job(3).volume(2).earliest(6).deadline(8).build());

    var plan = policy("late-binding", "ahead", "0").plan(cycle);

    assertThat(outcomes(plan)).isEqualTo("1 waits, 2@0 n1, 3@6 n1");
  }

  @Test
  void ofDeadlinesTheNearestComesFirst() {
    var cycle =
        cycle(
            slots("n1 ....."),
            job(1).volume(2).deadline(5).build(),
            job(2).volume(3).deadline(3).build());

    assertThat(outcomes(policy("late-binding").plan(cycle))).isEqualTo("1@3 n1, 2@0 n1");
  }

  @Test
  void aJobThatIsNotBookedYetIsPassedOnlyByWhatDoesNotDelayIt() {
    var cycle =
        cycle(
            slots("n1 ##......", "n2 ........"),
            job(1).nodes(2).volume(2).build(),
            job(2).volume(3).build(),
            job(3).volume(2).build());

    var plan = policy("late-binding", "ahead", "0").plan(cycle);

    assertThat(outcomes(plan)).isEqualTo("1 waits, 2 waits, 3@0 n2");
  }

  @Test
  void withoutDeadlinesAndWithAllTimeAheadItIsBackfilling() {
    for (long seed = 0; seed < 40; seed++) {
      var cycle = withoutDeadlines(RandomCycles.cycle(seed));
      var settings = RandomCycles.settings(seed);

      var late = policy(settings, "late-binding", "ahead", "100000000").plan(cycle);

      assertThat(late).as("seed %d", seed).isEqualTo(policy(settings, "backfilling").plan(cycle));
    }
  }

  @Test
  void jobsWithoutDeadlinesAreBookedAsByBackfilling() {
    int postponed = 0;
    for (long seed = 0; seed < 40; seed++) {
      var cycle = withoutDeadlines(RandomCycles.cycle(seed));
      var settings = RandomCycles.settings(seed);
      var booked = policy(settings, "backfilling").plan(cycle).decisions();

      var late = policy(settings, "late-binding", "ahead", "3").plan(cycle).decisions();

      for (int at = 0; at < late.size(); at++) {
        if (late.get(at) instanceof Decision.Place place) {
          assertThat(place).isEqualTo(booked.get(at));
          assertThat(place.window().start())
              .isLessThanOrEqualTo(cycle.horizon().start() + 3 * UNIT);
        } else if (booked.get(at) instanceof Decision.Place place) {
          assertThat(place.window().start()).isGreaterThan(cycle.horizon().start() + 3 * UNIT);
          postponed++;
        }
      }
    }
    assertThat(postponed).isPositive();
  }

  @Test
  void itMovesJobsAsBackfillingDoes() {
    int moved = 0;
    for (long seed = 0; seed < 100; seed++) {
      var settings = RandomCycles.settings(seed);
      var late = policy(settings, "late-binding");
      var cycle = RandomCycles.cycle(seed);
      var replan = RandomCycles.afterJobsHaveGone(cycle, late.plan(cycle));

      var moves = late.replan(replan);

      assertThat(moves).isEqualTo(policy(settings, "backfilling").replan(replan));
      moved += moves.size();
    }
    assertThat(moved).isPositive();
  }

  private static List<PostponeReason> reasons(List<Decision> decisions) {
    return decisions.stream()
        .filter(Decision.Postpone.class::isInstance)
        .map(decision -> ((Decision.Postpone) decision).reason())
        .toList();
  }

  private static CycleSnapshot withoutDeadlines(CycleSnapshot cycle) {
    var queue = new ArrayList<Job>();
    for (var job : cycle.queue()) {
      queue.add(
          new Job(
              job.id(),
              job.user(),
              job.submitTick(),
              job.nodes(),
              job.work(),
              job.requirements(),
              job.costLimitMilli(),
              job.slotPriceLimitMilli(),
              job.earliestStart(),
              WindowRequest.NO_LIMIT,
              job.criterion(),
              0));
    }
    return new CycleSnapshot(
        cycle.cycle(),
        cycle.nowTick(),
        cycle.horizon(),
        cycle.granularityTicks(),
        queue,
        cycle.slots(),
        cycle.seed());
  }
}
