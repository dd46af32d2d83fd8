package io.metasched.simulation.system.whatif.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.simulation.system.whatif.rows.ProbeRow;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Statistics of plans and remaining work, from rows that can be counted by hand. */
final class PlanSharesTest {
  /** Returns a job that is submitted at 0. */
  private static WhatIfJobRow job(long start, long run, long limit, int processors) {
    long end = start + run;
    return new WhatIfJobRow(
        1, 0, 0, processors, run, limit, -1, limit, start, end, start, -1, Precedence.NONE);
  }

  private static RequestRow request(long id, long submit, long start) {
    var outcome = start < 0 ? Outcome.REFUSED : Outcome.GRANTED;
    return new RequestRow(
        id, submit, 1, 10, submit, 1000, 1, 1, true, outcome, "", start, List.of(0), 1, 1, -1);
  }

  private static SlotRow slot(long request, long start, double rated, long completion, int late) {
    return new SlotRow(
        request, 0, start, rated, completion < 0 ? -1 : 50, completion, late, 0, -1, 0);
  }

  @Test
  void plansAreEqualWhereNoJobMoves() {
    var jobs = List.of(job(0, 100, 200, 1), job(20, 50, 60, 1));
    var requests = List.of(request(7, 10, 40), request(8, 30, 30), request(9, 40, -1));
    var probes = List.of(new ProbeRow(7, 0, 4, 0, 50, 60), new ProbeRow(8, 0, 1, 0, 50, 60));
    var slots =
        List.of(
            slot(7, 10, 0, -1, -1), // cannot be reserved: no plan
            slot(7, 20, 0.8, 70, 1), // the earliest possible start
            slot(7, 40, 1, 60, 0), // no job moves
            slot(7, 60, 0.9, 55, 0), // one job is earlier
            slot(8, 30, 1, 60, 0));

    var shares = PlanShares.of(jobs, requests, probes, slots);

    // a job waits when request 7 arrives; one of the two granted requests starts after the earliest
    // possible start
    assertThat(shares).isEqualTo(new PlanShares(4, 2, 3, 1, 2, 1));
    assertThat(PlanShares.percent(shares.later(), shares.granted())).isEqualTo(50);
    assertThat(PlanShares.percent(0, 0)).isNaN();
  }

  @Test
  void remainingWorkIsThatOfJobsThatRunOrWait() {
    var runs = job(0, 100, 200, 2);
    var waits = job(90, 30, 60, 1);
    var isOver = job(0, 40, 400, 50);

    // remaining work at 50: 2 x 50 + 30 of 2 x 150 + 60
    assertThat(RemainingWork.realShareAt(50, List.of(runs, waits, isOver))).isEqualTo(130.0 / 360);
    assertThat(RemainingWork.realShareAt(500, List.of(runs, waits, isOver))).isNaN();
  }
}
