package io.metasched.resource.owner;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.pricing.Pricing;
import io.metasched.resource.slots.SlotList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
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
 * <p>Local jobs take the earliest vacant time that is long enough; they displace nobody. Confined
 * to one thread.
 */
public final class NodeBook {
  private record Hold(Span span, List<Span> taken, long lapseTick) {}

  private final Node node;
  private final Pricing pricing;
  private final SlotList vacant = new SlotList();
  private final TreeMap<JobId, Hold> holds = new TreeMap<>();
  private final TreeMap<JobId, Span> bookings = new TreeMap<>();
  private final ArrayDeque<LocalJob> waitingLocal = new ArrayDeque<>();
  private final List<LocalRun> localRuns = new ArrayList<>();
  private final TreeSet<Long> arrived = new TreeSet<>();
  private long openedUntil;

  /** A book without opened time. */
  public NodeBook(Node node, Pricing pricing) {
    this.node = node;
    this.pricing = pricing;
  }

  public Node node() {
    return node;
  }

  /** Version of the list of vacant time. */
  public long version() {
    return vacant.version();
  }

  /** The end of the time the owner has opened so far. */
  public long openedUntil() {
    return openedUntil;
  }

  /** The vacant spans, in order. */
  public List<Span> vacantSpans() {
    return vacant.spans();
  }

  /** Local jobs that have got their place, in the order in which they got it. */
  public List<LocalRun> localRuns() {
    return List.copyOf(localRuns);
  }

  /** Local jobs that have found no place yet, in the order of arrival. */
  public List<LocalJob> waitingLocalJobs() {
    return List.copyOf(waitingLocal);
  }

  /** What the node did for its owner's own users. */
  public NodeReport report() {
    return new NodeReport(node.id(), localRuns, waitingLocalJobs());
  }

  /** The reserved span of a job, where it has a booking here. */
  public Optional<Span> booking(JobId job) {
    return Optional.ofNullable(bookings.get(job));
  }

  /**
   * Opens more time, of which the static local load takes its part first.
   *
   * @param until new end of the opened time; nothing happens where it is opened already
   * @param staticLoad disjoint spans inside the newly opened time
   * @param now the present
   */
  public void open(long until, List<Span> staticLoad, long now) {
    if (until <= openedUntil) {
      return;
    }
    vacant.giveBack(new Span(openedUntil, until));
    openedUntil = until;
    for (var span : staticLoad) {
      vacant.cut(span);
      place(new LocalJob(nextLocalNumber(), span.start(), span.lengthTicks()), span, true);
    }
    serveWaitingLocal(now);
  }

  /** Opens whole blocks of time, each with its planned load, until at least {@code until}. */
  public void openUntil(long until, LocalPlan plan, long now) {
    while (openedUntil < until) {
      var block = Span.of(openedUntil, plan.blockTicks());
      open(block.end(), plan.load(node.id(), block), now);
    }
  }

  /** The vacant slots within a window of time, priced for a snapshot at {@code now}. */
  public List<Slot> offer(Span window, long now) {
    vacant.forgetBefore(now);
    return priced(vacant, window, now);
  }

  /** What {@link #offer} would say if no job from outside held or had booked anything. */
  public List<Slot> offerWithoutJobs(Span window, long now) {
    var without = vacant.copy();
    bookings.values().forEach(without::giveBack);
    holds.values().forEach(hold -> hold.taken().forEach(without::giveBack));
    without.forgetBefore(now);
    return priced(without, window, now);
  }

  private List<Slot> priced(SlotList list, Span window, long now) {
    var slots = new ArrayList<Slot>();
    for (var span : list.within(window)) {
      slots.add(new Slot(node, span, pricing.priceMilli(node, span, now)));
    }
    return slots;
  }

  /**
   * Holds a span for a job.
   *
   * @param seenVersion the version the plan was made on; a newer one is no reason to refuse as long
   *     as the span is still vacant
   * @param now the present
   * @param lapseTick when the hold lapses unless it is committed
   * @return the refusal, or empty where the span is held
   */
  public Optional<Refusal> hold(JobId job, Span span, long seenVersion, long now, long lapseTick) {
    var old = holds.get(job);
    if (old != null) {
      return old.span().equals(span) ? Optional.empty() : Optional.of(Refusal.HELD_OTHERWISE);
    }
    if (span.start() < now) {
      return Optional.of(Refusal.IN_THE_PAST);
    }
    var toTake = outside(span, bookings.get(job));
    if (!toTake.stream().allMatch(vacant::covers)) {
      return Optional.of(seenVersion == version() ? Refusal.NEVER_OFFERED : Refusal.SLOT_TAKEN);
    }
    toTake.forEach(vacant::cut);
    holds.put(job, new Hold(span, toTake, lapseTick));
    return Optional.empty();
  }

  /** Turns the job's hold into its booking; a booking it had here before is given back. */
  public Optional<Refusal> commit(JobId job, long now) {
    var hold = holds.remove(job);
    if (hold == null) {
      return Optional.of(Refusal.UNKNOWN_HOLD);
    }
    var replaced = bookings.put(job, hold.span());
    if (replaced != null) {
      outside(replaced, hold.span()).forEach(vacant::giveBack);
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
    if (span.equals(bookings.get(job)) && !holds.containsKey(job)) {
      return Optional.empty();
    }
    var refusal = hold(job, span, seenVersion, now, Long.MAX_VALUE);
    return refusal.isPresent() ? refusal : commit(job, now);
  }

  /** Gives the job's hold back, if it has one. */
  public void release(JobId job, long now) {
    var hold = holds.remove(job);
    if (hold != null) {
      hold.taken().forEach(vacant::giveBack);
      serveWaitingLocal(now);
    }
  }

  /** Releases the holds whose time is over at {@code now}; returns whose they were. */
  public List<JobId> lapseHolds(long now) {
    var lapsed = new ArrayList<JobId>();
    holds.forEach(
        (job, hold) -> {
          if (hold.lapseTick() <= now) {
            lapsed.add(job);
          }
        });
    lapsed.forEach(job -> release(job, now));
    return lapsed;
  }

  /**
   * Ends the job's booking at {@code now}: what is left of it is given back, all of it when it has
   * not begun. A hold that was to replace it is released too: it may count on the booking's span.
   */
  public void end(JobId job, long now) {
    var hold = holds.remove(job);
    if (hold != null) {
      hold.taken().forEach(vacant::giveBack);
    }
    var span = bookings.remove(job);
    if (span != null && span.end() > now) {
      vacant.giveBack(new Span(Math.max(now, span.start()), span.end()));
    }
    serveWaitingLocal(now);
  }

  /** A local job arrives: it takes the earliest vacant time, or waits for some to come free. */
  public void arrive(LocalJob job) {
    arrive(job, job.arrivalTick());
  }

  /**
   * A local job arrives that is heard of at {@code now}, which may be later than its arrival: it
   * gets no time before {@code now}.
   */
  public void arrive(LocalJob job, long now) {
    if (!arrived.add(job.number())) {
      return;
    }
    waitingLocal.add(job);
    serveWaitingLocal(now);
  }

  /** A number for the next local job. */
  public long nextLocalNumber() {
    return (long) localRuns.size() + waitingLocal.size();
  }

  private void serveWaitingLocal(long now) {
    for (int left = waitingLocal.size(); left > 0; left--) {
      var job = waitingLocal.remove();
      OptionalLong start = vacant.earliestFit(now, job.lengthTicks());
      if (start.isPresent()) {
        var span = Span.of(start.getAsLong(), job.lengthTicks());
        vacant.cut(span);
        place(job, span, false);
      } else {
        waitingLocal.add(job);
      }
    }
  }

  private void place(LocalJob job, Span span, boolean planned) {
    localRuns.add(new LocalRun(job, span, planned));
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
