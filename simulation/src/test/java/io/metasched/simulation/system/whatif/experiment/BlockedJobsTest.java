package io.metasched.simulation.system.whatif.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Large job that waits for a reservation, and small jobs that wait for the large one, counted by
 * hand.
 */
final class BlockedJobsTest {
  private static final long HOUR = 3_600_000;

  private static WhatIfJobRow job(
      long id, double submit, int processors, double run, double start, double aloneStart) {
    return new WhatIfJobRow(
        id,
        0,
        ticks(submit),
        processors,
        ticks(run),
        ticks(2 * run),
        -1,
        ticks(run),
        ticks(start),
        ticks(start + run),
        ticks(aloneStart),
        -1,
        Precedence.NONE);
  }

  private static long ticks(double hours) {
    return Math.round(hours * HOUR);
  }

  private static RequestRow request(
      long id, double submit, int processors, double duration, double start, int tried) {
    return new RequestRow(
        id,
        ticks(submit),
        processors,
        ticks(duration),
        ticks(submit),
        ticks(100),
        1,
        1,
        true,
        start < 0 ? Outcome.REFUSED : Outcome.GRANTED,
        "",
        start < 0 ? -1 : ticks(start),
        List.of(0),
        1,
        tried,
        -1);
  }

  /**
   * Returns a cluster with a blocked queue. Job 1 runs until hour 2, or until hour 4 by its
   * estimate. Job 2 is large and waits for the end of the reservation at hour 10; jobs 3 and 4 wait
   * for job 2.
   */
  private static ClusterView blocked() {
    return new ClusterView(
        1000,
        List.of(
            job(1, 0, 200, 2, 0, 0),
            job(2, 1, 900, 4, 10, 2),
            job(3, 2, 500, 6, 14, 6),
            job(4, 3, 500, 6, 14, 6)),
        List.of(request(9, 0, 500, 5, 5, 1)));
  }

  private static ObservedValues observed() {
    var columns =
        Stream.concat(WaitSteps.measures("row").stream(), LargeJobs.measures("row").stream())
            .map(measure -> measure.series())
            .toList();
    return new ReplicationRunner(1, 1, 1)
        .repeat(
            (replication, observations) -> {
              new WaitSteps(blocked()).observe("row", observations);
              new LargeJobs(blocked()).observe("row", observations);
            },
            columns,
            done -> {});
  }

  @Test
  void aClusterIsAsItsRowsHaveIt() {
    var cluster = blocked();
    var large = cluster.jobs().get(1);

    assertThat(cluster.firstSince(large)).isEqualTo(ticks(1));
    assertThat(cluster.firstSince(cluster.jobs().get(3))).isEqualTo(ticks(14));
    assertThat(cluster.firstBefore(ticks(10))).contains(large);
    assertThat(cluster.busy(ticks(1))).isEqualTo(0.2);
    assertThat(cluster.busy(ticks(6))).isEqualTo(0.5);
    // hours 1 to 10: 1 hour with 800 idle processors, 3 hours with 1000, 5 hours with 500
    assertThat(cluster.idleArea(ticks(1), ticks(10)) / HOUR).isEqualTo(800 + 3000 + 2500);
    assertThat(new LargeJobs(cluster).unusedArea()).isEqualTo(6300);
    assertThat(new LargeJobs(cluster).delayHours()).isEqualTo(8);
  }

  @Test
  void aPlanGoesByEstimatesAndReservations() {
    var cluster = blocked();
    var taken = cluster.known(ticks(1));
    var large = cluster.jobs().get(1);
    var small = job(5, 1, 500, 0.5, 0, 0);
    var wide = job(6, 1, 600, 1, 0, 0);

    assertThat(cluster.earliest(large, ticks(1), taken)).isEqualTo(ticks(10));
    assertThat(cluster.lastReservationEnd(ticks(1))).contains(ticks(10));
    assertThat(cluster.lastReservationEnd(ticks(10))).isEmpty();
    assertThat(cluster.fits(small, ticks(1), taken)).isTrue();
    assertThat(cluster.fits(wide, ticks(3.5), taken)).isFalse();
  }

  @Test
  void stepsAndLargeJobsAreMeasuredByRow() {
    var measured = observed();

    assertThat(measured.mean("row", "steps, added wait, %")).isEqualTo(100);
    assertThat(measured.mean("row", "ten times of most starts, starts, %")).isEqualTo(100);
    assertThat(measured.mean("row", "steps, starts")).isEqualTo(4 / 3.0);
    // jobs end at hours 10 and 14, but not at hour 0
    assertThat(measured.mean("row", "all times, where one ends, %"))
        .isCloseTo(200 / 3.0, within(1e-9));
    // 900 processors before hour 10, 500 before hour 14
    assertThat(measured.mean("row", "steps, first of the queue, %")).isEqualTo(70);
    assertThat(measured.mean("row", "all jobs, processors, %")).isEqualTo(52.5);
    assertThat(measured.mean("row", "steps, reservation, processors")).isEqualTo(500);
    assertThat(measured.mean("row", "all reservations, s")).isEqualTo(5 * 3600);
    assertThat(measured.mean("row", "large, planned after the last reservation, %")).isEqualTo(100);
    assertThat(measured.mean("row", "large, used 6 h before, %")).isZero();
    assertThat(measured.mean("row", "large, used 1 h before, %")).isEqualTo(50);
    // 500 processors are free, but only for one hour
    assertThat(measured.mean("row", "large, others that fit before it")).isZero();
  }

  private static SlotRow slot(long request, double start, double availability, int addedHours) {
    return new SlotRow(request, 0, ticks(start), availability, 50, 50, 0, ticks(addedHours), -1, 0);
  }

  @Test
  void requestsAreGrantedInHolesOrRefusedByLaterReservations() {
    var first = request(1, 0, 600, 5, 5, 1);
    var second = request(2, 1, 600, 2, 2, 3);
    var holes =
        new GrantedHoles(
            1000,
            List.of(),
            List.of(first, second),
            List.of(
                slot(2, 1, 0, 9),
                slot(2, 4, 0.9, 3), // overlaps the first reservation from hour 5 on
                slot(2, 6, 0.5, 4), // also overlaps the first reservation
                slot(2, 12, 0.1, 7)));

    assertThat(holes.failedByLater()).isEqualTo(2);
    assertThat(holes.availabilityByDelay()).isEqualTo(-1);
    assertThat(holes.granted()).containsExactlyInAnyOrder(1L, 2L);
    assertThat(holes.inHoles(Set.of(1L))).isEqualTo(100);
    assertThat(holes.inHoles(Set.of())).isEqualTo(50);
    assertThat(holes.inHoles(Set.of(1L, 2L))).isNaN();
  }
}
