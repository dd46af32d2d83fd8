package io.metasched.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.kernel.Expectation.Verdict;
import org.junit.jupiter.api.Test;

final class ExpectationTest {
  private static final long MEBI = 1 << 20;
  private static final long GIBI = 1 << 30;
  private static final Expectation OF_A_GIBIBYTE = new Expectation(GIBI, 90.2);

  @Test
  void memoryIsEnoughTightOrImpossible() {
    assertThat(OF_A_GIBIBYTE.within(2 * GIBI)).isEqualTo(Verdict.FITS);
    assertThat(OF_A_GIBIBYTE.within(GIBI + 200 * MEBI)).isEqualTo(Verdict.FITS);
    assertThat(OF_A_GIBIBYTE.within(GIBI)).isEqualTo(Verdict.TIGHT);
    assertThat(OF_A_GIBIBYTE.within(342 * MEBI)).isEqualTo(Verdict.TIGHT);
    assertThat(OF_A_GIBIBYTE.within(341 * MEBI)).isEqualTo(Verdict.IMPOSSIBLE);
  }

  @Test
  void asManyRunsAtATimeAsFit() {
    assertThat(OF_A_GIBIBYTE.runsWithin(100 * GIBI, 8)).isEqualTo(8);
    assertThat(OF_A_GIBIBYTE.runsWithin(4 * GIBI, 8)).isEqualTo(3);
    assertThat(OF_A_GIBIBYTE.runsWithin(MEBI, 8)).isEqualTo(1);
    assertThat(new Expectation(0, 0).runsWithin(GIBI, 2)).isEqualTo(2);
  }

  @Test
  void itIsReportedInUnitsForAReader() {
    assertThat(OF_A_GIBIBYTE.words())
        .isEqualTo(
            "about 1.0 GiB of memory for each policy that runs at the same time, and 91 s of"
                + " processor time in total");
    assertThat(new Expectation(44 * MEBI, 3600).words())
        .startsWith("about 50 MiB of memory")
        .endsWith("60 min of processor time in total");
  }

  @Test
  void actorsTakeMore() {
    var through = OF_A_GIBIBYTE.throughActors();

    assertThat(through.bytes()).isGreaterThan(OF_A_GIBIBYTE.bytes());
    assertThat(through.seconds()).isGreaterThan(OF_A_GIBIBYTE.seconds());
  }
}
