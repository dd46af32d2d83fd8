package io.metasched.metascheduler.desk;

import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.flow.JobStatus;
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
 * Goes through a plan in the order of job ids. Money is reserved before a window is held; either
 * all its parts are booked or none, and a job that an owner refuses goes back to its place.
 *
 * <p>{@link #next} hands out what the owners are to be asked; their answer is told before the next
 * call.
 */
public final class BookingRound {

  /** What owners are to be asked. */
  public sealed interface Step {}

  /**
   * All parts of a window are to be held, then booked; or none. Answered by {@link #booked} or
   * {@link #denied}.
   */
  public record BookWindow(JobId job, Window window) implements Step {}

  /**
   * The slots of a horizon are wanted as if no VO job were there, as seen at its start. Answered by
   * {@link #aside}.
   */
  public record LookAside(Span horizon) implements Step {}

  private final Desk desk;
  private final PlannedCycle planned;
  private final CycleTally tally;
  private final long now;
  private final List<Decision> decisions;
  private int at;
  private @Nullable JobsAside jobsAside;
  private Decision.@Nullable Place asked;

  BookingRound(Desk desk, PlannedCycle planned, CycleTally tally, long now) {
    this.desk = desk;
    this.planned = planned;
    this.tally = tally;
    this.now = now;
    decisions = Plans.inOrder(planned.plan());
    decisions.forEach(tally::count);
  }

  /** Goes on until owners are needed; empty when the plan is done. */
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
    if (desk.flow().job(decision.job()).status() != JobStatus.WAITING) {
      return Optional.empty(); // withdrawn meanwhile
    }
    if (decision instanceof Decision.Place place) {
      return book(place);
    }
    var postpone = (Decision.Postpone) decision;
    if (postpone.reason() == PostponeReason.NO_ALTERNATIVE && jobsAside == null) {
      return Optional.of(new LookAside(planned.horizon()));
    }
    postpone(postpone);
    return Optional.empty();
  }

  private Optional<Step> book(Decision.Place place) {
    var job = desk.flow().job(place.job()).job();
    long cost = place.window().costMilli();
    if (!desk.flow().canPay(job, cost, 0)) {
      tally.refused++;
      desk.refuse(job.id(), tally.cycle, RefusalReason.BUDGET, now);
      return Optional.empty();
    }
    desk.record(new FlowEvent.Reserved(now, job.id(), cost));
    asked = place;
    return Optional.of(new BookWindow(job.id(), place.window()));
  }

  private Decision.Place takeAsked() {
    var place = Objects.requireNonNull(asked, "no window was to be booked");
    asked = null;
    at++;
    return place;
  }

  /** All parts of the window are booked. */
  public void booked() {
    var place = takeAsked();
    tally.placed++;
    desk.record(
        new FlowEvent.Booked(
            now,
            tally.cycle,
            place.job(),
            place.window(),
            place.alternatives(),
            place.movable(),
            place.proven()));
  }

  /** The owner of a node said no; nothing of the window is held. */
  public void denied(int node, Refusal reason) {
    var place = takeAsked();
    tally.requeued++;
    desk.record(new FlowEvent.Requeued(now, tally.cycle, place.job(), node, reason));
  }

  /** What would be vacant without any VO job. */
  public void aside(SlotTable slots) {
    jobsAside = new JobsAside(slots, planned.horizon(), desk.rules().granularityTicks());
  }

  private void postpone(Decision.Postpone postpone) {
    var state = desk.flow().job(postpone.job());
    int without = state.cyclesWithoutWindow();
    if (postpone.reason() == PostponeReason.NO_ALTERNATIVE) {
      var aside = Objects.requireNonNull(jobsAside);
      without = aside.leaveWindowFor(state.job()) ? 0 : without + 1;
    }
    desk.postpone(state, tally.cycle, postpone.reason(), without, now);
    tally.postponed++;
    if (without >= desk.rules().noWindowCycles()) {
      tally.refused++;
      desk.refuse(postpone.job(), tally.cycle, RefusalReason.NO_WINDOW, now);
    }
  }
}
