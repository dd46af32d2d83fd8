package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.slots.SlotTable;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Process that books a plan in the order of job ids. Money is reserved before a window is held;
 * either all parts of a window are booked, or none. A job that an owner refuses returns to its
 * place in the queue.
 *
 * <p>{@link #next} returns the next request to owners; the caller reports their answer before the
 * next call.
 */
public final class BookingProcess {

  /** Request to owners. */
  public sealed interface Step {}

  /**
   * Request to hold all parts of a window and then book them, or to book none. Answered by {@link
   * #booked} or {@link #refused}.
   */
  public record BookWindow(JobId job, Window window) implements Step {}

  /**
   * Request for the slots of a horizon as they would be without any VO job, priced at the start of
   * the horizon. Answered by {@link #uncontended}.
   */
  public record QueryUncontendedSlots(Span horizon) implements Step {}

  private final VoScheduler scheduler;
  private final PlannedCycle planned;
  private final CycleTally tally;
  private final long now;
  private final List<Decision> decisions;
  private int at;
  private @Nullable UncontendedSlots uncontended;
  private Decision.@Nullable Place asked;

  BookingProcess(VoScheduler scheduler, PlannedCycle planned, CycleTally tally, long now) {
    this.scheduler = scheduler;
    this.planned = planned;
    this.tally = tally;
    this.now = now;
    decisions = Plans.inOrder(planned.plan());
    decisions.forEach(tally::count);
  }

  /** Returns the cycle whose plan is booked. */
  public int cycle() {
    return tally.cycle;
  }

  /** Continues until owners are needed; empty when the plan is done. */
  public Optional<Step> next() {
    while (at < decisions.size()) {
      var step = step(decisions.get(at));
      if (step.isPresent()) {
        return step;
      }
      at++;
    }
    return Optional.empty();
  }

  private Optional<Step> step(Decision decision) {
    if (scheduler.flow().job(decision.job()).status() != JobStatus.WAITING) {
      return Optional.empty(); // withdrawn in the meantime
    }
    if (decision instanceof Decision.Place place && !scheduler.lacksPredecessor(place.job())) {
      return book(place);
    }
    var postpone =
        decision instanceof Decision.Postpone given
            ? given
            : new Decision.Postpone(decision.job(), PostponeReason.PREDECESSOR, 0);
    boolean counts = scheduler.rules().countsCyclesWithoutWindow();
    if (counts && postpone.reason() == PostponeReason.NO_ALTERNATIVE && uncontended == null) {
      return Optional.of(new QueryUncontendedSlots(planned.horizon()));
    }
    postpone(postpone);
    return Optional.empty();
  }

  private Optional<Step> book(Decision.Place place) {
    var job = scheduler.flow().job(place.job()).job();
    long cost = place.window().costMilli();
    if (!scheduler.flow().canPay(job, cost, 0)) {
      long available = scheduler.flow().availableMilli(job.user());
      var why = new JobRefusal(RefusalReason.BUDGET, cost, available);
      scheduler.refuse(job.id(), tally, why, now);
      return Optional.empty();
    }
    scheduler.record(new FlowEvent.Reserved(now, job.id(), cost));
    asked = place;
    return Optional.of(new BookWindow(job.id(), place.window()));
  }

  /**
   * Returns the window to request from owners, and later windows that can be requested together
   * with it. No two of these windows overlap on a node, and users can pay for each regardless of
   * the outcome of the others. A window for which the user certainly cannot pay is skipped; a
   * window whose payment depends on other outcomes ends the group.
   */
  List<BookWindow> group(int mostParts) {
    var first = Objects.requireNonNull(asked, "no window was requested");
    var group = new WindowGroup(first, scheduler);
    for (int i = at + 1; i < decisions.size(); i++) {
      if (decisions.get(i) instanceof Decision.Place place
          && scheduler.flow().job(place.job()).status() == JobStatus.WAITING
          && group.mayBePaid(place)
          && !group.take(place, mostParts)) {
        break;
      }
    }
    return group.windows();
  }

  private Decision.Place takeAsked() {
    var place = Objects.requireNonNull(asked, "no window was requested");
    asked = null;
    at++;
    return place;
  }

  /** Reports that all parts of the window are booked. */
  public void booked() {
    var place = takeAsked();
    tally.placed++;
    scheduler.record(
        new FlowEvent.Booked(
            now,
            tally.cycle,
            place.job(),
            place.window(),
            place.alternatives(),
            place.movable(),
            place.proven()));
  }

  /** Reports that the owner of a node refused the part on it; no part of the window is held. */
  public void refused(int node, Refusal reason) {
    var place = takeAsked();
    tally.requeued++;
    scheduler.record(new FlowEvent.Requeued(now, tally.cycle, place.job(), node, reason));
  }

  /** Reports the slots that would be vacant without any VO job. */
  public void uncontended(SlotTable slots) {
    uncontended =
        new UncontendedSlots(slots, planned.horizon(), scheduler.rules().granularityTicks());
  }

  private void postpone(Decision.Postpone postpone) {
    var state = scheduler.flow().job(postpone.job());
    int without = state.cyclesWithoutWindow();
    if (!scheduler.rules().countsCyclesWithoutWindow()) {
      without = 0;
    } else if (postpone.reason() == PostponeReason.NO_ALTERNATIVE) {
      var slots = Objects.requireNonNull(uncontended);
      boolean mayComeYet = state.job().earliestStart() > planned.horizon().start();
      without = mayComeYet || slots.leaveWindowFor(state.job()) ? 0 : without + 1;
    } else if (postpone.reason() == PostponeReason.NO_PLAN) {
      without++;
    } else if (postpone.reason() == PostponeReason.NOT_YET) {
      without = 0; // a window exists
    }
    scheduler.postpone(state, tally.cycle, postpone.reason(), without, now);
    tally.postponed++;
    int most = scheduler.rules().noWindowCycles();
    if (without >= most) {
      var why = new JobRefusal(RefusalReason.NO_WINDOW, most, without);
      scheduler.refuse(postpone.job(), tally, why, now);
    }
  }
}
