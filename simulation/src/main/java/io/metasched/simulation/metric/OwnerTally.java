package io.metasched.simulation.metric;

import io.metasched.resource.model.Ticks;
import io.metasched.simulation.result.LocalRow;
import io.metasched.simulation.result.PaymentRow;
import io.metasched.simulation.result.PlacementRow;

/** Adds up what happens on the nodes of a domain. */
final class OwnerTally {
  private final int domain;
  private int nodes;
  private int parts;
  private long usedTicks;
  private long incomeMilli;
  private long localTicks;
  private int localJobs;
  private long localWaitTicks;

  OwnerTally(int domain) {
    this.domain = domain;
  }

  void addNode() {
    nodes++;
  }

  void add(PlacementRow placement) {
    parts++;
    usedTicks += placement.realEnd() - placement.start();
  }

  void add(PaymentRow payment) {
    incomeMilli += payment.kind() == PaymentRow.Kind.CHARGE ? payment.milli() : -payment.milli();
  }

  /** Adds a local job that was placed; what lies behind the end of the run does not count. */
  void add(LocalRow local, long endTick) {
    localTicks +=
        Math.max(0, Math.min(endTick, local.start() + local.lengthTicks()) - local.start());
    if (!local.planned()) {
      localJobs++;
      localWaitTicks += local.start() - local.arrivalTick();
    }
  }

  OwnerStatistics over(long endTick) {
    double available = Math.max(1.0, (double) nodes * endTick);
    return new OwnerStatistics(
        domain,
        nodes,
        parts,
        (double) usedTicks / Ticks.PER_UNIT,
        (double) incomeMilli / Ticks.MILLI,
        usedTicks / available,
        localTicks / available,
        localJobs,
        localJobs == 0 ? Double.NaN : (double) localWaitTicks / localJobs / Ticks.PER_UNIT);
  }
}
