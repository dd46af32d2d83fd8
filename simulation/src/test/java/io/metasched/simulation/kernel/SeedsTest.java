package io.metasched.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.random.Seeds;
import java.util.ArrayList;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SeedsTest {
  private static final Seeds SEEDS = new Seeds(1, "default", 0);

  /**
   * Checks the seeds of a run. The seeds must never change, because every published digest depends
   * on them.
   */
  @Test
  void theSeedsOfARunAreWhatTheyHaveAlwaysBeen() {
    assertThat(SEEDS.seed("budget", 1)).isEqualTo(-4216635379063680131L);
    assertThat(SEEDS.seed("budget", 2)).isEqualTo(-3958931494308996784L);
    assertThat(SEEDS.seed("static-load-3", 600_000)).isEqualTo(-6912418071141168297L);
    assertThat(SEEDS.generator("volume", 1).nextLong()).isEqualTo(6866915250127795437L);
    assertThat(SEEDS.generator("volume", 1).nextDouble()).isEqualTo(0.3722562216231198);
  }

  @Test
  void eachPurposeEntityRunScenarioAndReplicationHasItsOwnSeed() {
    var seeds = new TreeSet<Long>();
    int asked = 0;
    for (long run = -2; run < 3; run++) {
      for (var scenario : new String[] {"", "a", "b", "ab", "ba"}) {
        for (int replication = 0; replication < 3; replication++) {
          for (var purpose : new String[] {"", "a", "b", "ab", "volume"}) {
            for (long entity = 0; entity < 20; entity++) {
              seeds.add(new Seeds(run, scenario, replication).seed(purpose, entity));
              asked++;
            }
          }
        }
      }
    }
    assertThat(seeds).hasSize(asked);
  }

  @Test
  void otherDrawsShiftNothing() {
    var alone = new ArrayList<Long>();
    var amongOthers = new ArrayList<Long>();
    var one = SEEDS.generator("volume", 7);
    for (int i = 0; i < 100; i++) {
      alone.add(one.nextLong());
    }
    var again = SEEDS.generator("volume", 7);
    for (int i = 0; i < 100; i++) {
      SEEDS.generator("volume", i).nextLong();
      SEEDS.generator("something new", 7).nextLong();
      amongOthers.add(again.nextLong());
    }

    assertThat(amongOthers).isEqualTo(alone);
  }
}
