package io.metasched.resource.owner;

import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.Pricing;
import java.util.function.Consumer;

/**
 * Book of a node with the time of its owner. Before any operation at a tick, the timeline processes
 * the holds that expire and the local jobs that arrive until that tick; no message is needed for
 * this. These changes follow from the time and the {@link LocalPlan}, so a timeline is restored
 * from the other events only. Confined to one thread.
 */
public final class NodeTimeline {
  private final NodeBook book;
  private final LocalPlan plan;
  private final LocalArrivals arrivals;
  private long arrived;
  private boolean more;
  private long nowTick;

  /**
   * Storable form of a timeline.
   *
   * @param nowTick latest tick of the owner
   * @param arrived number of local jobs that have arrived
   */
  public record Snapshot(NodeSnapshot book, long nowTick, long arrived) {
    /** Returns the snapshot of a timeline that has not begun. */
    public static Snapshot empty(int node) {
      return new Snapshot(NodeSnapshot.empty(node), 0, 0);
    }
  }

  /** Creates a timeline of a book without opened time. */
  public NodeTimeline(Node node, Pricing pricing, LocalPlan plan) {
    this(node, pricing, plan, Snapshot.empty(node.id()), event -> {});
  }

  /**
   * Creates a timeline from a snapshot.
   *
   * @param events receives each change that does not follow from the plan, after it has been made
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

  /** Returns the book, to be used at the current tick. */
  public NodeBook book() {
    return book;
  }

  /** Returns the latest tick of the owner. */
  public long nowTick() {
    return nowTick;
  }

  /** Returns the tick of the next local job's arrival, or {@link Long#MAX_VALUE}. */
  public long nextArrivalTick() {
    return more ? arrivals.tick() : Long.MAX_VALUE;
  }

  /**
   * Advances to a tick. Time never decreases: a tick before the current one changes nothing.
   *
   * @param arrivedThrough last tick whose local jobs arrive before the next operation: {@code tick}
   *     or the tick before it
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
   * Applies an event again, at the current tick, with its consequences.
   *
   * @throws IllegalStateException if the state does not allow it
   */
  public void redo(NodeEvent event) {
    if (event instanceof NodeEvent.TimeOpened opened) {
      openUntil(opened.until());
    } else {
      book.redo(event, nowTick);
    }
  }

  /** Returns the state in a storable form. */
  public Snapshot snapshot() {
    return new Snapshot(book.snapshot(), nowTick, arrived);
  }
}
