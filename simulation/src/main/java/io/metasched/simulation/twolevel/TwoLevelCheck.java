package io.metasched.simulation.twolevel;

import io.metasched.resource.provider.FreeProcessors;
import io.metasched.resource.provider.Reservation;
import io.metasched.simulation.check.Violation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Says whether an outcome is possible, from what it holds alone: no job is lost, none starts before
 * its submission or is placed where there is no provider, every reservation runs when it was
 * promised and as long, of what it asked for and not before it is ready, every job runs to its end
 * or to that of its reservation, where it is stopped, and finds processors of its own: each is
 * bound, at its start, to free processors. Cost: O(n (log n + P)).
 */
public final class TwoLevelCheck {
  private static final String RULE = "two-level";

  /** A start or an end; at one instant ends come first. */
  private record Change(long tick, boolean isStart, int job) {
    static final Comparator<Change> IN_ORDER =
        Comparator.comparingLong(Change::tick)
            .thenComparing(Change::isStart)
            .thenComparingInt(Change::job);
  }

  private final TwoLevelOutcome outcome;
  private final List<Violation> found = new ArrayList<>();

  private TwoLevelCheck(TwoLevelOutcome outcome) {
    this.outcome = outcome;
  }

  /** What is wrong; nothing for a sound outcome. */
  public static List<Violation> check(TwoLevelOutcome outcome) {
    var check = new TwoLevelCheck(outcome);
    for (int i = 0; i < outcome.jobs().size(); i++) {
      check.job(i);
    }
    for (int i = 0; i < outcome.providers(); i++) {
      check.bind(i);
    }
    return check.found;
  }

  private void job(int index) {
    var job = outcome.jobs().get(index);
    var placement = outcome.placements().get(index);
    var promise = outcome.promises().get(index);
    boolean isRefused = outcome.refusals().get(index).isPresent();
    if (placement.isEmpty()) {
      if (!isRefused || job.reservation().isEmpty() || promise.isPresent()) {
        tell(job, "is lost");
      }
      return;
    }
    if (isRefused) {
      tell(job, "is refused, and yet runs");
    }
    var at = placement.get();
    if (at.provider() < 0 || at.provider() >= outcome.providers()) {
      tell(job, "runs on provider %d, which does not exist".formatted(at.provider()));
    }
    long given = promise.map(p -> p.request().durationTicks()).orElse(Long.MAX_VALUE);
    long run = Math.min(job.runTicks(), given);
    if (at.startTick() < job.submitTick() || at.endTick() - at.startTick() != run) {
      tell(
          job,
          "must run %d ticks from %d on, but runs [%d, %d)"
              .formatted(run, job.submitTick(), at.startTick(), at.endTick()));
    }
    if (at.stopped() != run < job.runTicks()) {
      tell(job, "must be said to be stopped if its reservation ends before it, and only then");
    }
    if (job.reservation().isPresent() != promise.isPresent()) {
      tell(job, "must have a promise if it is a reservation, and only then");
    }
    if (job.reservation().isPresent() && promise.isPresent()) {
      kept(job, job.reservation().get(), promise.get(), at);
    }
  }

  private void kept(GridJob job, GridJob.Interval asked, Reservation promised, Placement at) {
    long ready = asked.readyTick();
    if (promised.startTick() != at.startTick() || promised.startTick() < ready) {
      tell(
          job,
          "is promised %d, is ready at %d, but starts at %d"
              .formatted(promised.startTick(), ready, at.startTick()));
    }
    var granted = promised.request();
    if (granted.processors() != job.processors()
        || granted.durationTicks() < asked.leastTicks()
        || granted.durationTicks() > asked.durationTicks()) {
      tell(
          job,
          "asks for %d processors for %d to %d ticks, but is given %d for %d"
              .formatted(
                  job.processors(),
                  asked.leastTicks(),
                  asked.durationTicks(),
                  granted.processors(),
                  granted.durationTicks()));
    }
  }

  private void bind(int provider) {
    var changes = new ArrayList<Change>();
    for (int i = 0; i < outcome.jobs().size(); i++) {
      var placement = outcome.placements().get(i);
      if (placement.isPresent() && placement.get().provider() == provider) {
        changes.add(new Change(placement.get().startTick(), true, i));
        changes.add(new Change(placement.get().endTick(), false, i));
      }
    }
    changes.sort(Change.IN_ORDER);
    var free = new FreeProcessors(outcome.processors());
    var bound = new TreeMap<Integer, BitSet>();
    for (var change : changes) {
      var job = outcome.jobs().get(change.job());
      if (!change.isStart()) {
        var taken = bound.remove(change.job());
        if (taken != null) {
          free.giveBack(taken);
        }
      } else if (job.processors() <= free.count()) {
        bound.put(change.job(), free.take(job.processors()));
      } else {
        tell(
            job,
            "needs %d processors of provider %d at %d, but only %d are free"
                .formatted(job.processors(), provider, change.tick(), free.count()));
      }
    }
  }

  private void tell(GridJob job, String what) {
    found.add(new Violation(RULE, "job " + job.id(), what));
  }
}
