package io.metasched.simulation.system.cyclic;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.kernel.Expectation;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.system.Systems;
import org.junit.jupiter.api.Test;

final class CyclicExpectationTest {
  private static final long MEBI = 1 << 20;

  private static Expectation expected(String settings) {
    var text = Systems.SCENARIOS.ofText(settings, "expected", "expected");
    return ScenarioRuns.instance(text).expected().orElseThrow();
  }

  @Test
  void aSmallRunIsExpectedToTakeLittle() {
    var small = expected("policies = [css]");

    assertThat(small.bytes()).isBetween(20 * MEBI, 100 * MEBI);
    assertThat(small.seconds()).isBetween(1.0, 10.0);
  }

  @Test
  void aLargeRunIsExpectedToTakeAboutWhatItWasMeasuredToTake() {
    var large =
        expected(
            "policies = [css]\n nodes { count = 100000, domains = 100 }\n time.cycles = 20\n"
                + " jobs.per-cycle = 100");

    // 726 MiB and 21 s were measured
    assertThat(large.bytes()).isBetween(500 * MEBI, 1000 * MEBI);
    assertThat(large.seconds()).isBetween(12.0, 36.0);
  }

  @Test
  void eachSizeMakesItMore() {
    var base = expected("policies = [css]");
    for (var more :
        new String[] {"nodes.count = 5000", "time.cycles = 500", "jobs.per-cycle = 1000"}) {
      var larger = expected("policies = [css]\n" + more);
      assertThat(larger.bytes()).as(more).isGreaterThan(base.bytes());
      assertThat(larger.seconds()).as(more).isGreaterThan(base.seconds());
    }
    assertThat(expected("policies = [css, fcfs]").seconds()).isGreaterThan(base.seconds());
  }
}
