package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gaps of a run: periods in which a job waits at a provider although enough processors are idle for
 * it. The cause is a reservation, or the limit of a job that has already ended. Batch jobs wait
 * from their submission on, reservations from their ready time on.
 *
 * @param periods number of gaps, counted provider by provider
 * @param share share of all processor time that is idle in gaps
 * @param heldUp mean time in seconds for which a batch job waits in gaps into which it would fit
 * @param beforeReservations share of the reservations that are preceded by a gap
 */
record Gaps(int periods, double share, double heldUp, double beforeReservations) {
  private static final double TICKS = 1000;

  /**
   * Computes the gaps of a run whose grid level sends jobs on arrival, and in which all jobs ran.
   */
  static Gaps of(TwoLevelRun run) {
    var walks =
        run.jobs().stream()
            .map(TwoLevelJobRow::provider)
            .distinct()
            .sorted()
            .map(provider -> new Walk(run, provider))
            .toList();
    long first = run.jobs().stream().mapToLong(TwoLevelJobRow::submit).min().orElse(0);
    long last = run.jobs().stream().mapToLong(TwoLevelJobRow::end).max().orElse(0);
    double all = (double) (last - first) * run.facts().providers() * run.facts().processors();
    long reservations = run.jobs().stream().filter(TwoLevelJobRow::isReservation).count();
    return new Gaps(
        walks.stream().mapToInt(walk -> walk.periods).sum(),
        walks.stream().mapToDouble(walk -> walk.idle).sum() / all,
        walks.stream().mapToDouble(walk -> walk.heldUp).sum()
            / TICKS
            / (run.jobs().size() - reservations),
        walks.stream().mapToDouble(walk -> walk.before).sum() / reservations);
  }

  /** Changes of a job's state at a tick. */
  private enum Change {
    WAITS,
    STARTS,
    ENDS
  }

  private record Event(TwoLevelJobRow job, Change change) {}

  /** Traversal of the timeline of a provider. */
  private static final class Walk {
    private final int[] waiting; // number of jobs, by processors
    private final int[] waitingBatch;
    private int free;
    private boolean isGap;
    private int periods;
    private double idle;
    private double heldUp;
    private int before;

    Walk(TwoLevelRun run, int provider) {
      free = run.facts().processors();
      waiting = new int[free + 1];
      waitingBatch = new int[free + 1];
      var events = new TreeMap<Long, List<Event>>();
      for (var job : run.jobs()) {
        if (job.provider() == provider) {
          add(events, job.isReservation() ? job.ready() : job.submit(), job, Change.WAITS);
          add(events, job.start(), job, Change.STARTS);
          add(events, job.end(), job, Change.ENDS);
        }
      }
      events.forEach(
          (tick, changes) -> {
            var next = events.higherKey(tick);
            changes.stream().sorted(Comparator.comparing(Event::change)).forEach(this::change);
            pass(next == null ? 0 : next - tick);
          });
    }

    private static void add(
        Map<Long, List<Event>> events, long tick, TwoLevelJobRow job, Change change) {
      events.computeIfAbsent(tick, at -> new ArrayList<>()).add(new Event(job, change));
    }

    private void change(Event event) {
      var job = event.job();
      int processors = job.processors();
      if (event.change() == Change.ENDS) {
        free += processors;
        return;
      }
      int more = event.change() == Change.WAITS ? 1 : -1;
      waiting[processors] += more;
      if (job.isReservation()) {
        before += more < 0 && isGap ? 1 : 0;
      } else {
        waitingBatch[processors] += more;
      }
      free -= more < 0 ? processors : 0;
    }

    /** Advances the time without a change. */
    private void pass(long ticks) {
      int fitting = 0;
      boolean isNext = false;
      for (int size = 1; size <= free; size++) {
        fitting += waitingBatch[size];
        isNext |= waiting[size] > 0;
      }
      periods += isNext && !isGap ? 1 : 0;
      isGap = isNext;
      idle += isGap ? (double) free * ticks : 0;
      heldUp += (double) fitting * ticks;
    }
  }
}
