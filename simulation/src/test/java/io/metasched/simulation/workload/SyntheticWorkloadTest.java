package io.metasched.simulation.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.random.Seeds;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Distributions of the values of many generated jobs. */
final class SyntheticWorkloadTest {
  private static final long UNIT = 1000;
  private static final Seeds SEEDS = new Seeds(1, "laws", 0);
  private static final List<SimulatedJob> JOBS = workload(100, 20).generate(SEEDS).jobs();

  @Test
  void aBatchComesAtEachMultipleOfThePeriodNumberedFromOne() {
    for (int i = 0; i < JOBS.size(); i++) {
      assertThat(JOBS.get(i).job().id().number()).isEqualTo(i + 1);
      assertThat(JOBS.get(i).job().submitTick()).isEqualTo(i / 20 * 300L * UNIT);
    }
  }

  @Test
  void nodesVolumesAndUsersAreUniformInTheirRanges() {
    assertThat(JOBS).extracting(j -> j.job().nodes()).containsOnly(1, 2, 3, 4, 5);
    assertThat(JOBS).extracting(j -> j.job().user()).containsOnly(0, 1, 2, 3, 4);
    assertThat(JOBS)
        .allMatch(j -> j.job().work().amount() % UNIT == 0)
        .allMatch(j -> j.job().work().amount() >= 150 * UNIT)
        .allMatch(j -> j.job().work().amount() <= 560 * UNIT);
    assertThat(JOBS.stream().mapToInt(j -> j.job().nodes()).average().orElse(0))
        .isCloseTo(3, within(0.1));
    assertThat(JOBS.stream().mapToLong(j -> j.job().work().amount()).average().orElse(0))
        .isCloseTo(355 * UNIT, within(8.0 * UNIT));
  }

  @Test
  void costLimitsAreMarketPricesTimesTheFactor() {
    double sum = 0;
    for (var simulated : JOBS) {
      var job = simulated.job();
      double market = 1.08 * job.nodes() * job.work().amount();
      double factor = job.costLimitMilli() / market;
      assertThat(factor).isBetween(0.8999, 1.4001);
      sum += factor;
    }
    assertThat(sum / JOBS.size()).isCloseTo(1.15, within(0.01));
  }

  @Test
  void realLengthsAreUniformShares() {
    assertThat(JOBS)
        .allMatch(j -> j.real().kind() == RealLength.Kind.FRACTION)
        .allMatch(j -> j.real().amount() >= 200_000 && j.real().amount() <= 1_000_000);
    assertThat(JOBS.stream().mapToLong(j -> j.real().amount()).average().orElse(0))
        .isCloseTo(600_000, within(15_000.0));
  }

  @Test
  void criteriaAreEquallyLikely() {
    for (var criterion : List.of(Criterion.START, Criterion.COST)) {
      assertThat(JOBS.stream().filter(j -> j.job().criterion() == criterion).count())
          .isBetween(900L, 1100L);
    }
  }

  @Test
  void withdrawalsDeadlinesAndDemandsComeInTheirShares() {
    var withdrawn = JOBS.stream().filter(j -> j.withdrawTick() >= 0).toList();
    var due = JOBS.stream().filter(j -> j.job().deadlineTick() < WindowRequest.NO_LIMIT).toList();

    assertThat(withdrawn.size()).isBetween(430, 570);
    assertThat(withdrawn)
        .allMatch(j -> j.withdrawTick() > j.job().submitTick())
        .allMatch(j -> j.withdrawTick() <= j.job().submitTick() + 600 * UNIT);
    assertThat(due.size()).isBetween(530, 670);
    assertThat(due)
        .allMatch(j -> j.job().deadlineTick() >= j.job().submitTick() + 300 * UNIT)
        .allMatch(j -> j.job().deadlineTick() <= j.job().submitTick() + 900 * UNIT);
    assertThat(JOBS.stream().filter(j -> j.job().requirements().leastPerformance() == 6).count())
        .isBetween(330L, 470L);
    assertThat(JOBS.stream().filter(j -> j.job().requirements().properties().size() == 1).count())
        .isBetween(130L, 270L);
  }

  @Test
  void moreJobsLeaveTheFirstOnesAsTheyAre() {
    assertThat(JOBS.subList(0, 40)).isEqualTo(workload(2, 20).generate(SEEDS).jobs());
  }

  private static SyntheticWorkload workload(int cycles, int perCycle) {
    var properties = new TreeMap<String, Double>();
    properties.put("gpu", 0.1);
    var traits =
        new JobTraits(
            1.08,
            0.9,
            1.4,
            List.of(Criterion.START, Criterion.COST),
            0.25,
            600 * UNIT,
            0.3,
            300 * UNIT,
            900 * UNIT,
            6,
            0.2,
            properties,
            3,
            5);
    return new SyntheticWorkload(cycles, 300 * UNIT, perCycle, 5, 1, 5, 150, 560, 0.2, 1, traits);
  }
}
