package io.metasched.resource.owner;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.NodeEvent.BookingEnded;
import io.metasched.resource.owner.NodeEvent.HoldCommitted;
import io.metasched.resource.owner.NodeEvent.HoldReleased;
import io.metasched.resource.owner.NodeEvent.SpanHeld;
import io.metasched.resource.owner.NodeEvent.TimeOpened;
import io.metasched.resource.slots.SlotList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * State of one node's book: the fold of its {@link NodeEvent}s and of the placements of its local
 * jobs. The state makes no decisions. Confined to one thread.
 *
 * <p>Most nodes have no job most of the time, so empty collections are shared constants.
 */
public final class NodeState {
  /** Hold; {@code taken} is the vacant part of its span. */
  record Hold(Span span, List<Span> taken, long lapseTick) {}

  final SlotList vacant;
  SortedMap<JobId, Hold> holds = Collections.emptySortedMap(); // unmodifiable
  SortedMap<JobId, Span> bookings = Collections.emptySortedMap(); // unmodifiable
  Collection<LocalJob> waitingLocal = List.of(); // unmodifiable
  final LocalRuns localRuns = new LocalRuns();
  private final int node;
  private long runsForgotten;
  private long openedUntil;

  /** Creates the state of a book without opened time. */
  public NodeState(int node) {
    this.node = node;
    vacant = new SlotList();
  }

  /** Creates the state from a snapshot. */
  public NodeState(NodeSnapshot from) {
    node = from.node();
    vacant = new SlotList(from.vacant(), from.version());
    openedUntil = from.openedUntil();
    from.holds()
        .forEach(held -> hold(held.job(), new Hold(held.span(), held.taken(), held.lapseTick())));
    from.bookings().forEach(booked -> book(booked.job(), booked.span()));
    from.waitingLocalJobs().forEach(this::await);
    runsForgotten = from.placedLocalJobs();
  }

  /** Returns the state in a storable form. */
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

  /** Returns the end of the time opened so far. */
  public long openedUntil() {
    return openedUntil;
  }

  /** Returns the number of local jobs placed so far. */
  public long placedLocalJobs() {
    return runsForgotten + localRuns.size();
  }

  /** Drops the placed local jobs, except for their number. */
  public void forgetLocalRuns() {
    runsForgotten += localRuns.size();
    localRuns.clear();
  }

  /** Drops the vacant time before a tick, which can no longer be used. */
  public void forgetBefore(long tick) {
    vacant.forgetBefore(tick);
  }

  /**
   * Applies an event.
   *
   * @throws IllegalStateException if the state does not allow it
   */
  public void apply(NodeEvent event) {
    if (event instanceof TimeOpened opened) {
      vacant.giveBack(new Span(openedUntil, opened.until()));
      openedUntil = opened.until();
    } else if (event instanceof SpanHeld held) {
      held.taken().forEach(vacant::cut);
      hold(held.job(), new Hold(held.span(), held.taken(), held.lapseTick()));
    } else if (event instanceof HoldReleased released) {
      unhold(released.job()).taken().forEach(vacant::giveBack);
    } else if (event instanceof HoldCommitted committed) {
      book(committed.job(), unhold(committed.job()).span());
      committed.givenBack().forEach(vacant::giveBack);
    } else if (event instanceof BookingEnded ended) {
      if (holds.containsKey(ended.job())) {
        unhold(ended.job()).taken().forEach(vacant::giveBack);
      }
      bookings = without(bookings, ended.job());
      ended.givenBack().forEach(vacant::giveBack);
    }
  }

  void place(LocalRun run) {
    vacant.cut(run.span());
    if (!run.planned() && !waitingLocal.isEmpty()) {
      waitingLocal.remove(run.job());
      waitingLocal = waitingLocal.isEmpty() ? List.of() : waitingLocal;
    }
    localRuns.add(run);
  }

  /** Adds a local job that waits for vacant time. */
  void await(LocalJob job) {
    waitingLocal = waitingLocal.isEmpty() ? new ArrayDeque<>() : waitingLocal;
    waitingLocal.add(job);
  }

  private void book(JobId job, Span span) {
    bookings = with(bookings, job, span);
  }

  private void hold(JobId job, Hold hold) {
    holds = with(holds, job, hold);
  }

  private Hold unhold(JobId job) {
    var hold = holds.get(job);
    if (hold == null) {
      throw new IllegalStateException("node %d holds nothing for job %s".formatted(node, job));
    }
    holds = without(holds, job);
    return hold;
  }

  private static <V> SortedMap<JobId, V> with(SortedMap<JobId, V> map, JobId job, V value) {
    var longer = map.isEmpty() ? new TreeMap<JobId, V>() : map;
    longer.put(job, value);
    return longer;
  }

  private static <V> SortedMap<JobId, V> without(SortedMap<JobId, V> map, JobId job) {
    if (map.isEmpty()) {
      return map;
    }
    map.remove(job);
    return map.isEmpty() ? Collections.emptySortedMap() : map;
  }
}
