package io.metasched.resource.owner;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.pricing.Pricing;
import io.metasched.resource.slots.SlotList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Book of one node: its vacant time, local jobs, holds and bookings.
 *
 * <p>At any tick, each part of the opened time is either vacant, local, held or booked. Booking is
 * in two phases: a hold keeps a span free for a plan until the hold is committed, released or
 * expires. If the job already has a booking on the node, the hold may overlap the booking, and
 * replaces it when committed. If no other node is involved, both phases can be one. Commands may be
 * repeated: the second of two equal commands changes nothing.
 *
 * <p>Local jobs take the earliest vacant time that is long enough; they displace no other job.
 * Confined to one thread.
 */
public final class NodeBook {
  private final Node node;
  private final Pricing pricing;
  private final NodeState state;
  private final Consumer<NodeEvent> events;
  private long lastArrived = -1; // number of a local job

  /** Creates a book without opened time. */
  public NodeBook(Node node, Pricing pricing) {
    this(node, pricing, new NodeState(node.id()), event -> {});
  }

  /**
   * Creates a book from a state.
   *
   * @param events receives each change after it has been made, except expired holds and local jobs
   *     that arrive or are placed: these changes follow from the other ones and from the local load
   */
  public NodeBook(Node node, Pricing pricing, NodeState state, Consumer<NodeEvent> events) {
    this.node = node;
    this.pricing = pricing;
    this.state = state;
    this.events = events;
  }

  private void record(NodeEvent event) {
    state.apply(event);
    events.accept(event);
  }

  /** Applies an event again, with its consequences for waiting local jobs. */
  void redo(NodeEvent event, long now) {
    state.apply(event);
    serveWaitingLocal(now);
  }

  /** Returns the state in a storable form. */
  NodeSnapshot snapshot() {
    return state.snapshot();
  }

  /** Drops the vacant time before a tick, which can no longer be used. */
  public void forgetBefore(long tick) {
    state.forgetBefore(tick);
  }

  /** Drops the placed local jobs, except for their number. */
  public void forgetLocalRuns() {
    state.forgetLocalRuns();
  }

  public Node node() {
    return node;
  }

  /** Returns the version of the list of vacant time. */
  public long version() {
    return state.vacant.version();
  }

  /** Returns the end of the time opened so far. */
  public long openedUntil() {
    return state.openedUntil();
  }

  /** Returns the vacant spans, in order. */
  public List<Span> vacantSpans() {
    return state.vacant.spans();
  }

  /** Returns the placed local jobs, in the order of placement. */
  public List<LocalRun> localRuns() {
    return List.copyOf(state.localRuns);
  }

  /** Returns the waiting local jobs, which have no span yet, in the order of arrival. */
  public List<LocalJob> waitingLocalJobs() {
    return List.copyOf(state.waitingLocal);
  }

  /** Returns the report on the owner's local jobs on this node. */
  public NodeReport report() {
    return new NodeReport(node.id(), state.localRuns, waitingLocalJobs());
  }

  /** Returns the booked span of a job, if it has a booking on this node. */
  public Optional<Span> booking(JobId job) {
    return Optional.ofNullable(state.bookings.get(job));
  }

  /**
   * Opens more time, in which the static local load is placed first.
   *
   * @param until new end of the opened time; nothing happens if this time is already open
   * @param staticLoad disjoint spans inside the newly opened time
   * @param now the current tick
   */
  public void open(long until, List<Span> staticLoad, long now) {
    if (until <= openedUntil()) {
      return;
    }
    record(new NodeEvent.TimeOpened(until));
    for (var span : staticLoad) {
      place(new LocalJob(nextLocalNumber(), span.start(), span.lengthTicks()), span, true);
    }
    serveWaitingLocal(now);
  }

  /** Opens whole blocks of time, each with its planned load, until at least {@code until}. */
  public void openUntil(long until, LocalPlan plan, long now) {
    while (openedUntil() < until) {
      var block = Span.of(openedUntil(), plan.blockTicks());
      open(block.end(), plan.load(node.id(), block), now);
    }
  }

  /** Returns the vacant slots within a window of time, priced for a snapshot at {@code now}. */
  public List<Slot> offer(Span window, long now) {
    state.forgetBefore(now);
    return priced(state.vacant, window, now);
  }

  /** Returns the result of {@link #offer} as if no job from outside had a hold or booking. */
  public List<Slot> offerWithoutJobs(Span window, long now) {
    var without = state.vacant.copy();
    state.bookings.values().forEach(without::giveBack);
    state.holds.values().forEach(hold -> hold.taken().forEach(without::giveBack));
    without.forgetBefore(now);
    return priced(without, window, now);
  }

  private List<Slot> priced(SlotList list, Span window, long now) {
    var slots = new ArrayList<Slot>();
    for (var span : list.within(window)) {
      slots.addAll(pricing.offer(node, span, now));
    }
    return slots;
  }

  /**
   * Holds a span for a job. The span must not have begun, unless it is part of the job's booking on
   * this node.
   *
   * @param seenVersion version on which the plan was made; a newer version is no reason to refuse
   *     if the span is still vacant
   * @param now the current tick
   * @param lapseTick tick at which the hold expires unless it is committed
   * @return the refusal, or empty if the span is held
   */
  public Optional<Refusal> hold(JobId job, Span span, long seenVersion, long now, long lapseTick) {
    var old = state.holds.get(job);
    if (old != null) {
      return old.span().equals(span) ? Optional.empty() : Optional.of(Refusal.HELD_OTHERWISE);
    }
    var booked = state.bookings.get(job);
    if (span.start() < now && !span.equals(booked)) {
      return Optional.of(Refusal.IN_THE_PAST);
    }
    var toTake = outside(span, booked);
    if (!toTake.stream().allMatch(state.vacant::covers)) {
      return Optional.of(seenVersion == version() ? Refusal.NEVER_OFFERED : Refusal.SLOT_TAKEN);
    }
    record(new NodeEvent.SpanHeld(job, span, toTake, lapseTick));
    return Optional.empty();
  }

  /** Turns the job's hold into its booking, and releases the job's earlier booking on this node. */
  public Optional<Refusal> commit(JobId job, long now) {
    var hold = state.holds.get(job);
    if (hold == null) {
      return Optional.of(Refusal.UNKNOWN_HOLD);
    }
    var replaced = state.bookings.get(job);
    record(
        new NodeEvent.HoldCommitted(
            job, replaced == null ? List.of() : outside(replaced, hold.span())));
    if (replaced != null) {
      serveWaitingLocal(now);
    }
    return Optional.empty();
  }

  /**
   * Books a span at once, in place of any booking of the job on this node. A refusal changes
   * nothing.
   *
   * @param seenVersion version on which the plan was made, as for {@link #hold}
   * @param now the current tick
   * @return the refusal, or empty if the span is booked
   */
  public Optional<Refusal> rebook(JobId job, Span span, long seenVersion, long now) {
    if (span.equals(state.bookings.get(job)) && !state.holds.containsKey(job)) {
      return Optional.empty();
    }
    var refusal = hold(job, span, seenVersion, now, Long.MAX_VALUE);
    return refusal.isPresent() ? refusal : commit(job, now);
  }

  /** Releases the job's hold, if it has one. */
  public void release(JobId job, long now) {
    if (state.holds.containsKey(job)) {
      record(new NodeEvent.HoldReleased(job));
      serveWaitingLocal(now);
    }
  }

  /** Releases the holds that expire by {@code now}; returns their jobs. */
  public List<JobId> lapseHolds(long now) {
    var lapsed = new ArrayList<JobId>();
    state.holds.forEach(
        (job, hold) -> {
          if (hold.lapseTick() <= now) {
            lapsed.add(job);
          }
        });
    for (var job : lapsed) {
      redo(new NodeEvent.HoldReleased(job), now);
    }
    return lapsed;
  }

  /**
   * Ends the job's booking at {@code now} and releases the remaining time, or the whole time if the
   * booking has not begun. A hold that would have replaced the booking is released, too, because
   * the hold may overlap the booking's span.
   */
  public void end(JobId job, long now) {
    var span = state.bookings.get(job);
    if (span == null) {
      release(job, now);
      return;
    }
    boolean isLeft = span.end() > now;
    var rest =
        isLeft ? List.of(new Span(Math.max(now, span.start()), span.end())) : List.<Span>of();
    record(new NodeEvent.BookingEnded(job, rest));
    serveWaitingLocal(now);
  }

  /**
   * Adds a local job that arrives: the job takes the earliest vacant time that is long enough, or
   * waits for vacant time.
   */
  public void arrive(LocalJob job) {
    arrive(job, job.arrivalTick());
  }

  /**
   * Adds a local job that is reported at {@code now}, possibly after its arrival: the job gets no
   * time before {@code now}.
   */
  public void arrive(LocalJob job, long now) {
    if (job.number() <= lastArrived) { // numbers ascend in the order of arrival
      return;
    }
    lastArrived = job.number();
    state.await(job);
    serveWaitingLocal(now);
  }

  /** Returns a number for the next local job. */
  public long nextLocalNumber() {
    return state.placedLocalJobs() + state.waitingLocal.size();
  }

  private void serveWaitingLocal(long now) {
    if (state.waitingLocal.isEmpty()) {
      return;
    }
    for (var job : List.copyOf(state.waitingLocal)) {
      OptionalLong start = state.vacant.earliestFit(now, job.lengthTicks());
      if (start.isPresent()) {
        place(job, Span.of(start.getAsLong(), job.lengthTicks()), false);
      }
    }
  }

  private void place(LocalJob job, Span span, boolean planned) {
    state.place(new LocalRun(job, span, planned));
  }

  /** Returns the parts of {@code span} outside {@code taken}. */
  private static List<Span> outside(Span span, @Nullable Span taken) {
    if (taken == null || !span.overlaps(taken)) {
      return List.of(span);
    }
    var outside = new ArrayList<Span>(2);
    if (span.start() < taken.start()) {
      outside.add(new Span(span.start(), taken.start()));
    }
    if (taken.end() < span.end()) {
      outside.add(new Span(taken.end(), span.end()));
    }
    return outside;
  }
}
