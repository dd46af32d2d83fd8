package io.metasched.simulation.system.cyclic.metric;

import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * What a user was given, paid and got back in a run.
 *
 * @param user the user
 * @param depositedMilli budgets of all cycles
 * @param chargedMilli paid to owners
 * @param refundedMilli paid back by them
 * @param submitted jobs submitted
 * @param finished jobs finished
 * @param refused jobs refused
 */
public record UserSpending(
    int user,
    long depositedMilli,
    long chargedMilli,
    long refundedMilli,
    int submitted,
    int finished,
    int refused) {
  private static final Comparator<UserSpending> MOST_FIRST =
      Comparator.comparingLong(UserSpending::spentMilli)
          .reversed()
          .thenComparingInt(UserSpending::user);

  /** What was paid, less what came back. */
  public long spentMilli() {
    return chargedMilli - refundedMilli;
  }

  /** What is left of the deposits; negative where an unlimited account paid. */
  public long balanceMilli() {
    return depositedMilli - spentMilli();
  }

  /** Each user with a job or a payment; by spending, most first. */
  public static List<UserSpending> of(CyclicRun run) {
    var tallies = new TreeMap<Integer, Tally>();
    for (var row : run.jobs()) {
      var tally = tallies.computeIfAbsent(row.job().user(), user -> new Tally());
      tally.submitted++;
      tally.finished += row.outcome() == JobStatus.FINISHED ? 1 : 0;
      tally.refused += row.outcome() == JobStatus.REFUSED ? 1 : 0;
    }
    for (var payment : run.payments()) {
      var tally = tallies.computeIfAbsent(payment.user(), user -> new Tally());
      switch (payment.kind()) {
        case DEPOSIT -> tally.depositedMilli += payment.milli();
        case CHARGE -> tally.chargedMilli += payment.milli();
        case REFUND -> tally.refundedMilli += payment.milli();
      }
    }
    return tallies.entrySet().stream()
        .map(entry -> entry.getValue().of(entry.getKey()))
        .sorted(MOST_FIRST)
        .toList();
  }

  private static final class Tally {
    private long depositedMilli;
    private long chargedMilli;
    private long refundedMilli;
    private int submitted;
    private int finished;
    private int refused;

    UserSpending of(int user) {
      return new UserSpending(
          user, depositedMilli, chargedMilli, refundedMilli, submitted, finished, refused);
    }
  }
}
