package io.metasched.resource.owner;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.NodeEvent.BookingEnded;
import io.metasched.resource.owner.NodeEvent.HoldCommitted;
import io.metasched.resource.owner.NodeEvent.HoldReleased;
import io.metasched.resource.owner.NodeEvent.LocalJobArrived;
import io.metasched.resource.owner.NodeEvent.LocalJobPlaced;
import io.metasched.resource.owner.NodeEvent.SpanHeld;
import io.metasched.resource.owner.NodeEvent.TimeOpened;
import io.metasched.resource.slots.SlotList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The state of one node's book: the fold of its {@link NodeEvent}s. It decides nothing. Confined to
 * one thread.
 */
public final class NodeState {
  /** A hold; {@code taken} is what of its span was vacant. */
  record Hold(Span span, List<Span> taken, long lapseTick) {}

  final SlotList vacant;
  final TreeMap<JobId, Hold> holds = new TreeMap<>();
  final TreeMap<JobId, Span> bookings = new TreeMap<>();
  final ArrayDeque<LocalJob> waitingLocal = new ArrayDeque<>();
  final List<LocalRun> localRuns = new ArrayList<>();
  private final int node;
  private long runsForgotten;
  private long openedUntil;

  /** The state of a book without opened time. */
  public NodeState(int node) {
    this.node = node;
    vacant = new SlotList();
  }

  /** The state that a snapshot was made of. */
  public NodeState(NodeSnapshot from) {
    node = from.node();
    vacant = new SlotList(from.vacant(), from.version());
    openedUntil = from.openedUntil();
    from.holds()
        .forEach(
            held -> holds.put(held.job(), new Hold(held.span(), held.taken(), held.lapseTick())));
    from.bookings().forEach(booked -> bookings.put(booked.job(), booked.span()));
    waitingLocal.addAll(from.waitingLocalJobs());
    runsForgotten = from.placedLocalJobs();
  }

  /** The present state in a form that can be stored. */
  public NodeSnapshot snapshot() {
    var held = new ArrayList<NodeSnapshot.Held>();
    holds.forEach(
        (job, hold) ->
            held.add(new NodeSnapshot.Held(job, hold.span(), hold.taken(), hold.lapseTick())));
    var booked = new ArrayList<NodeSnapshot.Booked>();
    bookings.forEach((job, span) -> booked.add(new NodeSnapshot.Booked(job, span)));
    return new NodeSnapshot(
        node,
        vacant.version(),
        vacant.spans(),
        openedUntil,
        held,
        booked,
        List.copyOf(waitingLocal),
        placedLocalJobs());
  }

  /** The end of the time the owner has opened so far. */
  public long openedUntil() {
    return openedUntil;
  }

  /** How many local jobs have got their place. */
  public long placedLocalJobs() {
    return runsForgotten + localRuns.size();
  }

  /** Forgets the local jobs that have got their place, but for their number. */
  public void forgetLocalRuns() {
    runsForgotten += localRuns.size();
    localRuns.clear();
  }

  /** Forgets the vacant time before a tick, which is of no use any more. */
  public void forgetBefore(long tick) {
    vacant.forgetBefore(tick);
  }

  /**
   * Takes in an event.
   *
   * @throws IllegalStateException when the state does not allow it
   */
  public void apply(NodeEvent event) {
    if (event instanceof TimeOpened opened) {
      vacant.giveBack(new Span(openedUntil, opened.until()));
      openedUntil = opened.until();
    } else if (event instanceof LocalJobArrived arrived) {
      waitingLocal.add(arrived.job());
    } else if (event instanceof LocalJobPlaced placed) {
      place(placed.run());
    } else if (event instanceof SpanHeld held) {
      held.taken().forEach(vacant::cut);
      holds.put(held.job(), new Hold(held.span(), held.taken(), held.lapseTick()));
    } else if (event instanceof HoldReleased released) {
      hold(released.job()).taken().forEach(vacant::giveBack);
    } else if (event instanceof HoldCommitted committed) {
      bookings.put(committed.job(), hold(committed.job()).span());
      committed.givenBack().forEach(vacant::giveBack);
    } else if (event instanceof BookingEnded ended) {
      bookings.remove(ended.job());
      ended.givenBack().forEach(vacant::giveBack);
    }
  }

  private void place(LocalRun run) {
    vacant.cut(run.span());
    if (!run.planned()) {
      waitingLocal.remove(run.job());
    }
    localRuns.add(run);
  }

  private Hold hold(JobId job) {
    var hold = holds.remove(job);
    if (hold == null) {
      throw new IllegalStateException("node %d holds nothing for job %s".formatted(node, job));
    }
    return hold;
  }
}
