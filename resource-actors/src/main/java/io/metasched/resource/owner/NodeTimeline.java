package io.metasched.resource.owner;

import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.Pricing;
import java.util.function.Consumer;

/**
 * The book of a node in its owner's own time. Before anything is done at a tick, holds that lapse
 * and local jobs that arrive until then have done so: the owner performs them when its time
 * advances, and no message says so. They follow from the {@link LocalPlan}, so that a timeline is
 * restored from the events that do not. Confined to one thread.
 */
public final class NodeTimeline {
  private final NodeBook book;
  private final LocalPlan plan;
  private final LocalArrivals arrivals;
  private long arrived;
  private boolean more;
  private long nowTick;

  /**
   * A timeline as it can be stored.
   *
   * @param nowTick the latest tick that the owner knows of
   * @param arrived how many local jobs have arrived
   */
  public record Snapshot(NodeSnapshot book, long nowTick, long arrived) {
    /** The snapshot of a timeline that has not begun. */
    public static Snapshot empty(int node) {
      return new Snapshot(NodeSnapshot.empty(node), 0, 0);
    }
  }

  /** Creates a timeline of a book without opened time. */
  public NodeTimeline(Node node, Pricing pricing, LocalPlan plan) {
    this(node, pricing, plan, Snapshot.empty(node.id()), event -> {});
  }

  /**
   * Creates a timeline that goes on from a snapshot.
   *
   * @param events gets each change that does not follow from the plan, after it has been made
   */
  public NodeTimeline(
      Node node, Pricing pricing, LocalPlan plan, Snapshot from, Consumer<NodeEvent> events) {
    book = new NodeBook(node, pricing, new NodeState(from.book()), events);
    this.plan = plan;
    arrivals = plan.arrivals(node.id());
    nowTick = from.nowTick();
    more = arrivals.advance();
    while (more && arrived < from.arrived()) {
      nextArrival();
    }
  }

  private void nextArrival() {
    arrived++;
    more = arrivals.advance();
  }

  /** The book, to be used at the present tick. */
  public NodeBook book() {
    return book;
  }

  /** The latest tick that the owner knows of. */
  public long nowTick() {
    return nowTick;
  }

  /** When the next local job arrives, or {@link Long#MAX_VALUE}. */
  public long nextArrivalTick() {
    return more ? arrivals.tick() : Long.MAX_VALUE;
  }

  /**
   * Advances to a tick. Time never runs back: an earlier tick than the present one changes nothing.
   *
   * @param arrivedThrough the last tick whose local jobs arrive before what happens next: the tick
   *     itself, or the one before it
   * @return whether anything has changed
   */
  public boolean advance(long tick, long arrivedThrough) {
    long arrivedBefore = arrived;
    long tickBefore = nowTick;
    while (more && arrivals.tick() <= arrivedThrough) {
      pass(arrivals.tick());
      var job = new LocalJob(book.nextLocalNumber(), arrivals.tick(), arrivals.lengthTicks());
      book.arrive(job, nowTick);
      nextArrival();
    }
    pass(tick);
    return nowTick > tickBefore || arrived > arrivedBefore;
  }

  private void pass(long tick) {
    if (tick > nowTick) {
      nowTick = tick;
      book.lapseHolds(tick);
    }
  }

  /** Opens whole blocks of time until at least {@code until}. */
  public void openUntil(long until) {
    book.openUntil(until, plan, nowTick);
  }

  /**
   * Does again what an event says, at the present tick, with what follows from it.
   *
   * @throws IllegalStateException when the state does not allow it
   */
  public void redo(NodeEvent event) {
    if (event instanceof NodeEvent.TimeOpened opened) {
      openUntil(opened.until());
    } else {
      book.redo(event, nowTick);
    }
  }

  /** The present state in a form that can be stored. */
  public Snapshot snapshot() {
    return new Snapshot(book.snapshot(), nowTick, arrived);
  }
}
