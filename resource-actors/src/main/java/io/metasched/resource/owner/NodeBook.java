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
 * The book of one node: its vacant time, local jobs, holds and bookings.
 *
 * <p>At any tick each instant of the opened time is vacant, local, held or booked, and only one of
 * them. Booking is in two phases: a hold keeps a span free for a plan until it is committed,
 * released or lapses. A hold for a job that has a booking here may overlap it and replaces it when
 * committed. Where no other node is concerned both phases can be one. Commands may be repeated: the
 * second of two equal ones changes nothing.
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

  /** A book without opened time. */
  public NodeBook(Node node, Pricing pricing) {
    this(node, pricing, new NodeState(node.id()), event -> {});
  }

  /**
   * A book that goes on from a state.
   *
   * @param events gets each change after it has been made, but for lapsed holds and local jobs that
   *     arrive or get their place: these follow from the others and from the local load
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

  /** Does again what an event says, and what follows from it for waiting local jobs. */
  void redo(NodeEvent event, long now) {
    state.apply(event);
    serveWaitingLocal(now);
  }

  /** The present state in a form that can be stored. */
  NodeSnapshot snapshot() {
    return state.snapshot();
  }

  /** Forgets the vacant time before a tick, which is of no use any more. */
  public void forgetBefore(long tick) {
    state.forgetBefore(tick);
  }

  /** Forgets the local jobs that have got their place, but for their number. */
  public void forgetLocalRuns() {
    state.forgetLocalRuns();
  }

  public Node node() {
    return node;
  }

  /** Version of the list of vacant time. */
  public long version() {
    return state.vacant.version();
  }

  /** The end of the time the owner has opened so far. */
  public long openedUntil() {
    return state.openedUntil();
  }

  /** The vacant spans, in order. */
  public List<Span> vacantSpans() {
    return state.vacant.spans();
  }

  /** Local jobs that have got their place, in the order in which they got it. */
  public List<LocalRun> localRuns() {
    return List.copyOf(state.localRuns);
  }

  /** Local jobs that have found no place yet, in the order of arrival. */
  public List<LocalJob> waitingLocalJobs() {
    return List.copyOf(state.waitingLocal);
  }

  /** What the node did for its owner's own users. */
  public NodeReport report() {
    return new NodeReport(node.id(), state.localRuns, waitingLocalJobs());
  }

  /** The reserved span of a job, where it has a booking here. */
  public Optional<Span> booking(JobId job) {
    return Optional.ofNullable(state.bookings.get(job));
  }

  /**
   * Opens more time, of which the static local load takes its part first.
   *
   * @param until new end of the opened time; nothing happens where it is opened already
   * @param staticLoad disjoint spans inside the newly opened time
   * @param now the present
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

  /** The vacant slots within a window of time, priced for a snapshot at {@code now}. */
  public List<Slot> offer(Span window, long now) {
    state.forgetBefore(now);
    return priced(state.vacant, window, now);
  }

  /** What {@link #offer} would return if no job from outside held or had booked anything. */
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
   * Holds a span for a job. It must not have begun, unless it is what the job has booked here.
   *
   * @param seenVersion the version the plan was made on; a newer one is no reason to refuse as long
   *     as the span is still vacant
   * @param now the present
   * @param lapseTick when the hold lapses unless it is committed
   * @return the refusal, or empty where the span is held
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

  /** Turns the job's hold into its booking; a booking it had here before is given back. */
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
   * Books a span at once, in place of the booking the job may have here: one check, one swap. A
   * refusal changes nothing.
   *
   * @param seenVersion the version the plan was made on, as for {@link #hold}
   * @param now the present
   * @return the refusal, or empty where the job is booked as wanted
   */
  public Optional<Refusal> rebook(JobId job, Span span, long seenVersion, long now) {
    if (span.equals(state.bookings.get(job)) && !state.holds.containsKey(job)) {
      return Optional.empty();
    }
    var refusal = hold(job, span, seenVersion, now, Long.MAX_VALUE);
    return refusal.isPresent() ? refusal : commit(job, now);
  }

  /** Gives the job's hold back, if it has one. */
  public void release(JobId job, long now) {
    if (state.holds.containsKey(job)) {
      record(new NodeEvent.HoldReleased(job));
      serveWaitingLocal(now);
    }
  }

  /** Releases the holds whose time is over at {@code now}; returns whose they were. */
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
   * Ends the job's booking at {@code now}: what is left of it is given back, all of it when it has
   * not begun. A hold that was to replace it is released too: it may count on the booking's span.
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

  /** A local job arrives: it takes the earliest vacant time, or waits for some to come free. */
  public void arrive(LocalJob job) {
    arrive(job, job.arrivalTick());
  }

  /**
   * A local job arrives and is reported at {@code now}, which may be later than its arrival: it
   * gets no time before {@code now}.
   */
  public void arrive(LocalJob job, long now) {
    if (job.number() <= lastArrived) { // numbers rise with arrivals
      return;
    }
    lastArrived = job.number();
    state.await(job);
    serveWaitingLocal(now);
  }

  /** A number for the next local job. */
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

  /** What of {@code span} lies outside {@code taken}. */
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
