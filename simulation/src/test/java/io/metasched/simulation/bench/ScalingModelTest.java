package io.metasched.simulation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.bench.ScalingBenchSize.Setting;
import io.metasched.simulation.bench.ScalingBenchSize.Work;
import io.metasched.simulation.bench.ScalingRow.Searches;
import io.metasched.simulation.bench.ScalingRow.Spent;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The model of what JVMs spend, on rows that were made up. */
final class ScalingModelTest {
  private static final double MESSAGE = 40e-6;
  private static final double BYTE = 0;
  private static final double OWNED = 3e-6;
  private static final double PLANNED = 2e-6;
  private static final double JVM = 1.5;

  @Test
  void theCostsThatRowsWereMadeOfAreFound() {
    var rows = List.of(row(1, 100_000), row(2, 100_000), row(3, 100_000), row(2, 400_000));

    var model = ScalingModel.of(rows);

    assertThat(model.residual()).isLessThan(1e-6);
    assertThat(model.processes()).isEqualTo(2 + 3 + 4 + 3);
    assertThat(model.costs().get(0)).isCloseTo(MESSAGE, Percentage.withPercentage(0.1));
    assertThat(model.costs().get(1)).isCloseTo(BYTE, within(1e-9));
    assertThat(model.costs().get(2)).isCloseTo(OWNED, Percentage.withPercentage(0.1));
    assertThat(model.costs().get(3)).isCloseTo(PLANNED, Percentage.withPercentage(0.1));
    assertThat(model.costs().get(4)).isCloseTo(JVM, Percentage.withPercentage(0.1));
  }

  @Test
  void whatIsNotFoundInTheRowsCostsNothing() {
    var model = ScalingModel.of(List.of(row(1, 100_000)));

    assertThat(model.costs()).allMatch(cost -> cost >= 0);
    assertThat(model.residual()).isLessThan(1e-6);
  }

  @Test
  void moreHostsAreExpectedToHelpTheOwnersAlone() {
    var model = ScalingModel.of(List.of(row(1, 100_000), row(2, 100_000), row(3, 400_000)));
    var row = row(2, 400_000);

    var few = model.predict(row, 4, 0);
    var many = model.predict(row, 4000, 0);
    var far = model.predict(row, 4000, 0.001);

    double planning = PLANNED * 400_000;
    assertThat(many.wallSeconds()).isLessThan(few.wallSeconds()).isGreaterThan(planning + JVM);
    assertThat(far.waitSeconds()).isCloseTo(0.001 * row.rounds(), within(1e-9));
    assertThat(far.wallSeconds()).isCloseTo(many.wallSeconds() + far.waitSeconds(), within(1e-9));
  }

  /** The caller, the JVM of the metascheduler, and others with owners alone. */
  private static ScalingRow row(int jvms, long slots) {
    var spent = new ArrayList<Spent>();
    long kept = 2000L * jvms;
    long searched = 70 * (slots / 1000) * (jvms - 1) / jvms;
    spent.add(spent(kept, 300 * kept, 0, false, slots));
    spent.add(spent(kept + searched, 400 * kept + 900 * searched, 1.0 / jvms, true, slots));
    for (int other = 1; other < jvms; other++) {
      spent.add(spent(searched / (jvms - 1), 1000 * searched, 1.0 / jvms, false, slots));
    }
    var setting = new Setting(jvms, new Work(1000, 10, 10));
    return new ScalingRow(setting, 10, slots, spent, 5000, new Searches(1, 2, 3, 4));
  }

  private static Spent spent(long messages, long bytes, double owned, boolean plans, long slots) {
    double seconds =
        MESSAGE * messages
            + BYTE * bytes
            + OWNED * owned * slots
            + (plans ? PLANNED * slots : 0)
            + JVM;
    return new Spent(seconds, messages / 2, messages, bytes, owned, plans);
  }
}
