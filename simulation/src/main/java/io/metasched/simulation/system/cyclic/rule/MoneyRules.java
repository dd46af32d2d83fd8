package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.between;
import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.big;
import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import io.metasched.simulation.system.cyclic.rows.PaymentRow.Kind;
import java.math.BigInteger;
import java.util.TreeMap;

/** Rules of prices, costs and payments. */
final class MoneyRules {
  private MoneyRules() {}

  /**
   * Reports wrong costs. A part costs price x time; a window costs the sum of its parts, and no
   * more than the job's limit.
   */
  static void cost(RunIndex run, RuleReport report) {
    run.forEachPart(
        part -> {
          var placement = part.placement();
          long price = placement.priceMilli();
          var ticks = between(placement.start(), placement.end());
          var expected = ExactArithmetic.cost(price, ticks);
          if (!expected.equals(big(placement.costMilli()))) {
            report.add(
                part.where(),
                "it must cost %s x %s = %s, but costs %s",
                units(price),
                units(ticks),
                units(expected),
                units(placement.costMilli()));
          }
          long least = part.node().leastPriceMilli();
          long list = part.node().node().priceMilli();
          if (price < least || price > list) {
            report.add(
                part.where(),
                "its price must be from %s to %s, but is %s",
                units(least),
                units(list),
                units(price));
          }
        });
    run.jobs().forEach(job -> windowCost(run, job, report));
  }

  private static void windowCost(RunIndex run, JobRow job, RuleReport report) {
    var where = "job " + job.job().id();
    var placements = run.placements(job.job().id());
    var sum = BigInteger.ZERO;
    for (var placement : placements) {
      sum = sum.add(big(placement.costMilli()));
    }
    if (!sum.equals(big(job.costMilli()))) {
      report.add(
          where,
          "it must cost the sum of its parts, %s, but costs %s",
          units(sum),
          units(job.costMilli()));
    }
    if (job.costMilli() > job.job().costLimitMilli()) {
      report.add(
          where,
          "it must cost at most %s, but costs %s",
          units(job.job().costLimitMilli()),
          units(job.costMilli()));
    }
  }

  /**
   * Reports payments that differ from the reserved or used time: per job and node, per user, per
   * owner.
   */
  static void money(RunIndex run, RuleReport report) {
    var ledger = new PaymentLedger();
    var lastRefunds = new TreeMap<JobId, BigInteger>();
    var payments = run.run().payments();
    for (int i = 0; i < payments.size(); i++) {
      var payment = payments.get(i);
      shape(run, payment, AccountRules.where(payment, i), report);
      if (!ledger.enter(payment)) {
        report.add(AccountRules.where(payment, i), "no more may be paid back than was charged");
      }
      var id = payment.job();
      var job = id == null || payment.kind() != Kind.REFUND ? null : run.job(id);
      if (job != null && payment.tick() == job.endTick()) {
        lastRefunds.merge(job.job().id(), big(payment.milli()), BigInteger::add);
      }
    }
    for (var job : run.jobs()) {
      var id = job.job().id();
      paidInAll(run, job, ledger, report);
      var refund = lastRefunds.getOrDefault(id, BigInteger.ZERO);
      if (!refund.equals(big(job.refundMilli()))) {
        report.add(
            "job " + id,
            "paid back at its end must be %s, but is %s",
            units(job.refundMilli()),
            units(refund));
      }
    }
    boolean refundsUnused = run.run().header().refundsUnused();
    run.forEachPart(part -> ledger.expect(part.placement(), due(part, refundsUnused)));
    ledger.reportDifferences(report);
  }

  /**
   * Reports wrong totals. A started job has paid for its window, minus the refunds; other jobs have
   * paid nothing.
   */
  private static void paidInAll(RunIndex run, JobRow job, PaymentLedger ledger, RuleReport report) {
    var id = job.job().id();
    var due =
        run.placements(id).isEmpty()
            ? BigInteger.ZERO
            : big(job.costMilli()).subtract(big(job.refundMilli()));
    ledger.expectFromUser(job, due);
    var paid = ledger.paidFor(id);
    if (!paid.equals(due)) {
      report.add(
          "job " + id, "charges minus refunds must be %s, but is %s", units(due), units(paid));
    }
  }

  /**
   * Returns the amount due to the owner for a part: its whole cost, or only the cost of the used
   * time if refunds are given.
   */
  private static BigInteger due(RunIndex.Part part, boolean refundsUnused) {
    var placement = part.placement();
    if (refundsUnused && part.job().outcome() == JobStatus.FINISHED) {
      var used = between(placement.start(), placement.realEnd());
      return ExactArithmetic.cost(placement.priceMilli(), used);
    }
    return big(placement.costMilli());
  }

  private static void shape(RunIndex run, PaymentRow payment, String where, RuleReport report) {
    var id = payment.job();
    if (payment.kind() == Kind.DEPOSIT) {
      if (id != null || payment.node() != -1) {
        report.add(where, "it must concern no job and no node");
      }
      return;
    }
    var job = id == null ? null : run.job(id);
    if (job == null) {
      report.add(where, "it must concern a job of the run");
    } else if (job.job().user() != payment.user()) {
      report.add(
          where,
          "it must concern user %d of job %s, but concerns user %d",
          job.job().user(),
          job.job().id(),
          payment.user());
    }
    if (run.node(payment.node()) == null) {
      report.add(where, "it must concern a node of the run");
    }
  }
}
