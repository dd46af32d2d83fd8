package io.metasched.resource.whatif;

import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationRequest;
import org.jspecify.annotations.Nullable;

/**
 * A cluster at a tick, and the execution plans that have been made of it; to be kept for all
 * requests until the cluster changes. Confined to one thread.
 */
public final class ClusterState {
  private final ProviderBook book;
  private final long nowTick;
  private @Nullable ExecutionPlans plans;

  /**
   * @param book not changed as long as this is used
   * @param nowTick the latest tick that the book knows of
   */
  public ClusterState(ProviderBook book, long nowTick) {
    this.book = book;
    this.nowTick = nowTick;
  }

  /** One whose plans are known already. */
  public ClusterState(ProviderBook book, long nowTick, ExecutionPlans plans) {
    this(book, nowTick);
    this.plans = plans;
  }

  public ProviderBook book() {
    return book;
  }

  public long nowTick() {
    return nowTick;
  }

  /** The plans, made when they are first asked for. */
  public ExecutionPlans plans() {
    if (plans == null) {
      plans = ExecutionPlans.of(book, nowTick);
    }
    return plans;
  }

  /** Whether a request can be reserved at a start now. */
  boolean canReserve(ReservationRequest request, long startTick) {
    var offer = book.offer(PlanRun.fixed(request, startTick), nowTick);
    return offer.isPresent() && offer.get().startTick() == startTick;
  }
}
