package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationRequest;
import java.util.EnumMap;

/**
 * State of a cluster at a tick, with the execution plans made from this state. Reused for all
 * requests until the cluster changes. Confined to one thread.
 */
public final class ClusterState {
  private final ProviderBook book;
  private final long nowTick;
  private final EnumMap<PlannedEnd, ExecutionPlans> plans = new EnumMap<>(PlannedEnd.class);

  /**
   * @param book book of the cluster; must not change while this state is used
   * @param nowTick latest tick of the book
   */
  public ClusterState(ProviderBook book, long nowTick) {
    this.book = book;
    this.nowTick = nowTick;
  }

  /** Creates a state whose plans with ends at the limits are already known. */
  public ClusterState(ProviderBook book, long nowTick, ExecutionPlans plans) {
    this(book, nowTick);
    this.plans.put(PlannedEnd.LIMIT, plans);
  }

  public ProviderBook book() {
    return book;
  }

  public long nowTick() {
    return nowTick;
  }

  /** Returns the plans, which are made on first use. */
  public ExecutionPlans plans(PlannedEnd ends) {
    return plans.computeIfAbsent(ends, e -> ExecutionPlans.of(book, e, nowTick));
  }

  /**
   * Returns the running, waiting and reserved work, by estimates, divided by the number of
   * processors and rounded down.
   *
   * <p>Source: the what-if paper, section 5.1, footnote 5, and section 5.2, L_r.
   */
  public long backlogTicks() {
    long work = book.waitingWork();
    for (var running : book.runningJobs()) {
      work += running.job().processors() * Math.max(0, running.limitEnd() - nowTick);
    }
    for (var reservation : book.reservations()) {
      long from = Math.max(nowTick, reservation.startTick());
      work += reservation.request().processors() * (reservation.endTick() - from);
    }
    return work / book.processors();
  }

  /** Returns whether a request can now be reserved at a start. */
  public boolean canReserve(ReservationRequest request, long startTick) {
    var offer = book.offer(request.at(startTick), nowTick);
    return offer.isPresent() && offer.get().startTick() == startTick;
  }
}
