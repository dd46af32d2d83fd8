package io.metasched.simulation.system.twolevel.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.twolevel.model.GridJob;
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Statistics of four processors: a batch task ends six seconds before a reservation of all of them,
 * and the limit of the next task would overlap the reservation.
 */
final class TaskFiguresTest {
  private static final GridJob EARLY =
      new GridJob(1, 0, 4_000, 4, 10_000, Optional.empty(), Precedence.NONE);
  private static final GridJob HELD_UP =
      new GridJob(2, 1_000, 3_000, 2, 7_000, Optional.empty(), Precedence.NONE);
  private static final GridJob RESERVED =
      new GridJob(
          3,
          0,
          10_000,
          4,
          10_000,
          Optional.of(new GridJob.Interval(10_000, 20_000, 10_000)),
          Precedence.NONE);

  private static TwoLevelRun run(GridJob... jobs) {
    var setting =
        new TwoLevelSetting(1, 4, "first-fit", 0, "load-balance", "mct", GridSettings.DEFAULTS);
    return TwoLevelReplay.run(List.of(jobs), setting, new Seeds(1, "test", 0));
  }

  @Test
  void aGapBeforeAReservationIsIdleTimeThatATaskWaitsIn() {
    var gaps = Gaps.of(run(EARLY, RESERVED, HELD_UP));

    assertThat(gaps.periods()).isEqualTo(1);
    assertThat(gaps.share()).isEqualTo(6.0 / 23);
    assertThat(gaps.heldUp()).isEqualTo(6.0 / 2);
    assertThat(gaps.beforeReservations()).isEqualTo(1);
  }

  @Test
  void idleProcessorsThatNoTaskWaitsForAreNoGap() {
    assertThat(Gaps.of(run(EARLY, RESERVED))).isEqualTo(new Gaps(0, 0, 0, 0));
  }

  @Test
  void figuresOfOneKindLeaveTheOtherOut() {
    var run = run(EARLY, RESERVED, HELD_UP);

    assertThat(TaskFigures.batchFlow(run)).isEqualTo((4.0 + 22) / 2);
    assertThat(TaskFigures.reservationFlow(run)).isEqualTo(20);
    assertThat(TaskFigures.delay(run)).isZero();
    assertThat(TaskFigures.batchLoad(run)).isEqualTo((4.0 * 4 + 2 * 3) / 2);
    assertThat(TaskFigures.collected(run)).isEqualTo(1.5);
  }

  @Test
  void theSameTasksAreComparedBetweenRuns() {
    var run = run(EARLY, RESERVED, HELD_UP);

    assertThat(TaskFigures.batchRise(run, run(EARLY, HELD_UP))).isEqualTo((22.0 - 6) / 2);
    assertThat(TaskFigures.apart(run, run(RESERVED))).isZero();
  }

  @Test
  void processorsKnowWhatTheyRanBefore() {
    var second =
        new GridJob(
            4,
            0,
            5_000,
            2,
            5_000,
            Optional.of(new GridJob.Interval(20_000, 25_000, 5_000)),
            Precedence.NONE);

    // four processors are idle after a batch task, then two after the reservation
    assertThat(TaskFigures.afterReservation(run(EARLY, RESERVED, second))).isEqualTo(2.0 / 6);
  }
}
