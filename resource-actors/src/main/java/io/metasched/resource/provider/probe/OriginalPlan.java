package io.metasched.resource.provider.probe;

import io.metasched.resource.profile.FreeCapacity;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Plan without a request, as a list of events, with checkpoints from which other plans resume.
 *
 * <p>Cost: one run, and at most about 32 copies of the provider during the run.
 */
final class OriginalPlan {
  private static final int CHECKPOINTS = 32;
  private static final int LEAST_EVENTS_BETWEEN = 8;

  /**
   * Maximum average number of running jobs copied per pass; a checkpoint copies all running jobs.
   */
  private static final int RUNNING_PER_EVENT = 8;

  /**
   * Pass of the scheduler: its tick, the number of jobs started up to the end of the pass, and the
   * promise to the first job.
   */
  private static final class Event {
    final long tick;
    final int started;
    final @Nullable BatchJob head;
    long headStart;

    Event(long tick, int started, @Nullable BatchJob head) {
      this.tick = tick;
      this.started = started;
      this.head = head;
    }
  }

  /** Provider after the pass of an event. */
  private record Checkpoint(Event event, ProviderBook book, FreeCapacity free) {}

  private final ProviderBook state;
  private final ExecutionPlan plan;
  private final StartLog log;
  private final int running;
  private final List<Event> events = new ArrayList<>();
  private final List<Checkpoint> checkpoints = new ArrayList<>();
  private final FreeCapacity freeBesideAll;

  /** Plans a state, which must not change any more. */
  OriginalPlan(ProviderBook state, long nowTick) {
    this.state = state;
    var run = new PlanRun(state, PlannedEnd.LIMIT, nowTick);
    running = run.log().size();
    int between =
        Math.max(
            Math.max(LEAST_EVENTS_BETWEEN, running / RUNNING_PER_EVENT),
            (running + state.waiting()) / CHECKPOINTS);
    run.pass();
    int unresolved = record(run, 0);
    while (run.book().waiting() > 0) {
      if (events.size() % between == 1) {
        checkpoints.add(checkpoint(run));
      }
      run.advance();
      unresolved = record(run, unresolved);
    }
    log = run.log();
    plan =
        new ExecutionPlan(nowTick, PlannedEnd.LIMIT, state.processors(), log, state.reservations());
    freeBesideAll = state.freeFrom(nowTick);
    hold(freeBesideAll, running, log.size());
  }

  /**
   * Adds the event of a pass. If a job was the first of the queue before this event but not after
   * it, the job has started at this event; this start was promised since the job became the first.
   *
   * @param unresolved first event whose first job has not started at an earlier event
   * @return value of {@code unresolved} for the next event
   */
  private int record(PlanRun run, int unresolved) {
    var event = new Event(run.nowTick(), run.log().size(), run.book().head());
    events.add(event);
    int last = events.size() - 1;
    if (last == unresolved || Objects.equals(events.get(last - 1).head, event.head)) {
      return unresolved;
    }
    for (int i = unresolved; i < last; i++) {
      events.get(i).headStart = event.tick;
    }
    return last;
  }

  private Checkpoint checkpoint(PlanRun run) {
    return new Checkpoint(
        events.get(events.size() - 1), run.book().copy(), run.book().freeFrom(run.nowTick()));
  }

  private void hold(FreeCapacity free, int from, int to) {
    for (int i = from; i < to; i++) {
      free.hold(plan.startTick(i), plan.endTick(i), plan.job(i).processors());
    }
  }

  long nowTick() {
    return plan.nowTick();
  }

  ExecutionPlan plan() {
    return plan;
  }

  /**
   * Returns whether a placeholder conflicts neither with a job, at its planned time, nor with a
   * reservation.
   */
  boolean leavesRoom(Reservation placeholder) {
    return isFree(
        freeBesideAll,
        placeholder.startTick(),
        placeholder.endTick(),
        placeholder.request().processors());
  }

  /**
   * Returns a run that resumes from the last checkpoint up to which a placeholder changes nothing;
   * the placeholder is added to the run.
   */
  PlanRun resumedWith(Reservation placeholder) {
    int unchanged = 0;
    int beyond = checkpoints.size();
    while (unchanged < beyond) {
      int middle = (unchanged + beyond) >>> 1;
      if (leavesRoom(checkpoints.get(middle), placeholder)) {
        unchanged = middle + 1;
      } else {
        beyond = middle;
      }
    }
    if (unchanged == 0) {
      var run = new PlanRun(state, PlannedEnd.LIMIT, nowTick());
      run.reserve(placeholder.request());
      run.pass();
      return run;
    }
    var last = checkpoints.get(unchanged - 1);
    var run = PlanRun.from(last.book(), log, last.event().started, last.event().tick);
    run.reserve(placeholder.request());
    return run;
  }

  /**
   * Returns whether a placeholder begins after the checkpoint, and fits in addition to the
   * commitments at the checkpoint.
   */
  private static boolean leavesRoom(Checkpoint checkpoint, Reservation placeholder) {
    return checkpoint.event().tick < placeholder.startTick()
        && leavesRoom(
            checkpoint.free(),
            checkpoint.event(),
            placeholder.startTick(),
            placeholder.endTick(),
            placeholder.request().processors());
  }

  private static boolean isFree(FreeCapacity free, long start, long end, int processors) {
    return free.earliestStart(start, end - start, processors, start) == start;
  }

  private static boolean leavesRoom(
      FreeCapacity free, Event event, long start, long end, int processors) {
    if (!isFree(free, start, end, processors)) {
      return false;
    }
    if (event.head == null) {
      return true;
    }
    long from = Math.max(start, event.headStart);
    long to = Math.min(end, event.headStart + event.head.limitTicks());
    return from >= to || isFree(free, from, to, processors + event.head.processors());
  }

  /** Returns the start of a job that is submitted now, after all waiting jobs. */
  long startOfLastJob(int processors, long limitTicks) {
    var free = state.freeFrom(nowTick());
    int started = running;
    for (var event : events) {
      free.forgetBefore(event.tick);
      hold(free, started, event.started);
      started = event.started;
      if (leavesRoom(free, event, event.tick, event.tick + limitTicks, processors)) {
        return event.tick;
      }
    }
    return free.earliestStart(events.get(events.size() - 1).tick, limitTicks, processors);
  }
}
