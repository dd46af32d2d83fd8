package io.metasched.simulation.system.cyclic;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.RunHeader;
import io.metasched.simulation.system.cyclic.rule.Checker;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Orders of the queue in cycles that book one or two jobs on one node. */
final class CyclicQueueTest {

  /** User 0 submits jobs 1 to 4, user 1 submits job 5 with a priority; all at 0. */
  private static SmallInstance instance(QueueOrder order, int batch) {
    return new SmallInstance(1)
        .queue(order, batch)
        .jobOf(0, 1, 0, 100, 0)
        .jobOf(0, 2, 0, 100, 0)
        .jobOf(0, 3, 0, 100, 3)
        .jobOf(0, 4, 0, 100, 0)
        .jobOf(1, 5, 0, 100, 0)
        .jobOf(1, 6, 0, 100, 2);
  }

  private static List<Long> starts(CyclicRun run) {
    assertThat(Checker.check(run)).isEmpty();
    return run.placements().stream()
        .sorted(Comparator.comparingLong(row -> row.start()))
        .map(row -> row.job().number())
        .toList();
  }

  @Test
  void aCycleConsidersJobsInTheOrderOfTheQueue() {
    assertThat(starts(instance(QueueOrder.FIFO, 1).cycles(9).run("backfilling")))
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(starts(instance(QueueOrder.PRIORITY, 1).cycles(9).run("backfilling")))
        .containsExactly(3L, 6L, 1L, 2L, 4L, 5L);
    assertThat(starts(instance(QueueOrder.FAIR_SHARE, 1).cycles(9).run("backfilling")))
        .containsExactly(3L, 6L, 1L, 5L, 2L, 4L);
  }

  @Test
  void aBatchIsPlannedInTheOrderOfTheQueue() {
    assertThat(starts(instance(QueueOrder.PRIORITY, 100).run("fcfs")))
        .containsExactly(3L, 6L, 1L, 2L, 4L, 5L);
    assertThat(starts(instance(QueueOrder.FAIR_SHARE, 100).run("fcfs")))
        .containsExactly(3L, 6L, 1L, 5L, 2L, 4L);
  }

  @Test
  void theUseOfAUserHalvesInAHalfLife() {
    var small =
        new SmallInstance(1)
            .queue(QueueOrder.FAIR_SHARE, 1)
            .jobOf(0, 1, 0, 100, 0) // pays 100 at 100, which counts 25 at 300 and 12.5 at 400
            .jobOf(1, 2, 100, 20, 0) // pays 20 at 120, which counts 5 at 300
            .jobOf(0, 3, 200, 50, 0)
            .jobOf(1, 4, 200, 100, 0)
            .cycles(9);

    assertThat(starts(small.run("backfilling"))).containsExactly(1L, 2L, 4L, 3L);
  }

  @Test
  void theCheckerReportsJobsThatPassedOthers() {
    var run = instance(QueueOrder.FIFO, 1).cycles(9).run("backfilling");

    assertThat(Checker.check(claiming(QueueOrder.PRIORITY, run)))
        .extracting(Violation::rule)
        .containsOnly("order")
        .hasSize(4);
    assertThat(Checker.check(claiming(QueueOrder.FAIR_SHARE, run)))
        .extracting(Violation::rule)
        .containsOnly("order")
        .hasSize(3);
    assertThat(Checker.check(claiming(QueueOrder.FIFO, run))).isEmpty();
  }

  private static CyclicRun claiming(QueueOrder order, CyclicRun run) {
    var header = run.header();
    return new CyclicRun(
        new RunHeader(
            header.title(),
            header.granularityTicks(),
            header.periodTicks(),
            header.horizonTicks(),
            header.planningTicks(),
            header.organizations(),
            header.users(),
            header.budgetPerCycleMilli(),
            header.refundsUnused(),
            order,
            header.halfLifeTicks(),
            header.endTick(),
            header.cycles(),
            header.failedCycles()),
        run.nodes(),
        run.users(),
        run.jobs(),
        run.placements(),
        run.local(),
        run.payments(),
        run.decisions(),
        run.cycles(),
        run.workflows());
  }
}
