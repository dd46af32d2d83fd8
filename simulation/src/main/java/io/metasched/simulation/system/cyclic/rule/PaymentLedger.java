package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.big;
import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.resource.model.JobId;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Charges minus refunds, as paid and as expected, in 1/1000 of money: per job and node, per user,
 * and per owner.
 */
final class PaymentLedger {
  private final TreeMap<JobOnNode, Entry> jobsOnNodes = new TreeMap<>();
  private final TreeMap<JobId, Entry> jobs = new TreeMap<>();
  private final TreeMap<Integer, Entry> users = new TreeMap<>();
  private final TreeMap<Integer, Entry> owners = new TreeMap<>();

  private record JobOnNode(JobId job, int node) implements Comparable<JobOnNode> {
    static final Comparator<JobOnNode> ORDER =
        Comparator.comparing(JobOnNode::job).thenComparingInt(JobOnNode::node);

    @Override
    public int compareTo(JobOnNode other) {
      return ORDER.compare(this, other);
    }
  }

  private static final class Entry {
    private BigInteger paid = BigInteger.ZERO;
    private BigInteger expected = BigInteger.ZERO;

    Entry pay(BigInteger amount) {
      paid = paid.add(amount);
      return this;
    }

    void expect(BigInteger amount) {
      expected = expected.add(amount);
    }

    boolean differs() {
      return !paid.equals(expected);
    }

    void report(String where, String what, RuleReport report) {
      if (differs()) {
        report.add(where, "%s must be %s, but is %s", what, units(expected), units(paid));
      }
    }
  }

  /** Adds a payment; returns false if it refunds more than the job has paid on the node. */
  boolean enter(PaymentRow payment) {
    if (payment.kind() == PaymentRow.Kind.DEPOSIT) {
      return true;
    }
    boolean charge = payment.kind() == PaymentRow.Kind.CHARGE;
    var amount = charge ? big(payment.milli()) : big(payment.milli()).negate();
    users.computeIfAbsent(payment.user(), user -> new Entry()).pay(amount);
    owners.computeIfAbsent(payment.node(), node -> new Entry()).pay(amount);
    var job = payment.job();
    if (job == null) {
      return true;
    }
    jobs.computeIfAbsent(job, id -> new Entry()).pay(amount);
    var key = new JobOnNode(job, payment.node());
    var entry = jobsOnNodes.computeIfAbsent(key, id -> new Entry()).pay(amount);
    return charge || entry.paid.signum() >= 0;
  }

  BigInteger paidFor(JobId job) {
    var entry = jobs.get(job);
    return entry == null ? BigInteger.ZERO : entry.paid;
  }

  /** Adds an expected payment of the user for the job. */
  void expectFromUser(JobRow job, BigInteger milli) {
    users.computeIfAbsent(job.job().user(), user -> new Entry()).expect(milli);
  }

  /** Adds an expected payment of the job to the owner of the placement's node. */
  void expect(PlacementRow placement, BigInteger milli) {
    var key = new JobOnNode(placement.job(), placement.node());
    jobsOnNodes.computeIfAbsent(key, id -> new Entry()).expect(milli);
    owners.computeIfAbsent(placement.node(), node -> new Entry()).expect(milli);
  }

  void reportDifferences(RuleReport report) {
    jobsOnNodes.forEach(
        (key, entry) -> {
          if (entry.differs()) {
            entry.report(
                "job %s on node %d".formatted(key.job(), key.node()),
                "charges minus refunds",
                report);
          }
        });
    users.forEach((user, entry) -> entry.report("user " + user, "what was spent", report));
    owners.forEach((node, entry) -> entry.report("node " + node, "the owner's income", report));
    var spent = sum(users);
    var income = sum(owners);
    if (!spent.equals(income)) {
      report.add(
          "the whole run",
          "the expenses of users, %s, must equal the income of owners, %s",
          units(spent),
          units(income));
    }
  }

  private static BigInteger sum(Map<Integer, Entry> entries) {
    var sum = BigInteger.ZERO;
    for (var entry : entries.values()) {
      sum = sum.add(entry.expected);
    }
    return sum;
  }
}
