package io.metasched.simulation.system.cyclic.metric;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Payments and use of a user in a run.
 *
 * @param user the user
 * @param depositedMilli budgets of all cycles, in 1/1000 of money
 * @param chargedMilli payments to owners, in 1/1000 of money
 * @param refundedMilli refunds from owners, in 1/1000 of money
 * @param submitted number of submitted jobs
 * @param finished number of finished jobs
 * @param refused number of refused jobs
 * @param procTicks reserved processor time of the finished jobs
 */
public record UserSpending(
    int user,
    long depositedMilli,
    long chargedMilli,
    long refundedMilli,
    int submitted,
    int finished,
    int refused,
    long procTicks) {
  private static final Comparator<UserSpending> BUSIEST_FIRST =
      Comparator.comparingLong(UserSpending::procTicks)
          .reversed()
          .thenComparingInt(UserSpending::user);

  /** Returns the charges minus the refunds. */
  public long spentMilli() {
    return chargedMilli - refundedMilli;
  }

  /** Returns the rest of the deposits; negative if an unlimited account paid. */
  public long balanceMilli() {
    return depositedMilli - spentMilli();
  }

  /** Returns each user with a job or a payment, by processor time in descending order. */
  public static List<UserSpending> of(CyclicRun run) {
    var tallies = new TreeMap<Integer, Tally>();
    JobGroup.by(run, row -> row.job().user())
        .forEach((user, jobs) -> tallies.put(user, new Tally(jobs)));
    for (var payment : run.payments()) {
      var tally = tallies.computeIfAbsent(payment.user(), user -> new Tally(JobGroup.NONE));
      switch (payment.kind()) {
        case DEPOSIT -> tally.depositedMilli += payment.milli();
        case CHARGE -> tally.chargedMilli += payment.milli();
        case REFUND -> tally.refundedMilli += payment.milli();
      }
    }
    return tallies.entrySet().stream()
        .map(entry -> entry.getValue().of(entry.getKey()))
        .sorted(BUSIEST_FIRST)
        .toList();
  }

  private static final class Tally {
    private long depositedMilli;
    private long chargedMilli;
    private long refundedMilli;
    private final JobGroup jobs;

    Tally(JobGroup jobs) {
      this.jobs = jobs;
    }

    UserSpending of(int user) {
      return new UserSpending(
          user,
          depositedMilli,
          chargedMilli,
          refundedMilli,
          jobs.submitted(),
          jobs.finished(),
          jobs.count(JobStatus.REFUSED),
          jobs.finishedJobs().stream().mapToLong(FinishedJob::plannedProcTicks).sum());
    }
  }
}
