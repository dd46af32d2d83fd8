package io.metasched.simulation.system.cyclic.metric;

import io.metasched.resource.model.Ticks;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.LocalRow;
import io.metasched.simulation.system.cyclic.rows.NodeRow;
import io.metasched.simulation.system.cyclic.rows.PaymentLog;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * Group of nodes of a run, with the use and the revenue of their owners.
 *
 * @param nodes the nodes
 * @param parts parts of VO jobs that ran on these nodes
 * @param payments charges and refunds for these parts
 * @param local local jobs that were placed on these nodes
 * @param endTick end of the run
 */
public record OwnerGroup(
    List<NodeRow> nodes,
    List<PlacementRow> parts,
    List<PaymentRow> payments,
    List<LocalRow> local,
    long endTick) {

  /** Returns the group of all nodes of a run. */
  public static OwnerGroup of(CyclicRun run) {
    var all = new Rows();
    all.nodes.addAll(run.nodes());
    all.parts.addAll(run.placements());
    run.payments().stream().filter(row -> row.job() != null).forEach(all.payments::add);
    run.local().stream().filter(row -> row.start() >= 0).forEach(all.local::add);
    return all.group(run);
  }

  /** Groups the nodes of a run by domain; rows of nodes that are not in the run are ignored. */
  public static SortedMap<Integer, OwnerGroup> byDomain(CyclicRun run) {
    var rows = new TreeMap<Integer, Rows>();
    var rowsOf = new TreeMap<Integer, Rows>();
    for (var row : run.nodes()) {
      var own = rows.computeIfAbsent(row.node().domain(), domain -> new Rows());
      own.nodes.add(row);
      rowsOf.putIfAbsent(row.node().id(), own);
    }
    var none = new Rows();
    run.placements().forEach(row -> rowsOf.getOrDefault(row.node(), none).parts.add(row));
    run.payments().stream()
        .filter(row -> row.job() != null)
        .forEach(row -> rowsOf.getOrDefault(row.node(), none).payments.add(row));
    run.local().stream()
        .filter(row -> row.start() >= 0)
        .forEach(row -> rowsOf.getOrDefault(row.node(), none).local.add(row));
    var groups = new TreeMap<Integer, OwnerGroup>();
    rows.forEach((domain, own) -> groups.put(domain, own.group(run)));
    return groups;
  }

  /** Rows of a group under construction. */
  private static final class Rows {
    private final List<NodeRow> nodes = new ArrayList<>();
    private final List<PlacementRow> parts = new ArrayList<>();
    private final PaymentLog.Builder payments = new PaymentLog.Builder();
    private final List<LocalRow> local = new ArrayList<>();

    OwnerGroup group(CyclicRun run) {
      return new OwnerGroup(nodes, parts, payments.build(), local, run.header().endTick());
    }
  }

  /** Returns the sum of the real lengths of the parts, in units of time. */
  public double procTime() {
    return (double) usedTicks() / Ticks.PER_UNIT;
  }

  private long usedTicks() {
    long ticks = 0;
    for (var part : parts) {
      ticks += part.realEnd() - part.start();
    }
    return ticks;
  }

  /** Returns the charges minus the refunds. */
  public double income() {
    return (double) milli(payments) / Ticks.MILLI;
  }

  static long milli(List<PaymentRow> payments) {
    long milli = 0;
    for (var payment : payments) {
      milli += payment.kind() == PaymentRow.Kind.CHARGE ? payment.milli() : -payment.milli();
    }
    return milli;
  }

  /** Returns the share of the nodes' time in which VO jobs ran, over the whole run. */
  public double utilisation() {
    return usedTicks() / available();
  }

  /** Returns the share of the nodes' time in which local jobs ran, up to the end of the run. */
  public double localUtilisation() {
    long ticks = 0;
    for (var job : local) {
      ticks += Math.max(0, Math.min(endTick, job.start() + job.lengthTicks()) - job.start());
    }
    return ticks / available();
  }

  private double available() {
    return Math.max(1.0, (double) nodes.size() * endTick);
  }

  /** Returns the number of local jobs that arrived during the run and were placed. */
  public int localJobs() {
    return (int) local.stream().filter(job -> !job.planned()).count();
  }

  /** Returns the mean wait of the placed local jobs, in units of time; NaN if there are none. */
  public double meanLocalWait() {
    long ticks = 0;
    for (var job : local) {
      ticks += job.planned() ? 0 : job.start() - job.arrivalTick();
    }
    int jobs = localJobs();
    return jobs == 0 ? Double.NaN : (double) ticks / jobs / Ticks.PER_UNIT;
  }

  /** Returns the waits of the placed local jobs, in units of time. */
  DoubleStream localWaits() {
    return local.stream()
        .filter(job -> !job.planned())
        .mapToDouble(job -> (double) (job.start() - job.arrivalTick()) / Ticks.PER_UNIT);
  }
}
