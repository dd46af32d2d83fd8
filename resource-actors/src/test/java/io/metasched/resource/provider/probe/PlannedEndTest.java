package io.metasched.resource.provider.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import org.junit.jupiter.api.Test;

final class PlannedEndTest {
  private static final long NOW = 20;

  /**
   * Returns a state at tick 20 on 4 processors. Job 1 has a limit of 100 ticks and is likely to
   * take {@code likely} ticks; jobs 2 and 3 wait for all processors.
   */
  private static ClusterState state(long likely) {
    var book =
        new ProviderBook(
            4,
            LocalSchedulers.named("easy").orElseThrow(),
            CapacitySlots.VARIABLE,
            HeadPromise.RESPECTED);
    book.submit(new BatchJob(1, 0, 3, 100, likely));
    book.start(0, true);
    book.submit(new BatchJob(2, 10, 4, 50, 5));
    book.submit(new BatchJob(3, 10, 4, 40));
    return new ClusterState(book, NOW);
  }

  private static long start(ExecutionPlan plan, int number) {
    return plan.startsByNumber().getOrDefault(number, -1L);
  }

  @Test
  void jobsEndWhenTheyAreLikelyTo() {
    var plan = state(30).plans(PlannedEnd.LIKELY).original();

    assertThat(start(plan, 2)).isEqualTo(30);
    assertThat(start(plan, 3)).isEqualTo(35);
    assertThat(plan.endTick(2)).isEqualTo(75);
    assertThat(PlanMetric.MAKESPAN.of(plan)).isEqualTo(75 - NOW);
  }

  @Test
  void jobsEndAtTheirLimitsOtherwise() {
    var plan = state(30).plans(PlannedEnd.LIMIT).original();

    assertThat(start(plan, 2)).isEqualTo(100);
    assertThat(start(plan, 3)).isEqualTo(150);
  }

  @Test
  void aJobThatHasRunLongerThanItWasLikelyToEndsAtItsLimit() {
    var plan = state(20).plans(PlannedEnd.LIKELY).original();

    assertThat(start(plan, 2)).isEqualTo(100);
    assertThat(plan.endTick(0)).isEqualTo(100);
  }

  @Test
  void aJobOfAnEarlierJournalIsLikelyToRunToItsLimit() throws Exception {
    var stored = "{\"number\":1,\"submitTick\":0,\"processors\":2,\"limitTicks\":9}";

    assertThat(new ObjectMapper().readValue(stored, BatchJob.class))
        .isEqualTo(new BatchJob(1, 0, 2, 9));
  }

  @Test
  void aJobIsNotLikelyToRunBeyondItsLimit() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BatchJob(1, 0, 2, 9, 10))
        .withMessageContaining("1 to 9 ticks, but is 10");
    assertThatIllegalArgumentException().isThrownBy(() -> new BatchJob(1, 0, 2, 9, -1));
  }
}
