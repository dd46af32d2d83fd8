package io.metasched.simulation.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class RigidWorkloadTest {
  private static final Seeds SEEDS = new Seeds(1, "rigid", 0);
  private static final RequestTraits TRAITS = new RequestTraits(1, 3, 7_200_000);
  private static final int MANY = 20_000;

  @Test
  void aLongerFlowBeginsLikeAShorterOne() {
    var few = flow(50, 64).generate(SEEDS);
    var more = flow(80, 64).generate(SEEDS);

    assertThat(more.subList(0, 50)).isEqualTo(few);
    assertThat(flow(50, 64).generate(new Seeds(2, "rigid", 0))).isNotEqualTo(few);
    assertThat(flow(50, 64).generate(new Seeds(1, "rigid", 1))).isNotEqualTo(few);
  }

  @Test
  void anotherGreatestSizeShiftsNothingElse() {
    var small = flow(200, 4).generate(SEEDS);
    var large = flow(200, 64).generate(SEEDS);

    assertThat(runs(small)).isEqualTo(runs(large));
    assertThat(small).extracting(TraceJob::submitTicks).isEqualTo(submits(large));
  }

  @Test
  void theNumbersAreDistributedAsStated() {
    var jobs = flow(MANY, 64).generate(SEEDS);

    double span = jobs.get(MANY - 1).submitTicks();
    assertThat(jobs.get(0).submitTicks()).isZero();
    assertThat(span / (MANY - 1)).isCloseTo(600_000, Percentage.withPercentage(3));
    assertThat(jobs.stream().mapToLong(TraceJob::waitTicks).average().orElseThrow())
        .isCloseTo(7_200_000, Percentage.withPercentage(3));
    assertThat(jobs)
        .allMatch(job -> job.runTicks() >= 30_000 && job.runTicks() <= 18_000_000)
        .allMatch(job -> job.estimateTicks() >= job.runTicks())
        .allMatch(job -> job.estimateTicks() <= 3 * job.runTicks() + 1);
    // half of the log-uniform run times are below the geometric mean of the bounds
    double middle = Math.sqrt(30_000.0 * 18_000_000);
    double below = jobs.stream().filter(job -> job.runTicks() < middle).count();
    assertThat(below / MANY).isCloseTo(0.5, within(0.015));
    double factors =
        jobs.stream()
            .mapToDouble(job -> job.estimateTicks() / (double) job.runTicks())
            .average()
            .orElseThrow();
    assertThat(factors).isCloseTo(2, within(0.03));
  }

  @Test
  void sizesArePowersOfTwoEachAsLikely() {
    var bySize =
        flow(MANY, 100).generate(SEEDS).stream()
            .collect(Collectors.groupingBy(TraceJob::processors, Collectors.counting()));

    var powers = IntStream.rangeClosed(0, 6).mapToObj(exponent -> 1 << exponent).toList();
    assertThat(bySize.keySet()).containsExactlyInAnyOrderElementsOf(powers);
    assertThat(bySize.values())
        .allSatisfy(count -> assertThat((double) count / MANY).isCloseTo(1 / 7.0, within(0.012)));
    assertThat(flow(100, 1).generate(SEEDS)).allMatch(job -> job.processors() == 1);
  }

  private static RigidWorkload flow(int jobs, int processors) {
    return new RigidWorkload(jobs, 600_000, processors, 30_000, 18_000_000, TRAITS);
  }

  private static List<Long> runs(List<TraceJob> jobs) {
    return jobs.stream().map(TraceJob::runTicks).toList();
  }

  private static List<Long> submits(List<TraceJob> jobs) {
    return jobs.stream().map(TraceJob::submitTicks).toList();
  }
}
