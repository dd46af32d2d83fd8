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
import io.metasched.metascheduler.model.PostponeReason;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Baselines: first come, first served, and random choice. */
final class YardsticksTest {

  @Test
  void firstComeFirstServedNeverStartsAJobBeforeOneAhead() {
    for (long seed = 0; seed < 100; seed++) {
      var cycle = RandomCycles.cycle(seed);

      var plan = policy(RandomCycles.settings(seed), "fcfs").plan(cycle);

      long startAhead = 0;
      for (var decision : plan.decisions()) { // in queue order
        if (decision instanceof Decision.Place place) {
          assertThat(place.window().start()).as("seed %d", seed).isGreaterThanOrEqualTo(startAhead);
          startAhead = place.window().start();
        }
      }
    }
  }

  @Test
  void firstComeFirstServedLetsNoJobPassOneThatWaits() {
    var cycle = cycle(slots("n1 ...."), job(1).build(), job(2).nodes(2).build(), job(3).build());

    var plan = policy("fcfs").plan(cycle);

    assertThat(outcomes(plan)).isEqualTo("1@0 n1, 2 waits, 3 waits");
    assertThat(plan.decisions())
        .filteredOn(Decision.Postpone.class::isInstance)
        .extracting(decision -> ((Decision.Postpone) decision).reason())
        .containsExactly(PostponeReason.NO_ALTERNATIVE, PostponeReason.BEHIND_ANOTHER);
  }

  @Test
  void jobsOfFirstComeFirstServedMayStartTogether() {
    var cycle = cycle(slots("n1 #...", "n2 ...."), job(1).nodes(2).build(), job(2).build());

    var plan = policy("fcfs").plan(cycle);

    assertThat(outcomes(plan)).isEqualTo("1@1 n1+n2, 2@2 n1");
  }

  @Test
  void theSeedTakesEachAlternativeNowAndThen() {
    var starts = new TreeSet<String>();

    for (long seed = 0; seed < 40; seed++) {
      starts.add(outcomes(policy("random").plan(seeded(seed))));
    }

    assertThat(starts).containsExactly("1@0 n1", "1@1 n1", "1@2 n1");
  }

  private static CycleSnapshot seeded(long seed) {
    var cycle = cycle(slots("n1 ..."), job(1).build());
    return new CycleSnapshot(
        0, 0, cycle.horizon(), cycle.granularityTicks(), cycle.queue(), cycle.slots(), seed);
  }
}
