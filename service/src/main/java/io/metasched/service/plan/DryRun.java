package io.metasched.service.plan;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import java.time.Instant;
import java.util.Optional;

/**
 * Dry run of a cycle for a job: the policy plans all waiting jobs and then this job, and the plan
 * is booked in memory only.
 */
public final class DryRun {
  private DryRun() {}

  /**
   * Result of the dry run.
   *
   * @param window window that the job would get
   * @param ahead number of waiting jobs ahead of the job
   * @param last last reason of the job for waiting; empty if there is none
   */
  public record Outcome(Optional<Window> window, int ahead, Optional<Reason> last) {}

  /**
   * Plans a cycle.
   *
   * @param user person who would submit the job
   * @param now current tick
   */
  public static Outcome of(
      BookState state, Fleet fleet, CycleSettings settings, JobSpec spec, String user, long now) {
    var open = JobDependencies.open(state, spec);
    if (open.isPresent()) {
      return new Outcome(Optional.empty(), state.open().waiting().size(), open);
    }
    int payer = state.account(spec.account()).orElseThrow().number();
    long number = state.nextNumber();
    var own = AcceptedSites.job(state, spec, number, payer, state.ticks().instant(now));
    var cycles = new CycleByBook(state, fleet, settings);
    var window = Optional.<Window>empty();
    var last = Optional.<Reason>empty();
    for (var event : cycles.plan(cycles.cycle(now, own, spec.account(), user))) {
      if (event instanceof FlowEvent.Booked booked && booked.job().equals(own.id())) {
        window = Optional.of(booked.window());
      }
      var before = last;
      last =
          said(state, event, number, spec, state.ticks().instant(now), settings).or(() -> before);
    }
    var limit = new AccountLoads(state).delay(spec.account(), user, spec.nodes(), now);
    var reason = limit.isPresent() && window.isEmpty() ? limit : last;
    return new Outcome(window, state.open().waiting().size(), reason);
  }

  private static Optional<Reason> said(
      BookState state,
      FlowEvent event,
      long number,
      JobSpec spec,
      Instant now,
      CycleSettings settings) {
    if (event instanceof FlowEvent.Refused refused && refused.job().number() == number) {
      return Optional.of(JobAdmission.refused(state, spec, refused.why(), now, settings));
    } else if (event instanceof FlowEvent.Postponed later && later.job().number() == number) {
      return Optional.of(FlowWords.of(later));
    }
    return Optional.empty();
  }
}
