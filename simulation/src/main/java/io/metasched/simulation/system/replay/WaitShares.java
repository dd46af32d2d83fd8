package io.metasched.simulation.system.replay;

import io.metasched.simulation.report.Schedule;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Distribution of the waits of jobs, policy by policy: for each of several limits, the share of the
 * started jobs that waited at most that long. The limits grow by a constant factor, because waits
 * range from seconds to weeks.
 *
 * @param limitTicks 0, then from a tenth of a second up to the longest wait of all
 * @param shares one share per limit for each replay; empty if no job started
 */
public record WaitShares(List<Long> limitTicks, List<List<Double>> shares) {
  private static final int PER_DECADE = 16;
  private static final double FIRST_TICKS = 100;

  /** Returns the shares of replays of one log. */
  public static WaitShares of(List<Schedule> replays) {
    var waits = replays.stream().map(WaitShares::waits).toList();
    long longest =
        waits.stream().mapToLong(w -> w.length == 0 ? 0 : w[w.length - 1]).max().orElse(0);
    var limits = limits(longest);
    return new WaitShares(limits, waits.stream().map(sorted -> shares(sorted, limits)).toList());
  }

  private static long[] waits(Schedule schedule) {
    var starts = schedule.startTicks();
    var waits = new long[starts.length];
    int count = 0;
    for (int job = 0; job < starts.length; job++) {
      if (schedule.hasStarted(job)) {
        waits[count++] = starts[job] - schedule.jobs().get(job).submitTick();
      }
    }
    var sorted = Arrays.copyOf(waits, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private static List<Long> limits(long longest) {
    var below =
        LongStream.iterate(0, at -> at + 1)
            .map(at -> Math.round(FIRST_TICKS * Math.pow(10, at / (double) PER_DECADE)))
            .takeWhile(limit -> limit < longest);
    return LongStream.concat(
            LongStream.concat(LongStream.of(0), below),
            longest > 0 ? LongStream.of(longest) : LongStream.empty())
        .boxed()
        .toList();
  }

  private static List<Double> shares(long[] sorted, List<Long> limits) {
    if (sorted.length == 0) {
      return List.of();
    }
    int[] reached = {0};
    return limits.stream()
        .map(
            limit -> {
              while (reached[0] < sorted.length && sorted[reached[0]] <= limit) {
                reached[0]++;
              }
              return reached[0] / (double) sorted.length;
            })
        .toList();
  }
}
