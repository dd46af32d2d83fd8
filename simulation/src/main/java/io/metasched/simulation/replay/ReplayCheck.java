package io.metasched.simulation.replay;

import io.metasched.simulation.check.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Says whether a schedule is possible, from its starts alone: every job starts once and not before
 * its submission (with a period, at one of its multiples), and at no time more processors run than
 * there are. Cost: O(n log n).
 */
public final class ReplayCheck {
  private static final String RULE = "replay";
  private static final int MOST_TOLD = 100;

  private ReplayCheck() {}

  /** What is wrong; nothing for a sound schedule. */
  public static List<Violation> check(Schedule schedule, long periodTicks) {
    var found = new ArrayList<Violation>();
    var jobs = schedule.jobs();
    var changes = new ArrayList<long[]>(2 * jobs.size());
    for (int i = 0; i < jobs.size() && found.size() < MOST_TOLD; i++) {
      var job = jobs.get(i);
      long start = schedule.startTicks()[i];
      if (start < job.submitTick()) {
        tell(found, job, "it must start at or after its submission", start);
        continue;
      }
      if (periodTicks > 0 && start % periodTicks != 0) {
        tell(found, job, "it must start at a multiple of the period", start);
      }
      changes.add(new long[] {start, job.processors()});
      changes.add(new long[] {start + job.runTicks(), -job.processors()});
    }
    overuse(schedule, changes, found);
    return found;
  }

  /** At one instant processors are given back before they are taken. */
  private static void overuse(Schedule schedule, List<long[]> changes, List<Violation> found) {
    changes.sort(
        (one, other) ->
            one[0] != other[0] ? Long.compare(one[0], other[0]) : Long.compare(one[1], other[1]));
    long busy = 0;
    for (var change : changes) {
      busy += change[1];
      if (busy > schedule.processors() && found.size() < MOST_TOLD) {
        var detail = "at most %d processors may run, but %d do";
        found.add(
            new Violation(
                RULE, "time " + seconds(change[0]), detail.formatted(schedule.processors(), busy)));
      }
    }
  }

  private static void tell(List<Violation> found, ReplayJob job, String rule, long start) {
    found.add(
        new Violation(
            RULE,
            "job " + job.id(),
            start < 0
                ? rule + ", but never starts"
                : "%s, %s, but starts at %s"
                    .formatted(rule, seconds(job.submitTick()), seconds(start))));
  }

  private static String seconds(long ticks) {
    return String.format(Locale.ROOT, "%.3f s", ticks / 1000.0);
  }
}
