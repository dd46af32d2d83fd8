package io.metasched.simulation.report;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Assignment of processors to jobs for drawing: each job takes the lowest processors that are free
 * at its start. A replay only counts processors, because they are identical, so this is one of many
 * possible assignments. Jobs that start at the same tick choose in the order of the queue.
 *
 * <p>Cost: O(n log n) for the order of n jobs, and per job one step for each range it takes.
 */
public final class ProcessorRanges {
  private final List<Integer> jobs;
  private final boolean isCut;
  private final int[] firstRange;
  private int[] from = new int[1024];
  private int[] count = new int[1024];
  private int ranges;

  private ProcessorRanges(List<Integer> jobs, boolean isCut) {
    this.jobs = jobs;
    this.isCut = isCut;
    firstRange = new int[jobs.size() + 1];
  }

  /**
   * Assigns processors to the jobs that start first.
   *
   * @param mostJobs maximum number of jobs
   */
  public static ProcessorRanges of(Schedule schedule, int mostJobs) {
    return of(schedule, Machines.one(schedule.processors()), job -> List.of(0), mostJobs);
  }

  /**
   * Assigns the processors of several machines to the jobs that start first.
   *
   * @param machines machines of the schedule's processors
   * @param machinesOf machines of a job, from 0 and ascending; the job has the same number of
   *     processors on each machine
   * @param mostJobs maximum number of jobs
   */
  public static ProcessorRanges of(
      Schedule schedule, Machines machines, IntFunction<List<Integer>> machinesOf, int mostJobs) {
    var dealt = first(schedule, mostJobs);
    dealt.deal(schedule, machines.bounds(), machinesOf);
    return dealt;
  }

  /** Contiguous range of processors. */
  public record Range(int from, int count) {}

  /**
   * Returns the processors of the jobs that start first, if these are known.
   *
   * @param rangesOf ranges of the job at a position in the schedule, ascending
   * @param mostJobs maximum number of jobs
   */
  public static ProcessorRanges known(
      Schedule schedule, IntFunction<List<Range>> rangesOf, int mostJobs) {
    var known = first(schedule, mostJobs);
    for (int place = 0; place < known.jobs.size(); place++) {
      known.firstRange[place] = known.ranges;
      rangesOf
          .apply(known.jobs.get(place))
          .forEach(range -> known.add(range.from(), range.count()));
      known.firstRange[place + 1] = known.ranges;
    }
    return known;
  }

  private static ProcessorRanges first(Schedule schedule, int mostJobs) {
    var starts = schedule.startTicks();
    var started =
        IntStream.range(0, starts.length)
            .filter(schedule::hasStarted)
            .boxed()
            .sorted(Comparator.<Integer>comparingLong(job -> starts[job]).thenComparing(job -> job))
            .toList();
    var order = started.stream().limit(mostJobs).toList();
    return new ProcessorRanges(order, order.size() < started.size());
  }

  private void deal(Schedule schedule, int[] bounds, IntFunction<List<Integer>> machinesOf) {
    var byEnd =
        IntStream.range(0, jobs.size())
            .boxed()
            .sorted(Comparator.comparingLong(place -> schedule.endTick(jobs.get(place))))
            .toList();
    var free = new BitSet(schedule.processors());
    free.set(0, schedule.processors());
    int ended = 0;
    for (int place = 0; place < jobs.size(); place++) {
      int job = jobs.get(place);
      long now = schedule.startTicks()[job];
      for (; schedule.endTick(jobs.get(byEnd.get(ended))) <= now; ended++) {
        release(byEnd.get(ended), free);
      }
      firstRange[place] = ranges;
      var machines = machinesOf.apply(job);
      for (int machine : machines) {
        int processors = schedule.jobs().get(job).processors() / machines.size();
        take(processors, free, bounds[machine], bounds[machine + 1]);
      }
      firstRange[place + 1] = ranges;
    }
  }

  /**
   * Takes free processors from {@code first} to before {@code until}. Takes fewer processors if not
   * enough are free, because the checker, not a chart, reports that.
   */
  private void take(int processors, BitSet free, int first, int until) {
    int missing = processors;
    int at = free.nextSetBit(first);
    for (; at >= 0 && at < until && missing > 0; at = free.nextSetBit(at)) {
      int end = Math.min(until, Math.min(free.nextClearBit(at), at + missing));
      free.clear(at, end);
      missing -= end - at;
      add(at, end - at);
    }
  }

  private void add(int at, int length) {
    if (ranges == from.length) {
      from = Arrays.copyOf(from, 2 * ranges);
      count = Arrays.copyOf(count, 2 * ranges);
    }
    from[ranges] = at;
    count[ranges++] = length;
  }

  private void release(int place, BitSet free) {
    for (int range = firstRange[place]; range < firstRange[place + 1]; range++) {
      free.set(from[range], from[range] + count[range]);
    }
  }

  /**
   * Returns the jobs that received processors, as positions in the schedule, by (start, position).
   */
  public List<Integer> jobs() {
    return jobs;
  }

  /** Returns whether more jobs started. */
  public boolean isCut() {
    return isCut;
  }

  /** Returns the index of the first range of the job at a position in {@link #jobs}. */
  public int firstRange(int place) {
    return firstRange[place];
  }

  /** Returns the index after the last range of the job at a position in {@link #jobs}. */
  public int endRange(int place) {
    return firstRange[place + 1];
  }

  /** Returns the number of ranges of all jobs. */
  public int ranges() {
    return ranges;
  }

  /** Returns the lowest processor of a range, from 0. */
  public int from(int range) {
    return from[range];
  }

  /** Returns the number of processors of a range. */
  public int count(int range) {
    return count[range];
  }
}
