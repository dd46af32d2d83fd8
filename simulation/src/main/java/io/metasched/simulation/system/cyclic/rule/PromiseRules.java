package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.big;
import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.resource.model.JobId;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Rules of booked jobs that move. The promise to a job follows from its first booking. The promised
 * start is recorded, the promised nodes and cost are those charged at that booking, and the
 * promised end is the end of the longest part on these nodes.
 */
final class PromiseRules {
  private PromiseRules() {}

  /** Window of a job that is worse than promised. */
  private record Breach(JobRow job, String what, BigInteger promised, BigInteger given) {}

  /**
   * Reports jobs that start later, end later or cost more than promised, if they moved only when
   * cycles re-planned them.
   */
  static void promise(RunIndex run, RuleReport report) {
    var movedOtherwise = new TreeSet<JobId>();
    for (var decision : run.run().decisions()) {
      if (decision.event().equals("moved") && decision.cycle() < 0) {
        movedOtherwise.add(decision.job());
      }
    }
    for (var breach : breaches(run)) {
      if (!movedOtherwise.contains(breach.job().job().id())) {
        report.add(
            "job " + breach.job().job().id(),
            "its %s must be at most the promised %s, but is %s",
            breach.what(),
            units(breach.promised()),
            units(breach.given()));
      }
    }
  }

  /**
   * Returns the number of moved jobs that start later, end later or cost more than promised,
   * regardless of the cause of the move.
   */
  static int broken(RunIndex run) {
    return (int) breaches(run).stream().map(Breach::job).distinct().count();
  }

  private static List<Breach> breaches(RunIndex run) {
    var breaches = new ArrayList<Breach>();
    var charges = firstCharges(run);
    for (var job : run.jobs()) {
      var placements = run.placements(job.job().id());
      if (job.moves() == 0 || placements.isEmpty()) {
        continue;
      }
      var start = big(job.promisedStart());
      var finish = start;
      var cost = BigInteger.ZERO;
      for (var charge : charges.getOrDefault(job.job().id(), List.of())) {
        finish = finish.max(start.add(length(run, job, charge.node())));
        cost = cost.add(big(charge.milli()));
      }
      var startNow = big(placements.get(0).start());
      var finishNow = startNow;
      var costNow = BigInteger.ZERO;
      for (var placement : placements) {
        finishNow = finishNow.max(big(placement.end()));
        costNow = costNow.add(big(placement.costMilli()));
      }
      add(new Breach(job, "start", start, startNow), breaches);
      add(new Breach(job, "end", finish, finishNow), breaches);
      add(new Breach(job, "cost", cost, costNow), breaches);
    }
    return breaches;
  }

  private static void add(Breach breach, List<Breach> breaches) {
    if (breach.given().compareTo(breach.promised()) > 0) {
      breaches.add(breach);
    }
  }

  /** Returns the charges at the booking of each job. */
  private static SortedMap<JobId, List<PaymentRow>> firstCharges(RunIndex run) {
    var bookings = new TreeMap<JobId, Long>();
    for (var decision : run.run().decisions()) {
      if (decision.event().equals("booked")) {
        bookings.putIfAbsent(decision.job(), decision.tick());
      }
    }
    var charges = new TreeMap<JobId, List<PaymentRow>>();
    for (var payment : run.run().payments()) {
      var job = payment.job();
      var booked = job == null ? null : bookings.get(job);
      if (job != null
          && booked != null
          && payment.kind() == PaymentRow.Kind.CHARGE
          && payment.tick() == booked) {
        charges.computeIfAbsent(job, id -> new ArrayList<>()).add(payment);
      }
    }
    return charges;
  }

  private static BigInteger length(RunIndex run, JobRow job, int node) {
    var row = run.node(node);
    long granularity = Math.max(1, run.run().header().granularityTicks());
    return row == null
        ? BigInteger.ZERO
        : ExactArithmetic.reserved(job.job().work(), row.node(), granularity);
  }
}
